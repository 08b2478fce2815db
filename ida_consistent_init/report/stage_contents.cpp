#include "ida_consistent_init/report/stage_contents.hpp"

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {
namespace {

/// "a, b, c and 3 more".
std::string listed(const std::vector<std::string>& names, int all)
{
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  const int more = all - static_cast<int>(names.size());
  return more > 0 ? support::format("{} and {} more", text, more) : text;
}

}  // namespace

std::string stage_contents(const StageRow& row)
{
  if (row.equation_names.empty()) return "";
  return support::format("{} for {}", listed(row.equation_names, row.equations),
                         row.unknown_names.empty() ? "nothing (all held)" : listed(row.unknown_names, row.unknowns));
}

}  // namespace ida_consistent_init::report
