#include <boost/test/unit_test.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "example_result.hpp"

using namespace ida_consistent_init::report;
using Json = nlohmann::json;

namespace {

/// True if the object has all these keys; more are allowed.
bool has_keys(const Json& object, const std::set<std::string>& keys)
{
  for (const std::string& key : keys) {
    if (!object.contains(key)) return false;
  }
  return true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_report)

BOOST_AUTO_TEST_CASE(all_promised_keys_are_there)
{
  const Json document = Json::parse(json(test::example()));
  BOOST_TEST(has_keys(
      document, {"status", "status_name", "method", "reason", "n", "t0", "index", "degrees_of_freedom", "variables",
                 "equations", "hidden_constraints", "stages", "counters", "seconds", "messages"}));
  BOOST_TEST(has_keys(document["variables"][0], {"name", "guess", "value", "derivative", "index", "fixed", "determined",
                                                 "change", "error_estimate"}));
  BOOST_TEST(has_keys(document["equations"][0], {"name", "differentiations", "residual"}));
  BOOST_TEST(has_keys(document["hidden_constraints"][0], {"equation", "order", "residual"}));
  BOOST_TEST(
      has_keys(document["stages"][0], {"k", "equations", "unknowns", "rank", "iterations", "residual", "method"}));
  BOOST_TEST(has_keys(document["counters"], {"residual_evaluations", "jacobian_evaluations", "factorizations"}));
}

BOOST_AUTO_TEST_CASE(values_arrive_unchanged)
{
  const Json document = Json::parse(json(test::example()));
  BOOST_TEST(document["status"] == 0);
  BOOST_TEST(document["status_name"] == "IDACI_SUCCESS");
  BOOST_TEST(document["method"] == "step by step");
  BOOST_TEST(document["t0"] == 0.25);
  BOOST_TEST(document["index"] == 2);
  BOOST_TEST(document["degrees_of_freedom"] == 3);
  const Json& variable = document["variables"][0];
  BOOST_TEST(variable["name"] == "lam");
  BOOST_TEST(variable["value"] == 1.5);
  BOOST_TEST(variable["change"] == 0.5);
  BOOST_TEST(variable["fixed"] == true);
  BOOST_TEST(variable["error_estimate"] == 1e-9);
  BOOST_TEST(document["equations"][0]["differentiations"] == 2);
  BOOST_TEST(document["hidden_constraints"][0]["residual"] == -3e-11);
  BOOST_TEST(document["stages"][0]["k"] == -1);
  BOOST_TEST(document["stages"][0]["rank"] == 3);
  BOOST_TEST(document["counters"]["jacobian_evaluations"] == 7);
  BOOST_TEST(document["messages"].size() == 2U);
  BOOST_TEST(document["messages"][1] == "second");
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not_finite_are_null)
{
  Result result = test::example();
  result.variables[0].error_estimate = std::numeric_limits<double>::quiet_NaN();
  result.variables[0].value = std::numeric_limits<double>::infinity();
  result.equations[0].residual = -std::numeric_limits<double>::infinity();
  const Json document = Json::parse(json(result));
  BOOST_TEST(document["variables"][0]["error_estimate"].is_null());
  BOOST_TEST(document["variables"][0]["value"].is_null());
  BOOST_TEST(document["variables"][0]["change"].is_null());
  BOOST_TEST(document["equations"][0]["residual"].is_null());
}

BOOST_AUTO_TEST_CASE(what_a_failed_solve_did_not_find_is_null_or_empty)
{
  Result result;
  result.status = IDACI_STRUCTURALLY_SINGULAR;
  result.message = "two equations, one variable";
  const Json document = Json::parse(json(result));
  BOOST_TEST(document["status"] == -207);
  BOOST_TEST(document["status_name"] == "IDACI_STRUCTURALLY_SINGULAR");
  BOOST_TEST(document["index"].is_null());
  BOOST_TEST(document["degrees_of_freedom"].is_null());
  BOOST_TEST(document["variables"].is_array());
  BOOST_TEST(document["variables"].empty());
  BOOST_TEST(document["message"] == "two equations, one variable");
}

BOOST_AUTO_TEST_CASE(names_with_special_characters_still_give_valid_json)
{
  Result result = test::example();
  result.names = {{"a\"b\\c\n\xff"}, {"circle"}};  // the last byte is no UTF-8
  const Json document = Json::parse(json(result));
  const std::string name = document["variables"][0]["name"];
  BOOST_TEST(name.substr(0, 6) == "a\"b\\c\n");
}

BOOST_AUTO_TEST_SUITE_END()
