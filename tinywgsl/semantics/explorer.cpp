#include "tinywgsl/semantics/explorer.hpp"

#include <algorithm>

#include "tinywgsl/semantics/control_stack.hpp"
#include "tinywgsl/semantics/state_set.hpp"

namespace trellis::tinywgsl {
namespace {

constexpr size_t kMaxExecutionLines = 40;
constexpr uint64_t kStepsToCopyThread = 4;

/// Detects when a thread's state repeats (Brent's algorithm: the state to compare with is replaced at powers
/// of two).
class RepetitionWatch {
 public:
  /// Returns true if the thread, at a loop's head, is in a state it was in before. Its counts of continues
  /// may differ, since they do not influence what it does.
  bool repeats(const Program& program, const Thread& thread, uint64_t writes) {
    const bool same = has_kept_ && writes == writes_ && kept_.at == thread.at &&
                      kept_.locals == thread.locals && same_shape(program, kept_.stack, thread.stack);
    if (same) return true;
    if (++visits_ >= next_) {
      kept_ = thread;
      has_kept_ = true;
      writes_ = writes;
      next_ *= 2;
    }
    return false;
  }

 private:
  Thread kept_;
  bool has_kept_ = false;
  uint64_t writes_ = 0, visits_ = 0, next_ = 1;
};

class Explorer {
 public:
  Explorer(const Program& program, const ExploreOptions& options, uint32_t threads)
      : program_(program),
        options_(options),
        relevance_(options.reduce ? find_relevance(program) : full_relevance(program)),
        machine_(program, relevance_, options.choices),
        states_(threads, relevance_.slot_count) {
    result_.threads = threads;
  }

  Exploration explore() {
    GlobalState initial = initial_state();
    add(initial, kNone, {});
    GlobalState state;
    while (!work_.empty() && result_.verdict != Verdict::kDiverges) {
      if (result_.steps >= options_.most_steps) {
        out_of_budget_ = true;
        break;
      }
      const StateId id = work_.back();
      work_.pop_back();
      states_.get(id, state);
      state.interleaved ? expand_interleaved(state, id) : expand_interval(state, id);
    }
    result_.states = states_.size();
    if (result_.verdict != Verdict::kDiverges) {
      result_.verdict = out_of_budget_ ? Verdict::kUnknown : Verdict::kNeverDiverges;
    }
    return std::move(result_);
  }

 private:
  enum class Stop : uint8_t { kArrived, kMissing };

  GlobalState initial_state() const {
    GlobalState state;
    state.interleaved = !options_.reduce;
    for (uint32_t i = 0; i < result_.threads; ++i) state.threads.push_back(machine_.initial(i));
    return state;
  }

  void add(GlobalState& state, StateId parent, const Action& action) {
    drop_common_history(program_, state.threads);
    if (states_.size() >= options_.most_states || states_.words() >= options_.most_state_words) {
      out_of_budget_ = true;
      return;
    }
    if (states_.add(state, parent, action)) work_.push_back(states_.size() - 1);
  }

  /// Adds a state for each initial value of the array element that a thread found without a value.
  void choose(const GlobalState& state, StateId id) {
    const CellKey key = machine_.missing();
    for (size_t i = options_.initial_values.size(); i-- > 0;) {
      GlobalState next = state;
      const Cell cell = {key, options_.initial_values[i]};
      set_cell(next.store, cell.key, cell.value);
      add(next, id, {Action::Kind::kChoose, 0, cell});
    }
  }

  bool at_barrier(const Thread& thread) const {
    return thread.at != kNone && program_.statements[thread.at].kind == StatementKind::kBarrier;
  }

  /// Runs a thread until it is at a barrier or (if `to_visible`) at an access that other threads may observe,
  /// has ended, is found to loop for ever, or has used up its steps.
  Stop run_thread(GlobalState& state, uint32_t number, bool to_visible) {
    Thread& thread = state.threads[number];
    RepetitionWatch watch;
    for (uint64_t steps = 0; thread.at != kNone && !at_barrier(thread) && !thread.stopped(); ++steps) {
      if (to_visible && relevance_.visible[thread.at]) break;
      if (steps >= options_.most_steps_to_barrier || result_.steps >= options_.most_steps) {
        thread.given_up = true;
        out_of_budget_ = true;
        break;
      }
      ++result_.steps;
      const bool is_loop = program_.statements[thread.at].kind == StatementKind::kLoop;
      if (is_loop && watch.repeats(program_, thread, machine_.writes())) {
        thread.never_arrives = true;
        break;
      }
      if (!machine_.step(thread, state.store)) return Stop::kMissing;
    }
    return Stop::kArrived;
  }

