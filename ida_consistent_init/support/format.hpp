#pragma once
#include <fmt/format.h>

#include <string>

namespace ida_consistent_init::support {

std::string format_arguments(fmt::string_view text, fmt::format_args arguments);

/// fmt::format, with the machinery behind it compiled once, in format.cpp, instead of in every file with a message.
template <typename... Arguments>
std::string format(fmt::format_string<Arguments...> text, Arguments&&... arguments)
{
  return format_arguments(text, fmt::make_format_args(arguments...));
}

}  // namespace ida_consistent_init::support
