// Control-flow graphs for tests: all small ones, random ones, random programs, and growing families.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"

namespace trellis::structurizer::testing {

/// A random number generator that produces the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next();
  uint32_t below(uint32_t bound) { return bound == 0 ? 0 : static_cast<uint32_t>(next() % bound); }
  bool one_in(uint32_t chances) { return below(chances) == 0; }

 private:
  uint64_t state_;
};

/// Successors of each block; block 0 is the entry.
using Lists = std::vector<std::vector<BlockId>>;

/// Visits every graph of exactly `blocks` blocks that are all reachable from block 0 and have at most
/// `degree` distinct successors (in either order for two, ascending for three).
void for_each_graph(uint32_t blocks, uint32_t degree, const std::function<void(const Lists&)>& visit);

/// Returns a graph of up to max_blocks blocks in any shape: irreducible, unreachable blocks, several slots to
/// one block, switches.
Lists random_graph(Random& random, uint32_t max_blocks);

/// Returns a structured program (if, loops, switch, break, continue, return, jumps out of several loops) of
/// about `size` blocks, transformed as optimizers do: tails merged, jumps threaded, loops rotated, blocks
/// joined, branches folded to selects and back.
Lists random_program(Random& random, uint32_t size);

/// Keeps the blocks reachable from block 0, renumbered in order.
Lists pruned(const Lists& lists);

/// Makes a flow without values. Blocks with more than two slots are switches.
Flow flow_of(const Lists& lists);

/// Adds random definitions, phis and uses that obey the dominance rule, and random flags.
void add_random_values(Flow& flow, Random& random);

/// Returns lines "0 -> 1 2" with any phis, definitions and uses, for messages of failing tests.
std::string describe(const Flow& flow);

// Families of graphs. n is roughly the number of repeated parts.
Lists chain(uint32_t n);                ///< n blocks in a row.
Lists nested_ifs(uint32_t n);           ///< Nested ifs, each with code after it.
Lists ifs_in_row(uint32_t n);           ///< n if/else statements in a row.
Lists wide_switch(uint32_t n);          ///< n cases with one merge block.
Lists loops_in_row(uint32_t n);         ///< n loops in a row.
Lists shared_exit(uint32_t n);          ///< if (a || b || c ...) x; y;
Lists nested_loops(uint32_t n);         ///< n nested loops.
Lists deep_breaks(uint32_t n);          ///< n nested loops; the innermost can leave any number of them.
Lists switch_shared_tails(uint32_t n);  ///< n cases; each two neighbours share a tail.
Lists switch_fall_through(uint32_t n);  ///< n cases, each of which may fall through into the next.
Lists complete_dag(uint32_t n);         ///< Every block branches to every later one.
Lists irreducible_grid(uint32_t n);     ///< A square grid; edges lead right, down, and back up.
/// n tests that leave to one of about sqrt(n) blocks, which are tests themselves and leave to fewer, and so
/// on.
Lists ladders_of_ladders(uint32_t n);

struct GraphFamily {
  const char* name;
  Lists (*make)(uint32_t n);
  uint32_t full_size;   ///< Size that is structurized and checked in less than a second each.
  uint32_t value_size;  ///< The same with values; smaller if phis have as many operands as there are cases.
  uint32_t small_size;  ///< Up to this size, all checks run with values, including spirv-val.
};
std::span<const GraphFamily> graph_families();

}  // namespace trellis::structurizer::testing
