#include "ida_consistent_init/derivatives/displacement.hpp"

#include <cmath>

namespace ida_consistent_init::derivatives {

double displacement(int order_of_derivative, int order, double scale, double eps)
{
  const double gamma = std::abs(scale);
  return std::pow(order_of_derivative * (gamma + 1) * eps / (order * gamma), 1.0 / (order + order_of_derivative));
}

}  // namespace ida_consistent_init::derivatives
