// Which cases of the catalogue a test may expect to be solved.
#pragma once

#include "catalogue/case.hpp"

namespace catalogue_test {

// The charge pump's clock has kinks 10 ns apart, its time is in seconds: differences in time take steps beyond the next
// kink, and verification refuses what comes out. With the time in nanoseconds the same equations are solved.
inline bool differences_step_over_kinks(const catalogue::Case& the_case)
{
  return the_case.name.starts_with("ivp/charge_pump");
}

// Cases whose structural index is the true one; where it is not, step by step has to refuse.
inline bool is_solvable_step_by_step(const catalogue::Case& the_case)
{
  return !the_case.refusal_expected && the_case.structural_index == the_case.differentiation_index &&
         !differences_step_over_kinks(the_case);
}

// Known gap: with two differentiations the joint Newton iteration of least squares stalls on these two mechanisms, from
// the reference values too. Step by step solves them, so the automatic choice does.
inline bool stalls_at_once(const catalogue::Case& the_case)
{
  return the_case.name == "ivp/andrews_squeezer" || the_case.name == "ivp/slider_crank";
}

// The adding unit has more than a thousand unknowns at once; ranks of that size take minutes.
inline bool is_solvable_automatically(const catalogue::Case& the_case)
{
  return !the_case.refusal_expected && the_case.n < 200 && !differences_step_over_kinks(the_case);
}

inline bool is_solvable_at_once(const catalogue::Case& the_case)
{
  return is_solvable_automatically(the_case) && !stalls_at_once(the_case);
}

}  // namespace catalogue_test
