#include "parallel/multigrid.hpp"

#include <stdexcept>
#include <vector>

namespace example {

namespace {

constexpr int cycles = 3;
constexpr int points = 5;                                                // of the stencil
int neighbours[points][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};  // hypre takes no const pointers

void require_hypre(int code, const char* call)
{
  if (code != 0) throw std::runtime_error(std::string(call) + " returned " + std::to_string(code));
}

}  // namespace

PeriodicGrid::PeriodicGrid(const Line& line)
    : line_(line), first_{0, line.first()}, last_{line.cells() - 1, line.first() + line.count() - 1}
{
  HYPRE_StructGrid grid = nullptr;
  require_hypre(HYPRE_StructGridCreate(line.communicator(), 2, &grid), "HYPRE_StructGridCreate");
  grid_.reset(grid);
  require_hypre(HYPRE_StructGridSetExtents(grid, first_, last_), "HYPRE_StructGridSetExtents");
  int period[2] = {line.cells(), line.cells()};
  require_hypre(HYPRE_StructGridSetPeriodic(grid, period), "HYPRE_StructGridSetPeriodic");
  require_hypre(HYPRE_StructGridAssemble(grid), "HYPRE_StructGridAssemble");
  HYPRE_StructStencil stencil = nullptr;
  require_hypre(HYPRE_StructStencilCreate(2, points, &stencil), "HYPRE_StructStencilCreate");
  stencil_.reset(stencil);
  for (int k = 0; k < points; ++k) {
    require_hypre(HYPRE_StructStencilSetElement(stencil, k, neighbours[k]), "HYPRE_StructStencilSetElement");
  }
}

Multigrid::Multigrid(PeriodicGrid& grid, double shift) : grid_(grid)
{
  set_matrix(shift);
  b_ = new_vector();
  x_ = new_vector();
  set_solver();
}

Multigrid::Vector Multigrid::new_vector() const
{
  HYPRE_StructVector vector = nullptr;
  require_hypre(HYPRE_StructVectorCreate(grid_.line().communicator(), grid_.grid(), &vector),
                "HYPRE_StructVectorCreate");
  Vector owned(vector);
  require_hypre(HYPRE_StructVectorInitialize(vector), "HYPRE_StructVectorInitialize");
  require_hypre(HYPRE_StructVectorAssemble(vector), "HYPRE_StructVectorAssemble");
  return owned;
}

void Multigrid::set_matrix(double shift)
{
  HYPRE_StructMatrix matrix = nullptr;
  require_hypre(HYPRE_StructMatrixCreate(grid_.line().communicator(), grid_.grid(), grid_.stencil(), &matrix),
                "HYPRE_StructMatrixCreate");
  matrix_.reset(matrix);
  require_hypre(HYPRE_StructMatrixInitialize(matrix), "HYPRE_StructMatrixInitialize");
  std::vector<double> entries;
  const int cells = grid_.line().count() * grid_.line().cells();
  entries.reserve(static_cast<std::size_t>(points) * cells);
  for (int cell = 0; cell < cells; ++cell) entries.insert(entries.end(), {shift + 4, -1, -1, -1, -1});
  int numbers[points] = {0, 1, 2, 3, 4};
  require_hypre(HYPRE_StructMatrixSetBoxValues(matrix, grid_.first(), grid_.last(), points, numbers, entries.data()),
                "HYPRE_StructMatrixSetBoxValues");
  require_hypre(HYPRE_StructMatrixAssemble(matrix), "HYPRE_StructMatrixAssemble");
}

void Multigrid::set_solver()
{
  HYPRE_StructSolver solver = nullptr;
  require_hypre(HYPRE_StructPFMGCreate(grid_.line().communicator(), &solver), "HYPRE_StructPFMGCreate");
  solver_.reset(solver);
  HYPRE_StructPFMGSetTol(solver, 0);
  HYPRE_StructPFMGSetMaxIter(solver, cycles);
  HYPRE_StructPFMGSetZeroGuess(solver);
  // Given, because hypre would find the spacing by sums over ranks.
  double spacing[3] = {1, 1, 1};
  HYPRE_StructPFMGSetDxyz(solver, spacing);
  require_hypre(HYPRE_StructPFMGSetup(solver, matrix_.get(), b_.get(), x_.get()), "HYPRE_StructPFMGSetup");
}

void Multigrid::solve(std::span<const double> b, std::span<double> x) const
{
  std::vector<double> values(b.begin(), b.end());
  require_hypre(HYPRE_StructVectorSetBoxValues(b_.get(), grid_.first(), grid_.last(), values.data()),
                "HYPRE_StructVectorSetBoxValues");
  // It reports that the tolerance of zero is not met.
  HYPRE_StructPFMGSolve(solver_.get(), matrix_.get(), b_.get(), x_.get());
  HYPRE_ClearAllErrors();
  require_hypre(HYPRE_StructVectorGetBoxValues(x_.get(), grid_.first(), grid_.last(), x.data()),
                "HYPRE_StructVectorGetBoxValues");
}

}  // namespace example
