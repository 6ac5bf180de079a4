// The set of the states of a workgroup. Each state is stored once.
#pragma once

#include <cstdint>
#include <vector>

#include "tinywgsl/semantics/machine.hpp"

namespace trellis::tinywgsl {

/// A global state. Unless it is `interleaved`, no thread has executed anything since the last barrier.
struct GlobalState {
  SharedStore store;
  std::vector<Thread> threads;
  bool interleaved = false;
};

/// How a state follows from the previous one.
struct Action {
  enum class Kind : uint8_t {
    kStart,
    kChoose,      ///< An element of a shared array got an initial value.
    kInterval,    ///< All threads ran to the same barrier and past it, one after the other.
    kInterleave,  ///< Nothing was executed, but the order of accesses matters from here on.
    kStep,        ///< A thread executed one statement that others may observe.
    kSync,        ///< All threads went past the barrier they were at.
  };
  Kind kind = Kind::kStart;
  uint32_t thread = 0;  ///< kStep: the thread.
  Cell cell;            ///< kChoose: the element and its value.
};

using StateId = uint32_t;

class StateSet {
 public:
  StateSet(uint32_t threads, uint32_t slots) : threads_(threads), slots_(slots), table_(64, kNone) {}

  /// Returns true if the state is new; it then has the number size() - 1.
  bool add(const GlobalState& state, StateId parent, const Action& action);
  void get(StateId id, GlobalState& state) const;

  StateId size() const { return static_cast<StateId>(entries_.size()); }
  size_t words() const { return words_.size(); }
  StateId parent(StateId id) const { return entries_[id].parent; }
  const Action& action(StateId id) const { return entries_[id].action; }

 private:
  struct Entry {
    size_t first;
    uint32_t count;
    StateId parent;
    uint64_t hash;
    Action action;
  };
  void pack(const GlobalState& state);
  void grow();

  uint32_t threads_, slots_;
  std::vector<uint32_t> words_, packed_;
  std::vector<Entry> entries_;
  std::vector<StateId> table_;  ///< A hash table with open addressing. Its size is a power of two.
};

}  // namespace trellis::tinywgsl
