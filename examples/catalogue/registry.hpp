// Which residual belongs to which case.
#pragma once

#include <optional>
#include <string>

#include "catalogue/case.hpp"

namespace catalogue {

struct Functions
{
  Residual residual;
  Jacobian jacobian;
};

std::optional<Functions> find_functions(const std::string& case_name);

}  // namespace catalogue
