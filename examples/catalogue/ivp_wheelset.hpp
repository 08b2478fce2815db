// Wheelset of the IVP Test Set (Simeon, Fuehrer, Rentrop): a railway wheelset on straight track with conical wheels,
// creep forces by Kalker and a smooth saturation. The contact of each wheel has a position of its own. Index 2.
#pragma once

#include <cmath>

namespace catalogue {

struct IvpWheelset
{
  enum Variable : int
  {
    x,
    y,
    z,
    theta,
    phi,
    vx,
    vy,
    vz,
    vtheta,
    vphi,
    beta,   // deviation of the angular velocity about the axle
    psi_r,  // contact: angle and lateral position
    xi_r,
    psi_l,
    xi_l,
    lam1,
    lam2
  };

  template <class Real>
  static void residual(const Real& /*t*/, const Real* u, const Real* up, Real* r)
  {
    using std::cos;
    using std::sin;
    const Attitude<Real> attitude{sin(u[theta]), cos(u[theta]), sin(u[phi]), cos(u[phi])};
    const Contact<Real> left = contact_of(-1.0, u[psi_l], u[xi_l], u[x], attitude);
    const Contact<Real> right = contact_of(1.0, u[psi_r], u[xi_r], u[x], attitude);
    const Real multiplier_left = multiplier_unit * u[lam1], multiplier_right = multiplier_unit * u[lam2];

    // The normal forces carry what the multipliers push on the rails.
    const Real push_x = left.rail_slope * multiplier_left + right.rail_slope * multiplier_right;
    const Real push_y = -multiplier_left - multiplier_right;
    const Real determinant = -sin(left.angle) * cos(right.angle) - sin(right.angle) * cos(left.angle);
    const Real normal_left = (cos(right.angle) * push_x - sin(right.angle) * push_y) / determinant;
    const Real normal_right = (-cos(left.angle) * push_x - sin(left.angle) * push_y) / determinant;
    const Force<Real> creep_left = creep_force(left, normal_left, u, attitude);
    const Force<Real> creep_right = creep_force(right, normal_right, u, attitude);

    for (int i = x; i <= phi; ++i) r[i] = up[i] - u[vx + i];
    set_translation(u, up, creep_left, creep_right, push_x, push_y, r);
    set_rotation(u, up, attitude, r);
    subtract_moments(left, creep_left, multiplier_left, attitude, r);
    subtract_moments(right, creep_right, multiplier_right, attitude, r);
    r[11] = velocity_constraint(left, u);
    r[12] = velocity_constraint(right, u);
    set_contact_conditions(left, attitude, r + 13);
    set_contact_conditions(right, attitude, r + 15);
  }

 private:
  static constexpr double mass = 16.08, gravity = 9.81, speed = 30.0, nominal_radius = 0.1;
  static constexpr double axle_inertia = 0.0605, cross_inertia = 0.366;
  static constexpr double spring_lever = 0.19, stiffness_x = 6400.0, stiffness_z = 6400.0;
  static constexpr double cone_angle = 0.0262, half_gauge = 0.1506, rail_radius = 0.06;
  static constexpr double spin = speed / nominal_radius, multiplier_unit = 1e4;

  template <class Real>
  struct Attitude
  {
    Real sin_theta, cos_theta, sin_phi, cos_phi;
  };

  template <class Real>
  struct Contact
  {
    double side;  // -1 left, 1 right
    Real sin_psi, cos_psi, xi;
    Real radius, cone_slope;            // of the wheel at the contact
    Real rail_slope, rail_curvature;    // of the rail's profile
    Real gradient_theta, gradient_phi;  // of the constraint
    Real angle;                         // of the contact plane
  };

  template <class Real>
  struct Force
  {
    Real x, y, z;
  };

