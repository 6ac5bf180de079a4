// A wave that executes statements. It implements HLSL's reconvergence rules and knows nothing about graphs.
#include <bit>
#include <utility>

#include "tests/differential/votes/source_program.hpp"

namespace trellis::differential {

namespace {

class SourceWave {
 public:
  SourceWave(const Steering& steering, uint32_t first_row, uint32_t lanes,
             const std::vector<uint32_t>& exit_choice)
      : steering_(steering),
        first_row_(first_row),
        exit_choice_(exit_choice),
        decisions_(lanes, 0),
        logs_(lanes) {}

  VoteLogs run(const Statements& program) {
    run(program, all_lanes(static_cast<uint32_t>(logs_.size())));
    return std::move(logs_);
  }

 private:
  /// Lanes that jumped out of a statement wait here until the others have finished it.
  struct Left {
    LaneMask by_break = 0, by_continue = 0, by_return = 0, by_fall_through = 0;
  };

  /// Runs the statements and returns the lanes that reach the end.
  LaneMask run(const Statements& list, LaneMask active) {
    for (const Statement& statement : list) {
      if (active == 0) return 0;
      active = run(statement, active);
    }
    return active;
  }

  LaneMask run(const Statement& statement, LaneMask active) {
    switch (statement.kind) {
      case StatementKind::kVote:
        for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
          logs_[static_cast<size_t>(std::countr_zero(rest))].push_back({statement.number, active});
        }
        return active;
      case StatementKind::kIf: {
        const LaneMask yes = decide(statement, active, 2, 1);
        const LaneMask after_yes = run(statement.lists[0], yes);
        return after_yes | run(statement.lists[1], active & ~yes);
      }
      case StatementKind::kWhile:
      case StatementKind::kDoWhile:
      case StatementKind::kForever:
        return run_loop(statement, active);
      case StatementKind::kSwitch:
        return run_switch(statement, active);
      case StatementKind::kCall: {
        const Left outer = std::exchange(left_, {});
        const LaneMask out = run(statement.lists[0], active) | left_.by_return;
        left_ = outer;
        return out;
      }
      case StatementKind::kBreak:
        left_.by_break |= active;
        return 0;
      case StatementKind::kContinue:
        left_.by_continue |= active;
        return 0;
      case StatementKind::kReturn:
        left_.by_return |= active;
        return 0;
      case StatementKind::kFallThrough:
        left_.by_fall_through |= active;
        return 0;
    }
    return 0;
  }

  LaneMask run_loop(const Statement& statement, LaneMask active) {
    const LaneMask breaks = std::exchange(left_.by_break, 0), continues = std::exchange(left_.by_continue, 0);
    LaneMask out = 0;
    while (active != 0) {
      if (statement.kind == StatementKind::kWhile) {
        const LaneMask on = decide(statement, active, 2, 1);
        out |= active & ~on;
        active = on;
      }
      active = run(statement.lists[0], active) | std::exchange(left_.by_continue, 0);
      if (statement.kind == StatementKind::kDoWhile) {
        const LaneMask on = decide(statement, active, 2, 1);
        out |= active & ~on;
        active = on;
      }
    }
    out |= left_.by_break;
    left_.by_break = breaks;
    left_.by_continue = continues;
    return out;
  }

  LaneMask run_switch(const Statement& statement, LaneMask active) {
    const LaneMask breaks = std::exchange(left_.by_break, 0);
    const auto choices = static_cast<uint32_t>(statement.lists.size());
    std::vector<LaneMask> chosen(choices, 0);
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      chosen[outcome(statement, lane, choices)] |= LaneMask{1} << lane;
    }
    LaneMask out = 0;
    for (uint32_t i = 0; i < choices; ++i) {
      out |= run(statement.lists[i], chosen[i] | std::exchange(left_.by_fall_through, 0));
    }
    out |= left_.by_break | std::exchange(left_.by_fall_through, 0);
    left_.by_break = breaks;
    return out;
  }

  uint32_t outcome(const Statement& statement, uint32_t lane, uint32_t choices) {
    return steering_.choose(first_row_ + lane, decisions_[lane]++, choices, exit_choice_[statement.number]);
  }

  /// Returns the lanes whose decision is `wanted`.
  LaneMask decide(const Statement& statement, LaneMask active, uint32_t choices, uint32_t wanted) {
    LaneMask lanes = 0;
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      if (outcome(statement, lane, choices) == wanted) lanes |= LaneMask{1} << lane;
    }
    return lanes;
  }

  const Steering& steering_;
  uint32_t first_row_;
  const std::vector<uint32_t>& exit_choice_;
  std::vector<uint32_t> decisions_;  ///< The number of decisions made so far, indexed by lane.
  VoteLogs logs_;
  Left left_;
};

}  // namespace

VoteLogs run_source(const Statements& program, const Steering& steering, uint32_t first_row, uint32_t lanes,
                    const std::vector<uint32_t>& exit_choice) {
  return SourceWave(steering, first_row, lanes, exit_choice).run(program);
}

}  // namespace trellis::differential
