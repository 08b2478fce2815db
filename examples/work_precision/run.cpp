#include "work_precision/run.hpp"

#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>
#include <stdexcept>

#include "support/consistent_init_handle.hpp"
#include "support/sundials_handles.hpp"

namespace work_precision {

namespace {

using catalogue::Case;

// What the residual reads through user_data.
struct Model
{
  const Case* the_case;
  double time_unit;
  std::vector<double> rates;  // y' in the time of the residual
  long int evaluations = 0;

  void evaluate(double t, const double* y, const double* yp, double* r)
  {
    ++evaluations;
    std::transform(yp, yp + the_case->n, rates.begin(), [&](double rate) { return rate / time_unit; });
    the_case->residual(t * time_unit, y, rates.data(), r);
  }
};

int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  Model& model = *static_cast<Model*>(user_data);
  model.evaluate(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  const auto entries = example::values(r);
  return std::all_of(entries.begin(), entries.end(), [](double entry) { return std::isfinite(entry); }) ? 0 : 1;
}

bool is_krylov(Solver solver)
{
  return solver == Solver::krylov || solver == Solver::krylov_scaled;
}

bool is_scaled(Solver solver)
{
  return solver == Solver::dense_scaled || solver == Solver::krylov_scaled;
}

bool is_ours(Way way)
{
  return way == Way::ours || way == Way::exclusion || way == Way::filter;
}

class Run
{
 public:
  Run(const Problem& problem, Way way, double rtol, long int most_steps, Solver solver);
  // Throws, with the reason, where it cannot go on.
  void to_the_end();
  Outcome outcome() const;

 private:
  example::VectorHandle vector(const std::vector<double>& entries) const
  {
    return example::serial_vector(entries, context_);
  }
  void set_up_ida(double rtol, long int most_steps);
  void create_linear_solver();
  void set_up_initialisation();
  void start();
  void start_stock();
  void advance_to(double t);
  void add_statistics();

