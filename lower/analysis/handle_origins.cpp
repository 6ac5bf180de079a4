#include "lower/analysis/handle_origins.hpp"

#include <algorithm>
#include <string_view>

#include "cfg/post_visit_order.hpp"
#include "lower/analysis/locate.hpp"

namespace trellis::lower {

using dxil::BlockId;
using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

HandleTypes::HandleTypes(const dxil::Module& module) : module_(module), is_handle_(module.types.size(), 0) {
  for (TypeId t = 0; t < module.types.size(); ++t) {
    const std::string_view name = module.types[t].name;
    if (module.types[t].kind != TypeKind::kStruct || !name.starts_with("dx.types.Handle")) continue;
    is_handle_[t] = 1;
    any_ = true;
  }
}

bool HandleTypes::holds_handles(TypeId type) const {
  // The same maximum depth as for other types in memory (memory_layout.cpp).
  for (uint32_t depth = 0; depth < 64 && module_.types[type].kind == TypeKind::kArray; ++depth) {
    if (module_.types[type].count > UINT32_MAX) return false;
    type = module_.types[type].element;
  }
  return is_handle(type);
}

uint32_t HandleOrigins::index_operand(const Instruction& i) {
  if (i.is(Op::kCreateHandleFromHeap) && i.operand_count == 3) return 0;
  if (i.is(Op::kCreateHandleFromBinding) && i.operand_count == 3) return 1;
  if (i.is(Op::kCreateHandle) && i.operand_count == 4) return 2;
  return kNone;
}

uint32_t HandleOrigins::root_of(const Instruction& maker) {
  const std::span<const ValueId> operands = function_.operands_of(maker);
  const uint32_t index = index_operand(maker);
  Vector<ValueId> key = {maker.aux};
  for (uint32_t n = 0; n + 1 < operands.size(); ++n) {
    if (n == index) continue;
    if (!module_.is_module_value(operands[n])) return kNone;
    key.push_back(operands[n]);
  }
  const auto [found, is_new] = roots_.emplace(key, static_cast<uint32_t>(makers_.size()));
  if (is_new) makers_.push_back(&maker);
  return found->second;
}

uint32_t HandleOrigins::variable_of(ValueId value) const {
  const uint32_t variable = pointed(value);
  if (variable == kNone) return kNone;
  return variables_[variable].content.kind <= Content::kOne ? variable : kNone;
}

void HandleOrigins::join(Content& content, const Content& more) const {
  if (more.kind == Content::kNothing || content.kind == Content::kUnclear) return;
  if (content.kind == Content::kNothing || more.kind == Content::kUnclear) {
    content = more;
    return;
  }
  if (content.kind == Content::kSeveral) return;
  if (more.kind == Content::kSeveral || more.root != content.root) {
    content = {Content::kSeveral};
    return;
  }
  content.is_non_uniform |= more.is_non_uniform;
  // Handles without properties get them at their uses.
  if (content.annotation == nullptr) content.annotation = more.annotation;
  content.annotations_differ |= more.annotations_differ;
  if (content.annotation != nullptr && more.annotation != nullptr) {
    content.annotations_differ |=
        function_.operands_of(*content.annotation)[1] != function_.operands_of(*more.annotation)[1];
  }
}

HandleOrigins::Content HandleOrigins::content_of(ValueId handle) const {
  if (handle >= function_.first_local) return contents_[handle - function_.first_local];
  const dxil::Constant* c = module_.constant(handle);
  const bool is_nothing =
      c != nullptr && (c->kind == dxil::ConstantKind::kUndef || c->kind == dxil::ConstantKind::kNull);
  return {is_nothing ? Content::kNothing : Content::kUnclear};
}

HandleOrigins::Content HandleOrigins::made_by(const Instruction& i) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  Content content;
  switch (i.opcode) {
    case Opcode::kLoad: {
      const uint32_t variable = pointed(operands[0]);
      return variable == kNone ? Content{Content::kUnclear} : variables_[variable].content;
    }
    case Opcode::kFreeze:
      return content_of(operands[0]);
    case Opcode::kSelect:
      content = content_of(operands[1]);
      join(content, content_of(operands[2]));
      return content;
    case Opcode::kPhi:
      for (const ValueId v : operands) join(content, content_of(v));
      return content;
    case Opcode::kDxOp:
      if (i.is(Op::kAnnotateHandle) && i.operand_count == 2) {
        content = content_of(operands[0]);
        if (content.kind != Content::kOne) return content;
        content.annotation = &i;
        content.annotations_differ = false;
        return content;
      }
      if (index_operand(i) == kNone) break;
      content.root = root_of(i);
      content.kind = content.root == kNone ? Content::kUnclear : Content::kOne;
      content.is_non_uniform = module_.scalar_bits(operands.back()).value_or(1) != 0;
      return content;
    default:
      break;
  }
  return {Content::kUnclear};
}

