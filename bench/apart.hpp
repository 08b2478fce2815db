/* Repeated runs of all contenders on one problem, in a process of its own, so that its peak memory is its own and that
   it can be stopped. */
#ifndef IDA_CONSISTENT_INIT_BENCH_APART_HPP
#define IDA_CONSISTENT_INIT_BENCH_APART_HPP

#include <map>
#include <vector>

#include "contenders.hpp"
#include "problems/families.hpp"

namespace ida_consistent_init::bench {

struct Plan
{
  /* Of each contender, in turns. Short runs are repeated more often, until 0.1 seconds have gone; long ones less. */
  int repetitions = 3;
  /* Processor time after which a run of one contender, both calls together, is stopped, and so is the look at the
     values that it found; and after which no repetition begins. */
  int most_seconds = 20;
  Given given = Given::jacobian;
  std::vector<Contender> methods{Contender::automatic};  // of the library
  bool peers = true;
  bool look = true;  // at the values that the library found
};

struct Runs
{
  int unknowns = 0, index = 0;
  std::map<Contender, std::vector<Sample>> finished;
  std::vector<Contender> stopped;  // took longer than allowed, or broke down
};

/* The others go on without a contender that was stopped; runs already finished stand, as do times of one that was
   stopped when its values were looked at. */
Runs run_apart(const Family& family, int n, const Plan& plan);

}  // namespace ida_consistent_init::bench

#endif
