// Compares the analysis of programs with the semantics: accepted programs must not diverge.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/tinywgsl/enumerate.hpp"
#include "tinywgsl/analysis/deviations.hpp"
#include "tinywgsl/semantics/explorer.hpp"

namespace trellis::tinywgsl {

struct Counts {
  uint64_t programs = 0, accepted = 0, rejected = 0, divergent = 0;
  uint64_t unsound = 0;    ///< Accepted, although an execution diverges.
  uint64_t imprecise = 0;  ///< Rejected, although no execution diverges.
  uint64_t unknown = 0;    ///< The budget was exhausted before there was an answer.
  uint64_t raced = 0;      ///< Programs with data races.
  uint64_t hanging = 0;    ///< Programs in which threads can wait for one that never arrives.
  std::array<uint64_t, kDeviations> unsound_with{};  ///< Unsound with that deviation.
  std::array<uint64_t, kDeviations> imprecise_with{};
  std::vector<std::string> failures;  ///< Texts of unsound programs, and texts that could not be parsed.
  std::array<std::string, kDeviations> example;  ///< An example for each unsound_with.

  void add(const Counts& other);
};

struct SoundnessOptions {
  std::vector<uint32_t> threads = {1, 2, 3};
  bool with_deviations = true;
  Choices choices;
};

/// Whether a program diverges with any of the thread counts.
struct Judgement {
  Verdict verdict = Verdict::kUnknown;
  bool raced = false;     ///< There is a data race.
  bool can_hang = false;  ///< Some threads can wait for one that never arrives.
};
Judgement judge(const Program& program, const SoundnessOptions& options);

/// Analyses and executes every program of a family.
Counts measure(const Family& family, const SoundnessOptions& options);

}  // namespace trellis::tinywgsl
