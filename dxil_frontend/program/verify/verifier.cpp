#include "dxil_frontend/program/verify/verifier.hpp"

#include <algorithm>

#include "cfg/dominators.hpp"
#include "cfg/post_visit_order.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kMaxTypeDepth = 64;

Location bitcode_location() {
  Location where;
  where.part = "bitcode";
  return where;
}

uint32_t child_count(const Type& type) {
  if (type.kind == TypeKind::kStruct) return static_cast<uint32_t>(type.members.size());
  return type.kind == TypeKind::kArray || type.kind == TypeKind::kVector ? 1 : 0;
}
TypeId child(const Type& type, uint32_t i) {
  return type.kind == TypeKind::kStruct ? type.members[i] : type.element;
}

// Computes the depth of every type, members first. The cost does not depend on the number of elements of
// arrays.
class TypeDepths {
 public:
  explicit TypeDepths(const Module& module)
      : module_(module), state_(module.types.size()), depth_(module.types.size()) {}

  Result<void> run() {
    for (TypeId type = 0; type < module_.types.size(); ++type) {
      TRELLIS_RETURN_IF_ERROR(measure(type));
    }
    return {};
  }

 private:
  struct Frame {
    TypeId type;
    uint32_t next;
  };

  Result<void> measure(TypeId root) {
    if (state_[root] != 0) return {};
    stack_.push_back({root, 0});
    state_[root] = 1;
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const Type& type = module_.types[frame.type];
      if (frame.next < child_count(type)) {
        const TypeId inner = child(type, frame.next++);
        if (state_[inner] == 1)
          return bad_input("type '" + printable(type.name) + "' contains itself", bitcode_location());
        if (state_[inner] == 0) {
          state_[inner] = 1;
          stack_.push_back({inner, 0});
        }
        continue;
      }
      TRELLIS_RETURN_IF_ERROR(close(frame.type));
      state_[frame.type] = 2;
      stack_.pop_back();
    }
    return {};
  }

  Result<void> close(TypeId id) {
    const Type& type = module_.types[id];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < child_count(type); ++i) {
      depth = std::max(depth, depth_[child(type, i)]);
    }
    if (depth + 1 > kMaxTypeDepth) {
      return unsupported("types nest deeper than " + decimal(kMaxTypeDepth), bitcode_location());
    }
    depth_[id] = depth + 1;
    return {};
  }

  const Module& module_;
  Vector<uint8_t> state_;  // 0 new, 1 open, 2 done.
  Vector<uint32_t> depth_;
  Vector<Frame> stack_;
};

// Checks that definitions dominate uses.
class DominanceCheck {
 public:
  DominanceCheck(const Function& function, ProgramForm form)
      : function_(function), form_(form), argument_count_(function.argument_types.size()) {
    definitions_.resize(function.local_types.size());
    if (function.blocks.size() > 1) {
      dominators_ = cfg::build_dominators(function.graph, cfg::PostVisitOrder(function.graph));
    }
  }

  Result<void> run() {
    const auto block_count = static_cast<BlockId>(function_.blocks.size());
    for (BlockId block = 0; block < block_count; ++block) {
      const uint32_t first = function_.blocks[block].first_instruction;
      for (uint32_t i = 0; i < function_.blocks[block].instruction_count; ++i) {
        const ValueId result = function_.instructions[first + i].result;
        if (result != kNone) definitions_[result - function_.first_local] = {block, first + i};
      }
    }
    for (BlockId block = 0; block < block_count; ++block) {
      const uint32_t first = function_.blocks[block].first_instruction;
      for (uint32_t i = 0; i < function_.blocks[block].instruction_count; ++i) {
        if (!uses_are_dominated(block, first + i)) {
          return bad_input("a value is used where its definition does not dominate the use",
                           location_of(function_, block, first + i));
        }
      }
    }
    return {};
  }

 private:
  /// Passes may leave blocks that nothing leads to: they are not emitted.
  bool is_dead(BlockId block) const {
    return form_ == ProgramForm::kLowered && function_.blocks.size() > 1 && !dominators_.in_tree(block);
  }

