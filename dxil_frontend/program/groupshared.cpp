#include "dxil_frontend/program/groupshared.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::dxil {
namespace {

constexpr uint8_t kGroupsharedSpace = 3;
constexpr uint32_t kDeepestType = 64;
constexpr uint64_t kMostBytes = uint64_t{1} << 40;  // Sums saturate here, so nothing overflows.

struct Extent {
  uint64_t bytes = 0, alignment = 1;
};

uint64_t rounded(uint64_t bytes, uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

class Sizes {
 public:
  Sizes(const Module& module, bool native_16bit)
      : module_(module), native_16bit_(native_16bit), known_(module.types.size()) {}

  Extent of(TypeId id, uint32_t depth = 0) {
    if (id >= known_.size() || depth > kDeepestType) return {};
    if (!known_[id].is_done) known_[id] = {true, compute(module_.types[id], depth)};
    return known_[id].extent;
  }

 private:
  struct Entry {
    bool is_done = false;
    Extent extent;
  };

  Extent compute(const Type& type, uint32_t depth) {
    switch (type.kind) {
      case TypeKind::kInt:
      case TypeKind::kFloat: {
        const bool is_word = type.bits == 1 || (type.bits == 16 && !native_16bit_);
        const uint64_t bytes = is_word ? 4 : std::max(type.bits / 8, 1);
        return {bytes, bytes};
      }
      case TypeKind::kVector:
      case TypeKind::kArray: {
        Extent extent = of(type.element, depth + 1);
        const bool is_small = extent.bytes == 0 || type.count <= kMostBytes / extent.bytes;
        extent.bytes = is_small ? extent.bytes * type.count : kMostBytes;
        return extent;
      }
      case TypeKind::kStruct:
        return structure(type, depth);
      default:
        return {};
    }
  }

  Extent structure(const Type& type, uint32_t depth) {
    Extent all;
    for (const TypeId member : type.members) {
      const Extent extent = of(member, depth + 1);
      const uint64_t alignment = type.is_packed ? 1 : extent.alignment;
      all.bytes = std::min(rounded(all.bytes, alignment) + extent.bytes, kMostBytes);
      all.alignment = std::max(all.alignment, alignment);
    }
    all.bytes = rounded(all.bytes, all.alignment);
    return all;
  }

  const Module& module_;
  bool native_16bit_;
  Vector<Entry> known_;
};

/// Marks the module-level values that code uses, directly or through constant addresses.
class Marks {
 public:
  explicit Marks(const Module& module) : module_(module), is_marked_(module.values.size(), 0) {}

  void mark(ValueId value) {
    take(value);
    while (!open_.empty()) {
      const Constant* constant = module_.constant(open_.back());
      open_.pop_back();
      if (constant == nullptr) continue;
      if (constant->kind != ConstantKind::kAddress && constant->kind != ConstantKind::kAggregate) continue;
      for (uint32_t n = 0; n < constant->element_count; ++n)
        take(module_.constant_elements[constant->first_element + n]);
    }
  }
  bool has(ValueId value) const { return is_marked_[value] != 0; }

 private:
  void take(ValueId value) {
    if (value >= is_marked_.size() || is_marked_[value] != 0) return;
    is_marked_[value] = 1;
    open_.push_back(value);
  }

  const Module& module_;
  Vector<uint8_t> is_marked_;
  Vector<ValueId> open_;
};

void mark_uses(const Module& module, const EntryPoint& entry_point, Marks& marks) {
  Vector<uint8_t> is_reached(module.functions.size(), 0);
  Vector<uint32_t> open;
  const auto reach = [&](uint32_t function) {
    if (function >= is_reached.size() || is_reached[function] != 0) return;
    is_reached[function] = 1;
    open.push_back(function);
  };
  reach(entry_point.function);
  while (!open.empty()) {
    const Function& function = module.functions[open.back()];
    open.pop_back();
    for (const Instruction& i : function.instructions) {
      if (i.opcode == Opcode::kCall) reach(i.aux);
      for (const ValueId operand : function.operands_of(i)) marks.mark(operand);
    }
  }
}

}  // namespace

uint64_t groupshared_bytes(const Module& module, const EntryPoint& entry_point) {
  const auto is_groupshared = [](const Global& global) { return global.address_space == kGroupsharedSpace; };
  if (std::none_of(module.globals.begin(), module.globals.end(), is_groupshared)) return 0;
  Marks marks(module);
  mark_uses(module, entry_point, marks);
  Sizes sizes(module, entry_point.native_16bit());
  uint64_t bytes = 0;
  for (ValueId value = 0; value < module.values.size(); ++value) {
    if (module.values[value].kind != ValueKind::kGlobal || !marks.has(value)) continue;
    const Global& global = module.globals[module.values[value].index];
    if (!is_groupshared(global)) continue;
    const Extent extent = sizes.of(global.value_type);
    bytes = std::min(rounded(bytes, extent.alignment) + extent.bytes, kMostBytes);
  }
  return bytes;
}

}  // namespace trellis::dxil
