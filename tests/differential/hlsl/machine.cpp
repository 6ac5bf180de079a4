#include "tests/differential/hlsl/machine.hpp"

#include <algorithm>
#include <utility>

#include "tests/differential/hlsl/lane_values.hpp"
#include "tests/differential/hlsl/scalar_math.hpp"

namespace trellis::differential::hlsl {

namespace {

constexpr uint32_t kMostSteps = 30000;  ///< The limit on executed statements per group.

Op operation_of(AtomicOp op) {
  static constexpr Op kOps[] = {Op::kAdd, Op::kMin, Op::kMax, Op::kAnd, Op::kOr, Op::kXor};
  return kOps[static_cast<size_t>(op)];
}

}  // namespace

Execution execute(const Program& program, const Contents& before, uint32_t lanes) {
  return LaneMachine(program, before, lanes).run();
}

Execution LaneMachine::run() {
  for (const auto& cells : contents_) touches_.emplace_back(cells.size());
  for (uint32_t group = 0; group < program_.entries.size() && fault_.empty(); ++group) run_group(group);
  return {std::move(contents_), std::move(fault_)};
}

void LaneMachine::run_group(uint32_t group) {
  const Function& entry = program_.functions[program_.entries[group]];
  std::vector<LaneValues> arguments(3);
  for (uint32_t lane = 0; lane < kGroupThreads; ++lane) {
    arguments[0].at(lane) = lane;
    arguments[1].at(lane) = contents_[kInput][group * kGroupThreads + lane];
    arguments[2].at(lane) = 2166136261u;
  }
  steps_ = 0;
  group_ = group;
  for (size_t i = 0; i < program_.globals.size(); ++i) {
    if (program_.globals[i].memory == Memory::kShared)
      std::fill(touches_[i].begin(), touches_[i].end(), Touch{});
  }
  Frame frame;
  call(entry, arguments, ~Lanes{0}, frame);
  for (uint32_t lane = 0; lane < kGroupThreads; ++lane) {
    const size_t at = 2 * (size_t{group} * kGroupThreads + lane);
    contents_[kOutput][at] = frame.variables[1].at(lane);
    contents_[kOutput][at + 1] = frame.variables[2].at(lane);
  }
}

LaneValues LaneMachine::call(const Function& function, const std::vector<LaneValues>& arguments, Lanes active,
                             Frame& frame) {
  frame.function = &function;
  for (size_t i = 0; i < function.variables.size(); ++i) {
    const Variable& variable = function.variables[i];
    frame.variables.emplace_back(cells_of(program_, variable.type));
    if (variable.passing == Passing::kIn || variable.passing == Passing::kInOut) {
      frame.variables.back() = arguments[i];
    } else if (variable.type.is_scalar()) {
      for (uint64_t& cell : frame.variables.back().cells) cell = variable.initial;
    }
  }
  frame.result = LaneValues(function.returns_value ? cells_of(program_, function.result) : 1);
  Frame* outer = std::exchange(frame_, &frame);
  const Left outer_left = std::exchange(left_, {});
  run(function.body, active);
  left_ = outer_left;
  frame_ = outer;
  return frame.result;
}

Lanes LaneMachine::run(const Statements& list, Lanes active) {
  for (const Statement& statement : list) {
    if (active == 0 || !fault_.empty()) return 0;
    if (++steps_ > kMostSteps) fail("too many steps");
    active = run(statement, active);
  }
  return active;
}

Lanes LaneMachine::run(const Statement& s, Lanes active) {
  switch (s.kind) {
    case StatementKind::kAssign: {
      const LaneValues value = evaluate(s.exprs[1], active);
      store(place(s.exprs[0], active), value, active);
      return active;
    }
    case StatementKind::kIf: {
      const Lanes yes = evaluate(s.exprs[0], active).true_lanes(active);
      const Lanes after_yes = run(s.lists[0], yes);
      return after_yes | run(s.lists[1], active & ~yes);
    }
    case StatementKind::kFor:
    case StatementKind::kWhile:
    case StatementKind::kDoWhile:
    case StatementKind::kForever:
      return run_loop(s, active);
    case StatementKind::kSwitch:
      return run_switch(s, active);
    case StatementKind::kCall:
      run_call(s, active);
      return active;
    case StatementKind::kBlock:
      return run(s.lists[0], active);
    case StatementKind::kBreak:
      left_.by_break |= active;
      return 0;
    case StatementKind::kContinue:
      left_.by_continue |= active;
      return 0;
    case StatementKind::kReturn:
      if (!s.exprs.empty()) {
        const LaneValues value = evaluate(s.exprs[0], active);
        for_each_lane(active, [&](uint32_t lane) {
          for (uint32_t c = 0; c < value.size; ++c) frame_->result.at(lane, c) = value.at(lane, c);
        });
      }
      left_.by_return |= active;
      return 0;
    case StatementKind::kBarrier:
      if (active != ~Lanes{0}) fail("a barrier in divergent flow");
      ++epoch_;
      return active;
    case StatementKind::kAtomic:
      run_atomic(s, active);
      return active;
    case StatementKind::kRawStore:
      run_raw_store(s, active);
      return active;
  }
  return 0;
}

Lanes LaneMachine::run_loop(const Statement& s, Lanes active) {
  const Lanes breaks = std::exchange(left_.by_break, 0), continues = std::exchange(left_.by_continue, 0);
  const bool tests_first = s.kind == StatementKind::kFor || s.kind == StatementKind::kWhile;
  if (s.kind == StatementKind::kFor) {
    for_each_lane(active, [&](uint32_t lane) { frame_->variables[s.number].at(lane) = 0; });
  }
  Lanes out = 0;
  while (active != 0 && fault_.empty()) {
    if (++steps_ > kMostSteps) fail("too many steps");
    if (tests_first) {
      const Lanes on = evaluate(s.exprs[0], active).true_lanes(active);
      out |= active & ~on;
      active = on;
    }
    active = run(s.lists[0], active) | std::exchange(left_.by_continue, 0);
    if (s.kind == StatementKind::kFor) {
      for_each_lane(active, [&](uint32_t lane) {
        uint64_t& counter = frame_->variables[s.number].at(lane);
        counter = truncated(Scalar::kUint, counter + 1);
      });
    } else if (s.kind == StatementKind::kDoWhile && active != 0) {
      const Lanes on = evaluate(s.exprs[0], active).true_lanes(active);
      out |= active & ~on;
      active = on;
    }
  }
  out |= left_.by_break;
  left_.by_break = breaks;
  left_.by_continue = continues;
  return out;
}

Lanes LaneMachine::run_switch(const Statement& s, Lanes active) {
  const Lanes breaks = std::exchange(left_.by_break, 0);
  const LaneValues selector = evaluate(s.exprs[0], active);
  std::vector<Lanes> chosen(s.lists.size(), 0);
  Lanes out = 0;
  for_each_lane(active, [&](uint32_t lane) {
    auto at = std::find(s.labels.begin(), s.labels.end(), selector.at(lane));
    if (at == s.labels.end()) at = std::find(s.labels.begin(), s.labels.end(), kDefault);
    (at == s.labels.end() ? out : chosen[static_cast<size_t>(at - s.labels.begin())]) |= Lanes{1} << lane;
  });
  Lanes falling = 0;
  for (size_t i = 0; i < chosen.size(); ++i) falling = run(s.lists[i], chosen[i] | falling);
  out |= falling | left_.by_break;
  left_.by_break = breaks;
  return out;
}

void LaneMachine::run_call(const Statement& s, Lanes active) {
  const Function& function = program_.functions[s.number];
  if (++depth_ > 16) fail("calls nest too deeply");
  std::vector<LaneValues> arguments;
  std::vector<LanePlace> places(s.exprs.size());
  for (uint32_t i = 0; i < function.parameters() && fault_.empty(); ++i) {
    if (function.variables[i].passing == Passing::kIn) {
      arguments.push_back(evaluate(s.exprs[i], active));
    } else {
      places[i] = place(s.exprs[i], active);
      arguments.push_back(load(places[i], active));
    }
  }
  if (!fault_.empty()) return;
  Frame frame;
  const LaneValues result = call(function, arguments, active, frame);
  for (uint32_t i = 0; i < function.parameters(); ++i) {
    if (function.variables[i].passing != Passing::kIn) store(places[i], frame.variables[i], active);
  }
  if (function.returns_value) store(place(s.exprs.back(), active), result, active);
  --depth_;
}

void LaneMachine::run_atomic(const Statement& s, Lanes active) {
  const auto op = static_cast<AtomicOp>(s.number);
  const LaneValues value = evaluate(s.exprs[1], active);
  const LanePlace where = place(s.exprs[0], active);
  if (!fault_.empty()) return;
  LaneValues old(1);
  const bool returns_old = s.exprs.size() > 2;
  const Scalar scalar = s.exprs[0].type.scalar;
  for_each_lane(active, [&](uint32_t lane) {
    const size_t cell = where.first[lane];
    const uint64_t global = where.variable & ~uint64_t{kGlobal};
    uint64_t& memory = contents_[global][cell];
    old.at(lane) = memory;
    // The order of atomics is undefined, so it must not matter.
    note_write(global, cell, lane, !returns_old && op != AtomicOp::kExchange);
    memory = op == AtomicOp::kExchange ? value.at(lane)
                                       : binary(operation_of(op), scalar, memory, value.at(lane)).value_or(0);
  });
  if (returns_old) store(place(s.exprs[2], active), old, active);
}

void LaneMachine::run_raw_store(const Statement& s, Lanes active) {
  const LaneValues index = evaluate(s.exprs[0], active), value = evaluate(s.exprs[1], active);
  const Scalar scalar = s.exprs[1].type.scalar;
  const uint32_t words = bits_of(scalar) == 64 ? 2 : 1;
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t c = 0; c < value.size * words; ++c) {
      const size_t cell = index.at(lane) + c;
      if (cell >= contents_[s.number].size()) return fail("a store out of bounds");
      note_write(s.number, cell, lane, false);
      const uint64_t bits = value.at(lane, c / words);
      contents_[s.number][cell] = c % words == 1 ? bits >> 32 : bits & 0xffffffffu;
    }
  });
}

}  // namespace trellis::differential::hlsl
