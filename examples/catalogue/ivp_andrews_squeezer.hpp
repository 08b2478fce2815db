// Andrews' squeezing mechanism of the IVP Test Set: seven bodies in the plane, driven by a motor, held by a spring.
// Three loops close at body 2. Index 3; at the start everything rests.
#pragma once

#include <array>
#include <cmath>

namespace catalogue {

struct IvpAndrewsSqueezer
{
  enum Angle : int
  {
    be,
    th,
    ga,
    ph,
    de,
    om,
    ep
  };
  static constexpr int angles = 7, loops = 6;

  // Masses, inertias and lengths of the bodies, by the names of the test set.
  static constexpr double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706,
                          m7 = 0.05498;
  static constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                          i7 = 1.912e-5;
  static constexpr double d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5, ss = 35e-3,
                          sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5, tb = 916e-5, u = 4e-2,
                          ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5;
  static constexpr std::array<double, 2> anchor_a{-0.06934, -0.00227}, anchor_b{-0.03635, 0.03273},
      anchor_c{0.014, 0.072};
  static constexpr double motor = 33e-3, stiffness = 4530.0, rest_length = 7785e-5;

  // Angles, angular velocities, accelerations, multipliers. Equations: q' = v, v' = w, dynamics, loops.
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    const Real* q = y;
    const Real* v = y + angles;
    const Real* w = y + 2 * angles;
    const Real* multiplier = y + 3 * angles;
    for (int i = 0; i < 2 * angles; ++i) r[i] = yp[i] - y[angles + i];
    Real* dynamics = r + 2 * angles;
    set_inertia_minus_forces(q, v, w, dynamics);
    for (int i = 0; i < 3; ++i) {
      add_first_body(q, multiplier + 2 * i, dynamics);
      set_loop_of_first_body(q, r + 3 * angles + 2 * i);
    }
    close_loop_to_b(q, multiplier, dynamics, r + 3 * angles);
    close_lower_loop_to_a(q, multiplier + 2, dynamics, r + 3 * angles + 2);
    close_upper_loop_to_a(q, multiplier + 4, dynamics, r + 3 * angles + 4);
  }

