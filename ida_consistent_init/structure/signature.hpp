/* The signature of F(t, y, y') = 0: which variable occurs in which equation, and with which highest derivative.

   sigma_ij = 1 if y_j' occurs in F_i, 0 if only y_j does, -infinity (no entry) otherwise.
   Pryce, A simple structural analysis method for DAEs, BIT 41 (2001), section 2. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_SIGNATURE_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_SIGNATURE_HPP

#include <vector>

namespace ida_consistent_init::structure {

struct SignatureEntry
{
  int row, column, order;
};

/* Compressed rows: entries row_start[i] .. row_start[i+1]-1 belong to equation i, columns ascending. */
struct Signature
{
  int n = 0;
  std::vector<int> row_start, column, order;
};

/* Rows and columns lie in 0 .. n-1, orders are 0 or 1. Of entries at the same place the highest order is kept. */
Signature make_signature(int n, const std::vector<SignatureEntry>& entries);

/* The same entries by variable: row j of the result lists the equations in which variable j occurs. */
Signature transposed(const Signature& signature);

/* Row and column k of the result are row[k] and column[k] of the signature. */
Signature renumbered(const Signature& signature, const std::vector<int>& row, const std::vector<int>& column);

}  // namespace ida_consistent_init::structure

#endif
