// Cells in a row, in contiguous pieces on the ranks of an MPI communicator.
#ifndef IDACI_EXAMPLES_LINE_HPP
#define IDACI_EXAMPLES_LINE_HPP

#include <mpi.h>

#include <span>
#include <vector>

namespace example {

enum class Ends
{
  open,
  joined  // the first cell follows the last one
};

class Line
{
 public:
  Line(MPI_Comm communicator, int cells, Ends ends = Ends::open);

  MPI_Comm communicator() const { return communicator_; }
  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  int cells() const { return cells_; }  // of all ranks
  int first() const { return begin(rank_); }
  int count() const { return begin(rank_ + 1) - begin(rank_); }  // own cells: first() .. first() + count() - 1

  // own [count() width] between one cell of the left and one of the right neighbour; zeros at open ends.
  std::vector<double> with_neighbours(std::span<const double> own, int width) const;
  // own [count() width] of all ranks, on each of them.
  std::vector<double> gather(std::span<const double> own, int width) const;

 private:
  int begin(int rank) const { return static_cast<int>(static_cast<long>(cells_) * rank / ranks_); }

  MPI_Comm communicator_;
  int cells_;
  Ends ends_;
  int rank_ = 0;
  int ranks_ = 1;
};

// x with diagonal_i x_i + next_i x_(i+1) + next_(i-1) x_(i-1) = right_i, on all ranks the whole x [cells]. Every rank
// solves the gathered system: the same operations for any number of ranks, and little work as long as a line has fewer
// cells than a rank has unknowns.
std::vector<double> solve_tridiagonal(const Line& line, std::span<const double> diagonal, std::span<const double> next,
                                      std::span<const double> right);

}  // namespace example

#endif
