#include "parallel/traffic.hpp"

#include <mpi.h>
#include <nvector/nvector_parallel.h>

#include <algorithm>
#include <type_traits>

namespace {

// Functions that replace others have no other place for what they count.
example::Traffic counted;
long half_exchanges = 0;
int alive = 0, most_alive = 0;

void note_bytes(int count, MPI_Datatype type)
{
  int size = 0;
  MPI_Type_size(type, &size);
  counted.bytes += static_cast<double>(count) * size;
}

N_Vector clone(N_Vector vector)
{
  most_alive = std::max(most_alive, ++alive);
  return N_VClone_Parallel(vector);
}

void destroy(N_Vector vector)
{
  --alive;
  N_VDestroy_Parallel(vector);
}

// An operation that notes how many vectors it is called with.
template <auto operation>
struct Counted;

template <class Result, class... Argument, Result (*operation)(Argument...)>
struct Counted<operation>
{
  static Result call(Argument... argument)
  {
    counted.streams += (static_cast<long>(std::is_same_v<Argument, N_Vector>) + ...);
    return operation(argument...);
  }
};

int linear_combination(int count, sunrealtype* factors, N_Vector* terms, N_Vector sum)
{
  counted.streams += count + 1;
  return N_VLinearCombination_Parallel(count, factors, terms, sum);
}

}  // namespace

extern "C" {

int MPI_Allreduce(const void* own, void* all, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm communicator)
{
  ++counted.reductions;
  return PMPI_Allreduce(own, all, count, type, operation, communicator);
}

int MPI_Sendrecv(const void* sent, int sent_count, MPI_Datatype sent_type, int to, int sent_tag, void* received,
                 int received_count, MPI_Datatype received_type, int from, int received_tag, MPI_Comm communicator,
                 MPI_Status* status)
{
  counted.exchanges = ++half_exchanges / 2;
  note_bytes(sent_count, sent_type);
  return PMPI_Sendrecv(sent, sent_count, sent_type, to, sent_tag, received, received_count, received_type, from,
                       received_tag, communicator, status);
}

int MPI_Allgatherv(const void* own, int own_count, MPI_Datatype own_type, void* all, const int* counts,
                   const int* places, MPI_Datatype type, MPI_Comm communicator)
{
  ++counted.gathers;
  return PMPI_Allgatherv(own, own_count, own_type, all, counts, places, type, communicator);
}

int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm communicator)
{
  ++counted.gathers;
  return PMPI_Bcast(data, count, type, root, communicator);
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
              MPI_Request* request)
{
  ++counted.messages;
  note_bytes(count, type);
  return PMPI_Isend(data, count, type, to, tag, communicator, request);
}
}

namespace example {

Traffic traffic()
{
  return counted;
}

void count_operations(N_Vector vector)
{
  N_Vector_Ops ops = vector->ops;
  ops->nvclone = clone;
  ops->nvdestroy = destroy;
  ops->nvlinearcombination = linear_combination;
  ops->nvlinearsum = Counted<N_VLinearSum_Parallel>::call;
  ops->nvconst = Counted<N_VConst_Parallel>::call;
  ops->nvprod = Counted<N_VProd_Parallel>::call;
  ops->nvdiv = Counted<N_VDiv_Parallel>::call;
  ops->nvscale = Counted<N_VScale_Parallel>::call;
  ops->nvabs = Counted<N_VAbs_Parallel>::call;
  ops->nvinv = Counted<N_VInv_Parallel>::call;
  ops->nvaddconst = Counted<N_VAddConst_Parallel>::call;
  ops->nvcompare = Counted<N_VCompare_Parallel>::call;
  ops->nvdotprod = Counted<N_VDotProd_Parallel>::call;
  ops->nvmaxnorm = Counted<N_VMaxNorm_Parallel>::call;
  ops->nvl1norm = Counted<N_VL1Norm_Parallel>::call;
  ops->nvmin = Counted<N_VMin_Parallel>::call;
  ops->nvwrmsnorm = Counted<N_VWrmsNorm_Parallel>::call;
  ops->nvwrmsnormmask = Counted<N_VWrmsNormMask_Parallel>::call;
  ++alive;  // it is counted when it goes
}

int vectors_alive()
{
  return alive;
}

int take_most_vectors()
{
  const int most = most_alive;
  most_alive = alive;
  return most;
}

}  // namespace example
