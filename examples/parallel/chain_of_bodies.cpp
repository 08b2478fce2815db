// A chain that hangs at the origin: equal bodies, each tied to the one before by a massless rod, index 3. Cell i holds
// the position (x, y) and the velocity (u, v) of body i and the multiplier of its rod. Length and mass of the whole
// chain are 1.
#include <cmath>

#include "parallel/model.hpp"

namespace example {

namespace {

constexpr double gravity = 9.81;

class ChainOfBodies : public Model
{
 public:
  explicit ChainOfBodies(const Line& line) : Model(line), part_(1.0 / line.cells()) {}

  int width() const override { return 5; }
  std::vector<double> guess() const override;
  void residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) const override;
  void set_up_preconditioner(double cj, std::span<const double> y) override;
  void precondition(std::span<const double> r, std::span<double> z) const override;

 private:
  double part_;  // length of a rod, mass of a body
  double cj_ = 1;
  std::vector<double> rods_;  // [count + 1][2]: from the body before; one cell to the right
};

// Bodies beside the circles they are tied to, velocities that tear at the rods, no tension.
std::vector<double> ChainOfBodies::guess() const
{
  std::vector<double> y;
  y.reserve(size());
  for (int i = line().first(); i < line().first() + line().count(); ++i) {
    const double radius = part_ * (i + 1 + 0.05 * std::sin(i));
    y.insert(y.end(), {0.6 * radius, -0.8 * radius, 0.5 * std::cos(i), 0.2 * radius, 0.0});
  }
  return y;
}

void ChainOfBodies::residual(double /*t*/, std::span<const double> y, std::span<const double> yp,
                             std::span<double> r) const
{
  const std::vector<double> cells = line().with_neighbours(y, 5);
  for (int i = 0; i < line().count(); ++i) {
    const double *before = &cells[5 * i], *own = before + 5, *next = own + 5;
    const bool last = line().first() + i + 1 == line().cells();
    const double rod[2] = {own[0] - before[0], own[1] - before[1]};
    for (int axis = 0; axis < 2; ++axis) {
      const double next_pull = last ? 0 : next[4] * (next[axis] - own[axis]);
      r[5 * i + axis] = yp[5 * i + axis] - own[2 + axis];
      r[5 * i + 2 + axis] = part_ * yp[5 * i + 2 + axis] + own[4] * rod[axis] - next_pull;
    }
    r[5 * i + 3] += part_ * gravity;
    r[5 * i + 4] = 0.5 * (rod[0] * rod[0] + rod[1] * rod[1] - part_ * part_);
  }
}

void ChainOfBodies::set_up_preconditioner(double cj, std::span<const double> y)
{
  cj_ = cj;
  const std::vector<double> cells = line().with_neighbours(y, 5);
  rods_.assign(2 * (line().count() + 1), 0.0);
  for (int i = 0; i <= line().count() && line().first() + i < line().cells(); ++i) {
    for (int axis = 0; axis < 2; ++axis) rods_[2 * i + axis] = cells[5 * (i + 1) + axis] - cells[5 * i + axis];
  }
}

// All but the stiffness that the tensions give, which is small against cj^2: the tensions follow from a tridiagonal
// system, then the velocities, then the positions.
void ChainOfBodies::precondition(std::span<const double> r, std::span<double> z) const
{
  const int count = line().count();
  const std::vector<double> cells = line().with_neighbours(r, 5);
  std::vector<double> diagonal(count), next(count), right(count);
  for (int i = 0; i < count; ++i) {
    const double *rod = &rods_[2 * i], *next_rod = rod + 2;
    const double *before = &cells[5 * i], *own = before + 5;
    diagonal[i] = (line().first() + i == 0 ? 1 : 2) * (rod[0] * rod[0] + rod[1] * rod[1]);
    next[i] = -(rod[0] * next_rod[0] + rod[1] * next_rod[1]);
    right[i] = -part_ * cj_ * cj_ * own[4];
    for (int axis = 0; axis < 2; ++axis) {
      const double momentum = own[2 + axis] - before[2 + axis], place = own[axis] - before[axis];
      right[i] += rod[axis] * (momentum + part_ * cj_ * place);
    }
  }
  const std::vector<double> tension = solve_tridiagonal(line(), diagonal, next, right);
  for (int i = 0; i < count; ++i) {
    const int body = line().first() + i;
    const double next_tension = body + 1 < line().cells() ? tension[body + 1] : 0;
    for (int axis = 0; axis < 2; ++axis) {
      const double pull = tension[body] * rods_[2 * i + axis] - next_tension * rods_[2 * (i + 1) + axis];
      z[5 * i + 2 + axis] = (r[5 * i + 2 + axis] - pull) / (part_ * cj_);
      z[5 * i + axis] = (r[5 * i + axis] + z[5 * i + 2 + axis]) / cj_;
    }
    z[5 * i + 4] = tension[body];
  }
}

}  // namespace

std::unique_ptr<Model> make_chain_of_bodies(MPI_Comm communicator, int bodies)
{
  return std::make_unique<ChainOfBodies>(Line(communicator, bodies));
}

}  // namespace example
