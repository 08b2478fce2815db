// Small nonlinear systems behind public reports of failed initialisations. Variables are y1, y2, ... in order.
#pragma once

#include <cmath>

namespace catalogue {

// Square root with two branches.
struct Field16
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = -y[0] + y[1] * y[1];
  }
};

// Fully implicit scalar equation, cubic in y1'.
struct Field21
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -t * t * y[0] + t * y[0] * y[0] * yp[0] * yp[0] * yp[0] + t * (t * t + 1.0) * yp[0] -
           y[0] * y[0] * y[0] * yp[0] * yp[0];
  }
};

// exp(y2) = y1 with negative y1: no solution.
struct Field30a
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    using std::exp;
    r[0] = -y[1] + yp[0];
    r[1] = -y[0] + exp(y[1]);
  }
};

// y2 + exp(y2) = y1.
struct Field30b
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    using std::exp;
    r[0] = -y[1] + yp[0];
    r[1] = -y[0] + y[1] + exp(y[1]);
  }
};

// Quadratics with two roots each; the guess decides.
struct Field32
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = yp[0] - 1.0;
    r[1] = (y[1] - 3.0) * (y[1] + 11.0);
    r[2] = (y[2] - 10.0) * (y[2] + 4.0);
  }
};

// Two coupled cubics.
struct Field33
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = y[1] * y[1] * y[1] + y[1] / 1000000.0 + y[2] * y[2] * y[2] + y[2] / 1000000.0 - 1.0;
    r[2] = y[1] * y[1] * y[1] + y[1] / 1000000.0 - y[2] * y[2] * y[2] + y[2] / 1000000.0;
  }
};

// Circle, from a guess close to the turning point.
struct Field35
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = y[0] * y[0] + y[1] * y[1] - 1.0;
  }
};

// Robertson's kinetics with the first rate 1 / divisor.
template <int divisor>
struct FieldRobertson
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    const Real slow = y[0] / static_cast<double>(divisor);
    const Real fast = 10000.0 * y[1] * y[2];
    r[0] = slow - fast + yp[0];
    r[1] = -slow + 30000000.0 * y[1] * y[1] + fast + yp[1];
    r[2] = y[0] + y[1] + y[2] - 1.0;
  }
};

// Predator and prey, started from held rates (equilibrium).
struct Field45
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[0] * (1.0 / 10.0 - y[1] / 50.0) + yp[0];
    r[1] = -y[1] * (y[0] / 50.0 - 2.0 / 5.0) + yp[1];
  }
};

// y2^2 = -y1 with positive y1: no solution.
struct Field50
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[0] + yp[0];
    r[1] = y[0] + y[1] * y[1];
  }
};

// Square root whose positive branch is asked for.
struct Field53
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[1] + yp[0];
    r[1] = -y[0] + y[1] * y[1] - 2.0;
  }
};

// atan is flat at the guess.
struct Field54
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    using std::atan;
    r[0] = y[0] - y[1] + yp[0];
    r[1] = -y[0] + atan(y[1]);
  }
};

// Two held values that contradict the circle.
struct Field57
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[2] + yp[0];
    r[1] = y[0] * y[0] + y[1] * y[1] - 1.0;
    r[2] = -y[1] + y[2];
  }
};

}  // namespace catalogue
