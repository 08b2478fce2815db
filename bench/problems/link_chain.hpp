/* Planar rigid links in Cartesian coordinates, hinged to each other and to a support: x y angle, u v angular velocity,
   and the joint force (f, g) at the upper end of each link; two constraints a joint, index 3. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_LINK_CHAIN_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_LINK_CHAIN_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace ida_consistent_init::bench {

class LinkChain
{
 public:
  static constexpr int kPerLink = 8;

  explicit LinkChain(int links) : links_(links) {}

  int size() const { return kPerLink * links_; }

  void residual(const double* y, const double* yp, double* r) const
  {
    for (int k = 0; k < links_; ++k) {
      const double *q = y + kPerLink * k, *rate = yp + kPerLink * k;
      double* row = r + kPerLink * k;
      const bool last = k + 1 == links_;
      const double f = last ? 0 : q[kPerLink + 6], g = last ? 0 : q[kPerLink + 7];  // of the joint below
      const double c = kHalf * std::cos(q[2]), s = kHalf * std::sin(q[2]);
      for (int i = 0; i < 3; ++i) row[i] = rate[i] - q[3 + i];
      row[3] = rate[3] - q[6] + f;
      row[4] = rate[4] - q[7] + g + kGravity;
      row[5] = kInertia * rate[5] + c * (q[7] + g) - s * (q[6] + f);
      const auto [above_x, above_y] = k == 0 ? Point{0, 0} : lower_end(q - kPerLink);
      row[6] = q[0] - c - above_x;
      row[7] = q[1] - s - above_y;
    }
  }

  /* visit(row, column, value) for each entry of F_y + cj F_y'; the places do not depend on y. */
  template <class Visit>
  void jacobian(double cj, const double* y, Visit visit) const
  {
    for (int k = 0; k < links_; ++k) {
      const int first = kPerLink * k, below = first + kPerLink;
      const double* q = y + first;
      const double c = kHalf * std::cos(q[2]), s = kHalf * std::sin(q[2]);
      const bool last = k + 1 == links_;
      const double f = last ? 0 : q[kPerLink + 6], g = last ? 0 : q[kPerLink + 7];
      for (int i = 0; i < 3; ++i) {
        visit(first + i, first + i, cj);
        visit(first + i, first + 3 + i, -1);
        visit(first + 3 + i, first + 3 + i, i == 2 ? cj * kInertia : cj);
      }
      for (int i = 0; i < 2; ++i) visit(first + 3 + i, first + 6 + i, -1);
      visit(first + 5, first + 2, -s * (q[7] + g) - c * (q[6] + f));
      visit(first + 5, first + 6, -s);
      visit(first + 5, first + 7, c);
      if (!last) {
        for (int i = 0; i < 2; ++i) visit(first + 3 + i, below + 6 + i, 1);
        visit(first + 5, below + 6, -s);
        visit(first + 5, below + 7, c);
      }
      for (int i = 0; i < 2; ++i) {
        const double turn = i == 0 ? s : -c;
        visit(first + 6 + i, first + i, 1);
        visit(first + 6 + i, first + 2, turn);
        if (last) continue;
        visit(below + 6 + i, first + i, -1);
        visit(below + 6 + i, first + 2, turn);
      }
    }
  }

  /* Positions up to 1 % off, velocities that tear the links apart, no forces. */
  std::vector<double> guess() const
  {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> y;
    Point end{0, 0};
    for (int k = 0; k < links_; ++k) {
      const double angle = -1.5 + 0.8 * uniform(generator);
      std::array<double, kPerLink> q{end.first + kHalf * std::cos(angle), end.second + kHalf * std::sin(angle), angle};
      end = lower_end(q.data());
      for (int i = 0; i < 3; ++i) q[i] += 0.01 * uniform(generator);
      for (int i = 3; i < 6; ++i) q[i] = 0.1 * uniform(generator);
      y.insert(y.end(), q.begin(), q.end());
    }
    return y;
  }

  /* Largest gap between two links that share a joint, and its time derivative. */
  std::pair<double, double> violations(const double* y) const
  {
    std::pair<double, double> worst{0, 0};
    Point end{0, 0}, velocity{0, 0};
    for (int k = 0; k < links_; ++k) {
      const double* q = y + kPerLink * k;
      const double c = kHalf * std::cos(q[2]), s = kHalf * std::sin(q[2]);
      worst.first = std::max({worst.first, std::abs(q[0] - c - end.first), std::abs(q[1] - s - end.second)});
      worst.second = std::max(
          {worst.second, std::abs(q[3] + s * q[5] - velocity.first), std::abs(q[4] - c * q[5] - velocity.second)});
      end = lower_end(q);
      velocity = {q[3] - s * q[5], q[4] + c * q[5]};
    }
    return worst;
  }

 private:
  using Point = std::pair<double, double>;
  static constexpr double kHalf = 0.5, kInertia = 1.0 / 12, kGravity = 9.81;  // of a link of mass and length 1

  static Point lower_end(const double* q) { return {q[0] + kHalf * std::cos(q[2]), q[1] + kHalf * std::sin(q[2])}; }

  int links_;
};

}  // namespace ida_consistent_init::bench

#endif
