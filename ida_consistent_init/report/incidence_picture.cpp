#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "ida_consistent_init/report/html_parts.hpp"
#include "ida_consistent_init/report/markup.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {
namespace {

/// Up to this size rows and columns carry names.
constexpr int most_named = 60;
/// Beyond these the picture is condensed to a raster.
constexpr int most_marked_unknowns = 4000;
constexpr std::size_t most_marks = 40000;
constexpr int raster = 200;
/// Longer names are clipped in the picture.
constexpr std::size_t longest_label = 14;

/// Places of equations and variables in the picture: those of the block triangular form, else their own.
struct Places
{
  std::vector<int> of_equation, of_variable;
};

std::vector<int> inverse(const std::vector<int>& order, int n)
{
  std::vector<int> place(n);
  if (order.empty()) {
    std::iota(place.begin(), place.end(), 0);
    return place;
  }
  for (int k = 0; k < n; ++k) place[order[k]] = k;
  return place;
}

Places places_of(const Result& result)
{
  return {inverse(result.incidence.equation_at, result.n), inverse(result.incidence.variable_at, result.n)};
}

/// Horizontal runs of marks: a path of lines one cell high.
class Marks
{
 public:
  void add(int row, int column)
  {
    if (row == row_ && column == last_ + 1) {
      last_ = column;
      return;
    }
    finish();
    row_ = row;
    first_ = last_ = column;
  }
  void finish()
  {
    if (row_ >= 0) path_ += support::format("M{} {}h{}", first_, row_, last_ - first_ + 1);
    row_ = -1;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int row_ = -1, first_ = 0, last_ = 0;
};

/// Entries of y, of y' and of both, each pale outside the system Jacobian.
std::string drawn_marks(const Result& result, const Places& places)
{
  constexpr std::array kinds{"y pale", "yp pale", "both pale", "y", "yp", "both"};
  std::array<Marks, kinds.size()> marks;
  const Incidence& incidence = result.incidence;
  const auto& [sparsity, of_y, of_yp] = *incidence.occurrence;
  std::vector<int> equation_at = incidence.equation_at;
  if (equation_at.empty()) {
    equation_at.resize(result.n);
    std::iota(equation_at.begin(), equation_at.end(), 0);
  }
  std::vector<std::pair<int, std::size_t>> row;  // column and kind
  for (int place = 0; place < result.n; ++place) {
    row.clear();
    for (int k = sparsity.row_start[equation_at[place]]; k < sparsity.row_start[equation_at[place] + 1]; ++k) {
      if (of_y[k] == 0 && of_yp[k] == 0) continue;
      const std::size_t kind = of_yp[k] == 0 ? 0 : of_y[k] == 0 ? 1 : 2;
      const bool pale = !incidence.in_system_jacobian.empty() && incidence.in_system_jacobian[k] == 0;
      row.emplace_back(places.of_variable[sparsity.column[k]], pale ? kind : kind + 3);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [column, kind] : row) marks[kind].add(place, column);
  }
  // Marks of large systems are drawn thicker than their cell, to be seen at all.
  const double thickness = std::max(0.9, result.n / 500.0);
  std::string text;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    marks[kind].finish();
    if (marks[kind].path().empty()) continue;
    text += support::format("<path class=\"{}\" stroke-width=\"{:.2f}\" transform=\"translate(0 .5)\" d=\"{}\"/>\n",
                            kinds[kind], thickness, marks[kind].path());
  }
  return text;
}

/// Cells of a coarse raster, the fuller the darker.
std::string drawn_raster(const Result& result, const Places& places)
{
  std::vector<int> count(static_cast<std::size_t>(raster) * raster, 0);
  const problem::Sparsity& sparsity = result.incidence.occurrence->sparsity;
  const auto cell = [&](int place) {
    return static_cast<std::size_t>(static_cast<long>(place) * raster / result.n);
  };
  for (int i = 0; i < result.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      ++count[cell(places.of_equation[i]) * raster + cell(places.of_variable[sparsity.column[k]])];
    }
  }
  const int fullest = std::max(1, *std::max_element(count.begin(), count.end()));
  const double size = static_cast<double>(result.n) / raster;
  std::string text = support::format("<g class=\"raster\" transform=\"scale({:.6g})\">\n", size);
  for (int row = 0; row < raster; ++row) {
    for (int column = 0; column < raster; ++column) {
      const int entries = count[static_cast<std::size_t>(row) * raster + column];
      if (entries == 0) continue;
      const double opacity = 0.25 + 0.75 * std::log(1.0 + entries) / std::log(1.0 + fullest);
      text += support::format("<rect x=\"{}\" y=\"{}\" width=\"1\" height=\"1\" fill-opacity=\"{:.2f}\"/>", column, row,
                              opacity);
    }
  }
  return text + "</g>\n";
}

std::string block_title(const Result& result, int first, int size)
{
  constexpr int most = 6;
  std::string text = support::format("block of {}:", size);
  for (int place = first; place < first + std::min(size, most); ++place) {
    text += support::format("{} {}", place == first ? "" : ",",
                            clipped(result.names.variable(result.incidence.variable_at[place]), 24));
  }
  return escaped(size > most ? text + support::format(" and {} more", size - most) : text);
}

