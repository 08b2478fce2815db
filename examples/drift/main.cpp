// The pendulum reduced to index 1 over 100 periods: its length drifts, because the equations contain only the second
// derivative of the length. With IDACIProject at each output, and IDA going on from there, it does not.
// The invariants are conditions of the handle: the model that is integrated does not contain them, and one handle then
// serves for the start, which they define, as well as for the projection. Ends with 1 if a bound is missed.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "pendulum/model.hpp"
#include "support/command_line.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/dense_ida.hpp"
#include "support/picture.hpp"

namespace {

constexpr int kPeriods = 100;
constexpr int kOutputs = 5;  // a period
constexpr double kTolerance = 1e-9;
constexpr double kDriftBound = 1e-10;
constexpr double kEnergyBound = 1e-5;  // with projection; relative to that of the lowest point

int invariants(sunrealtype /*t*/, N_Vector y, N_Vector /*yp*/, sunrealtype* b, void* /*user_data*/)
{
  const auto constraints = pendulum::constraints(example::values(y));
  b[0] = constraints[0];
  b[1] = constraints[1];
  return 0;
}

double energy(std::span<const double> y)
{
  return (y[2] * y[2] + y[3] * y[3]) / 2 + pendulum::gravity * y[1];
}

// Of unit length: sin(a/2)^2 = (E + g) / (2 g), a the largest angle.
double period(double energy)
{
  const double modulus = std::sqrt((energy + pendulum::gravity) / (2 * pendulum::gravity));
  return 4 * std::comp_ellint_1(modulus) / std::sqrt(pendulum::gravity);
}

// At the end of a period; the largest so far.
struct Errors
{
  double length = 0, velocity = 0, energy = 0;
};

struct Outcome
{
  std::vector<Errors> after;  // period 1, 2, ...
  long int steps = 0, residuals_per_projection = 0;
  double seconds = 0, seconds_of_projection = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Run
{
 public:
  explicit Run(bool projects)
      : projects_(projects),
        own_(pendulum::residual, &form_, 0, std::vector<double>{1.01, 0.02, 0.1, 0, 0}, std::vector<double>(5, 0),
             kTolerance),
        consistent_(own_.ida(), pendulum::residual, own_.y(), own_.yp(), own_.context())
  {
    consistent_.require(IDACISetConditions(consistent_.get(), 2, invariants), "IDACISetConditions");
    consistent_.require(IDACISolve(consistent_.get()), "IDACISolve");
  }

  Outcome operator()()
  {
    const auto start = std::chrono::steady_clock::now();
    const double first_energy = energy(example::values(own_.y()));
    const double interval = period(first_energy) / kOutputs;
    Outcome outcome;
    Errors largest;
    for (int output = 1; output <= kPeriods * kOutputs; ++output) {
      example::require(own_.advance_to(output * interval), "IDASolve");
      if (projects_) project(output * interval, outcome);
      const auto y = example::values(own_.y());
      const auto constraints = pendulum::constraints(y);
      const double lost = std::abs(energy(y) - first_energy) / (first_energy + pendulum::gravity);
      largest = {std::max(largest.length, std::abs(constraints[0])),
                 std::max(largest.velocity, std::abs(constraints[1])), std::max(largest.energy, lost)};
      if (output % kOutputs == 0) outcome.after.push_back(largest);
    }
    if (!projects_) outcome.steps = own_.statistics().steps;
    outcome.seconds = seconds_since(start);
    return outcome;
  }

 private:
  // IDA keeps its past as differences, into which a projection cannot be written; it starts anew.
  void project(double t, Outcome& outcome)
  {
    const auto start = std::chrono::steady_clock::now();
    consistent_.require(IDACIProject(consistent_.get(), t, own_.y(), own_.yp()), "IDACIProject");
    outcome.seconds_of_projection += seconds_since(start);
    consistent_.require(IDACIGetNumResEvals(consistent_.get(), &outcome.residuals_per_projection),
                        "IDACIGetNumResEvals");
    outcome.steps += own_.statistics().steps;
    example::require(IDAReInit(own_.ida(), t, own_.y(), own_.yp()), "IDAReInit");
  }

  bool projects_;
  int form_ = 1;
  example::DenseIda own_;
  example::ConsistentInit consistent_;
};

bool judge(const Outcome& plain, const Outcome& projected)
{
  const Errors& end = projected.after.back();
  return end.length < kDriftBound && end.velocity < kDriftBound && end.energy < kEnergyBound &&
         plain.after.back().length > kDriftBound;
}

void write_plot(const std::filesystem::path& folder, const Outcome& plain, const Outcome& projected)
{
  example::Curve without{"as IDA computes it"}, with{"projected at each output"};
  for (std::size_t k = 0; k < plain.after.size(); ++k) {
    const auto period = static_cast<double>(k + 1);
    without.points.push_back({period, plain.after[k].length});
    with.points.push_back({period, projected.after[k].length});
  }
  example::write_picture(folder, "drift",
                         {{fmt::format("Pendulum of index 1, rtol = atol = {:g}", kTolerance),
                           "period",
                           "largest |x^2 + y^2 - 1| so far",
                           "y",
                           {without, with},
                           "set key center right"}});
}

int run(const std::string& output)
{
  const Outcome plain = Run(false)(), projected = Run(true)();
  fmt::print("Pendulum of index 1, rtol = atol = {:g}: largest errors until then, {} outputs a period\n\n", kTolerance,
             kOutputs);
  fmt::print("          {:^35} {:^35}\n", "as IDA computes it", "projected at each output");
  fmt::print("  {:>7}", "period");
  for (int k = 0; k < 2; ++k) fmt::print(" {:>11} {:>11} {:>11}", "x^2+y^2-1", "x u + y v", "energy");
  for (int after : {1, 10, 20, 50, 100}) {
    fmt::print("\n  {:>7}", after);
    for (const Outcome* outcome : {&plain, &projected}) {
      const Errors& errors = outcome->after[static_cast<std::size_t>(after) - 1];
      fmt::print(" {:>11.1e} {:>11.1e} {:>11.1e}", errors.length, errors.velocity, errors.energy);
    }
  }
  fmt::print("\n\n  IDA steps {} and {}, seconds {:.2f} and {:.2f} of which projection {:.2f}: {} residuals each\n",
             plain.steps, projected.steps, plain.seconds, projected.seconds, projected.seconds_of_projection,
             projected.residuals_per_projection);
  if (!output.empty()) write_plot(output, plain, projected);
  if (judge(plain, projected)) return 0;
  fmt::print("A bound is missed.\n");
  return 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example("Drift of the index-1 pendulum over 100 periods, with and without projection",
                              {{"--output", "folder for the data and the gnuplot script of the drift"}}, argc, argv,
                              [](const auto& options) { return run(options[0].value); });
}
