#include "tests/differential/paths/path_wave.hpp"

#include <bit>

#include "tests/differential/structured_function.hpp"

namespace trellis::differential {

using namespace structurizer;

namespace {

/// Does what walk_flow() does in a block, for the active lanes.
class PathProgram : public WaveProgram {
 public:
  PathProgram(const PathGraph& graph, const Steering& steering, uint32_t first_row, uint32_t lanes)
      : graph_(graph),
        steering_(steering),
        first_row_(first_row),
        lanes_(lanes),
        walks_(lanes),
        values_(size_t{graph.flow.value_count} * lanes),
        uses_(graph.flow.graph.block_count()),
        definitions_(graph.flow.graph.block_count()) {
    std::vector<bool> is_phi(graph.flow.value_count, false);
    for (const Phi& phi : graph.flow.phis.entries) is_phi[phi.result] = true;
    for (ValueId value = 0; value < graph.flow.value_count; ++value) {
      for (uint32_t lane = 0; lane < lanes; ++lane)
        values_[size_t{value} * lanes + lane] = outside_value(value);
    }
    for (const auto& [value, block] : graph.flow.uses) uses_[block].push_back(value);
    for (const auto& [value, block] : graph.flow.definitions) {
      if (!is_phi[value]) definitions_[block].push_back(value);
    }
  }

  std::vector<Walk> take_walks() { return std::move(walks_); }

  std::vector<WaveStep> take_steps() { return std::move(steps_); }

  bool run_block(const WaveMachine& machine, BlockId block, LaneMask active) override {
    steps_.push_back({block, active});
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      Walk& walk = walks_[lane];
      walk.hash = mixed(walk.hash, block);
      walk.trail = walk.trail << 8 | (block & 255);
      ++walk.length;
      const auto note = [&](ValueId value) {
        walk.hash = mixed(walk.hash, static_cast<uint32_t>(machine.use(block, value, lane)));
      };
      for (const Phi& phi : graph_.flow.phis_of(block)) note(phi.result);
      for (const ValueId value : uses_[block]) note(value);
      for (const ValueId value : definitions_[block]) {
        values_[size_t{value} * lanes_ + lane] = walk.hash * kValueFactor + value;
      }
    }
    return true;
  }

  uint32_t slot(const WaveMachine&, BlockId block, uint32_t lane) override {
    const auto& allowed = graph_.allowed[block];
    if (allowed.empty()) return 0;
    const auto choices = static_cast<uint32_t>(allowed.size());
    const uint32_t decision = walks_[lane].decisions++;
    return allowed[steering_.choose(first_row_ + lane, decision, choices, graph_.exit_choice[block])];
  }

  uint64_t value(ValueId value, uint32_t lane) const override {
    return values_[size_t{value} * lanes_ + lane];
  }

 private:
  const PathGraph& graph_;
  const Steering& steering_;
  uint32_t first_row_, lanes_;
  std::vector<Walk> walks_;
  std::vector<WaveStep> steps_;
  std::vector<uint32_t> values_;                          ///< Indexed by value and lane.
  std::vector<std::vector<ValueId>> uses_, definitions_;  ///< Indexed by block.
};

}  // namespace

WaveWalks walk_structured(const PathGraph& graph, const Steering& steering, uint32_t first_row,
                          uint32_t lanes) {
  PathProgram program(graph, steering, first_row, lanes);
  WaveMachine machine(graph.flow, graph.structured, program, lanes);
  std::string error = machine.run(all_lanes(lanes), uint64_t{1} << 20);
  return {program.take_walks(), program.take_steps(), std::move(error)};
}

}  // namespace trellis::differential
