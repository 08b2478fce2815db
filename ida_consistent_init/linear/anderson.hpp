#pragma once
#include <Eigen/Dense>
#include <deque>

namespace ida_consistent_init::linear {

/// Anderson acceleration of a fixed-point iteration x <- x + f(x): from the last few pairs (x, f) the combination of
/// x + f whose f is least. Turns the linear convergence of projections on curved constraints into a superlinear one.
/// D. G. Anderson, J. ACM 12 (1965); form of Walker, Ni, SIAM J. Numer. Anal. 49 (2011), equation (1.2).
class Anderson
{
 public:
  explicit Anderson(std::size_t depth) : depth_(depth) {}

  void clear() { points_.clear(); }

  void push(const Eigen::VectorXd& x, const Eigen::VectorXd& f) {
    points_.push_back({x, f});
    if (points_.size() > depth_ + 1) points_.pop_front();
  }

  [[nodiscard]] bool ready() const { return points_.size() >= 2; }

  [[nodiscard]] Eigen::VectorXd next() const {
    const Point& last = points_.back();
    const auto history = static_cast<Eigen::Index>(points_.size()) - 1;
    Eigen::MatrixXd df(last.f.size(), history);
    Eigen::MatrixXd dg(last.f.size(), history);
    for (Eigen::Index k = 0; k < history; ++k) {
      const Point& point = points_[static_cast<std::size_t>(k)];
      df.col(k) = last.f - point.f;
      dg.col(k) = df.col(k) + last.x - point.x;
    }
    const Eigen::VectorXd gamma = df.completeOrthogonalDecomposition().solve(last.f);
    return last.x + last.f - dg * gamma;
  }

 private:
  struct Point
  {
    Eigen::VectorXd x, f;
  };
  std::size_t depth_;
  std::deque<Point> points_;
};

}  // namespace ida_consistent_init::linear
