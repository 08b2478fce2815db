#include <Eigen/QR>
#include <algorithm>
#include <limits>

#include "ida_consistent_init/linear/rank_revealing.hpp"
#include "ida_consistent_init/solver/remarks.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::solver {
namespace {

/// Larger blocks get no proposal, and larger systems no search for dependent equations: both are dense.
constexpr std::size_t most_columns = 300;

linear::RankRevealed reveal(const Eigen::SparseMatrix<double>& matrix, const Eigen::SparseMatrix<double>& error,
                            double noise)
{
  return linear::reveal_equilibrated_rank(matrix, error, noise * static_cast<double>(matrix.cols()));
}

/// Independent values among a block's free directions, those that change most first; states before other variables.
std::vector<int> independent_values(derivatives::DerivativeArray& array, const methods::Stage& block,
                                    const derivatives::Jet& jet, const report::Result& result)
{
  constexpr double preference_for_states = 4, negligible = 1e-6;
  Eigen::SparseMatrix<double> error;
  const Eigen::SparseMatrix<double> matrix = array.jacobian(block.rows, block.columns, jet, !block.merged(), &error);
  const Eigen::MatrixXd null_space = reveal(matrix, error, array.jacobians().noise()).null_space;
  std::vector<int> variables;
  for (const methods::Column& column : block.columns) {
    if (column.order == 0) variables.push_back(column.variable);
  }
  if (null_space.cols() == 0 || variables.empty()) return {};
  Eigen::MatrixXd values(null_space.cols(), static_cast<Eigen::Index>(variables.size()));
  Eigen::Index value = 0;
  for (std::size_t k = 0; k < block.columns.size(); ++k) {
    if (block.columns[k].order > 0) continue;
    const bool state = result.variables[block.columns[k].variable].derivative_occurs;
    values.col(value++) =
        (state ? preference_for_states : 1) * null_space.row(static_cast<Eigen::Index>(k)).transpose();
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(values);
  qr.setThreshold(negligible);
  std::vector<int> chosen;
  chosen.reserve(static_cast<std::size_t>(qr.rank()));
  for (Eigen::Index k = 0; k < qr.rank(); ++k) chosen.push_back(variables[qr.colsPermutation().indices()[k]]);
  return chosen;
}

bool holds(const problem::Problem& problem, int variable)
{
  return problem.fixed_y[variable] != 0;
}

}  // namespace

Freedom find_freedom(derivatives::DerivativeArray& array, const problem::Problem& problem,
                     const methods::MethodResult& found, const report::Result& result)
{
  Freedom freedom;
  std::vector<char> in_block(problem.n, 0);
  bool too_large = false;
  for (const methods::StageRecord& record : found.stages) {
    if (record.stage.first > 0) continue;  // derivatives only
    for (const methods::Column& column : record.stage.columns) {
      if (column.order == 0) in_block[column.variable] = 1;
    }
    const int open = static_cast<int>(record.stage.columns.size()) - record.rank;
    if (open <= 0) continue;
    if (record.stage.columns.size() > most_columns) {
      too_large = true;
      freedom.count += open;
      continue;
    }
    const std::vector<int> chosen = independent_values(array, record.stage, found.jet, result);
    freedom.count += static_cast<int>(chosen.size());
    freedom.to_hold.insert(freedom.to_hold.end(), chosen.begin(), chosen.end());
  }
  for (int j = 0; j < problem.n; ++j) {
    if (holds(problem, j) || found.determined(j, 0) != 0) continue;
    freedom.stayed.push_back(j);
    if (in_block[j] != 0) continue;
    ++freedom.count;  // no equation contains it
    freedom.to_hold.push_back(j);
  }
  if (too_large) freedom.to_hold.clear();
  std::sort(freedom.to_hold.begin(), freedom.to_hold.end());
  return freedom;
}

/// The pencil F_y + cj F_y' at one value of cj that is no eigenvalue by chance: what is dependent there is dependent
/// for every step that IDA could take.
Dependence find_dependence(derivatives::DerivativeArray& array, const problem::Problem& problem,
                           const derivatives::Jet& jet)
{
  constexpr double some_step = 0.7390851, takes_part = 1e-5;
  Dependence dependence;
  if (problem.n > static_cast<int>(most_columns)) return dependence;
  const derivatives::JacobianPair& pair = array.jacobians().at(problem.t0, jet.derivative(0), jet.derivative(1));
  const problem::Sparsity& sparsity = array.jacobians().sparsity();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(sparsity.column.size());
  for (int i = 0; i < problem.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      entries.emplace_back(i, sparsity.column[k], pair.y[k] + some_step * pair.yp[k]);
    }
  }
  Eigen::SparseMatrix<double> matrix(problem.n, problem.n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const linear::RankRevealed revealed = reveal(matrix, {}, array.jacobians().noise());
  dependence.count = problem.n - revealed.rank;
  if (dependence.count == 0) return dependence;
  for (int i = 0; i < problem.n; ++i) {
    if (revealed.left_null.row(i).norm() > takes_part) dependence.equations.push_back(i);
    if (revealed.null_space.row(i).norm() > takes_part) dependence.variables.push_back(i);
  }
  return dependence;
}

}  // namespace ida_consistent_init::solver
