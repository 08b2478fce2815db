#include "diagnosis/setup.hpp"

#include <ida/ida.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "gallery/sundials_handles.hpp"

namespace diagnosis {
namespace {

using gallery::make_context;
using gallery::make_vector;
using gallery::Owner;
using gallery::values_of;

struct ReleaseIda
{
  void operator()(void* ida) const { IDAFree(&ida); }
};
struct CloseFile
{
  void operator()(std::FILE* file) const { std::fclose(file); }
};

int evaluate_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  Values result(static_cast<std::size_t>(N_VGetLength(y)), 0);
  static_cast<const Setup*>(user_data)->residual(t, values_of(y), values_of(yp), result);
  std::copy(result.begin(), result.end(), N_VGetArrayPointer(r));
  return 0;
}

int evaluate_conditions(sunrealtype /*t*/, N_Vector y, N_Vector yp, sunrealtype* b, void* user_data)
{
  const Setup& setup = *static_cast<const Setup*>(user_data);
  Values result(setup.condition_count, 0);
  setup.conditions(values_of(y), values_of(yp), result);
  std::copy(result.begin(), result.end(), b);
  return 0;
}

Values flags_of(const Setup& setup, const std::vector<std::string>& variables)
{
  Values flags(setup.variables.size(), 0);
  for (const std::string& variable : variables) flags[setup.place(variable)] = 1;
  return flags;
}

void require(IDACIMem ci, int flag)
{
  if (flag < 0) throw std::runtime_error(IDACIGetLastMessage(ci));
}

std::string text_report(IDACIMem ci)
{
  const std::unique_ptr<std::FILE, CloseFile> file(std::tmpfile());
  require(ci, IDACIWriteReport(ci, file.get(), IDACI_REPORT_TEXT));
  std::rewind(file.get());
  std::string text;
  for (int c = std::fgetc(file.get()); c != EOF; c = std::fgetc(file.get())) text.push_back(static_cast<char>(c));
  return text;
}

/// Everything that lives as long as one attempt, with or without IDA.
struct Attempt
{
  explicit Attempt(const Setup& set_up, bool with_ida = false)
      : setup(set_up),
        context(make_context()),
        y(make_vector(setup.y, context.get())),
        yp(make_vector(setup.yp, context.get())),
        matrix(SUNDenseMatrix(static_cast<sunindextype>(setup.y.size()), static_cast<sunindextype>(setup.y.size()),
                              context.get())),
        solver(SUNLinSol_Dense(y.get(), matrix.get(), context.get()))
  {
    if (with_ida) make_ida();
    ci.reset(IDACICreate(ida.get(), evaluate_residual, y.get(), yp.get(), context.get()));
    describe();
  }

  void make_ida()
  {
    ida.reset(IDACreate(context.get()));
    IDASetErrFile(ida.get(), nullptr);
    const bool made = IDAInit(ida.get(), evaluate_residual, setup.t0, y.get(), yp.get()) == IDA_SUCCESS &&
                      IDASStolerances(ida.get(), 1e-8, 1e-10) == IDA_SUCCESS &&
                      IDASetUserData(ida.get(), const_cast<Setup*>(&setup)) == IDA_SUCCESS &&
                      IDASetLinearSolver(ida.get(), solver.get(), matrix.get()) == IDA_SUCCESS;
    if (!made) throw std::runtime_error("IDA refuses the set-up");
  }

  void describe()
  {
    std::vector<const char*> variables, equations;
    for (const std::string& name : setup.variables) variables.push_back(name.c_str());
    for (const std::string& name : setup.equations) equations.push_back(name.c_str());
    require(ci.get(), IDACISetNames(ci.get(), variables.data(), equations.data()));
    require(ci.get(), IDACISetUserData(ci.get(), const_cast<Setup*>(&setup)));
    require(ci.get(), IDACISetInitialTime(ci.get(), setup.t0));
    require(ci.get(), IDACISetFixed(ci.get(), make_vector(flags_of(setup, setup.held), context.get()).get()));
    require(ci.get(), IDACISetFixedDerivatives(
                          ci.get(), make_vector(flags_of(setup, setup.held_derivatives), context.get()).get()));
    if (setup.conditions) require(ci.get(), IDACISetConditions(ci.get(), setup.condition_count, evaluate_conditions));
    if (!setup.bounds.empty()) {
      require(ci.get(), IDACISetConstraints(ci.get(), make_vector(setup.bounds, context.get()).get()));
    }
    if (setup.ask) setup.ask(ci.get());
  }

  Answer answer(int flag) const
  {
    Answer result;
    result.flag = flag;
    result.message = IDACIGetLastMessage(ci.get());
    result.report = text_report(ci.get());
    result.y = values_of(y.get());
    result.yp = values_of(yp.get());
    IDACIGetDegreesOfFreedom(ci.get(), &result.degrees_of_freedom);
    const Owner<N_Vector> determined = make_vector(setup.y, context.get());
    if (IDACIGetDetermined(ci.get(), determined.get()) == IDACI_SUCCESS)
      result.determined = values_of(determined.get());
    return result;
  }

  const Setup& setup;
  Owner<SUNContext> context;
  Owner<N_Vector> y, yp;
  Owner<SUNMatrix> matrix;
  Owner<SUNLinearSolver> solver;
  std::unique_ptr<void, ReleaseIda> ida;
  Owner<IDACIMem> ci;
};

}  // namespace

int Setup::place(const std::string& variable) const
{
  const auto found = std::find(variables.begin(), variables.end(), variable);
  if (found == variables.end()) throw std::runtime_error("no variable is called " + variable);
  return static_cast<int>(found - variables.begin());
}

bool Answer::names(const std::vector<std::string>& words) const
{
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return message.find(word) != std::string::npos; });
}

std::string Answer::shown() const
{
  return std::string(IDACIGetReturnFlagName(flag)) + ": " + message;
}

Answer solve(const Setup& setup)
{
  const Attempt attempt(setup);
  const int flag = IDACISolve(attempt.ci.get());
  return attempt.answer(flag);
}

Answer check(const Setup& setup)
{
  const Attempt attempt(setup);
  const int flag = IDACICheck(attempt.ci.get());
  return attempt.answer(flag);
}

StockAnswer stock_calc_ic(const Setup& setup, const Values& id, int kind)
{
  const Attempt attempt(setup, true);
  if (IDASetId(attempt.ida.get(), make_vector(id, attempt.context.get()).get()) != IDA_SUCCESS) {
    throw std::runtime_error("IDA refuses the id vector");
  }
  StockAnswer answer;
  answer.flag = IDACalcIC(attempt.ida.get(), kind, setup.t0 + 0.1);
  IDAGetConsistentIC(attempt.ida.get(), attempt.y.get(), attempt.yp.get());
  answer.y = values_of(attempt.y.get());
  answer.yp = values_of(attempt.yp.get());
  return answer;
}

Answer attach_with_indices(const Setup& setup, const Values& index)
{
  const Attempt attempt(setup, true);
  require(attempt.ci.get(), IDACISolve(attempt.ci.get()));
  require(attempt.ci.get(), IDACISetVariableIndex(attempt.ci.get(), make_vector(index, attempt.context.get()).get()));
  const int flag = IDACIAttachErrorControl(attempt.ci.get());
  return attempt.answer(flag);
}

}  // namespace diagnosis
