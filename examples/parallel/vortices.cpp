// Navier-Stokes equations of an incompressible fluid on a square with the side 2 pi that repeats itself, index 2:
//   v' + div(v v) - viscosity Laplace(v) + grad p = 0,   div v = 0
// on a staggered grid of n x n cells. Cell (i, j) holds the velocity u through its left face, w through its lower face
// and the pressure p of its centre; a row of cells is a cell of the line. As the divergences of all cells have the sum
// zero, one of these equations says nothing, and p is known but for a constant: the first cell has p = 0 instead.
//
// The guess is the flow of Taylor and Green plus the gradient of a potential. The impulse projects onto flows without
// divergence in this very inner product, so that it has to give that flow back. On this grid as in space that flow
// keeps its shape and decays; the products of the discrete velocities sum up to a discrete gradient.
#include <cmath>
#include <numbers>

#include "parallel/model.hpp"
#include "parallel/multigrid.hpp"
#include "parallel/sums.hpp"

namespace example {

namespace {

constexpr double viscosity = 0.1;
constexpr int width = 3;  // unknowns of a cell
enum Place
{
  u,
  w,
  p,
  pinned_p
};

// Values around a cell of the own rows, with the row before and after.
class Stencil
{
 public:
  Stencil(const std::vector<double>& rows, int n) : rows_(rows), n_(n) {}
  void go_to(int i, int row)
  {
    row_ = row + 1;
    column_[0] = (i + n_ - 1) % n_;
    column_[1] = i;
    column_[2] = (i + 1) % n_;
  }
  double operator()(Place place, int right = 0, int up = 0) const
  {
    return rows_[static_cast<std::size_t>(width) * ((row_ + up) * n_ + column_[1 + right]) + place];
  }

 private:
  const std::vector<double>& rows_;
  int n_, row_ = 0, column_[3] = {0, 0, 0};
};

double neighbours_less_four(const Stencil& at, Place place)
{
  return at(place, -1) + at(place, 1) + at(place, 0, -1) + at(place, 0, 1) - 4 * at(place);
}

// Squares of velocities at centres, products at the lower left corners.
double square_of_u(const Stencil& at, int right)
{
  const double mean = (at(u, right) + at(u, right + 1)) / 2;
  return mean * mean;
}

double square_of_w(const Stencil& at, int up)
{
  const double mean = (at(w, 0, up) + at(w, 0, up + 1)) / 2;
  return mean * mean;
}

double product_at_corner(const Stencil& at, int right, int up)
{
  return (at(u, right, up - 1) + at(u, right, up)) * (at(w, right - 1, up) + at(w, right, up)) / 4;
}

class Vortices : public Model
{
 public:
  explicit Vortices(const Line& line)
      : Model(line), n_(line.cells()), h_(2 * std::numbers::pi / line.cells()), grid_(line), pressure_(grid_, 0)
  {
  }

  int width() const override { return example::width * n_; }
  int kind(int row, int place) const override { return row == 0 && place == p ? pinned_p : place % example::width; }
  std::vector<double> guess() const override;
  std::optional<std::vector<double>> exact(double t) const override;
  void residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) const override;
  void set_up_preconditioner(double cj, std::span<const double> y) override;
  void precondition(std::span<const double> r, std::span<double> z) const override;

 private:
  template <class Call>
  void for_cells(Call call) const;
  bool is_pinned(int i, int row) const { return line().first() + row == 0 && i == 0; }
  std::vector<double> divergence_to_remove(std::span<const double> momentum, std::span<const double> r) const;
  std::vector<double> without_viscosity(std::span<const double> r) const;

