// The catalogue: every test DAE once, with its guess, the exact answer and the known structure.
//
// The data of a case come from a JSON file of tests/data; its residual is C++ (one file per family in this folder),
// found by the name of the case. tests/catalogue proves that the two agree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace catalogue {

// r [n] = F(t, y, y').
using Residual = void (*)(double t, const double* y, const double* yp, double* r);
// matrix [n x n, by columns] = F_y + cj F_y', exact to round-off.
using Jacobian = void (*)(int n, double t, double cj, const double* y, const double* yp, double* matrix);

struct Case
{
  std::string name;  // "problem" or "problem/variant"
  int n = 0;
  double t0 = 0;
  std::vector<std::string> variables;
  Residual residual = nullptr;
  Jacobian jacobian = nullptr;
  std::vector<double> guess_y, guess_yp;      // held components have their final values here
  std::vector<int> fixed, fixed_derivatives;  // [n] 1 = held at the guess
  std::vector<int> constraints;               // [n] coded as for IDASetConstraints; empty: none
  bool refusal_expected = false;              // no consistent point exists
  std::vector<double> consistent_y;           // [n] empty if a refusal is expected
  std::vector<double> consistent_yp;          // [n] NaN where F and its derivatives leave y' undetermined
  std::vector<double> scale_y, scale_yp;      // [n] size below which an error counts absolutely
  int structural_index = -1;                  // what the signature matrix says; -1 unknown
  int differentiation_index = -1;             // the true index; -1 unknown
  long dof = -1;                              // free initial values; -1 unknown
  std::vector<int> variable_index;            // [n] 0/1 state or index 1, 2, 3; empty: unknown
  std::vector<int> derivative_level;          // [n] differentiations of F that fix y'_i; empty: unknown
  double t_end = 0;                           // of the published reference solution
  std::vector<double> reference_end;          // [n] y there; empty: none is published
  std::string notes;
};

// All cases of data_folder and its folders field and ivp, variants after their problem. Throws std::runtime_error,
// naming the file, if one is not what the catalogue expects or has no residual here.
std::vector<Case> load_catalogue(const std::filesystem::path& data_folder);

}  // namespace catalogue
