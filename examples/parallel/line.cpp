#include "parallel/line.hpp"

#include <algorithm>
#include <cstddef>

namespace example {

Line::Line(MPI_Comm communicator, int cells, Ends ends) : communicator_(communicator), cells_(cells), ends_(ends)
{
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &ranks_);
}

std::vector<double> Line::with_neighbours(std::span<const double> own, int width) const
{
  const auto size = static_cast<std::ptrdiff_t>(own.size());
  std::vector<double> cells(own.size() + 2 * width, 0.0);
  std::copy(own.begin(), own.end(), cells.begin() + width);
  const bool joined = ends_ == Ends::joined;
  const int left = rank_ > 0 || joined ? (rank_ + ranks_ - 1) % ranks_ : MPI_PROC_NULL;
  const int right = rank_ + 1 < ranks_ || joined ? (rank_ + 1) % ranks_ : MPI_PROC_NULL;
  double* data = cells.data();
  MPI_Sendrecv(data + size, width, MPI_DOUBLE, right, 0, data, width, MPI_DOUBLE, left, 0, communicator_,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(data + width, width, MPI_DOUBLE, left, 1, data + width + size, width, MPI_DOUBLE, right, 1,
               communicator_, MPI_STATUS_IGNORE);
  return cells;
}

std::vector<double> Line::gather(std::span<const double> own, int width) const
{
  std::vector<double> all(static_cast<std::size_t>(cells_) * width);
  std::vector<int> counts(ranks_), places(ranks_);
  for (int rank = 0; rank < ranks_; ++rank) {
    places[rank] = begin(rank) * width;
    counts[rank] = (begin(rank + 1) - begin(rank)) * width;
  }
  MPI_Allgatherv(own.data(), counts[rank_], MPI_DOUBLE, all.data(), counts.data(), places.data(), MPI_DOUBLE,
                 communicator_);
  return all;
}

std::vector<double> solve_tridiagonal(const Line& line, std::span<const double> diagonal, std::span<const double> next,
                                      std::span<const double> right)
{
  std::vector<double> pivot = line.gather(diagonal, 1), off = line.gather(next, 1), x = line.gather(right, 1);
  for (int i = 1; i < line.cells(); ++i) {
    const double factor = off[i - 1] / pivot[i - 1];
    pivot[i] -= factor * off[i - 1];
    x[i] -= factor * x[i - 1];
  }
  for (int i = line.cells() - 1; i >= 0; --i) {
    const double above = i + 1 < line.cells() ? off[i] * x[i + 1] : 0.0;
    x[i] = (x[i] - above) / pivot[i];
  }
  return x;
}

}  // namespace example
