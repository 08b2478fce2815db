#include "ida_consistent_init/linear/independent_rows.hpp"

#include <algorithm>
#ifdef IDACI_HAVE_SPQR
#include <Eigen/SPQRSupport>
#else
#include <Eigen/OrderingMethods>
#include <Eigen/SparseQR>
#endif

namespace ida_consistent_init::linear {

std::vector<int> independent_rows(const SparseMatrix& matrix, double tolerance)
{
  SparseMatrix transposed = matrix.transpose();
  transposed.makeCompressed();
#ifdef IDACI_HAVE_SPQR
  Eigen::SPQR<SparseMatrix> qr;
#else
  Eigen::SparseQR<SparseMatrix, Eigen::COLAMDOrdering<int> > qr;
#endif
  qr.setPivotThreshold(tolerance);
  qr.compute(transposed);
  if (qr.info() != Eigen::Success) return {};
  const auto order = qr.colsPermutation();
  std::vector<int> rows(order.indices().data(), order.indices().data() + qr.rank());
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace ida_consistent_init::linear
