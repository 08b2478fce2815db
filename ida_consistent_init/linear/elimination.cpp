#include "ida_consistent_init/linear/elimination.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <limits>

#include "ida_consistent_init/linear/matched_scaling.hpp"

namespace ida_consistent_init::linear {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// By which errors of differentiated Jacobians, which are estimates, may have been taken for too small.
constexpr double margin_of_estimates = 10;

Elimination nothing_to_eliminate(Eigen::Index rows, Eigen::Index columns, double certain)
{
  Elimination result;
  result.tolerance = {certain, certain};
  result.revealed = reveal_rank(Eigen::MatrixXd(rows, columns), result.tolerance);
  result.scale = {Eigen::VectorXd::Ones(rows), Eigen::VectorXd::Ones(columns)};
  result.solution_factor.setZero(columns, rows);
  return result;
}

}  // namespace

Eigen::MatrixXd without_mere_noise(const Uncertain& matrix)
{
  Eigen::MatrixXd value = matrix.value;
  const auto drowns = [](const auto& entries, const auto& errors) {
    return (entries.array().abs() <= errors.array()).all();
  };
  for (Eigen::Index i = 0; i < value.rows(); ++i) {
    if (drowns(value.row(i), matrix.error.row(i))) value.row(i).setZero();
  }
  for (Eigen::Index j = 0; j < value.cols(); ++j) {
    if (drowns(value.col(j), matrix.error.col(j))) value.col(j).setZero();
  }
  return value;
}

double Elimination::gap() const
{
  if (rank() == 0) return std::numeric_limits<double>::infinity();
  return revealed.smallest_kept / std::max(revealed.largest_dropped, tolerance.certain);
}

Elimination eliminate(const Uncertain& matrix, double certain)
{
  if (matrix.value.size() == 0) return nothing_to_eliminate(matrix.value.rows(), matrix.value.cols(), certain);
  const Eigen::MatrixXd value = without_mere_noise(matrix);
  const SparseMatrix entries = value.sparseView();
  const SparseMatrix errors = matrix.error.sparseView();
  Elimination result;
  result.scale = matched_scaling(entries, errors);
  const Eigen::MatrixXd scaled = result.scale.row.asDiagonal() * value * result.scale.column.asDiagonal();
  result.tolerance = rank_tolerance(certain, errors, result.scale);
  if (result.tolerance.possible > certain) result.tolerance.possible *= margin_of_estimates;
  result.revealed = reveal_rank(scaled, result.tolerance);

  const Eigen::Index rows = scaled.rows(), rank = result.rank();
  Eigen::MatrixXd& combinations = result.revealed.left_null;
  if (rank == 0) {
    combinations.setIdentity(rows, rows);
    result.solution_factor.setZero(scaled.cols(), rows);
    return result;
  }
  // (scaled)^T P = Q1 [R11 R12]: the first `rank` rows of the permutation span the row space.
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled.transpose());
  const auto factor = qr.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>();
  Eigen::MatrixXd share(rank, rows - rank);
  if (rows > rank) share = factor.solve(qr.matrixR().topRightCorner(rank, rows - rank));
  // Round-off where a row has no share must not look like one, however the rest is scaled.
  for (auto column : share.colwise()) {
    const double roundoff = 10 * eps * column.cwiseAbs().maxCoeff();
    column = (column.array().abs() < roundoff).select(0.0, column);
  }
  combinations.resize(rows, rows - rank);
  combinations << -share, Eigen::MatrixXd::Identity(rows - rank, rows - rank);
  combinations = qr.colsPermutation() * combinations;
  const Eigen::MatrixXd orthogonal = qr.householderQ() * Eigen::MatrixXd::Identity(scaled.cols(), rank);
  Eigen::MatrixXd of_spanning_rows = Eigen::MatrixXd::Zero(scaled.cols(), rows);
  of_spanning_rows.leftCols(rank) = factor.solve(orthogonal.transpose()).transpose();
  result.solution_factor = of_spanning_rows * qr.colsPermutation().transpose();
  return result;
}

Uncertain remainder(const Elimination& elimination, const Uncertain& matrix, const Uncertain& others)
{
  const Eigen::MatrixXd& combinations = elimination.combinations();
  const auto row_scale = elimination.scale.row.asDiagonal();
  const Eigen::MatrixXd scaled = row_scale * others.value;
  const Eigen::MatrixXd eliminated = elimination.solution_factor * scaled;
  const Eigen::MatrixXd carried =
      row_scale * matrix.error * elimination.scale.column.asDiagonal() * eliminated.cwiseAbs();
  const Eigen::MatrixXd weight = combinations.cwiseAbs();
  return {combinations.transpose() * scaled,
          weight.transpose() * (row_scale * others.error + carried + 10 * eps * scaled.cwiseAbs())};
}

}  // namespace ida_consistent_init::linear
