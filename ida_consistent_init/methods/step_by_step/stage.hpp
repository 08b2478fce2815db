#pragma once
#include <string>
#include <vector>

#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/structure/offsets.hpp"

namespace ida_consistent_init::methods {

using derivatives::Column;
using derivatives::Row;

/// Stages first .. last of the step-by-step method, solved as one block. Stage k has the equations F_i^(k+c_i) = 0
/// with k + c_i >= 0 and the unknowns y_j^(k+d_j) with k + d_j >= 0 that are not held.
struct Stage
{
  int first = 0, last = 0;
  std::vector<Row> rows;
  std::vector<Column> columns;
  std::vector<Column> held{};    // unknowns of these stages that the user holds
  double derivative_weight = 0;  // without nearest point: resistance of derivatives to change, that of values is 1
  bool nearest = true;           // the point nearest to the guess; false: any point, by short steps
  /// Steps by the ranks of the columns of y, of y' and of higher derivatives, which come in this order.
  bool by_ranks = false;
  std::string label{};  // of a block that is no stage; "": the stage number

  [[nodiscard]] bool merged() const { return first < last; }
  /// "stage -1", or the label.
  [[nodiscard]] std::string name() const { return label.empty() ? "stage " + std::to_string(last) : label; }
};

/// [columns] the user's weights of the values among the columns; 0 for derivatives, which have no guess.
support::Vector wish_weights(const problem::Problem& problem, const Stage& stage);

/// The jet with its components among the stage's columns moved by d [columns].
derivatives::Jet moved_by(const support::Vector& d, const Stage& stage, derivatives::Jet jet);

/// Lists the stages of a problem with given offsets.
class StagePlan
{
 public:
  StagePlan(const problem::Problem& problem, const structure::Offsets& offsets);

  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] Stage stages(int first, int last) const;
  /// True if no equation is differentiated: index 0 or 1.
  [[nodiscard]] bool only_last_has_rows() const;
  /// True if stage k has an unknown that is not held: pulling it into a later block brings freedom.
  [[nodiscard]] bool has_unknowns(int k) const;

 private:
  void append(int k, Stage& stage) const;

  const problem::Problem& problem_;
  const structure::Offsets& offsets_;
  int first_ = 0;
};

}  // namespace ida_consistent_init::methods
