#include <algorithm>
#include <cmath>

#include "ida_consistent_init/report/html_parts.hpp"
#include "ida_consistent_init/report/markup.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {
namespace {

constexpr double frame_width = 760, frame_height = 240;
constexpr double left_margin = 56, right_margin = 12, top_margin = 18, bottom_margin = 34;
/// Stages and iterations that are drawn at most: the last ones.
constexpr std::size_t most_stages = 24, most_iterations = 100;

struct Curve
{
  int stage;
  std::vector<double> exponents;  // log10 of the residual
};

/// Zero and numbers that are not finite stand at the edge of what double precision knows.
double exponent_of(double residual)
{
  constexpr double lowest = -18, highest = 18;
  if (std::isnan(residual)) return highest;
  return residual > 0 ? std::clamp(std::log10(residual), lowest, highest) : lowest;
}

std::vector<Curve> curves_of(const Result& result)
{
  std::vector<Curve> curves;
  for (const StageRow& row : result.stages) {
    if (row.history.empty()) continue;
    Curve curve{row.k, {}};
    const std::size_t first = row.history.size() - std::min(row.history.size(), most_iterations);
    curve.exponents.reserve(row.history.size() - first);
    for (std::size_t k = first; k < row.history.size(); ++k) curve.exponents.push_back(exponent_of(row.history[k]));
    curves.push_back(std::move(curve));
  }
  if (curves.size() > most_stages) curves.erase(curves.begin(), curves.end() - most_stages);
  return curves;
}

/// Maps iteration and exponent to the picture.
struct Axes
{
  double lowest, highest, per_iteration;
  [[nodiscard]] double x(double iteration) const { return left_margin + iteration * per_iteration; }
  [[nodiscard]] double y(double exponent) const
  {
    return top_margin + (highest - exponent) / (highest - lowest) * (frame_height - top_margin - bottom_margin);
  }
};

std::string drawn_grid(const Axes& axes)
{
  std::string text;
  const int step = axes.highest - axes.lowest > 12 ? 4 : 2;
  for (int exponent = static_cast<int>(axes.lowest); exponent <= axes.highest; exponent += step) {
    text += support::format(
        "<line class=\"grid\" x1=\"{:.0f}\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text x=\"{:.0f}\" y=\"{:.1f}\" font-size=\"11\" text-anchor=\"end\">1e{}</text>\n",
        left_margin, frame_width - right_margin, axes.y(exponent), axes.y(exponent), left_margin - 6,
        axes.y(exponent) + 4, exponent);
  }
  return text;
}

std::string drawn_curve(const Curve& curve, const Axes& axes, double start)
{
  std::string points, dots;
  for (std::size_t k = 0; k < curve.exponents.size(); ++k) {
    const double x = axes.x(start + static_cast<double>(k)), y = axes.y(curve.exponents[k]);
    points += support::format("{:.1f},{:.1f} ", x, y);
    dots += support::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", x, y);
  }
  return support::format(
      "<polyline class=\"curve\" points=\"{}\"/>{}<text x=\"{:.1f}\" y=\"{:.0f}\" "
      "font-size=\"11\">{}</text>\n",
      points, dots, axes.x(start), frame_height - bottom_margin + 20, curve.stage);
}

}  // namespace

std::string history_section(const Result& result)
{
  const std::vector<Curve> curves = curves_of(result);
  if (curves.empty()) return "";
  double lowest = 0, highest = 0, iterations = 0;
  for (const Curve& curve : curves) {
    for (const double exponent : curve.exponents) {
      lowest = std::min(lowest, exponent);
      highest = std::max(highest, exponent);
    }
    iterations += static_cast<double>(curve.exponents.size());
  }
  const Axes axes{2 * std::floor(lowest / 2) - 2, 2 * std::ceil(highest / 2) + 2,
                  (frame_width - left_margin - right_margin) / std::max(iterations, 1.0)};
  std::string text = support::format(
      "<svg viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" role=\"img\" "
      "aria-label=\"residual history\">\n",
      frame_width, frame_height, frame_width);
  text += drawn_grid(axes);
  double start = 0.3;
  for (const Curve& curve : curves) {
    text += drawn_curve(curve, axes, start);
    start += static_cast<double>(curve.exponents.size());
  }
  return section("Residual history",
                 "<p class=\"note\">Largest residual before each iteration and at the end, one curve a stage; the "
                 "numbers below are the stages.</p>\n" +
                     text + "</svg>\n");
}

}  // namespace ida_consistent_init::report
