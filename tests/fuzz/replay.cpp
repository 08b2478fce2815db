/// replay CORPUS [SECONDS [SEED]]: the sequences kept in the folder CORPUS, then random ones, for compilers without
/// libFuzzer. The seed of each random sequence is its number: a finding is repeated by replay CORPUS 0 SEED.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "fuzz/caller.hpp"

namespace {

using Sequence = std::vector<std::uint8_t>;

Sequence content_of(const std::filesystem::path& path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> files_of(const char* folder)
{
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A sequence of the corpus with some bytes changed, or bytes without any model.
Sequence random_sequence(unsigned seed, const std::vector<Sequence>& corpus)
{
  std::mt19937 generator(seed);
  Sequence sequence;
  if (!corpus.empty() && generator() % 2 == 0) sequence = corpus[generator() % corpus.size()];
  if (sequence.empty()) sequence.resize(20 + generator() % 200);
  const bool fresh = std::all_of(sequence.begin(), sequence.end(), [](std::uint8_t byte) { return byte == 0; });
  for (std::uint8_t& byte : sequence) {
    if (fresh || generator() % 8 == 0) byte = static_cast<std::uint8_t>(generator());
  }
  return sequence;
}

/// A sequence that hangs is a finding as well.
[[noreturn]] void report_hang(int)
{
  std::abort();
}

void run(const Sequence& sequence)
{
  constexpr unsigned patience = 60;
  alarm(patience);
  fuzz::run_call_sequence(sequence);
  alarm(0);
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc < 2) {
    std::fprintf(stderr, "usage: replay CORPUS [SECONDS [SEED]]\n");
    return 2;
  }
  std::signal(SIGALRM, report_hang);
  const double seconds = argc > 2 ? std::atof(argv[2]) : 0;
  std::vector<Sequence> corpus;
  for (const std::filesystem::path& path : files_of(argv[1])) {
    std::printf("%s\n", path.filename().c_str());
    std::fflush(stdout);
    corpus.push_back(content_of(path));
    run(corpus.back());
  }
  const auto start = std::chrono::steady_clock::now();
  const unsigned first = argc > 3 ? static_cast<unsigned>(std::atol(argv[3])) : 1;
  unsigned seed = first;
  do {
    std::printf("seed %u\n", seed);
    std::fflush(stdout);
    run(random_sequence(seed++, corpus));
  } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds);
  std::printf("%zu sequences of the corpus and %u random ones, no finding\n", corpus.size(), seed - first);
  return corpus.empty() ? 1 : 0;
}
