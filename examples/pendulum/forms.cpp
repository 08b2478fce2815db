#include "pendulum/forms.hpp"

#include "pendulum/model.hpp"

namespace pendulum {

namespace {

// Consistent values to 20 digits, computed and checked in 60-digit arithmetic.
// Index 3: nearest (x, y) on the unit circle, then nearest (u, v) with x u + y v = 0, then lam.
const std::vector<double> kIndex3 = {0.75257669470687783419, -0.65850460786851810492, 0.22920353982300884956,
                                     0.26194690265486725664, 6.5810806456680387155};
const std::vector<double> kIndex3Slope = {0.22920353982300884956, 0.26194690265486725664, -4.9527679199162580314,
                                          -5.4763280700732742225, -7.7090973451327433628};
// Index 2: x and y held, nearest (u, v) with x u + y v = 0, then lam.
const std::vector<double> kIndex2 = {0.8, -0.7, 0.22920353982300884956, 0.26194690265486725664, 6.1842039313963505365};
const std::vector<double> kIndex2Slope = {0.22920353982300884956, 0.26194690265486725664, -4.9473631451170804292,
                                          -5.4810572480225546245, -6.8222100399404808521};
// Index 1: x, y, u, v held, only lam follows.
const std::vector<double> kIndex1 = {0.8, -0.7, 0.3, 0.2, 6.1920353982300884956};
const std::vector<double> kIndex1Slope = {0.3, 0.2, -4.9536283185840707965, -5.4755752212389380531,
                                          -7.4007204949487038922};

const int kForms[] = {0, 1, 2, 3};

}  // namespace

example::Problem problem(int form)
{
  example::Problem problem;
  problem.residual = residual;
  problem.user_data = const_cast<int*>(&kForms[form]);  // IDA's user_data is not const; the residual only reads it
  problem.t0 = 0;
  problem.variables = {"x", "y", "u", "v", "lam"};
  problem.guess = {0.8, -0.7, 0.3, 0.2, 0};
  problem.differential = {1, 1, 1, 1, 0};
  switch (form) {
    case 3:
      problem.fixed = {0, 0, 0, 0, 0};
      problem.reference = kIndex3;
      problem.reference_slope = kIndex3Slope;
      break;
    case 2:
      problem.fixed = {1, 1, 0, 0, 0};
      problem.reference = kIndex2;
      problem.reference_slope = kIndex2Slope;
      break;
    default:
      problem.fixed = {1, 1, 1, 1, 0};
      problem.reference = kIndex1;
      problem.reference_slope = kIndex1Slope;
  }
  return problem;
}

}  // namespace pendulum
