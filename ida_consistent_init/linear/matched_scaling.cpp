#include "ida_consistent_init/linear/matched_scaling.hpp"

#include <cmath>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace ida_consistent_init::linear {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int none = -1;
/// An entry is matched if it is this much larger than its error: a matched entry that is mostly error would be blown
/// up.
constexpr double significant = 100;
/// Entries this small beside those of their row and column are left over from cancellation.
constexpr double negligible = 1e-13;

/// Rows are matched one after the other along shortest augmenting paths (Dijkstra's search on reduced costs).
class LargestProduct
{
 public:
  /// scaled: entries of about 1 and less; row by row. Rows that are left when the searches have looked at most_looks
  /// entries stay without a partner.
  LargestProduct(const Eigen::SparseMatrix<double, Eigen::RowMajor>& scaled, const SparseMatrix& error,
                 long most_looks = std::numeric_limits<long>::max());

  [[nodiscard]] const Eigen::VectorXd& row_dual() const { return row_dual_; }
  [[nodiscard]] const Eigen::VectorXd& column_dual() const { return column_dual_; }
  [[nodiscard]] const std::vector<int>& column_of() const { return column_of_; }

 private:
  struct Entry
  {
    int column;
    double cost;
  };

  void match(int root);
  int search(int root);
  void update_duals(int root, double length);
  void augment(int root, int column);

  std::vector<std::vector<Entry>> entries_;  // of the rows
  Eigen::VectorXd row_dual_, column_dual_;
  std::vector<int> row_of_, came_from_;  // of the columns: partner, row that reached it
  std::vector<int> column_of_;           // of the rows
  std::vector<double> distance_;         // of the columns
  std::vector<char> settled_;            // of the columns: shortest path known
  std::vector<int> scanned_, reached_;   // columns of the present search
  long looks_ = 0;
  bool is_bounded_;
};

LargestProduct::LargestProduct(const Eigen::SparseMatrix<double, Eigen::RowMajor>& scaled, const SparseMatrix& error,
                               long most_looks)
    : entries_(scaled.rows()),
      row_dual_(Eigen::VectorXd::Zero(scaled.rows())),
      column_dual_(Eigen::VectorXd::Zero(scaled.cols())),
      row_of_(scaled.cols(), none),
      came_from_(scaled.cols(), none),
      column_of_(scaled.rows(), none),
      distance_(scaled.cols(), infinity),
      settled_(scaled.cols(), 0),
      is_bounded_(most_looks < std::numeric_limits<long>::max())
{
  for (int i = 0; i < scaled.outerSize(); ++i) {
    double least = infinity;
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(scaled, i); entry; ++entry) {
      const auto column = static_cast<int>(entry.col());
      const double size = std::abs(entry.value());
      if (size < negligible || (error.rows() > 0 && size <= significant * error.coeff(i, column))) continue;
      entries_[i].push_back({column, -std::log(size)});
      least = std::min(least, entries_[i].back().cost);
    }
    if (!entries_[i].empty()) row_dual_[i] = least;
  }
  for (int i = 0; i < scaled.outerSize() && looks_ <= most_looks; ++i) match(i);
}

/// A row that no path leads to a free column from stays without a partner.
void LargestProduct::match(int root)
{
  scanned_.clear();
  reached_.clear();
  const int end = search(root);
  if (end != none) {
    update_duals(root, distance_[end]);
    augment(root, end);
  }
  for (const int column : reached_) {
    distance_[column] = infinity;
    settled_[column] = 0;
  }
}

/// The free column at the end of the shortest path from the root; distances and predecessors on the way.
int LargestProduct::search(int root)
{
  using Candidate = std::pair<double, int>;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  int row = root;
  double length = 0;
  while (true) {
    looks_ += static_cast<long>(entries_[row].size());
    for (const auto& [column, cost] : entries_[row]) {
      const double through = length + cost - row_dual_[row] - column_dual_[column];
      // Round-off must not lead back to a column whose shortest path is known.
      if (settled_[column] != 0 || through >= distance_[column]) continue;
      if (distance_[column] == infinity) reached_.push_back(column);
      distance_[column] = through;
      came_from_[column] = row;
      // No path is shorter than the one to this row: a free column at no further cost ends the search. Where the duals
      // matter, all columns at that cost are looked at: the scaling would depend on their order.
      if (is_bounded_ && through <= length && row_of_[column] == none) return column;
      candidates.emplace(through, column);
    }
    while (!candidates.empty() && candidates.top().first > distance_[candidates.top().second]) candidates.pop();
    if (candidates.empty()) return none;
    const int column = candidates.top().second;
    candidates.pop();
    if (row_of_[column] == none) return column;
    scanned_.push_back(column);
    settled_[column] = 1;
    length = distance_[column];
    row = row_of_[column];
  }
}

/// Keeps all reduced costs at 0 or more, and those of the path at 0.
void LargestProduct::update_duals(int root, double length)
{
  row_dual_[root] += length;
  for (const int column : scanned_) {
    const double change = length - distance_[column];
    column_dual_[column] -= change;
    row_dual_[row_of_[column]] += change;
  }
}

void LargestProduct::augment(int root, int column)
{
  while (true) {
    const int row = came_from_[column];
    const int next = column_of_[row];
    row_of_[column] = row;
    column_of_[row] = column;
    if (row == root) return;
    column = next;
  }
}

}  // namespace

Equilibration matched_scaling(const SparseMatrix& matrix, const SparseMatrix& error)
{
  Equilibration scale = equilibrate(matrix);
  const auto scaled = [&scale](const SparseMatrix& entries) {
    return SparseMatrix(scale.row.asDiagonal() * entries * scale.column.asDiagonal());
  };
  const LargestProduct matching(scaled(matrix), error.rows() > 0 ? scaled(error) : error);
  scale.row.array() *= matching.row_dual().array().exp();
  scale.column.array() *= matching.column_dual().array().exp();
  // What has no partner, or was not to be matched, may have any size yet.
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(matrix.cols());
  const SparseMatrix by_columns = scaled(matrix);
  for (int j = 0; j < by_columns.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(by_columns, j); entry; ++entry) {
      largest[j] = std::max(largest[j], std::abs(entry.value()));
    }
    if (largest[j] > 0) scale.column[j] /= largest[j];
  }
  largest.setZero(matrix.rows());
  const SparseMatrix by_rows = scaled(matrix);
  for (int j = 0; j < by_rows.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(by_rows, j); entry; ++entry) {
      largest[entry.row()] = std::max(largest[entry.row()], std::abs(entry.value()));
    }
  }
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    if (largest[i] > 0) scale.row[i] /= largest[i];
  }
  return scale;
}

std::vector<int> largest_product_matching(const SparseMatrix& scaled)
{
  constexpr long kMostLooks = 20;  // at each entry: a search from each row may take a time quadratic in the rows
  return LargestProduct(scaled, {}, kMostLooks * scaled.nonZeros()).column_of();
}

}  // namespace ida_consistent_init::linear