  Stop run_all(GlobalState& state, bool to_visible) {
    for (uint32_t i = 0; i < state.threads.size(); ++i) {
      machine_.note_accesses(to_visible ? nullptr : &accesses_, i);
      if (run_thread(state, i, to_visible) == Stop::kMissing) return Stop::kMissing;
    }
    return Stop::kArrived;
  }

  /// Runs all threads to their next barriers, one after the other. Unless two of them access the same element
  /// of shared memory and one of the accesses is a write, every other order has the same result.
  Stop run_interval(GlobalState& state) {
    accesses_.clear();
    const Stop stop = run_all(state, false);
    machine_.note_accesses(nullptr, 0);
    return stop;
  }

  bool raced() {
    std::sort(accesses_.begin(), accesses_.end());
    for (size_t begin = 0, end = 0; begin < accesses_.size(); begin = end) {
      bool written = false;
      for (end = begin; end < accesses_.size() && accesses_[end].key == accesses_[begin].key; ++end) {
        written = written || accesses_[end].is_write;
      }
      if (written && accesses_[begin].thread != accesses_[end - 1].thread) return true;
    }
    return false;
  }

  void expand_interval(const GlobalState& state, StateId id) {
    GlobalState next = state;
    if (run_interval(next) == Stop::kMissing) return choose(state, id);
    if (raced()) {
      result_.interleaved = true;
      next = state;
      next.interleaved = true;
      return add(next, id, {Action::Kind::kInterleave, 0, {}});
    }
    meet(next, id, Action::Kind::kInterval);
  }

  void expand_interleaved(const GlobalState& state, StateId id) {
    GlobalState ready = state;
    if (run_all(ready, true) == Stop::kMissing) return choose(state, id);
    if (meet(ready, id, Action::Kind::kSync)) return;
    for (uint32_t i = result_.threads; i-- > 0;) {
      const Thread& thread = ready.threads[i];
      if (thread.at == kNone || at_barrier(thread) || thread.stopped()) continue;
      // Copying a state takes about as long as a few steps of each thread.
      result_.steps += kStepsToCopyThread * result_.threads;
      if (result_.steps >= options_.most_steps) {
        out_of_budget_ = true;
        return;
      }
      GlobalState next = ready;
      if (!machine_.step(next.threads[i], next.store)) return choose(state, id);
      add(next, id, {Action::Kind::kStep, i, {}});
    }
  }

  /// Applies the rules BARRIER-ERROR and BARRIER-SYNC, and ends executions. Returns true if nothing is left
  /// to do for the state.
  bool meet(GlobalState& state, StateId id, Action::Kind kind) {
    uint32_t first = kNone, waiting = 0, ended = 0, never = 0;
    for (uint32_t i = 0; i < state.threads.size(); ++i) {
      const Thread& thread = state.threads[i];
      if (thread.at == kNone) ++ended;
      if (thread.never_arrives) ++never;
      if (!at_barrier(thread)) continue;
      ++waiting;
      if (first == kNone) first = i;
      const Thread& other = state.threads[first];
      if (thread.at == other.at && thread.stack == other.stack) continue;
      result_.verdict = Verdict::kDiverges;
      report(id, first, i);
      return true;
    }
    if (never > 0) result_.can_run_forever = true;
    if (waiting > 0 && never > 0) result_.can_hang = true;
    if (ended == state.threads.size()) {
      result_.can_end = true;
      return true;
    }
    if (waiting < state.threads.size()) return kind == Action::Kind::kInterval;
    sync(state);
    add(state, id, {kind, 0, {}});
    return true;
  }

  void sync(GlobalState& state) const {
    for (Thread& thread : state.threads) thread.at = program_.statements[thread.at].following;
    state.interleaved = !options_.reduce;
  }

  /// Replays what led to a state, this time with complete control stacks.
  void report(StateId id, uint32_t first, uint32_t second) {
    std::vector<StateId> path;
    for (StateId at = id; at != kNone; at = states_.parent(at)) path.push_back(at);
    std::reverse(path.begin(), path.end());
    const Exploration kept = result_;
    result_.steps = 0;
    GlobalState state = initial_state();
    std::vector<std::string> lines;
    for (const StateId at : path) {
      replay(states_.action(at), state);
      if (lines.size() < kMaxExecutionLines) describe(states_.action(at), state, lines);
    }
    state.interleaved ? run_all(state, true) : run_interval(state);
    result_ = kept;
    result_.execution = std::move(lines);
    result_.first = waiting_thread(state, first);
    result_.second = waiting_thread(state, second);
  }

