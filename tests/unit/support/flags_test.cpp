#include "ida_consistent_init/support/flags.hpp"

#include <boost/test/unit_test.hpp>
#include <iterator>
#include <string>

using ida_consistent_init::support::flag_name;
using ida_consistent_init::support::flag_text;

namespace {

/// The published values: programs compiled against an older version of the header rely on them.
struct Published
{
  int value;
  const char* name;
};
constexpr Published published[] = {
    {0, "IDACI_SUCCESS"},           {201, "IDACI_INCONSISTENT"},    {-201, "IDACI_MEM_NULL"},
    {-202, "IDACI_ILL_INPUT"},      {-203, "IDACI_MEM_FAIL"},       {-204, "IDACI_RES_FAIL"},
    {-205, "IDACI_RES_NOT_FINITE"}, {-206, "IDACI_JAC_FAIL"},       {-207, "IDACI_STRUCTURALLY_SINGULAR"},
    {-208, "IDACI_OVERDETERMINED"}, {-209, "IDACI_CONV_FAIL"},      {-210, "IDACI_CONSTRAINT_FAIL"},
    {-211, "IDACI_VERIFY_FAIL"},    {-212, "IDACI_INDEX_TOO_HIGH"}, {-213, "IDACI_NOT_SUPPORTED"},
    {-214, "IDACI_CANCELLED"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(flags)

BOOST_AUTO_TEST_CASE(every_published_value_has_its_name_and_a_text)
{
  for (const Published& flag : published) {
    BOOST_TEST(flag_name(flag.value) == std::string(flag.name));
    BOOST_TEST(!std::string(flag_text(flag.value)).empty());
  }
}

BOOST_AUTO_TEST_CASE(the_enumerators_have_the_published_values)
{
  BOOST_TEST(IDACI_SUCCESS == 0);
  BOOST_TEST(IDACI_INCONSISTENT == 201);
  BOOST_TEST(IDACI_OVERDETERMINED == -208);
  BOOST_TEST(IDACI_NOT_SUPPORTED == -213);
  BOOST_TEST(IDACI_CANCELLED == -214);
}

BOOST_AUTO_TEST_CASE(all_other_numbers_around_are_no_flags)
{
  int known = 0;
  for (int value = -320; value <= 320; ++value) known += flag_name(value) != std::string("NONE") ? 1 : 0;
  BOOST_TEST(known == static_cast<int>(std::size(published)));
  for (const int value : {1, -1, -200, -215, 202, 299}) {
    BOOST_TEST(flag_name(value) == std::string("NONE"));
    BOOST_TEST(std::string(flag_text(value)).empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
