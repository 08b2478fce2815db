/* Time and memory of a complete IDACISolve at scale, beside the least that any method of this kind pays in the same
   run: one KLU factorisation (analysis and numbers) of F_y + cj F_y' and 20 residual calls. */
#include <fmt/format.h>
#include <klu.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "ida_consistent_init/ida_consistent_init.h"
#include "problems/link_chain.hpp"

using ida_consistent_init::bench::LinkChain;

namespace {

/* What the program is told beside the residual. */
enum class Given
{
  jacobian,
  pattern,
  nothing
};

const std::vector<std::pair<std::string, Given>> kVariants{
    {"jacobian", Given::jacobian}, {"pattern", Given::pattern}, {"residual", Given::nothing}};

/* Processor time: other programs on the machine shall not count. */
double seconds()
{
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

int residual(sunrealtype, N_Vector y, N_Vector yp, N_Vector r, void* chain)
{
  static_cast<const LinkChain*>(chain)->residual(N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  return 0;
}

/* Compressed rows and the place of each visited entry among them, found once. */
struct Places
{
  std::vector<sunindextype> row_start, column;
  std::vector<int> place;
};

Places places_of(const LinkChain& chain)
{
  std::vector<std::pair<int, int>> visited;
  const std::vector<double> anywhere(chain.size(), 1.0);
  chain.jacobian(1, anywhere.data(), [&](int row, int column, double) { visited.emplace_back(row, column); });
  std::vector<int> sequence(visited.size());
  std::iota(sequence.begin(), sequence.end(), 0);
  std::sort(sequence.begin(), sequence.end(), [&](int a, int b) { return visited[a] < visited[b]; });
  Places places{std::vector<sunindextype>(chain.size() + 1, 0), {}, std::vector<int>(visited.size())};
  for (const int k : sequence) {
    places.place[k] = static_cast<int>(places.column.size());
    places.column.push_back(visited[k].second);
    ++places.row_start[visited[k].first + 1];
  }
  std::partial_sum(places.row_start.begin(), places.row_start.end(), places.row_start.begin());
  return places;
}

struct ChainData : LinkChain
{
  explicit ChainData(int links) : LinkChain(links), places(places_of(*this)) {}
  Places places;
};

int fill(sunrealtype, sunrealtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix matrix, void* data, N_Vector, N_Vector,
         N_Vector)
{
  const auto* chain = static_cast<const ChainData*>(static_cast<const LinkChain*>(data));
  std::copy(chain->places.row_start.begin(), chain->places.row_start.end(), SUNSparseMatrix_IndexPointers(matrix));
  std::copy(chain->places.column.begin(), chain->places.column.end(), SUNSparseMatrix_IndexValues(matrix));
  double* value = SUNSparseMatrix_Data(matrix);
  std::size_t next = 0;
  chain->jacobian(cj, N_VGetArrayPointer(y),
                  [&](int, int, double entry) { value[chain->places.place[next++]] = entry; });
  return 0;
}

/* One factorisation and 20 residual calls; negative if the matrix is singular. */
double peer_seconds(ChainData& chain, N_Vector y, N_Vector yp, SUNMatrix matrix)
{
  constexpr double kCj = 100;
  constexpr int kResidualCalls = 20;
  fill(0, kCj, y, yp, nullptr, matrix, static_cast<LinkChain*>(&chain), nullptr, nullptr, nullptr);
  std::vector<int> start(chain.places.row_start.begin(), chain.places.row_start.end());
  std::vector<int> index(chain.places.column.begin(), chain.places.column.end());
  std::vector<double> r(chain.size());
  const double begin = seconds();
  klu_common common;
  klu_defaults(&common);
  // Compressed rows read as columns: the transpose, whose factorisation costs the same.
  klu_symbolic* symbolic = klu_analyze(chain.size(), start.data(), index.data(), &common);
  klu_numeric* numeric = klu_factor(start.data(), index.data(), SUNSparseMatrix_Data(matrix), symbolic, &common);
  for (int call = 0; call < kResidualCalls; ++call) {
    chain.residual(N_VGetArrayPointer(y), N_VGetArrayPointer(yp), r.data());
  }
  const double used = seconds() - begin;
  const bool factored = numeric != nullptr && common.status == KLU_OK;
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  return factored ? used : -1;
}

struct Measurement
{
  int unknowns = 0, index = 0, flag = 0;
  long residuals = 0, jacobians = 0, factorizations = 0;
  double ours = 0, peer = 0, gap = 0, gap_velocity = 0;
};

Measurement measure(int links, Given given)
{
  ChainData chain(links);
  Measurement result;
  result.unknowns = chain.size();
  SUNContext context = nullptr;
  if (SUNContext_Create(nullptr, &context) != 0) std::exit(2);
  N_Vector y = N_VNew_Serial(chain.size(), context), yp = N_VNew_Serial(chain.size(), context);
  const std::vector<double> guess = chain.guess();
  std::copy(guess.begin(), guess.end(), N_VGetArrayPointer(y));
  N_VConst(0, yp);
  const auto entries = static_cast<sunindextype>(chain.places.column.size());
  SUNMatrix matrix = SUNSparseMatrix(chain.size(), chain.size(), entries, CSR_MAT, context);
  result.peer = peer_seconds(chain, y, yp, matrix);

  IDACIMem ci = IDACICreate(nullptr, residual, y, yp, context);
  IDACISetUserData(ci, static_cast<LinkChain*>(&chain));
  if (given == Given::jacobian) IDACISetJacFn(ci, fill, matrix);
  if (given == Given::pattern) IDACISetSparsity(ci, matrix);
  const double begin = seconds();
  result.flag = IDACISolve(ci);
  result.ours = seconds() - begin;
  if (result.flag < 0) fmt::print(stderr, "{}\n", IDACIGetLastMessage(ci));
  IDACIGetIndex(ci, &result.index);
  IDACIGetNumResEvals(ci, &result.residuals);
  IDACIGetNumJacEvals(ci, &result.jacobians);
  IDACIGetNumFactorizations(ci, &result.factorizations);
  std::tie(result.gap, result.gap_velocity) = chain.violations(N_VGetArrayPointer(y));
  IDACIFree(&ci);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(yp);
  SUNContext_Free(&context);
  return result;
}

bool right(const Measurement& m)
{
  return m.flag >= 0 && m.index == 3 && m.gap < 1e-8 && m.gap_velocity < 1e-8 && m.peer >= 0;
}

/* A process of its own for each measurement, so that its peak memory is its own. */
bool measure_apart(int links, const std::string& name, Given given, nlohmann::json& rows)
{
  int ends[2];
  if (pipe(ends) != 0) return false;
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const Measurement result = measure(links, given);
    _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
  }
  close(ends[1]);
  Measurement m;
  const bool complete = read(ends[0], &m, sizeof m) == sizeof m;
  close(ends[0]);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !complete) return false;
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  fmt::print("{:>7} {:>9} {:<9} {:>9.3f} {:>9.3f} {:>7.1f} {:>8.0f} {:>6} {:>6} {:>6} {:>9.1e} {:>9.1e}{}\n", links,
             m.unknowns, name, m.ours, m.peer, m.ours / m.peer, mib, m.residuals, m.jacobians, m.factorizations, m.gap,
             m.gap_velocity, right(m) ? "" : "  <- not as required");
  std::fflush(stdout);
  rows.push_back({{"problem", "link chain"},
                  {"links", links},
                  {"unknowns", m.unknowns},
                  {"given", name},
                  {"seconds", m.ours},
                  {"peer_seconds", m.peer},
                  {"peak_mib", mib},
                  {"residual_evaluations", m.residuals},
                  {"jacobian_evaluations", m.jacobians},
                  {"factorizations", m.factorizations},
                  {"gap", m.gap},
                  {"gap_velocity", m.gap_velocity}});
  return right(m);
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app{"Complete consistent initialisation of a chain of rigid links, index 3."};
  std::vector<int> sizes{10, 100, 1000, 10000, 50000};
  std::string only;
  bool json = false;
  app.add_option("--links", sizes, "Numbers of links, 8 unknowns each")->capture_default_str();
  app.add_option("--given", only, "Only with: jacobian, pattern or residual (nothing else given)");
  app.add_flag("--json", json, "The numbers as JSON after the table");
  CLI11_PARSE(app, argc, argv);

  fmt::print("{:>7} {:>9} {:<9} {:>9} {:>9} {:>7} {:>8} {:>6} {:>6} {:>6} {:>9} {:>9}\n", "links", "unknowns", "given",
             "CPU/s", "peer/s", "ratio", "MiB", "F", "Jac", "LU", "gap", "gap'");
  std::fflush(stdout);
  nlohmann::json rows = nlohmann::json::array();
  bool good = true;
  for (const auto& [name, given] : kVariants) {
    if (!only.empty() && name != only) continue;
    for (const int links : sizes) good = measure_apart(links, name, given, rows) && good;
  }
  if (json) fmt::print("{}\n", rows.dump(1));
  return good ? 0 : 1;
}
