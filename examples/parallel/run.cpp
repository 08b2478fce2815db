#include "parallel/run.hpp"

#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_parallel.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "parallel/report_of.hpp"
#include "parallel/stage_log.hpp"
#include "parallel/sums.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/sundials_handles.hpp"

namespace example {

namespace {

constexpr double tolerance = 1e-6;
constexpr double start_tolerance = 1e-8;
constexpr double linear_tolerance = 1e-6;  // in units of the Newton iteration's
constexpr int krylov_basis = 20;

struct Problem
{
  Model& model;
  long evaluations = 0;
  long preconditionings = 0;
  double residual_seconds = 0, preconditioning_seconds = 0;
  Failure failure{};  // of the last rank
  bool fails(Failure::Of of, long call) const
  {
    return failure.of == of && failure.call == call && model.line().rank() + 1 == model.line().ranks();
  }
};

// Own cells of a vector of any kind.
std::span<double> own(N_Vector vector, const Model& model)
{
  return {N_VGetArrayPointer(vector), static_cast<std::size_t>(model.size())};
}

// Neighbours wait for what a rank sends: it fails after the exchange, not instead of it.
int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* data)
{
  Problem& problem = *static_cast<Problem*>(data);
  const Model& model = problem.model;
  const double began = MPI_Wtime();
  model.residual(t, own(y, model), own(yp, model), own(r, model));
  problem.residual_seconds += MPI_Wtime() - began;
  return problem.fails(Failure::Of::residual, ++problem.evaluations) ? -1 : 0;
}

int set_up_preconditioner(sunrealtype /*t*/, N_Vector y, N_Vector /*yp*/, N_Vector /*r*/, sunrealtype cj, void* data)
{
  Model& model = static_cast<Problem*>(data)->model;
  model.set_up_preconditioner(cj, own(y, model));
  return 0;
}

int precondition(sunrealtype /*t*/, N_Vector /*y*/, N_Vector /*yp*/, N_Vector /*f*/, N_Vector r, N_Vector z,
                 sunrealtype /*cj*/, sunrealtype /*delta*/, void* data)
{
  Problem& problem = *static_cast<Problem*>(data);
  ++problem.preconditionings;
  const double began = MPI_Wtime();
  problem.model.precondition(own(r, problem.model), own(z, problem.model));
  problem.preconditioning_seconds += MPI_Wtime() - began;
  return problem.fails(Failure::Of::preconditioner, problem.preconditionings) ? -1 : 0;
}

VectorHandle distributed_vector(const Model& model, std::span<const double> values, const Context& context)
{
  const Line& line = model.line();
  VectorHandle vector(N_VNew_Parallel(line.communicator(), model.size(),
                                      static_cast<sunindextype>(line.cells()) * model.width(), context.get()));
  if (!vector) throw std::runtime_error("N_VNew_Parallel returned NULL");
  count_operations(vector.get());
  std::copy(values.begin(), values.end(), own(vector.get(), model).begin());
  return vector;
}

// One entry of the pattern of every unknown.
std::vector<double> column(const Model& model, const std::vector<Pattern>& patterns, int Pattern::*entry)
{
  std::vector<double> numbers;
  numbers.reserve(model.size());
  for (int cell = 0; cell < model.line().count(); ++cell) {
    for (int place = 0; place < model.width(); ++place) {
      numbers.push_back(patterns.at(model.kind(model.line().first() + cell, place)).*entry);
    }
  }
  return numbers;
}

class Simulation
{
 public:
  Simulation(Model& model, const std::vector<Pattern>& patterns, bool reproducible_sums)
      : model_(model),
        problem_{model},
        variable_offsets_(column(model, patterns, &Pattern::variable_offset)),
        y_(distributed_vector(model, model.guess(), context_)),
        yp_(distributed_vector(model, std::vector<double>(model.size(), 0.0), context_)),
        ida_(IDACreate(context_.get()))
  {
    if (reproducible_sums) make_sums_reproducible(y_.get());
    solver_.reset(SUNLinSol_SPGMR(y_.get(), SUN_PREC_LEFT, krylov_basis, context_.get()));
    require(IDAInit(ida_.get(), residual, 0, y_.get(), yp_.get()), "IDAInit");
    require(IDASetUserData(ida_.get(), &problem_), "IDASetUserData");
    require(IDASStolerances(ida_.get(), tolerance, tolerance), "IDASStolerances");
    require(IDASetLinearSolver(ida_.get(), solver_.get(), nullptr), "IDASetLinearSolver");
    require(IDASetPreconditioner(ida_.get(), set_up_preconditioner, precondition), "IDASetPreconditioner");
    // With plain sums over ranks, too, it must not matter where a Krylov iteration ends.
    require(IDASetEpsLin(ida_.get(), linear_tolerance), "IDASetEpsLin");
    vectors_of_ida_ = vectors_alive();
    starter_.emplace(ida_.get(), residual, y_.get(), yp_.get(), context_.get());
    set_up_starter(patterns);
  }

  const ConsistentInit& starter() const { return *starter_; }
  Problem& problem() { return problem_; }
  std::vector<double> own_values() const
  {
    const std::span<double> values = own(y_.get(), model_);
    return {values.begin(), values.end()};
  }
  void start(Outcome& outcome);
  void integrate(double t_end, Outcome& outcome);

 private:
  void set_up_starter(const std::vector<Pattern>& patterns);
  std::optional<Errors> error(double t) const;
  std::vector<double> all(std::span<const double> values) const { return model_.line().gather(values, model_.width()); }

