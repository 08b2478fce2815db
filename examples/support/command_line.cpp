#include "support/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>

namespace example {

int run_example(const std::string& title, std::vector<TextOption> options, int argc, char** argv,
                const std::function<int(const std::vector<TextOption>&)>& run)
{
  CLI::App app(title);
  for (TextOption& option : options) app.add_option(option.name, option.value, option.help);
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}

}  // namespace example
