/* Incompressible Stokes flow in a square with walls on a staggered grid, index 2: velocities on the faces between
   cells, pressures in the cells, no divergence in any cell. The pressure of the last cell is the level, and its balance
   follows from those of the others. About 3 m^2 unknowns. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_STOKES_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_STOKES_HPP

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

class Stokes final : public Problem
{
 public:
  explicit Stokes(int n) : Stokes(std::max(2, static_cast<int>(std::sqrt(n / 3.0))), 0) {}

 private:
  static constexpr double kViscosity = 0.01;

  Stokes(int side, int) : Problem(3 * side * side - 2 * side - 1, 2), side_(side)
  {
    set_known(random_state(size(), 8));
  }

  int faces() const { return side_ * (side_ - 1); }  // of one direction
  int cell(int row, int column) const { return row * side_ + column; }
  int pressure(int cell) const { return 2 * faces() + cell; }

  /* visit(face, cell before, cell after, neighbours): all faces of both directions. The neighbours are the four faces
     of the same direction around it, -1 where a wall is. */
  template <class Visit>
  void for_each_face(Visit visit) const
  {
    for (const bool across : {false, true}) {
      for (int line = 0; line < side_; ++line) {
        for (int k = 0; k + 1 < side_; ++k) {
          const int first = across ? faces() : 0, here = first + line * (side_ - 1) + k;
          const int neighbour[4] = {k > 0 ? here - 1 : -1, k + 2 < side_ ? here + 1 : -1,
                                    line > 0 ? here - (side_ - 1) : -1, line + 1 < side_ ? here + (side_ - 1) : -1};
          const int before = across ? cell(k, line) : cell(line, k);
          visit(here, before, before + (across ? side_ : 1), neighbour);
        }
      }
    }
  }

  void model(const double* y, const double* yp, double* r) const override
  {
    const double spacing = 1.0 / side_, diffusion = kViscosity / (spacing * spacing);
    const int last = side_ * side_ - 1;
    std::fill(r + 2 * faces(), r + size(), 0.0);
    for_each_face([&](int face, int before, int after, const int* neighbour) {
      double laplacian = -4 * y[face];
      for (int k = 0; k < 4; ++k) laplacian += neighbour[k] < 0 ? 0 : y[neighbour[k]];
      const double pressure_after = after == last ? 0 : y[pressure(after)];
      r[face] = yp[face] - diffusion * laplacian + (pressure_after - y[pressure(before)]) / spacing;
      r[pressure(before)] += y[face] / spacing;
      if (after != last) r[pressure(after)] -= y[face] / spacing;
    });
  }

  void entries(double cj, const double*, Entries& entries) const override
  {
    const double spacing = 1.0 / side_, diffusion = kViscosity / (spacing * spacing);
    const int last = side_ * side_ - 1;
    for_each_face([&](int face, int before, int after, const int* neighbour) {
      entries.add(face, face, cj + 4 * diffusion);
      for (int k = 0; k < 4; ++k) {
        if (neighbour[k] >= 0) entries.add(face, neighbour[k], -diffusion);
      }
      entries.add(face, pressure(before), -1 / spacing);
      entries.add(pressure(before), face, 1 / spacing);
      if (after == last) return;
      entries.add(face, pressure(after), 1 / spacing);
      entries.add(pressure(after), face, -1 / spacing);
    });
  }

  int side_;
};

}  // namespace ida_consistent_init::bench

#endif
