#include <algorithm>
#include <cmath>
#include <limits>

#include "random/known_system.hpp"

namespace random_systems {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Unknowns: x_1, y_1, x_2, ... of the joints, their velocities, and a multiplier for each link.
class Linkage final : public KnownSystem
{
 public:
  explicit Linkage(Generator& generator) : links_(pick(generator, 1, 4)), length_(links_), inverse_mass_(links_)
  {
    for (int k = 0; k < links_; ++k) {
      length_[k] = std::exp2(0.5 * pick(generator, -2, 2));
      inverse_mass_[k] = std::exp2(pick(generator, -2, 2));
    }
  }

  [[nodiscard]] int size() const override { return 5 * links_; }

  void residual(double, const VectorXd& y, const VectorXd& yp, VectorXd& r) const override
  {
    const int m = 2 * links_;
    const VectorXd q = y.head(m), v = y.segment(m, m);
    r.resize(size());
    r.head(m) = yp.head(m) - v;
    const VectorXd force = jacobian(q).transpose() * y.tail(links_);
    for (int k = 0; k < m; ++k) r[m + k] = yp[m + k] + inverse_mass_[k / 2] * force[k] + (k % 2 == 1 ? 9.81 : 0.0);
    r.tail(links_) = constraint(q);
  }

  /// The angles of the links and their rates are free.
  [[nodiscard]] Values known(double, const VectorXd& y) const override
  {
    const int m = 2 * links_;
    Values values{VectorXd(size()), VectorXd::Constant(size(), unknown)};
    Eigen::Vector2d joint(0, 0), velocity(0, 0);
    for (int k = 0; k < links_; ++k) {
      const Eigen::Vector2d along = link(y.head(m), k).normalized(), across(-along[1], along[0]);
      joint += length_[k] * along;
      velocity += across.dot(link(y.segment(m, m), k)) * across;
      values.y.segment(2 * k, 2) = joint;
      values.y.segment(m + 2 * k, 2) = velocity;
    }
    // v' = a - M^-1 G^T lambda, a the weight's; the second derivative of the constraints: G v' + (dG/dt) v = 0.
    const VectorXd q = values.y.head(m), v = values.y.segment(m, m);
    const MatrixXd G = jacobian(q);
    MatrixXd push = G.transpose();
    VectorXd acceleration(m);
    for (int k = 0; k < m; ++k) {
      push.row(k) *= inverse_mass_[k / 2];
      acceleration[k] = k % 2 == 1 ? -9.81 : 0.0;
    }
    const MatrixXd mobility = G * push;
    const VectorXd multipliers =
        Eigen::PartialPivLU<MatrixXd>(mobility).solve(VectorXd(G * acceleration + jacobian(v) * v));
    values.y.tail(links_) = multipliers;
    values.yp.head(m) = v;
    values.yp.segment(m, m) = acceleration - push * multipliers;
    return values;
  }

  [[nodiscard]] VectorXd consistent(double, Generator& generator) const override
  {
    const int m = 2 * links_;
    VectorXd y = VectorXd::Zero(size());
    Eigen::Vector2d joint(0, 0), velocity(0, 0);
    for (int k = 0; k < links_; ++k) {
      const double angle = std::uniform_real_distribution<double>(-3, 3)(generator);
      const double rate = std::uniform_real_distribution<double>(-1, 1)(generator);
      joint += length_[k] * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      velocity += rate * length_[k] * Eigen::Vector2d(-std::sin(angle), std::cos(angle));
      y.segment(2 * k, 2) = joint;
      y.segment(m + 2 * k, 2) = velocity;
    }
    return y;
  }

 private:
  /// From joint k - 1 (the origin for k = 0) to joint k.
  [[nodiscard]] static Eigen::Vector2d link(const VectorXd& q, int k)
  {
    Eigen::Vector2d end = q.segment(2 * k, 2);
    if (k > 0) end -= q.segment(2 * k - 2, 2);
    return end;
  }

