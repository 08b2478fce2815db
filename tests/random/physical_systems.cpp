#include <algorithm>
#include <cmath>

#include "random/known_system.hpp"

namespace random_systems {
namespace {

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

  [[nodiscard]] double violation(double, const VectorXd& y) const override
  {
    const int m = 2 * links_;
    const VectorXd position = constraint(y.head(m)), velocity = jacobian(y.head(m)) * y.segment(m, m);
    const double size = 1 + y.cwiseAbs().maxCoeff();
    return std::max(position.cwiseAbs().maxCoeff(), velocity.cwiseAbs().maxCoeff()) / (size * size);
  }

  [[nodiscard]] double violation(double t, const VectorXd& y, const VectorXd& yp) const override
  {
    const int m = 2 * links_;
    const VectorXd q = y.head(m), v = y.segment(m, m), acceleration = yp.segment(m, m);
    VectorXd r;
    residual(t, y, yp, r);
    // The second time derivative of the constraint: G v' + (dG/dt) v = 0.
    const double hidden = (jacobian(q) * acceleration + jacobian(v) * v).cwiseAbs().maxCoeff();
    const double size = 1 + y.cwiseAbs().maxCoeff() + yp.head(2 * m).cwiseAbs().maxCoeff();
    return std::max(r.cwiseAbs().maxCoeff(), hidden) / (size * size);
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

  [[nodiscard]] double violation(double t, const VectorXd& y) const override
  {
    return (y.head(sources_) - amplitude_ * std::sin(t + 1)).cwiseAbs().maxCoeff() / (1 + y.cwiseAbs().maxCoeff());
  }

  [[nodiscard]] double violation(double t, const VectorXd& y, const VectorXd& yp) const override
  {
    VectorXd r;
    residual(t, y, yp, r);
    const VectorXd hidden = yp.head(sources_) - amplitude_ * std::cos(t + 1);
    return std::max(r.cwiseAbs().maxCoeff(), hidden.cwiseAbs().maxCoeff()) /
           (1 + y.cwiseAbs().maxCoeff() + yp.head(nodes_).cwiseAbs().maxCoeff());
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
