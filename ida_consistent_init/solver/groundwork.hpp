#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/impulse/system_jacobian_factor.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/structure/structure.hpp"

namespace ida_consistent_init::solver {

/// What the pattern of F says, whatever the time and the values: serves the next call.
struct Groundwork
{
  derivatives::SharedOccurrence occurrence;
  structure::Structure structure;
  double difference_step = 0;   // that served the last projection; 0: none yet
  double difference_noise = 0;  // of the projection that chose it, in units of the tolerance
  double impulse_step = 0;      // of the differences in the last stage of the method impulse; 0: none yet
  std::shared_ptr<methods::impulse::SystemJacobianFactor> factor{};  // of the method impulse; null: none yet
  std::unique_ptr<derivatives::JacobianSource> jacobians{};          // along the occurrence; null: none yet
  bool taken_over = false;                                           // from the call before
  bool fresh = false;  // found or checked at this very point for a method that failed: serves the one that follows
};

/// Whether the groundwork of another call serves this one: then `taken_over` is set, and its jacobians are left at the
/// guess. Else it is dropped. It serves if the entries of F_y and F_y' at the guess and beside it are among those that
/// it knows: its offsets then are valid still, and a regular system Jacobian proves them right. It never serves if
/// nothing but the residual could tell that an entry is new. Fresh groundwork serves as it is.
bool take_over(std::optional<Groundwork>& groundwork, const problem::Problem& problem, const methods::Options& options);

/// The groundwork's jacobians, of this problem and as if they were new.
derivatives::JacobianSource& begin_jacobians(Groundwork& groundwork, const problem::Problem& problem);

/// The result of an attempt; of a second one, from scratch, if the first one failed with groundwork that was taken
/// over. Groundwork of a failure is dropped unless it is fresh.
using Attempt = std::function<report::Result(std::optional<Groundwork>&)>;
report::Result with_groundwork(std::optional<Groundwork>& groundwork, const Attempt& attempt);

}  // namespace ida_consistent_init::solver
