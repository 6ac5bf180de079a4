#include "lower/analysis/memory_layout.hpp"

#include <algorithm>

namespace trellis::lower {
namespace {

using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;

// More than any type of HLSL needs; bounds the recursion over types.
constexpr uint32_t kMaxTypeDepth = 64;

uint64_t round_up(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

/// Returns the number of innermost array elements in the type of a resource symbol; any other type counts as
/// one.
uint64_t element_count(const dxil::Module& module, TypeId type) {
  uint64_t count = 1;
  for (uint32_t depth = 0; depth < kMaxTypeDepth && type < module.types.size(); ++depth) {
    const Type& t = module.types[type];
    if (t.kind != TypeKind::kArray) break;
    // An unbounded array is the outermost; its count of 0 never multiplies an index.
    count *= std::min<uint64_t>(t.count, UINT32_MAX);
    type = t.element;
    if (count > UINT32_MAX) return UINT32_MAX;
  }
  return count;
}

int64_t signed_index(uint64_t bits, const Type& type) {
  if (type.bits >= 64) return static_cast<int64_t>(bits);
  const uint32_t unused = 64u - type.bits;
  return static_cast<int64_t>(bits << unused) >> unused;
}

}  // namespace

uint8_t LayoutTable::scalar_bytes(const Type& type) const {
  if (type.bits == 16) return native_16bit_ ? 2 : 4;
  if (type.bits == 64) return 8;
  // Bools take 32 bits in memory.
  return type.bits == 8 ? 1 : 4;
}

const TypeLayout& LayoutTable::of(TypeId type) { return of(type, 0); }

const TypeLayout& LayoutTable::of(TypeId type, uint32_t depth) {
  static const TypeLayout kUnknown;
  if (type >= layouts_.size() || depth > kMaxTypeDepth) return kUnknown;
  if (!layouts_[type].is_done) {
    const TypeLayout layout = compute(type, depth);
    layouts_[type] = {true, layout};
  }
  return layouts_[type].layout;
}

TypeLayout LayoutTable::compute(TypeId type, uint32_t depth) {
  const Type& t = module_.types[type];
  TypeLayout layout;
  switch (t.kind) {
    case TypeKind::kInt:
    case TypeKind::kFloat:
      layout.is_known = true;
      layout.align = layout.narrowest = scalar_bytes(t);
      layout.size = layout.align;
      layout.has_floats = t.kind == TypeKind::kFloat;
      layout.has_ints = !layout.has_floats;
      return layout;
    case TypeKind::kVector:
    case TypeKind::kArray: {
      layout = of(t.element, depth + 1);
      if (t.count > kMaxObjectBytes || layout.size * t.count > kMaxObjectBytes) layout.is_known = false;
      layout.size = layout.is_known ? layout.size * t.count : 0;
      return layout;
    }
    case TypeKind::kStruct: {
      layout.is_known = true;
      for (TypeId member : t.members) {
        const TypeLayout& m = of(member, depth + 1);
        // Memory objects consist of units of the narrowest scalar, so each member needs its alignment.
        if (!m.is_known || (t.is_packed && layout.size % m.align != 0)) return {};
        layout.size = round_up(layout.size, m.align) + m.size;
        layout.align = std::max(layout.align, m.align);
        layout.narrowest = std::min(layout.narrowest, m.narrowest);
        layout.has_ints |= m.has_ints;
        layout.has_floats |= m.has_floats;
        if (layout.size > kMaxObjectBytes) return {};
      }
      if (t.is_packed && layout.size % layout.align != 0) return {};
      layout.size = round_up(layout.size, layout.align);
      return layout;
    }
    default:
      return layout;
  }
}

uint64_t LayoutTable::member_offset(TypeId type, uint32_t member) {
  const Type& t = module_.types[type];
  uint64_t offset = 0;
  for (uint32_t i = 0; i <= member; ++i) {
    const TypeLayout& m = of(t.members[i]);
    offset = round_up(offset, m.align);
    if (i < member) offset += m.size;
  }
  return offset;
}

bool sum_address(const dxil::Module& module, LayoutTable& layouts, TypeId source,
                 const dxil::ValueId* indices, uint32_t index_count, bool elements, AddressTerms& result) {
  result.constant = 0;
  result.terms.clear();
  const auto size_of = [&](TypeId type) -> std::optional<uint64_t> {
    if (elements) return element_count(module, type);
    const TypeLayout& layout = layouts.of(type);
    return layout.is_known ? std::optional(layout.size) : std::nullopt;
  };
  TypeId type = source;
  for (uint32_t n = 0; n < index_count; ++n) {
    const std::optional<uint64_t> bits = module.scalar_bits(indices[n]);
    TypeId element = type;
    if (n > 0) {
      if (type >= module.types.size()) return false;
      const Type& t = module.types[type];
      if (t.kind == TypeKind::kStruct) {
        if (!bits || *bits >= t.members.size() || elements || !layouts.of(type).is_known) return false;
        result.constant += static_cast<int64_t>(layouts.member_offset(type, static_cast<uint32_t>(*bits)));
        type = t.members[*bits];
        continue;
      }
      if (t.kind != TypeKind::kArray && t.kind != TypeKind::kVector) return false;
      element = t.element;
    }
    if (n == 0 && bits == 0) continue;
    const std::optional<uint64_t> stride = size_of(element);
    if (!stride) return false;
    if (bits) {
      const int64_t index = signed_index(*bits, module.types[module.values[indices[n]].type]);
      // Wraps like 32-bit addresses; offsets within objects are far smaller.
      result.constant = static_cast<int32_t>(static_cast<uint32_t>(result.constant) +
                                             static_cast<uint32_t>(index) * static_cast<uint32_t>(*stride));
    } else {
      result.terms.push_back({indices[n], *stride});
    }
    type = element;
  }
  return true;
}

}  // namespace trellis::lower
