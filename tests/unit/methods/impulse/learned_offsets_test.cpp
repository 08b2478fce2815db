#include "ida_consistent_init/methods/impulse/learned_offsets.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using methods::impulse::VectorOffsets;

namespace {

// x, y, u, v, lambda. The first two rows of proportions cancel where all values are alike.
int pendulum_of_index_2(sunrealtype /*t*/, N_Vector y_vector, N_Vector yp_vector, N_Vector r_vector, void* /*data*/)
{
  const double *y = N_VGetArrayPointer(y_vector), *yp = N_VGetArrayPointer(yp_vector);
  double* r = N_VGetArrayPointer(r_vector);
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] - yp[3] + y[4] * (y[0] - y[1]);
  r[3] = yp[3] + y[4] * y[1] + 9.81;
  r[4] = y[0] * y[2] + y[1] * y[3];
  return 0;
}

int node_and_source(sunrealtype /*t*/, N_Vector y_vector, N_Vector yp_vector, N_Vector r_vector, void* /*data*/)
{
  const double *y = N_VGetArrayPointer(y_vector), *yp = N_VGetArrayPointer(yp_vector);
  double* r = N_VGetArrayPointer(r_vector);
  r[0] = 1e-9 * yp[0] + y[0] - y[1];
  r[1] = y[1] - 5;
  return 0;
}

struct Learned
{
  Learned(IDAResFn residual, const std::vector<double>& y, const std::vector<double>& states)
  {
    const auto n = static_cast<sunindextype>(y.size());
    const support::VectorHandle at(N_VNew_Serial(n, context.get())), slope(N_VNew_Serial(n, context.get())),
        mask(N_VNew_Serial(n, context.get()));
    for (sunindextype j = 0; j < n; ++j) {
      NV_Ith_S(at.get(), j) = y[static_cast<std::size_t>(j)];
      NV_Ith_S(mask.get(), j) = states[static_cast<std::size_t>(j)];
    }
    N_VConst(0, slope.get());
    methods::impulse::System system;
    system.residual = residual;
    system.guess_y = at.get();
    system.guess_yp = slope.get();
    offsets = methods::impulse::learned_offsets(system, mask.get());
  }
  [[nodiscard]] std::vector<double> values(const support::SharedVector& vector) const
  {
    const double* first = N_VGetArrayPointer(vector.get());
    return {first, first + N_VGetLength(vector.get())};
  }

  test::Context context;
  VectorOffsets offsets;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(learned_offsets)

BOOST_AUTO_TEST_CASE(the_constraint_of_an_index_2_form_is_found_from_the_residual)
{
  const Learned learned(pendulum_of_index_2, {1, 0, 0.3, 0.5, 0}, {1, 1, 1, 1, 0});
  const std::vector<double> c{0, 0, 0, 0, 1}, d{1, 1, 1, 1, 0};
  BOOST_TEST(learned.values(learned.offsets.equation) == c, boost::test_tools::per_element());
  BOOST_TEST(learned.values(learned.offsets.variable) == d, boost::test_tools::per_element());
  BOOST_TEST(learned.offsets.largest_equation == 1);
  BOOST_TEST(learned.offsets.largest_variable == 1);
}

BOOST_AUTO_TEST_CASE(index_1_has_no_offset_of_equations_however_small_the_coefficient_of_a_derivative)
{
  const Learned learned(node_and_source, {0, 0}, {1, 0});
  const std::vector<double> none{0, 0}, d{1, 0};
  BOOST_TEST(learned.values(learned.offsets.equation) == none, boost::test_tools::per_element());
  BOOST_TEST(learned.values(learned.offsets.variable) == d, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(masks_are_the_same_for_vectors_that_do_not_compare)
{
  const test::Context context;
  const support::VectorHandle numbers(N_VNew_Serial(5, context.get()));
  for (int j = 0; j < 5; ++j) NV_Ith_S(numbers.get(), j) = j == 4 ? 1000 : j;
  numbers->ops->nvcompare = nullptr;
  const support::VectorHandle mask = support::clone(numbers.get()), work = support::clone(numbers.get());
  for (int number = 0; number <= 4; ++number) {
    methods::impulse::mask_at_least(number, numbers.get(), mask.get());
    for (int j = 0; j < 5; ++j) {
      BOOST_TEST(NV_Ith_S(mask.get(), j) == (NV_Ith_S(numbers.get(), j) >= number ? 1.0 : 0.0));
    }
    methods::impulse::mask_equal(number, numbers.get(), mask.get(), work.get());
    for (int j = 0; j < 5; ++j) {
      BOOST_TEST(NV_Ith_S(mask.get(), j) == (NV_Ith_S(numbers.get(), j) == number ? 1.0 : 0.0));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
