/* Which method the automatic choice takes where there is a Jacobian, and that its answers are consistent. */
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "problems/families.hpp"
#include "session.hpp"

using namespace ida_consistent_init;
using namespace ida_consistent_init::bench;

namespace {

constexpr int kLarge = 1200, kBelowLarge = 300;

IDACIMethod method_used(IDACIMem ci)
{
  IDACIMethod method = IDACI_AUTO;
  IDACIGetMethodUsed(ci, &method);
  return method;
}

Owned<IDACIMem> handle_with_jacobian(const Session& session)
{
  Owned<IDACIMem> ci(IDACICreate(nullptr, call_residual, session.y(), session.yp(), session.context()));
  IDACISetUserData(ci.get(), session.user_data());
  IDACISetJacFn(ci.get(), call_jacobian, session.matrix());
  return ci;
}

/* How far step by step moves what was found. */
double distance_to_nearest(const Problem& problem, const State& found)
{
  Session session(problem);
  session.set(found);
  const Owned<IDACIMem> ci = handle_with_jacobian(session);
  IDACISetMethod(ci.get(), IDACI_STEP_BY_STEP);
  BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
  return session.gap(found);
}

/* Blocks x' = z, v' = 1, 0 = x^2 + x v + v - 1. At the guess 0 the multiplier z does not move the constraint. */
struct Blocks
{
  static constexpr int kCount = 400, kSize = 3 * kCount;

  static int residual(double /*t*/, N_Vector y_vector, N_Vector yp_vector, N_Vector r_vector, void* calls)
  {
    ++*static_cast<long*>(calls);
    for (int k = 0; k < kSize; k += 3) {
      const double *y = N_VGetArrayPointer(y_vector) + k, *yp = N_VGetArrayPointer(yp_vector) + k;
      double* r = N_VGetArrayPointer(r_vector) + k;
      r[0] = yp[0] - y[2];
      r[1] = yp[1] - 1;
      r[2] = y[0] * y[0] + y[0] * y[1] + y[1] - 1;
    }
    return 0;
  }

  static int jacobian(double /*t*/, double cj, N_Vector y_vector, N_Vector, N_Vector, SUNMatrix matrix, void*, N_Vector,
                      N_Vector, N_Vector)
  {
    sunindextype *start = SUNSparseMatrix_IndexPointers(matrix), *row = SUNSparseMatrix_IndexValues(matrix);
    double* value = SUNSparseMatrix_Data(matrix);
    sunindextype k = 0;
    const auto put = [&](int i, double entry) {
      row[k] = i;
      value[k++] = entry;
    };
    for (int j = 0; j < kSize; j += 3) {
      const double* y = N_VGetArrayPointer(y_vector) + j;
      start[j] = k;
      put(j, cj);
      put(j + 2, 2 * y[0] + y[1]);
      start[j + 1] = k;
      put(j + 1, cj);
      put(j + 2, y[0] + 1);
      start[j + 2] = k;
      put(j, -1);
    }
    start[kSize] = k;
    return 0;
  }
};

/* 0.1 x' + 0.3 w' = 1 and three times as much plus w - 1 = 3: w is 1, though the structure says that it is free.
   Round-off makes the system Jacobian regular. */
struct Deceptive
{
  static int residual(double /*t*/, N_Vector y, N_Vector yp, N_Vector r, void* /*data*/)
  {
    const double* slope = N_VGetArrayPointer(yp);
    N_VGetArrayPointer(r)[0] = 0.1 * slope[0] + 0.3 * slope[1] - 1;
    N_VGetArrayPointer(r)[1] = 0.1 * 3 * slope[0] + 0.3 * 3 * slope[1] + N_VGetArrayPointer(y)[1] - 4;
    return 0;
  }

  static int jacobian(double /*t*/, double cj, N_Vector, N_Vector, N_Vector, SUNMatrix matrix, void*, N_Vector,
                      N_Vector, N_Vector)
  {
    sunindextype *start = SUNSparseMatrix_IndexPointers(matrix), *row = SUNSparseMatrix_IndexValues(matrix);
    const double entries[4] = {0.1 * cj, 0.1 * 3 * cj, 0.3 * cj, 0.3 * 3 * cj + 1};
    for (int k = 0; k < 4; ++k) {
      row[k] = k % 2;
      SUNSparseMatrix_Data(matrix)[k] = entries[k];
    }
    for (int j = 0; j <= 2; ++j) start[j] = 2 * j;
    return 0;
  }
};

Owned<SUNContext> make_context()
{
  SUNContext made = nullptr;
#if SUNDIALS_VERSION_MAJOR >= 7
  SUNContext_Create(SUN_COMM_NULL, &made);
#else
  SUNContext_Create(nullptr, &made);
#endif
  return Owned<SUNContext>(made);
}

}  // namespace

