// What the paper printed and what 60-digit arithmetic says: tests/data/trajectory_control.json.
#ifndef IDACI_EXAMPLES_TRAJECTORY_REFERENCE_HPP
#define IDACI_EXAMPLES_TRAJECTORY_REFERENCE_HPP

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace trajectory {

// Relative errors of u = (H, xi, lam, VR, gam, A), u', v = (alpha, beta), v' in the Euclidean norm.
using Errors = std::array<double, 4>;

struct Reference
{
  std::vector<double> y, yp;                                                  // [8] the consistent values
  std::vector<double> guess;                                                  // [8] of y
  std::array<Errors, 3> printed;                                              // Table 2, orders 1, 2, 3
  std::array<Errors, 3> recomputed_with_vax_eps, recomputed_with_double_eps;  // medians of 15 starts
};

Reference load_reference(const std::filesystem::path& file);

}  // namespace trajectory

#endif
