/* Time, memory and accuracy of a complete IDACISolve on the families of bench/problems, each row beside its peer in the
   same run. Times are medians of processor seconds. */
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apart.hpp"

using namespace ida_consistent_init::bench;

namespace {

const std::map<std::string, Given> kGiven{
    {"jacobian", Given::jacobian}, {"pattern", Given::pattern}, {"residual", Given::residual}};
const std::map<std::string, Contender> kMethods{
    {"auto", Contender::automatic}, {"step-by-step", Contender::step_by_step}, {"impulse", Contender::impulse}};
const std::map<Contender, std::string> kMethodNames{
    {Contender::automatic, "auto"}, {Contender::step_by_step, "step-by-step"}, {Contender::impulse, "impulse"}};
const std::map<Contender, std::string> kPeerNames{
    {Contender::ida_calc_ic, "IDACalcIC"}, {Contender::floor_klu, "KLU"}, {Contender::floor_umfpack, "UMFPACK"}};
constexpr double kLargestGap = 1e-7;

double median(const std::vector<Sample>& samples, double Sample::*what)
{
  std::vector<double> values;
  values.reserve(samples.size());
  for (const Sample& sample : samples) values.push_back(sample.*what);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/* One row of the table: medians of the times, everything else from the first run. */
struct Row
{
  std::string family, method;
  int unknowns = 0, index = 0;
  std::optional<Sample> library, peer;  // nothing: stopped
  std::string peer_name;

  bool right() const
  {
    // What took too long is reported, and no error.
    if (!library) return true;
    if (library->flag < 0 || library->index != index) return false;
    return !library->gaps_seen || (library->gap < kLargestGap && library->gap_again < kLargestGap);
  }
};

std::optional<Sample> summary(const Runs& runs, Contender contender)
{
  const auto found = runs.finished.find(contender);
  if (found == runs.finished.end()) return std::nullopt;
  Sample sample = found->second.front();
  sample.first = median(found->second, &Sample::first);
  sample.again = median(found->second, &Sample::again);
  return sample;
}

/* The peer of a floor is the faster of the factorisations that succeeded. */
Row make_row(const Family& family, const Runs& runs, Contender method)
{
  Row row{family.name, kMethodNames.at(method), runs.unknowns, runs.index, summary(runs, method), std::nullopt, ""};
  // The automatic choice is named.
  if (method == Contender::automatic && row.library) row.method += ": " + kMethodNames.at(row.library->used);
  for (const auto& [contender, name] : kPeerNames) {
    const std::optional<Sample> sample = summary(runs, contender);
    if (!sample) {
      if (std::count(runs.stopped.begin(), runs.stopped.end(), contender) > 0 && !row.peer) row.peer_name = name;
      continue;
    }
    const bool failed_floor = contender != Contender::ida_calc_ic && sample->flag < 0;
    if (failed_floor || (row.peer && row.peer->first <= sample->first)) continue;
    row.peer = sample;
    row.peer_name = name;
  }
  return row;
}

std::string number(const std::optional<Sample>& sample, double Sample::*what, const std::string& otherwise)
{
  return sample ? fmt::format("{:.2e}", (*sample).*what) : otherwise;
}

void print_header(FILE* out)
{
  fmt::print(out, "{:<11}{:>8} {:>3} {:<18} {:>9} {:>6} {:>9} {:<9} {:>6} {:>6} {:>5} {:>3} {:>3} {:>8} {:>8} {:>8}\n",
             "family", "n", "ind", "method", "first/s", "again", "peer/s", "peer", "ratio", "KB/unk", "F", "Jac", "LU",
             "residual", "gap", "peer gap");
}

void print_row(FILE* out, const Row& row, const Plan& plan)
{
  const std::string over = fmt::format("over {}", plan.most_seconds);
  const auto& [ours, peer] = std::tie(row.library, row.peer);
  fmt::print(out, "{:<11}{:>8} {:>3} {:<18} {:>9} {:>6} {:>9} {:<9} {:>6}", row.family, row.unknowns, row.index,
             row.method, number(ours, &Sample::first, over),
             ours ? fmt::format("{:.2f}", ours->again / ours->first) : "",
             number(peer, &Sample::first, row.peer_name.empty() ? "" : over), row.peer_name,
             ours && peer ? fmt::format("{:.2f}", ours->first / peer->first) : "");
  if (ours) {
    const std::string gap = ours->gaps_seen  ? fmt::format("{:.1e}", std::max(ours->gap, ours->gap_again))
                            : ours->flag < 0 ? "failed"
                            : plan.look      ? over
                                             : "";
    fmt::print(out, " {:>6.2f} {:>5} {:>3} {:>3} {:>8.1e} {:>8}", ours->bytes / 1024 / row.unknowns, ours->residuals,
               ours->jacobians, ours->factorizations, ours->residual, gap);
  }
  const bool peer_has_gap = peer && row.index <= 1;
  if (peer_has_gap) fmt::print(out, " {:>8.1e}{}", peer->gap, peer->flag < 0 ? " (failed)" : "");
  fmt::print(out, "{}\n", row.right() ? "" : fmt::format("  <- not right within {:.0e}", kLargestGap));
  std::fflush(out);
}

nlohmann::json to_json(const Row& row)
{
  nlohmann::json json{{"family", row.family},
                      {"method", row.method},
                      {"unknowns", row.unknowns},
                      {"index", row.index},
                      {"right", row.right()}};
  const auto put = [&json](const std::string& prefix, const Sample& sample) {
    json[prefix + "flag"] = sample.flag;
    json[prefix + "seconds"] = sample.first;
    json[prefix + "seconds_again"] = sample.again;
    json[prefix + "residual"] = sample.residual;
    if (!sample.gaps_seen) return;
    json[prefix + "gap"] = sample.gap;
    json[prefix + "gap_again"] = sample.gap_again;
  };
  if (row.library) {
    put("", *row.library);
    json["bytes_per_unknown"] = row.library->bytes / row.unknowns;
    json["residual_evaluations"] = row.library->residuals;
    json["jacobian_evaluations"] = row.library->jacobians;
    json["factorizations"] = row.library->factorizations;
  }
  if (!row.peer_name.empty()) json["peer"] = row.peer_name;
  if (row.peer) {
    put("peer_", *row.peer);
    if (row.library) json["ratio"] = row.library->first / row.peer->first;
  }
  return json;
}

struct Options
{
  std::vector<int> sizes{10, 100, 1000, 10000, 100000, 1000000};
  std::vector<std::string> names;
  int most_unknowns = 100000;
  bool json = false;
  Plan plan;
};

bool measure_all(const Options& options)
{
  FILE* const table = options.json ? stderr : stdout;
  print_header(table);
  nlohmann::json rows = nlohmann::json::array();
  bool good = true;
  for (const Family& family : families()) {
    const bool wanted =
        options.names.empty() || std::count(options.names.begin(), options.names.end(), family.name) > 0;
    std::vector<Contender> late;
    for (const int n : options.sizes) {
      if (!wanted || n > options.most_unknowns) continue;
      Plan plan = options.plan;
      // Larger problems of a family would take longer still.
      std::erase_if(plan.methods, [&](Contender method) { return std::count(late.begin(), late.end(), method) > 0; });
      if (plan.methods.empty()) break;
      const Runs runs = run_apart(family, n, plan);
      for (const Contender method : plan.methods) {
        const Row row = make_row(family, runs, method);
        print_row(table, row, plan);
        rows.push_back(to_json(row));
        good = good && row.right();
        if (!row.library) late.push_back(method);
      }
    }
  }
  if (options.json) fmt::print("{}\n", rows.dump(1));
  return good;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app{"Complete consistent initialisation beside IDACalcIC (index 1) or one factorisation (index 2 and 3)."};
  Options options;
  std::vector<std::string> known;
  for (const Family& family : families()) known.push_back(family.name);
  app.add_option("--families", options.names, "Only these families")->delimiter(',')->check(CLI::IsMember(known));
  app.add_option("-n,--size", options.sizes, "Numbers of unknowns, about")->delimiter(',')->capture_default_str();
  app.add_option("--max-n", options.most_unknowns, "Leave larger problems out")->capture_default_str();
  app.add_option("--repetitions", options.plan.repetitions, "Runs of each contender, at least")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--most-seconds", options.plan.most_seconds, "Processor seconds after which a run is stopped")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--given", options.plan.given,
                 "What the library is told: jacobian, pattern or residual (nothing else)")
      ->transform(CLI::CheckedTransformer(kGiven));
  app.add_option("--method,--methods", options.plan.methods, "Methods of the library: auto, step-by-step, impulse")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(kMethods));
  app.add_flag("!--no-peers", options.plan.peers, "Only the library");
  app.add_flag("!--no-look", options.plan.look, "Leave out the look at the values that the library found");
  app.add_flag("--json", options.json, "The numbers as JSON; the table goes to the error output");
  CLI11_PARSE(app, argc, argv);
  try {
    return measure_all(options) ? 0 : 1;
  } catch (const std::exception& failure) {
    fmt::print(stderr, "bench_init: {}\n", failure.what());
    return 2;
  }
}
