#include "faults/session.hpp"

#include <dlfcn.h>
#include <malloc.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cstring>

namespace faults {
namespace {

// An operation of a vector has no data of its own; the tests run in one thread.
struct Clones
{
  N_Vector (*original)(N_Vector) = nullptr;
  long calls = 0, at_call = 0;
  bool for_good = false;
};
Clones clone_plan;

/// N_VClone of SUNDIALS 6 writes into what it gets from the vector without a look at it: its solvers do not live to
/// tell that a clone has failed. Only clones that this library makes may fail.
bool is_of_sundials(const void* caller)
{
  Dl_info info{};
  return dladdr(caller, &info) != 0 && info.dli_fname != nullptr &&
         std::strstr(info.dli_fname, "libsundials") != nullptr;
}

N_Vector clone_or_fail(N_Vector vector)
{
  if (is_of_sundials(__builtin_return_address(0))) return clone_plan.original(vector);
  const long call = ++clone_plan.calls;
  if (call == clone_plan.at_call || (clone_plan.for_good && call > clone_plan.at_call)) return nullptr;
  return clone_plan.original(vector);
}

std::vector<double> as_numbers(const std::vector<int>& whole)
{
  return {whole.begin(), whole.end()};
}

}  // namespace

Session::Session(const catalogue::Case& the_case, const Setting& setting)
    : setting_(setting),
      model_(the_case),
      y_(example::serial_vector(the_case.guess_y, context_)),
      yp_(example::serial_vector(the_case.guess_yp, context_)),
      flags_(example::serial_vector(as_numbers(the_case.fixed), context_)),
      rate_flags_(example::serial_vector(as_numbers(the_case.fixed_derivatives), context_)),
      matrix_(SUNDenseMatrix(the_case.n, the_case.n, context_.get())),
      solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get())),
      ida_(IDACreate(context_.get()))
{
  if (setting.jacobian == MatrixKind::dense) template_.reset(SUNDenseMatrix(the_case.n, the_case.n, context_.get()));
  if (setting.jacobian == MatrixKind::sparse) {
    template_.reset(SUNSparseMatrix(the_case.n, the_case.n, the_case.n * the_case.n, CSC_MAT, context_.get()));
  }
  IDACIPrepareVector(y_.get());
  example::require(IDAInit(ida_.get(), Model::residual, the_case.t0, y_.get(), yp_.get()), "IDAInit");
  if (setting.own_weights) {
    example::require(IDAWFtolerances(ida_.get(), Model::weights), "IDAWFtolerances");
  } else {
    example::require(IDASStolerances(ida_.get(), Model::relative_tolerance, model_.absolute_tolerance()),
                     "IDASStolerances");
  }
  example::require(IDASetUserData(ida_.get(), &model_), "IDASetUserData");
  example::require(IDASetLinearSolver(ida_.get(), solver_.get(), matrix_.get()), "IDASetLinearSolver");
  // IDA's own difference quotients would put an infinite residual into its matrix, and then divide by it.
  example::require(IDASetJacFn(ida_.get(), Model::jacobian), "IDASetJacFn");
  IDASetErrHandlerFn(
      ida_.get(), [](int, const char*, const char*, char*, void*) {}, nullptr);
}

int Session::begin()
{
  ci_ = IDACICreate(ida_.get(), Model::residual, y_.get(), yp_.get(), context_.get());
  return ci_ == nullptr ? static_cast<int>(IDACI_MEM_FAIL) : describe();
}

int Session::describe()
{
  const catalogue::Case& the_case = model_.the_case();
  std::vector<const char*> names;
  names.reserve(the_case.variables.size());
  for (const std::string& name : the_case.variables) names.push_back(name.c_str());
  const double smallest = *std::min_element(the_case.scale_y.begin(), the_case.scale_y.end());
  int flag = IDACISetNames(ci_, names.data(), nullptr);
  if (flag == IDACI_SUCCESS) flag = IDACISetFixed(ci_, flags_.get());
  if (flag == IDACI_SUCCESS) flag = IDACISetFixedDerivatives(ci_, rate_flags_.get());
  if (flag == IDACI_SUCCESS) flag = IDACISetTolerances(ci_, 1e-8, 1e-10 * smallest);
  if (flag == IDACI_SUCCESS && template_) flag = IDACISetJacFn(ci_, Model::jacobian, template_.get());
  if (flag == IDACI_SUCCESS) flag = IDACISetMethod(ci_, setting_.method);
  if (flag == IDACI_SUCCESS && setting_.solver_of_ida) flag = use_solver_of_ida();
  if (flag == IDACI_SUCCESS && setting_.condition) flag = IDACISetConditions(ci_, 1, Model::conditions);
  return flag;
}

int Session::set_sparsity(const std::vector<std::pair<int, int>>& places)
{
  const int n = model_.the_case().n;
  const example::MatrixHandle pattern(SUNDenseMatrix(n, n, context_.get()));
  for (const auto& [row, column] : places) SM_ELEMENT_D(pattern.get(), row, column) = 1;
  return IDACISetSparsity(ci_, pattern.get());
}

void Session::fail_clones(long at_call, bool for_good)
{
  if (y_->ops->nvclone != &clone_or_fail) clone_plan.original = y_->ops->nvclone;
  sunrealtype t = 0, cj = 0;
  N_Vector predicted = nullptr, yp_predicted = nullptr, y = nullptr, yp = nullptr, residual = nullptr;
  void* user_data = nullptr;
  IDAGetNonlinearSystemData(ida_.get(), &t, &predicted, &yp_predicted, &y, &yp, &residual, &cj, &user_data);
  for (N_Vector vector : {y_.get(), yp_.get(), predicted}) vector->ops->nvclone = &clone_or_fail;
  clone_plan = {.original = clone_plan.original, .at_call = at_call, .for_good = for_good};
}

long clones()
{
  return clone_plan.calls;
}

Snapshot Session::snapshot() const
{
  Snapshot snapshot;
  const auto* bytes = static_cast<const unsigned char*>(ida_.get());
  snapshot.memory.assign(bytes, bytes + malloc_usable_size(ida_.get()));
  snapshot.y.assign(y().begin(), y().end());
  snapshot.yp.assign(yp().begin(), yp().end());
  IDAGetCurrentTime(ida_.get(), &snapshot.t);
  const example::VectorHandle history = example::serial_vector(y(), context_);
  IDAGetDky(ida_.get(), snapshot.t, 0, history.get());
  snapshot.history.assign(example::values(history.get()).begin(), example::values(history.get()).end());
  return snapshot;
}

bool Session::is_consistent() const
{
  catalogue::Case found = model_.the_case();
  found.guess_y.assign(y().begin(), y().end());
  found.guess_yp.assign(yp().begin(), yp().end());
  Session judge(found, {});
  return judge.begin() == IDACI_SUCCESS && IDACICheck(judge.handle()) == IDACI_SUCCESS;
}

std::string complaint_about_answer(IDACIMem ci, int flag)
{
  const std::string name = IDACIGetReturnFlagName(flag);
  if (name == "NONE") return "the flag " + std::to_string(flag) + " is not documented";
  if (flag < 0 && IDACIGetLastMessage(ci)[0] == '\0') return name + " comes without a message";
  return {};
}

}  // namespace faults
