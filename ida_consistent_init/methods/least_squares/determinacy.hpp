#pragma once
#include "ida_consistent_init/methods/step_by_step/stage.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {

/// What F, F', ..., F^(m) say about (y, y') near a point, by ranks alone.
struct Determinacy
{
  int differentiations = 0;  // m
  /// y' is a function of y: m is at least the index (Definition 2.4 of Leimkuhler, Petzold, Gear).
  bool derivatives_determined = false;
  std::vector<char> derivative_determined;  // [n] of y_j', for given y
  int constraints = 0;                      // independent constraints on y
  std::vector<char> constrained;            // [n] y_j takes part in some constraint on y
  /// [rows of the block] the row takes part in what the equations say about (y, y'); the others only fix higher
  /// derivatives and may be dropped with them.
  std::vector<char> row_needed;
  /// Orthonormal directions in which the values among the block's columns may move; rows in their order.
  Eigen::MatrixXd free_directions;
  int dependent_rows = 0;  // rows beyond the rank of [U P V]
  double gap = 0;          // smallest singular value kept over the largest dropped (or the noise)
  /// Of the least clear of the three rank decisions (linear::RankByGap).
  double clarity = 0;

  [[nodiscard]] bool is_clear() const { return clarity >= 10; }
  /// As many constraints, and the same derivatives determined.
  [[nodiscard]] bool agrees_with(const Determinacy& other) const
  {
    return constraints == other.constraints && derivative_determined == other.derivative_determined;
  }
};

/// Ranks of the derivative array's Jacobian [U P V], U the columns of y, P of y', V of higher derivatives: with Q2 the
/// left null space of V and Q3 that of Q2^T P, y' is determined where the null space of Q2^T P vanishes (Lemma 4.5 of
/// the paper for given y), and Q3^T Q2^T U holds the constraints on y.
/// block: rows and all columns, held or not (see without_wishes). beside: a jet that may be the true one for all that
/// is known, if given; entries of the Jacobian are as uncertain as they change up to there.
Determinacy determinacy(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet, int m,
                        const derivatives::Jet* beside = nullptr);

/// F_y + s F_y' is regular at one s that is no eigenvalue by chance.
bool has_regular_pencil(derivatives::DerivativeArray& array, const derivatives::Jet& jet);

/// [n] how often each equation is differentiated for the constraints on (y, y'). equations: the rows of `found`.
std::vector<int> differentiations_needed(const Determinacy& found, const Stage& equations, int n);

/// Index of each variable as an integrator needs it, from the levels m = 0, 1, ...: the differentiations that its
/// derivative takes, or, if larger, one more than the first level at which a constraint on y involves it, where of the
/// variables that become constrained there those count whose derivatives take most (a state beside a multiplier does
/// not); 0 for free states.
std::vector<int> variable_index(const std::vector<Determinacy>& levels);

/// The refusal where ranks are no clearer than that.
support::Error doubtful_ranks(const Determinacy& found);

}  // namespace ida_consistent_init::methods
