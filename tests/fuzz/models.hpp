/// Small models of all kinds, whose functions misbehave on demand.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <array>
#include <vector>

namespace fuzz {

enum class Kind
{
  oscillator,     // index 0
  domain,         // index 1, a logarithm
  kinetics,       // index 1
  flow,           // index 2
  pendulum,       // index 3
  hidden_index,   // the pattern says less than the index
  contradiction,  // structurally singular
  count,
};

/// What the functions do at their next calls.
enum class Misdeed
{
  none,
  recoverable,
  unrecoverable,
  not_a_number,
  infinity,
  untouched,
  exception,
  wrong_numbers,
  count,
};

/// User data of the functions below; they answer NULL with an unrecoverable error.
struct Model
{
  Kind kind = Kind::oscillator;
  Misdeed misdeed = Misdeed::none;
  int good_calls = 0;  // before the misdeed
  bool once = true;    // only one call misbehaves
};

struct Guess
{
  std::vector<double> y, yp;
};

[[nodiscard]] Guess guess_of(Kind kind);

/// max |F|, without any misdeed; NaN if F cannot be evaluated.
[[nodiscard]] double undisturbed_residual(Kind kind, double t, N_Vector y, N_Vector yp);

int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* model);
/// By differences, into a matrix of any kind.
int jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J, void* model, N_Vector,
             N_Vector, N_Vector);
int condition(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* model);
/// Exact for order 0; above it wrong, missing or failing, as the misdeed says.
int taylor(sunrealtype t0, int order, const sunrealtype* jet, sunrealtype* derivatives, void* model);

}  // namespace fuzz
