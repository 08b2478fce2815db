// mpirun -np 4 parallel network: a model distributed over ranks, initialised and integrated. The answer and the counts
// of iterations do not depend on the number of ranks; --write keeps those of one run, --compare holds another against
// them. --fail lets the residual of the last rank fail at its n-th evaluation and wants to hear of it on every rank.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "ida_consistent_init/ida_consistent_init_flags.h"
#include "parallel/run.hpp"
#include "support/command_line.hpp"

namespace {

using example::Outcome;

std::vector<double> values_of(const Outcome& outcome)
{
  std::vector<double> values;
  for (const auto& part : {outcome.consistent_y, outcome.consistent_yp, outcome.end}) {
    values.insert(values.end(), part.begin(), part.end());
  }
  return values;
}

// Exactly the same for any number of ranks.
std::vector<long> counts_of(const Outcome& outcome)
{
  return {outcome.steps, outcome.newton_iterations};
}

// These may differ a little: sums over ranks round differently, and the choice of difference steps and the end of a
// Krylov iteration look at round-off.
std::vector<long> rough_counts_of(const Outcome& outcome)
{
  return {outcome.residual_evaluations, outcome.krylov_iterations};
}

void write(const Outcome& outcome, const std::string& name)
{
  std::ofstream file(name);
  for (const auto& counts : {counts_of(outcome), rough_counts_of(outcome)}) {
    for (const long count : counts) file << count << '\n';
  }
  for (const double value : values_of(outcome)) file << fmt::format("{:.17g}\n", value);
  if (!file) throw std::runtime_error("cannot write " + name);
}

template <class Number>
std::vector<Number> read(std::ifstream& file, std::size_t count)
{
  std::vector<Number> numbers(count);
  for (Number& number : numbers) file >> number;
  if (!file) throw std::runtime_error("the results of the other run cannot be read");
  return numbers;
}

bool counts_agree(const Outcome& outcome, std::ifstream& file)
{
  constexpr double roughly = 0.05;
  const std::vector<long> counts = counts_of(outcome), rough = rough_counts_of(outcome);
  const std::vector<long> other = read<long>(file, counts.size()), other_rough = read<long>(file, rough.size());
  bool agree = counts == other;
  for (std::size_t i = 0; i < rough.size(); ++i) {
    agree = agree && std::abs(static_cast<double>(rough[i] - other_rough[i])) <= roughly * other_rough[i];
  }
  return agree;
}

// Relative to 1 + |value|.
double largest_difference(const Outcome& outcome, std::ifstream& file)
{
  const std::vector<double> values = values_of(outcome), other = read<double>(file, values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    largest = std::max(largest, std::abs(values[i] - other[i]) / (1 + std::abs(other[i])));
  }
  return largest;
}

int report_failure(example::Model& model, int evaluation)
{
  const std::vector<int> flags = example::flags_after_failure(model, evaluation);
  const bool all_know = std::all_of(flags.begin(), flags.end(), [](int flag) { return flag == IDACI_RES_FAIL; });
  if (model.line().rank() == 0) fmt::print("residual failure known on all {} ranks: {}\n", flags.size(), all_know);
  return all_know ? 0 : 1;
}

int report_run(example::Model& model, double t_end, const std::string& written, const std::string& compared)
{
  constexpr double same = 1e-9;
  const Outcome outcome = example::run(model, t_end);
  if (model.line().rank() != 0) return 0;
  fmt::print(
      "{} unknowns on {} ranks: {} residuals to consistent values; to t = {}: {} steps, {} Newton, {} Krylov "
      "iterations\n",
      outcome.end.size(), model.line().ranks(), outcome.residual_evaluations, t_end, outcome.steps,
      outcome.newton_iterations, outcome.krylov_iterations);
  if (!written.empty()) write(outcome, written);
  if (compared.empty()) return 0;
  std::ifstream file(compared);
  const bool agree = counts_agree(outcome, file);
  const double difference = largest_difference(outcome, file);
  fmt::print("iterations as in the other run: {}; largest relative difference: {:.1e}\n", agree, difference);
  return agree && difference <= same ? 0 : 1;
}

int run(const std::string& model_name, int cells, int failing_evaluation, const std::string& written,
        const std::string& compared)
{
  const bool network = model_name == "network";
  if (!network && model_name != "bodies") throw std::runtime_error("the model is network or bodies");
  const example::Line line(MPI_COMM_WORLD, cells);
  if (line.ranks() > cells) throw std::runtime_error("more ranks than cells");
  const auto model = network ? example::make_pipe_network(line) : example::make_chain_of_bodies(line);
  if (failing_evaluation > 0) return report_failure(*model, failing_evaluation);
  return report_run(*model, network ? 1.0 : 0.1, written, compared);
}

}  // namespace

int main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
  const int result = example::run_example("Initial values and integration on MPI vectors",
                                          {{"model", "network or bodies", "network"},
                                           {"--cells", "junctions or bodies", "16"},
                                           {"--fail", "evaluation at which the residual of the last rank fails", "0"},
                                           {"--write", "file for the results"},
                                           {"--compare", "file with the results of another run"}},
                                          argc, argv, [](const std::vector<example::TextOption>& options) {
                                            return run(options[0].value, std::stoi(options[1].value),
                                                       std::stoi(options[2].value), options[3].value, options[4].value);
                                          });
  int agreed = 0;
  MPI_Allreduce(&result, &agreed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return agreed;
}
