#include "lower/vendor/intrinsics.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/analysis/locate.hpp"

namespace trellis::lower {

using dxil::Instruction;
using dxil::kNone;
using dxil::ResourceKind;
using dxil::ValueId;

ValueId FinderInput::handle_of(const Instruction& i) const {
  if (i.opcode != dxil::Opcode::kDxOp) return kNone;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  if (op == nullptr || op->handle == dxil::HandleUse::kNoHandle ||
      op->handle == dxil::HandleUse::kMakesHandle || op->first_handle() >= i.operand_count) {
    return kNone;
  }
  return function.operands_of(i)[op->first_handle()];
}

std::optional<uint64_t> constant_bits(const dxil::Module& module, ValueId value, uint8_t element) {
  if (element == Intrinsic::kWhole) return module.scalar_bits(value);
  const dxil::Constant* constant = module.constant(value);
  if (constant == nullptr) return std::nullopt;
  switch (constant->kind) {
    case dxil::ConstantKind::kNull:
      return 0;
    case dxil::ConstantKind::kData:
      if (element >= constant->element_count) return std::nullopt;
      return module.constant_data[constant->first_element + element];
    case dxil::ConstantKind::kAggregate:
      if (element >= constant->element_count) return std::nullopt;
      return module.scalar_bits(module.constant_elements[constant->first_element + element]);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> FinderInput::constant_operand(const Intrinsic& intrinsic, uint32_t n) const {
  const ValueId value = intrinsic.operands[n];
  if (value == kNone) return std::nullopt;
  return constant_bits(shader.module, locals.resolve(value), intrinsic.elements[n]);
}

Result<void> FinderInput::refuse(uint32_t instruction, String message) const {
  Diagnostic diagnostic =
      diagnose(ErrorCode::kUnsupported, function, function.instructions[instruction], std::move(message));
  if (found.zero_warnings == nullptr) return diagnostic;
  found.zero_warnings->push_back(diagnostic.to_string() + ": the result is zero");
  return {};
}

bool FinderInput::set_target(Intrinsic& intrinsic, ValueId handle, bool is_64bit) const {
  const dxil::ResourceOfHandle resource = handles.find(handle);
  intrinsic.target = handle;
  if (resource.from_heap) {
    intrinsic.target_kind = ResourceKind::kRawBuffer;  // The kind in the heap is unknown.
    return true;
  }
  if (resource.resource == nullptr || resource.resource_class != dxil::ResourceClass::kUav ||
      resource.resource == buffer) {
    return false;
  }
  intrinsic.target_kind = resource.resource->kind;
  const bool is_texture = intrinsic.target_kind == ResourceKind::kTexture1D ||
                          intrinsic.target_kind == ResourceKind::kTexture2D ||
                          intrinsic.target_kind == ResourceKind::kTexture3D;
  if (!is_texture) return intrinsic.target_kind == ResourceKind::kRawBuffer;
  if (!is_64bit) return true;
  const dxil::ComponentType type = resource.resource->component_type;
  if (type != dxil::ComponentType::kU32 && type != dxil::ComponentType::kU64) return false;
  found.wide_texels.push_back(static_cast<uint32_t>(resource.resource - shader.resources.data()));
  return true;
}

const IntrinsicRow* find_row(std::span<const IntrinsicRow> rows, uint32_t number) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [number](const IntrinsicRow& row) { return row.number == number; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace trellis::lower