  template <class Real>
  static Contact<Real> contact_of(double side, const Real& psi, const Real& xi, const Real& lateral,
                                  const Attitude<Real>& a)
  {
    using std::abs;
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const double tangent = std::tan(cone_angle), rail_centre = half_gauge + std::sin(cone_angle) * rail_radius;
    const auto& [st, ct, sp, cp] = a;
    const Real sin_psi = sin(psi), cos_psi = cos(psi);
    const Real radius = nominal_radius + tangent * (half_gauge - abs(xi));
    const Real cone_slope = -tangent * xi / abs(xi);
    const Real rail_x = lateral + xi * ct * cp + radius * (ct * sp * cos_psi - st * sin_psi);
    const Real beside = rail_centre - abs(rail_x);
    const Real height = sqrt(rail_radius * rail_radius - beside * beside);
    const Real rail_slope = rail_x / abs(rail_x) * beside / height;
    const Real curvature = rail_radius * rail_radius / (height * height * height);
    const Real along_theta = rail_slope * (radius * (-ct * sin_psi - cos_psi * sp * st) - cp * st * xi);
    const Real along_phi = -cos_psi * radius * sp - cp * xi + rail_slope * (cp * cos_psi * ct * radius - ct * sp * xi);
    const Real angle =
        atan(((cone_slope * cp - sp * cos_psi) * ct + sin_psi * st) / (side * (cone_slope * sp + cos_psi * cp)));
    return {side, sin_psi, cos_psi, xi, radius, cone_slope, rail_slope, curvature, along_theta, along_phi, angle};
  }

  // (3 |N| ... )^(1/3): the size of the contact ellipse after Hertz.
  template <class Real>
  static Real ellipse_size(const Contact<Real>& c, const Real& normal)
  {
    using std::abs;
    using std::pow;
    using std::sqrt;
    constexpr double poisson = 0.28, e = 1.3537956, g = 0.7115218;
    constexpr double pi = 3.1415926;  // as many digits as the test set's program has
    const Real slope_squared = 1.0 + c.rail_slope * c.rail_slope;
    const Real wheel = 0.5 / (c.radius * sqrt(1.0 + c.cone_slope * c.cone_slope));
    const Real rail = 0.5 * c.rail_curvature / (slope_squared * sqrt(slope_squared));
    const Real cube =
        3.0 * abs(normal) * (1.0 - poisson) * e / (2.0 * pi * (wheel + rail) * shear_modulus * std::sqrt(g));
    return pow(cube, 1.0 / 3.0);
  }

  static constexpr double shear_modulus = 7.92e10;

  template <class Real>
  static Force<Real> creep_force(const Contact<Real>& c, const Real& normal, const Real* u, const Attitude<Real>& a)
  {
    using std::abs;
    using std::cos;
    using std::sin;
    using std::sqrt;
    using std::tanh;
    constexpr double friction = 0.12, c11 = 4.72772197, c22 = 4.27526987, c23 = 1.97203505;
    const Real size = ellipse_size(c, normal);
    const Real tilt_sin = c.side * sin(c.angle), tilt_cos = cos(c.angle);
    const Real yaw_sin = sin(u[theta] / tilt_cos), yaw_cos = cos(u[theta] / tilt_cos);
    const Force<Real> slip = slip_velocity(c, u, a, yaw_sin, yaw_cos);
    const Real rolling_x = slip.x - 2.0 * u[vx], rolling_y = slip.y - 2.0 * u[vy],
               rolling_z = slip.z - 2.0 * u[vz] - 2.0 * speed;
    const Real rolling = 0.5 * sqrt(rolling_x * rolling_x + rolling_y * rolling_y + rolling_z * rolling_z);
    const Real longitudinal = (yaw_sin * slip.x + yaw_cos * slip.z) / rolling;
    const Real lateral = (yaw_cos * tilt_cos * slip.x - tilt_sin * slip.y - yaw_sin * tilt_cos * slip.z) / rolling;
    const Real turning = (tilt_sin * (spin + u[beta]) + tilt_cos * u[vtheta]) / rolling;

    const Real limit = friction * normal, ellipse = shear_modulus * size * size;
    Real along = -limit * tanh(ellipse * c11 * longitudinal / limit);
    Real across = -limit * tanh(ellipse * c22 * lateral / limit + ellipse * size * c23 * turning / limit);
    const Real squared = along * along + across * across;
    if (squared > limit * limit) {
      const Real shrink = abs(limit) / sqrt(squared);
      along = along * shrink;
      across = across * shrink;
    }
    return {yaw_sin * along + yaw_cos * tilt_cos * across, -tilt_sin * across,
            yaw_cos * along - yaw_sin * tilt_cos * across};
  }

