/* All families by name. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_FAMILIES_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_FAMILIES_HPP

#include <memory>
#include <string>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

struct Family
{
  std::string name;
  /* A problem with about n unknowns. */
  std::unique_ptr<Problem> (*make)(int n);
};

const std::vector<Family>& families();

}  // namespace ida_consistent_init::bench

#endif
