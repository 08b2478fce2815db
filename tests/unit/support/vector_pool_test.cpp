#include "ida_consistent_init/support/vector_pool.hpp"

#include <nvector/nvector_serial.h>

#include <boost/test/unit_test.hpp>
#include <memory>
#include <vector>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/vectors.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using support::VectorHandle;
using support::VectorPool;

namespace {

constexpr int few = 3, many = 20'000;  // alone, and in blocks of large pages

N_Vector no_memory(N_Vector)
{
  return nullptr;
}

struct Pool
{
  explicit Pool(int n) : like(N_VNew_Serial(n, context.get())), vectors(std::make_shared<VectorPool>(like.get())) {}

  test::Context context;
  VectorHandle like;
  std::shared_ptr<VectorPool> vectors;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(vector_pool)

BOOST_AUTO_TEST_CASE(vectors_have_the_kind_and_the_length_of_the_first_one_and_memory_of_their_own)
{
  for (const int n : {few, many}) {
    const Pool pool(n);
    std::vector<VectorHandle> taken;
    for (int k = 0; k < 30; ++k) {
      taken.push_back(pool.vectors->take());
      BOOST_TEST(N_VGetVectorID(taken.back().get()) == SUNDIALS_NVEC_SERIAL);
      BOOST_REQUIRE(support::length(taken.back().get()) == n);
      N_VConst(k, taken.back().get());
    }
    for (int k = 0; k < 30; ++k) {
      BOOST_TEST(N_VMin(taken[k].get()) == k);
      BOOST_TEST(N_VMaxNorm(taken[k].get()) == k);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_given_back_is_taken_again)
{
  for (const int n : {few, many}) {
    const Pool pool(n);
    for (int round = 0; round < 3; ++round) {
      const VectorHandle first = pool.vectors->take(), second = pool.vectors->take();
      BOOST_TEST((first != nullptr && second != nullptr));
    }
    BOOST_TEST(pool.vectors->count() == 2U);
  }
}

BOOST_AUTO_TEST_CASE(vectors_outlive_the_owner_of_the_pool)
{
  for (const int n : {few, many}) {
    Pool pool(n);
    const VectorHandle kept = pool.vectors->take();
    {
      const VectorHandle given_back = pool.vectors->take();
    }
    pool.vectors.reset();
    pool.like.reset();
    N_VConst(2, kept.get());
    BOOST_TEST(N_VL1Norm(kept.get()) == 2.0 * n);
    const VectorHandle copy = support::clone(kept.get());
    N_VScale(2, kept.get(), copy.get());
    BOOST_TEST(N_VL1Norm(kept.get()) == 2.0 * n);
  }
}

BOOST_AUTO_TEST_CASE(short_memory_is_an_error_and_the_pool_serves_on)
{
  for (const int n : {few, many}) {
    const Pool pool(n);
    const auto clone = pool.like->ops->nvclone, empty_clone = pool.like->ops->nvcloneempty;
    pool.like->ops->nvclone = pool.like->ops->nvcloneempty = no_memory;
    BOOST_CHECK_EXCEPTION(pool.vectors->take(), support::Error,
                          [](const support::Error& error) { return error.flag() == IDACI_MEM_FAIL; });
    pool.like->ops->nvclone = clone;
    pool.like->ops->nvcloneempty = empty_clone;
    BOOST_TEST((pool.vectors->take() != nullptr));
    BOOST_TEST(pool.vectors->count() == 1U);
  }
}

BOOST_AUTO_TEST_SUITE_END()
