#include "ida_consistent_init/support/vectors.hpp"

#include <nvector/nvector_serial.h>

#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using support::VectorHandle;

namespace {

N_Vector no_clone(N_Vector)
{
  return nullptr;
}

N_Vector_ID custom_id(N_Vector)
{
  return SUNDIALS_NVEC_CUSTOM;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(vectors)

BOOST_AUTO_TEST_CASE(a_serial_vector_shows_its_elements_and_its_length)
{
  const test::Context context;
  const VectorHandle vector(N_VNew_Serial(3, context.get()));
  BOOST_TEST(support::has_element_access(vector.get()));
  BOOST_TEST(support::length(vector.get()) == 3);
}

BOOST_AUTO_TEST_CASE(a_view_shares_memory_with_its_vector)
{
  const test::Context context;
  const VectorHandle vector(N_VNew_Serial(3, context.get()));
  support::view(vector.get()) = test::vector({1, 2, 3});
  BOOST_TEST(NV_Ith_S(vector.get(), 2) == 3.0);
  NV_Ith_S(vector.get(), 0) = 7;
  BOOST_TEST(support::view(vector.get())[0] == 7.0);
}

BOOST_AUTO_TEST_CASE(a_vector_of_unknown_kind_is_not_looked_into)
{
  const test::Context context;
  const VectorHandle vector(N_VNewEmpty(context.get()));
  vector->ops->nvgetvectorid = custom_id;
  BOOST_TEST(!support::has_element_access(vector.get()));
}

BOOST_AUTO_TEST_CASE(a_clone_has_the_same_length_and_memory_of_its_own)
{
  const test::Context context;
  const VectorHandle vector(N_VNew_Serial(2, context.get()));
  support::view(vector.get()) = test::vector({1, 2});
  const VectorHandle copy = support::clone(vector.get());
  support::view(copy.get()) = test::vector({5, 6});
  BOOST_TEST(support::length(copy.get()) == 2);
  BOOST_TEST(support::view(vector.get())[0] == 1.0);
}

BOOST_AUTO_TEST_CASE(a_clone_for_which_memory_is_short_is_an_error)
{
  const test::Context context;
  const VectorHandle vector(N_VNew_Serial(2, context.get()));
  vector->ops->nvclone = no_clone;
  BOOST_CHECK_EXCEPTION(support::clone(vector.get()), support::Error,
                        [](const support::Error& error) { return error.flag() == IDACI_MEM_FAIL; });
}

BOOST_AUTO_TEST_SUITE_END()
