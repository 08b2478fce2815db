#include "ida_consistent_init/solver/order_trials.hpp"

#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ida_consistent_init/derivatives/difference_source.hpp"

using namespace ida_consistent_init;
using solver::OrderTrials;
using support::Error;

namespace {

const Error not_resolved(IDACI_VERIFY_FAIL, "not resolved");
const Error no_convergence(IDACI_CONV_FAIL, "no convergence");

/// y = 1 with an estimated error, and what ranks said.
report::Result answer(double error, int index = 2, long degrees_of_freedom = 1)
{
  report::Result result;
  result.variables.resize(1);
  result.variables[0].value = 1;
  result.variables[0].error_estimate = error;
  result.variables[0].derivative_error_estimate = 0;
  result.index = index;
  result.degrees_of_freedom = degrees_of_freedom;
  return result;
}

std::vector<int> orders_left(OrderTrials& trials)
{
  std::vector<int> orders;
  while (const std::optional<int> order = trials.next()) orders.push_back(*order);
  return orders;
}

/// The message of the refusal, "" if there is an answer.
std::string refusal(const OrderTrials& trials)
{
  try {
    static_cast<void>(trials.best());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(order_trials)

BOOST_AUTO_TEST_CASE(an_answer_within_the_tolerance_ends_the_search)
{
  OrderTrials trials({});
  trials.accept(answer(1e-9));
  BOOST_TEST(!trials.next().has_value());
  BOOST_TEST(trials.best().variables[0].error_estimate == 1e-9);
}

BOOST_AUTO_TEST_CASE(an_answer_is_improved_by_all_orders_and_the_most_accurate_counts)
{
  OrderTrials trials({});
  trials.accept(answer(1e-4));
  BOOST_TEST(trials.next().value() == 12);
  trials.accept(answer(1e-6));
  trials.refuse(no_convergence, -1, false);
  trials.accept(answer(1e-5));
  BOOST_TEST(orders_left(trials) == (std::vector<int>{5, 14, derivatives::most_difference_order}),
             boost::test_tools::per_element());
  BOOST_TEST(trials.best().variables[0].error_estimate == 1e-6);
}

BOOST_AUTO_TEST_CASE(without_an_answer_no_order_is_tried_that_only_improves)
{
  OrderTrials trials({});
  trials.refuse(not_resolved, -1, false);
  BOOST_TEST(orders_left(trials) == (std::vector<int>{12, 5}), boost::test_tools::per_element());
  BOOST_TEST(refusal(trials) == "not resolved");
}

BOOST_AUTO_TEST_CASE(an_answer_refused_for_its_uncertainty_is_improved)
{
  OrderTrials trials({});
  trials.refuse(not_resolved, 2, false);
  BOOST_TEST(orders_left(trials).back() == derivatives::most_difference_order);
  trials.accept(answer(1e-6));
  BOOST_TEST(refusal(trials).empty());
}

BOOST_AUTO_TEST_CASE(of_two_orders_that_lead_nowhere_the_first_is_reported_and_no_third_is_tried)
{
  OrderTrials trials({});
  trials.refuse(no_convergence, -1, false);
  BOOST_TEST(trials.next().value() == 12);
  trials.refuse(not_resolved, -1, false);
  BOOST_TEST(trials.next().value() == 5);
  OrderTrials other({});
  other.refuse(no_convergence, -1, false);
  other.refuse(no_convergence, -1, false);
  BOOST_TEST(!other.next().has_value());
  BOOST_TEST(refusal(other) == "no convergence");
}

BOOST_AUTO_TEST_CASE(where_the_structure_is_regular_one_order_that_leads_nowhere_ends_it)
{
  OrderTrials trials({});
  trials.refuse(no_convergence, -1, true);
  BOOST_TEST(!trials.next().has_value());
}

BOOST_AUTO_TEST_CASE(what_meets_fewer_constraints_does_not_count)
{
  OrderTrials trials({});
  trials.accept(answer(1e-6, 2, 1));
  trials.accept(answer(1e-7, 2, 3));
  BOOST_TEST(trials.best().degrees_of_freedom == 1);
  trials.accept(answer(1e-5, 2, 0));
  BOOST_TEST(trials.best().degrees_of_freedom == 0);
  trials.refuse(not_resolved, 2, false);
  BOOST_TEST(refusal(trials).empty());
  trials.refuse(no_convergence, 3, false);
  BOOST_TEST(refusal(trials) == "not resolved");
}

BOOST_AUTO_TEST_SUITE_END()
