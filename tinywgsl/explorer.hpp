// The operational semantics of a workgroup (figure 6 of the paper): everything that N threads can do, up to a
// budget.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tinywgsl/machine.hpp"
#include "tinywgsl/program.hpp"

namespace trellis::tinywgsl {

struct ExploreOptions {
  uint32_t threads = 0;  ///< 1 to kMaxThreads; 0: the shader's workgroup size.
  /// The values that an element of a shared array may have at first. For the elements that are read, every
  /// combination is tried.
  std::vector<Value> initial_values = {0, 1};
  Choices choices;
  /// False: tries every order of all statements of all threads, whether it matters or not. Far slower; for
  /// tests of the reductions.
  bool reduce = true;
  uint32_t most_states = 200'000;
  uint64_t most_steps = 50'000'000;            ///< All threads in all executions together.
  uint32_t most_steps_to_barrier = 1'000'000;  ///< One thread, between two barriers.
  size_t most_state_words = size_t{1} << 25;   ///< Memory for the states, in units of four bytes.
};

/// A control stack's element, for reports.
struct StackElement {
  uint32_t statement = kNone;       ///< A loop or a call.
  std::vector<uint32_t> continues;  ///< A loop's: the continues executed so far, oldest first.
};

/// A thread that waits at a barrier.
struct WaitingThread {
  uint32_t number = 0;
  uint32_t barrier = kNone;
  std::vector<StackElement> stack;  ///< Innermost first.
};

enum class Verdict : uint8_t {
  kDiverges,       ///< An execution meets the rule BARRIER-ERROR.
  kNeverDiverges,  ///< No execution with these threads and initial values does.
  kUnknown,        ///< None was found within the budget.
};

struct Exploration {
  Verdict verdict = Verdict::kUnknown;
  uint32_t threads = 0;
  uint32_t states = 0;
  uint64_t steps = 0;
  bool interleaved = false;      ///< Threads raced somewhere: all orders of their accesses were tried.
  bool can_end = false;          ///< There is an execution in which all threads end.
  bool can_run_forever = false;  ///< There is one in which a thread loops for ever without a barrier.
  bool can_hang = false;         ///< ... and others wait for it at a barrier. Not divergence, by the rules.
  WaitingThread first, second;   ///< kDiverges.
  std::vector<std::string>
      execution;  ///< kDiverges: initial values and the order of accesses that led there.
};

/// kBadInput for options that make no sense.
Result<Exploration> explore(const Program& program, const ExploreOptions& options = {});

/// The outcome in lines; on divergence with both control stacks.
std::string to_string(const Program& program, const Exploration& exploration);

}  // namespace trellis::tinywgsl
