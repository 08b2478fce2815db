/* The one sparse matrix type of the library: compressed columns with 32-bit indices, as KLU and SUNDIALS use them. */
#ifndef IDA_CONSISTENT_INIT_LINEAR_SPARSE_HPP
#define IDA_CONSISTENT_INIT_LINEAR_SPARSE_HPP

#include <Eigen/SparseCore>

namespace ida_consistent_init::linear {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

}  // namespace ida_consistent_init::linear

#endif
