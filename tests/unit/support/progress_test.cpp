#include "ida_consistent_init/support/progress.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>

using ida_consistent_init::support::Progress;

namespace {

std::string lines_of(const std::function<void(Progress&)>& work)
{
  std::FILE* file = std::tmpfile();
  BOOST_REQUIRE(file != nullptr);
  Progress progress(file);
  work(progress);
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text.push_back(static_cast<char>(c));
  std::fclose(file);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(progress)

BOOST_AUTO_TEST_CASE(a_line_has_the_time_since_the_start_and_what_happens)
{
  const std::string text = lines_of([](Progress& progress) { progress.tell("stage -1: iteration 3"); });
  BOOST_TEST(text.starts_with("ida_consistent_init:"));
  BOOST_TEST(text.ends_with(" s  stage -1: iteration 3\n"));
  BOOST_TEST(std::stod(text.substr(text.find(':') + 1)) < 60.0);
}

BOOST_AUTO_TEST_CASE(the_share_of_finished_stages_is_shown_while_their_number_is_known)
{
  const std::string text = lines_of([](Progress& progress) {
    progress.expect(4);
    progress.tell("a");
    progress.finish_stage();
    progress.finish_stage();
    progress.tell("b");
    progress.restart();
    progress.tell("c");
  });
  BOOST_TEST(text.find("   0 %  a\n") != std::string::npos);
  BOOST_TEST(text.find("  50 %  b\n") != std::string::npos);
  BOOST_TEST(text.find(" s  c\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
