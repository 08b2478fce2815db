// Command line front of the catalogue: list its cases, run one, or run all and compare them with their references.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "gallery/output.hpp"
#include "gallery/solve_case.hpp"

namespace {

using catalogue::Case;

struct Options
{
  std::string run, html, data = IDACI_CATALOGUE_DATA;
  bool list = false, all = false, json = false;
  gallery::Settings settings;
};

void define_options(CLI::App& app, Options& options)
{
  static const std::map<std::string, IDACIMethod> methods{{"auto", IDACI_AUTO},
                                                          {"step_by_step", IDACI_STEP_BY_STEP},
                                                          {"least_squares", IDACI_LEAST_SQUARES},
                                                          {"impulse", IDACI_IMPULSE}};
  CLI::Option_group* action = app.add_option_group("action");
  action->add_flag("--list", options.list, "names of all cases");
  action->add_option("--run", options.run, "solve one case and print its report");
  action->add_flag("--all", options.all, "solve every case and compare with the reference");
  action->require_option(1);
  app.add_option("--method", options.settings.method, "default: step_by_step")
      ->transform(CLI::CheckedTransformer(methods))
      ->option_text("auto|step_by_step|least_squares|impulse");
  app.add_flag("--jacobian", options.settings.exact_jacobian, "hand over the exact Jacobian");
  app.add_flag("--json", options.json, "print JSON");
  app.add_option("--html", options.html, "with --run or --all: write one HTML report a case into this folder");
  app.add_option("--data", options.data, "folder of the reference files")->check(CLI::ExistingDirectory);
}

void write_html(const std::string& folder, const gallery::Row& row)
{
  std::filesystem::create_directories(folder);
  std::string name = row.the_case->name;
  std::replace(name.begin(), name.end(), '/', '-');
  const std::filesystem::path path = std::filesystem::path(folder) / (name + ".html");
  std::ofstream file(path, std::ios::binary);
  file << row.answer.html_report;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

int run_one(const std::vector<Case>& cases, const Options& options)
{
  const auto found =
      std::find_if(cases.begin(), cases.end(), [&](const Case& candidate) { return candidate.name == options.run; });
  if (found == cases.end()) {
    fmt::print(stderr, "no case is called {}; --list shows the names\n", options.run);
    return 2;
  }
  const gallery::Row row = gallery::solve_row(*found, options.settings, gallery::Reports::wanted);
  fmt::print("{}", options.json ? gallery::json_object(row) : gallery::table({row}) + "\n" + row.answer.text_report);
  if (!options.html.empty()) write_html(options.html, row);
  return gallery::is_failure(row.verdict) ? 1 : 0;
}

int run_all(const std::vector<Case>& cases, const Options& options)
{
  std::vector<gallery::Row> rows;
  rows.reserve(cases.size());
  for (const Case& the_case : cases) {
    const bool html = !options.html.empty();
    rows.push_back(
        gallery::solve_row(the_case, options.settings, html ? gallery::Reports::html : gallery::Reports::none));
    if (html) write_html(options.html, rows.back());
  }
  fmt::print("{}", options.json ? gallery::json_array(rows) : gallery::table(rows) + gallery::summary(rows));
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return gallery::is_failure(row.verdict); }) ? 1
                                                                                                                 : 0;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Consistent initial values for every problem of the catalogue");
  Options options;
  define_options(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    const std::vector<Case> cases = catalogue::load_catalogue(options.data);
    if (options.list) {
      for (const Case& the_case : cases) fmt::print("{}\n", the_case.name);
      return 0;
    }
    return options.all ? run_all(cases, options) : run_one(cases, options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
