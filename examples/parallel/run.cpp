#include "parallel/run.hpp"

#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_parallel.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <stdexcept>

#include "support/consistent_init_handle.hpp"
#include "support/sundials_handles.hpp"

namespace example {

namespace {

constexpr double tolerance = 1e-6;

struct Problem
{
  Model& model;
  int evaluations = 0;
  int failing_evaluation = 0;  // of the last rank; 0: none
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
  model.residual(t, own(y, model), own(yp, model), own(r, model));
  const bool last_rank = model.line().rank() + 1 == model.line().ranks();
  return ++problem.evaluations == problem.failing_evaluation && last_rank ? -1 : 0;
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
  const Model& model = static_cast<Problem*>(data)->model;
  model.precondition(own(r, model), own(z, model));
  return 0;
}

VectorHandle distributed_vector(const Model& model, std::span<const double> values, const Context& context)
{
  const Line& line = model.line();
  VectorHandle vector(N_VNew_Parallel(line.communicator(), model.size(),
                                      static_cast<sunindextype>(line.cells()) * model.width(), context.get()));
  if (!vector) throw std::runtime_error("N_VNew_Parallel returned NULL");
  std::copy(values.begin(), values.end(), own(vector.get(), model).begin());
  return vector;
}

// One entry of the pattern of every unknown.
std::vector<double> column(const Model& model, int Pattern::*entry)
{
  std::vector<double> numbers;
  numbers.reserve(model.size());
  for (int cell = 0; cell < model.line().count(); ++cell) {
    for (const Pattern& pattern : model.pattern()) numbers.push_back(pattern.*entry);
  }
  return numbers;
}

class Simulation
{
 public:
  Simulation(Model& model, int failing_evaluation)
      : model_(model),
        problem_{model, 0, failing_evaluation},
        y_(distributed_vector(model, model.guess(), context_)),
        yp_(distributed_vector(model, std::vector<double>(model.size(), 0.0), context_)),
        solver_(SUNLinSol_SPGMR(y_.get(), SUN_PREC_LEFT, 0, context_.get())),
        ida_(IDACreate(context_.get()))
  {
    require(IDAInit(ida_.get(), residual, 0, y_.get(), yp_.get()), "IDAInit");
    require(IDASetUserData(ida_.get(), &problem_), "IDASetUserData");
    require(IDASStolerances(ida_.get(), tolerance, tolerance), "IDASStolerances");
    require(IDASetLinearSolver(ida_.get(), solver_.get(), nullptr), "IDASetLinearSolver");
    require(IDASetPreconditioner(ida_.get(), set_up_preconditioner, precondition), "IDASetPreconditioner");
    starter_.emplace(ida_.get(), residual, y_.get(), yp_.get(), context_.get());
    const VectorHandle c = distributed_vector(model, column(model, &Pattern::equation_offset), context_);
    const VectorHandle d = distributed_vector(model, column(model, &Pattern::variable_offset), context_);
    const VectorHandle index = distributed_vector(model, column(model, &Pattern::variable_index), context_);
    IDACIMem ci = starter_->get();
    starter_->require(IDACISetOffsets(ci, c.get(), d.get()), "IDACISetOffsets");
    starter_->require(IDACISetVariableIndex(ci, index.get()), "IDACISetVariableIndex");
    starter_->require(IDACISetLinearSolver(ci, solver_.get(), nullptr), "IDACISetLinearSolver");
    starter_->require(IDACISetPreconditioner(ci, set_up_preconditioner, precondition), "IDACISetPreconditioner");
  }

  const ConsistentInit& starter() const { return *starter_; }
  std::vector<double> own_values() const
  {
    const std::span<double> values = own(y_.get(), model_);
    return {values.begin(), values.end()};
  }
  std::vector<double> all(N_Vector vector) const { return model_.line().gather(own(vector, model_), model_.width()); }
  Outcome operator()(double t_end);

 private:
  Model& model_;
  Problem problem_;
  Context context_;
  VectorHandle y_, yp_;
  LinearSolverHandle solver_;
  IdaHandle ida_;
  std::optional<ConsistentInit> starter_;
};

Outcome Simulation::operator()(double t_end)
{
  Outcome outcome;
  starter_->require(IDACISolve(starter_->get()), "IDACISolve");
  outcome.consistent_y = all(y_.get());
  outcome.consistent_yp = all(yp_.get());
  IDACIGetNumResEvals(starter_->get(), &outcome.residual_evaluations);
  starter_->require(IDACIAttachErrorControl(starter_->get()), "IDACIAttachErrorControl");
  sunrealtype t = 0;
  require(IDASetStopTime(ida_.get(), t_end), "IDASetStopTime");
  require(IDASolve(ida_.get(), t_end, &t, y_.get(), yp_.get(), IDA_NORMAL), "IDASolve");
  outcome.end = all(y_.get());
  IDAGetNumSteps(ida_.get(), &outcome.steps);
  IDAGetNumNonlinSolvIters(ida_.get(), &outcome.newton_iterations);
  IDAGetNumLinIters(ida_.get(), &outcome.krylov_iterations);
  return outcome;
}

}  // namespace

Outcome run(Model& model, double t_end)
{
  return Simulation(model, 0)(t_end);
}

std::vector<int> flags_after_failure(Model& model, int failing_evaluation)
{
  Simulation simulation(model, failing_evaluation);
  const int flag = IDACISolve(simulation.starter().get());
  if (simulation.own_values() != model.guess()) throw std::runtime_error("The values of a rank have changed.");
  std::vector<int> flags(model.line().ranks());
  MPI_Allgather(&flag, 1, MPI_INT, flags.data(), 1, MPI_INT, model.line().communicator());
  return flags;
}

}  // namespace example
