#include "ida_consistent_init/methods/impulse/vector_operations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

constexpr int largest_offset = 1000;

/// mask_i = 1 where whole numbers_i >= number, else 0, for vectors whose kind does not compare (deal.II's):
/// w = max(0, numbers - number + 1) is a whole number, and 1 - 1 / (1 + 1e20 w) is 0 or rounds to 1.
void mask_by_arithmetic(int number, N_Vector numbers, N_Vector mask)
{
  const double below = number - 1;
  N_VAddConst(numbers, -below, mask);
  N_VAbs(mask, mask);
  N_VLinearSum(0.5, numbers, 0.5, mask, mask);
  N_VAddConst(mask, -0.5 * below, mask);
  N_VScale(1e20, mask, mask);
  N_VAddConst(mask, 1, mask);
  N_VInv(mask, mask);
  N_VScale(-1, mask, mask);
  N_VAddConst(mask, 1, mask);
}

/// Places in a table that belong to numbers.
auto places(N_Vector numbers)
{
  return support::view(numbers).cast<int>();
}

}  // namespace

void mask_at_least(int number, N_Vector numbers, N_Vector mask)
{
  if (number <= 0) {
    N_VConst(1, mask);
  } else if (mask->ops->nvcompare != nullptr) {
    N_VCompare(number - 0.5, numbers, mask);
  } else {
    mask_by_arithmetic(number, numbers, mask);
  }
}

void keep_at_least(int number, N_Vector numbers, N_Vector x, N_Vector work)
{
  if (number <= 0) return;
  if (support::has_element_access(numbers)) {
    auto values = support::view(x).array();
    values = (support::view(numbers).array() >= number).select(values, 0.0);
    return;
  }
  mask_at_least(number, numbers, work);
  N_VProd(x, work, x);
}

void mask_equal(int number, N_Vector numbers, N_Vector mask, N_Vector work)
{
  if (support::has_element_access(numbers)) {
    support::view(mask) = (support::view(numbers).array() == number).cast<double>();
    return;
  }
  mask_at_least(number, numbers, mask);
  mask_at_least(number + 1, numbers, work);
  N_VLinearSum(1, mask, -1, work, mask);
}

void keep_equal(int number, int largest, N_Vector numbers, N_Vector x, N_Vector work)
{
  if (support::has_element_access(numbers)) {
    auto values = support::view(x).array();
    values = (support::view(numbers).array() == number).select(values, 0.0);
    return;
  }
  if (number > 0) {
    mask_at_least(number, numbers, work);
    N_VProd(x, work, x);
  }
  if (number < largest) {
    mask_at_least(number + 1, numbers, work);
    N_VProd(x, work, work);
    N_VLinearSum(1, x, -1, work, x);
  }
}

/// A small factor divides by a large number, because (factor - 1) + 1 would lose its digits.
void scale_where(N_Vector mask, double factor, N_Vector x)
{
  N_VScale((factor < 1 ? 1 / factor : factor) - 1, mask, mask);
  N_VAddConst(mask, 1, mask);
  factor < 1 ? N_VDiv(x, mask, x) : N_VProd(x, mask, x);
}

void add_by_number(const std::vector<double>& factor, N_Vector numbers, N_Vector x, N_Vector y, N_Vector work1,
                   N_Vector work2)
{
  if (std::all_of(factor.begin(), factor.end(), [](double value) { return value == 0; })) return;
  if (support::has_element_access(numbers)) {
    const auto number = places(numbers);
    const auto from = support::view(x);
    auto to = support::view(y);
    for (Eigen::Index i = 0; i < to.size(); ++i) to[i] += factor[number[i]] * from[i];
    return;
  }
  // The factors by their rises from number to number: the fewest sweeps over vectors.
  N_VConst(factor[0], work1);
  for (std::size_t number = 1; number < factor.size(); ++number) {
    if (factor[number] == factor[number - 1]) continue;
    mask_at_least(static_cast<int>(number), numbers, work2);
    N_VLinearSum(1, work1, factor[number] - factor[number - 1], work2, work1);
  }
  N_VProd(work1, x, work1);
  N_VLinearSum(1, y, 1, work1, y);
}

void scale_by_power(double base, N_Vector numbers, int largest, N_Vector x, N_Vector work)
{
  if (support::has_element_access(numbers)) {
    std::vector<double> power(largest + 1, 1.0);
    for (int number = 1; number <= largest; ++number) power[number] = power[number - 1] * base;
    const auto number = places(numbers);
    auto values = support::view(x);
    for (Eigen::Index i = 0; i < values.size(); ++i) values[i] *= power[number[i]];
    return;
  }
  for (int power = 1; power <= largest; ++power) {
    mask_at_least(power, numbers, work);
    scale_where(work, base, x);
  }
}

long count(N_Vector mask)
{
  return std::lround(N_VL1Norm(mask));
}

int largest(N_Vector numbers)
{
  return static_cast<int>(std::lround(N_VMaxNorm(numbers)));
}

bool are_whole(N_Vector numbers, N_Vector work1, N_Vector work2)
{
  if (!is_finite(numbers) || N_VMin(numbers) < 0 || N_VMaxNorm(numbers) > largest_offset) return false;
  // A whole number is the number of the thresholds 1, 2, ... that it reaches.
  N_VScale(1, numbers, work1);
  for (int number = 1; number <= largest(numbers); ++number) {
    mask_at_least(number, numbers, work2);
    N_VLinearSum(1, work1, -1, work2, work1);
  }
  return N_VMaxNorm(work1) == 0;
}

bool is_finite(N_Vector x)
{
  if (support::has_element_access(x)) return support::view(x).allFinite();
  // A sum shows what the maximum of NaN would hide.
  return std::isfinite(N_VL1Norm(x));
}

int largest_of_ranks(int value, N_Vector work)
{
  if (support::has_element_access(work)) return value;  // there is one rank
  N_VConst(value, work);
  return largest(work);
}

double weighted_norm(N_Vector x, N_Vector weights, N_Vector work)
{
  if (support::has_element_access(x)) {
    const auto values = support::view(x);
    const double largest = values.cwiseProduct(support::view(weights)).lpNorm<Eigen::Infinity>();
    return values.allFinite() ? largest : std::numeric_limits<double>::infinity();
  }
  N_VProd(x, weights, work);
  return is_finite(work) ? N_VMaxNorm(work) : std::numeric_limits<double>::infinity();
}

}  // namespace ida_consistent_init::methods::impulse
