// Sums over ranks that are the same to the last bit for any number of ranks. With plain ones the first difference in
// round-off grows: a Krylov iteration takes one step more, a difference step is chosen otherwise.
#ifndef IDACI_EXAMPLES_PARALLEL_SUMS_HPP
#define IDACI_EXAMPLES_PARALLEL_SUMS_HPP

#include <mpi.h>
#include <sundials/sundials_nvector.h>

#include <span>

namespace example {

// Of the terms [own] of all ranks, count in all. NaN if one of them is not finite. Two reductions: the largest term,
// and a sum of whole numbers, which has no round-off (Demmel, Nguyen, ARITH 2013, with one level of 2 x 62 bits).
double reproducible_sum(MPI_Comm communicator, long count, std::span<const double> terms);

// Gives a vector of N_VNew_Parallel, and all clones made of it from now on, operations with such sums.
void make_sums_reproducible(N_Vector vector);

}  // namespace example

#endif
