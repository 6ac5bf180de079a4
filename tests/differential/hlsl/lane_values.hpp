// The machine's state, shared by its two parts: statements (machine.cpp) and expressions (evaluate.cpp).
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "tests/differential/hlsl/machine.hpp"

namespace trellis::differential::hlsl {

using Lanes = uint64_t;  ///< A set of lanes of a group.

/// Calls `visit` with each lane's number.
template <class Visit>
void for_each_lane(Lanes lanes, const Visit& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<uint32_t>(std::countr_zero(lanes)));
}

/// A value in every lane, component by component.
struct LaneValues {
  uint32_t size = 1;
  std::vector<uint64_t> cells;

  explicit LaneValues(uint32_t components = 1)
      : size(components), cells(size_t{components} * kGroupThreads, 0) {}
  uint64_t& at(uint32_t lane, uint32_t component = 0) { return cells[size_t{lane} * size + component]; }
  uint64_t at(uint32_t lane, uint32_t component = 0) const { return cells[size_t{lane} * size + component]; }
  Lanes true_lanes(Lanes of) const {
    Lanes made = 0;
    for_each_lane(of, [&](uint32_t lane) { made |= at(lane) != 0 ? Lanes{1} << lane : 0; });
    return made;
  }
};

/// Where a place is in each lane: the index of its first component in the variable.
struct LanePlace {
  uint64_t variable = 0;
  std::array<uint32_t, kGroupThreads> first = {};
  uint32_t size = 1;
  std::array<uint8_t, 4> order = {0, 1, 2, 3};  ///< The order of a swizzle's components.
  bool is_swizzle = false;
  uint32_t component(uint32_t i) const { return is_swizzle ? order[i] : i; }
};

/// Which invocations touched a component of shared memory since the last barrier.
struct Touch {
  uint32_t epoch = 0;
  uint16_t writer = 0, reader = 0;  ///< 1 + the invocation; kSeveral if several did.
  bool atomic = false;
};

inline constexpr uint16_t kSeveral = 0xffff;

class LaneMachine {
 public:
  LaneMachine(const Program& program, const Contents& before, uint32_t lanes)
      : program_(program), contents_(before), wave_lanes_(lanes) {}

  Execution run();

 private:
  struct Frame {
    const Function* function = nullptr;
    std::vector<LaneValues> variables;
    LaneValues result;
  };
  /// Lanes that jumped out of a statement wait here until the others have finished it.
  struct Left {
    Lanes by_break = 0, by_continue = 0, by_return = 0;
  };

  void fail(const std::string& fault) {
    if (fault_.empty()) fault_ = fault;
  }

  // Statements. They return the lanes that reach the end.
  Lanes run(const Statements& list, Lanes active);
  Lanes run(const Statement& statement, Lanes active);
  Lanes run_loop(const Statement& statement, Lanes active);
  Lanes run_switch(const Statement& statement, Lanes active);
  void run_call(const Statement& statement, Lanes active);
  void run_atomic(const Statement& statement, Lanes active);
  void run_raw_store(const Statement& statement, Lanes active);
  LaneValues call(const Function& function, const std::vector<LaneValues>& arguments, Lanes active,
                  Frame& frame);
  void run_group(uint32_t group);

  // Expressions.
  LaneValues evaluate(const Expr& e, Lanes active);
  LaneValues part_of(const Expr& e, Lanes active);
  LaneValues componentwise(const Expr& e, Lanes active);
  std::optional<uint64_t> component_of(const Expr& e, Scalar s, const std::array<uint64_t, 3>& a);
  LaneValues short_circuit(const Expr& e, Lanes active);
  LaneValues of_vectors(const Expr& e, Lanes active);
  LaneValues multiplied(const Expr& e, Lanes active);
  LaneValues of_waves(const Expr& e, Lanes active);
  void of_wave(const Expr& e, const LaneValues& a, const LaneValues& b, Lanes wave, LaneValues& made);
  void scanned(const Expr& e, const LaneValues& a, Lanes wave, LaneValues& made);
  LaneValues of_quads(const Expr& e, Lanes active);
  LaneValues raw_load(const Expr& e, Lanes active);

  // Places.
  LanePlace place(const Expr& e, Lanes active);
  LaneValues load(const LanePlace& place, Lanes active);
  void store(const LanePlace& place, const LaneValues& values, Lanes active);
  void note_read(uint64_t global, size_t cell, uint32_t lane);
  void note_write(uint64_t global, size_t cell, uint32_t lane, bool atomic);

  const Program& program_;
  Contents contents_;
  uint32_t wave_lanes_;
  std::vector<std::vector<Touch>> touches_;  ///< Indexed by global and component.
  uint32_t epoch_ = 1;
  uint32_t group_ = 0;
  Frame* frame_ = nullptr;
  Left left_;
  uint32_t steps_ = 0, depth_ = 0;
  std::string fault_;
};

}  // namespace trellis::differential::hlsl