  // Velocity of the wheel's material at the contact.
  template <class Real>
  static Force<Real> slip_velocity(const Contact<Real>& c, const Real* u, const Attitude<Real>& a, const Real& yaw_sin,
                                   const Real& yaw_cos)
  {
    const Real turning = spin + u[beta];
    const Real inward = c.xi * a.sin_phi - c.radius * a.cos_phi * c.cos_psi;
    const Real x_velocity =
        -turning * c.radius * (yaw_sin * c.cos_psi + yaw_cos * a.sin_phi * c.sin_psi) + u[vx] -
        u[vtheta] * (c.radius * (yaw_sin * a.sin_phi * c.cos_psi + yaw_cos * c.sin_psi) + c.xi * yaw_sin * a.cos_phi) -
        u[vphi] * yaw_cos * inward;
    const Real y_velocity = turning * c.radius * a.cos_phi * c.sin_psi + u[vy] +
                            u[vphi] * (c.xi * a.cos_phi + c.radius * a.sin_phi * c.cos_psi);
    const Real z_velocity =
        -turning * c.radius * (yaw_cos * c.cos_psi - yaw_sin * a.sin_phi * c.sin_psi) + speed + u[vz] -
        u[vtheta] * (c.xi * yaw_cos * a.cos_phi + c.radius * (yaw_cos * a.sin_phi * c.cos_psi - yaw_sin * c.sin_psi)) +
        u[vphi] * yaw_sin * inward;
    return {x_velocity, y_velocity, z_velocity};
  }

  template <class Real>
  static void set_translation(const Real* u, const Real* up, const Force<Real>& left, const Force<Real>& right,
                              const Real& push_x, const Real& push_y, Real* r)
  {
    r[vx] = mass * up[vx] - (left.x + right.x + push_x - 2.0 * stiffness_x * u[x]);
    r[vy] = mass * up[vy] - (left.y + right.y + push_y - mass * gravity);
    r[vz] = mass * up[vz] - (left.z + right.z - 2.0 * stiffness_z * u[z]);
  }

  template <class Real>
  static void set_rotation(const Real* u, const Real* up, const Attitude<Real>& a, Real* r)
  {
    constexpr double inertia_difference = axle_inertia - cross_inertia;
    const Real turning = spin + u[beta];
    const Real spring_moment = -2.0 * spring_lever * spring_lever * stiffness_z * u[theta];
    r[vtheta] = cross_inertia * a.cos_phi * up[vtheta] -
                (cross_inertia * u[vtheta] * u[vphi] * a.sin_phi - axle_inertia * turning * u[vphi] -
                 inertia_difference * u[vtheta] * a.sin_phi * u[vphi] + a.cos_phi * spring_moment);
    r[vphi] = cross_inertia * up[vphi] - (axle_inertia * turning * u[vtheta] * a.cos_phi +
                                          inertia_difference * u[vtheta] * a.sin_phi * u[vtheta] * a.cos_phi);
    r[beta] = axle_inertia * (a.sin_phi * up[vtheta] + up[beta]) -
              (-axle_inertia * u[vtheta] * u[vphi] * a.cos_phi + a.sin_phi * spring_moment);
  }

  template <class Real>
  static void subtract_moments(const Contact<Real>& c, const Force<Real>& f, const Real& multiplier,
                               const Attitude<Real>& a, Real* r)
  {
    const auto& [st, ct, sp, cp] = a;
    const Real low = c.radius * c.cos_psi, ahead = c.radius * c.sin_psi;
    const Real about_y = -(c.xi * st + ahead * ct * cp) * f.x - ahead * sp * f.y + (ahead * st * cp - c.xi * ct) * f.z;
    const Real about_z =
        (low * ct * cp - c.xi * ct * sp) * f.x + (c.xi * cp + low * sp) * f.y + (c.xi * st * sp - low * st * cp) * f.z;
    const Real about_axle = -(low * st + ahead * ct * sp) * f.x + ahead * cp * f.y - (low * ct - ahead * st * sp) * f.z;
    r[vtheta] -= about_y + c.gradient_theta * multiplier;
    r[vphi] -= about_z + c.gradient_phi * multiplier;
    r[beta] -= about_axle;
  }

  template <class Real>
  static Real velocity_constraint(const Contact<Real>& c, const Real* u)
  {
    return c.rail_slope * u[vx] - u[vy] + c.gradient_theta * u[vtheta] + c.gradient_phi * u[vphi];
  }

  // Wheel and rail have parallel tangents at the contact.
  template <class Real>
  static void set_contact_conditions(const Contact<Real>& c, const Attitude<Real>& a, Real* condition)
  {
    const auto& [st, ct, sp, cp] = a;
    condition[0] = c.rail_slope * (c.cone_slope * sp + cp * c.cos_psi) + c.cone_slope * ct * cp - ct * sp * c.cos_psi +
                   st * c.sin_psi;
    condition[1] = c.cone_slope * st * cp - st * sp * c.cos_psi - ct * c.sin_psi;
  }
};

}  // namespace catalogue