  const Case& case_;
  const std::vector<double>& kinks_;
  Way way_;
  Solver solver_;
  Model model_;
  long int most_steps_;
  example::Context context_;
  example::VectorHandle y_, yp_;
  example::MatrixHandle matrix_;
  example::LinearSolverHandle linear_solver_;
  example::IdaHandle ida_;
  std::optional<example::ConsistentInit> init_;
  bool attached_ = false;
  Outcome outcome_;
};

Run::Run(const Problem& problem, Way way, double rtol, long int most_steps, Solver solver)
    : case_(problem.the_case),
      kinks_(problem.kinks),
      way_(way),
      solver_(solver),
      model_{&problem.the_case, problem.time_unit, std::vector<double>(problem.the_case.n)},
      most_steps_(most_steps),
      y_(vector(case_.guess_y)),
      yp_(vector(case_.guess_yp))
{
  set_up_ida(rtol, most_steps);
  if (way != Way::stock_calc_ic) set_up_initialisation();
}

void Run::set_up_ida(double rtol, long int most_steps)
{
  if (way_ == Way::ours || way_ == Way::filter) example::require(IDACIPrepareVector(y_.get()), "IDACIPrepareVector");
  create_linear_solver();
  ida_.reset(IDACreate(context_.get()));
  if (!linear_solver_ || !ida_) throw std::runtime_error("SUNDIALS could not allocate its objects");
#if SUNDIALS_VERSION_MAJOR < 7
  example::require(IDASetErrFile(ida_.get(), nullptr), "IDASetErrFile");
#endif
  example::require(IDAInit(ida_.get(), residual, case_.t0, y_.get(), yp_.get()), "IDAInit");
  example::require(IDASetUserData(ida_.get(), &model_), "IDASetUserData");
  std::vector<double> atol;
  for (const double scale : case_.scale_y) atol.push_back(rtol * std::min(1.0, scale));
  example::require(IDASVtolerances(ida_.get(), rtol, vector(atol).get()), "IDASVtolerances");
  example::require(IDASetLinearSolver(ida_.get(), linear_solver_.get(), matrix_.get()), "IDASetLinearSolver");
  example::require(IDASetMaxNumSteps(ida_.get(), most_steps), "IDASetMaxNumSteps");
}

void Run::create_linear_solver()
{
  if (is_krylov(solver_)) {
    constexpr int most_vectors = 50;
    linear_solver_.reset(SUNLinSol_SPGMR(y_.get(), SUN_PREC_NONE, most_vectors, context_.get()));
    return;
  }
  matrix_.reset(SUNDenseMatrix(case_.n, case_.n, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
}

void Run::set_up_initialisation()
{
  init_.emplace(ida_.get(), residual, y_.get(), yp_.get(), context_.get());
  const auto as_doubles = [](const std::vector<int>& flags) {
    return std::vector<double>(flags.begin(), flags.end());
  };
  init_->require(IDACISetFixed(init_->get(), vector(as_doubles(case_.fixed)).get()), "IDACISetFixed");
  init_->require(IDACISetFixedDerivatives(init_->get(), vector(as_doubles(case_.fixed_derivatives)).get()),
                 "IDACISetFixedDerivatives");
  // The time of a late kink has round-off that shows in derivatives by time.
  constexpr double rtol_beside_kinks = 1e-6, atol_beside_kinks = 1e-8;
  if (!kinks_.empty()) {
    init_->require(IDACISetTolerances(init_->get(), rtol_beside_kinks, atol_beside_kinks), "IDACISetTolerances");
  }
  if (way_ == Way::exclusion) {
    init_->require(IDACISetErrorControl(init_->get(), IDACI_EXCLUDE), "IDACISetErrorControl");
  }
  if (way_ == Way::filter) {
    init_->require(IDACISetErrorControl(init_->get(), IDACI_FILTER), "IDACISetErrorControl");
  }
}

// IDA's own tools know which variables are differential, here from the residual: y_j' changes it or does not.
void Run::start_stock()
{
  std::vector<double> y(case_.consistent_y), yp(case_.n, 0), base(case_.n), moved(case_.n), differential(case_.n, 0);
  case_.residual(case_.t0, y.data(), yp.data(), base.data());
  for (int j = 0; j < case_.n; ++j) {
    yp[j] = 1;
    case_.residual(case_.t0, y.data(), yp.data(), moved.data());
    differential[j] = moved == base ? 0 : 1;
    yp[j] = 0;
  }
  example::require(IDASetId(ida_.get(), vector(differential).get()), "IDASetId");
  if (way_ == Way::stock_suppress) {
    example::require(IDASetSuppressAlg(ida_.get(), SUNTRUE), "IDASetSuppressAlg");
    return;
  }
  const double first_output = case_.t0 + 1e-3 * (case_.t_end - case_.t0);
  example::require(IDACalcIC(ida_.get(), IDA_YA_YDP_INIT, first_output), "IDACalcIC");
}

// From the values in y_ and yp_, at the time where IDA stands.
void Run::start()
{
  if (init_) init_->require(IDACISolve(init_->get()), "IDACISolve");
  if (attached_) return;
  if (is_scaled(solver_)) {
    init_->require(IDACIScaleLinearSolver(init_->get(), linear_solver_.get()), "IDACIScaleLinearSolver");
  }
  if (is_ours(way_))
    init_->require(IDACIAttachErrorControl(init_->get()), "IDACIAttachErrorControl");
  else
    start_stock();
  attached_ = true;
}

void Run::advance_to(double t)
{
  example::require(IDASetStopTime(ida_.get(), t), "IDASetStopTime");
  const int code = IDASolve(ida_.get(), t, &outcome_.t, y_.get(), yp_.get(), IDA_NORMAL);
  add_statistics();
  example::require(code, "IDASolve");
  if (outcome_.steps > most_steps_) throw std::runtime_error("step limit");
}

// IDAReInit starts its counters anew.
void Run::add_statistics()
{
  long int steps = 0, error_test = 0, newton = 0, jacobians = 0, iterations = 0;
  IDAGetNumSteps(ida_.get(), &steps);
  IDAGetNumErrTestFails(ida_.get(), &error_test);
  IDAGetNumNonlinSolvConvFails(ida_.get(), &newton);
  IDAGetNumJacEvals(ida_.get(), &jacobians);
  IDAGetNumLinIters(ida_.get(), &iterations);
  outcome_.steps += steps;
  outcome_.error_test_failures += error_test;
  outcome_.newton_failures += newton;
  outcome_.jacobian_evaluations += jacobians;
  outcome_.linear_iterations += iterations;
}

// Stock IDA has no way to restart from consistent values of index 2: it goes on over the kinks.
void Run::to_the_end()
{
  start();
  if (init_) {
    for (const double kink : kinks_) {
      advance_to(kink);
      init_->require(IDACISetInitialTime(init_->get(), kink), "IDACISetInitialTime");
      start();
    }
  }
  advance_to(case_.t_end);
}

Outcome Run::outcome() const
{
  Outcome outcome = outcome_;
  outcome.residual_evaluations = model_.evaluations;
  const auto end = example::values(y_.get());
  outcome.y.assign(end.begin(), end.end());
  outcome.error = error_at_end(case_, outcome.y);
  return outcome;
}

}  // namespace

const char* name_of(Way way)
{
  switch (way) {
    case Way::ours:
      return "ours";
    case Way::exclusion:
      return "exclusion";
    case Way::filter:
      return "filter";
    case Way::stock_calc_ic:
      return "IDACalcIC";
    case Way::stock_suppress:
      return "SuppressAlg";
  }
  return "";
}

Outcome integrate(const Problem& problem, Way way, double rtol, long int most_steps, Solver solver)
{
  const std::clock_t begin = std::clock();
  Run run(problem, way, rtol, most_steps, solver);
  std::string failure;
  try {
    run.to_the_end();
  } catch (const std::runtime_error& error) {
    failure = error.what();
  }
  Outcome outcome = run.outcome();
  outcome.failure = failure;
  outcome.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return outcome;
}

}  // namespace work_precision
