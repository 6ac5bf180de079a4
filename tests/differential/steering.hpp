// Determines how invocations branch: a stream of words for each, one word per decision.
#pragma once

#include <cstdint>
#include <vector>

namespace trellis::differential {

/// Rows of words. Decision t of an invocation takes choice word(row, t) % choices. After kDecisions
/// decisions, it takes the choice that leads to a return, so that every run ends.
class Steering {
 public:
  static constexpr uint32_t kDecisions = 48;

  /// Neighbouring rows often decide alike, so that lanes of a wave diverge into groups of every size.
  Steering(uint64_t seed, uint32_t rows);

  uint32_t rows() const { return rows_; }
  const std::vector<uint32_t>& words() const { return words_; }  ///< kDecisions words per row.

  uint32_t choose(uint32_t row, uint32_t decision, uint32_t choices, uint32_t last_choice) const {
    return decision < kDecisions ? words_[row * kDecisions + decision] % choices : last_choice;
  }

 private:
  uint32_t rows_;
  std::vector<uint32_t> words_;
};

}  // namespace trellis::differential
