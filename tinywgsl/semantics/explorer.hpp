// The operational semantics of a workgroup (figure 6 of the paper): explores everything that N threads can
// do, within a budget.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tinywgsl/semantics/machine.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

struct ExploreOptions {
  uint32_t threads = 0;  ///< 1 to kMaxThreads; 0 means the shader's workgroup size.
  /// The possible initial values of an element of a shared array. For the elements that are read, every
  /// combination is tried.
  std::vector<Value> initial_values = {0, 1};
  Choices choices;
  /// If false, tries every order of all statements of all threads, whether it matters or not. Far slower; for
  /// tests of the reductions.
  bool reduce = true;
  uint32_t most_states = 200'000;
  uint64_t most_steps = 50'000'000;            ///< Limit for all threads in all executions together.
  uint32_t most_steps_to_barrier = 1'000'000;  ///< Limit for one thread between two barriers.
  size_t most_state_words = size_t{1} << 25;   ///< Memory for the states, in units of four bytes.
};

/// An element of a control stack, for reports.
struct StackElement {
  uint32_t statement = kNone;       ///< A loop or a call.
  std::vector<uint32_t> continues;  ///< For a loop: the continues executed so far, oldest first.
};

/// A thread that waits at a barrier.
struct WaitingThread {
  uint32_t number = 0;
  uint32_t barrier = kNone;
  std::vector<StackElement> stack;  ///< The control stack, innermost element first.
};

enum class Verdict : uint8_t {
  kDiverges,       ///< Some execution meets the rule BARRIER-ERROR.
  kNeverDiverges,  ///< With these threads and initial values, no execution does.
  kUnknown,        ///< No divergence was found within the budget.
};

struct Exploration {
  Verdict verdict = Verdict::kUnknown;
  uint32_t threads = 0;
  uint32_t states = 0;
  uint64_t steps = 0;
  bool interleaved = false;      ///< Threads raced somewhere, so all orders of their accesses were tried.
  bool can_end = false;          ///< In some execution, all threads end.
  bool can_run_forever = false;  ///< In some execution, a thread loops for ever without a barrier.
  /// In some execution, a thread loops for ever while others wait for it at a barrier. The rules do not count
  /// this as divergence.
  bool can_hang = false;
  /// kDiverges: two threads that wait at different barriers or with different stacks.
  WaitingThread first, second;
  std::vector<std::string>
      execution;  ///< kDiverges: the initial values and the order of accesses that led there.
};

/// Explores the executions of a program. Fails with kBadInput for invalid options.
Result<Exploration> explore(const Program& program, const ExploreOptions& options = {});

/// Returns the outcome as lines of text; for divergence, with both control stacks.
std::string to_string(const Program& program, const Exploration& exploration);

}  // namespace trellis::tinywgsl
