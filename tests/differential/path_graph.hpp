// A control-flow graph that is to be walked: which slots may be taken, and what a walk leaves behind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/steering.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::fleshing {

/// A flow with its structured form and the slots a walk chooses from.
struct PathGraph {
  structurizer::Flow flow;
  structurizer::Structured structured;
  /// By block: the slots that can still lead to a return. A walk takes no other: loops without exits are
  /// there, but never entered.
  std::vector<std::vector<uint32_t>> allowed;
  std::vector<uint32_t> way_out;  ///< By block: index into allowed; on a shortest way to a return.
};

/// Makes sure that the entry can come to a return, and, at random, that more blocks can: those that cannot
/// get one more slot, to a return. Flags, values and phis are still to be added.
void let_end(structurizer::testing::Lists& lists, structurizer::testing::Random& random);

/// Structurizes the flow and finds the allowed slots. Its entry must be able to come to a return.
PathGraph make_path_graph(structurizer::Flow flow);

/// What a walk leaves behind.
struct Walk {
  uint32_t hash = 0;       ///< Of all blocks visited and all values read.
  uint32_t length = 0;     ///< Blocks visited.
  uint32_t trail = 0;      ///< The last four blocks visited, a byte each, the last lowest.
  uint32_t decisions = 0;  ///< Blocks of several slots left.
  friend bool operator==(const Walk&, const Walk&) = default;
};

// What shaders and interpreters compute alike.
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

}  // namespace trellis::fleshing
