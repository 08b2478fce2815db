#pragma once
#include <boost/test/unit_test.hpp>
#include <vector>

namespace ida_consistent_init::structure {

inline void check_equal(const std::vector<int>& found, const std::vector<int>& expected)
{
  BOOST_CHECK_EQUAL_COLLECTIONS(found.begin(), found.end(), expected.begin(), expected.end());
}

}  // namespace ida_consistent_init::structure
