#include "lower/edit/function_copy.hpp"

#include "cfg/post_visit_order.hpp"
#include "lower/analysis/locate.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Function;
using dxil::kNone;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeKind;

Diagnostic FunctionCopy::fail(const Instruction& i, const char* message) const {
  return diagnose(ErrorCode::kUnsupported, old_, i, message);
}

dxil::TypeId FunctionCopy::scalar_type(TypeKind kind, uint8_t bits) {
  for (TypeId t = 0; t < module_.types.size(); ++t) {
    if (module_.types[t].kind == kind && module_.types[t].bits == bits) return t;
  }
  Type type;
  type.kind = kind;
  type.bits = bits;
  module_.types.push_back(type);
  return static_cast<TypeId>(module_.types.size() - 1);
}

dxil::TypeId FunctionCopy::pointer_type() {
  for (TypeId t = 0; t < module_.types.size(); ++t) {
    if (module_.types[t].kind == TypeKind::kPointer && module_.types[t].address_space == 0) return t;
  }
  return scalar_type(TypeKind::kPointer, 0);
}

dxil::TypeId FunctionCopy::sequence_type(TypeKind kind, TypeId element, uint32_t count) {
  const auto is_it = [&](const Type& known) {
    return known.kind == kind && known.element == element && known.count == count;
  };
  if (last_sequence_ != kNone && is_it(module_.types[last_sequence_])) return last_sequence_;
  for (TypeId t = 0; t < module_.types.size(); ++t) {
    if (is_it(module_.types[t])) return last_sequence_ = t;
  }
  Type type;
  type.kind = kind;
  type.element = element;
  type.count = count;
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

dxil::ValueId FunctionCopy::constant(TypeId type, ConstantKind kind, uint64_t bits) {
  Constant c;
  c.kind = kind;
  c.bits = bits;
  module_.constants.push_back(c);
  module_.values.push_back(
      {dxil::ValueKind::kConstant, type, static_cast<uint32_t>(module_.constants.size() - 1)});
  return static_cast<ValueId>(module_.values.size() - 1);
}

dxil::ValueId FunctionCopy::new_local(TypeId type) {
  new_.local_types.push_back(type);
  return kLocal | static_cast<ValueId>(new_.local_types.size() - 1);
}

dxil::ValueId FunctionCopy::i32(uint32_t value) {
  if (word_type_ == kNone) word_type_ = scalar_type(TypeKind::kInt, 32);
  if (value >= small_integers_.size()) return constant(word_type_, ConstantKind::kScalar, value);
  ValueId& known = small_integers_[value];
  if (known == kNone) known = constant(word_type_, ConstantKind::kScalar, value);
  return known;
}

dxil::ValueId FunctionCopy::add(const Instruction& like, TypeId type, std::span<const ValueId> operands) {
  new_.operands.insert(new_.operands.end(), operands.begin(), operands.end());
  return add_with_last(like, type, static_cast<uint32_t>(operands.size()));
}

dxil::ValueId FunctionCopy::add_with_last(const Instruction& like, TypeId type, uint32_t count) {
  Instruction i = like;
  i.type = type;
  i.first_operand = static_cast<uint32_t>(new_.operands.size()) - count;
  i.operand_count = count;
  i.result = module_.types[type].kind == TypeKind::kVoid ? kNone : new_local(type);
  new_.instructions.push_back(i);
  if (!old_.positions.empty()) {
    new_.positions.push_back(position_);
    position_.drop_bindings();
  }
  return i.result;
}

dxil::ValueId FunctionCopy::add(const Instruction& like, Opcode opcode, TypeId type,
                                std::initializer_list<ValueId> operands, uint32_t aux) {
  Instruction i = like;
  i.opcode = opcode;
  i.aux = aux;
  return add(i, type, operands);
}

Result<void> FunctionCopy::copy_body() {
  new_.name = old_.name;
  new_.case_values = old_.case_values;
  new_.shuffle_masks = old_.shuffle_masks;
  new_.instructions.reserve(old_.instructions.size() + old_.instructions.size() / 2);
  new_.operands.reserve(old_.operands.size() + old_.operands.size() / 2);
  new_.local_types.reserve(old_.local_types.size() * 2);
  if (!old_.positions.empty()) new_.positions.reserve(new_.instructions.capacity());
  new_.graph = old_.graph;
  new_.debug_scope = old_.debug_scope;
  new_.denorm_mode = old_.denorm_mode;
  new_.waves_include_helper_lanes = old_.waves_include_helper_lanes;
  // In this order, definitions precede their uses, except in phis. In the list of blocks, a block may precede
  // one that dominates it.
  const cfg::PostVisitOrder order(old_.graph);
  new_.blocks.resize(old_.blocks.size());
  for (dxil::BlockId block : order.reverse_post_order()) {
    new_.blocks[block].hints = old_.blocks[block].hints;
    new_.blocks[block].first_instruction = static_cast<uint32_t>(new_.instructions.size());
    begin_block(block);
    position_ = {};
    for (const Instruction& i : old_.instructions_of(block)) {
      const dxil::SourcePosition before = position_;
      position_ = old_.position_of(i);
      position_.take_bindings_of(before);
      TRELLIS_RETURN_IF_ERROR(rewrite(i));
    }
    new_.blocks[block].instruction_count =
        static_cast<uint32_t>(new_.instructions.size()) - new_.blocks[block].first_instruction;
  }
  return {};
}

void number_locals(dxil::Module& module) {
  constexpr dxil::ValueId kLocal = 0x80000000;
  const auto first_local = static_cast<uint32_t>(module.values.size());
  for (Function& function : module.functions) {
    const dxil::ValueId before = function.first_local;
    const auto number = [first_local, before](dxil::ValueId& v) {
      if (v == kNone) return;
      if (before != kNone) {
        if (v >= before) v = v - before + first_local;
      } else if ((v & kLocal) != 0) {
        v = first_local + (v & ~kLocal);
      }
    };
    function.first_local = first_local;
    for (dxil::ValueId& v : function.operands) number(v);
    for (dxil::Instruction& i : function.instructions) number(i.result);
    for (dxil::ValueName& name : function.names) number(name.value);
    for (dxil::DebugBinding& binding : function.bindings) number(binding.value);
  }
}

}  // namespace trellis::lower