  Model& model_;
  Problem problem_;
  std::vector<double> variable_offsets_;
  int vectors_of_ida_ = 0;
  Context context_;
  VectorHandle y_, yp_;
  LinearSolverHandle solver_;
  IdaHandle ida_;
  std::optional<ConsistentInit> starter_;
};

void Simulation::set_up_starter(const std::vector<Pattern>& patterns)
{
  const VectorHandle c = distributed_vector(model_, column(model_, patterns, &Pattern::equation_offset), context_);
  const VectorHandle d = distributed_vector(model_, variable_offsets_, context_);
  const VectorHandle index = distributed_vector(model_, column(model_, patterns, &Pattern::variable_index), context_);
  IDACIMem ci = starter_->get();
  // atol / rtol is the size of values that the guess has as 0: products of Jacobian and vector are differences, whose
  // increments go with it.
  starter_->require(IDACISetTolerances(ci, start_tolerance, start_tolerance), "IDACISetTolerances");
  starter_->require(IDACISetOffsets(ci, c.get(), d.get()), "IDACISetOffsets");
  starter_->require(IDACISetVariableIndex(ci, index.get()), "IDACISetVariableIndex");
  starter_->require(IDACISetLinearSolver(ci, solver_.get(), nullptr), "IDACISetLinearSolver");
  starter_->require(IDACISetPreconditioner(ci, set_up_preconditioner, precondition), "IDACISetPreconditioner");
}

// Of y, on all ranks.
std::optional<Errors> Simulation::error(double t) const
{
  const std::optional<std::vector<double>> exact = model_.exact(t);
  if (!exact) return std::nullopt;
  double largest[2] = {0, 0}, of_all[2] = {0, 0};
  const std::span<double> values = own(y_.get(), model_);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double& of_kind = largest[variable_offsets_[i] > 0 ? 0 : 1];
    of_kind = std::max(of_kind, std::abs(values[i] - (*exact)[i]));
  }
  PMPI_Allreduce(largest, of_all, 2, MPI_DOUBLE, MPI_MAX, model_.line().communicator());
  return Errors{of_all[0], of_all[1]};
}

void Simulation::start(Outcome& outcome)
{
  std::vector<StageCost> counts;  // at the beginning of each part
  const auto note = [&](const std::string& name) {
    counts.push_back({name, problem_.evaluations, problem_.preconditionings, traffic()});
  };
  const StageLog log(note);
  IDACISetInfoFile(starter_->get(), log.file());
  take_most_vectors();
  note("before the stages");
  const double began = MPI_Wtime();
  starter_->require(IDACISolve(starter_->get()), "IDACISolve");
  outcome.start_seconds = MPI_Wtime() - began;
  outcome.residual_seconds = problem_.residual_seconds;
  outcome.preconditioning_seconds = problem_.preconditioning_seconds;
  note("");
  IDACISetInfoFile(starter_->get(), nullptr);
  outcome.vectors_of_start = take_most_vectors() - vectors_of_ida_ - (krylov_basis + 1);
  for (std::size_t k = 0; k + 1 < counts.size(); ++k) outcome.start.push_back(counts[k + 1] - counts[k]);
  outcome.solves = line_with("Krylov iterations", report_of(starter_->get(), IDACI_REPORT_TEXT));
  double hidden = 0;
  IDACIGetResidualNorms(starter_->get(), &outcome.residual, &hidden);
  outcome.start_errors = error(0);
  outcome.consistent = all(own(y_.get(), model_));
  std::vector<double> derivatives = {own(yp_.get(), model_).begin(), own(yp_.get(), model_).end()};
  for (std::size_t i = 0; i < derivatives.size(); ++i) derivatives[i] *= variable_offsets_[i] > 0;
  derivatives = all(derivatives);
  outcome.consistent.insert(outcome.consistent.end(), derivatives.begin(), derivatives.end());
}

void Simulation::integrate(double t_end, Outcome& outcome)
{
  const double began = MPI_Wtime();
  starter_->require(IDACIAttachErrorControl(starter_->get()), "IDACIAttachErrorControl");
  sunrealtype t = 0;
  require(IDASetStopTime(ida_.get(), t_end), "IDASetStopTime");
  require(IDASetMaxNumSteps(ida_.get(), 10000), "IDASetMaxNumSteps");
  require(IDASolve(ida_.get(), t_end, &t, y_.get(), yp_.get(), IDA_NORMAL), "IDASolve");
  outcome.end_seconds = MPI_Wtime() - began;
  outcome.end = all(own(y_.get(), model_));
  outcome.end_errors = error(t);
  IDAGetNumSteps(ida_.get(), &outcome.steps);
  IDAGetNumNonlinSolvIters(ida_.get(), &outcome.newton_iterations);
  IDAGetNumLinIters(ida_.get(), &outcome.krylov_iterations);
}

}  // namespace

Outcome run(Model& model, const std::vector<Pattern>& patterns, const RunOptions& options)
{
  Outcome outcome;
  Simulation simulation(model, patterns, options.reproducible_sums);
  simulation.start(outcome);
  if (options.t_end > 0) simulation.integrate(options.t_end, outcome);
  return outcome;
}

std::vector<int> flags_after_failure(Model& model, const std::vector<Pattern>& patterns, const Failure& failure)
{
  Simulation simulation(model, patterns, true);
  simulation.problem().failure = failure;
  const int flag = IDACISolve(simulation.starter().get());
  if (simulation.own_values() != model.guess()) throw std::runtime_error("The values of a rank have changed.");
  std::vector<int> flags(model.line().ranks());
  MPI_Allgather(&flag, 1, MPI_INT, flags.data(), 1, MPI_INT, model.line().communicator());
  return flags;
}

}  // namespace example
