#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {

std::string id_advice(const Result& result)
{
  if (result.incidence.occurrence == nullptr) return "";
  constexpr int most = 20;
  std::string names;
  int algebraic = 0;
  for (int j = 0; j < static_cast<int>(result.variables.size()); ++j) {
    if (result.variables[j].derivative_occurs) continue;
    if (++algebraic <= most) names += (algebraic == 1 ? "" : ", ") + result.names.variable(j);
  }
  if (algebraic == 0) return "1 for all variables: every derivative occurs in an equation";
  if (algebraic > most) names += support::format(" and {} more", algebraic - most);
  if (algebraic == result.n) return "0 for all variables: no derivative occurs in any equation";
  return support::format("0 for {} (their derivatives occur in no equation), 1 for the others", names);
}

}  // namespace ida_consistent_init::report
