#include "spirv_backend/debug_info/variable_parts.hpp"

namespace trellis::spirv {
namespace {

using dxil::DebugInfo;
using dxil::DebugType;
using dxil::DebugTypeKind;

/// Returns true if the type is a vector or array of this many scalars, or a scalar if it is 1.
bool is_row(const DebugInfo& info, const DebugType& type, uint32_t scalars) {
  if (type.kind == DebugTypeKind::kBasic) return scalars == 1;
  const bool is_sequence = type.kind == DebugTypeKind::kVector || type.kind == DebugTypeKind::kArray;
  if (!is_sequence || type.count != scalars) return false;
  // A vector of one component is written as a scalar.
  if (scalars == 1 && type.kind == DebugTypeKind::kVector) return false;
  return info.types[type.element].kind == DebugTypeKind::kBasic;
}

/// Descends to the element that contains the bits at `offset`, which becomes relative to the element.
bool enter(const DebugInfo& info, uint64_t& offset, VariablePart& part) {
  const DebugType& type = info.types[part.type];
  if (type.kind == DebugTypeKind::kStruct) {
    for (uint32_t n = 0; n < type.members.size(); ++n) {
      const dxil::DebugMember& member = type.members[n];
      if (offset < member.offset_bits || offset - member.offset_bits >= member.bits) continue;
      offset -= member.offset_bits;
      part.indices.push_back(n);
      part.type = member.type;
      return true;
    }
    return false;
  }
  if (type.kind == DebugTypeKind::kBasic || type.kind == DebugTypeKind::kFunction) return false;
  const uint64_t stride = info.types[type.element].bits;
  if (stride == 0 || offset >= type.bits) return false;
  const uint64_t index = offset / stride;
  offset %= stride;
  part.type = type.element;
  if (type.kind == DebugTypeKind::kMatrix) {
    if (type.rows > 1) part.indices.push_back(static_cast<uint32_t>(index / type.count));
    if (type.count > 1) part.indices.push_back(static_cast<uint32_t>(index % type.count));
  } else if (type.kind == DebugTypeKind::kArray || type.count > 1) {
    part.indices.push_back(static_cast<uint32_t>(index));
  }
  return true;
}

}  // namespace

bool find_part(const DebugInfo& info, const WantedPart& wanted, VariablePart& part) {
  constexpr uint32_t kMostSteps = 128;
  if (wanted.type == cfg::kNone) return false;
  part.indices.clear();
  part.type = wanted.type;
  uint64_t offset = wanted.offset_bits;
  const uint64_t bits = wanted.bits != 0 ? wanted.bits : info.types[wanted.type].bits;
  for (uint32_t step = 0; step < kMostSteps; ++step) {
    const DebugType& type = info.types[part.type];
    if (offset == 0 && type.bits == bits && is_row(info, type, wanted.scalars)) return true;
    if (bits > type.bits || offset > type.bits - bits || !enter(info, offset, part)) return false;
  }
  return false;
}

}  // namespace trellis::spirv
