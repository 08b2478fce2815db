/* Planar pendulum of unit length and mass in Cartesian coordinates: x' = u, y' = v, u' = -lam x, v' = -lam y - g and
   the constraint x^2 + y^2 = 1 (index 3), differentiated once (2) or twice (1). Unknowns x, y, u, v, lam. */
#ifndef IDACI_TESTS_C_API_PENDULUM_H
#define IDACI_TESTS_C_API_PENDULUM_H

#include <ida/ida.h>
#include <sundials/sundials_matrix.h>

#define PENDULUM_GRAVITY 9.81

struct pendulum
{
  int form;           /* 3, 2 or 1 */
  int answer;         /* returned instead of 0 */
  int spoil_equation; /* this equation is NaN; -1: none */
};

/* The last equation of each form. */
static inline sunrealtype pendulum_constraint(int form, const sunrealtype* y)
{
  const sunrealtype square = y[0] * y[0] + y[1] * y[1];
  if (form == 3) return square - 1;
  if (form == 2) return y[0] * y[2] + y[1] * y[3];
  return y[2] * y[2] + y[3] * y[3] - y[4] * square - PENDULUM_GRAVITY * y[1];
}

static inline int pendulum_residual(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void* user_data)
{
  const struct pendulum* pendulum = (const struct pendulum*)user_data;
  const sunrealtype* y = N_VGetArrayPointer(yy);
  const sunrealtype* p = N_VGetArrayPointer(yp);
  sunrealtype* r = N_VGetArrayPointer(rr);
  (void)t;
  r[0] = p[0] - y[2];
  r[1] = p[1] - y[3];
  r[2] = p[2] + y[4] * y[0];
  r[3] = p[3] + y[4] * y[1] + PENDULUM_GRAVITY;
  r[4] = pendulum_constraint(pendulum->form, y);
  if (pendulum->spoil_equation >= 0) r[pendulum->spoil_equation] = 0.0 / (0.0 * y[0]);
  return pendulum->answer;
}

/* Row 4 of F_y. */
static inline void pendulum_constraint_gradient(int form, const sunrealtype* y, sunrealtype* g)
{
  const sunrealtype square = y[0] * y[0] + y[1] * y[1];
  for (int j = 0; j < 5; ++j) g[j] = 0;
  if (form == 3) {
    g[0] = 2 * y[0];
    g[1] = 2 * y[1];
  } else if (form == 2) {
    g[0] = y[2];
    g[1] = y[3];
    g[2] = y[0];
    g[3] = y[1];
  } else {
    g[0] = -2 * y[4] * y[0];
    g[1] = -2 * y[4] * y[1] - PENDULUM_GRAVITY;
    g[2] = 2 * y[2];
    g[3] = 2 * y[3];
    g[4] = -square;
  }
}

/* All of F_y + cj F_y', row by row. */
static inline void pendulum_jacobian_entries(int form, sunrealtype cj, const sunrealtype* y, sunrealtype entries[5][5])
{
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) entries[i][j] = i == j && i < 4 ? cj : 0;
  }
  entries[0][2] = -1;
  entries[1][3] = -1;
  entries[2][0] += y[4];
  entries[2][4] = y[0];
  entries[3][1] += y[4];
  entries[3][4] = y[1];
  pendulum_constraint_gradient(form, y, entries[4]);
}

#endif