  bool dominates(BlockId a, BlockId b) const {
    return a == b || is_dead(b) || (function_.blocks.size() > 1 && dominators_.dominates(a, b));
  }

  bool uses_are_dominated(BlockId block, uint32_t index) const {
    const Instruction& instruction = function_.instructions[index];
    const std::span<const ValueId> operands = function_.operands_of(instruction);
    const bool is_phi = instruction.opcode == Opcode::kPhi;
    const uint32_t first = is_phi ? index : function_.blocks[block].first_instruction;
    const auto first_result = static_cast<ValueId>(function_.first_local + argument_count_);
    for (uint32_t i = 0; i < operands.size(); ++i) {
      if (operands[i] < first_result) continue;
      const uint32_t local = operands[i] - function_.first_local;
      if (local >= definitions_.size()) return false;
      const Definition definition = definitions_[local];
      if (definition.index >= first && definition.index < index) continue;  // Earlier in the same block.
      if (definition.index == kNone) return false;
      if (is_phi) {
        const cfg::EdgeId edge = function_.graph.in_edges(block)[i];
        if (!dominates(definition.block, function_.graph.source(edge))) return false;
      } else if (definition.block == block) {
        if (definition.index >= index) return false;
      } else if (!dominates(definition.block, block)) {
        return false;
      }
    }
    return true;
  }

  /// Where a value is defined.
  struct Definition {
    BlockId block = kNone;
    uint32_t index = kNone;  ///< Of the instruction.
  };

  const Function& function_;
  const ProgramForm form_;
  const size_t argument_count_;
  Vector<Definition> definitions_;  // By local value.
  cfg::DominatorTree dominators_;
};

}  // namespace

Result<void> check_types(const Module& module) { return TypeDepths(module).run(); }

Result<void> check_function(const Module& module, const Function& function, ProgramForm form) {
  TRELLIS_RETURN_IF_ERROR(check_instruction_types(module, function, form));
  return DominanceCheck(function, form).run();
}

Result<void> check_no_recursion(const Module& module) {
  const auto count = static_cast<uint32_t>(module.functions.size());
  Vector<uint8_t> state(count);
  struct Frame {
    uint32_t function, next;  // next: the instruction to examine next.
  };
  Vector<Frame> stack;
  for (uint32_t root = 0; root < count; ++root) {
    if (state[root] != 0) continue;
    state[root] = 1;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::span<const Instruction> instructions = module.functions[frame.function].instructions;
      const auto call = std::find_if(instructions.begin() + frame.next, instructions.end(),
                                     [](const Instruction& i) { return i.opcode == Opcode::kCall; });
      if (call == instructions.end()) {
        state[frame.function] = 2;
        stack.pop_back();
        continue;
      }
      frame.next = static_cast<uint32_t>(call - instructions.begin()) + 1;
      const uint32_t callee = call->aux;
      if (state[callee] == 1) {
        Location where = bitcode_location();
        where.function = printable(module.functions[callee].name);
        return bad_input("the function calls itself", where);
      }
      if (state[callee] == 0) {
        state[callee] = 1;
        stack.push_back({callee, 0});
      }
    }
  }
  return {};
}

Result<void> verify_lowered(const Module& module) {
  TRELLIS_RETURN_IF_ERROR(check_types(module));
  for (const Function& function : module.functions) {
    if (function.blocks.empty()) continue;
    TRELLIS_RETURN_IF_ERROR(check_function(module, function, ProgramForm::kLowered));
  }
  return check_no_recursion(module);
}

Location location_of(const Function& function, BlockId block, uint32_t instruction) {
  Location where;
  where.part = "bitcode";
  where.function = printable(function.name);
  where.block = decimal(block);
  where.instruction = "instruction " + decimal(instruction - function.blocks[block].first_instruction);
  const Instruction& i = function.instructions[instruction];
  if (i.opcode == Opcode::kDxOp) where.operation = describe_op(i.op());
  return where;
}

}  // namespace trellis::dxil
