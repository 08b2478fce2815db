// Exact time derivatives from a residual that is templated on its scalar: the pendulum, from C++.
#include <cmath>
#include <cstdio>
#include <ida_consistent_init/ida_consistent_init_autodiff.hpp>

struct Pendulum
{
  template <class Real>
  void operator()(const Real&, const Real* y, const Real* yp, Real* r) const
  {
    r[0] = yp[0] - y[2];
    r[1] = yp[1] - y[3];
    r[2] = yp[2] + y[4] * y[0];
    r[3] = yp[3] + y[4] * y[1] + 9.81;
    r[4] = y[0] * y[0] + y[1] * y[1] - 1.0;
  }
};

int main()
{
  try {
    auto solver = ida_consistent_init::exact_solver({0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}, Pendulum{});
    solver.solve();
    const auto y = solver.y();
    std::printf("index %d, lam = %.15g\n", solver.index(), y[4]);
    return std::abs(y[4] - 6.5810806456680387155) < 1e-13 ? 0 : 1;
  } catch (const ida_consistent_init::Failure& failure) {
    std::printf("%s\n", failure.what());
    return 1;
  }
}
