// What the processes of a run send each other and hold, counted: calls of MPI through its profiling interface (which
// puts a function of this program before the library's own), vectors by their operations.
#ifndef IDACI_EXAMPLES_PARALLEL_TRAFFIC_HPP
#define IDACI_EXAMPLES_PARALLEL_TRAFFIC_HPP

#include <sundials/sundials_nvector.h>

namespace example {

// Of this rank, since the program began.
struct Traffic
{
  long reductions = 0;  // MPI_Allreduce
  long exchanges = 0;   // of halos with both neighbours: pairs of MPI_Sendrecv
  long gathers = 0;     // MPI_Allgatherv, MPI_Bcast
  long messages = 0;    // MPI_Isend: those of hypre
  double bytes = 0;     // sent in exchanges and messages

  Traffic operator-(const Traffic& before) const
  {
    return {reductions - before.reductions, exchanges - before.exchanges, gathers - before.gathers,
            messages - before.messages, bytes - before.bytes};
  }
};

Traffic traffic();

// Vectors that are clones of a vector, or clones of these, and live now.
void count_clones(N_Vector vector);
int clones_alive();
// The most since the last call.
int take_most_clones();

}  // namespace example

#endif
