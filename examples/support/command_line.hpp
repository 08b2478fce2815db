// The command line of an example: text options only.
#ifndef IDACI_EXAMPLES_COMMAND_LINE_HPP
#define IDACI_EXAMPLES_COMMAND_LINE_HPP

#include <functional>
#include <string>
#include <vector>

namespace example {

struct TextOption
{
  std::string name;  // "--output", or without dashes for an argument that is known by its place
  std::string help;
  std::string value{};
};

// Fills in the options and passes their values on to run; returns what main returns. An exception is printed.
int run_example(const std::string& title, std::vector<TextOption> options, int argc, char** argv,
                const std::function<int(const std::vector<TextOption>&)>& run);

}  // namespace example

#endif
