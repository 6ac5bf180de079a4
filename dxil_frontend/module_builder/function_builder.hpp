// Builds a function of the program while a reader decodes its body: blocks, graph, instructions and value
// ids.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "dxil_frontend/module_builder/module_builder.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// The properties of a function outside its body.
struct FunctionHead {
  std::string_view name;
  TypeId void_type = kNone, return_type = kNone;
  std::span<const TypeId> argument_types;
  std::string_view denorm_mode;  ///< See Function::denorm_mode.
  bool waves_include_helper_lanes = false;
};

class FunctionBuilder {
 public:
  FunctionBuilder(ModuleBuilder& module, Function& function)
      : builder_(module), function_(function), scratch_(module.scratch()) {}

  /// Whether the function has a phi or select of pointers.
  bool has_pointer_phis() const { return has_pointer_phis_; }

 protected:
  /// Starts the function. The arguments are its first local values.
  void begin(const FunctionHead& head);
  /// Builds the graph of the blocks reachable from the first one. `successors` has a row for each block.
  /// Returns false on error.
  bool make_graph(const CompressedRows<BlockId>& successors);
  /// Fills scratch_.edge_values: for each edge into the block, the index of the phi's value for that edge.
  /// `incoming`: the block that each value comes from.
  void match_incoming(BlockId block, std::span<const BlockId> incoming);
  /// Checks that the cases added from out.aux on are distinct, by sorting a copy.
  void check_cases(const Instruction& out);
  /// Fills an unreachable block with a single unreachable terminator.
  void fill_unreached() { emit(Opcode::kUnreachable, void_type_); }

  /// Emits one instruction with a result for each index of the path.
  void extract_value(ValueId aggregate, TypeId type, std::span<const uint32_t> path);
  /// Emits one instruction with a result, and two more for each index but the first.
  void insert_value(ValueId aggregate, TypeId type, ValueId value, std::span<const uint32_t> path);

  Instruction& emit(Opcode opcode, TypeId type) {
    Instruction added;
    added.opcode = opcode;
    added.type = type;
    added.first_operand = static_cast<uint32_t>(function_.operands.size());
    function_.instructions.push_back(added);
    return function_.instructions.back();
  }
  /// Gives the result the next local number. Results must be added in the order in which they were numbered.
  ValueId add_result(Instruction& instruction) {
    function_.local_types[next_local_] = instruction.type;
    instruction.result = next_local_++ | kLocalTag;
    return instruction.result;
  }
  Instruction& emit_result(Opcode opcode, TypeId type) {
    Instruction& out = emit(opcode, type);
    if (type != void_type_) add_result(out);
    return out;
  }
  TypeId member_type(TypeId aggregate, uint32_t index);
  void fail(ErrorCode code, String message) { builder_.fail(code, std::move(message)); }

  ModuleBuilder& builder_;
  Function& function_;
  FunctionScratch& scratch_;
  Vector<uint8_t>& reached_ = scratch_.reached;
  uint32_t next_local_ = 0;
  TypeId void_type_ = kNone;
  bool has_pointer_phis_ = false;
  BlockId current_block_ = kNone;
};

}  // namespace trellis::dxil
