/* Time and memory of the structural analysis: patterns -> assignment -> canonical offsets -> blocks. */
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ida_consistent_init/structure/structure.hpp"
#include "structure_families.hpp"

using namespace ida_consistent_init;

namespace {

using Family = std::function<bench::System(int)>;

const std::map<std::string, Family>& families()
{
  static const std::map<std::string, Family> all{{"random index 1", bench::random_index1},
                                                 {"composed chains", bench::composed_chains},
                                                 {"rigid links", bench::rigid_links},
                                                 {"heat grid",
                                                  [](int n) {
                                                    return bench::heat_grid(n, false);
                                                  }},
                                                 {"heat grid shuffled",
                                                  [](int n) {
                                                    return bench::heat_grid(n, true);
                                                  }},
                                                 {"long paths", bench::long_paths},
                                                 {"lost variables", bench::lost_variables}};
  return all;
}

/* Processor time: the analysis runs on one thread, and other programs on the machine shall not count. */
class Stopwatch
{
 public:
  /* Seconds since the last call. */
  double lap()
  {
    const std::clock_t now = std::clock();
    const double seconds = static_cast<double>(now - start_) / CLOCKS_PER_SEC;
    start_ = now;
    return seconds;
  }

 private:
  std::clock_t start_ = std::clock();
};

/* Prints one line of the table; true if the result is what the construction says and the time is within the limit. */
bool measure(const std::string& name, int n, double most_seconds)
{
  bench::System system = families().at(name)(n);
  const std::size_t entries = system.entries.size();
  Stopwatch stopwatch;
  structure::Signature signature = structure::make_signature(system.n, system.entries);
  const double to_sort = stopwatch.lap();
  const structure::Analysis analysis = structure::analyse(std::move(signature), 10);
  const double to_analyse = stopwatch.lap();

  const bool regular = analysis.verdict == structure::Verdict::regular;
  const bool right = system.index < 0 ? analysis.verdict == structure::Verdict::structurally_singular
                                      : regular && analysis.structure.index == system.index;
  fmt::print("{:<20} {:>9} {:>9} {:>6} {:>9} {:>9.3f} {:>9.3f}", name, system.n, entries,
             regular ? std::to_string(analysis.structure.index) : "-", analysis.structure.blocks.count, to_sort,
             to_sort + to_analyse);
  if (!right) fmt::print("  WRONG, index {} was built", system.index);
  std::fflush(stdout);
  return right && to_sort + to_analyse <= most_seconds;
}

/* A process of its own for each measurement, so that its peak memory is its own. The peak includes the entries the
   system was built from. */
bool measure_apart(const std::string& name, int n, double most_seconds, double most_mib)
{
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) _exit(measure(name, n, most_seconds) ? 0 : 1);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) return false;
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && mib <= most_mib;
  fmt::print(" {:>9.0f}{}\n", mib, good ? "" : "  <- not as required");
  return good;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app{"Time and memory of the structural analysis."};
  std::vector<int> sizes{10000, 100000, 1000000};
  std::string only;
  double most_seconds = 5, most_mib = 1024;
  app.add_option("-n,--size", sizes, "Numbers of equations")->capture_default_str();
  app.add_option("--family", only, "Only this family");
  app.add_option("--most-seconds", most_seconds, "Longest time of the analysis")->capture_default_str();
  app.add_option("--most-mib", most_mib, "Highest peak memory")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  fmt::print("{:<20} {:>9} {:>9} {:>6} {:>9} {:>9} {:>9} {:>9}\n", "family", "n", "entries", "index", "blocks",
             "pattern/s", "total/s", "peak/MiB");
  bool good = true;
  for (const auto& [name, family] : families()) {
    if (!only.empty() && name != only) continue;
    for (const int n : sizes) good = measure_apart(name, n, most_seconds, most_mib) && good;
  }
  return good ? 0 : 1;
}
