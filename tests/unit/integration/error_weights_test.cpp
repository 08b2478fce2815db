#include "ida_consistent_init/integration/error_weights.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "pendulum_run.hpp"

using ida_consistent_init::integration::scale_weights;
using ida_consistent_init::integration::weight_factor;

BOOST_AUTO_TEST_SUITE(error_weights)

BOOST_AUTO_TEST_CASE(factor_is_one_for_index_zero_and_one)
{
  BOOST_TEST(weight_factor(1e-5, 0) == 1.0);
  BOOST_TEST(weight_factor(1e-5, 1) == 1.0);
}

BOOST_AUTO_TEST_CASE(factor_is_step_to_the_index_minus_one)
{
  const double h = 0.25;
  BOOST_TEST(weight_factor(h, 2) == h);
  BOOST_TEST(weight_factor(h, 3) == h * h);
  BOOST_TEST(weight_factor(-h, 3) == h * h, "a negative step counts by its size");
}

BOOST_AUTO_TEST_CASE(steps_above_one_and_unknown_steps_leave_weights_alone)
{
  BOOST_TEST(weight_factor(50.0, 3) == 1.0);
  BOOST_TEST(weight_factor(0.0, 3) == 1.0);
}

BOOST_AUTO_TEST_CASE(weights_stay_positive_and_their_inverse_square_finite)
{
  for (const double h : {1e-3, 1e-30, 1e-100, std::numeric_limits<double>::denorm_min()}) {
    for (int index = 2; index <= 20; ++index) {
      const double factor = weight_factor(h, index);
      BOOST_TEST(factor > 0.0);
      BOOST_TEST(std::isfinite(1 / (factor * factor)));
    }
  }
}

BOOST_AUTO_TEST_CASE(without_ida_memory_weights_are_unchanged)
{
  const example::Context context;
  const auto weights = example::serial_vector(std::array{1.0, 2.0, 3.0}, context);
  scale_weights(nullptr, {1, 2, 3}, weights.get());
  BOOST_TEST(example::values(weights.get())[1] == 2.0);
  BOOST_TEST(example::values(weights.get())[2] == 3.0);
}

BOOST_AUTO_TEST_CASE(before_the_first_step_weights_are_unchanged)
{
  integration_test::PendulumRun run(3, 1e-6);
  const auto weights = example::serial_vector(std::array{1.0, 1.0, 1.0, 1.0, 1.0}, run.own.owner());
  scale_weights(run.own.ida(), {1, 1, 2, 2, 3}, weights.get());
  for (const double weight : example::values(weights.get())) BOOST_TEST(weight == 1.0);
}

BOOST_AUTO_TEST_CASE(after_steps_weights_carry_the_current_step)
{
  integration_test::PendulumRun run(3, 1e-6);
  BOOST_REQUIRE_EQUAL(run.attach(), 0);
  BOOST_REQUIRE_EQUAL(run.own.advance_to(0.5), IDA_SUCCESS);
  double h = 0;
  BOOST_REQUIRE_EQUAL(IDAGetCurrentStep(run.own.ida(), &h), IDA_SUCCESS);
  BOOST_REQUIRE(h > 0);
  BOOST_REQUIRE(h < 1);

  const auto weights = example::serial_vector(std::array{7.0, 7.0, 7.0, 7.0, 7.0}, run.own.owner());
  scale_weights(run.own.ida(), {1, 1, 2, 2, 3}, weights.get());
  const auto scaled = example::values(weights.get());
  BOOST_TEST(scaled[0] == 7.0);
  BOOST_TEST(scaled[2] == 7.0 * h);
  BOOST_TEST(scaled[4] == 7.0 * h * h, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_SUITE_END()
