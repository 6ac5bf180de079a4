#include "dxil_frontend/bitcode/types.hpp"

#include <algorithm>
#include <array>

#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

namespace {

uint64_t hash(const Type& type, std::span<const uint32_t> members) {
  uint64_t value = static_cast<uint64_t>(type.kind);
  const auto add = [&value](uint64_t part) {
    value = (value ^ part) * 0x9e3779b97f4a7c15;
    value ^= value >> 29;
  };
  add(type.number);
  if (type.kind != TypeKind::kPointer) add(type.element);
  add(type.count);
  for (const uint32_t member : members) add(member);
  return value;
}

uint64_t saturating_product(uint64_t a, uint64_t b) {
  if (a != 0 && b > TypeTable::kMaxScalars / a) return TypeTable::kMaxScalars;
  return std::min(a * b, TypeTable::kMaxScalars);
}

}  // namespace

void TypeTable::reset(uint32_t count) {
  types_.assign(count, Type{});
  types_.reserve(uint64_t{count} + 16);
  members_.clear();
  table_size_ = count;
  bool_type_ = kNoType;
  used_slots_ = 0;
  uint64_t slots = 64;
  while (slots < uint64_t{count} * 2) slots *= 2;
  slots_.assign(slots, kNoType);
}

/// Computes size, depth and number of scalars from those of the parts.
void TypeTable::finish(Type& type, std::span<const uint32_t> members) const {
  switch (type.kind) {
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kPointer:
      type.sized = true;
      break;
    case TypeKind::kVector:
    case TypeKind::kArray: {
      const Type& element = types_[type.element];
      type.sized = element.sized;
      type.depth = static_cast<uint8_t>(element.depth + 1);
      type.scalars = saturating_product(type.count, element.scalars);
      break;
    }
    case TypeKind::kStruct:
      type.sized = true;
      type.scalars = 0;
      type.depth = 1;
      for (const uint32_t id : members) {
        const Type& member = types_[id];
        type.sized = type.sized && member.sized;
        type.depth = std::max(type.depth, static_cast<uint8_t>(member.depth + 1));
        type.scalars = std::min(type.scalars + member.scalars, kMaxScalars);
      }
      break;
    default:
      break;
  }
}

void TypeTable::grow() {
  Vector<uint32_t> old = std::move(slots_);
  slots_.assign(old.size() * 2, kNoType);
  for (const uint32_t id : old) {
    if (id == kNoType) continue;
    uint64_t slot = hash(types_[id], members(types_[id])) & (slots_.size() - 1);
    while (slots_[slot] != kNoType) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = id;
  }
}

/// Returns the canonical id of an equal type, or adds `type.canonical` if there is none yet.
uint32_t TypeTable::intern(const Type& type, std::span<const uint32_t> members) {
  if (uint64_t{used_slots_} * 2 >= slots_.size()) grow();
  uint64_t slot = hash(type, members) & (slots_.size() - 1);
  for (; slots_[slot] != kNoType; slot = (slot + 1) & (slots_.size() - 1)) {
    const Type& other = types_[slots_[slot]];
    if (other.kind != type.kind || other.number != type.number || other.count != type.count) continue;
    if (type.kind != TypeKind::kPointer && other.element != type.element) continue;
    if (std::ranges::equal(this->members(other), members)) return slots_[slot];
  }
  slots_[slot] = type.canonical;
  ++used_slots_;
  return type.canonical;
}

void TypeTable::define(uint32_t id, Type type, std::span<const uint32_t> members) {
  finish(type, members);
  type.first_member = static_cast<uint32_t>(members_.size());
  type.member_count = static_cast<uint32_t>(members.size());
  type.canonical = id;
  if (!type.named) {
    // Packed structs differ from others in `number`.
    type.canonical = intern(type, members);
  }
  members_.insert(members_.end(), members.begin(), members.end());
  types_[id] = type;
  if (type.kind == TypeKind::kInt && type.number == 1 && bool_type_ == kNoType) bool_type_ = type.canonical;
}

uint32_t TypeTable::add_derived(Type type, std::span<const uint32_t> members) {
  finish(type, members);
  type.canonical = static_cast<uint32_t>(types_.size());
  const uint32_t found = intern(type, members);
  if (found != type.canonical) return found;
  type.first_member = static_cast<uint32_t>(members_.size());
  type.member_count = static_cast<uint32_t>(members.size());
  members_.insert(members_.end(), members.begin(), members.end());
  types_.push_back(type);
  return type.canonical;
}

uint32_t TypeTable::bool_type() {
  if (bool_type_ == kNoType) bool_type_ = add_derived({.kind = TypeKind::kInt, .number = 1});
  return bool_type_;
}

uint32_t TypeTable::pointer(uint32_t address_space) {
  return add_derived({.kind = TypeKind::kPointer, .number = address_space});
}

uint32_t TypeTable::vector(uint32_t element, uint64_t count) {
  return add_derived({.kind = TypeKind::kVector, .element = element, .count = count});
}

uint32_t TypeTable::pair(uint32_t first, uint32_t second) {
  const std::array<uint32_t, 2> members = {first, second};
  return add_derived({.kind = TypeKind::kStruct}, members);
}

uint32_t TypeTable::shaped_like(uint32_t like, uint32_t shape) {
  return types_[like].kind == TypeKind::kVector ? vector(shape, types_[like].count) : shape;
}

}  // namespace trellis::dxil::bitcode
