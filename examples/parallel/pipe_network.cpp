// A main of pipes with a bypass beside each of them, filled with water that does not yield: index 2. Cell i holds the
// flows q, b of the two pipes from junction i - 1 to junction i and the pressure p at junction i, where people draw
// water; junction -1 is a reservoir. The pressures are the multipliers of the balances of flow.
#include <cmath>

#include "parallel/model.hpp"

namespace example {

namespace {

constexpr double reservoir_pressure = 6;
constexpr double inertia[2] = {1, 3};  // of a main pipe and of its bypass
constexpr double friction[2] = {0.4, 2};

double demand(int junction, double t)
{
  return 0.1 * (1 + 0.5 * std::sin(3 * t + junction));
}

class PipeNetwork : public Model
{
 public:
  using Model::Model;

  int width() const override { return 3; }
  std::vector<double> guess() const override;
  void residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) const override;
  void set_up_preconditioner(double cj, std::span<const double> y) override;
  void precondition(std::span<const double> r, std::span<double> z) const override;

 private:
  std::vector<double> flexibility_;  // [count + 1][2]: 1 / (cj inertia + slope of the friction); one cell to the right
};

// Flows that do not feed the junctions, and no pressure at all.
std::vector<double> PipeNetwork::guess() const
{
  std::vector<double> y;
  y.reserve(size());
  for (int i = line().first(); i < line().first() + line().count(); ++i) {
    const double flow = 0.05 * (line().cells() - i);
    y.insert(y.end(), {flow * (1 + 0.2 * std::sin(i)), flow, 0.0});
  }
  return y;
}

void PipeNetwork::residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) const
{
  const std::vector<double> cells = line().with_neighbours(y, 3);
  for (int i = 0; i < line().count(); ++i) {
    const int junction = line().first() + i;
    const double *before = &cells[3 * i], *own = before + 3, *next = own + 3;
    const double pressure_before = junction == 0 ? reservoir_pressure : before[2];
    for (int pipe = 0; pipe < 2; ++pipe) {
      r[3 * i + pipe] = inertia[pipe] * yp[3 * i + pipe] + own[2] - pressure_before +
                        friction[pipe] * own[pipe] * std::abs(own[pipe]);
    }
    r[3 * i + 2] = own[0] + own[1] - next[0] - next[1] - demand(junction, t);
  }
}

void PipeNetwork::set_up_preconditioner(double cj, std::span<const double> y)
{
  std::vector<double> own(2 * line().count());
  for (int i = 0; i < line().count(); ++i) {
    for (int pipe = 0; pipe < 2; ++pipe) {
      own[2 * i + pipe] = 1 / (cj * inertia[pipe] + 2 * friction[pipe] * std::abs(y[3 * i + pipe]));
    }
  }
  flexibility_ = line().with_neighbours(own, 2);
  flexibility_.erase(flexibility_.begin(), flexibility_.begin() + 2);
}

// Flows follow from pressures, pressures from the balances: a tridiagonal system, exact.
void PipeNetwork::precondition(std::span<const double> r, std::span<double> z) const
{
  const int count = line().count();
  const std::vector<double> cells = line().with_neighbours(r, 3);
  std::vector<double> sum(count + 1), flow(count + 1);
  for (int i = 0; i <= count; ++i) {
    const double* of_pipes = &cells[3 * (i + 1)];
    sum[i] = flexibility_[2 * i] + flexibility_[2 * i + 1];
    flow[i] = flexibility_[2 * i] * of_pipes[0] + flexibility_[2 * i + 1] * of_pipes[1];
  }
  std::vector<double> diagonal(count), next(count), right(count);
  for (int i = 0; i < count; ++i) {
    diagonal[i] = sum[i] + sum[i + 1];
    next[i] = -sum[i + 1];
    right[i] = flow[i] - flow[i + 1] - r[3 * i + 2];
  }
  const std::vector<double> pressure = solve_tridiagonal(line(), diagonal, next, right);
  for (int i = 0; i < count; ++i) {
    const int junction = line().first() + i;
    const double rise = pressure[junction] - (junction == 0 ? 0 : pressure[junction - 1]);
    for (int pipe = 0; pipe < 2; ++pipe) z[3 * i + pipe] = flexibility_[2 * i + pipe] * (r[3 * i + pipe] - rise);
    z[3 * i + 2] = pressure[junction];
  }
}

}  // namespace

std::unique_ptr<Model> make_pipe_network(MPI_Comm communicator, int junctions)
{
  return std::make_unique<PipeNetwork>(Line(communicator, junctions));
}

}  // namespace example
