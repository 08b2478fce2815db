#pragma once

namespace ida_consistent_init::derivatives {

/// Displacement h_i for the i-th derivative by a formula of order p, from the balance of truncation and round-off on
/// y' = Gamma y: Leimkuhler, Petzold, Gear, equation (28). scale: Gamma (not 0), the smallest scale of the problem;
/// eps: relative round-off of one evaluation.
double displacement(int order_of_derivative, int order, double scale, double eps);

}  // namespace ida_consistent_init::derivatives
