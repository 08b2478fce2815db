// Pictures of the examples: data and a gnuplot script, so that readers can change the picture.
#ifndef IDACI_EXAMPLES_PICTURE_HPP
#define IDACI_EXAMPLES_PICTURE_HPP

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace example {

struct Curve
{
  std::string title;  // empty: not in the key
  std::vector<std::array<double, 2>> points{};
  std::string style = "lines linewidth 2";  // as after gnuplot's "with"
};

struct Panel
{
  std::string title, x_label, y_label;
  std::string logarithmic;  // axes: "", "x", "y", "xy"
  std::vector<Curve> curves{};
  std::string settings{};  // further commands of gnuplot
};

struct Layout
{
  int rows = 1, columns = 1;
  int width = 900, height = 600;  // pixels
};

// NAME.dat, one block for each curve, and NAME.gp, which makes NAME.png of them. The folder is made if need be. Throws
// std::runtime_error if it cannot be written to.
void write_picture(const std::filesystem::path& folder, const std::string& name, const std::vector<Panel>& panels,
                   const Layout& layout = {});

}  // namespace example

#endif
