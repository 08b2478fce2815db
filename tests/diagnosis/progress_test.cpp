// What IDACISetInfoFile shows while a solve runs.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <memory>

#include "diagnosis/models.hpp"

using namespace diagnosis;

BOOST_AUTO_TEST_SUITE(progress_lines)

BOOST_AUTO_TEST_CASE(every_stage_and_iteration_has_a_line_with_time_and_share)
{
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  BOOST_REQUIRE(file != nullptr);
  Setup setup = pendulum();
  setup.y[1] = -0.7;
  setup.ask = [&](IDACIMem ci) {
    IDACISetInfoFile(ci, file.get());
  };
  BOOST_TEST(solve(setup).flag == IDACI_SUCCESS);
  std::rewind(file.get());
  std::string text;
  for (int c = std::fgetc(file.get()); c != EOF; c = std::fgetc(file.get())) text.push_back(static_cast<char>(c));
  std::size_t last = 0;
  for (const char* part : {"5 unknowns", "structural index 3, 2 degrees of freedom", "0 %  stage -2: iteration 0",
                           "25 %  stage -1: iteration 0", "50 %  stage 0: iteration 0", "75 %  stage 1: iteration 0",
                           " s  verification"}) {
    const std::size_t found = text.find(part);
    BOOST_TEST(found != std::string::npos, std::string(part) + " is not in\n" + text);
    BOOST_TEST(found >= last);
    last = found;
  }
}

BOOST_AUTO_TEST_SUITE_END()
