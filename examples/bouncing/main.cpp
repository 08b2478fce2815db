// A ball on a string: the constraint goes, comes back and is kept while velocities jump. IDA finds the events as roots;
// at each of them IDACISolve on the model that holds from then on gives the values from which IDA goes on.
//
//   taut    index 3: the pendulum; its multiplier lam is the tension of the string, per length
//   slack   index 1: free flight, lam = 0
//
//   release: the tension vanishes; the model changes, nothing jumps
//   catch:   the string is taut again and takes the velocity along it; the nearest values on the constraints have lost
//            just that, because the masses are equal
//   bounce:  off a wall, with half the speed; the tension jumps with it
//
// From the lowest point with speed^2 = 3.5 g all of it is known: release at 30 degrees above the horizontal, catch at
// the lowest point (angles of a parabola on a circle that it touches to second order: 3 a + b = 0), times by elliptic
// integrals. Ends with 1 if a value is not met.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "pendulum/model.hpp"
#include "support/command_line.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/dense_ida.hpp"
#include "support/picture.hpp"

namespace {

using pendulum::gravity;
using pendulum::State;

constexpr double kTolerance = 1e-9;
constexpr double kErrorBound = 1e-6;
constexpr double kTensionBound = 1e-4;  // of order h less accurate, as index 3 makes it
constexpr double kLongestStep = 0.02;   // a parabola is one step for IDA, but not for a picture
constexpr double kWall = -0.1;
constexpr double kRestitution = 0.5;

int free_flight(sunrealtype /*t*/, N_Vector y, N_Vector yp, N_Vector r, void* /*user_data*/)
{
  const auto q = example::values(y), qp = example::values(yp), f = example::values(r);
  f[0] = qp[0] - q[2];
  f[1] = qp[1] - q[3];
  f[2] = qp[2];
  f[3] = qp[3] + gravity;
  f[4] = q[4];
  return 0;
}

// While taut: the tension, and the distance to the wall. While slack: the length beyond that of the string.
// The tension from position and velocity: lam of the first steps after each start carries errors of order one, as every
// multiplier of index 3 does where the step size changes, and would trigger a release.
int taut_events(sunrealtype /*t*/, N_Vector y, N_Vector /*yp*/, sunrealtype* g, void* /*user_data*/)
{
  const auto q = example::values(y);
  g[0] = q[2] * q[2] + q[3] * q[3] - gravity * q[1];
  g[1] = q[0] - kWall;
  return 0;
}
int slack_events(sunrealtype /*t*/, N_Vector y, N_Vector /*yp*/, sunrealtype* g, void* /*user_data*/)
{
  g[0] = pendulum::constraints(example::values(y))[0];
  return 0;
}

// x, y at every step of IDA.
using Path = std::vector<std::array<double, 2>>;

// One model with its own IDA memory, started anew as often as it becomes valid.
class Model
{
 public:
  // path: every point of the motion is added to it; borrowed.
  Model(IDAResFn residual, IDARootFn events, std::vector<int> directions, Path& path)
      : own_(residual, &form_, 0, State{0, -1, 0, 0, 0}, State{}, kTolerance),
        consistent_(own_.ida(), residual, own_.y(), own_.yp(), own_.context()),
        path_(path)
  {
    example::require(IDASetMaxStep(own_.ida(), kLongestStep), "IDASetMaxStep");
    example::require(IDARootInit(own_.ida(), static_cast<int>(directions.size()), events), "IDARootInit");
    example::require(IDASetRootDirection(own_.ida(), directions.data()), "IDASetRootDirection");
  }

  // From values that need not be consistent with this model; returns those that are.
  State start(double t, const State& guess)
  {
    std::copy(guess.begin(), guess.end(), example::values(own_.y()).begin());
    N_VConst(0, own_.yp());
    const IDACIMem ci = consistent_.get();
    consistent_.require(IDACISetInitialTime(ci, t), "IDACISetInitialTime");
    consistent_.require(IDACISolve(ci), "IDACISolve");
    consistent_.require(IDACIAttachErrorControl(ci), "IDACIAttachErrorControl");
    return state();
  }

  // Until the next event, of which it returns the number, or to the end: -1.
  int advance(double end, double& t)
  {
    example::require(IDASetStopTime(own_.ida(), end), "IDASetStopTime");
    int code = IDA_SUCCESS;
    do {
      code = IDASolve(own_.ida(), end, &t, own_.y(), own_.yp(), IDA_ONE_STEP);
      example::require(code, "IDASolve");
      path_.push_back({state()[0], state()[1]});
    } while (code == IDA_SUCCESS);
    if (code != IDA_ROOT_RETURN) return -1;
    std::array<int, 2> found{};
    example::require(IDAGetRootInfo(own_.ida(), found.data()), "IDAGetRootInfo");
    return found[0] != 0 ? 0 : 1;
  }

  State state() const
  {
    State state{};
    std::copy_n(example::values(own_.y()).begin(), state.size(), state.begin());
    return state;
  }

