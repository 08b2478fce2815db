// The installed C++ headers compile as C++17, their C functions link from C++, and a templated residual is solved.
#include <cmath>
#include <ida_consistent_init/ida_consistent_init_autodiff.hpp>
#include <string>

// y0' = y1, y0 = sin t: index 2, y1 = cos t.
struct Differentiator
{
  template <class Real>
  void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
  {
    using std::sin;
    r[0] = yp[0] - y[1];
    r[1] = y[0] - sin(t);
  }
};

int main()
{
  const std::string name = IDACIGetReturnFlagName(IDACI_CONV_FAIL);
  if (name != "IDACI_CONV_FAIL" || IDACISolve(nullptr) != IDACI_MEM_NULL) return 1;
  auto solver = ida_consistent_init::exact_solver({0.1, 0.1}, {0, 0}, Differentiator{}, 0.3);
  solver.solve();
  return std::abs(solver.y()[1] - std::cos(0.3)) < 1e-14 ? 0 : 1;
}
