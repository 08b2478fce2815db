#include "ida_consistent_init/support/vector_pool.hpp"

#include <algorithm>

#include "ida_consistent_init/support/large_memory.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::support {

namespace {

/// Shorter ones are cheaper one by one than a large page.
constexpr std::size_t shortest_in_blocks = 8192;
constexpr std::size_t fewest_in_a_block = 8;

/// From one vector to the next: in whole lines of the cache, and so that equal places of several vectors do not fall on
/// the same line of it.
std::size_t stride_of(std::size_t length)
{
  constexpr std::size_t line = 8;
  return (length + line - 1) / line * line + 3 * line;
}

std::size_t places_in_a_block(std::size_t stride)
{
  const std::size_t in_a_page = large_page / sizeof(double) / stride;
  return std::max(in_a_page, fewest_in_a_block);
}

}  // namespace

void VectorDeleter::operator()(N_Vector vector) const
{
  home == nullptr ? N_VDestroy(vector) : home->give_back(vector);
}

void VectorPool::BlockDeleter::operator()(double* memory) const noexcept
{
  free_large(memory);
}

VectorPool::~VectorPool()
{
  for (N_Vector vector : unused_) N_VDestroy(vector);
}

VectorHandle VectorPool::take()
{
  if (unused_.empty()) {
    unused_.reserve(count_ + 1);
    unused_.push_back(make());
    ++count_;
  }
  N_Vector vector = unused_.back();
  unused_.pop_back();
  return {vector, {shared_from_this()}};
}

N_Vector VectorPool::make()
{
  const bool in_blocks =
      N_VGetVectorID(like_) == SUNDIALS_NVEC_SERIAL && static_cast<std::size_t>(length(like_)) >= shortest_in_blocks;
  return in_blocks ? make_in_block() : clone(like_).release();
}

N_Vector VectorPool::make_in_block()
{
  const std::size_t stride = stride_of(length(like_)), places = places_in_a_block(stride);
  VectorHandle vector = empty_clone(like_);
  if (places_left_ == 0) {
    blocks_.reserve(blocks_.size() + 1);
    blocks_.emplace_back(static_cast<double*>(allocate_large(places * stride * sizeof(double))));
    places_left_ = places;
  }
  N_VSetArrayPointer(blocks_.back().get() + (places - places_left_) * stride, vector.get());
  --places_left_;
  return vector.release();
}

}  // namespace ida_consistent_init::support
