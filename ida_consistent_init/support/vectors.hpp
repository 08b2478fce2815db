#pragma once
/// The one place that looks inside an N_Vector.
#include <sundials/sundials_nvector.h>

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::support {

using Vector = Eigen::VectorXd;

/// Serial, OpenMP and Pthreads vectors: their local length is their global length and they lie in host memory.
bool has_element_access(N_Vector vector);

/// Length of a vector with element access.
int length(N_Vector vector);

/// View of a vector's elements; shares memory with it.
Eigen::Map<Vector> view(N_Vector vector);

/// Clone; throws Error(IDACI_MEM_FAIL) when memory is short.
VectorHandle clone(N_Vector vector);

/// Clone of a vector with element access that holds these numbers.
template <class Number>
VectorHandle vector_of(const std::vector<Number>& numbers, N_Vector like)
{
  VectorHandle vector = clone(like);
  std::copy(numbers.begin(), numbers.end(), view(vector.get()).data());
  return vector;
}

}  // namespace ida_consistent_init::support