  int n_;
  double h_;
  mutable PeriodicGrid grid_;
  Multigrid pressure_;
  std::optional<Multigrid> velocity_;
  double cj_ = 1;
};

template <class Call>
void Vortices::for_cells(Call call) const
{
  for (int row = 0; row < line().count(); ++row) {
    for (int i = 0; i < n_; ++i) call(i, row, static_cast<std::size_t>(example::width) * (row * n_ + i));
  }
}

// Both components of a velocity and the pressure that belongs to it.
std::optional<std::vector<double>> Vortices::exact(double t) const
{
  const double rate = viscosity * (4 - 4 * std::cos(h_)) / (h_ * h_);
  const double strength = std::exp(-rate * t), slope = std::cos(h_ / 2);
  const double pressure = -0.25 * slope * slope * strength * strength;
  std::vector<double> y(size());
  for_cells([&](int i, int row, std::size_t at) {
    const double x = i * h_, z = (line().first() + row) * h_;
    y[at + u] = strength * std::cos(x) * std::sin(z + h_ / 2);
    y[at + w] = -strength * std::sin(x + h_ / 2) * std::cos(z);
    y[at + p] = pressure * (std::cos(2 * x + h_) + std::cos(2 * z + h_) - 2 * std::cos(h_));
  });
  return y;
}

// The potential has a part that changes its sign from cell to cell.
std::vector<double> Vortices::guess() const
{
  const auto potential = [this](int i, int j) {
    const double x = i * h_, z = j * h_;
    return 0.3 * std::cos(3 * x + 1) * std::sin(2 * z) + 0.2 * std::sin(x - z) + 0.02 * h_ * ((i + j) % 2);
  };
  std::vector<double> y = *exact(0);
  for_cells([&](int i, int row, std::size_t at) {
    const int j = line().first() + row;
    y[at + u] += (potential(i, j) - potential(i - 1 + n_, j)) / h_;
    y[at + w] += (potential(i, j) - potential(i, j - 1 + n_)) / h_;
    y[at + p] = 0;
  });
  return y;
}

void Vortices::residual(double /*t*/, std::span<const double> y, std::span<const double> yp, std::span<double> r) const
{
  const std::vector<double> rows = line().with_neighbours(y, width());
  Stencil at(rows, n_);
  for_cells([&](int i, int row, std::size_t own) {
    at.go_to(i, row);
    const double corner = product_at_corner(at, 0, 0);
    const double flux_u = square_of_u(at, 0) - square_of_u(at, -1) + product_at_corner(at, 0, 1) - corner;
    const double flux_w = square_of_w(at, 0) - square_of_w(at, -1) + product_at_corner(at, 1, 0) - corner;
    r[own + u] = yp[own + u] + (flux_u + at(p) - at(p, -1) - viscosity / h_ * neighbours_less_four(at, u)) / h_;
    r[own + w] = yp[own + w] + (flux_w + at(p) - at(p, 0, -1) - viscosity / h_ * neighbours_less_four(at, w)) / h_;
    r[own + p] = is_pinned(i, row) ? at(p) : (at(u, 1) - at(u) + at(w, 0, 1) - at(w)) / h_;
  });
}

void Vortices::set_up_preconditioner(double cj, std::span<const double> /*y*/)
{
  cj_ = cj;
  velocity_.emplace(grid_, cj * h_ * h_ / viscosity);
}

// Velocities [own cells][3] from (cj - viscosity Laplace) v = r.
std::vector<double> Vortices::without_viscosity(std::span<const double> r) const
{
  std::vector<double> velocity(r.size()), b(r.size() / example::width), x(b.size());
  for (const Place place : {u, w}) {
    for (std::size_t cell = 0; cell < b.size(); ++cell) {
      b[cell] = h_ * h_ / viscosity * r[example::width * cell + place];
    }
    velocity_->solve(b, x);
    for (std::size_t cell = 0; cell < b.size(); ++cell) velocity[example::width * cell + place] = x[cell];
  }
  return velocity;
}

// What the divergence of the velocity has too much of. The first cell gets what makes the sum zero.
std::vector<double> Vortices::divergence_to_remove(std::span<const double> velocity, std::span<const double> r) const
{
  std::vector<double> excess(velocity.size() / example::width);
  const std::vector<double> rows = line().with_neighbours(velocity, width());
  Stencil at(rows, n_);
  for_cells([&](int i, int row, std::size_t own) {
    at.go_to(i, row);
    const double divergence = (at(u, 1) - at(u) + at(w, 0, 1) - at(w)) / h_;
    excess[own / example::width] = is_pinned(i, row) ? 0 : divergence - r[own + p];
  });
  const double sum = reproducible_sum(line().communicator(), static_cast<long>(n_) * n_, excess);
  if (line().first() == 0) excess[0] = -sum;
  return excess;
}

// Gradients commute with the Laplace operator L here, so that but for the convection, with K = cj - viscosity L,
//   K v + grad p = r,  div v = s   is solved by   K v1 = r,  L q = div v1 - s,  v = v1 - grad q,  p = K q.
// The first cell, whose equation is p = s, fixes the constant of p.
void Vortices::precondition(std::span<const double> r, std::span<double> z) const
{
  const std::vector<double> velocity = without_viscosity(r);
  const std::vector<double> excess = divergence_to_remove(velocity, r);
  std::vector<double> b(excess.size()), q(excess.size());
  for (std::size_t cell = 0; cell < b.size(); ++cell) b[cell] = -h_ * h_ * excess[cell];
  pressure_.solve(b, q);
  std::vector<double> cells(r.size());
  for (std::size_t cell = 0; cell < q.size(); ++cell) cells[example::width * cell + p] = q[cell];
  const std::vector<double> rows = line().with_neighbours(cells, width());
  Stencil at(rows, n_);
  for_cells([&](int i, int row, std::size_t own) {
    at.go_to(i, row);
    z[own + u] = velocity[own + u] - (at(p) - at(p, -1)) / h_;
    z[own + w] = velocity[own + w] - (at(p) - at(p, 0, -1)) / h_;
    z[own + p] = cj_ * at(p) - viscosity * excess[own / example::width];
  });
  double shift = line().first() == 0 ? r[p] - z[p] : 0;
  MPI_Bcast(&shift, 1, MPI_DOUBLE, 0, line().communicator());
  for (std::size_t own = p; own < z.size(); own += example::width) z[own] += shift;
}

}  // namespace

std::unique_ptr<Model> make_vortices(MPI_Comm communicator, int rows)
{
  return std::make_unique<Vortices>(Line(communicator, rows, Ends::joined));
}

}  // namespace example
