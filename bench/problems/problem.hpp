/* A scalable DAE with known consistent values. A family gives a model G(y, y') and a state (y*, y*') that fits the
   hidden constraints of G; the problem that is solved is

       F(t, y, y') = G(y, y') - f - t g,   f = G(y*, y*'),   g = G_y y*' in the algebraic equations, else 0,

   so that (y*, y*') is consistent at t = 0: F vanishes by f, and the first derivatives of the algebraic equations by g.
 */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_PROBLEM_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_PROBLEM_HPP

#include <vector>

#include "entries.hpp"

namespace ida_consistent_init::bench {

struct State
{
  std::vector<double> y, yp;
};

/* Numbers between -1 and 1. */
State random_state(int size, unsigned seed);

class Problem
{
 public:
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  virtual ~Problem() = default;

  int size() const { return size_; }
  int index() const { return index_; }
  const Pattern& pattern() const { return pattern_; }
  const State& known() const { return known_; }
  /* Does y_j' occur in F? */
  bool differential(int j) const { return differential_[j]; }

  void residual(double t, const double* y, const double* yp, double* r) const;

  /* values [pattern().row.size()] = F_y + cj F_y'. */
  void jacobian(double cj, const double* y, double* values) const;

  /* An inconsistent y from which the nearest consistent values are the known ones: y* + B^T m in the differential
     components, B = G_y(y*) in the equations without algebraic variables, because y* is then the foot of the
     perpendicular; algebraic components are anywhere. m and the displacement of the latter are at most `amplitude`. */
  std::vector<double> displaced(double amplitude) const;

  /* Largest error of y and of y' in the differential components, relative to 1 + the reference. */
  double gap(const double* y, const double* yp, const State& reference) const;

 protected:
  Problem(int size, int index) : size_(size), index_(index) {}

  virtual void model(const double* y, const double* yp, double* r) const = 0;
  /* Names the entries of G_y + cj G_y'; their places depend on nothing, G_y' is constant. */
  virtual void entries(double cj, const double* y, Entries& entries) const = 0;
  /* Distance from a position to its velocity among the components, at index 3; B displaces both. */
  virtual int velocity_offset() const { return 0; }

  /* The last act of a family's constructor. */
  void set_known(State known);

 private:
  int size_, index_;
  Pattern pattern_;
  State known_;
  std::vector<double> forcing_, forcing_slope_;
  std::vector<bool> differential_;  // of the components
  std::vector<bool> constraint_;    // of the equations: without algebraic variables and derivatives
};

}  // namespace ida_consistent_init::bench

#endif
