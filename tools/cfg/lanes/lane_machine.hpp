// The interpreter of run_lanes.hpp.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dxil_frontend/program/resource_of_handle.hpp"
#include "lower/analysis/memory_layout.hpp"
#include "tools/cfg/lanes/run_lanes.hpp"

namespace trellis::tools {

class LaneMachine {
 public:
  LaneMachine(const LaneProgram& program, const LanePlace& place, LaneMemory& memory);
  LaneRun run();

 private:
  using BlockId = cfg::BlockId;
  using Instruction = dxil::Instruction;
  using ValueId = dxil::ValueId;
  using TypeId = dxil::TypeId;

  struct Lane {
    std::vector<BlockId> ahead;     ///< Blocks of the result on the way to `at`, the next one last.
    BlockId at = cfg::kNone;        ///< The next block of the result that is one of the program.
    cfg::EdgeId edge = cfg::kNone;  ///< The edge of the program by which it gets there.
    uint32_t blocks = 0;            ///< How many blocks of the program it has run.
    std::vector<LaneValue> locals;
    BlockId next() const { return ahead.empty() ? at : ahead.back(); }
  };
  /// A way of an edge of the program through the result.
  struct Way {
    std::vector<BlockId> blocks;  ///< Inserted blocks, the first one last.
    BlockId end = cfg::kNone;
  };
  struct Handle {
    std::string name;
    dxil::ResourceKind kind = dxil::ResourceKind::kInvalid;
    uint32_t stride = 0;
  };

  // lane_machine.cpp: the walk through the blocks.
  bool prepare();
  BlockId next_block();
  void run_block(BlockId block);
  void take_phis(BlockId program_block);
  void leave(BlockId block);
  uint32_t slot_of(const Instruction& end, uint32_t slot_count, uint32_t lane);

  // Values.
  uint32_t count_components(TypeId type, uint32_t depth = 0) const;
  LaneValue value(ValueId id, uint32_t lane);
  LaneValue constant_value(ValueId id, uint32_t lane, uint32_t depth = 0);
  Scalar scalar(const Instruction& i, uint32_t operand, uint32_t lane);
  const dxil::Type& type_of(ValueId id) const { return module_.types[module_.type_of(function_, id)]; }
  /// The type of a scalar, or of a vector's elements.
  const dxil::Type& scalar_type(TypeId type) const;
  std::optional<uint64_t> constant_operand(const Instruction& i, uint32_t operand) const;
  LaneValue make_up(const Instruction& i, uint32_t lane);
  void note_made_up(const Instruction& i);

  // Instructions, for one lane.
  LaneValue compute(const Instruction& i, uint32_t lane);
  LaneValue by_component(const Instruction& i, uint32_t lane);
  LaneValue select(const Instruction& i, uint32_t lane);
  LaneValue vector_instruction(const Instruction& i, uint32_t lane);

  // lane_pointers.cpp: objects of the program.
  Scalar object(uint32_t kind, uint32_t number, uint32_t lane, TypeId type);
  Scalar global(uint32_t index, uint32_t lane);
  void initialize(Bytes& bytes, uint64_t at, ValueId constant, uint32_t depth);
  Scalar moved(Scalar pointer, TypeId source, const ValueId* indices, uint32_t count, uint32_t lane);
  Bytes* bytes_at(Scalar pointer, uint64_t& offset);
  LaneValue memory_instruction(const Instruction& i, uint32_t lane);
  void forget_operands(const Instruction& i, uint32_t lane);

  // lane_operations.cpp: operations of DXIL that concern one lane.
  LaneValue dx_operation(const Instruction& i, uint32_t lane);
  LaneValue math_operation(const Instruction& i, uint32_t lane);
  std::optional<LaneValue> identity(const Instruction& i, uint32_t lane);
  LaneValue stage_input(const Instruction& i, uint32_t lane);
  LaneValue make_handle(const Instruction& i, uint32_t lane);
  uint32_t thread(uint32_t lane, uint32_t axis) const;

  // lane_buffers.cpp: operations on buffers.
  const Handle* handle(const Instruction& i, uint32_t lane);
  /// The address of the element that the operands from `first` on name, or nothing for textures.
  std::optional<uint64_t> address(const Instruction& i, const Handle& handle, uint32_t first, uint32_t lane,
                                  bool& made_up);
  Scalar read_component(const std::string& name, uint64_t at, uint32_t bytes, const dxil::Type& type);
  void write_component(const std::string& name, uint64_t at, uint32_t bytes, const dxil::Type& type,
                       Scalar value);
  LaneValue read_constants(const Instruction& i, uint32_t lane);
  LaneValue read_buffer(const Instruction& i, uint32_t lane);
  void write_buffer(const Instruction& i, uint32_t lane);
  LaneValue change_buffer(const Instruction& i, uint32_t lane);
  uint32_t component_bytes(const dxil::Type& type, const Handle& handle) const;

  // lane_waves.cpp: operations that involve other lanes.
  std::optional<LaneValue> wave_operation(const Instruction& i, uint32_t lane);
  LaneValue over_lanes(const Instruction& i, uint32_t lanes, Combine how, uint32_t lane);
  LaneValue masked(uint64_t mask, const Instruction& i);
  LaneValue of_lane(const Instruction& i, uint32_t lane, uint64_t other);
  std::optional<LaneValue> quad_operation(const Instruction& i, uint32_t lane);
  LaneValue derivative(const Instruction& i, uint32_t lane);
  LaneValue all_equal(const Instruction& i);
  uint32_t equal_lanes(const Instruction& i, uint32_t lane);
  bool is_made_up_in(const Instruction& i, uint32_t operand);

  const LaneProgram& program_;
  const dxil::Shader& shader_;
  const dxil::Module& module_;
  const dxil::Function& function_;
  const structurizer::Structured& structured_;
  const LanePlace& place_;
  LaneMemory& memory_;
  dxil::ResourceFinder resources_;
  lower::LayoutTable layouts_;

  std::vector<Lane> lanes_;
  std::vector<uint32_t> order_;                       ///< By block of the result: its place in the order.
  std::map<std::pair<BlockId, uint32_t>, Way> ways_;  ///< By block of the result and slot.
  std::vector<uint32_t> active_;                      ///< The lanes that run together.
  std::vector<Handle> handles_;
  std::deque<Bytes> objects_;  ///< They keep their addresses when more are added.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t>
      object_numbers_;  ///< By kind, number and lane.
  size_t object_bytes_ = 0;
  uint64_t instructions_ = 0;  ///< How many have run, counted for each lane.
  LaneRun result_;
};

}  // namespace trellis::tools
