#include "diagnosis/models.hpp"

#include <cmath>

namespace diagnosis {

Setup pendulum()
{
  return {.variables = {"x", "y", "u", "v", "force"},
          .equations = {"x_rate", "y_rate", "x_balance", "y_balance", "rod_length"},
          .y = {0.8, -0.6, 0.3, 0.4, 0},
          .yp = {0.3, 0.4, 0, 0, 0},
          .residual = [](double, const Values& y, const Values& yp, Values& r) {
            r = {yp[0] - y[2], yp[1] - y[3], yp[2] + y[4] * y[0], yp[3] + y[4] * y[1] + 9.81,
                 y[0] * y[0] + y[1] * y[1] - 1};
          }};
}

Setup ladder_circuit()
{
  return {.variables = {"v_in", "v_1", "i_coil", "v_out"},
          .equations = {"source", "node_1", "coil", "load"},
          .y = {1, 0.2, 0.1, 0},
          .yp = {0, 0, 0, 0},
          .residual = [](double t, const Values& y, const Values& yp, Values& r) {
            r = {y[0] - std::cos(t), yp[1] - (y[0] - y[1]) + y[2], 0.5 * yp[2] - (y[1] - y[3]), y[3] - 2 * y[2]};
          }};
}

Setup capacitor_loop()
{
  return {.variables = {"v1", "v2", "i1", "i2"},
          .equations = {"capacitor_1", "capacitor_2", "node", "parallel"},
          .y = {1, 1, 0, 0},
          .yp = {0, 0, 0, 0},
          .residual = [](double t, const Values& y, const Values& yp, Values& r) {
            r = {yp[0] - y[2], 2 * yp[1] - y[3], y[2] + y[3] - std::cos(t), y[0] - y[1]};
          }};
}

Setup closed_reactor()
{
  return {.variables = {"c_A", "c_B", "c_C"},
          .equations = {"balance_A", "balance_B", "closure"},
          .y = {0.7, 0.2, 0.1},
          .yp = {0, 0, 0},
          .residual = [](double, const Values& y, const Values& yp, Values& r) {
            r = {yp[0] + y[0], yp[1] - y[0] + 2 * y[1], y[0] + y[1] + y[2] - 1};
          }};
}

Setup heated_tank()
{
  return {.variables = {"c", "T", "rate", "q_jacket"},
          .equations = {"mass", "energy", "arrhenius", "jacket"},
          .y = {1, 1, 0.3, 0},
          .yp = {0, 0, 0, 0},
          .residual = [](double, const Values& y, const Values& yp, Values& r) {
            r = {yp[0] + y[2], yp[1] - y[2] + y[3], y[2] - y[0] * std::exp(-1 / y[1]), y[3] - 0.5 * (y[1] - 0.9)};
          }};
}

Setup pipe_network()
{
  return {.variables = {"level", "q_wide", "q_narrow", "p"},
          .equations = {"reservoir", "wide_pipe", "narrow_pipe", "junction"},
          .y = {2, 0.8, 0.4, 1},
          .yp = {0, 0, 0, 0},
          .residual = [](double, const Values& y, const Values& yp, Values& r) {
            r = {yp[0] + y[1] + y[2], y[0] - y[3] - y[1] * std::abs(y[1]), y[0] - y[3] - 4 * y[2] * std::abs(y[2]),
                 y[1] + y[2] - 1.2};
          }};
}

Setup lagged_drive(int lags)
{
  Setup setup;
  for (int k = 0; k <= lags; ++k) {
    setup.variables.push_back(k < lags ? "signal_" + std::to_string(k) : "drive");
    setup.equations.push_back(k < lags ? "lag_" + std::to_string(k) : "path");
  }
  setup.y.assign(lags + 1, 0);
  setup.yp.assign(lags + 1, 0);
  setup.residual = [lags](double t, const Values& y, const Values& yp, Values& r) {
    for (int k = 0; k < lags; ++k) r[k] = yp[k] - y[k + 1];
    r[lags] = y[0] - std::sin(t);
  };
  return setup;
}

}  // namespace diagnosis
