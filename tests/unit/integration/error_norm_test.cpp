#include "ida_consistent_init/integration/error_norm.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <optional>

#include "support/sundials_handles.hpp"

using ida_consistent_init::integration::ErrorNorm;
using ida_consistent_init::integration::id_with_norm;
using ida_consistent_init::integration::is_prepared;
using ida_consistent_init::integration::prepare_vector;

namespace {

struct GivenNorm final : ErrorNorm
{
  std::optional<sunrealtype> of(N_Vector, N_Vector) noexcept override
  {
    ++calls;
    return value;
  }
  std::optional<sunrealtype> value;
  int calls = 0;
};

struct Vectors
{
  example::Context context;
  example::VectorHandle x = example::serial_vector(std::array{0.1, -2.7, 3.3}, context);
  example::VectorHandle weights = example::serial_vector(std::array{1.3, 0.7, 11.0}, context);
  example::VectorHandle id = example::serial_vector(std::array{1.0, 0.0, 1.0}, context);
};

}  // namespace

BOOST_AUTO_TEST_SUITE(error_norm)

BOOST_AUTO_TEST_CASE(prepared_vectors_and_their_clones_have_the_masked_norm_of_serial_vectors_bit_for_bit)
{
  Vectors v;
  const double expected = N_VWrmsNormMask_Serial(v.x.get(), v.weights.get(), v.id.get());
  BOOST_REQUIRE(prepare_vector(v.x.get()));
  BOOST_TEST(is_prepared(v.x.get()));
  BOOST_TEST(N_VWrmsNormMask(v.x.get(), v.weights.get(), v.id.get()) == expected);
  const example::VectorHandle clone(N_VClone(v.x.get()));
  N_VScale(1, v.x.get(), clone.get());
  BOOST_TEST(is_prepared(clone.get()));
  BOOST_TEST(N_VWrmsNormMask(clone.get(), v.weights.get(), v.id.get()) == expected);
}

BOOST_AUTO_TEST_CASE(clones_of_the_id_lead_to_the_norm_and_keep_the_elements)
{
  Vectors v;
  BOOST_REQUIRE(prepare_vector(v.x.get()));
  GivenNorm norm;
  norm.value = 42;
  const auto id = id_with_norm(v.id.get(), &norm);
  const example::VectorHandle clone(N_VClone(id.get()));
  const example::VectorHandle clone_of_clone(N_VClone(clone.get()));
  N_VScale(1, id.get(), clone_of_clone.get());
  BOOST_TEST(N_VWrmsNormMask(v.x.get(), v.weights.get(), clone_of_clone.get()) == 42.0);
  BOOST_TEST(norm.calls == 1);
  BOOST_TEST(example::values(clone_of_clone.get())[0] == 1.0);
  BOOST_TEST(example::values(clone_of_clone.get())[1] == 0.0);
}

BOOST_AUTO_TEST_CASE(norm_that_declines_leaves_the_masked_norm)
{
  Vectors v;
  BOOST_REQUIRE(prepare_vector(v.x.get()));
  GivenNorm norm;
  const auto id = id_with_norm(v.id.get(), &norm);
  BOOST_TEST(N_VWrmsNormMask(v.x.get(), v.weights.get(), id.get()) ==
             N_VWrmsNormMask_Serial(v.x.get(), v.weights.get(), v.id.get()));
  BOOST_TEST(norm.calls == 1);
}

BOOST_AUTO_TEST_CASE(vectors_without_preparation_do_not_know_the_norm)
{
  Vectors v;
  GivenNorm norm;
  norm.value = 42;
  const auto id = id_with_norm(v.id.get(), &norm);
  BOOST_TEST(!is_prepared(v.x.get()));
  BOOST_TEST(N_VWrmsNormMask(v.x.get(), v.weights.get(), id.get()) ==
             N_VWrmsNormMask_Serial(v.x.get(), v.weights.get(), v.id.get()));
  BOOST_TEST(norm.calls == 0);
}

BOOST_AUTO_TEST_SUITE_END()
