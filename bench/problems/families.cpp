#include "families.hpp"

#include <memory>
#include <vector>

#include "circuit.hpp"
#include "food_web.hpp"
#include "heat.hpp"
#include "links.hpp"
#include "netlists.hpp"
#include "pipes.hpp"
#include "reactions.hpp"
#include "stokes.hpp"

namespace ida_consistent_init::bench {

const std::vector<Family>& families()
{
  using Pointer = std::unique_ptr<Problem>;
  static const std::vector<Family> all{
      {"heat",
       [](int n) -> Pointer {
         return std::make_unique<Heat>(n);
       }},
      {"food-web",
       [](int n) -> Pointer {
         return std::make_unique<FoodWeb>(n);
       }},
      {"rc-network",
       [](int n) -> Pointer {
         return std::make_unique<Circuit>(rc_network(n), 1);
       }},
      {"reactions",
       [](int n) -> Pointer {
         return std::make_unique<Reactions>(n);
       }},
      {"rlc-ladder",
       [](int n) -> Pointer {
         return std::make_unique<Circuit>(rlc_ladder(n), 2);
       }},
      {"rlc-grid",
       [](int n) -> Pointer {
         return std::make_unique<Circuit>(rlc_grid(n), 2);
       }},
      {"pipes",
       [](int n) -> Pointer {
         return std::make_unique<Pipes>(random_planar_pipes(n));
       }},
      {"stokes",
       [](int n) -> Pointer {
         return std::make_unique<Stokes>(n);
       }},
      {"link-chain",
       [](int n) -> Pointer {
         return std::make_unique<Links>(chain_of_links(n));
       }},
      {"link-tree",
       [](int n) -> Pointer {
         return std::make_unique<Links>(tree_of_links(n));
       }},
  };
  return all;
}

}  // namespace ida_consistent_init::bench
