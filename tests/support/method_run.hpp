#pragma once
/// The rooms problem -> derivatives -> structure -> methods, put together for tests of the last ones.
#include <stdexcept>

#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/step_by_step/step_by_step.hpp"
#include "ida_consistent_init/solver/structure_step.hpp"
#include "ida_consistent_init/verify/verify.hpp"
#include "support/problem_builder.hpp"

namespace ida_consistent_init::test {

inline structure::Structure structure_of(const derivatives::Occurrence& occurrence)
{
  structure::Analysis analysis = structure::analyse(solver::signature_of(occurrence), 6);
  if (analysis.verdict != structure::Verdict::regular) throw std::logic_error("a test needs a regular structure");
  return analysis.structure;
}

/// problem: must outlive this object and not move.
struct MethodRun
{
  explicit MethodRun(const problem::Problem& of, const derivatives::DifferenceOptions& differences = {})
      : problem(of),
        occurrence(derivatives::find_occurrence(of)),
        structure(structure_of(occurrence)),
        jacobians(of, occurrence.sparsity),
        source(*of.residual, of.t0, differences),
        array(source, jacobians),
        result(of.n, solver::highest_derivative(structure) + 1)
  {
    result.jet.set_derivative(0, of.guess_y);
    result.jet.set_derivative(1, of.guess_yp);
  }

  [[nodiscard]] verify::Claim claim() const { return {structure.offsets.equation, &structure.offsets}; }
  /// May throw support::Error.
  void step_by_step() { methods::step_by_step(array, problem, structure, options, result); }

  [[nodiscard]] Vector y() const { return result.jet.derivative(0); }
  [[nodiscard]] Vector yp() const { return result.jet.derivative(1); }

  const problem::Problem& problem;
  methods::Options options;
  derivatives::Occurrence occurrence;
  structure::Structure structure;
  derivatives::JacobianSource jacobians;
  derivatives::DifferenceSource source;
  derivatives::DerivativeArray array;
  methods::MethodResult result;
};

}  // namespace ida_consistent_init::test
