#include "ida_consistent_init/dropin/settings.hpp"

#include <cstdlib>
#include <string_view>

namespace ida_consistent_init::dropin {

namespace {

std::string_view variable(const char* name)
{
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

void complain(Settings& settings, std::string_view name, std::string_view value, std::string_view allowed)
{
  settings.complaint +=
      std::string(name) + "=" + std::string(value) + " is ignored; it can be " + std::string(allowed) + ". ";
}

}  // namespace

Settings read_settings()
{
  Settings settings;
  const std::string_view mode = variable("IDA_CONSISTENT_INIT");
  if (mode == "off") {
    settings.mode = Mode::off;
  } else if (mode == "force") {
    settings.mode = Mode::force;
  } else if (!mode.empty() && mode != "auto") {
    complain(settings, "IDA_CONSISTENT_INIT", mode, "off, auto or force");
  }
  const std::string_view error_control = variable("IDA_CONSISTENT_INIT_ERROR_CONTROL");
  if (error_control == "on") {
    settings.error_control = ErrorControlChoice::on;
  } else if (error_control == "off") {
    settings.error_control = ErrorControlChoice::off;
  } else if (!error_control.empty()) {
    complain(settings, "IDA_CONSISTENT_INIT_ERROR_CONTROL", error_control, "on or off");
  }
  settings.report = variable("IDA_CONSISTENT_INIT_REPORT");
  return settings;
}

}  // namespace ida_consistent_init::dropin
