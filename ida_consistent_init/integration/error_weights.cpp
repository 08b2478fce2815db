#include "ida_consistent_init/integration/error_weights.hpp"

#include <ida/ida.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ida_consistent_init::integration {

namespace {

sunrealtype step_in_use(void* ida_mem)
{
  sunrealtype h = 0;
  if (ida_mem == nullptr || IDAGetCurrentStep(ida_mem, &h) != IDA_SUCCESS) return 0;
  return h;
}

}  // namespace

sunrealtype weight_factor(sunrealtype h, int index)
{
  constexpr sunrealtype smallest_factor = 1e-100;
  const sunrealtype size = std::abs(h);
  if (index < 2 || size == 0 || size >= 1) return 1;
  return std::max(std::pow(size, index - 1), smallest_factor);
}

void scale_weights(void* ida_mem, const std::vector<int>& variable_index, N_Vector ewt)
{
  const sunrealtype h = step_in_use(ida_mem);
  sunrealtype* weight = N_VGetArrayPointer(ewt);
  for (std::size_t j = 0; j < variable_index.size(); ++j) weight[j] *= weight_factor(h, variable_index[j]);
}

}  // namespace ida_consistent_init::integration
