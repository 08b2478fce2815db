#include "ida_consistent_init/support/large_memory.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <numeric>
#include <utility>

using ida_consistent_init::support::large_page;
using ida_consistent_init::support::LargeVector;

namespace {

bool begins_a_page(const void* memory)
{
  return reinterpret_cast<std::uintptr_t>(memory) % large_page == 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(large_memory)

BOOST_AUTO_TEST_CASE(large_arrays_begin_a_large_page)
{
  for (const std::size_t bytes : {large_page / 2, large_page, large_page + 1, 5 * large_page}) {
    LargeVector<char> array(bytes, 'a');
    BOOST_TEST(begins_a_page(array.data()));
    array.back() = 'b';
    BOOST_TEST(array.front() == 'a');
  }
}

BOOST_AUTO_TEST_CASE(arrays_grow_from_small_to_large_and_move)
{
  LargeVector<int> array;
  for (int k = 0; k < 1'000'000; ++k) array.push_back(k);
  LargeVector<int> moved = std::move(array);
  BOOST_TEST(std::accumulate(moved.begin(), moved.end(), 0LL) == 499'999'500'000LL);
  const LargeVector<int> copy = moved;
  moved.resize(10);
  moved.shrink_to_fit();
  BOOST_TEST(!begins_a_page(moved.data()));
  BOOST_TEST(moved.back() == 9);
  BOOST_TEST(copy.back() == 999'999);
}

BOOST_AUTO_TEST_SUITE_END()
