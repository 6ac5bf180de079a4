// Trials with damaged files: containers, PDB files and bitcode. A trial does everything with a file that the
// program does with an input. Any result is acceptable as long as it comes in time and without bringing the
// process down.
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
  std::string label;  ///< For example "containers/ps_decal_box.full.pdb".
  std::vector<uint8_t> bytes;
};

/// Returns every `step`-th file (*.dxil, *.pdb) of a folder of the corpus, ordered by name; empty if there is
/// none.
std::vector<InputSample> input_samples(const std::string& folder, std::size_t step = 1);

/// Returns the file with some damage; `seed` decides what and where. Half of the trials damage the file
/// anywhere. The others pick one part, header or table, each with equal probability, so that small ones are
/// damaged as often as large ones.
std::vector<uint8_t> damage(std::span<const uint8_t> file, uint64_t seed);

struct InputTrials {
  std::vector<uint8_t> (*damage)(std::span<const uint8_t>, uint64_t seed) = &api_testing::damage;
  uint64_t first_seed = 0;
  std::size_t count = 400;
  double seconds = 30;  ///< A trial that takes longer counts as a hang.
  std::size_t workers = 2;
};

struct InputFailure {
  std::size_t trial = 0;  ///< The trial's number; its seed is first_seed + trial.
  std::string sample;
  std::string outcome;
};

struct InputReport {
  std::map<std::string, std::size_t> outcomes;  ///< How often each one occurred, such as "translated".
  std::vector<InputFailure>
      failures;  ///< Crashes, hangs, exhausted memory, and results that an internal check rejected.
};

/// Runs the trials. Trial n damages samples[n % size] with seed first_seed + n, in a child process with 2 GiB
/// of memory. It lists the file's parts, reads, reflects and translates it; libraries are sometimes
/// translated with a local root signature of their own.
InputReport run_input_trials(const std::vector<InputSample>& samples, const InputTrials& trials);

}  // namespace trellis::api_testing
