// The pendulum program, which stock IDA cannot start, with the drop-in in front of it and the settings that users have.
#include <sys/wait.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

// Exit codes of pendulum.c.
constexpr int right = 0, no_initial_values = 2;

// IDACI_DROPIN, IDACI_PENDULUM_IDA, IDACI_PENDULUM_IDAS, IDACI_HOST, IDACI_PLUGIN: files of this build.
int run(const std::string& command, const std::string& settings = "")
{
  const int status =
      std::system(("env " + settings + " timeout 60 " + command + " > pendulum.out 2> pendulum.err").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int run_preloaded(const std::string& command, const std::string& settings = "")
{
  return run(command, "LD_PRELOAD=" IDACI_DROPIN " " + settings);
}

std::string read_file(const std::string& path)
{
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(stock_ida_and_idas_cannot_start_the_pendulum)
{
  BOOST_TEST(run(IDACI_PENDULUM_IDA) == no_initial_values);
  BOOST_TEST(run(IDACI_PENDULUM_IDAS) == no_initial_values);
  BOOST_TEST(run(IDACI_HOST " " IDACI_PLUGIN " 1") == no_initial_values);
}

BOOST_AUTO_TEST_CASE(with_the_dropin_untouched_programs_of_ida_and_idas_get_the_right_answer)
{
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA) == right);
  BOOST_TEST(contains(read_file("pendulum.err"), "Hidden constraints do not allow every differential component"));
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDAS) == right);
}

BOOST_AUTO_TEST_CASE(a_program_linked_with_the_dropin_in_front_needs_no_preloading)
{
  BOOST_TEST(run(IDACI_PENDULUM_LINKED) == right);
}

BOOST_AUTO_TEST_CASE(a_plugin_that_brings_its_own_idas_is_served_in_several_threads)
{
  BOOST_TEST(run_preloaded(IDACI_HOST " " IDACI_PLUGIN " 4") == right);
}

BOOST_AUTO_TEST_CASE(off_leaves_everything_to_ida)
{
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT=off") == no_initial_values);
  BOOST_TEST(contains(read_file("pendulum.err"), "[IDA ERROR]  IDACalcIC"));
}

BOOST_AUTO_TEST_CASE(force_serves_as_well_and_a_wrong_setting_is_named)
{
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT=force") == right);
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT=yes") == right);
  BOOST_TEST(contains(read_file("pendulum.err"), "IDA_CONSISTENT_INIT=yes is ignored"));
}

BOOST_AUTO_TEST_CASE(without_error_control_the_start_is_right_and_the_integration_is_not)
{
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT_ERROR_CONTROL=off") > no_initial_values);
  BOOST_TEST(contains(read_file("pendulum.out"), "start"));
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT_ERROR_CONTROL=on") == right);
}

BOOST_AUTO_TEST_CASE(the_report_takes_its_format_from_the_ending)
{
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT_REPORT=pendulum_report.txt") == right);
  BOOST_TEST(contains(read_file("pendulum_report.txt"), "index"));
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT_REPORT=pendulum_report.json") == right);
  const nlohmann::json report = nlohmann::json::parse(read_file("pendulum_report.json"));
  BOOST_TEST(report.at("index") == 3);
  BOOST_TEST(report.at("status") == 0);
  BOOST_TEST(contains(report.at("messages").dump(), "smallest change"));
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT_REPORT=pendulum_report.html") == right);
  const std::string html = read_file("pendulum_report.html");
  BOOST_TEST(contains(html, "</html>"));
  BOOST_TEST(contains(html, "smallest change"));
}

BOOST_AUTO_TEST_CASE(a_report_that_cannot_be_written_is_named_and_hurts_nothing)
{
  BOOST_TEST(run_preloaded(IDACI_PENDULUM_IDA, "IDA_CONSISTENT_INIT_REPORT=/nowhere/report.txt") == right);
  BOOST_TEST(contains(read_file("pendulum.err"), "The report /nowhere/report.txt cannot be written"));
}
