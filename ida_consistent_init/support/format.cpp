#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::support {

std::string format_arguments(fmt::string_view text, fmt::format_args arguments)
{
  return fmt::vformat(text, arguments);
}

}  // namespace ida_consistent_init::support
