/* What is timed: this library, and the peers that it is compared with on the same problem. */
#ifndef IDA_CONSISTENT_INIT_BENCH_CONTENDERS_HPP
#define IDA_CONSISTENT_INIT_BENCH_CONTENDERS_HPP

#include <functional>

#include "problems/problem.hpp"

namespace ida_consistent_init::bench {

/* The methods of this library; the method impulse is given a linear solver of SUNDIALS with KLU, as IDA has one.
   IDACalcIC with KLU is the peer at index 1. Above it IDACalcIC fails, and the least that any method of this kind pays
   stands in: one sparse factorisation, analysis and numbers, of F_y + cj F_y' and 20 residual calls. */
enum class Contender
{
  automatic,
  step_by_step,
  impulse,
  ida_calc_ic,
  floor_klu,
  floor_umfpack
};

/* What the library is told beside the residual; the peers always have the Jacobian. */
enum class Given
{
  jacobian,
  pattern,
  residual
};

/* One run of one contender. Plain numbers, which a process can send to another as they are. */
struct Sample
{
  Contender contender = Contender::automatic;
  bool finished = false;
  bool gaps_seen = false;
  Contender used = Contender::automatic;  // the method that a contender of the library took in its first call
  int flag = 0, index = -1;
  double first = 0, again = 0;    // processor seconds of the first call, and of the second one after an event
  double residual = 0;            // max norm of F after the first call
  double gap = 0, gap_again = 0;  // after both calls: error of the values, if gaps_seen
  double bytes = 0;               // peak memory above that of the problem
  long residuals = 0, jacobians = 0, factorizations = 0;  // of the first call
};

/* Is it part of this build? */
bool available(Contender contender);

/* look: at the gaps of the library, which may take much longer than what is timed. timed: called before it. */
Sample run(Contender contender, const Problem& problem, Given given, bool look,
           const std::function<void(const Sample&)>& timed);

}  // namespace ida_consistent_init::bench

#endif
