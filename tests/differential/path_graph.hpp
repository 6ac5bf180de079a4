// A control-flow graph to be walked: which slots may be taken, and what a walk records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/steering.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

/// A flow with its structured form and the slots a walk chooses from.
struct PathGraph {
  structurizer::Flow flow;
  structurizer::Structured structured;
  /// By block: the slots from which a return can still be reached. A walk takes no other: loops without exits
  /// are there, but never entered.
  std::vector<std::vector<uint32_t>> allowed;
  std::vector<uint32_t> exit_choice;  ///< By block: index into allowed; on a shortest path to a return.
};

/// Makes sure that the entry can reach a return, and, at random, that more blocks can: those that cannot get
/// one more slot, to a return. Flags, values and phis are still to be added.
void let_end(structurizer::testing::Lists& lists, structurizer::testing::Random& random);

/// Structurizes the flow and finds the allowed slots. A return must be reachable from its entry.
PathGraph make_path_graph(structurizer::Flow flow);

/// What a walk records.
struct Walk {
  uint32_t hash = 0;       ///< All blocks visited and all values read.
  uint32_t length = 0;     ///< Blocks visited.
  uint32_t trail = 0;      ///< The last four blocks visited, a byte each, the last lowest.
  uint32_t decisions = 0;  ///< How many blocks of several slots were left.
  friend bool operator==(const Walk&, const Walk&) = default;
};

// What shaders and interpreters have to compute in the same manner.
constexpr uint32_t kHashFactor = 0x9E3779B1u, kValueFactor = 0x85EBCA6Bu;
constexpr uint32_t mixed(uint32_t hash, uint32_t number) {
  hash = (hash ^ number) * kHashFactor;
  return hash ^ (hash >> 15);
}

/// Walks the graph of the flow, which knows nothing of its structured form: each block visited goes into the
/// hash, then the values of its phis and of its uses; then its definitions get values made from the hash.
/// With visited, the blocks in order are added to it.
Walk walk_flow(const PathGraph& graph, const Steering& steering, uint32_t row,
               std::vector<structurizer::BlockId>* visited = nullptr);

}  // namespace trellis::differential
