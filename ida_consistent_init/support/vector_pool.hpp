#pragma once
#include <sundials/sundials_nvector.h>

#include <memory>
#include <vector>

#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::support {

/// Work vectors of one kind and length. What is given back serves the next one who asks: memory that was touched before
/// costs nothing more. Long serial vectors share blocks of large pages.
class VectorPool : public std::enable_shared_from_this<VectorPool>
{
 public:
  /// like: borrowed, as long as vectors are taken. The pool lives as long as the last of its vectors.
  explicit VectorPool(N_Vector like) : like_(like) {}
  ~VectorPool();
  VectorPool(const VectorPool&) = delete;
  VectorPool& operator=(const VectorPool&) = delete;
  VectorPool(VectorPool&&) = delete;
  VectorPool& operator=(VectorPool&&) = delete;

  /// A vector whose values are of no meaning. Throws Error(IDACI_MEM_FAIL). The pool must be owned by a shared pointer.
  VectorHandle take();
  /// Vectors made so far.
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  friend VectorDeleter;
  void give_back(N_Vector vector) noexcept { unused_.push_back(vector); }
  struct BlockDeleter
  {
    void operator()(double* memory) const noexcept;
  };
  using Block = std::unique_ptr<double, BlockDeleter>;

  N_Vector make();
  N_Vector make_in_block();

  N_Vector like_;
  std::vector<N_Vector> unused_{};  // has room for all vectors
  std::size_t count_ = 0;
  std::vector<Block> blocks_{};
  std::size_t places_left_ = 0;  // in the last block
};

}  // namespace ida_consistent_init::support
