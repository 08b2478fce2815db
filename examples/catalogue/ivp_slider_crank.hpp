// Slider crank of the IVP Test Set (Simeon): a rigid crank turns a flexible rod that moves a sliding block. Velocity
// constraints, index 2; linear stiffness, no damping, no gravity.
#pragma once

#include <array>
#include <cmath>

namespace catalogue {

struct IvpSliderCrank
{
  enum Position : int
  {
    phi1,  // crank angle
    phi2,  // rod angle
    x3,    // block
    q1,    // two lateral and two longitudinal deformations of the rod
    q2,
    q3,
    q4
  };
  static constexpr int positions = 7, modes = 4, multipliers = 3;
  using ModeNumbers = std::array<double, modes>;

  static constexpr double crank_length = 0.15, rod_length = 0.30;
  static constexpr double rod_mass = 0.151104, block_mass = 0.075552;
  static constexpr double crank_inertia = 0.002727, rod_inertia = 0.0045339259;
  static constexpr double density = 7870.0, crank_velocity = 150.0;
  static constexpr double pi = 3.1415927;  // as many digits as the test set's program has
  static constexpr double breadth = 0.0080, height = 0.0080, volume = breadth * height * rod_length;
  static constexpr double mass_unit = density * volume;
  static constexpr double stiffness_unit = 0.20e12 * breadth * height / rod_length;
  static constexpr double slenderness = (height / rod_length) * (height / rod_length);

  // Mass and stiffness: diagonal, and one coupling between the longitudinal modes q3, q4.
  static constexpr ModeNumbers mass{0.5 * mass_unit, 0.5 * mass_unit, 8.0 * mass_unit, 2.0 * mass_unit};
  static constexpr double mass_q3_q4 = mass_unit;
  static constexpr ModeNumbers stiffness{stiffness_unit * pi * pi * pi * pi / 24.0 * slenderness,
                                         stiffness_unit* pi* pi* pi* pi * 2.0 / 3.0 * slenderness,
                                         stiffness_unit * 16.0 / 3.0, stiffness_unit * 7.0 / 3.0};
  static constexpr double stiffness_q3_q4 = -stiffness_unit * 8.0 / 3.0;
  // Shape integrals: gyroscopic coupling of a lateral with a longitudinal mode, first moments.
  static constexpr double gyro13 = -volume * 16.0 / (pi * pi * pi), gyro14 = volume * (8.0 / (pi * pi * pi) - 1.0 / pi),
                          gyro24 = volume * 0.5 / pi;
  static constexpr ModeNumbers axial_moment{0.0, 0.0, volume * 2.0 / 3.0, volume / 6.0};
  static constexpr ModeNumbers lateral_moment{volume * 2.0 / pi, 0.0, 0.0, 0.0};
  static constexpr ModeNumbers stretch_moment{0.0, 0.0, rod_length* volume / 3.0, rod_length* volume / 6.0};
  static constexpr ModeNumbers tilt_moment{rod_length * volume / pi, -rod_length* volume * 0.5 / pi, 0.0, 0.0};

  // Positions, velocities, accelerations, multipliers. Equations: p' = v, v' = a, dynamics, constraints.
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    const Real* p = y;
    const Real* v = y + positions;
    const Real* a = y + 2 * positions;
    const Real* la = y + 3 * positions;
    for (int i = 0; i < 2 * positions; ++i) r[i] = yp[i] - y[positions + i];
    set_rigid_dynamics(p, v, a, r + 2 * positions);
    set_mode_dynamics(p, v, a, r + 2 * positions);
    set_constraints(p, v, la, r + 2 * positions, r + 3 * positions);
  }

 private:
  template <class Real>
  using Modes = std::array<Real, modes>;

  template <class Weight, class Real>
  static Real dot(const std::array<Weight, modes>& weight, const Real* q)
  {
    return weight[0] * q[0] + weight[1] * q[1] + weight[2] * q[2] + weight[3] * q[3];
  }

  template <class Real>
  static Modes<Real> coupled(const ModeNumbers& diagonal, double q3_q4, const Real* q)
  {
    return {diagonal[0] * q[0], diagonal[1] * q[1], diagonal[2] * q[2] + q3_q4 * q[3],
            q3_q4 * q[2] + diagonal[3] * q[3]};
  }

  // The skew coupling B q.
  template <class Real>
  static Modes<Real> gyroscopic(const Real* q)
  {
    return {gyro13 * q[2] + gyro14 * q[3], gyro24 * q[3], -gyro13 * q[0], -gyro14 * q[0] - gyro24 * q[1]};
  }

