// Reproducible damage to bitcode.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trellis::container_testing {

/// Random numbers that are the same on every platform (splitmix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  /// Returns a number in 0 .. limit - 1; limit > 0.
  uint64_t below(uint64_t limit) { return next() % limit; }

 private:
  uint64_t state_;
};

/// Returns `bytes` with bits flipped, with bytes or words overwritten, inserted, removed or moved, or with
/// the end cut off. `seed` determines the damage. The length stays a multiple of four if it was one.
std::vector<uint8_t> mutate(std::span<const uint8_t> bytes, uint64_t seed);

/// The bitcode of a program of the corpus.
struct Sample {
  std::string label;  ///< "programs/sort DXIL".
  std::vector<uint8_t> bitcode;
  bool debug_information = false;  ///< From the ILDB part.
};

/// Returns about `count` programs spread evenly over the corpus, and all that have debug information. Empty
/// if the corpus cannot be read.
std::vector<Sample> corpus_samples(std::size_t count);

/// Returns about `count` reflection modules (parts STAT) spread evenly over the corpus. Empty if it cannot be
/// read.
std::vector<Sample> reflection_samples(std::size_t count);

}  // namespace trellis::container_testing
