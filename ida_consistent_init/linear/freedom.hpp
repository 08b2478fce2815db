#pragma once
#include <Eigen/QR>
#include <vector>

namespace ida_consistent_init::linear {

/// Directions along which unknowns may move without a change of the equations, and what wishes make of them.
class Freedom
{
 public:
  Freedom() = default;

  /// directions: [unknowns x directions], independent. scale: [unknowns] of a direction that touches an unknown as
  /// much as any. weight: of the wishes, 0 without one. Directions along which wishes change by less than `threshold`
  /// of the largest change count as indifferent.
  Freedom(Eigen::MatrixXd directions, Eigen::VectorXd scale, const Eigen::VectorXd& weight, double threshold);

  [[nodiscard]] const Eigen::MatrixXd& directions() const { return directions_; }

  /// d moved to where || W (d - toward) || is least; among several such points by the shortest way.
  [[nodiscard]] Eigen::VectorXd nearest(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const;

  /// 1 for unknowns that all directions leave in place.
  [[nodiscard]] std::vector<char> determined() const { return untouched_by(directions_); }

  /// 1 for unknowns that all directions without a wish leave in place.
  [[nodiscard]] std::vector<char> unique() const;

 private:
  [[nodiscard]] std::vector<char> untouched_by(const Eigen::MatrixXd& directions) const;

  Eigen::MatrixXd directions_;
  Eigen::VectorXd scale_, weight_;
  Eigen::MatrixXd wishes_;                                        // W directions, cleaned
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> wish_;  // of wishes_
};

}  // namespace ida_consistent_init::linear
