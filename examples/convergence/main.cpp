// Do the difference formulas keep their order? Errors of an index-2 and an index-3 quantity against the displacement h,
// orders 1 to 6. Ends with 1 if a slope above the round-off is not that of the order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "convergence/study.hpp"
#include "support/command_line.hpp"
#include "support/picture.hpp"

namespace {

using convergence::Curve;
using convergence::Point;

constexpr int kHighestOrder = 6;
constexpr double kSlopeBound = 0.3;

bool show(const convergence::Problem& problem, const std::vector<Curve>& curves)
{
  fmt::print("{}\n  {:>5} {:>7} {:>15} {:>10} {:>7} {:>8}\n", problem.quantity, "order", "slope", "smallest error",
             "at h", "solved", "refused");
  bool good = true;
  for (const Curve& curve : curves) {
    const auto best = std::min_element(curve.points.begin(), curve.points.end(),
                                       [](const Point& a, const Point& b) { return a.error < b.error; });
    fmt::print("  {:>5} {:>7.2f} {:>15.1e} {:>10.1e} {:>7} {:>8}\n", curve.order, curve.slope, best->error, best->h,
               curve.points.size(), curve.refused);
    good = good && std::abs(curve.slope - curve.order) <= kSlopeBound;
  }
  fmt::print("\n");
  return good;
}

// One block a problem and order: h, error.
void write_data(const std::filesystem::path& file, const std::vector<std::vector<Curve>>& studies)
{
  std::ofstream data(file);
  for (const std::vector<Curve>& curves : studies) {
    for (const Curve& curve : curves) {
      for (const Point& point : curve.points) data << fmt::format("{:g} {:g}\n", point.h, point.error);
      data << "\n\n";
    }
  }
  if (!data) throw std::runtime_error("could not write " + file.string());
}

void write_plot(const std::filesystem::path& folder, const std::vector<convergence::Problem>& problems,
                const std::vector<std::vector<Curve>>& studies)
{
  std::vector<example::Panel> panels;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    example::Panel panel{problems[k].quantity,
                         "displacement h / time scale",
                         "relative error",
                         "xy",
                         {},
                         "set key below\nset xrange [1e-7:1]\nset yrange [1e-15:1e2]"};
    for (const Curve& study : studies[k]) {
      example::Curve curve{fmt::format("order {}", study.order)};
      for (const Point& point : study.points) curve.points.push_back({point.h, point.error});
      panel.curves.push_back(std::move(curve));
    }
    panels.push_back(std::move(panel));
  }
  example::write_picture(folder, "convergence", panels, {1, 2, 1200, 560});
}

int run(const std::string& file, const std::string& folder)
{
  std::vector<convergence::Problem> problems;
  problems.push_back(convergence::trajectory());
  problems.push_back(convergence::pendulum());
  std::vector<std::vector<Curve>> studies;
  bool good = true;
  for (const convergence::Problem& problem : problems) {
    studies.push_back(study(problem, kHighestOrder));
    good = show(problem, studies.back()) && good;
  }
  if (!file.empty()) write_data(file, studies);
  if (!folder.empty()) write_plot(folder, problems, studies);
  if (!good) fmt::print("A slope is not that of its order.\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example("Errors of difference formulas of orders 1 to 6 against their displacement",
                              {{"file", "receives the data, one block a problem and order"},
                               {"--output", "folder for the data and the gnuplot script of the picture"}},
                              argc, argv, [](const auto& options) { return run(options[0].value, options[1].value); });
}
