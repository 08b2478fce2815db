#include "support/picture.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace example {

namespace {

void write_data(std::ostream& data, const std::vector<Panel>& panels)
{
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) {
      for (const auto& [x, y] : curve.points) data << fmt::format("{:.10g} {:.10g}\n", x, y);
      data << "\n\n";
    }
  }
}

void write_axes(std::ostream& script, const Panel& panel)
{
  script << fmt::format("set title \"{}\"\nset xlabel \"{}\"\nset ylabel \"{}\"\nset grid\n", panel.title,
                        panel.x_label, panel.y_label);
  script << "unset logscale\nset format '%g'\nset autoscale\n";
  if (!panel.logarithmic.empty()) {
    script << fmt::format("set logscale {0}\nset format {0} '10^{{%T}}'\n", panel.logarithmic);
  }
  if (!panel.settings.empty()) script << panel.settings << "\n";
}

// first: number of its first block of data
void write_curves(std::ostream& script, const Panel& panel, const std::string& data, std::size_t first)
{
  script << "plot ";
  for (std::size_t k = 0; k < panel.curves.size(); ++k) {
    const Curve& curve = panel.curves[k];
    const std::string title = curve.title.empty() ? "notitle" : fmt::format("title \"{}\"", curve.title);
    script << fmt::format("{}'{}' index {} with {} {}", k == 0 ? "" : ", \\\n     ", data, first + k, curve.style,
                          title);
  }
  script << "\n";
}

}  // namespace

void write_picture(const std::filesystem::path& folder, const std::string& name, const std::vector<Panel>& panels,
                   const Layout& layout)
{
  std::filesystem::create_directories(folder);
  const std::string base = (std::filesystem::absolute(folder) / name).string();
  std::ofstream data(base + ".dat"), script(base + ".gp");
  write_data(data, panels);
  script << fmt::format("set terminal pngcairo size {},{}\nset output '{}.png'\n", layout.width, layout.height, base);
  script << fmt::format("set multiplot layout {},{}\n", layout.rows, layout.columns);
  std::size_t first = 0;
  for (const Panel& panel : panels) {
    write_axes(script, panel);
    write_curves(script, panel, base + ".dat", first);
    first += panel.curves.size();
  }
  script << "unset multiplot\n";
  if (!data || !script) throw std::runtime_error("could not write to " + folder.string());
}

}  // namespace example
