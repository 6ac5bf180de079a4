#include "lower/memory/handle_memory.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cfg/post_visit_order.hpp"
#include "lower/analysis/handle_origins.hpp"
#include "lower/edit/function_copy.hpp"
#include "support/containers.hpp"

namespace trellis::lower {
namespace {

using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Op;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

/// Rewrites one function so that its memory holds indices instead of handles.
class HandleMemory final : public FunctionCopy {
 public:
  HandleMemory(Module& module, const Function& function, const HandleTypes& types,
               const HandleOrigins& origins)
      : FunctionCopy(module, function),
        types_(types),
        origins_(origins),
        singles_(old_.local_types.size(), kNone),
        indices_(old_.local_types.size(), kNone) {}

  Result<void> run() {
    new_.argument_types = old_.argument_types;
    new_.return_type = old_.return_type;
    for (uint32_t a = 0; a < old_.argument_types.size(); ++a) singles_[a] = new_local(old_.argument_types[a]);
    TRELLIS_RETURN_IF_ERROR(copy_body());
    for (const auto& [operand, value] : phi_operands_) new_.operands[operand] = whole(value);
    for (const auto& [operand, value] : index_operands_) new_.operands[operand] = index_of(value);
    // Names and source variables are not mapped to pointers into rewritten memory, which holds indices.
    const auto single_of = [this](ValueId value) {
      const bool is_index = origins_.variable_of(value) != kNone;
      return is_index ? kNone : singles_[value - old_.first_local];
    };
    copy_names(single_of);
    copy_bindings(single_of);
    return {};
  }

 private:
  Result<void> rewrite(const Instruction& i) override;
  void copy(const Instruction& i);
  void load(const Instruction& i);
  void add_index(const Instruction& i);
  TypeId type_with_indices(TypeId type);

  TypeId word() { return scalar_type(TypeKind::kInt, 32); }
  ValueId whole(ValueId old_value) const {
    return is_local(old_value) ? singles_[old_value - old_.first_local] : old_value;
  }
  /// Returns the index that replaces a handle in memory. Any index does for an undefined handle.
  ValueId index_of(ValueId old_handle) {
    const ValueId index = is_local(old_handle) ? indices_[old_handle - old_.first_local] : kNone;
    return index != kNone ? index : i32(0);
  }

