#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "random/known_system.hpp"

namespace random_systems {
namespace {

using Eigen::RowVectorXd;

/// Sum over k of coefficient column k times t^k, and its derivatives.
VectorXd polynomial(const MatrixXd& coefficients, int derivative, double t)
{
  VectorXd value = VectorXd::Zero(coefficients.rows());
  for (int k = static_cast<int>(coefficients.cols()) - 1; k >= derivative; --k) {
    double factor = 1;
    for (int j = 0; j < derivative; ++j) factor *= k - j;
    value += coefficients.col(k) * factor * std::pow(t, k - derivative);
  }
  return value;
}

MatrixXd permuted_units(Generator& generator, int n)
{
  std::vector<int> place(n);
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), generator);
  MatrixXd matrix = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    matrix(i, place[i]) = (pick(generator, 0, 1) == 0 ? -1 : 1) * std::exp2(pick(generator, -2, 2));
  return matrix;
}

/// A matrix of moderate condition.
MatrixXd transformation(Generator& generator, int n, Mixing mixing)
{
  MatrixXd matrix = permuted_units(generator, n);
  if (mixing == Mixing::dense) {
    const MatrixXd random = MatrixXd::NullaryExpr(n, n, [&] { return std::normal_distribution<double>()(generator); });
    return orthonormal(random, 0) * matrix;
  }
  for (int k = 0; mixing == Mixing::sparse && n > 1 && k < n; ++k) {
    const int to = pick(generator, 0, n - 1), from = pick(generator, 0, n - 1);
    if (to != from) matrix.row(to) += 0.5 * pick(generator, -2, 2) * matrix.row(from);
  }
  return matrix;
}

/// Taylor coefficients, one a column, of the product of two series.
RowVectorXd product(const RowVectorXd& a, const RowVectorXd& b)
{
  RowVectorXd result = RowVectorXd::Zero(a.size());
  for (Eigen::Index k = 0; k < a.size(); ++k) result.tail(a.size() - k) += a[k] * b.head(a.size() - k);
  return result;
}

class Kronecker final : public KnownSystem, private ExactDerivatives
{
 public:
  Kronecker(Generator& generator, int index, Mixing mixing, double curvature) : curvature_(curvature)
  {
    states_ = pick(generator, index == 0 ? 1 : 0, 3);
    std::vector<int> chains;
    if (index > 0) chains.push_back(index);
    for (int more = index > 0 ? pick(generator, 0, 2) : 0; more > 0; --more)
      chains.push_back(pick(generator, 1, index));
    const int algebraic = std::accumulate(chains.begin(), chains.end(), 0);
    const int n = states_ + algebraic;
    nilpotent_ = MatrixXd::Zero(algebraic, algebraic);
    for (int first = 0; const int length : chains) {
      for (int k = 0; k + 1 < length; ++k) nilpotent_(first + k, first + k + 1) = 1;
      first += length;
    }
    index_ = index;
    dynamics_ = MatrixXd::NullaryExpr(states_, states_, [&] { return std::normal_distribution<double>()(generator); });
    forcing_ = MatrixXd::NullaryExpr(n, 5, [&] { return std::uniform_real_distribution<double>(-1, 1)(generator); });
    rows_ = transformation(generator, n, mixing);
    columns_ = transformation(generator, n, mixing);
    MatrixXd leading = MatrixXd::Identity(n, n), rest = MatrixXd::Identity(n, n);
    leading.bottomRightCorner(algebraic, algebraic) = nilpotent_;
    rest.topLeftCorner(states_, states_) = dynamics_;
    leading_ = rows_ * leading * columns_;
    rest_ = rows_ * rest * columns_;
    unmixed_.compute(columns_);
  }

  [[nodiscard]] int size() const override { return static_cast<int>(rows_.rows()); }

  void residual(double t, const VectorXd& y, const VectorXd& yp, VectorXd& r) const override
  {
    VectorXd z = y, zp = yp;
    change_variables(y, yp, z, zp);
    r = leading_ * zp + rest_ * z - rows_ * polynomial(forcing_, 0, t);
    for (int i = 0; i + 1 < size(); ++i) r[i] += curvature_ * r[i + 1] * r[i + 1];
  }

  [[nodiscard]] const ExactDerivatives* exact() const override { return this; }

  [[nodiscard]] Values known(double t, const VectorXd& y) const override
  {
    VectorXd z = y, zp = y;
    change_variables(y, y, z, zp);
    VectorXd w = columns_ * z, wp = w;
    w.tail(size() - states_) = chain_values(t, 0);
    wp << polynomial(forcing_, 0, t).head(states_) - dynamics_ * w.head(states_), chain_values(t, 1);
    Values values{unmixed_.solve(w), unmixed_.solve(wp)};
    for (int i = 1; i < size(); ++i) {
      values.yp[i] -= 2 * curvature_ * values.y[i - 1] * values.yp[i - 1];
      values.y[i] -= curvature_ * values.y[i - 1] * values.y[i - 1];
    }
    return values;
  }

