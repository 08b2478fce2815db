#include "contenders.hpp"

#include <ida/ida.h>
#include <klu.h>
#include <malloc.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <unistd.h>
#ifdef IDACI_BENCH_UMFPACK
#include <umfpack.h>
#endif

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "session.hpp"

namespace ida_consistent_init::bench {

namespace {

/* How far the guess is off, and the values that an event leaves behind. */
constexpr double kGuess = 0.01, kEvent = -0.005;

/* Processor time: other programs on the machine shall not count. */
class Stopwatch
{
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

double max_residual(const Problem& problem, const Session& session)
{
  std::vector<double> r(problem.size());
  problem.residual(0, N_VGetArrayPointer(session.y()), N_VGetArrayPointer(session.yp()), r.data());
  double worst = 0;
  for (const double value : r) worst = std::max(worst, std::abs(value));
  return worst;
}

double resident_bytes()
{
  double all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/* From here on the peak is that of the next contender; what the last one freed is given back. */
void reset_peak()
{
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

double peak_bytes()
{
  std::ifstream status("/proc/self/status");
  std::string word;
  double kilobytes = 0;
  while (status >> word && word != "VmHWM:") {
  }
  status >> kilobytes;
  return 1024 * kilobytes;
}

struct FreeLinearSolver
{
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, FreeLinearSolver>;

Owned<IDACIMem> make_handle(const Session& session, Given given)
{
  Owned<IDACIMem> ci(IDACICreate(nullptr, call_residual, session.y(), session.yp(), session.context()));
  if (ci == nullptr) throw std::runtime_error("IDACICreate failed");
  IDACISetUserData(ci.get(), session.user_data());
  // Nor does IDACalcIC compute them.
  IDACISetAlgebraicDerivatives(ci.get(), 0);
  if (given == Given::jacobian) IDACISetJacFn(ci.get(), call_jacobian, session.matrix());
  if (given == Given::pattern) IDACISetSparsity(ci.get(), session.matrix());
  return ci;
}

/* What a call found, and by which method. */
struct Answer
{
  State values;
  Contender used;
};

Contender method_of(IDACIMem ci)
{
  IDACIMethod used = IDACI_AUTO;
  IDACIGetMethodUsed(ci, &used);
  return used == IDACI_IMPULSE ? Contender::impulse : Contender::step_by_step;
}

/* The known values are the nearest ones to the guess. Above index 1 the method impulse finds others; how far step by
   step moves these to the nearest consistent ones shows whether they are consistent. */
double error_of_values(const Problem& problem, const State& found, Contender used)
{
  if (used != Contender::impulse || problem.index() <= 1) {
    return problem.gap(found.y.data(), found.yp.data(), problem.known());
  }
  Session moved(problem);
  moved.set(found);
  const Owned<IDACIMem> ci = make_handle(moved, Given::jacobian);
  IDACISetMethod(ci.get(), IDACI_STEP_BY_STEP);
  return IDACISolve(ci.get()) < 0 ? std::numeric_limits<double>::quiet_NaN() : moved.gap(found);
}

/* The values of both calls; nothing: a call failed. */
std::vector<Answer> time_library(const Problem& problem, Given given, Sample& sample)
{
  const std::map<Contender, IDACIMethod> methods{{Contender::automatic, IDACI_AUTO},
                                                 {Contender::step_by_step, IDACI_STEP_BY_STEP},
                                                 {Contender::impulse, IDACI_IMPULSE}};
  Session session(problem);
  session.start(kGuess);
  const LinearSolver solver(SUNLinSol_KLU(session.y(), session.matrix(), session.context()));
  reset_peak();
  const double before = resident_bytes();
  const Owned<IDACIMem> ci = make_handle(session, given);
  IDACISetMethod(ci.get(), methods.at(sample.contender));
  if (sample.contender == Contender::impulse) IDACISetLinearSolver(ci.get(), solver.get(), session.matrix());

  const Stopwatch first;
  sample.flag = IDACISolve(ci.get());
  sample.first = first.seconds();
  sample.bytes = peak_bytes() - before;
  sample.used = method_of(ci.get());
  sample.residual = max_residual(problem, session);
  IDACIGetIndex(ci.get(), &sample.index);
  IDACIGetNumResEvals(ci.get(), &sample.residuals);
  IDACIGetNumJacEvals(ci.get(), &sample.jacobians);
  IDACIGetNumFactorizations(ci.get(), &sample.factorizations);
  if (sample.flag < 0) return {};
  std::vector<Answer> answers{{session.state(), sample.used}};

  session.start(kEvent);
  const Stopwatch again;
  sample.flag = IDACISolve(ci.get());
  sample.again = again.seconds();
  if (sample.flag < 0) return {};
  answers.push_back({session.state(), method_of(ci.get())});
  return answers;
}

void run_library(const Problem& problem, Given given, bool look, Sample& sample,
                 const std::function<void(const Sample&)>& timed)
{
  const std::vector<Answer> answers = time_library(problem, given, sample);
  if (answers.empty() || !look) return;
  timed(sample);
  sample.gap = error_of_values(problem, answers[0].values, answers[0].used);
  sample.gap_again = error_of_values(problem, answers[1].values, answers[1].used);
  sample.gaps_seen = true;
}

struct FreeIda
{
  void operator()(void* ida_mem) const { IDAFree(&ida_mem); }
};
void run_ida_calc_ic(const Problem& problem, Sample& sample)
{
  // The default tolerances of the library. The first output sets the step that IDACalcIC imagines: 1e-3 was the fastest
  // of 1e-1, 1e-3, 1e-5 and 1e-7 on all families.
  constexpr double kRelative = 1e-8, kAbsolute = 1e-10, kFirstOutput = 1e-3;
  Session session(problem);
  session.start(kGuess);
  const Owned<N_Vector> id(N_VClone(session.y()));
  for (int j = 0; j < problem.size(); ++j) N_VGetArrayPointer(id.get())[j] = problem.differential(j) ? 1 : 0;
  const LinearSolver solver(SUNLinSol_KLU(session.y(), session.matrix(), session.context()));
  const std::unique_ptr<void, FreeIda> ida(IDACreate(session.context()));
  IDAInit(ida.get(), call_residual, 0, session.y(), session.yp());
#if SUNDIALS_VERSION_MAJOR < 7
  IDASetErrFile(ida.get(), nullptr);
#endif
  IDASStolerances(ida.get(), kRelative, kAbsolute);
  IDASetUserData(ida.get(), session.user_data());
  IDASetLinearSolver(ida.get(), solver.get(), session.matrix());
  IDASetJacFn(ida.get(), call_jacobian);
  IDASetId(ida.get(), id.get());
  sample.index = 1;

  const Stopwatch first;
  sample.flag = IDACalcIC(ida.get(), IDA_YA_YDP_INIT, kFirstOutput);
  sample.first = first.seconds();
  IDAGetConsistentIC(ida.get(), session.y(), session.yp());
  sample.residual = max_residual(problem, session);
  sample.gap = session.gap(problem.known());
  IDAGetNumResEvals(ida.get(), &sample.residuals);
  IDAGetNumJacEvals(ida.get(), &sample.jacobians);
  IDAGetNumLinSolvSetups(ida.get(), &sample.factorizations);
  if (sample.flag < 0) return;

  session.start(kEvent);
  const Stopwatch again;
  IDAReInit(ida.get(), 0, session.y(), session.yp());
  sample.flag = IDACalcIC(ida.get(), IDA_YA_YDP_INIT, kFirstOutput);
  sample.again = again.seconds();
  IDAGetConsistentIC(ida.get(), session.y(), session.yp());
  sample.gap_again = session.gap(problem.known());
  sample.gaps_seen = true;
}

bool factor_klu(std::vector<int> start, std::vector<int> row, double* values)
{
  const int n = static_cast<int>(start.size()) - 1;
  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(n, start.data(), row.data(), &common);
  klu_numeric* numeric = klu_factor(start.data(), row.data(), values, symbolic, &common);
  const bool factored = numeric != nullptr && common.status == KLU_OK;
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  return factored;
}

#ifdef IDACI_BENCH_UMFPACK
constexpr bool kUmfpack = true;

bool factor_umfpack(const std::vector<int>& start, const std::vector<int>& row, const double* values)
{
  const int n = static_cast<int>(start.size()) - 1;
  void *symbolic = nullptr, *numeric = nullptr;
  bool factored =
      umfpack_di_symbolic(n, n, start.data(), row.data(), values, &symbolic, nullptr, nullptr) == UMFPACK_OK;
  factored = factored &&
             umfpack_di_numeric(start.data(), row.data(), values, symbolic, &numeric, nullptr, nullptr) == UMFPACK_OK;
  umfpack_di_free_symbolic(&symbolic);
  umfpack_di_free_numeric(&numeric);
  return factored;
}
#else
constexpr bool kUmfpack = false;

bool factor_umfpack(const std::vector<int>&, const std::vector<int>&, const double*)
{
  return false;
}
#endif

void run_floor(const Problem& problem, Sample& sample)
{
  constexpr double kCj = 100;
  constexpr int kResidualCalls = 20;
  const Session session(problem);
  const Pattern& pattern = problem.pattern();
  const double *y = N_VGetArrayPointer(session.y()), *yp = N_VGetArrayPointer(session.yp());
  std::vector<double> values(pattern.row.size()), r(problem.size());
  problem.jacobian(kCj, y, values.data());

  const Stopwatch first;
  const bool factored = sample.contender == Contender::floor_klu
                            ? factor_klu(pattern.column_start, pattern.row, values.data())
                            : factor_umfpack(pattern.column_start, pattern.row, values.data());
  for (int call = 0; call < kResidualCalls; ++call) problem.residual(0, y, yp, r.data());
  sample.first = first.seconds();
  sample.flag = factored ? 0 : -1;
}

}  // namespace

bool available(Contender contender)
{
  return kUmfpack || contender != Contender::floor_umfpack;
}

Sample run(Contender contender, const Problem& problem, Given given, bool look,
           const std::function<void(const Sample&)>& timed)
{
  Sample sample;
  sample.contender = contender;
  switch (contender) {
    case Contender::automatic:
    case Contender::step_by_step:
    case Contender::impulse:
      run_library(problem, given, look, sample, timed);
      break;
    case Contender::ida_calc_ic:
      run_ida_calc_ic(problem, sample);
      break;
    case Contender::floor_klu:
    case Contender::floor_umfpack:
      run_floor(problem, sample);
      break;
  }
  sample.finished = true;
  return sample;
}

}  // namespace ida_consistent_init::bench