  [[nodiscard]] VectorXd constraint(const VectorXd& q) const
  {
    VectorXd value(links_);
    for (int k = 0; k < links_; ++k) value[k] = (link(q, k).squaredNorm() - length_[k] * length_[k]) / 2;
    return value;
  }

  [[nodiscard]] MatrixXd jacobian(const VectorXd& q) const
  {
    MatrixXd G = MatrixXd::Zero(links_, 2 * links_);
    for (int k = 0; k < links_; ++k) {
      G.block(k, 2 * k, 1, 2) = link(q, k).transpose();
      if (k > 0) G.block(k, 2 * k - 2, 1, 2) = -link(q, k).transpose();
    }
    return G;
  }

  int links_;
  VectorXd length_, inverse_mass_;
};

/// Unknowns: potentials of the nodes, currents of the sources. C e' + L e + B j = 0, B^T e = v(t).
class Network final : public KnownSystem
{
 public:
  explicit Network(Generator& generator)
      : nodes_(pick(generator, 2, 8)),
        sources_(pick(generator, 1, std::max(1, nodes_ / 2))),
        capacity_(nodes_),
        conductance_(MatrixXd::Zero(nodes_, nodes_)),
        amplitude_(random_vector(generator, sources_, 2))
  {
    for (int k = 0; k < nodes_; ++k) capacity_[k] = std::exp2(pick(generator, -3, 3));
    for (int resistors = 2 * nodes_; resistors > 0; --resistors) {
      const int a = pick(generator, 0, nodes_ - 1), b = pick(generator, 0, nodes_ - 1);
      const double value = std::exp2(pick(generator, -3, 3));
      conductance_(a, a) += value;
      if (a == b) continue;
      conductance_(b, b) += value;
      conductance_(a, b) -= value;
      conductance_(b, a) -= value;
    }
  }

  [[nodiscard]] int size() const override { return nodes_ + sources_; }

  void residual(double t, const VectorXd& y, const VectorXd& yp, VectorXd& r) const override
  {
    r.resize(size());
    r.head(nodes_) = capacity_.cwiseProduct(yp.head(nodes_)) + conductance_ * y.head(nodes_);
    // Saturating leaks to the ground make it nonlinear.
    r.head(nodes_) += y.head(nodes_).array().tanh().matrix();
    r.head(sources_) += y.tail(sources_);
    r.tail(sources_) = y.head(sources_) - amplitude_ * std::sin(t + 1);
  }

  /// The potentials without a source are free.
  [[nodiscard]] Values known(double t, const VectorXd& y) const override
  {
    Values values{y, VectorXd::Constant(size(), unknown)};
    values.y.head(sources_) = amplitude_ * std::sin(t + 1);
    values.y.tail(sources_).setZero();
    VectorXd leak;
    residual(t, values.y, VectorXd::Zero(size()), leak);
    values.yp.head(nodes_) = -leak.head(nodes_).cwiseQuotient(capacity_);
    values.yp.head(sources_) = amplitude_ * std::cos(t + 1);
    values.y.tail(sources_) = -leak.head(sources_) - capacity_.head(sources_).cwiseProduct(values.yp.head(sources_));
    return values;
  }

  [[nodiscard]] VectorXd consistent(double t, Generator& generator) const override
  {
    VectorXd y(size());
    y << amplitude_ * std::sin(t + 1), random_vector(generator, nodes_ - sources_, 2), VectorXd::Zero(sources_);
    return y;
  }

 private:
  int nodes_, sources_;
  VectorXd capacity_;
  MatrixXd conductance_;
  VectorXd amplitude_;
};

}  // namespace

std::unique_ptr<KnownSystem> linkage(Generator& generator)
{
  return std::make_unique<Linkage>(generator);
}

std::unique_ptr<KnownSystem> network(Generator& generator)
{
  return std::make_unique<Network>(generator);
}

}  // namespace random_systems
