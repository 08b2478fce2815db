#pragma once
#include <Eigen/SparseCore>
#include <vector>

#include "ida_consistent_init/derivatives/condition_rows.hpp"
#include "ida_consistent_init/derivatives/derivative_source.hpp"
#include "ida_consistent_init/derivatives/jacobian_source.hpp"

namespace ida_consistent_init::derivatives {

/// Equation i, differentiated `order` times: F_i^(order) = 0. Equations n, n + 1, ... (order 0) are the extra
/// conditions.
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

  DerivativeArray(DerivativeSource& source, JacobianSource& jacobians) : source_(source), jacobians_(jacobians) {}
  /// conditions: rows n, n + 1, ...; must outlive this object.
  DerivativeArray(DerivativeSource& source, JacobianSource& jacobians, const ConditionRows& conditions)
      : source_(source), jacobians_(jacobians), conditions_(&conditions)
  {
  }

  Residual residual(const std::vector<Row>& rows, const Jet& jet, const Vector& roundoff_scale);

  /// [rows x columns] d F_i^(m) / d y_j^(q) = C(m,q) D^(m-q) F_y + C(m,q-1) D^(m-q+1) F_y'  (Leibniz on the Taylor
  /// polynomial). leading_only: just the terms without a differentiated Jacobian, which are all there are when rows
  /// and columns belong to one stage; else D^r of the Jacobians comes from their values at the nodes of the source.
  /// error: if given, receives the estimated absolute error of each entry; entries below theirs are left out.
  Eigen::SparseMatrix<double> jacobian(const std::vector<Row>& rows, const std::vector<Column>& columns, const Jet& jet,
                                       bool leading_only, Eigen::SparseMatrix<double>* error = nullptr);

  /// [n + conditions] sum_j |F_y| |y_j| + |F_y'| |y_j'|: the magnitude of the terms that add up to F_i.
  Vector term_scale(const Jet& jet);

  [[nodiscard]] JacobianSource& jacobians() { return jacobians_; }
  [[nodiscard]] DerivativeSource& differences() { return source_; }

 private:
  /// D^r F_y and D^r F_y' with the estimated errors of their entries; for r = 0 these are filled in where wanted.
  struct Differentiated
  {
    JacobianPair value, error;
  };
  std::vector<Differentiated> jacobian_derivatives(const Jet& jet, int highest);
  JacobianPair entry_errors(const JacobianPair& value, const Jet& jet);
  void differentiate(const NodeSet& set, const std::vector<JacobianPair>& nodes, int r, Differentiated& result) const;
  /// The part of term_scale that belongs to the equations.
  Vector equation_scale(const Jet& jet);
  [[nodiscard]] int condition_count() const { return conditions_ == nullptr ? 0 : conditions_->count(); }

  DerivativeSource& source_;
  JacobianSource& jacobians_;
  const ConditionRows* conditions_ = nullptr;
};

}  // namespace ida_consistent_init::derivatives
