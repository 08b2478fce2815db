#pragma once
// What the user of a program chooses, by environment variables.

#include <string>

namespace ida_consistent_init::dropin {

enum class Mode
{
  off,        // every call goes to IDA
  automatic,  // index 0 and 1: IDA's own answer where it has one; from index 2 on, and where IDA fails, this library's
  force       // this library's answer or an error
};

enum class ErrorControlChoice
{
  by_index,  // where index 2 or higher was found and this library's values were taken
  on,        // wherever index 2 or higher was found
  off
};

struct Settings
{
  Mode mode = Mode::automatic;                                      // IDA_CONSISTENT_INIT=off|auto|force
  std::string report;                                               // IDA_CONSISTENT_INIT_REPORT=path.{txt,json,html}
  ErrorControlChoice error_control = ErrorControlChoice::by_index;  // IDA_CONSISTENT_INIT_ERROR_CONTROL=on|off
  std::string complaint;                                            // about values that are none of these
};

// Read at each use: a program may set its own environment.
Settings read_settings();

}  // namespace ida_consistent_init::dropin