  void replay(const Action& action, GlobalState& state) {
    switch (action.kind) {
      case Action::Kind::kStart:
        return;
      case Action::Kind::kChoose:
        return set_cell(state.store, action.cell.key, action.cell.value);
      case Action::Kind::kInterleave:
        state.interleaved = true;
        return;
      case Action::Kind::kInterval:
        run_interval(state);
        return sync(state);
      case Action::Kind::kSync:
        run_all(state, true);
        return sync(state);
      case Action::Kind::kStep:
        run_all(state, true);
        last_step_ = state.threads[action.thread].at;
        machine_.step(state.threads[action.thread], state.store);
        return;
    }
  }

  void describe(const Action& action, const GlobalState& state, std::vector<std::string>& lines) const {
    if (action.kind == Action::Kind::kChoose) {
      lines.push_back("at first " + program_.shared[action.cell.key >> 32] + "[" +
                      std::to_string(static_cast<Value>(static_cast<uint32_t>(action.cell.key))) +
                      "] = " + std::to_string(action.cell.value));
    } else if (action.kind == Action::Kind::kStep) {
      lines.push_back("thread " + std::to_string(action.thread) + " executes the " +
                      tinywgsl::describe(program_, last_step_));
    } else if (action.kind == Action::Kind::kInterval || action.kind == Action::Kind::kSync) {
      lines.push_back("all threads pass a barrier and continue at " +
                      (state.threads[0].at == kNone
                           ? std::string("the end")
                           : to_string(program_.statements[state.threads[0].at].place)));
    }
    if (lines.size() == kMaxExecutionLines) lines.push_back("...");
  }

  WaitingThread waiting_thread(const GlobalState& state, uint32_t number) const {
    const Thread& thread = state.threads[number];
    return {number, thread.at, stack_elements(program_, thread.stack)};
  }

  const Program& program_;
  const ExploreOptions& options_;
  Relevance relevance_;
  Machine machine_;
  StateSet states_;
  std::vector<StateId> work_;
  std::vector<Access> accesses_;
  Exploration result_;
  uint32_t last_step_ = kNone;
  bool out_of_budget_ = false;
};

}  // namespace

Result<Exploration> explore(const Program& program, const ExploreOptions& options) {
  const uint32_t threads = options.threads == 0 ? program.workgroup_size : options.threads;
  if (threads > kMaxThreads) {
    return bad_input("a workgroup has at most " + std::to_string(kMaxThreads) + " threads");
  }
  if (options.initial_values.empty()) return bad_input("shared memory needs an initial value");
  return Explorer(program, options, threads).explore();
}

std::string to_string(const Program& program, const Exploration& exploration) {
  const auto counted = [](uint64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  const std::string threads = counted(exploration.threads, "thread");
  const std::string effort = " (" + counted(exploration.states, "state") + ", " +
                             counted(exploration.steps, "step") +
                             (exploration.interleaved ? ", with races" : "") + ")\n";
  std::string text;
  switch (exploration.verdict) {
    case Verdict::kDiverges:
      text = threads + ": barrier divergence" + effort;
      for (const std::string& line : exploration.execution) text += "  " + line + "\n";
      for (const WaitingThread* thread : {&exploration.first, &exploration.second}) {
        text += "  thread " + std::to_string(thread->number) + " waits at the " +
                describe(program, thread->barrier) + "; its control stack, innermost first:\n" +
                to_string(program, thread->stack, "    ");
      }
      return text;
    case Verdict::kNeverDiverges:
      text = threads + ": no execution has barrier divergence" + effort;
      break;
    case Verdict::kUnknown:
      text = threads +
             ": no barrier divergence found, but the limit on states was reached before all executions were "
             "explored" +
             effort;
      break;
  }
  if (exploration.can_hang) {
    text += "  threads can wait at a barrier for a thread that loops forever\n";
  } else if (exploration.can_run_forever) {
    text += "  a thread can loop forever without a barrier\n";
  }
  if (!exploration.can_end && exploration.verdict == Verdict::kNeverDiverges) {
    text += "  no execution ends\n";
  }
  return text;
}

}  // namespace trellis::tinywgsl
