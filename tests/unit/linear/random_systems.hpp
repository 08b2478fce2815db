#pragma once
/// Random matrices and the conditions of the nearest-point problem, for the tests of this room.
#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::linear::test {

class Random
{
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double number(double from, double to) { return std::uniform_real_distribution<double>(from, to)(generator_); }
  Eigen::VectorXd vector(int n)
  {
    return Eigen::VectorXd::NullaryExpr(n, [this] { return number(-1, 1); });
  }
  /// Entries of size 0.3 to 1, each present with probability `density`; a diagonal of about 2 makes full row rank
  /// likely.
  Eigen::MatrixXd matrix(int rows, int columns, double density)
  {
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(rows, columns);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        if (number(0, 1) < density) result(i, j) = std::copysign(number(0.3, 1), number(-1, 1));
      }
      if (i < columns) result(i, i) += 2;
    }
    return result;
  }

 private:
  std::mt19937 generator_;
};

inline SparseMatrix sparse(const Eigen::MatrixXd& matrix)
{
  return matrix.sparseView();
}

/// How far W^2 (toward - d) is from the row space of A: zero for the minimiser of || W (d - toward) || on A d = b.
inline double distance_from_row_space(const Eigen::MatrixXd& a, const Eigen::VectorXd& weight,
                                      const Eigen::VectorXd& toward, const Eigen::VectorXd& d)
{
  const Eigen::VectorXd gradient = weight.cwiseAbs2().cwiseProduct(toward - d);
  const Eigen::VectorXd m = a.transpose().completeOrthogonalDecomposition().solve(gradient);
  return (a.transpose() * m - gradient).norm();
}

/// d of [W^2 + L, A^T; A, 0] [d; m] = [W^2 toward; b], by elimination with full pivoting.
inline Eigen::VectorXd saddle_point_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& weight,
                                             const Eigen::MatrixXd& curvature, const Eigen::VectorXd& b,
                                             const Eigen::VectorXd& toward)
{
  const Eigen::Index m = a.rows();
  const Eigen::Index n = a.cols();
  Eigen::MatrixXd saddle = Eigen::MatrixXd::Zero(n + m, n + m);
  saddle.topLeftCorner(n, n) = curvature;
  saddle.topLeftCorner(n, n).diagonal() += weight.cwiseAbs2();
  saddle.topRightCorner(n, m) = a.transpose();
  saddle.bottomLeftCorner(m, n) = a;
  Eigen::VectorXd right(n + m);
  right << weight.cwiseAbs2().cwiseProduct(toward), b;
  return saddle.fullPivLu().solve(right).head(n);
}

}  // namespace ida_consistent_init::linear::test
