#pragma once
#include <Eigen/SparseCore>
#include <vector>

#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/derivatives/jacobian_source.hpp"

namespace ida_consistent_init::derivatives {

/// Equation i, differentiated `order` times: F_i^(order) = 0.
struct Row
{
  int equation, order;
};

/// Unknown y_variable^(order).
struct Column
{
  int variable, order;
};

/// Rows of the derivative array [F; F'; F''; ...] at t0 and their derivatives by entries of the jet.
class DerivativeArray
{
 public:
  struct Residual
  {
    problem::Outcome outcome = problem::Outcome::ok;
    Vector value, error;  // one a row: F_i^(m) and its estimated error
  };

  DerivativeArray(DifferenceSource& source, JacobianSource& jacobians) : source_(source), jacobians_(jacobians) {}

  Residual residual(const std::vector<Row>& rows, const Jet& jet, const Vector& roundoff_scale);

  /// [rows x columns] d F_i^(m) / d y_j^(q) = C(m,q) D^(m-q) F_y + C(m,q-1) D^(m-q+1) F_y'  (Leibniz on the Taylor
  /// polynomial). leading_only: just the terms without a differentiated Jacobian, which are all there are when rows
  /// and columns belong to one stage; else D^r of the Jacobians comes from their values at the nodes of the source.
  Eigen::SparseMatrix<double> jacobian(const std::vector<Row>& rows, const std::vector<Column>& columns, const Jet& jet,
                                       bool leading_only);

  /// [n] sum_j |F_y| |y_j| + |F_y'| |y_j'| + |F_i|: the magnitude of the terms that add up to F_i.
  Vector term_scale(const Jet& jet);

  [[nodiscard]] JacobianSource& jacobians() { return jacobians_; }
  [[nodiscard]] DifferenceSource& differences() { return source_; }

 private:
  std::vector<JacobianPair> jacobian_derivatives(const Jet& jet, int highest);

  DifferenceSource& source_;
  JacobianSource& jacobians_;
};

}  // namespace ida_consistent_init::derivatives
