#pragma once
// The filtered error test of Petzold, Loetstedt, section 5.
//
// For index 2 and 3 the error estimate x that IDA tests contains parts that do not belong to the error that a step
// makes: components of velocities that the constraints forbid, and multipliers. The step's own contribution is
//   (5.1)   (F_y + cj F_y') e = cj F_y' x,
// of which e has full order in all components of index 0 and 1, but one order less in velocities of index 3. Of these
// only the part in allowed directions counts, (5.3) to (5.5): with the impulse z of a second solve,
//   (F_y + cj F_y') z = -cj F_v e_v in the kinematic rows, 0 in the others,   v = e_v + z_v / cj,
// v is e_v less its part against the constraints: the kinematic rows say F_q' z_q cj + F_v z_v = -cj F_v e_v, so that
// v belongs to z_q, which meets the constraints as the other rows say so. For q' = v, v = z_q as in the paper.
// Components of index 2 without derivative and of index 3 do not count.
// Both solves use the matrix that IDA has factored, with the cj of its factorization on the right-hand sides as well:
// then the kinematic rows hold exactly, and the parts against the constraints cancel, also when cj has changed since.
// F_y' x and F_v e_v are differences of the residual: a norm costs two solves and two residuals, and one residual more
// for all norms of a step, of which there are two to four.

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
  std::vector<bool> kinematic;     // [n] derivatives occur in this equation, all of variables of index 0 and 1
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

  // Whether the matrix was set up for the step that is under way.
  bool matrix_is_new() const { return matrix_is_new_; }

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
  bool evaluate_base(const Point& point);
  bool differentiate(const Point& point, N_Vector direction, bool along_derivatives);
  bool solve(const Point& point, N_Vector right_hand_side) const;
  bool filter(const Point& point, N_Vector x);
  bool filter_velocities(const Point& point);
  sunrealtype norm(N_Vector weights) const;

  void* ida_mem_;
  FilterProblem problem_;
  bool velocities_present_;
  const SUNNonlinSolLSolveFn* tapped_;
  support::VectorHandle base_;       // F at the current values
  support::VectorHandle moved_;      // y or y' beside the current values
  support::VectorHandle direction_;  // x or e without the components that F is not differentiated along
  support::VectorHandle work_;       // right-hand sides and solutions
  support::VectorHandle error_;      // e, with velocities filtered
  bool base_is_current_ = false;
  bool matrix_is_new_ = false;
  long int setups_ = -1;      // at the last look
  sunrealtype setup_cj_ = 0;  // cj of IDA's matrix
};

}  // namespace ida_consistent_init::integration
