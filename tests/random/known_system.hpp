/// Random systems whose consistent values are known from their construction.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <random>
#include <string>

namespace random_systems {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Generator = std::mt19937;

struct Values
{
  VectorXd y, yp;
};

/// What a model written for automatic differentiation gives.
class ExactDerivatives
{
 public:
  virtual ~ExactDerivatives() = default;
  /// F_y + cj F_y'
  [[nodiscard]] virtual MatrixXd jacobian(double t, double cj, const VectorXd& y, const VectorXd& yp) const = 0;
  /// [n x (order + 1)] as IDACISetTaylorFn wants them; jet [n x (order + 2)].
  [[nodiscard]] virtual MatrixXd derivatives(double t, const MatrixXd& jet) const = 0;
};

class KnownSystem
{
 public:
  virtual ~KnownSystem() = default;
  /// Null: the system knows its residual only.
  [[nodiscard]] virtual const ExactDerivatives* exact() const { return nullptr; }
  [[nodiscard]] virtual int size() const = 0;
  virtual void residual(double t, const VectorXd& y, const VectorXd& yp, VectorXd& r) const = 0;
  /// The consistent values that share their free parameters with y; NaN where the construction knows none.
  [[nodiscard]] virtual Values known(double t, const VectorXd& y) const = 0;
  /// Some y at t that satisfies the constraints, multipliers and currents apart.
  [[nodiscard]] virtual VectorXd consistent(double t, Generator& generator) const = 0;
};

inline int pick(Generator& generator, int low, int high)
{
  return std::uniform_int_distribution<int>(low, high)(generator);
}

inline VectorXd random_vector(Generator& generator, int n, double size)
{
  std::uniform_real_distribution<double> entry(-size, size);
  return VectorXd::NullaryExpr(n, [&](Eigen::Index) { return entry(generator); });
}

/// Orthonormal columns that span those of the matrix; columns that add less than `negligible` become zero.
MatrixXd orthonormal(MatrixXd columns, double negligible);

enum class Mixing
{
  permuted,  // equations and variables in random order and units: the pattern shows the index
  sparse,    // a few equations and variables added to others: the pattern may hide it
  dense,     // everything in everything: it always does
};

/// E y' + A y = f(t) with P E Q = diag(I, N), P A Q = diag(R, I), P f polynomial in t: Kronecker's form of the given
/// index, N one nilpotent chain of that length and some shorter ones. With `curvature` the same after the change of
/// variables z_i = y_i + curvature y_(i-1)^2 and of equations r_i = s_i + curvature s_(i+1)^2.
std::unique_ptr<KnownSystem> kronecker_system(Generator& generator, int index, Mixing mixing, double curvature);

/// Linear constraints of a Kronecker system with curvature 0: y is consistent if C y = value.
struct LinearConstraints
{
  MatrixXd matrix;
  VectorXd value;
};
LinearConstraints linear_constraints(const KnownSystem& kronecker, double t);

/// Chain of rigid links that starts at the origin and swings in a plane under gravity: index 3.
std::unique_ptr<KnownSystem> linkage(Generator& generator);

/// Nodes with capacitors to the ground, random resistors between them, voltage sources at some: index 2.
std::unique_ptr<KnownSystem> network(Generator& generator);

}  // namespace random_systems