  [[nodiscard]] VectorXd consistent(double t, Generator& generator) const override
  {
    VectorXd w(size());
    w << random_vector(generator, states_, 2), chain_values(t, 0);
    VectorXd y = unmixed_.solve(w);
    for (int i = 1; i < size(); ++i) y[i] -= curvature_ * y[i - 1] * y[i - 1];
    return y;
  }

  [[nodiscard]] LinearConstraints constraints(double t) const
  {
    return {columns_.bottomRows(size() - states_), chain_values(t, 0)};
  }

 private:
  [[nodiscard]] MatrixXd jacobian(double t, double cj, const VectorXd& y, const VectorXd& yp) const override
  {
    VectorXd z = y, zp = yp;
    change_variables(y, yp, z, zp);
    const VectorXd s = leading_ * zp + rest_ * z - rows_ * polynomial(forcing_, 0, t);
    MatrixXd of_values = MatrixXd::Identity(size(), size()), of_slopes = cj * of_values;  // z and z' by y + cj y'
    for (int i = 1; i < size(); ++i) {
      of_values(i, i - 1) = 2 * curvature_ * y[i - 1];
      of_slopes(i, i - 1) = 2 * curvature_ * (yp[i - 1] + cj * y[i - 1]);
    }
    MatrixXd result = leading_ * of_slopes + rest_ * of_values;
    for (int i = 0; i + 1 < size(); ++i) result.row(i) += 2 * curvature_ * s[i + 1] * result.row(i + 1);
    return result;
  }

  [[nodiscard]] MatrixXd derivatives(double t, const MatrixXd& jet) const override
  {
    const Eigen::Index orders = jet.cols() - 1;
    MatrixXd z = jet.leftCols(orders), zp = jet.rightCols(orders);
    double factorial = 1;
    for (Eigen::Index k = 2; k < orders; ++k) {
      factorial *= static_cast<double>(k);
      z.col(k) /= factorial;
      zp.col(k) /= factorial;
    }
    for (int i = size() - 1; i >= 1; --i) {  // row i - 1 is still that of y
      zp.row(i) += 2 * curvature_ * product(z.row(i - 1), zp.row(i - 1));
      z.row(i) += curvature_ * product(z.row(i - 1), z.row(i - 1));
    }
    MatrixXd result = leading_ * zp + rest_ * z;
    factorial = 1;
    for (Eigen::Index k = 0; k < orders; ++k) {
      if (k > 1) factorial *= static_cast<double>(k);
      result.col(k) -= rows_ * polynomial(forcing_, static_cast<int>(k), t) / factorial;
    }
    for (int i = 0; i + 1 < size(); ++i) result.row(i) += curvature_ * product(result.row(i + 1), result.row(i + 1));
    factorial = 1;
    for (Eigen::Index k = 2; k < orders; ++k) {
      factorial *= static_cast<double>(k);
      result.col(k) *= factorial;
    }
    return result;
  }

  void change_variables(const VectorXd& y, const VectorXd& yp, VectorXd& z, VectorXd& zp) const
  {
    for (int i = 1; i < size(); ++i) {
      z[i] = y[i] + curvature_ * y[i - 1] * y[i - 1];
      zp[i] = yp[i] + 2 * curvature_ * y[i - 1] * yp[i - 1];
    }
  }

  /// N w' + w = g has the solution w = sum over k of (-N)^k g^(k).
  [[nodiscard]] VectorXd chain_values(double t, int derivative) const
  {
    const Eigen::Index algebraic = nilpotent_.rows();
    VectorXd value = VectorXd::Zero(algebraic);
    MatrixXd power = MatrixXd::Identity(algebraic, algebraic);
    for (int k = 0; k < index_; ++k) {
      value += power * polynomial(forcing_, k + derivative, t).tail(algebraic);
      power = MatrixXd(-nilpotent_ * power);
    }
    return value;
  }

  double curvature_;
  int states_ = 0, index_ = 0;
  MatrixXd nilpotent_, dynamics_, forcing_, rows_, columns_, leading_, rest_;
  Eigen::PartialPivLU<MatrixXd> unmixed_;  // of columns_
};

}  // namespace

MatrixXd orthonormal(MatrixXd columns, double negligible)
{
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    for (int sweep = 0; sweep < 2; ++sweep) {  // the second takes away what round-off left
      for (Eigen::Index i = 0; i < k; ++i) columns.col(k) -= columns.col(i).dot(columns.col(k)) * columns.col(i);
    }
    const double length = columns.col(k).norm();
    columns.col(k) *= length > negligible ? 1 / length : 0;
  }
  return columns;
}

std::unique_ptr<KnownSystem> kronecker_system(Generator& generator, int index, Mixing mixing, double curvature)
{
  return std::make_unique<Kronecker>(generator, index, mixing, curvature);
}

LinearConstraints linear_constraints(const KnownSystem& kronecker, double t)
{
  return dynamic_cast<const Kronecker&>(kronecker).constraints(t);
}

}  // namespace random_systems
