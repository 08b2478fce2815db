// mpirun -np 4 parallel network: a model distributed over ranks, initialised and integrated. The answer and the counts
// of iterations do not depend on the number of ranks; --write keeps those of one run, --compare holds another against
// them. --count tells what the start costs. --fail lets the residual of the last rank, or its preconditioner, fail at
// the n-th call and wants to hear of it on every rank.
#ifdef IDACI_EXAMPLE_HAS_HYPRE
#include <HYPRE_utilities.h>
#endif
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ida_consistent_init/ida_consistent_init_flags.h"
#include "parallel/run.hpp"
#include "support/command_line.hpp"

namespace {

using example::Outcome;

struct KnownModel
{
  std::string name;
  example::MakeModel make;
  double t_end;
};

const std::vector<KnownModel>& known_models()
{
  static const std::vector<KnownModel> models = {
      {"network", example::make_pipe_network, 1.0},
      {"bodies", example::make_chain_of_bodies, 0.1},
#ifdef IDACI_EXAMPLE_HAS_HYPRE
      {"flow", example::make_vortices, 1.0},
#endif
  };
  return models;
}

// Exactly the same for any number of ranks.
std::vector<long> counts_of(const Outcome& outcome)
{
  std::vector<long> counts = {outcome.steps, outcome.newton_iterations, outcome.krylov_iterations};
  for (const example::StageCost& stage : outcome.start) {
    counts.insert(counts.end(), {stage.residuals, stage.preconditionings});
  }
  return counts;
}

void write(const Outcome& outcome, const std::string& name)
{
  std::ofstream file(name);
  for (const long count : counts_of(outcome)) file << count << '\n';
  for (const auto& values : {outcome.consistent, outcome.end}) {
    for (const double value : values) file << fmt::format("{:.17g}\n", value);
  }
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

// Relative to 1 + |value|.
double largest_difference(const std::vector<double>& values, std::ifstream& file)
{
  const std::vector<double> other = read<double>(file, values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    largest = std::max(largest, std::abs(values[i] - other[i]) / (1 + std::abs(other[i])));
  }
  return largest;
}

struct Task
{
  example::RunOptions options;
  example::Failure failure;
  bool counted;
  std::string written, compared;
};

int report_failure(example::Model& model, const std::vector<example::Pattern>& patterns,
                   const example::Failure& failure)
{
  const bool of_residual = failure.of == example::Failure::Of::residual;
  const int expected = of_residual ? IDACI_RES_FAIL : IDACI_JAC_FAIL;
  const std::vector<int> flags = example::flags_after_failure(model, patterns, failure);
  const bool all_know = std::all_of(flags.begin(), flags.end(), [=](int flag) { return flag == expected; });
  if (model.line().rank() == 0) {
    fmt::print("failure of the {} known on all {} ranks: {}\n", of_residual ? "residual" : "preconditioner",
               flags.size(), all_know);
  }
  return all_know ? 0 : 1;
}

bool compare(const Outcome& outcome, const std::string& name)
{
  constexpr double allowed = 1e-9;
  std::ifstream file(name);
  const std::vector<long> counts = counts_of(outcome);
  const bool agree = counts == read<long>(file, counts.size());
  const double initial = largest_difference(outcome.consistent, file), end = largest_difference(outcome.end, file);
  fmt::print("counts as in the other run: {}; relative difference of initial values {:.1e}, at the end {:.1e}\n", agree,
             initial, end);
  return agree && initial <= allowed && end <= allowed;
}

// The flow is known. The start has to give it as well as differences give products with the Jacobian, IDA has a
// tolerance of 1e-6 a step.
bool judge_errors(const Outcome& outcome)
{
  bool good = true;
  const auto judge = [&good](const char* when, const example::Errors& errors, const example::Errors& allowed) {
    fmt::print("errors {}: {:.1e} of velocities, {:.1e} of pressures\n", when, errors.differential, errors.algebraic);
    good = good && errors.differential <= allowed.differential && errors.algebraic <= allowed.algebraic;
  };
  if (outcome.start_errors) judge("at the start", *outcome.start_errors, {1e-8, 1e-9});
  if (outcome.end_errors) judge("at the end", *outcome.end_errors, {1e-5, 1e-4});
  return good;
}

// Without the time that stands before it.
std::string short_name(const std::string& line)
{
  const std::size_t time_end = line.find(" s  ");
  const std::size_t begin = time_end == std::string::npos ? 0 : time_end + 4;
  return line.substr(begin, line.find('\n') - begin);
}

void print_costs(const Outcome& outcome)
{
  fmt::print("{:40} {:>9} {:>8} {:>8} {:>10} {:>9} {:>7} {:>8} {:>10}\n", "rank 0", "residuals", "precond.", "streams",
             "reductions", "exchanges", "gathers", "messages", "bytes sent");
  for (const example::StageCost& stage : outcome.start) {
    const example::Traffic& traffic = stage.traffic;
    fmt::print("{:40} {:9} {:8} {:8} {:10} {:9} {:7} {:8} {:10.3g}\n", short_name(stage.name), stage.residuals,
               stage.preconditionings, traffic.streams, traffic.reductions, traffic.exchanges, traffic.gathers,
               traffic.messages, traffic.bytes);
  }
  fmt::print("{}\nvectors beyond those of IDA: {}\n", outcome.solves, outcome.vectors_of_start);
  fmt::print("seconds: {:.2f} start (residuals {:.2f}, preconditioner {:.2f}), {:.2f} integration\n",
             outcome.start_seconds, outcome.residual_seconds, outcome.preconditioning_seconds, outcome.end_seconds);
}

int report_run(example::Model& model, const std::vector<example::Pattern>& patterns, const Task& task)
{
  const Outcome outcome = example::run(model, patterns, task.options);
  if (model.line().rank() != 0) return 0;
  long residuals = 0;
  for (const example::StageCost& stage : outcome.start) residuals += stage.residuals;
  fmt::print(
      "{} unknowns on {} ranks: {} residuals to consistent values, which leave {:.1e}; to t = {}: {} steps, {} Newton, "
      "{} Krylov iterations\n",
      outcome.end.size(), model.line().ranks(), residuals, outcome.residual, task.options.t_end, outcome.steps,
      outcome.newton_iterations, outcome.krylov_iterations);
  if (task.counted) print_costs(outcome);
  if (!task.written.empty()) write(outcome, task.written);
  const bool as_known = judge_errors(outcome), as_others = task.compared.empty() || compare(outcome, task.compared);
  constexpr int allowed_vectors = 25;
  constexpr double allowed_residual = 1e-9;
  const bool as_promised = outcome.vectors_of_start <= allowed_vectors && outcome.residual <= allowed_residual;
  return as_known && as_others && as_promised ? 0 : 1;
}

int run(const std::string& name, int cells, const Task& task)
{
  const auto& models = known_models();
  const auto model = std::find_if(models.begin(), models.end(), [&](const KnownModel& m) { return m.name == name; });
  if (model == models.end()) throw std::runtime_error("no model of this name");
  const std::vector<example::Pattern> patterns = example::learn_patterns(model->make);
  const auto distributed = model->make(MPI_COMM_WORLD, cells);
  if (distributed->line().ranks() > cells) throw std::runtime_error("more ranks than cells");
  if (task.failure.call > 0) return report_failure(*distributed, patterns, task.failure);
  Task own = task;
  if (own.options.t_end < 0) own.options.t_end = model->t_end;
  return report_run(*distributed, patterns, own);
}

}  // namespace

int main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
#ifdef IDACI_EXAMPLE_HAS_HYPRE
  HYPRE_Init();
#endif
  const int result = example::run_example(
      "Initial values and integration on MPI vectors",
      {{"model", "network, bodies or flow", "network"},
       {"--cells", "junctions, bodies or rows of cells", "16"},
       {"--end", "end of the integration; 0: none, negative: as usual for the model", "-1"},
       {"--sums", "over ranks: reproducible or plain", "reproducible"},
       {"--count", "yes: messages and vectors of the start are counted", "no"},
       {"--fail", "call at which a function of the last rank fails", "0"},
       {"--write", "file for the results"},
       {"--compare", "file with the results of another run"},
       {"--failing", "that function: residual or preconditioner", "residual"}},
      argc, argv, [](const std::vector<example::TextOption>& options) {
        const auto value = [&](std::size_t k) {
          return options[k].value;
        };
        using Of = example::Failure::Of;
        const Task task{{std::stod(value(2)), value(3) != "plain"},
                        {value(8) == "preconditioner" ? Of::preconditioner : Of::residual, std::stol(value(5))},
                        value(4) == "yes",
                        value(6),
                        value(7)};
        return run(value(0), std::stoi(value(1)), task);
      });
  int agreed = 0;
  MPI_Allreduce(&result, &agreed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
#ifdef IDACI_EXAMPLE_HAS_HYPRE
  HYPRE_Finalize();
#endif
  MPI_Finalize();
  return agreed;
}