 private:
  template <class Real>
  static void set_inertia_minus_forces(const Real* q, const Real* v, const Real* w, Real* r)
  {
    using std::cos;
    using std::sin;
    constexpr double a4 = e - ea, a6 = zf - fa;  // distances of the centres of mass of bodies 4 and 6
    const Real m21 = m2 * (da * da - da * rr * cos(q[th])) + i2;
    const Real m11 = m1 * ra * ra + m2 * (rr * rr - 2.0 * da * rr * cos(q[th]) + da * da) + i1 + i2;
    const Real m54 = m4 * (a4 * a4 + zt * a4 * sin(q[ph])) + i4;
    const Real m55 = m4 * (zt * zt + 2.0 * zt * a4 * sin(q[ph]) + a4 * a4) + m5 * (ta * ta + tb * tb) + i4 + i5;
    const Real m76 = m6 * (a6 * a6 - u * a6 * sin(q[om])) + i6;
    const Real m77 = m6 * (a6 * a6 - 2.0 * u * a6 * sin(q[om]) + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
    const Real swing2 = m2 * da * rr * sin(q[th]);
    const Real swing4 = m4 * zt * a4 * cos(q[ph]);
    const Real swing6 = m6 * u * a6 * cos(q[om]);
    r[be] = m11 * w[be] + m21 * w[th] - motor + swing2 * v[th] * (v[th] + 2.0 * v[be]);
    r[th] = m21 * w[be] + (m2 * da * da + i2) * w[th] - swing2 * v[be] * v[be];
    r[ga] = (m3 * (sa * sa + sb * sb) + i3) * w[ga] - spring_moment(q[ga]);
    r[ph] = (m4 * a4 * a4 + i4) * w[ph] + m54 * w[de] - swing4 * v[de] * v[de];
    r[de] = m54 * w[ph] + m55 * w[de] + swing4 * v[ph] * (v[ph] + 2.0 * v[de]);
    r[om] = (m6 * a6 * a6 + i6) * w[om] + m76 * w[ep] + swing6 * v[ep] * v[ep];
    r[ep] = m76 * w[om] + m77 * w[ep] - swing6 * v[om] * (v[om] + 2.0 * v[ep]);
  }

  // The spring joins body 3 with anchor c.
  template <class Real>
  static Real spring_moment(const Real& angle)
  {
    using std::cos;
    using std::sin;
    using std::sqrt;
    const Real x = sd * cos(angle) + sc * sin(angle), y = sd * sin(angle) - sc * cos(angle);
    const Real from_c[2] = {x + anchor_b[0] - anchor_c[0], y + anchor_b[1] - anchor_c[1]};
    const Real length = sqrt(from_c[0] * from_c[0] + from_c[1] * from_c[1]);
    const Real force = -stiffness * (length - rest_length) / length;
    return force * (from_c[1] * x - from_c[0] * y);
  }

  // Bodies 1 and 2 take part in all three loops with the same gradient.
  template <class Real>
  static void add_first_body(const Real* q, const Real* multiplier, Real* r)
  {
    using std::cos;
    using std::sin;
    const Real rod_x = d * sin(q[be] + q[th]), rod_y = -d * cos(q[be] + q[th]);
    r[be] += (rod_x - rr * sin(q[be])) * multiplier[0] + (rod_y + rr * cos(q[be])) * multiplier[1];
    r[th] += rod_x * multiplier[0] + rod_y * multiplier[1];
  }

  template <class Real>
  static void set_loop_of_first_body(const Real* q, Real* loop)
  {
    using std::cos;
    using std::sin;
    loop[0] = rr * cos(q[be]) - d * cos(q[be] + q[th]);
    loop[1] = rr * sin(q[be]) - d * sin(q[be] + q[th]);
  }

  template <class Real>
  static void close_loop_to_b(const Real* q, const Real* multiplier, Real* r, Real* loop)
  {
    using std::cos;
    using std::sin;
    loop[0] -= ss * sin(q[ga]) + anchor_b[0];
    loop[1] += ss * cos(q[ga]) - anchor_b[1];
    r[ga] -= ss * (cos(q[ga]) * multiplier[0] + sin(q[ga]) * multiplier[1]);
  }

  template <class Real>
  static void close_lower_loop_to_a(const Real* q, const Real* multiplier, Real* r, Real* loop)
  {
    using std::cos;
    using std::sin;
    const Real rod_x = e * cos(q[ph] + q[de]), rod_y = e * sin(q[ph] + q[de]);
    loop[0] -= rod_y + zt * cos(q[de]) + anchor_a[0];
    loop[1] += rod_x - zt * sin(q[de]) - anchor_a[1];
    r[ph] -= rod_x * multiplier[0] + rod_y * multiplier[1];
    r[de] += (zt * sin(q[de]) - rod_x) * multiplier[0] - (zt * cos(q[de]) + rod_y) * multiplier[1];
  }

  template <class Real>
  static void close_upper_loop_to_a(const Real* q, const Real* multiplier, Real* r, Real* loop)
  {
    using std::cos;
    using std::sin;
    const Real rod_x = zf * sin(q[om] + q[ep]), rod_y = -zf * cos(q[om] + q[ep]);
    loop[0] -= -rod_y + u * sin(q[ep]) + anchor_a[0];
    loop[1] -= rod_x - u * cos(q[ep]) + anchor_a[1];
    r[om] += rod_x * multiplier[0] + rod_y * multiplier[1];
    r[ep] += (rod_x - u * cos(q[ep])) * multiplier[0] + (rod_y - u * sin(q[ep])) * multiplier[1];
  }
};

}  // namespace catalogue
