// A hanging chain of point masses on rigid links, an index-3 system of any size: links slightly too long or too short,
// velocities that tear them apart. Solves it by the method asked for and judges rods, velocities and memory.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ida_consistent_init/ida_consistent_init.hpp>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using ida_consistent_init::ConstSpan;
using ida_consistent_init::Span;

constexpr double gravity = 9.81;

// Per link: position x, y, velocity u, v of its lower end, and the multiplier of its length.
struct Link
{
  double x, y, u, v, lam;
};

Link link(ConstSpan values, std::ptrdiff_t k)
{
  if (k < 0) return {0, 0, 0, 0, 0};  // the support
  const double* at = values.data() + 5 * k;
  return {at[0], at[1], at[2], at[3], at[4]};
}

void residual(double, ConstSpan y, ConstSpan yp, Span r)
{
  const auto links = static_cast<std::ptrdiff_t>(y.size() / 5);
  for (std::ptrdiff_t k = 0; k < links; ++k) {
    const Link above = link(y, k - 1), here = link(y, k), rate = link(yp, k);
    const double dx = here.x - above.x, dy = here.y - above.y;
    double pull_x = here.lam * dx, pull_y = here.lam * dy;
    if (k + 1 < links) {
      const Link below = link(y, k + 1);
      pull_x -= below.lam * (below.x - here.x);
      pull_y -= below.lam * (below.y - here.y);
    }
    double* row = r.data() + 5 * k;
    row[0] = rate.x - here.u;
    row[1] = rate.y - here.v;
    row[2] = rate.u + pull_x;
    row[3] = rate.v + pull_y + gravity;
    row[4] = dx * dx + dy * dy - 1;
  }
}

std::vector<double> guess(int links)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> y;
  double x = 0, height = 0;
  for (int k = 0; k < links; ++k) {
    const double angle = -1.5 + 0.8 * uniform(generator);
    x += std::cos(angle);
    height += std::sin(angle);
    for (const double value : {x + 0.01 * uniform(generator), height + 0.01 * uniform(generator),
                               0.1 * uniform(generator), 0.1 * uniform(generator), 0.0}) {
      y.push_back(value);
    }
  }
  return y;
}

// Largest violations of a rod's length and of its time derivative.
std::pair<double, double> violations(ConstSpan y)
{
  double length = 0, velocity = 0;
  for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(y.size() / 5); ++k) {
    const Link above = link(y, k - 1), here = link(y, k);
    const double dx = here.x - above.x, dy = here.y - above.y;
    length = std::max(length, std::abs(dx * dx + dy * dy - 1));
    velocity = std::max(velocity, std::abs(dx * (here.u - above.u) + dy * (here.v - above.v)));
  }
  return {length, velocity};
}

void write_html(ida_consistent_init::Solver& solver, const std::string& path)
{
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "wb"), std::fclose);
  if (!file) throw std::runtime_error("cannot write " + path);
  if (IDACIWriteReport(solver.handle(), file.get(), IDACI_REPORT_HTML) != IDACI_SUCCESS) {
    throw std::runtime_error(IDACIGetLastMessage(solver.handle()));
  }
}

double peak_megabytes()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

int main(int argc, char** argv)
{
  int links = 2000;
  bool stages = false;
  std::string html;
  CLI::App app{"Consistent start of a hanging chain by least squares"};
  app.add_option("--links", links, "number of links (5 unknowns each)")->check(CLI::Range(1, 1000000));
  app.add_flag("--step-by-step", stages, "step by step instead of least squares");
  app.add_option("--html", html, "file for the HTML report");
  CLI11_PARSE(app, argc, argv);

  const std::vector<double> y = guess(links);
  try {
    ida_consistent_init::Solver solver(y, std::vector<double>(y.size(), 0.0), residual);
    IDACISetMethod(solver.handle(), stages ? IDACI_STEP_BY_STEP : IDACI_LEAST_SQUARES);
    solver.solve();
    if (!html.empty()) write_html(solver, html);
    const auto [length, velocity] = violations(solver.y());
    fmt::print("{} links, {} unknowns, index {}, {} degrees of freedom\n", links, y.size(), solver.index(),
               solver.degrees_of_freedom());
    fmt::print("largest violation of a length {:.1e}, of its derivative {:.1e}; peak memory {:.0f} MB\n", length,
               velocity, peak_megabytes());
    const bool right = solver.index() == 3 && solver.degrees_of_freedom() == 2L * links && length < 1e-9 &&
                       velocity < 1e-9 && peak_megabytes() < 2048;
    return right ? 0 : 1;
  } catch (const std::exception& failure) {
    fmt::print(stderr, "{}\n", failure.what());
    return 1;
  }
}
