#include "apart.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

namespace ida_consistent_init::bench {

namespace {

/* What the measuring process says first. */
struct Size
{
  int unknowns, index;
};

template <class Message>
void send(int end, const Message& message)
{
  if (write(end, &message, sizeof message) != sizeof message) throw std::runtime_error("the pipe is broken");
}

double processor_seconds(clockid_t clock)
{
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/* The measuring process as the other one sees it. A limit set by setrlimit would coarsen its clock to ticks of the
   scheduler, so that it is watched from outside. */
class Watched
{
 public:
  Watched(pid_t process, int end) : process_(process), end_(end) { clock_getcpuclockid(process, &clock_); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  ~Watched()
  {
    close(end_);
    waitpid(process_, nullptr, 0);
  }

  /* False if the process ended, or was killed because this message took it longer than allowed. */
  template <class Message>
  bool receive(Message& message, double most_seconds)
  {
    constexpr int kMilliseconds = 100;
    const double start = processor_seconds(clock_);
    pollfd event{end_, POLLIN, 0};
    while (poll(&event, 1, kMilliseconds) == 0) {
      if (processor_seconds(clock_) - start > most_seconds) kill(process_, SIGKILL);
    }
    return read(end_, &message, sizeof message) == sizeof message;  // shorter than what a pipe delivers in one piece
  }

 private:
  pid_t process_;
  int end_;
  clockid_t clock_{};
};

std::vector<Contender> contenders(int index, const Plan& plan, const std::vector<Contender>& stopped)
{
  std::vector<Contender> all = plan.methods;
  if (plan.peers && index <= 1) {
    all.push_back(Contender::ida_calc_ic);
  } else if (plan.peers) {
    all.push_back(Contender::floor_klu);
    if (available(Contender::floor_umfpack)) all.push_back(Contender::floor_umfpack);
  }
  std::erase_if(all, [&](Contender one) { return std::count(stopped.begin(), stopped.end(), one) > 0; });
  return all;
}

void measure(const Family& family, int n, const Plan& plan, const std::vector<Contender>& stopped, int end)
{
  constexpr double kLeastSeconds = 0.1;
  constexpr int kMostRepetitions = 100;
  const std::unique_ptr<Problem> problem = family.make(n);
  send(end, Size{problem->size(), problem->index()});
  const double start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int repetition = 0; repetition < kMostRepetitions; ++repetition) {
    const double spent = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    if (repetition >= plan.repetitions && spent > kLeastSeconds) break;
    if (repetition >= 1 && spent > plan.most_seconds) break;
    for (const Contender contender : contenders(problem->index(), plan, stopped)) {
      Sample announcement;
      announcement.contender = contender;
      send(end, announcement);
      const auto timed = [end](const Sample& sample) {
        send(end, sample);
      };
      send(end, run(contender, *problem, plan.given, plan.look, timed));
    }
  }
}

/* One measuring process from its start to its end; the contender that was running if it did not end by itself. */
std::optional<Contender> measure_apart(const Family& family, int n, const Plan& plan, Runs& runs)
{
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    try {
      measure(family, n, plan, runs.stopped, ends[1]);
    } catch (const std::exception&) {
      _exit(1);  // the parent sees a run that was announced and not finished
    }
    _exit(0);
  }
  close(ends[1]);
  Watched watched(child, ends[0]);
  Size size{};
  if (!watched.receive(size, plan.most_seconds)) throw std::runtime_error("the problem could not be made");
  runs.unknowns = size.unknowns;
  runs.index = size.index;
  Sample sample;
  bool running = false, timed = false;  // timed: only the look at its values is left
  while (watched.receive(sample, plan.most_seconds)) {
    timed = running && !sample.finished;
    running = !sample.finished;
    if (sample.finished) runs.finished[sample.contender].push_back(sample);
  }
  if (timed) runs.finished[sample.contender].push_back(sample);
  return running ? std::optional(sample.contender) : std::nullopt;
}

}  // namespace

Runs run_apart(const Family& family, int n, const Plan& plan)
{
  Runs runs;
  while (const std::optional<Contender> stopped = measure_apart(family, n, plan, runs)) {
    runs.stopped.push_back(*stopped);
  }
  return runs;
}

}  // namespace ida_consistent_init::bench