void HandleOrigins::find_pointers() {
  const cfg::PostVisitOrder order(function_.graph);
  for (const BlockId block : order.reverse_post_order()) {
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.result == kNone) continue;
      const uint32_t local = i.result - function_.first_local;
      if (i.opcode == Opcode::kAlloca && types_.holds_handles(i.aux)) {
        pointed_[local] = static_cast<uint32_t>(variables_.size());
        variables_.push_back({&i, {}});
        if (i.operand_count != 0 && module_.scalar_bits(function_.operands_of(i)[0]) != 1) {
          variables_.back().content.kind = Content::kUnclear;
        }
        continue;
      }
      const bool is_address = i.opcode == Opcode::kGep || i.opcode == Opcode::kBitcast ||
                              i.opcode == Opcode::kAddrSpaceCast || i.opcode == Opcode::kFreeze;
      if (!is_address) continue;
      const ValueId base = function_.operands_of(i)[0];
      pointed_[local] = pointed(base);
      if (pointed_[local] == kNone) continue;
      is_non_uniform_[local] =
          (i.flags & dxil::kNonUniform) != 0 || is_non_uniform_[base - function_.first_local] != 0;
      if (i.opcode == Opcode::kGep && !types_.holds_handles(i.aux)) {
        variables_[pointed_[local]].content.kind = Content::kUnclear;
      }
    }
  }
}

/// Marks variables as unclear whose address escapes, or whose handles are not loaded and stored one at a
/// time.
void HandleOrigins::find_uses() {
  for (const Instruction& i : function_.instructions) {
    const std::span<const ValueId> operands = function_.operands_of(i);
    if (i.result != kNone && pointed(i.result) != kNone) continue;
    for (uint32_t n = 0; n < operands.size(); ++n) {
      const uint32_t variable = pointed(operands[n]);
      if (variable == kNone) continue;
      const bool is_load = i.opcode == Opcode::kLoad && types_.is_handle(i.type);
      const bool is_store =
          i.opcode == Opcode::kStore && n == 1 && types_.is_handle(module_.type_of(function_, operands[0]));
      if (!is_load && !is_store) variables_[variable].content.kind = Content::kUnclear;
    }
  }
}

/// Terminates because contents only become less clear, each in a few steps.
void HandleOrigins::find_contents() {
  const cfg::PostVisitOrder order(function_.graph);
  for (bool changed = true; changed;) {
    changed = false;
    const auto add = [&](Content& content, const Content& more) {
      const Content before = content;
      join(content, more);
      changed |= content != before;
    };
    for (const BlockId block : order.reverse_post_order()) {
      for (const Instruction& i : function_.instructions_of(block)) {
        if (i.opcode == Opcode::kStore) {
          const std::span<const ValueId> operands = function_.operands_of(i);
          const uint32_t variable = pointed(operands[1]);
          if (variable != kNone) add(variables_[variable].content, content_of(operands[0]));
        } else if (i.result != kNone && types_.is_handle(i.type)) {
          add(contents_[i.result - function_.first_local], made_by(i));
        }
      }
    }
  }
}

/// Finds the handles whose indices are needed: those that reach a replaceable variable.
void HandleOrigins::find_stored() {
  Vector<const Instruction*> definitions(function_.local_types.size(), nullptr);
  for (const Instruction& i : function_.instructions) {
    if (i.result != kNone) definitions[i.result - function_.first_local] = &i;
  }
  Vector<ValueId> work;
  const auto need = [&](ValueId handle) {
    if (handle < function_.first_local || is_stored_[handle - function_.first_local] != 0) return;
    is_stored_[handle - function_.first_local] = 1;
    work.push_back(handle);
  };
  for (const Instruction& i : function_.instructions) {
    if (i.opcode != Opcode::kStore) continue;
    const std::span<const ValueId> operands = function_.operands_of(i);
    if (variable_of(operands[1]) != kNone) need(operands[0]);
  }
  while (!work.empty()) {
    const Instruction* i = definitions[work.back() - function_.first_local];
    work.pop_back();
    if (i == nullptr) continue;
    const std::span<const ValueId> operands = function_.operands_of(*i);
    const bool is_choice =
        i->opcode == Opcode::kPhi || i->opcode == Opcode::kSelect || i->opcode == Opcode::kFreeze;
    for (uint32_t n = i->opcode == Opcode::kSelect ? 1 : 0; is_choice && n < operands.size(); ++n) {
      need(operands[n]);
    }
    if (i->is(Op::kAnnotateHandle)) need(operands[0]);
  }
}

Result<void> HandleOrigins::find(bool may_stay) {
  pointed_.assign(function_.local_types.size(), kNone);
  is_non_uniform_.assign(function_.local_types.size(), 0);
  is_stored_.assign(function_.local_types.size(), 0);
  contents_.assign(function_.local_types.size(), {});
  std::fill_n(contents_.begin(), function_.argument_types.size(), Content{Content::kUnclear});
  find_pointers();
  find_uses();
  find_contents();
  find_stored();
  for (const Variable& variable : variables_) {
    if (may_stay || variable.content.kind <= Content::kOne) continue;
    return diagnose(
        ErrorCode::kUnsupported, function_, *variable.alloca,
        variable.content.kind == Content::kSeveral
            ? "a local variable that may hold handles of different bindings or heaps is not supported"
            : "cannot determine which resources a local variable holds");
  }
  return {};
}

}  // namespace trellis::lower