/// The largest blocks of more than one equation.
std::string drawn_blocks(const Result& result)
{
  constexpr std::size_t most_blocks = 300;
  const std::vector<int>& start = result.incidence.block_start;
  std::vector<int> blocks;
  for (std::size_t b = 0; b + 1 < start.size(); ++b) {
    if (start[b + 1] - start[b] > 1) blocks.push_back(static_cast<int>(b));
  }
  std::stable_sort(blocks.begin(), blocks.end(),
                   [&](int a, int b) { return start[a + 1] - start[a] > start[b + 1] - start[b]; });
  if (blocks.size() > most_blocks) blocks.resize(most_blocks);
  std::string text;
  for (const int b : blocks) {
    const int size = start[b + 1] - start[b];
    text += support::format(
        "<rect class=\"block\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke-width=\"{:.3f}\">"
        "<title>{}</title></rect>\n",
        start[b], start[b], size, size, std::max(0.06, result.n / 1200.0), block_title(result, start[b], size));
  }
  return text;
}

/// A strip above the columns in the colours of the variables' indices; equal neighbours as one.
std::string drawn_indices(const Result& result, const Places& places, double height)
{
  std::vector<int> index(result.n);
  for (int j = 0; j < result.n; ++j) index[places.of_variable[j]] = result.variables[j].index;
  // Runs that are too short to be seen are left out, except in small systems.
  const int shortest = result.n > most_marked_unknowns ? result.n / 400 : 1;
  std::string text;
  for (int first = 0; first < result.n;) {
    int last = first + 1;
    while (last < result.n && (index[last] == index[first] || last - first < shortest)) ++last;
    text += support::format("<rect class=\"{}\" x=\"{}\" y=\"{:.3f}\" width=\"{}\" height=\"{:.3f}\"/>",
                            index_class(index[first]), first, -1.3 * height, last - first, height);
    first = last;
  }
  return text + "\n";
}

std::string drawn_names(const Result& result, const Places& places)
{
  std::string text;
  for (int k = 0; k < result.n; ++k) {
    text += support::format("<text x=\"-.4\" y=\"{:.2f}\" font-size=\".72\" text-anchor=\"end\">{}</text>",
                            places.of_equation[k] + 0.75, escaped(clipped(result.names.equation(k), longest_label)));
    const double x = places.of_variable[k] + 0.75;
    text += support::format(
        "<text x=\"{:.2f}\" y=\"-1.8\" font-size=\".72\" transform=\"rotate(-90 {:.2f} -1.8)\">{}</text>", x, x,
        escaped(clipped(result.names.variable(k), longest_label)));
  }
  return text + "\n";
}

std::string colour_key(const char* colour, const char* meaning)
{
  return support::format("<span class=\"item\"><span class=\"key\" style=\"background:{}\"></span>{}.</span> ", colour,
                         meaning);
}

std::string legend(const Result& result, bool condensed)
{
  std::string text =
      "<p class=\"note\">Rows are equations, columns are variables; the strip above shows the index of each variable. ";
  text += condensed
              ? support::format("Condensed to {0} x {0} cells, the fuller the darker. ", raster)
              : colour_key("#1f6f8b", "y occurs") + colour_key("#c8553d", "y' occurs") + colour_key("#5b2a86", "both");
  if (result.incidence.block_start.empty())
    return text + "In the order of the model, as the structure is unknown.</p>\n";
  const auto blocks = result.incidence.block_start.size() - 1;
  text += support::format("In block triangular order, {} block{}. ", blocks, blocks == 1 ? "" : "s");
  if (condensed) return text + "</p>\n";
  return text + "Entries outside the system Jacobian, for which the order is made, are pale.</p>\n";
}

/// Room for the names, in cells.
double name_margin(const Result& result)
{
  std::size_t longest = 4;
  for (int k = 0; k < result.n; ++k) {
    longest = std::max({longest, result.names.variable(k).size(), result.names.equation(k).size()});
  }
  return 1.5 + 0.45 * static_cast<double>(std::min(longest, longest_label));
}

}  // namespace

std::string incidence_section(const Result& result)
{
  const derivatives::SharedOccurrence& occurrence = result.incidence.occurrence;
  if (result.n == 0 || occurrence == nullptr) return "";
  const Places places = places_of(result);
  const bool condensed = result.n > most_marked_unknowns || occurrence->sparsity.column.size() > most_marks;
  const bool named = result.n <= most_named;
  const double strip = named ? 1 : result.n / 45.0;
  const double margin = named ? name_margin(result) : 0, above = margin + 1.6 * strip;
  const double pixels = named ? 15 * (result.n + margin) : 760;
  std::string text = support::format(
      "<svg viewBox=\"{:.4g} {:.4g} {:.6g} {:.6g}\" width=\"{:.0f}\" role=\"img\" "
      "aria-label=\"incidence of variables in equations\">\n",
      -margin, -above, result.n + margin, result.n + above, pixels);
  text += drawn_indices(result, places, strip) + drawn_blocks(result);
  text += condensed ? drawn_raster(result, places) : drawn_marks(result, places);
  if (named) text += drawn_names(result, places);
  return section("Incidence of y and y' in the equations", legend(result, condensed) + text + "</svg>\n");
}

}  // namespace ida_consistent_init::report
