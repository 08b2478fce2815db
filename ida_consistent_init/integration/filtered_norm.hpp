#pragma once
// The filtered error test of Petzold, Loetstedt, section 5.
//
// For index 2 and 3 the error estimate x that IDA tests contains parts that do not belong to the error that a step
// makes: components of velocities that the constraints forbid, and multipliers. The step's own contribution is
//   (5.1)   (F_y + cj F_y') e = cj F_y' x,
// of which e has full order in all components of index 0 and 1, but one order less in velocities of index 3. Of these
// only the part in allowed directions counts, (5.3) to (5.5), which to lowest order is the middle block of (3.10),
//           (F_y + cj F_y') z = cj F_y' x_v,   v = z_v,   x_v: x with its velocities only.
// v is the paper's (5.5) without a term of one order more, and needs no knowledge of which equations are kinematic.
// Components of index 2 without derivative and of index 3 do not count.
// The solves use the matrix that IDA has factored, with the cj of its factorization on the right-hand sides as well;
// where it is older than the step, z is refined. F_y' x and the products with F_y + cj F_y' for the refinement are
// differences of the residual. A norm costs two solves and two residuals (one, without velocities), a sweep of
// refinement one solve and two residuals, and all norms of a step share one residual; there are two to four a step.
// Car axis at rtol 1e-8: 19 residual evaluations a step, 3 with exclusion, which takes half the steps for errors 38
// times as large.

#include <ida/ida.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <optional>
#include <vector>

#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::integration {

// What the filter has to know of F; indices as of room structure.
struct FilterProblem
{
  IDAResFn residual = nullptr;
  std::optional<void*> user_data;  // nothing: as IDA has it at the time
  std::vector<int> variable_index;
  std::vector<bool> differential;  // [n] the derivative of this variable occurs
};

class FilteredNorm
{
 public:
  // Throws support::Error when memory is short. tapped: see linear_solver_tap.hpp; borrowed.
  FilteredNorm(void* ida_mem, FilterProblem problem, N_Vector template_vector, const SUNNonlinSolLSolveFn* tapped);

  // To be called in each Newton iteration: the matrix may be new, and the values are.
  void newton_iterates(int iteration);

  // Whether there are velocities of index 2, as in systems of index 3.
  bool filters_velocities() const { return velocities_present_; }

  // False where IDA solves iteratively: up to its tolerance only, which is too coarse for the second solve.
  bool linear_solver_is_direct() const;

  // Norm of the error estimate x, filtered; nothing where it cannot be filtered: before the first step, when the
  // residual or the linear solver refuses.
  std::optional<sunrealtype> of(N_Vector x, N_Vector weights) noexcept;

 private:
  // Where F is differentiated: IDA's current values.
  struct Point
  {
    sunrealtype t, cj;
    N_Vector y, yp;
    void* user_data;
  };
  std::optional<Point> point() const;
  bool usable() const;
  bool is_solution(const Point& point, N_Vector x);
  bool residual_at(const Point& point, N_Vector y, N_Vector yp, N_Vector r);
  bool evaluate_base(const Point& point);
  bool differentiate(const Point& point, N_Vector u, N_Vector w, N_Vector image);
  template <class Kind>
  void select(N_Vector from, Kind kind, N_Vector to) const;
  bool solve(const Point& point, N_Vector right_hand_side) const;
  bool filter(const Point& point, N_Vector x);
  bool refine(const Point& point);
  bool refine_until_settled(const Point& point, N_Vector weights);
  sunrealtype largest_velocity(N_Vector vector, N_Vector weights) const;
  sunrealtype norm(N_Vector weights) const;

  void* ida_mem_;
  FilterProblem problem_;
  bool velocities_present_;
  const SUNNonlinSolLSolveFn* tapped_;
  support::VectorHandle base_;                 // F at the current values
  support::VectorHandle moved_, moved_slope_;  // y and y' beside the current values
  support::VectorHandle direction_, slope_;    // along which F is differentiated, in y and y'
  support::VectorHandle load_;                 // right-hand side of z
  support::VectorHandle velocity_;             // z
  support::VectorHandle correction_;           // of z, by a sweep of refinement
  support::VectorHandle work_;
  support::VectorHandle error_;  // e
  bool base_is_current_ = false;
  bool matrix_is_new_ = false;  // set up for the step that is under way
  long int setups_ = -1;        // at the last look
  sunrealtype setup_cj_ = 0;    // cj of IDA's matrix
};

}  // namespace ida_consistent_init::integration
