// Small linear systems behind public reports of failed initialisations. Variables are y1, y2, ... in order.
#pragma once

#include <cmath>

namespace catalogue {

// The algebraic variable starts with the wrong sign.
struct Field05
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    r[0] = -y[1] + yp[0];
    r[1] = y[1] + sin(t);
  }
};

// Two prescribed constants; y1' = 0 follows only from differentiating y1 = 9/10.
struct Field08a
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = 9.0 / 10.0 - y[0];
    r[1] = 9.0 / 10.0 - y[1];
    r[2] = yp[2];
    r[3] = yp[3];
    r[4] = yp[0] + yp[4];
  }
};

// y1 = y2, two states on one constraint: index 2.
struct Field12
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[0] + yp[0] - 1.0;
    r[1] = -y[2] + yp[1];
    r[2] = y[0] - y[1];
  }
};

// Decay with an algebraic output.
struct Field13
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[0] - y[1] + yp[0];
    r[1] = 2.0 * y[0] + y[1];
  }
};

// Started at the equilibrium of the state, with a wrong output.
struct Field14
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[0] / 100.0 + yp[0] - 1.0;
    r[1] = -4.0 * y[0] + 3.0 * y[1] - 1.0;
  }
};

// The algebraic variable is held instead of the state.
struct Field17
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = y[0] + y[1] + 1.0;
  }
};

// A guess far away.
struct Field19
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = y[0] + y[1];
  }
};

// Coupled derivatives y1' - y2'.
struct Field20
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[0] + yp[0] - yp[1];
    r[1] = -y[0] + yp[1];
    r[2] = -y[0] - y[1] + y[2];
  }
};

// Badly scaled coefficients, started from a held rate.
struct Field26
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = 62831853.0 * y[0] / 4.0 - 62831853.0 * y[1] / 2.0 + yp[0];
    r[1] = y[0] + y[1] / 10.0 - 1.0;
  }
};

// A forcing term at a time that is not 0.
struct Field29
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    r[0] = y[1] + yp[0];
    r[1] = y[1] - sin(10.0 * t);
  }
};

// Constant algebraic variable.
struct Field37
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[0] - y[1] + yp[0];
    r[1] = y[1] - 3.0;
  }
};

// Equations in the opposite order of the variables.
struct Field38
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -2.0 * y[0] + y[1];
    r[1] = y[1] + yp[0];
  }
};

// Two algebraic copies of one variable.
struct Field58a
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = -y[1] + y[2];
    r[2] = -y[1] + y[3];
    r[3] = y[0] + y[2] + y[3] - 1.0;
  }
};

// Consistent already, except for the rate.
struct Field59
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = y[1] - 1.0;
  }
};

}  // namespace catalogue
