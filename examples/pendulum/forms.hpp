// The three forms of the pendulum with the guess that none of them accepts, and their consistent values.
#ifndef IDACI_EXAMPLES_PENDULUM_FORMS_HPP
#define IDACI_EXAMPLES_PENDULUM_FORMS_HPP

#include "support/initial_values.hpp"

namespace pendulum {

// form: 3, 2 or 1; user_data of the problem points to a constant of static storage.
example::Problem problem(int form);

}  // namespace pendulum

#endif