  template <class Real>
  static void set_rigid_dynamics(const Real* p, const Real* v, const Real* a, Real* r)
  {
    using std::cos;
    using std::sin;
    const Real *q = p + q1, *vq = v + q1, *aq = a + q1;
    const Real s = sin(p[phi1] - p[phi2]), c = cos(p[phi1] - p[phi2]);
    const Modes<Real> mass_q = coupled(mass, mass_q3_q4, q), gyro_q = gyroscopic(q);
    constexpr double lever = density * crank_length, half = 0.5 * crank_length * rod_length * rod_mass;
    const Real axial = dot(axial_moment, q), lateral = dot(lateral_moment, q);
    const Real coupling = half * c + lever * (s * lateral + c * axial);
    const Real coupling_slope = -half * s + lever * (c * lateral - s * axial);  // d coupling / d phi1
    const Real rod = rod_inertia + dot(mass_q, q) + 2.0 * density * dot(stretch_moment, q);

    r[phi1] = (crank_inertia + rod_mass * crank_length * crank_length) * a[phi1] + coupling * a[phi2] +
              lever * (c * dot(lateral_moment, aq) - s * dot(axial_moment, aq)) - coupling_slope * v[phi2] * v[phi2] +
              2.0 * lever * v[phi2] * (c * dot(axial_moment, vq) + s * dot(lateral_moment, vq));
    r[phi2] = coupling * a[phi1] + rod * a[phi2] + density * (dot(tilt_moment, aq) - dot(gyro_q, aq)) +
              coupling_slope * v[phi1] * v[phi1] + 2.0 * density * v[phi2] * dot(stretch_moment, vq) +
              2.0 * v[phi2] * dot(mass_q, vq);
    r[x3] = block_mass * a[x3];
  }

  template <class Real>
  static void set_mode_dynamics(const Real* p, const Real* v, const Real* a, Real* r)
  {
    using std::cos;
    using std::sin;
    const Real *q = p + q1, *vq = v + q1, *aq = a + q1;
    const Real s = sin(p[phi1] - p[phi2]), c = cos(p[phi1] - p[phi2]);
    const Modes<Real> mass_q = coupled(mass, mass_q3_q4, q), mass_a = coupled(mass, mass_q3_q4, aq),
                      stiffness_q = coupled(stiffness, stiffness_q3_q4, q), gyro_q = gyroscopic(q),
                      gyro_v = gyroscopic(vq);
    const Real turning_squared = v[phi2] * v[phi2], crank_squared = v[phi1] * v[phi1];
    for (int i = 0; i < modes; ++i) {
      const Real crank_pull =
          lateral_moment[i] * (c * a[phi1] - s * crank_squared) - axial_moment[i] * (s * a[phi1] + c * crank_squared);
      r[q1 + i] = mass_a[i] + density * crank_length * crank_pull + density * (tilt_moment[i] - gyro_q[i]) * a[phi2] -
                  turning_squared * mass_q[i] -
                  density * (turning_squared * stretch_moment[i] + 2.0 * v[phi2] * gyro_v[i]) + stiffness_q[i];
    }
  }

  // The rod's end stays on the block, the block on its line, and the crank turns steadily.
  template <class Real>
  static void set_constraints(const Real* p, const Real* v, const Real* la, Real* dynamics, Real* constraint)
  {
    using std::cos;
    using std::sin;
    const Real crank_x = crank_length * cos(p[phi1]), crank_y = crank_length * sin(p[phi1]);
    const Real rod_x = (rod_length + p[q4]) * cos(p[phi2]), rod_y = (rod_length + p[q4]) * sin(p[phi2]);
    dynamics[phi1] += crank_x * la[0] + crank_y * la[1] + la[2];
    dynamics[phi2] += rod_x * la[0] + rod_y * la[1];
    dynamics[x3] += la[1];
    dynamics[q4] += sin(p[phi2]) * la[0] - cos(p[phi2]) * la[1];
    constraint[0] = crank_x * v[phi1] + rod_x * v[phi2] + sin(p[phi2]) * v[q4];
    constraint[1] = crank_y * v[phi1] + rod_y * v[phi2] + v[x3] - cos(p[phi2]) * v[q4];
    constraint[2] = v[phi1] - crank_velocity;
  }
};

}  // namespace catalogue
