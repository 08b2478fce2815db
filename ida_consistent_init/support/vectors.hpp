#pragma once
/// The one place that looks inside an N_Vector.
#include <sundials/sundials_nvector.h>

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::support {

using Vector = Eigen::VectorXd;
/// An argument that is read only, wherever it lies.
using VectorView = Eigen::Ref<const Vector>;

/// Serial, OpenMP and Pthreads vectors: their local length is their global length and they lie in host memory.
bool has_element_access(N_Vector vector);

/// Length of a vector with element access.
int length(N_Vector vector);

/// View of a vector's elements; shares memory with it.
Eigen::Map<Vector> view(N_Vector vector);

/// Clone; throws Error(IDACI_MEM_FAIL) when memory is short.
VectorHandle clone(N_Vector vector);

/// The same without memory for the elements; for kinds of vectors that can be without.
VectorHandle empty_clone(N_Vector vector);

/// A vector with element access, of that length, with these numbers in it.
template <class Number>
VectorHandle filled(VectorHandle vector, const std::vector<Number>& numbers)
{
  std::copy(numbers.begin(), numbers.end(), view(vector.get()).data());
  return vector;
}

}  // namespace ida_consistent_init::support
