// The operational semantics of one thread: the rules of figure 5 of the paper.
//
// The field Statement::following of a thread's current statement determines everything that it has left to
// execute (ss in the paper). So a thread's state consists of a statement, its local store and its control
// stack.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "tinywgsl/semantics/relevance.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

/// What happens to the local variables of a function that is called again. In figure 5 they keep the values
/// of the last call, but the analysis considers them uniform if the call is, which is then wrong (theorem 4.1
/// fails). WGSL creates new ones, and so does kFresh.
enum class CallLocals : uint8_t { kFresh, kKept };

/// When threads that iterate a loop count as converged. In the paper, which follows SPIR-V's guarantees, they
/// do so only if they ended each iteration with the same `continue`. Where threads reconverge at the end of
/// every iteration (Metal; SPIR-V with maximal reconvergence), an equal number of iterations suffices.
enum class Continues : uint8_t { kTold, kCounted };

/// Decisions that the paper leaves to a language, or that could have been made differently.
struct Choices {
  CallLocals call_locals = CallLocals::kFresh;
  Continues continues = Continues::kTold;
};

/// A control stack, bottom first. A call element is one word, the number of the call. A loop element consists
/// of the numbers of its continues (or of the loop, if they are only counted), oldest first, then their
/// count, then the number of the loop. The statement that the last word names distinguishes loop and call
/// elements.
using ControlStack = std::vector<uint32_t>;

struct Thread {
  uint32_t at = kNone;         ///< The current statement; kNone if the thread has ended.
  bool never_arrives = false;  ///< It loops for ever without a barrier: its state repeats.
  bool given_up = false;       ///< It did not reach a barrier or its end within the budget.
  std::vector<Value> locals;   ///< By Relevance::slot_of_local.
  ControlStack stack;

  bool stopped() const { return never_arrives || given_up; }
};

/// Identifies an element of a shared array: the array in the upper half, the index in the lower.
using CellKey = uint64_t;
struct Cell {
  CellKey key = 0;
  Value value = 0;
};
/// The accessed part of the shared store, ordered by key.
using SharedStore = std::vector<Cell>;
void set_cell(SharedStore& store, CellKey key, Value value);

struct Access {
  CellKey key = 0;
  uint32_t thread = 0;
  bool is_write = false;
  auto operator<=>(const Access&) const = default;
};

/// Executes statements of single threads.
class Machine {
 public:
  Machine(const Program& program, const Relevance& relevance, Choices choices)
      : program_(program), relevance_(relevance), choices_(choices) {}

  /// Returns the state in which a thread starts (definition 3.1). The default value of variables is 0.
  Thread initial(uint32_t number) const;

  /// Executes one step by the rule that applies at thread.at, which is neither kNone nor a barrier. Returns
  /// false if the step reads an element that has no value yet: missing() is its key, and nothing has changed.
  bool step(Thread& thread, SharedStore& store);
  CellKey missing() const { return missing_; }

  /// Sets where accesses to shared memory are recorded, possibly with duplicates; null records none.
  void note_accesses(std::vector<Access>* accesses, uint32_t thread) {
    accesses_ = accesses;
    thread_ = thread;
    most_accesses_ = 0;
  }
  /// Returns the number of writes to shared memory so far.
  uint64_t writes() const { return writes_; }

 private:
  bool evaluate(const Expression& expression, const Thread& thread, const SharedStore& store, Value& value);
  bool assign_shared(const Statement& statement, const Thread& thread, SharedStore& store);
  bool call(uint32_t number, Thread& thread, const SharedStore& store);
  bool return_from(const Statement& statement, Thread& thread, const SharedStore& store);
  bool is_loop(uint32_t statement) const {
    return program_.statements[statement].kind == StatementKind::kLoop;
  }
  void note(CellKey key, bool is_write);

  const Program& program_;
  const Relevance& relevance_;
  Choices choices_;
  std::vector<Access>* accesses_ = nullptr;
  uint32_t thread_ = 0;
  size_t most_accesses_ = 0;  ///< When the list grows beyond this size, duplicates are removed.
  uint64_t writes_ = 0;
  CellKey missing_ = 0;
  std::vector<Value> values_;  ///< The stack of evaluate().
  std::vector<Value> arguments_;
};

/// Returns true if the stacks hold the same loops and calls; continues are ignored.
bool same_shape(const Program& program, const ControlStack& a, const ControlStack& b);

}  // namespace trellis::tinywgsl