BOOST_AUTO_TEST_CASE(large_sparse_systems_are_solved_by_impulse_and_step_by_step_leaves_the_answer_where_it_is)
{
  for (const Family& family : families()) {
    const std::unique_ptr<Problem> problem = family.make(kLarge);
    BOOST_TEST_CONTEXT(family.name << " with " << problem->size() << " unknowns")
    {
      Session session(*problem);
      session.start(0.01);
      const Owned<IDACIMem> ci = handle_with_jacobian(session);
      BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
      BOOST_TEST(method_used(ci.get()) == IDACI_IMPULSE);
      int index = -1;
      IDACIGetIndex(ci.get(), &index);
      BOOST_TEST(index == problem->index());
      // Nothing is free at index 1 but what stays at the guess.
      if (index <= 1) BOOST_TEST(session.gap(problem->known()) < 1e-9);
      const State found = session.state();
      BOOST_TEST(distance_to_nearest(*problem, found) < 1e-7);
      // A projection near by uses what the solve found out.
      N_VGetArrayPointer(session.y())[0] += 1e-6;
      BOOST_TEST(IDACIProject(ci.get(), 0, session.y(), session.yp()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
    }
  }
}

BOOST_AUTO_TEST_CASE(small_systems_are_solved_by_impulse_where_nothing_is_free_and_else_step_by_step)
{
  for (const Family& family : families()) {
    for (const int n : {10, kBelowLarge}) {
      const std::unique_ptr<Problem> problem = family.make(n);
      BOOST_TEST_CONTEXT(family.name << " with " << problem->size() << " unknowns")
      {
        Session session(*problem);
        const Owned<IDACIMem> ci = handle_with_jacobian(session);
        const IDACIMethod expected = problem->index() <= 1 ? IDACI_IMPULSE : IDACI_STEP_BY_STEP;
        // The second call starts from what the first one knows.
        for (const double amplitude : {0.01, 0.02}) {
          session.start(amplitude);
          BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
          BOOST_TEST(method_used(ci.get()) == expected);
          BOOST_TEST(distance_to_nearest(*problem, session.state()) < 1e-8);
        }
        // That another method looked at the structure is not worth a sentence.
        const std::string message = IDACIGetLastMessage(ci.get());
        BOOST_TEST(message.find("mpulse") == std::string::npos, message);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(wishes_are_granted_by_step_by_step)
{
  for (const int n : {kBelowLarge, kLarge}) {
    const std::unique_ptr<Problem> problem = families().front().make(n);
    Session session(*problem);
    session.start(0.01);
    const Owned<IDACIMem> ci = handle_with_jacobian(session);
    const Owned<N_Vector> weights(N_VClone(session.y()));
    N_VConst(2, weights.get());
    IDACISetWeights(ci.get(), weights.get());
    BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
    BOOST_TEST(method_used(ci.get()) == IDACI_STEP_BY_STEP);
  }
}

BOOST_AUTO_TEST_CASE(where_impulse_fails_step_by_step_takes_over_and_all_the_work_is_counted)
{
  const Owned<SUNContext> context = make_context();
  const SUNContext made = context.get();
  const Owned<N_Vector> y(N_VNew_Serial(Blocks::kSize, made)), yp(N_VNew_Serial(Blocks::kSize, made));
  const Owned<SUNMatrix> matrix(SUNSparseMatrix(Blocks::kSize, Blocks::kSize, 5 * Blocks::kCount, CSC_MAT, made));
  N_VConst(0, y.get());
  N_VConst(0, yp.get());
  Blocks::jacobian(0, 1, y.get(), nullptr, nullptr, matrix.get(), nullptr, nullptr, nullptr, nullptr);
  const Owned<IDACIMem> ci(IDACICreate(nullptr, Blocks::residual, y.get(), yp.get(), made));
  long calls = 0, counted = 0;
  IDACISetUserData(ci.get(), &calls);
  IDACISetJacFn(ci.get(), Blocks::jacobian, matrix.get());
  BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
  BOOST_TEST(method_used(ci.get()) == IDACI_STEP_BY_STEP);
  IDACIGetNumResEvals(ci.get(), &counted);
  BOOST_TEST(counted == calls);
  const double *v = N_VGetArrayPointer(y.get()), *slope = N_VGetArrayPointer(yp.get());
  BOOST_TEST(std::abs(v[0] * v[0] + v[0] * v[1] + v[1] - 1) < 1e-9);
  BOOST_TEST(std::abs((2 * v[0] + v[1]) * slope[0] + (v[0] + 1) * slope[1]) < 1e-7);
}

BOOST_AUTO_TEST_CASE(a_structure_that_deceives_but_for_round_off_is_seen_through)
{
  const Owned<SUNContext> context = make_context();
  const Owned<N_Vector> y(N_VNew_Serial(2, context.get())), yp(N_VNew_Serial(2, context.get()));
  const Owned<SUNMatrix> matrix(SUNSparseMatrix(2, 2, 4, CSC_MAT, context.get()));
  N_VConst(0.5, y.get());
  N_VConst(0, yp.get());
  Deceptive::jacobian(0, 1, nullptr, nullptr, nullptr, matrix.get(), nullptr, nullptr, nullptr, nullptr);
  const Owned<IDACIMem> ci(IDACICreate(nullptr, Deceptive::residual, y.get(), yp.get(), context.get()));
  IDACISetJacFn(ci.get(), Deceptive::jacobian, matrix.get());
  BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
  BOOST_TEST(method_used(ci.get()) != IDACI_IMPULSE);
  const double *v = N_VGetArrayPointer(y.get()), *slope = N_VGetArrayPointer(yp.get());
  BOOST_TEST(v[0] == 0.5);
  BOOST_TEST(std::abs(v[1] - 1) < 1e-9);
  BOOST_TEST(std::abs(slope[0] - 10) < 1e-7);
  BOOST_TEST(std::abs(slope[1]) < 1e-7);
}
