#include "tests/differential/spirv_machine/spirv_memory.hpp"

#include <algorithm>
#include <cstring>

namespace trellis::differential {

using Kind = SpirvType::Kind;

SpirvMemory::SpirvMemory(const SpirvCode& code, SpirvBuffers& buffers, uint32_t lanes)
    : code_(code), lanes_(lanes), places_(code.type_of.size()) {
  for (const auto& [id, variable] : code.variables) {
    const bool is_buffer = variable.storage == spv::StorageClass::StorageBuffer ||
                           variable.storage == spv::StorageClass::Uniform;
    if (is_buffer) {
      const auto found = buffers.find({code.decoration(id, spv::Decoration::DescriptorSet, 0),
                                       code.decoration(id, spv::Decoration::Binding, 0)});
      if (found != buffers.end()) bound_[id] = &found->second;
      continue;
    }
    const bool is_shared = variable.storage == spv::StorageClass::Workgroup;
    const uint32_t count = code.type(variable.type).slots;
    places_[id] = {.first = slots_.size(), .slots = count, .is_shared = is_shared};
    slots_.resize(slots_.size() + (is_shared ? count : size_t{count} * lanes), 0);
    const auto initial = code.constants.find(variable.initializer);
    if (initial == code.constants.end()) continue;
    for (uint32_t lane = 0; lane < (is_shared ? 1 : lanes); ++lane) {
      store({id, 0}, variable.type, lane, initial->second);
    }
  }
}

uint64_t SpirvMemory::buffer_size(uint64_t variable) const {
  const auto found = bound_.find(static_cast<uint32_t>(variable));
  return found == bound_.end() ? 0 : found->second->size();
}

uint32_t SpirvMemory::size_of(uint32_t type_id) const {
  const SpirvType& type = code_.type(type_id);
  switch (type.kind) {
    case Kind::kVector:
      return size_of(type.element) * type.count;
    case Kind::kArray:
      return type.stride * type.count;
    case Kind::kStruct:
      return type.members.empty() ? 0 : type.offsets.back() + size_of(type.members.back());
    default:
      return type.width / 8;
  }
}

SpirvPointer SpirvMemory::step(SpirvPointer pointer, uint32_t& type_id, uint64_t index) const {
  const SpirvType& type = code_.type(type_id);
  const bool in_bytes = is_buffer(pointer.variable);
  if (type.kind == Kind::kStruct) {
    const size_t member = std::min<size_t>(index, type.members.size() - 1);
    if (in_bytes) {
      pointer.offset += type.offsets[member];
    } else {
      for (size_t m = 0; m < member; ++m) pointer.offset += code_.type(type.members[m]).slots;
    }
    type_id = type.members[member];
    return pointer;
  }
  const uint64_t bytes = type.kind == Kind::kArray ? type.stride : size_of(type.element);
  pointer.offset += index * (in_bytes ? bytes : code_.type(type.element).slots);
  type_id = type.element;
  return pointer;
}

uint64_t* SpirvMemory::slot(SpirvPointer pointer, uint64_t at, uint32_t lane) {
  if (pointer.variable >= places_.size()) return nullptr;
  const Place& place = places_[pointer.variable];
  const uint64_t index = pointer.offset + at;
  if (index >= place.slots) return nullptr;
  return &slots_[place.first + (place.is_shared ? index : index * lanes_ + lane)];
}

void SpirvMemory::load(SpirvPointer pointer, uint32_t type_id, uint32_t lane,
                       std::span<uint64_t> slots) const {
  const auto found = bound_.find(static_cast<uint32_t>(pointer.variable));
  const SpirvType& type = code_.type(type_id);
  if (found == bound_.end()) {
    for (uint32_t i = 0; i < type.slots; ++i) {
      const uint64_t* from = const_cast<SpirvMemory*>(this)->slot(pointer, i, lane);
      slots[i] = from == nullptr ? 0 : *from;
    }
    return;
  }
  if (type.is_scalar()) {
    slots[0] = 0;
    const uint32_t bytes = type.width / 8;
    const bool is_inside =
        pointer.offset <= found->second->size() && found->second->size() - pointer.offset >= bytes;
    if (is_inside) std::memcpy(slots.data(), found->second->data() + pointer.offset, bytes);
    return;
  }
  const auto parts = static_cast<uint32_t>(type.kind == Kind::kStruct ? type.members.size() : type.count);
  for (uint32_t i = 0, at = 0; i < parts; ++i) {
    uint32_t part = type_id;
    const SpirvPointer inner = step(pointer, part, i);
    load(inner, part, lane, slots.subspan(at));
    at += code_.type(part).slots;
  }
}

void SpirvMemory::store(SpirvPointer pointer, uint32_t type_id, uint32_t lane,
                        std::span<const uint64_t> slots) {
  const auto found = bound_.find(static_cast<uint32_t>(pointer.variable));
  const SpirvType& type = code_.type(type_id);
  if (found == bound_.end()) {
    for (uint32_t i = 0; i < type.slots; ++i) {
      if (uint64_t* to = slot(pointer, i, lane)) *to = slots[i];
    }
    return;
  }
  if (type.is_scalar()) {
    const uint32_t bytes = type.width / 8;
    const bool is_inside =
        pointer.offset <= found->second->size() && found->second->size() - pointer.offset >= bytes;
    if (is_inside) std::memcpy(found->second->data() + pointer.offset, slots.data(), bytes);
    return;
  }
  const auto parts = static_cast<uint32_t>(type.kind == Kind::kStruct ? type.members.size() : type.count);
  for (uint32_t i = 0, at = 0; i < parts; ++i) {
    uint32_t part = type_id;
    const SpirvPointer inner = step(pointer, part, i);
    store(inner, part, lane, slots.subspan(at));
    at += code_.type(part).slots;
  }
}

void SpirvMemory::set_input(uint32_t variable, uint32_t lane, std::span<const uint64_t> slots) {
  for (size_t i = 0; i < slots.size(); ++i) {
    if (uint64_t* to = slot({variable, 0}, i, lane)) *to = slots[i];
  }
}

}  // namespace trellis::differential
