#include "ida_consistent_init/solver/outlook.hpp"

#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"
#include "ida_consistent_init/solver/structure_step.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::solver {

namespace {

bool is_regular(const problem::Problem& problem, const derivatives::Occurrence& occurrence,
                const structure::Structure& structure)
{
  derivatives::JacobianSource jacobians(problem, occurrence.sparsity);
  derivatives::DifferenceSource source(*problem.residual, problem.t0, derivatives::DifferenceOptions{});
  derivatives::DerivativeArray array(source, jacobians);
  derivatives::Jet guess(problem.n, 1);
  guess.set_derivative(0, problem.guess_y);
  guess.set_derivative(1, problem.guess_yp);
  return methods::generic_system_jacobian_rank(array, structure.offsets, guess) == problem.n;
}

}  // namespace

Outlook look_ahead(const problem::Problem& problem, const methods::Options& options)
{
  Outlook outlook;
  try {
    const derivatives::Occurrence occurrence = derivatives::find_occurrence(problem);
    outlook.derivative_occurs.assign(problem.n, 0);
    for (std::size_t k = 0; k < occurrence.of_yp.size(); ++k) {
      if (occurrence.of_yp[k] != 0) outlook.derivative_occurs[occurrence.sparsity.column[k]] = 1;
    }
    const structure::Structure structure = find_structure(problem, options, signature_of(occurrence));
    if (is_regular(problem, occurrence, structure)) outlook.regular_index = structure.index;
  } catch (const support::Error&) {
    return outlook;  // a solve will say what is wrong
  }
  return outlook;
}

}  // namespace ida_consistent_init::solver
