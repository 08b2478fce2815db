/// Setters of the method and its accuracy.
#include <cmath>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/c_api/impulse.hpp"
#include "ida_consistent_init/structure/offsets.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace c_api = ida_consistent_init::c_api;
namespace derivatives = ida_consistent_init::derivatives;
namespace support = ida_consistent_init::support;
using support::Error;

namespace {

std::vector<int> whole_numbers(const IDACIMemRec& ci, N_Vector vector, const char* name)
{
  c_api::require_vector(ci, vector, name);
  const auto values = support::view(vector);
  std::vector<int> numbers(ci.n);
  for (int k = 0; k < ci.n; ++k) {
    const bool whole = values[k] >= 0 && values[k] == std::round(values[k]) && values[k] <= 1000;
    c_api::require(whole,
                   support::format("{}[{}] is {}; it must be a whole number from 0 to 1000.", name, k, values[k]));
    numbers[k] = static_cast<int>(values[k]);
  }
  return numbers;
}

}  // namespace

int IDACISetMethod(IDACIMem ci, IDACIMethod method)
{
  return c_api::guarded(ci, [&] {
    const int number = c_api::number_of(method);
    c_api::require(number >= IDACI_AUTO && number <= IDACI_IMPULSE, support::format("There is no method {}.", number));
    ci->options.method = method;
    return IDACI_SUCCESS;
  });
}

int IDACISetIndex(IDACIMem ci, int index)
{
  return c_api::guarded(ci, [&] {
    c_api::require(index >= 0, support::format("index is {}; it must not be negative.", index));
    ci->options.index = index;
    return IDACI_SUCCESS;
  });
}

int IDACISetMaxIndex(IDACIMem ci, int max_index)
{
  return c_api::guarded(ci, [&] {
    c_api::require(max_index >= 1 && max_index <= 20, support::format("max_index is {}; allowed: 1 to 20.", max_index));
    ci->options.max_index = max_index;
    return IDACI_SUCCESS;
  });
}

int IDACISetOffsets(IDACIMem ci, N_Vector c, N_Vector d)
{
  return c_api::guarded(ci, [&]() -> int {
    ci->groundwork.reset();
    if (c == nullptr && d == nullptr) {
      ci->options.offsets.reset();
      c_api::forget_offsets(*ci);
      return IDACI_SUCCESS;
    }
    if (c_api::is_opaque(*ci)) return c_api::keep_offsets(*ci, c, d);
    ida_consistent_init::structure::Offsets offsets{whole_numbers(*ci, c, "c"), whole_numbers(*ci, d, "d")};
    ci->options.offsets = std::move(offsets);
    return IDACI_SUCCESS;
  });
}

int IDACISetDifferenceOrder(IDACIMem ci, int order)
{
  return c_api::guarded(ci, [&] {
    c_api::require(order >= 0 && order <= 8, support::format("order is {}; allowed: 0 (chosen), 1 to 8.", order));
    ci->options.difference_order = order;
    return IDACI_SUCCESS;
  });
}

int IDACISetDifferenceKind(IDACIMem ci, IDACIDifferenceKind kind)
{
  return c_api::guarded(ci, [&] {
    const int number = c_api::number_of(kind);
    c_api::require(number == IDACI_ONE_SIDED || number == IDACI_CENTERED,
                   support::format("There is no difference kind {}.", number));
    ci->options.difference_kind =
        kind == IDACI_ONE_SIDED ? derivatives::DifferenceKind::one_sided : derivatives::DifferenceKind::centered;
    return IDACI_SUCCESS;
  });
}

int IDACISetAlgebraicDerivatives(IDACIMem ci, int wanted)
{
  return c_api::guarded(ci, [&] {
    ci->options.algebraic_derivatives = wanted != 0;
    return IDACI_SUCCESS;
  });
}

int IDACISetTolerances(IDACIMem ci, sunrealtype rtol, sunrealtype atol)
{
  return c_api::guarded(ci, [&] {
    c_api::require(std::isfinite(rtol) && rtol >= 0, support::format("rtol is {}; it must be >= 0.", rtol));
    c_api::require(std::isfinite(atol) && atol > 0, support::format("atol is {}; it must be > 0.", atol));
    ci->options.rtol = rtol;
    ci->options.atol = atol;
    return IDACI_SUCCESS;
  });
}

int IDACISetMaxIters(IDACIMem ci, int iterations)
{
  return c_api::guarded(ci, [&] {
    c_api::require(iterations >= 1, support::format("iterations is {}; it must be at least 1.", iterations));
    ci->options.max_iterations = iterations;
    return IDACI_SUCCESS;
  });
}

int IDACISetEulerStart(IDACIMem ci, sunrealtype h)
{
  return c_api::guarded(ci, [&] {
    c_api::require(std::isfinite(h) && h >= 0, support::format("h is {}; it must be positive, or 0 for no start.", h));
    ci->euler_step = h;
    return IDACI_SUCCESS;
  });
}

int IDACISetInfoFile(IDACIMem ci, FILE* out)
{
  return c_api::guarded(ci, [&] {
    ci->options.progress = out == nullptr ? nullptr : std::make_shared<support::Progress>(out);
    return IDACI_SUCCESS;
  });
}

int IDACISetMonitorFn(IDACIMem ci, IDACIMonitorFn monitor, void* data)
{
  return c_api::guarded(ci, [&] {
    ci->options.monitor = monitor;
    ci->options.monitor_data = data;
    return IDACI_SUCCESS;
  });
}
