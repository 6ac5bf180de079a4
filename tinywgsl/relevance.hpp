// Which variables can influence control flow. The others do not matter to barrier divergence: the semantics
// needs neither their values nor the order of accesses to them.
#pragma once

#include <cstdint>
#include <vector>

#include "tinywgsl/program.hpp"

namespace trellis::tinywgsl {

struct Relevance {
  std::vector<uint32_t> slot_of_local;  ///< Dense numbers of the relevant local variables, kNone for others.
  uint32_t slot_count = 0;
  std::vector<bool> shared;   ///< Arrays that are read for something relevant.
  std::vector<bool> results;  ///< Functions whose result is relevant.
  /// Statements that touch an array that is relevant and is written somewhere: other threads may notice them.
  std::vector<bool> visible;

  bool local(uint32_t variable) const { return slot_of_local[variable] != kNone; }
};

Relevance find_relevance(const Program& program);
/// Everything matters, and others may notice every statement.
Relevance full_relevance(const Program& program);

}  // namespace trellis::tinywgsl
