// docs/troubleshooting.md speaks of every flag.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "diagnosis/setup.hpp"

BOOST_AUTO_TEST_SUITE(documentation)

BOOST_AUTO_TEST_CASE(every_flag_has_an_entry_in_troubleshooting)
{
  std::ifstream file(IDACI_TEST_DATA "/../../docs/troubleshooting.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (int flag = -299; flag <= IDACI_FLAG_LIST_END; ++flag) {
    const std::string name = IDACIGetReturnFlagName(flag);
    if (name != "NONE") BOOST_TEST(text.find("### `" + name + "`") != std::string::npos, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
