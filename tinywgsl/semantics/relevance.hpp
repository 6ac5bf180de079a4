// Which variables can influence control flow. The others do not affect barrier divergence: the semantics
// needs neither their values nor the order of accesses to them.
#pragma once

#include <cstdint>
#include <vector>

#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

struct Relevance {
  std::vector<uint32_t> slot_of_local;  ///< By local variable: a dense number if it is relevant, else kNone.
  uint32_t slot_count = 0;
  std::vector<bool> shared;   ///< By array: it is read to compute something relevant.
  std::vector<bool> results;  ///< By function: its result is relevant.
  /// By statement: it accesses an array that is relevant and is written somewhere, so other threads may
  /// observe it.
  std::vector<bool> visible;

  bool local(uint32_t variable) const { return slot_of_local[variable] != kNone; }
};

Relevance find_relevance(const Program& program);
/// Returns a result in which everything is relevant and other threads may observe every statement.
Relevance full_relevance(const Program& program);

}  // namespace trellis::tinywgsl
