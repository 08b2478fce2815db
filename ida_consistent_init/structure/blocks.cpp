#include "ida_consistent_init/structure/blocks.hpp"

#include <btf.h>

namespace ida_consistent_init::structure {

Blocks block_triangular_form(const Signature& signature, const Offsets& offsets, const Assignment& assignment)
{
  const int n = signature.n;
  Blocks blocks{0, std::vector<int>(n), std::vector<int>(n)};
  if (n == 0) return blocks;

  // With each variable renamed to its equation J has a full diagonal. Its compressed rows are handed over as columns:
  // BTF makes the transpose block upper triangular, which is J block lower triangular, the numbering we promise.
  Pattern jacobian = system_jacobian_pattern(signature, offsets);
  for (int& column : jacobian.column) column = assignment.row_of_column[column];

  std::vector<int> equation(n), block_start(n + 1), work(4 * static_cast<std::size_t>(n));
  blocks.count = btf_strongcomp(n, jacobian.row_start.data(), jacobian.column.data(), nullptr, equation.data(),
                                block_start.data(), work.data());
  for (int block = 0; block < blocks.count; ++block) {
    for (int k = block_start[block]; k < block_start[block + 1]; ++k) {
      blocks.of_equation[equation[k]] = block;
      blocks.of_variable[assignment.column_of_row[equation[k]]] = block;
    }
  }
  return blocks;
}

}  // namespace ida_consistent_init::structure
