#pragma once
#include <Eigen/Core>
#include <algorithm>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::derivatives {

using support::Vector;

/// A jet: column q holds y^(q)(t0), q = 0 .. order(). Entries that no equation needs are zero.
class Jet
{
 public:
  Jet(int n, int order) : values_(Eigen::MatrixXd::Zero(n, order + 1)) {}

  [[nodiscard]] int size() const { return static_cast<int>(values_.rows()); }
  [[nodiscard]] int order() const { return static_cast<int>(values_.cols()) - 1; }
  double& operator()(int variable, int order) { return values_(variable, order); }
  double operator()(int variable, int order) const { return values_(variable, order); }
  [[nodiscard]] const Eigen::MatrixXd& coefficients() const { return values_; }
  [[nodiscard]] Vector derivative(int order) const { return values_.col(order); }
  void set_derivative(int order, const Vector& value) { values_.col(order) = value; }

  /// y(t0 + tau) = sum_q Y[q] tau^q / q! and its derivative.
  void evaluate(double tau, Vector& y, Vector& yp) const
  {
    y.resize(size());
    yp.resize(size());
    evaluate_into(tau, y, yp);
  }

  /// The same, into vectors of the right size.
  void evaluate_into(double tau, Eigen::Ref<Vector> y, Eigen::Ref<Vector> yp) const
  {
    constexpr int piece = 512;  // of rows, so that all orders of it stay in the cache
    for (int first = 0; first < size(); first += piece) {
      const int rows = std::min(piece, size() - first);
      const auto values = values_.middleRows(first, rows);
      auto y_piece = y.segment(first, rows), yp_piece = yp.segment(first, rows);
      // Horner: y = Y0 + tau (Y1 + tau/2 (Y2 + ...)), the derivative by the same recurrence one order up.
      y_piece = values.col(order());
      for (int q = order() - 1; q >= 0; --q) y_piece = values.col(q) + tau / (q + 1) * y_piece;
      if (order() == 0) {
        yp_piece.setZero();
        continue;
      }
      yp_piece = values.col(order());
      for (int q = order() - 1; q >= 1; --q) yp_piece = values.col(q) + tau / q * yp_piece;
    }
  }

 private:
  Eigen::MatrixXd values_;
};

}  // namespace ida_consistent_init::derivatives
