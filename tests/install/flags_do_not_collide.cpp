// flags_do_not_collide <include folder of SUNDIALS>: no flag of this library has a number that a constant of an
// installed SUNDIALS header has, so that a caller may send the flags of both through one variable.
#include <ida_consistent_init/ida_consistent_init_flags.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace {

using Constants = std::multimap<int, std::string>;

constexpr int kLeastFlags = 50;  // IDA 6.4 alone defines more than that; fewer means that the headers were not read

// Adds "#define IDA_CONV_FAIL (-4)" and "IDA_CONV_FAIL = -4" of one header.
void read_constants(const std::filesystem::path& header, Constants& constants)
{
  static const std::regex pattern(
      R"(((?:IDA|IDALS|IDABBDPRE|KIN|KINLS|SUN|SUNLS|SUNMAT|SUN_NLS|SUN_ERR)_\w+)\s*=?\s*\(?\s*([-+]?\d+)\s*\)?\s*(?:,|$|/\*))");
  std::ifstream stream(header);
  for (std::string line; std::getline(stream, line);) {
    std::smatch match;
    if (std::regex_search(line, match, pattern)) constants.emplace(std::stoi(match[2]), match[1]);
  }
}

Constants read_sundials(const std::filesystem::path& include_folder)
{
  Constants constants;
  for (const char* package : {"ida", "idas", "kinsol", "sundials", "sunnonlinsol", "sunlinsol"})
    for (const auto& entry : std::filesystem::directory_iterator(include_folder / package))
      if (entry.path().extension() == ".h") read_constants(entry.path(), constants);
  return constants;
}

int count_collisions(const Constants& constants)
{
  struct Flag
  {
    const char* name;
    int value;
  };
#define AS_ROW(name, value, text) {#name, value},
  constexpr Flag flags[] = {IDACI_FLAG_LIST(AS_ROW)};
#undef AS_ROW
  int collisions = 0;
  for (const Flag& flag : flags) {
    if (flag.value == 0) continue;  // success is the same everywhere
    const auto [begin, end] = constants.equal_range(flag.value);
    for (auto other = begin; other != end; ++other, ++collisions)
      std::printf("%s and %s are both %d\n", flag.name, other->second.c_str(), flag.value);
  }
  return collisions;
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    if (argc != 2) return 2;
    const Constants constants = read_sundials(argv[1]);
    const bool known = constants.contains(-4) && static_cast<int>(constants.size()) >= kLeastFlags;
    std::printf("%zu constants of SUNDIALS, values %d to %d\n", constants.size(),
                constants.empty() ? 0 : constants.begin()->first, constants.empty() ? 0 : constants.rbegin()->first);
    return known && count_collisions(constants) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "flags_do_not_collide: %s\n", error.what());
    return 2;
  }
}
