// Helmholtz and Poisson problems on a square grid that repeats itself in both directions, by hypre's multigrid PFMG.
#ifndef IDACI_EXAMPLES_PARALLEL_MULTIGRID_HPP
#define IDACI_EXAMPLES_PARALLEL_MULTIGRID_HPP

#include <HYPRE_struct_ls.h>

#include <memory>
#include <span>
#include <type_traits>

#include "parallel/line.hpp"

namespace example {

// The grid and what all operators on it share: a line of n rows of n cells.
class PeriodicGrid
{
 public:
  explicit PeriodicGrid(const Line& line);

  const Line& line() const { return line_; }
  HYPRE_StructGrid grid() const { return grid_.get(); }
  HYPRE_StructStencil stencil() const { return stencil_.get(); }
  // Corners of the own rows, as hypre takes them.
  int* first() { return first_; }
  int* last() { return last_; }

 private:
  struct Free
  {
    void operator()(HYPRE_StructGrid grid) const { HYPRE_StructGridDestroy(grid); }
    void operator()(HYPRE_StructStencil stencil) const { HYPRE_StructStencilDestroy(stencil); }
  };
  Line line_;
  int first_[2], last_[2];
  std::unique_ptr<std::remove_pointer_t<HYPRE_StructGrid>, Free> grid_;
  std::unique_ptr<std::remove_pointer_t<HYPRE_StructStencil>, Free> stencil_;
};

// x with shift x + (4 x - x of the four neighbours) = b, nearly: a fixed number of V-cycles from zero, so that x
// depends on b linearly, and with the same operations for any number of ranks. shift = 0: b has the sum zero, and x is
// known but for a constant.
class Multigrid
{
 public:
  Multigrid(PeriodicGrid& grid, double shift);

  // b, x [own rows][n]
  void solve(std::span<const double> b, std::span<double> x) const;

 private:
  struct Free
  {
    void operator()(HYPRE_StructMatrix matrix) const { HYPRE_StructMatrixDestroy(matrix); }
    void operator()(HYPRE_StructVector vector) const { HYPRE_StructVectorDestroy(vector); }
    void operator()(HYPRE_StructSolver solver) const { HYPRE_StructPFMGDestroy(solver); }
  };
  using Vector = std::unique_ptr<std::remove_pointer_t<HYPRE_StructVector>, Free>;
  Vector new_vector() const;
  void set_matrix(double shift);
  void set_solver();

  PeriodicGrid& grid_;
  std::unique_ptr<std::remove_pointer_t<HYPRE_StructMatrix>, Free> matrix_;
  Vector b_, x_;
  std::unique_ptr<std::remove_pointer_t<HYPRE_StructSolver>, Free> solver_;
};

}  // namespace example

#endif
