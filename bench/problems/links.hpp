/* Planar rigid links in Cartesian coordinates, each hinged to the lower end of its parent or to the support, index 3:
   x y angle, u v angular velocity, and the force (f, g) in the joint at the upper end of each link. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_LINKS_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_LINKS_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

/* Parents of the links; the support is the parent of the first one. */
inline std::vector<int> chain_of_links(int n)
{
  std::vector<int> parent(std::max(1, n / 8));
  for (int k = 0; k < static_cast<int>(parent.size()); ++k) parent[k] = k - 1;
  return parent;
}

inline std::vector<int> tree_of_links(int n)
{
  std::mt19937 generator(6);
  std::vector<int> parent(std::max(1, n / 8), -1);
  for (int k = 1; k < static_cast<int>(parent.size()); ++k) {
    parent[k] = std::uniform_int_distribution<int>(0, k - 1)(generator);
  }
  return parent;
}

class Links final : public Problem
{
 public:
  explicit Links(std::vector<int> parent)
      : Problem(kPerLink * static_cast<int>(parent.size()), 3), parent_(std::move(parent))
  {
    set_known(swinging());
  }

 private:
  static constexpr int kPerLink = 8;
  static constexpr double kHalf = 0.5, kInertia = 1.0 / 12;  // of a link of mass and length 1

  int velocity_offset() const override { return 3; }
  int links() const { return static_cast<int>(parent_.size()); }

  void model(const double* y, const double* yp, double* r) const override
  {
    for (int k = 0; k < links(); ++k) {
      const double *q = y + kPerLink * k, *rate = yp + kPerLink * k;
      double* row = r + kPerLink * k;
      const double c = kHalf * std::cos(q[2]), s = kHalf * std::sin(q[2]), f = q[6], g = q[7];
      for (int i = 0; i < 3; ++i) row[i] = rate[i] - q[3 + i];
      row[3] = rate[3] - f;
      row[4] = rate[4] - g;
      row[5] = kInertia * rate[5] + c * g - s * f;
      row[6] = q[0] - c;
      row[7] = q[1] - s;
      if (parent_[k] < 0) continue;
      const double* above = y + kPerLink * parent_[k];
      double* row_above = r + kPerLink * parent_[k];  // filled before, since parents have smaller numbers
      const double c_above = kHalf * std::cos(above[2]), s_above = kHalf * std::sin(above[2]);
      row_above[3] += f;
      row_above[4] += g;
      row_above[5] += c_above * g - s_above * f;
      row[6] -= above[0] + c_above;
      row[7] -= above[1] + s_above;
    }
  }

  void entries(double cj, const double* y, Entries& entries) const override
  {
    for (int k = 0; k < links(); ++k) {
      const int first = kPerLink * k, force = first + 6;
      const double* q = y + first;
      const double c = kHalf * std::cos(q[2]), s = kHalf * std::sin(q[2]);
      for (int i = 0; i < 3; ++i) {
        entries.add(first + i, first + i, cj);
        entries.add(first + i, first + 3 + i, -1);
        entries.add(first + 3 + i, first + 3 + i, i == 2 ? cj * kInertia : cj);
      }
      for (int i = 0; i < 2; ++i) {
        entries.add(first + 3 + i, force + i, -1);
        entries.add(first + 5, force + i, i == 0 ? -s : c);
        entries.add(force + i, first + i, 1);
        entries.add(force + i, first + 2, i == 0 ? s : -c);
      }
      entries.add(first + 5, first + 2, -s * q[7] - c * q[6]);
      if (parent_[k] < 0) continue;
      const int above = kPerLink * parent_[k];
      const double c_above = kHalf * std::cos(y[above + 2]), s_above = kHalf * std::sin(y[above + 2]);
      for (int i = 0; i < 2; ++i) {
        entries.add(above + 3 + i, force + i, 1);
        entries.add(above + 5, force + i, i == 0 ? -s_above : c_above);
        entries.add(force + i, above + i, -1);
        entries.add(force + i, above + 2, i == 0 ? s_above : -c_above);
      }
      entries.add(above + 5, above + 2, -s_above * q[7] - c_above * q[6]);
    }
  }

  /* A motion that keeps the joints closed: any angles and their first two derivatives, and the positions, velocities
     and accelerations that follow from the support downwards. */
  State swinging() const
  {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    State known{std::vector<double>(size()), std::vector<double>(size())};
    std::vector<std::array<double, 6>> lower_end(links());  // position, velocity, acceleration
    for (int k = 0; k < links(); ++k) {
      const double angle = -1.5 + 0.8 * uniform(generator), rate = 0.1 * uniform(generator);
      const double rate_of_rate = 0.1 * uniform(generator);
      const double c = kHalf * std::cos(angle), s = kHalf * std::sin(angle);
      const std::array<double, 6> half{
          c, s, -s * rate, c * rate, -s * rate_of_rate - c * rate * rate, c * rate_of_rate - s * rate * rate};
      std::array<double, 6> middle{};
      for (int i = 0; i < 6; ++i) {
        middle[i] = (parent_[k] < 0 ? 0 : lower_end[parent_[k]][i]) + half[i];
        lower_end[k][i] = middle[i] + half[i];
      }
      double *y = known.y.data() + kPerLink * k, *yp = known.yp.data() + kPerLink * k;
      std::copy_n(std::array{middle[0], middle[1], angle, middle[2], middle[3], rate}.data(), 6, y);
      std::copy_n(std::array{middle[2], middle[3], rate, middle[4], middle[5], rate_of_rate}.data(), 6, yp);
      for (int i = 6; i < kPerLink; ++i) y[i] = uniform(generator);
    }
    return known;
  }

  std::vector<int> parent_;
};

}  // namespace ida_consistent_init::bench

#endif
