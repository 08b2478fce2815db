#pragma once
/// Small pieces of HTML.
#include <string>

namespace ida_consistent_init::report {

/// Text in which the characters that HTML reserves are replaced, and control characters (names come from users).
std::string escaped(const std::string& text);

/// As many digits as differ in practice; "-" if not finite.
std::string shown_number(double value, int digits = 8);

/// At most `room` bytes, never a part of a UTF-8 character.
std::string clipped(const std::string& name, std::size_t room);

/// A heading of the second level and what follows it; "" if there is nothing to follow.
std::string section(const std::string& heading, const std::string& content);

}  // namespace ida_consistent_init::report
