#include "tests/differential/steering.hpp"

#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

Steering::Steering(uint64_t seed, uint32_t rows) : rows_(rows), words_(size_t{rows} * kDecisions) {
  // Each decision depends only on some bits of the row's number: rows that agree in them share the word.
  static constexpr uint32_t kLookedAt[] = {0, 0, 1, 2, 4, 5, 3, 7, ~0u, ~0u};
  for (uint32_t decision = 0; decision < kDecisions; ++decision) {
    structurizer::testing::Random column(seed * 0x9E3779B9u + decision);
    for (uint32_t wave = 0; wave < rows; wave += 64) {
      const uint32_t mask = kLookedAt[column.below(10)];
      const uint64_t salt = column.next();
      for (uint32_t row = wave; row < rows && row < wave + 64; ++row) {
        structurizer::testing::Random word(salt + (row & mask));
        words_[size_t{row} * kDecisions + decision] = static_cast<uint32_t>(word.next() >> 16);
      }
    }
  }
}

}  // namespace trellis::differential
