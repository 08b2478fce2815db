/* Repeated runs of all contenders on one problem, in a process of its own, so that its peak memory is its own and that
   it can be stopped. */
#ifndef IDA_CONSISTENT_INIT_BENCH_APART_HPP
#define IDA_CONSISTENT_INIT_BENCH_APART_HPP

#include <map>
#include <optional>
#include <vector>

#include "contenders.hpp"
#include "problems/families.hpp"

namespace ida_consistent_init::bench {

struct Plan
{
  int repetitions = 3;
  int most_seconds = 20;  // of processor time for one run of one contender
  Given given = Given::jacobian;
};

struct Runs
{
  int unknowns = 0, index = 0;
  std::map<Contender, std::vector<Sample>> finished;
  std::optional<Contender> stopped;  // took longer than allowed, or broke down
};

/* A contender that is stopped ends the measurement of its problem: runs already finished stand. */
Runs run_apart(const Family& family, int n, const Plan& plan);

}  // namespace ida_consistent_init::bench

#endif
