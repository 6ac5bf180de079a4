// What becomes of damaged files: containers, PDB files, bitcode. Everything the program does with an input is
// done with them, and whatever comes of it, it must come of it in time and without bringing the process down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace trellis::api_testing {

/// A file of the corpus.
struct InputSample {
  std::string label;  ///< "containers/ps_decal_box.full.pdb".
  std::vector<uint8_t> bytes;
};

/// Every `step`-th file (*.dxil, *.pdb) of a folder of the corpus, by name. Empty if there is none.
std::vector<InputSample> input_samples(const std::string& folder, std::size_t step = 1);

/// The file with some damage; `seed` decides what and where. Half of the time anywhere, else in one part,
/// header or table chosen among all of them, so that small ones get their share.
std::vector<uint8_t> damage(std::span<const uint8_t> file, uint64_t seed);

struct InputTrials {
  std::vector<uint8_t> (*damage)(std::span<const uint8_t>, uint64_t seed) = &api_testing::damage;
  uint64_t first_seed = 0;
  std::size_t count = 400;
  double seconds = 30;  ///< A trial that takes longer counts as a hang.
  std::size_t workers = 2;
};

struct InputFailure {
  std::size_t trial = 0;  ///< Number; the seed is first_seed + trial.
  std::string sample;
  std::string outcome;
};

struct InputReport {
  std::map<std::string, std::size_t> outcomes;  ///< "translated", "bad input", "unsupported", "bad choice": how often.
  std::vector<InputFailure>
      failures;  ///< Crashes, hangs, out of memory; results that a check of ours refused.
};

/// Trial number n damages samples[n % size] with seed first_seed + n, in a child process with 2 GiB of
/// memory: lists its parts, reads it, reflects and translates it; libraries now and then with a local root
/// signature of theirs.
InputReport run_input_trials(const std::vector<InputSample>& samples, const InputTrials& trials);

}  // namespace trellis::api_testing
