#include "ida_consistent_init/methods/impulse/residual_calls.hpp"

#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>

#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/vectors.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;

namespace {

int counted_residual(sunrealtype /*t*/, N_Vector y, N_Vector /*yp*/, N_Vector r, void* calls)
{
  ++*static_cast<int*>(calls);
  N_VScale(1, y, r);
  return 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(residual_calls)

BOOST_AUTO_TEST_CASE(no_call_is_made_beyond_the_number_that_is_allowed)
{
  const test::Context context;
  const support::VectorHandle y(N_VNew_Serial(2, context.get()));
  const support::VectorHandle r = support::clone(y.get());
  N_VConst(1, y.get());
  constexpr long allowed = 7;
  int calls = 0;
  methods::impulse::System system;
  system.residual = counted_residual;
  system.user_data = &calls;
  system.guess_y = y.get();
  system.guess_yp = y.get();
  system.most_residual_evaluations = allowed;
  methods::impulse::ResidualCalls of_method(system);
  int flag = IDACI_SUCCESS;
  while (flag == IDACI_SUCCESS && calls <= allowed) {
    try {
      BOOST_TEST(of_method.evaluate(0, y.get(), y.get(), r.get()));
    } catch (const support::Error& error) {
      flag = error.flag();
    }
  }
  BOOST_TEST(flag == IDACI_CONV_FAIL);
  BOOST_TEST(of_method.are_spent());
  BOOST_TEST(calls > 0);
  BOOST_TEST(calls == of_method.evaluations());
  BOOST_TEST(calls <= allowed);
}

BOOST_AUTO_TEST_CASE(what_the_residual_does_not_write_is_no_value)
{
  const test::Context context;
  const support::VectorHandle y(N_VNew_Serial(2, context.get()));
  const support::VectorHandle r = support::clone(y.get());
  N_VConst(1, y.get());
  N_VConst(0, r.get());
  methods::impulse::System system;
  system.residual = [](sunrealtype, N_Vector, N_Vector, N_Vector value, void*) {
    N_VGetArrayPointer(value)[0] = 0;  // and nothing else
    return 0;
  };
  system.guess_y = y.get();
  system.guess_yp = y.get();
  methods::impulse::ResidualCalls calls(system);
  BOOST_TEST(!calls.evaluate(0, y.get(), y.get(), r.get()));
  BOOST_TEST(!calls.was_recoverable());
}

BOOST_AUTO_TEST_SUITE_END()