  const HandleTypes& types_;
  const HandleOrigins& origins_;
  Vector<ValueId> singles_, indices_;  // Indexed by old local.
  Vector<std::pair<uint32_t, ValueId>> phi_operands_, index_operands_;
};

/// Returns the type with words in place of handles: an array, or an array of arrays, of words.
TypeId HandleMemory::type_with_indices(TypeId type) {
  Vector<uint64_t> counts;
  while (module_.types[type].kind == TypeKind::kArray) {
    counts.push_back(module_.types[type].count);
    type = module_.types[type].element;
  }
  TypeId made = word();
  while (!counts.empty()) {
    made = sequence_type(TypeKind::kArray, made, static_cast<uint32_t>(counts.back()));
    counts.pop_back();
  }
  return made;
}

void HandleMemory::copy(const Instruction& i) {
  Vector<ValueId> operands;
  const auto first = static_cast<uint32_t>(new_.operands.size());
  for (const ValueId v : old_.operands_of(i)) {
    if (i.opcode == Opcode::kPhi) {
      phi_operands_.emplace_back(first + static_cast<uint32_t>(operands.size()), v);
      operands.push_back(kNone);
    } else {
      operands.push_back(whole(v));
    }
  }
  const ValueId result = add(i, i.type, operands);
  if (i.result != kNone) singles_[i.result - old_.first_local] = result;
}

/// Records the index of a handle where the handle is created, selected or merged.
void HandleMemory::add_index(const Instruction& i) {
  if (!origins_.is_stored(i.result)) return;
  const std::span<const ValueId> operands = old_.operands_of(i);
  ValueId& index = indices_[i.result - old_.first_local];
  switch (i.opcode) {
    case Opcode::kDxOp:
      index = i.is(Op::kAnnotateHandle) ? index_of(operands[0])
                                        : whole(operands[HandleOrigins::index_operand(i)]);
      return;
    case Opcode::kFreeze:
      index = index_of(operands[0]);
      return;
    case Opcode::kSelect:
      index = add(i, word(), {whole(operands[0]), index_of(operands[1]), index_of(operands[2])});
      return;
    case Opcode::kPhi: {
      const auto first = static_cast<uint32_t>(new_.operands.size());
      for (uint32_t n = 0; n < operands.size(); ++n) index_operands_.emplace_back(first + n, operands[n]);
      index = add(i, word(), Vector<ValueId>(operands.size(), kNone));
      return;
    }
    default:
      return;
  }
}

void HandleMemory::load(const Instruction& i) {
  ValueId& single = singles_[i.result - old_.first_local];
  const ValueId pointer = old_.operands_of(i)[0];
  const HandleOrigins::Content& content = origins_.content_of_variable(origins_.variable_of(pointer));
  if (content.kind == HandleOrigins::Content::kNothing) {
    single = undef(i.type);
    return;
  }
  const ValueId index = add(i, Opcode::kLoad, word(), {whole(pointer)}, 4);
  indices_[i.result - old_.first_local] = index;
  const Instruction& maker = origins_.maker_of(content.root);
  Vector<ValueId> operands;
  for (const ValueId v : old_.operands_of(maker)) operands.push_back(v);
  operands[HandleOrigins::index_operand(maker)] = index;
  operands.back() = constant(scalar_type(TypeKind::kInt, 1), dxil::ConstantKind::kScalar,
                             content.is_non_uniform || origins_.is_non_uniform(pointer) ? 1 : 0);
  single = add(maker, i.type, operands);
  if (content.annotation == nullptr || content.annotations_differ) return;
  const ValueId properties = old_.operands_of(*content.annotation)[1];
  single = add(*content.annotation, i.type, {single, properties});
}

Result<void> HandleMemory::rewrite(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const bool makes_pointer = i.result != kNone && origins_.variable_of(i.result) != kNone;
  if (makes_pointer) {
    const uint32_t variable = origins_.variable_of(i.result);
    if (origins_.content_of_variable(variable).kind == HandleOrigins::Content::kNothing) return {};
    if (i.opcode != Opcode::kAlloca && i.opcode != Opcode::kGep) {
      singles_[i.result - old_.first_local] = whole(operands[0]);
      return {};
    }
    Instruction made = i;
    made.aux = type_with_indices(i.aux);
    Vector<ValueId> parts;
    for (const ValueId v : operands) parts.push_back(whole(v));
    singles_[i.result - old_.first_local] = add(made, i.type, parts);
    return {};
  }
  if (i.opcode == Opcode::kLoad && origins_.variable_of(operands[0]) != kNone) {
    load(i);
    return {};
  }
  if (i.opcode == Opcode::kStore && origins_.variable_of(operands[1]) != kNone) {
    const uint32_t variable = origins_.variable_of(operands[1]);
    if (origins_.content_of_variable(variable).kind == HandleOrigins::Content::kNothing) return {};
    add(i, Opcode::kStore, i.type, {index_of(operands[0]), whole(operands[1])}, 4);
    return {};
  }
  copy(i);
  if (i.result != kNone && types_.is_handle(i.type)) add_index(i);
  return {};
}

bool has_handle_variable(const Function& function, const HandleTypes& types) {
  return std::ranges::any_of(function.instructions, [&](const Instruction& i) {
    return i.opcode == Opcode::kAlloca && types.holds_handles(i.aux);
  });
}

}  // namespace

bool has_handle_memory(const Module& module, std::span<const uint8_t> is_reached) {
  const HandleTypes types(module);
  if (!types.any()) return false;
  for (size_t f = 0; f < module.functions.size(); ++f) {
    if (!is_reached.empty() && is_reached[f] == 0) continue;
    if (has_handle_variable(module.functions[f], types)) return true;
  }
  return false;
}

Result<void> replace_handle_memory(dxil::Shader& shader) {
  Module& module = shader.module;
  const HandleTypes types(module);
  // In a library, remove_resource_memory() handles the remaining variables.
  const bool may_stay = shader.kind == dxil::ShaderKind::kLibrary;
  // All functions are analyzed before any is written, because writing adds module-level values.
  Map<size_t, HandleOrigins> origins;
  for (size_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (!has_handle_variable(function, types)) continue;
    HandleOrigins& found = origins.try_emplace(f, module, function, types).first->second;
    TRELLIS_RETURN_IF_ERROR(found.find(may_stay));
  }
  for (const auto& [f, found] : origins) {
    HandleMemory copy(module, module.functions[f], types, found);
    TRELLIS_RETURN_IF_ERROR(copy.run());
    module.functions[f] = copy.take();
  }
  number_locals(module);
  return {};
}

}  // namespace trellis::lower
