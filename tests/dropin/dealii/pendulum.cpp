// The pendulum of index 2 through deal.II's class SUNDIALS::IDA, as a user of deal.II writes it: the library knows
// nothing of this project, and its vectors show no elements to SUNDIALS. The guess breaks the constraint of the
// velocities; consistent values take away the velocity along the rod and leave the rest. Ends with 1 unless IDA arrives
// at the end on the circle with the energy of that start.
#include <deal.II/base/index_set.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/vector.h>
#include <deal.II/sundials/ida.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace {

using dealii::Vector;

constexpr double kGravity = 9.81;
constexpr double kEnd = 1;
constexpr double kSpeed = 0.5;  // across the rod; 0.3 along it does not survive
constexpr double kBound = 1e-4;

// x, y, u, v, lambda
int residual(double /*t*/, const Vector<double>& y, const Vector<double>& yp, Vector<double>& r)
{
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + kGravity;
  r[4] = y[0] * y[2] + y[1] * y[3];
  return 0;
}

dealii::FullMatrix<double> jacobian(const Vector<double>& y, double alpha)
{
  dealii::FullMatrix<double> j(5, 5);
  for (unsigned int k = 0; k < 4; ++k) j(k, k) = alpha;
  j(0, 2) = j(1, 3) = -1;
  j(2, 0) = j(3, 1) = y[4];
  j(2, 4) = j(4, 2) = y[0];
  j(3, 4) = j(4, 3) = y[1];
  j(4, 0) = y[2];
  j(4, 1) = y[3];
  return j;
}

double energy(const Vector<double>& y)
{
  return (y[2] * y[2] + y[3] * y[3]) / 2 + kGravity * y[1];
}

void integrate(Vector<double>& y)
{
  using Ida = dealii::SUNDIALS::IDA<Vector<double>>;
  Ida::AdditionalData data;
  data.final_time = kEnd;
  data.output_period = kEnd;
  data.initial_step_size = 1e-4;
  data.absolute_tolerance = data.relative_tolerance = 1e-8;
  data.ic_type = Ida::AdditionalData::use_y_diff;
  data.ignore_algebraic_terms_for_errors = true;
  Ida ida(data);

  dealii::FullMatrix<double> inverse(5, 5);
  ida.reinit_vector = [](Vector<double>& vector) {
    vector.reinit(5);
  };
  ida.residual = residual;
  ida.setup_jacobian = [&](double /*t*/, const Vector<double>& at, const Vector<double>& /*yp*/, double alpha) {
    inverse.invert(jacobian(at, alpha));
    return 0;
  };
  ida.solve_with_jacobian = [&](const Vector<double>& right, Vector<double>& solution, double /*tolerance*/) {
    inverse.vmult(solution, right);
    return 0;
  };
  ida.differential_components = [] {
    dealii::IndexSet states(5);
    states.add_range(0, 4);
    return states;
  };
  // Built without assertions deal.II does not look at what IDA returns, and would ask for ever.
  double reached = -1;
  ida.output_step = [&](double t, const Vector<double>& /*y*/, const Vector<double>& /*yp*/, unsigned int /*step*/) {
    if (t <= reached) throw std::runtime_error("IDA makes no step");
    reached = t;
  };
  Vector<double> yp(5);
  ida.solve_dae(y, yp);
}

}  // namespace

int main()
{
  Vector<double> y(5);
  y[0] = 1;
  y[2] = 0.3;
  y[3] = kSpeed;
  try {
    integrate(y);
    const double length = std::hypot(y[0], y[1]) - 1, lost = energy(y) - kSpeed * kSpeed / 2;
    std::printf("length %.2e too large, energy %.2e, velocity along the rod %.2e\n", length, lost,
                y[0] * y[2] + y[1] * y[3]);
    return std::abs(length) < kBound && std::abs(lost) < kBound ? 0 : 1;
  } catch (const std::exception& failure) {
    std::printf("%s\n", failure.what());
    return 1;
  }
}
