// Incompressible flow in the unit square on a staggered (marker-and-cell) grid, the class (1.6) of Petzold and
// Loetstedt: velocities are states, pressures have index 2, the constraint is zero discrete divergence.
#pragma once

#include <cmath>

namespace catalogue {

struct StokesData
{
  int cells;            // n x n square cells
  double viscosity;     // nu
  bool convection;      // Navier-Stokes instead of Stokes
  double through_flow;  // Ain: horizontal velocity Ain (1 + sin t) 4 y (1 - y) on the left and the right wall
};

// Velocities u(i, j) at (i h, (j - 1/2) h) and v(i, j) at ((i - 1/2) h, j h), pressures p(i, j) at the cell centres,
// all counted from 1. Indices one outside give wall values and reflected ghost values. Memory: all u, all v, all p, i
// fastest.
template <class Real>
class StokesGrid
{
 public:
  StokesGrid(const StokesData& data, const Real& t, const Real* y) : n_(data.cells), y_(y)
  {
    using std::sin;
    wall_speed_ = data.through_flow * (1.0 + sin(t));
    lid_speed_ = 16.0 * (1.0 + sin(t) / 2.0);
  }

  int u_index(int i, int j) const { return (j - 1) * (n_ - 1) + i - 1; }
  int v_index(int i, int j) const { return n_ * (n_ - 1) + (j - 1) * n_ + i - 1; }
  int p_index(int i, int j) const { return 2 * n_ * (n_ - 1) + (j - 1) * n_ + i - 1; }

  Real u(int i, int j) const
  {
    if (i == 0 || i == n_) {
      const double height = (j - 0.5) / n_;
      return wall_speed_ * (4.0 * height * (1.0 - height));
    }
    if (j == 0) return -u(i, 1);
    if (j == n_ + 1) {
      const double x = static_cast<double>(i) / n_;
      return 2.0 * lid_speed_ * (x * x * (1.0 - x) * (1.0 - x)) - u(i, n_);
    }
    return y_[u_index(i, j)];
  }

  Real v(int i, int j) const
  {
    if (j == 0 || j == n_) return Real(0.0);
    if (i == 0) return -v(1, j);
    if (i == n_ + 1) return -v(n_, j);
    return y_[v_index(i, j)];
  }

  const Real& p(int i, int j) const { return y_[p_index(i, j)]; }

  // Five-point Laplacians times h^2.
  Real laplacian_u(int i, int j) const { return u(i + 1, j) + u(i - 1, j) + u(i, j + 1) + u(i, j - 1) - 4.0 * u(i, j); }
  Real laplacian_v(int i, int j) const { return v(i + 1, j) + v(i - 1, j) + v(i, j + 1) + v(i, j - 1) - 4.0 * v(i, j); }

  // Momentum fluxes through the faces of the velocity cells: squares at cell centres, products at cell corners.
  Real uu(int i, int j) const { return square((u(i - 1, j) + u(i, j)) / 2.0); }
  Real vv(int i, int j) const { return square((v(i, j - 1) + v(i, j)) / 2.0); }
  Real uv(int i, int j) const { return (u(i, j) + u(i, j + 1)) / 2.0 * ((v(i, j) + v(i + 1, j)) / 2.0); }

 private:
  static Real square(const Real& value) { return value * value; }

  int n_;
  const Real* y_;
  Real wall_speed_, lid_speed_;
};

template <class Real>
void stokes_residual(const StokesData& data, const Real& t, const Real* y, const Real* yp, Real* r)
{
  using std::cos;
  using std::sin;
  const int n = data.cells;
  const double inverse_h = n;
  const double diffusion = data.viscosity * inverse_h * inverse_h;
  const StokesGrid<Real> grid(data, t, y);

  for (int j = 1; j <= n; ++j)
    for (int i = 1; i < n; ++i) {
      const int row = grid.u_index(i, j);
      r[row] = yp[row] + inverse_h * (grid.p(i + 1, j) - grid.p(i, j)) - diffusion * grid.laplacian_u(i, j) -
               (j - 0.5) / n * cos(t);
      if (data.convection)
        r[row] += inverse_h * (grid.uu(i + 1, j) - grid.uu(i, j) + grid.uv(i, j) - grid.uv(i, j - 1));
    }
  for (int j = 1; j < n; ++j)
    for (int i = 1; i <= n; ++i) {
      const int row = grid.v_index(i, j);
      r[row] = yp[row] + inverse_h * (grid.p(i, j + 1) - grid.p(i, j)) - diffusion * grid.laplacian_v(i, j) +
               (i - 0.5) / n * sin(2.0 * t);
      if (data.convection)
        r[row] += inverse_h * (grid.uv(i, j) - grid.uv(i - 1, j) + grid.vv(i, j + 1) - grid.vv(i, j));
    }
  for (int j = 1; j <= n; ++j)
    for (int i = 1; i <= n; ++i)
      r[grid.p_index(i, j)] = inverse_h * (grid.u(i, j) - grid.u(i - 1, j) + grid.v(i, j) - grid.v(i, j - 1));
  // The divergence of cell (1, 1) follows from all others; its place is taken by the pressure level.
  r[grid.p_index(1, 1)] = grid.p(1, 1);
}

struct StokesMac
{
  static constexpr StokesData data{4, 0.1, false, 0.0};
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    stokes_residual(data, t, y, yp, r);
  }
};

struct NavierStokesMac
{
  static constexpr StokesData data{4, 0.1, true, 0.5};
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    stokes_residual(data, t, y, yp, r);
  }
};

}  // namespace catalogue
