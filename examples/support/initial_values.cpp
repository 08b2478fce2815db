#include "support/initial_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace example {

namespace {

// Tolerance of the initial value computation itself; IDACalcIC stops at a fraction of it.
constexpr double kStockTolerance = 1e-10;

std::string ida_flag_name(int code)
{
  char* name = IDAGetReturnFlagName(code);  // allocated by IDA
  std::string text = name;
  std::free(name);
  return text;
}

std::vector<double> copy(N_Vector vector)
{
  const auto entries = values(vector);
  return {entries.begin(), entries.end()};
}

double relative_error(double value, double reference)
{
  return std::abs(value - reference) / std::max(1.0, std::abs(reference));
}

}  // namespace

StockAnswer stock_answer(const Problem& problem)
{
  const std::vector<double> slope(problem.guess.size(), 0);
  DenseIda run(problem.residual, problem.user_data, problem.t0, problem.guess, slope, kStockTolerance);
  const VectorHandle id = serial_vector(problem.differential, run.owner());
  require(IDASetId(run.ida(), id.get()), "IDASetId");
  const int code = IDACalcIC(run.ida(), IDA_YA_YDP_INIT, problem.t0 + 0.1);
  if (code < 0) return {ida_flag_name(code), {}};
  require(IDAGetConsistentIC(run.ida(), run.y(), run.yp()), "IDAGetConsistentIC");
  return {ida_flag_name(code), copy(run.y())};
}

PreparedRun::PreparedRun(const Problem& problem, double tolerance)
    : own(problem.residual, problem.user_data, problem.t0, problem.guess, std::vector<double>(problem.guess.size(), 0),
          tolerance),
      consistent(own.ida(), problem.residual, own.y(), own.yp(), own.context())
{
  const VectorHandle fixed = serial_vector(problem.fixed, own.owner());
  consistent.require(IDACISetFixed(consistent.get(), fixed.get()), "IDACISetFixed");
  consistent.require(IDACISetNames(consistent.get(), problem.variables.data(), nullptr), "IDACISetNames");
  consistent.require(IDACISolve(consistent.get()), "IDACISolve");
}

double print_answers(const Problem& problem, const StockAnswer& stock, const PreparedRun& ours)
{
  int index = 0;
  long int freedom = 0;
  const IDACIMem ci = ours.consistent.get();
  const VectorHandle indices(N_VClone(ours.own.y()));
  ours.consistent.require(IDACIGetIndex(ci, &index), "IDACIGetIndex");
  ours.consistent.require(IDACIGetDegreesOfFreedom(ci, &freedom), "IDACIGetDegreesOfFreedom");
  ours.consistent.require(IDACIGetVariableIndex(ci, indices.get()), "IDACIGetVariableIndex");
  fmt::print("  IDACalcIC:    {}\n", stock.flag_name);
  fmt::print("  this library: IDACI_SUCCESS, index {}, degrees of freedom {}\n\n", index, freedom);

  fmt::print("  {:>8} {:>5} {:>4} {:>8} {:>16} {:>22} {:>22} {:>9}\n", "variable", "index", "held", "guess",
             "IDACalcIC", "this library", "reference", "error");
  double largest = 0;
  const auto line = [&](const std::string& name, const std::string& lead, const std::string& by_stock, double value,
                        double reference) {
    const double error = relative_error(value, reference);
    largest = std::max(largest, std::isnan(error) ? HUGE_VAL : error);
    fmt::print("  {:>8} {} {:>16} {:>22.15g} {:>22.15g} {:>9.1e}\n", name, lead, by_stock, value, reference, error);
  };
  const auto y = values(ours.own.y());
  const auto yp = values(ours.own.yp());
  for (std::size_t j = 0; j < y.size(); ++j) {
    const std::string lead = fmt::format("{:>5} {:>4} {:>8.3g}", values(indices.get())[j],
                                         problem.fixed[j] != 0 ? "yes" : "", problem.guess[j]);
    line(problem.variables[j], lead, stock.y.empty() ? "-" : fmt::format("{:.10g}", stock.y[j]), y[j],
         problem.reference[j]);
  }
  for (std::size_t j = 0; j < y.size(); ++j) {
    line(fmt::format("{}'", problem.variables[j]), fmt::format("{:>5} {:>4} {:>8}", "", "", 0), "", yp[j],
         problem.reference_slope[j]);
  }
  return largest;
}

}  // namespace example
