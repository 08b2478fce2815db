// Fekete points of the IVP Test Set: 20 particles on the unit sphere repel each other. Stabilised index-2 form: the
// multipliers mu keep the positions on the sphere, lambda the velocities in its tangent planes.
#pragma once

namespace catalogue {

struct IvpFekete
{
  static constexpr int particles = 20;

  // Positions (20 x 3), velocities (20 x 3), lambda (20), mu (20); the equations follow the same order.
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    constexpr double friction = 0.5;
    constexpr int velocities = 3 * particles, lambdas = 6 * particles, mus = 7 * particles;
    for (int i = 0; i < particles; ++i) {
      const Real* position = y + 3 * i;
      const Real* velocity = y + velocities + 3 * i;
      Real force[3] = {};
      add_repulsion(y, i, force);
      Real distance_squared = 0.0, radial_velocity = 0.0;
      for (int k = 0; k < 3; ++k) {
        r[3 * i + k] = yp[3 * i + k] - (velocity[k] + 2.0 * y[mus + i] * position[k]);
        r[velocities + 3 * i + k] =
            yp[velocities + 3 * i + k] - (-friction * velocity[k] + 2.0 * y[lambdas + i] * position[k] + force[k]);
        distance_squared += position[k] * position[k];
        radial_velocity += position[k] * velocity[k];
      }
      r[lambdas + i] = distance_squared - 1.0;
      r[mus + i] = 2.0 * radial_velocity;
    }
  }

 private:
  template <class Real>
  static void add_repulsion(const Real* positions, int i, Real* force)
  {
    for (int j = 0; j < particles; ++j) {
      if (j == i) continue;
      Real away[3], distance_squared = 0.0;
      for (int k = 0; k < 3; ++k) {
        away[k] = positions[3 * i + k] - positions[3 * j + k];
        distance_squared += away[k] * away[k];
      }
      for (int k = 0; k < 3; ++k) force[k] += away[k] / distance_squared;
    }
  }
};

}  // namespace catalogue
