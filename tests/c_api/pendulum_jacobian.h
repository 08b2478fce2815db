/* IDALsJacFn of the pendulum for dense, band (full width), CSC and CSR matrices. user_data: struct pendulum. */
#ifndef IDACI_TESTS_C_API_PENDULUM_JACOBIAN_H
#define IDACI_TESTS_C_API_PENDULUM_JACOBIAN_H

#include <ida/ida_ls.h>

int pendulum_jacobian(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J,
                      void* user_data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3);

#endif
