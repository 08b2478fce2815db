/// IDACICreate, IDACIFree.
#include "ida_consistent_init/c_api/guard.hpp"

using ida_consistent_init::support::has_element_access;
using ida_consistent_init::support::length;

IDACIMem IDACICreate(void* ida_mem, IDAResFn res, N_Vector y0, N_Vector yp0, SUNContext sunctx)
{
  if (res == nullptr || y0 == nullptr || yp0 == nullptr || sunctx == nullptr) return nullptr;
  if (N_VGetLength(y0) != N_VGetLength(yp0) || N_VGetLength(y0) < 1) return nullptr;
  try {
    auto handle = std::make_unique<IDACIMemRec>();
    handle->ida_mem = ida_mem;
    handle->res = res;
    handle->y0 = y0;
    handle->yp0 = yp0;
    handle->context = sunctx;
    handle->n = length(y0);
    handle->vectors = std::make_shared<ida_consistent_init::support::VectorPool>(y0);
    if (!has_element_access(y0)) return handle.release();
    handle->fixed_y.assign(handle->n, 0);
    handle->fixed_yp.assign(handle->n, 0);
    handle->weights = Eigen::VectorXd::Ones(handle->n);
    return handle.release();
  } catch (...) {
    return nullptr;
  }
}

void IDACIFree(IDACIMem* ci)
{
  if (ci == nullptr) return;
  delete *ci;
  *ci = nullptr;
}
