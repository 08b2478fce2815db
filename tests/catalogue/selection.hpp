// Which cases of the catalogue a test may expect to be solved.
#pragma once

#include "catalogue/case.hpp"

namespace catalogue_test {

// Cases whose structural index is the true one.
inline bool is_solvable_step_by_step(const catalogue::Case& the_case)
{
  return !the_case.refusal_expected && the_case.structural_index == the_case.differentiation_index;
}

inline bool structure_misleads(const catalogue::Case& the_case)
{
  return the_case.structural_index < the_case.differentiation_index;
}

// The state y1 + eta t y2 of Spiteri's example shows in no combination of the equations with constant coefficients.
inline bool hides_from_constant_sums(const catalogue::Case& the_case)
{
  return structure_misleads(the_case) && the_case.name.rfind("spiteri_10_1", 0) == 0;
}

inline bool is_solvable_automatically(const catalogue::Case& the_case)
{
  return !the_case.refusal_expected;
}

// At 55 ns, between two kinks, the second derivatives of the charge pump have the size 1e18: one value that equations
// and held charges leave free is taken for determined by their noise, and ends 1e-16 C off. Its error estimate says so.
// The adding unit has more than a thousand unknowns at once; ranks of that size take minutes.
inline bool is_solvable_at_once(const catalogue::Case& the_case)
{
  return is_solvable_automatically(the_case) && the_case.n < 200 && the_case.name != "ivp/charge_pump_t55ns";
}

}  // namespace catalogue_test
