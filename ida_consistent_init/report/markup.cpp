#include "ida_consistent_init/report/markup.hpp"

#include <cmath>

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {

std::string escaped(const std::string& text)
{
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20U && c != '\n' ? ' ' : c;
    }
  }
  return result;
}

std::string shown_number(double value, int digits)
{
  return std::isfinite(value) ? support::format("{:.{}g}", value, digits) : "-";
}

std::string clipped(const std::string& name, std::size_t room)
{
  if (name.size() <= room) return name;
  std::size_t kept = room - 2;
  while (kept > 0 && (static_cast<unsigned char>(name[kept]) & 0xC0U) == 0x80U) --kept;
  return name.substr(0, kept) + "..";
}

std::string section(const std::string& heading, const std::string& content)
{
  return content.empty() ? "" : support::format("<section>\n<h2>{}</h2>\n{}</section>\n", heading, content);
}

}  // namespace ida_consistent_init::report
