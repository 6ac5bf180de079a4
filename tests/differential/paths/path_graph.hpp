// A control-flow graph to walk: which slots a walk may take, and what it records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/steering.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

/// A flow with its structured form and the slots that a walk chooses from.
struct PathGraph {
  structurizer::Flow flow;
  structurizer::Structured structured;
  /// The slots of each block from which a return can still be reached. A walk takes no other, so it never
  /// enters loops without exits.
  std::vector<std::vector<uint32_t>> allowed;
  /// For each block, the index into `allowed` of a slot on a shortest path to a return.
  std::vector<uint32_t> exit_choice;
};

/// Ensures that the entry, and at random further blocks, can reach a return: blocks that cannot get one more
/// slot that leads to a return. Call it before adding flags, values and phis.
void let_end(structurizer::testing::Lists& lists, structurizer::testing::Random& random);

/// Structurizes the flow and finds the allowed slots. The entry must be able to reach a return.
PathGraph make_path_graph(structurizer::Flow flow);

/// The record of a walk.
struct Walk {
  uint32_t hash = 0;       ///< Covers all blocks visited and all values read.
  uint32_t length = 0;     ///< Number of blocks visited.
  uint32_t trail = 0;      ///< The last four blocks, a byte each, the latest in the lowest byte.
  uint32_t decisions = 0;  ///< The number of exits from blocks with several slots.
  friend bool operator==(const Walk&, const Walk&) = default;
};

// The hash function, which shaders and interpreters must compute identically.
constexpr uint32_t kHashFactor = 0x9E3779B1u, kValueFactor = 0x85EBCA6Bu;
constexpr uint32_t mixed(uint32_t hash, uint32_t number) {
  hash = (hash ^ number) * kHashFactor;
  return hash ^ (hash >> 15);
}

/// Walks the flow's own graph, independently of its structured form. Each visited block goes into the hash,
/// then the values of its phis and its uses; then its definitions get values derived from the hash. Appends
/// the visited blocks to `visited`, unless it is null.
Walk walk_flow(const PathGraph& graph, const Steering& steering, uint32_t row,
               std::vector<structurizer::BlockId>* visited = nullptr);

}  // namespace trellis::differential
