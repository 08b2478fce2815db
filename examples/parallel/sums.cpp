#include "parallel/sums.hpp"

#include <nvector/nvector_parallel.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace example {

namespace {

std::span<const double> own(N_Vector vector)
{
  return {NV_DATA_P(vector), static_cast<std::size_t>(NV_LOCLENGTH_P(vector))};
}

template <class Term>
double sum_of(N_Vector vector, Term term)
{
  std::vector<double> terms(own(vector).size());
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = term(i);
  return reproducible_sum(NV_COMM_P(vector), NV_GLOBLENGTH_P(vector), terms);
}

double dot_product(N_Vector x, N_Vector y)
{
  return sum_of(x, [a = own(x), b = own(y)](std::size_t i) { return a[i] * b[i]; });
}

double sum_of_magnitudes(N_Vector x)
{
  return sum_of(x, [a = own(x)](std::size_t i) { return std::abs(a[i]); });
}

double weighted_root(N_Vector x, N_Vector weights)
{
  return std::sqrt(sum_of(x, [a = own(x), w = own(weights)](std::size_t i) { return a[i] * w[i] * a[i] * w[i]; }));
}

double weighted_mean(N_Vector x, N_Vector weights)
{
  return weighted_root(x, weights) / std::sqrt(static_cast<double>(NV_GLOBLENGTH_P(x)));
}

double masked_mean(N_Vector x, N_Vector weights, N_Vector mask)
{
  const double sum = sum_of(x, [a = own(x), w = own(weights), m = own(mask)](std::size_t i) {
    return m[i] > 0 ? a[i] * w[i] * a[i] * w[i] : 0.0;
  });
  return std::sqrt(sum / static_cast<double>(NV_GLOBLENGTH_P(x)));
}

}  // namespace

double reproducible_sum(MPI_Comm communicator, long count, std::span<const double> terms)
{
  double own_largest = 0, largest = 0;
  for (const double term : terms) {
    own_largest = std::isfinite(term) ? std::max(own_largest, std::abs(term)) : std::numeric_limits<double>::infinity();
    if (std::isinf(own_largest)) break;
  }
  MPI_Allreduce(&own_largest, &largest, 1, MPI_DOUBLE, MPI_MAX, communicator);
  if (largest == 0) return 0;
  if (std::isinf(largest)) return std::numeric_limits<double>::quiet_NaN();
  // So many bits of a term that the sum of all terms fits into 63; the exponent keeps the scale in range.
  const int bits = 62 - static_cast<int>(std::bit_width(static_cast<unsigned long>(count)));
  const int exponent = std::max(std::ilogb(largest) + 1, -900);
  const double scale = std::ldexp(1.0, bits - exponent), finer = std::ldexp(1.0, bits);
  std::int64_t own_parts[2] = {0, 0}, parts[2] = {0, 0};
  for (const double term : terms) {
    const double scaled = term * scale, whole = std::trunc(scaled);
    own_parts[0] += static_cast<std::int64_t>(whole);
    own_parts[1] += static_cast<std::int64_t>((scaled - whole) * finer);
  }
  MPI_Allreduce(own_parts, parts, 2, MPI_INT64_T, MPI_SUM, communicator);
  return (static_cast<double>(parts[0]) + static_cast<double>(parts[1]) / finer) / scale;
}

void make_sums_reproducible(N_Vector vector)
{
  vector->ops->nvdotprod = dot_product;
  vector->ops->nvl1norm = sum_of_magnitudes;
  vector->ops->nvwl2norm = weighted_root;
  vector->ops->nvwrmsnorm = weighted_mean;
  vector->ops->nvwrmsnormmask = masked_mean;
}

}  // namespace example
