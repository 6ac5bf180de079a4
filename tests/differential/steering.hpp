// What decides which way an invocation goes: a stream of words for each, read one word a decision.
#pragma once

#include <cstdint>
#include <vector>

namespace trellis::fleshing {

/// Rows of words. Decision number t of an invocation takes slot word(row, t) % ways; after kDecisions it
/// takes the slot that leads out, so that every run ends.
class Steering {
 public:
  static constexpr uint32_t kDecisions = 48;

  /// Neighbouring rows often decide alike: lanes of a wave part and stay together in groups of every size.
  Steering(uint64_t seed, uint32_t rows);

  uint32_t rows() const { return rows_; }
  const std::vector<uint32_t>& words() const { return words_; }  ///< kDecisions a row.

  uint32_t choose(uint32_t row, uint32_t decision, uint32_t ways, uint32_t way_out) const {
    return decision < kDecisions ? words_[row * kDecisions + decision] % ways : way_out;
  }

 private:
  uint32_t rows_;
  std::vector<uint32_t> words_;
};

}  // namespace trellis::fleshing
