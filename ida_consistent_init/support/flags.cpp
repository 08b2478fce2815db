#include "ida_consistent_init/support/flags.hpp"

#include <array>

namespace ida_consistent_init::support {
namespace {

struct FlagRow
{
  int value;
  const char* name;
  const char* text;
};

#define IDACI_FLAG_AS_ROW(name, value, text) FlagRow{value, #name, text},
constexpr std::array flag_rows{IDACI_FLAG_LIST(IDACI_FLAG_AS_ROW)};
#undef IDACI_FLAG_AS_ROW

const FlagRow* find(int flag)
{
  for (const FlagRow& row : flag_rows) {
    if (row.value == flag) return &row;
  }
  return nullptr;
}

}  // namespace

const char* flag_name(int flag)
{
  const FlagRow* row = find(flag);
  return row == nullptr ? "NONE" : row->name;
}

const char* flag_text(int flag)
{
  const FlagRow* row = find(flag);
  return row == nullptr ? "" : row->text;
}

}  // namespace ida_consistent_init::support
