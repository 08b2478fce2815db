#include "ida_consistent_init/integration/hand_over.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <string>

#include "ida_consistent_init/ida_consistent_init_flags.h"
#include "pendulum_run.hpp"

using ida_consistent_init::integration::hand_over;
using integration_test::PendulumRun;

BOOST_AUTO_TEST_SUITE(hand_over_to_ida)

BOOST_AUTO_TEST_CASE(without_ida_memory_there_is_nothing_to_do)
{
  std::string message;
  BOOST_TEST(hand_over(nullptr, 0, nullptr, nullptr, message) == IDACI_SUCCESS);
  BOOST_TEST(message.empty());
}

BOOST_AUTO_TEST_CASE(ida_starts_anew_from_the_values_handed_over)
{
  PendulumRun run(1, 1e-6);
  BOOST_REQUIRE_EQUAL(run.own.advance_to(0.5), IDA_SUCCESS);
  const auto y0 = example::serial_vector(std::array{0.0, -1.0, 2.0, 0.0, 13.81}, run.own.owner());
  const auto yp0 = example::serial_vector(std::array{2.0, 0.0, 0.0, 4.0, 0.0}, run.own.owner());
  std::string message;
  BOOST_REQUIRE_EQUAL(hand_over(run.own.ida(), 0.25, y0.get(), yp0.get(), message), IDACI_SUCCESS);

  long int steps = -1;
  double t = 0;
  BOOST_REQUIRE_EQUAL(IDAGetNumSteps(run.own.ida(), &steps), IDA_SUCCESS);
  BOOST_REQUIRE_EQUAL(IDAGetCurrentTime(run.own.ida(), &t), IDA_SUCCESS);
  BOOST_TEST(steps == 0);
  BOOST_TEST(t == 0.25);
  BOOST_REQUIRE_EQUAL(IDAGetConsistentIC(run.own.ida(), run.own.y(), run.own.yp()), IDA_SUCCESS);
  BOOST_TEST(run.y() == (std::vector<double>{0.0, -1.0, 2.0, 0.0, 13.81}), boost::test_tools::per_element());
  BOOST_TEST(example::values(run.own.yp())[3] == 4.0);
}

BOOST_AUTO_TEST_CASE(missing_vector_is_refused_and_ida_keeps_its_state)
{
  PendulumRun run(1, 1e-6);
  BOOST_REQUIRE_EQUAL(run.own.advance_to(0.5), IDA_SUCCESS);
  const long int steps_before = run.own.statistics().steps;
  std::string message;
  BOOST_TEST(hand_over(run.own.ida(), 0, nullptr, run.own.yp(), message) == IDACI_ILL_INPUT);
  BOOST_TEST(message.find("IDAReInit") != std::string::npos);
  BOOST_TEST(run.own.statistics().steps == steps_before);
}

BOOST_AUTO_TEST_CASE(ida_memory_without_idainit_is_refused)
{
  const example::Context context;
  const example::IdaHandle ida(IDACreate(context.get()));
  const auto y0 = example::serial_vector(std::array{1.0}, context);
#if SUNDIALS_VERSION_MAJOR < 7
  BOOST_REQUIRE_EQUAL(IDASetErrFile(ida.get(), nullptr), IDA_SUCCESS);
#endif
  std::string message;
  BOOST_TEST(hand_over(ida.get(), 0, y0.get(), y0.get(), message) == IDACI_ILL_INPUT);
  BOOST_TEST(message.find("IDAInit") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
