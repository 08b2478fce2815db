// What the processes of a run send each other and hold, counted: calls of MPI through its profiling interface (which
// puts a function of this program before the library's own), vectors by their operations.
#ifndef IDACI_EXAMPLES_PARALLEL_TRAFFIC_HPP
#define IDACI_EXAMPLES_PARALLEL_TRAFFIC_HPP

#include <sundials/sundials_nvector.h>

namespace example {

// Of this rank, since the program began.
struct Traffic
{
  long streams = 0;     // vectors read or written by operations on whole vectors
  long reductions = 0;  // MPI_Allreduce
  long exchanges = 0;   // of halos with both neighbours: pairs of MPI_Sendrecv
  long gathers = 0;     // MPI_Allgatherv, MPI_Bcast
  long messages = 0;    // MPI_Isend: those of hypre
  double bytes = 0;     // sent in exchanges and messages

  Traffic operator-(const Traffic& before) const
  {
    return {streams - before.streams, reductions - before.reductions, exchanges - before.exchanges,
            gathers - before.gathers, messages - before.messages,     bytes - before.bytes};
  }
};

Traffic traffic();

// Has the operations of a vector of N_VNew_Parallel counted, and those of all clones made of it from now on. They form
// linear combinations in one sweep, which SUNDIALS does only where it is asked to.
void count_operations(N_Vector vector);
// How many of these vectors live now.
int vectors_alive();
// The most since the last call.
int take_most_vectors();

}  // namespace example

#endif
