// Control-flow graphs to test with: all small ones, random ones, programs' ones, and families that grow.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"

namespace trellis::structurizer::testing {

/// The same numbers on every machine from one seed.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next();
  uint32_t below(uint32_t bound) { return bound == 0 ? 0 : static_cast<uint32_t>(next() % bound); }
  bool one_in(uint32_t chances) { return below(chances) == 0; }

 private:
  uint64_t state_;
};

/// Successors by block; block 0 is the entry.
using Lists = std::vector<std::vector<BlockId>>;

/// Every graph of exactly that many blocks, all reached from block 0, with at most `degree` distinct
/// successors a block (in either order for two, ascending for three).
void for_each_graph(uint32_t blocks, uint32_t degree, const std::function<void(const Lists&)>& visit);

/// Up to that many blocks in any shape: irreducible, unreached blocks, several slots to one block, switches.
Lists random_graph(Random& random, uint32_t max_blocks);

/// A structured program (if, loops, switch, break, continue, return, jumps out of several loops) of about
/// that many blocks, then changed as optimizers do: tails merged, jumps threaded, loops rotated, blocks
/// joined, branches folded to selects and back.
Lists random_program(Random& random, uint32_t size);

/// The blocks reached from block 0, renumbered in order.
Lists pruned(const Lists& lists);

/// A flow without values. Blocks of more than two slots are switches.
Flow flow_of(const Lists& lists);

/// Adds random definitions, phis and uses that obey the dominance rule, and random flags.
void add_random_values(Flow& flow, Random& random);

/// "0 -> 1 2" lines, and phis, definitions and uses where there are any: what a failing test prints.
std::string describe(const Flow& flow);

// Families. n is about the number of the thing that is repeated.
Lists chain(uint32_t n);                ///< n blocks one after the other.
Lists nested_ifs(uint32_t n);           ///< An if in an if in an if, each with code after it.
Lists ifs_in_row(uint32_t n);           ///< n times if/else, one after the other.
Lists wide_switch(uint32_t n);          ///< n cases to one merge.
Lists loops_in_row(uint32_t n);         ///< n loops one after the other.
Lists shared_exit(uint32_t n);          ///< if (a || b || c ...) x; y;
Lists nested_loops(uint32_t n);         ///< A loop in a loop in a loop.
Lists deep_breaks(uint32_t n);          ///< n nested loops; the innermost can leave any number of them.
Lists switch_shared_tails(uint32_t n);  ///< n cases; every two neighbours share a tail.
Lists switch_fall_through(uint32_t n);  ///< n cases, each may fall into the next.
Lists complete_dag(uint32_t n);         ///< Every block branches to every later one.
Lists irreducible_grid(uint32_t n);     ///< Square of about n blocks with edges right, down, and back up.
/// n tests that leave for one of about sqrt(n) blocks, which test in turn and leave for fewer, and so on.
Lists ladders_of_ladders(uint32_t n);

struct GraphFamily {
  const char* name;
  Lists (*make)(uint32_t n);
  uint32_t full_size;   ///< Structurized and checked in under a second each.
  uint32_t value_size;  ///< The same with values. Where phis have as many operands as there are cases, less.
  uint32_t small_size;  ///< Up to this size, with values, through every check, spirv-val included.
};
std::span<const GraphFamily> graph_families();

}  // namespace trellis::structurizer::testing
