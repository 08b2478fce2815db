// Offsets for vectors that the library cannot look into, from a small instance of the same model on a serial vector.
#ifndef IDACI_EXAMPLES_PARALLEL_LEARNED_PATTERN_HPP
#define IDACI_EXAMPLES_PARALLEL_LEARNED_PATTERN_HPP

#include <vector>

#include "parallel/model.hpp"

namespace example {

// Of a kind of unknowns, and of the equations with the same numbers.
struct Pattern
{
  int equation_offset = -1;  // c
  int variable_offset = -1;  // d
  int variable_index = -1;

  bool operator==(const Pattern&) const = default;
};

// One pattern a kind. Throws if two unknowns of a kind differ.
std::vector<Pattern> learn_patterns(MakeModel make);

}  // namespace example

#endif