 private:
  int form_ = 3;
  example::DenseIda own_;
  example::ConsistentInit consistent_;
  Path& path_;
};

struct Event
{
  std::string name;
  double t;
  State state;  // afterwards
};

// Time from the lowest point to the angle a while swinging with sin(largest angle / 2) = k.
double swing_time(double k, double a)
{
  return std::ellint_1(k, std::asin(std::min(1.0, std::sin(a / 2) / k))) / std::sqrt(gravity);
}

// On the circle, at the angle a from the lowest point, with the velocity along it.
State on_circle(double a, double speed)
{
  return {std::sin(a), -std::cos(a), speed * std::cos(a), speed * std::sin(a), speed * speed + gravity * std::cos(a)};
}

std::vector<Event> expected()
{
  const double release_angle = std::acos(-0.5);
  const double release = swing_time(std::sqrt(7.0 / 8), release_angle);
  State free = on_circle(release_angle, std::sqrt(gravity / 2));
  free[4] = 0;
  const double caught = release + std::sqrt(6 / gravity);
  const double caught_speed = -std::sqrt(gravity / 8);

  const double wall_angle = std::asin(kWall), fall = gravity * (1 - std::cos(wall_angle));
  const double wall_speed = std::sqrt(caught_speed * caught_speed - 2 * fall);
  const double bounce = caught + swing_time(std::sqrt(1.0 / 32), -wall_angle);
  const double slow = kRestitution * wall_speed;

  const double k = std::sqrt((slow * slow / 2 + fall) / (2 * gravity));
  const double end = bounce + swing_time(k, -wall_angle) + std::comp_ellint_1(k) / std::sqrt(gravity);
  return {{"release", release, free},
          {"catch", caught, on_circle(0, caught_speed)},
          {"bounce", bounce, on_circle(wall_angle, slow)},
          {"turning point", end, on_circle(2 * std::asin(k), 0)}};
}

std::vector<Event> simulate(double end, Path& path)
{
  Model taut(pendulum::residual, taut_events, {-1, -1}, path), slack(free_flight, slack_events, {1}, path);
  std::vector<Event> events;
  double t = 0;
  taut.start(t, {0, -1, std::sqrt(3.5 * gravity), 0, 0});
  while (true) {
    const int event = taut.advance(end, t);
    State now = taut.state();
    if (event < 0) {
      events.push_back({"turning point", t, now});
      return events;
    }
    if (event == 0) {
      events.push_back({"release", t, slack.start(t, now)});
      if (slack.advance(end, t) < 0) return events;
      events.push_back({"catch", t, taut.start(t, slack.state())});
    } else {
      for (const int velocity : {2, 3}) now[velocity] *= -kRestitution;
      events.push_back({"bounce", t, taut.start(t, now)});
    }
  }
}

// True if all events are met, in their order.
bool show(const std::vector<Event>& events, const std::vector<Event>& exact)
{
  fmt::print(
      "Ball on a string, rtol = atol = {:g}; values after each event, errors of time and motion, and of tension\n\n",
      kTolerance);
  fmt::print("  {:<14} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>8} {:>8}\n", "", "t", "x", "y", "u", "v", "tension",
             "error", "tension");
  bool good = events.size() == exact.size();
  for (std::size_t k = 0; k < std::min(events.size(), exact.size()); ++k) {
    const State& s = events[k].state;
    double error = std::abs(events[k].t - exact[k].t);
    for (std::size_t j = 0; j < 4; ++j) error = std::max(error, std::abs(s[j] - exact[k].state[j]));
    const double of_tension = std::abs(s[4] - exact[k].state[4]);
    fmt::print("  {:<14} {:>10.6f} {:>10.6f} {:>10.6f} {:>10.6f} {:>10.6f} {:>10.6f} {:>8.1e} {:>8.1e}\n",
               events[k].name, events[k].t, s[0], s[1], s[2], s[3], s[4], error, of_tension);
    good = good && events[k].name == exact[k].name && error < kErrorBound && of_tension < kTensionBound;
  }
  return good;
}

void write_plot(const std::filesystem::path& folder, const Path& path, const std::vector<Event>& events)
{
  example::Curve where{"events", {}, "points pointtype 7"};
  for (const Event& event : events) where.points.push_back({event.state[0], event.state[1]});
  const std::string wall = fmt::format("set arrow from {0},-1.1 to {0},-0.8 nohead linewidth 3\n", kWall);
  example::write_picture(folder, "bouncing",
                         {{"A ball on a string, released, caught and bounced off a wall",
                           "x",
                           "y",
                           "",
                           {{"path", path}, where},
                           wall + "set size ratio -1\nset key center"}},
                         {1, 1, 800, 700});
}

int run(const std::string& output)
{
  const std::vector<Event> exact = expected();
  Path path;
  const std::vector<Event> events = simulate(exact.back().t, path);
  if (!output.empty()) write_plot(output, path, events);
  if (show(events, exact)) return 0;
  fmt::print("An event differs from the exact one by more than {:g}, in the tension {:g}.\n", kErrorBound,
             kTensionBound);
  return 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example("A ball on a string that goes slack, is caught and bounces off a wall",
                              {{"--output", "folder for the data and the gnuplot script of the path"}}, argc, argv,
                              [](const auto& options) { return run(options[0].value); });
}
