/// One use of the library inside an IDA program, from IDACICreate to IDACIFree, watched from outside: what a failing
/// call must leave alone, and what a succeeding one must have found.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <string>
#include <vector>

#include "faults/model.hpp"
#include "support/sundials_handles.hpp"

namespace faults {

enum class MatrixKind
{
  none,  // differences of the residual
  dense,
  sparse,
};

struct Setting
{
  MatrixKind jacobian = MatrixKind::none;
  bool condition = false;    // Model::conditions is one of the equations
  bool own_weights = false;  // Model::weights is IDA's weight function
  IDACIMethod method = IDACI_AUTO;
  bool solver_of_ida = false;  // the method impulse gets it
};

/// Everything a failing call must leave as it was.
struct Snapshot
{
  std::vector<unsigned char> memory;  // of IDA
  std::vector<double> y, yp, history;
  double t = 0;
  bool operator==(const Snapshot& other) const = default;
};

class Session
{
 public:
  Session(const catalogue::Case& the_case, const Setting& setting);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { IDACIFree(&ci_); }

  Model& model() { return model_; }
  [[nodiscard]] IDACIMem handle() const { return ci_; }
  [[nodiscard]] void* ida() const { return ida_.get(); }
  [[nodiscard]] std::span<double> y() const { return example::values(y_.get()); }
  [[nodiscard]] std::span<double> yp() const { return example::values(yp_.get()); }
  [[nodiscard]] N_Vector y_vector() const { return y_.get(); }
  [[nodiscard]] N_Vector yp_vector() const { return yp_.get(); }

  /// IDACICreate and the setters; the first flag that is not IDACI_SUCCESS (IDACI_MEM_FAIL if there is no handle).
  int begin();
  /// IDACISetLinearSolver with what IDA has: the dense solver.
  int use_solver_of_ida() { return IDACISetLinearSolver(ci_, solver_.get(), matrix_.get()); }
  /// The places (row, column) that the library may take for non-zero.
  int set_sparsity(const std::vector<std::pair<int, int>>& places);
  /// From now on clone number at_call of y0, y0', a vector of IDA's and of their clones fails, and with for_good all
  /// later ones too.
  void fail_clones(long at_call, bool for_good);

  [[nodiscard]] Snapshot snapshot() const;
  /// Whether a solver without any fault finds these values consistent.
  [[nodiscard]] bool is_consistent() const;

 private:
  int describe();

  const Setting setting_;
  Model model_;
  example::Context context_;
  example::VectorHandle y_, yp_, flags_, rate_flags_;
  example::MatrixHandle template_, matrix_;
  example::LinearSolverHandle solver_;
  example::IdaHandle ida_;
  IDACIMem ci_ = nullptr;
};

/// Clones that fail_clones has seen since its call.
long clones();

/// A flag of the header, with a message if it is negative.
std::string complaint_about_answer(IDACIMem ci, int flag);

}  // namespace faults
