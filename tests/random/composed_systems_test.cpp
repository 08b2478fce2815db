#include "random/composed_systems.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

using namespace ida_consistent_init::structure;

namespace {

/* Size of a sample: small ones often, up to 300. */
test::Recipe recipe_of(unsigned seed)
{
  std::mt19937 generator(seed);
  const int largest = std::array{10, 40, 100, 300}[seed % 4];
  std::uniform_int_distribution<int> size(3, largest);
  std::uniform_real_distribution<double> raising(0.0, 0.8), extra(0.0, 4.0);
  const int n = size(generator);
  const double raising_couplings = raising(generator);
  return {n, raising_couplings, extra(generator), seed + 10000};
}

/* Whether two numberings of blocks name the same sets of equations and variables. */
bool same_blocks(const Blocks& a, const Blocks& b)
{
  if (a.count != b.count) return false;
  std::vector<int> name_in_b(a.count, -1);
  const auto agree = [&](const std::vector<int>& in_a, const std::vector<int>& in_b) {
    for (std::size_t k = 0; k < in_a.size(); ++k) {
      int& name = name_in_b[in_a[k]];
      if (name < 0) name = in_b[k];
      if (name != in_b[k]) return false;
    }
    return true;
  };
  // As many names as sets on either side: a function that is onto is one to one.
  return agree(a.of_equation, b.of_equation) && agree(a.of_variable, b.of_variable);
}

/* The promise of Blocks: J refers to the block itself and to blocks with lower numbers. */
bool is_block_lower_triangular(const Structure& structure)
{
  const Pattern jacobian = system_jacobian_pattern(structure.signature, structure.offsets);
  for (int row = 0; row < jacobian.rows; ++row) {
    for (int entry = jacobian.row_start[row]; entry < jacobian.row_start[row + 1]; ++entry) {
      if (structure.blocks.of_variable[jacobian.column[entry]] > structure.blocks.of_equation[row]) return false;
    }
  }
  return true;
}

int largest_block(const Blocks& blocks)
{
  std::vector<int> size(blocks.count, 0);
  for (const int block : blocks.of_equation) ++size[block];
  return *std::max_element(size.begin(), size.end());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(composed_systems)

BOOST_AUTO_TEST_CASE(index_freedom_offsets_and_blocks_of_500_composed_systems_equal_the_construction)
{
  constexpr unsigned samples = 500;
  for (unsigned seed = 0; seed < samples; ++seed) {
    const test::ComposedSystem expected = test::compose(recipe_of(seed));
    BOOST_TEST_CONTEXT("seed " << seed << ", n = " << expected.signature.n)
    {
      const Analysis analysis = analyse(expected.signature, 2 * expected.signature.n);
      BOOST_REQUIRE((analysis.verdict == Verdict::regular));
      const Structure& found = analysis.structure;
      BOOST_TEST(found.index == expected.index);
      BOOST_TEST(found.degrees_of_freedom == expected.degrees_of_freedom);
      BOOST_TEST(found.offsets.equation == expected.offsets.equation, boost::test_tools::per_element());
      BOOST_TEST(found.offsets.variable == expected.offsets.variable, boost::test_tools::per_element());
      BOOST_TEST(found.blocks.count == expected.blocks.count);
      BOOST_TEST(same_blocks(found.blocks, expected.blocks));
      BOOST_TEST(is_block_lower_triangular(found));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_samples_cover_every_index_up_to_six_raised_parts_freedom_and_blocks_of_several_sizes)
{
  std::array<int, 8> of_index{};
  std::array<int, 6> of_largest_block{};
  int with_raised_parts = 0, with_freedom = 0, smallest = 1000, largest = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const test::ComposedSystem sample = test::compose(recipe_of(seed));
    ++of_index[std::min(sample.index, 7)];
    ++of_largest_block[largest_block(sample.blocks)];
    with_raised_parts += sample.raised_parts > 0 ? 1 : 0;
    with_freedom += sample.degrees_of_freedom > 0 ? 1 : 0;
    smallest = std::min(smallest, sample.signature.n);
    largest = std::max(largest, sample.signature.n);
  }
  for (int index = 1; index <= 6; ++index)
    BOOST_TEST(of_index[index] >= 5, "only " << of_index[index] << " of index " << index);
  for (int size = 1; size <= 5; ++size) BOOST_TEST(of_largest_block[size] >= 5);
  BOOST_TEST(with_raised_parts >= 100);
  BOOST_TEST(with_freedom >= 100);
  BOOST_TEST(smallest == 3);
  BOOST_TEST(largest >= 290);
}

BOOST_AUTO_TEST_SUITE_END()
