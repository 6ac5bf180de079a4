// Operations of DXIL on buffers. Textures are not supported.
#include <algorithm>

#include "tools/cfg/lanes/lane_machine.hpp"

namespace trellis::tools {
namespace {

using dxil::Op;
using dxil::ResourceKind;
using dxil::Type;
using dxil::TypeKind;

constexpr uint32_t kRowBytes = 16;  ///< Of a constant buffer, and of an element of a typed buffer.

Combine buffer_combine(uint64_t number) {
  constexpr Combine kByNumber[] = {Combine::kAdd,  Combine::kAnd,  Combine::kOr,
                                   Combine::kXor,  Combine::kMin,  Combine::kMax,
                                   Combine::kUMin, Combine::kUMax, Combine::kExchange};
  return kByNumber[std::min<uint64_t>(number, std::size(kByNumber) - 1)];
}

}  // namespace

const LaneMachine::Handle* LaneMachine::handle(const Instruction& i, uint32_t lane) {
  const Scalar number = scalar(i, 0, lane);
  return number.made_up || number.bits >= handles_.size() ? nullptr : &handles_[number.bits];
}

std::optional<uint64_t> LaneMachine::address(const Instruction& i, const Handle& handle, uint32_t first,
                                             uint32_t lane, bool& made_up) {
  const Scalar index = scalar(i, first, lane);
  made_up |= index.made_up;
  const auto word = static_cast<uint32_t>(index.bits);
  if (handle.kind == ResourceKind::kRawBuffer) return word;
  if (handle.kind == ResourceKind::kTypedBuffer || handle.kind == ResourceKind::kTBuffer) {
    return uint64_t{word} * kRowBytes;
  }
  if (handle.kind != ResourceKind::kStructuredBuffer) return std::nullopt;
  const Scalar offset = scalar(i, first + 1, lane);
  made_up |= offset.made_up;
  return uint64_t{word} * handle.stride + static_cast<uint32_t>(offset.bits);
}

/// 16-bit types occupy 32 bits unless they are native; those of typed buffers always do.
uint32_t LaneMachine::component_bytes(const Type& type, const Handle& handle) const {
  const bool is_wide = handle.kind == ResourceKind::kTypedBuffer || !program_.entry_point->native_16bit();
  return type.bits == 16 && is_wide ? 4 : std::max(1, type.bits / 8);
}

Scalar LaneMachine::read_component(const std::string& name, uint64_t at, uint32_t bytes, const Type& type) {
  const bool is_float = type.kind == TypeKind::kFloat;
  Scalar found = memory_.read(name, at, bytes * 8, is_float);
  if (bytes * 8 != type.bits)
    found.bits = is_float ? bits_of(float_of(found.bits, 32), type.bits) : cut(found.bits, type.bits);
  return found;
}

void LaneMachine::write_component(const std::string& name, uint64_t at, uint32_t bytes, const Type& type,
                                  Scalar value) {
  if (bytes * 8 != type.bits) {
    value.bits = type.kind == TypeKind::kFloat
                     ? bits_of(float_of(value.bits, type.bits), 32)
                     : cut(static_cast<uint64_t>(as_signed(value.bits, type.bits)), 32);
  }
  memory_.write(name, at, bytes * 8, value);
}

LaneValue LaneMachine::read_constants(const Instruction& i, uint32_t lane) {
  const Handle* buffer = handle(i, lane);
  const Type& row = module_.types[i.type];
  if (buffer == nullptr || row.members.empty()) return make_up(i, lane);
  const Scalar index = scalar(i, 1, lane);
  const auto count = static_cast<uint32_t>(row.members.size());
  const uint32_t bytes = kRowBytes / count;
  LaneValue result;
  for (uint32_t n = 0; n < count; ++n) {
    const uint64_t at = cut(index.bits, 32) * kRowBytes + uint64_t{n} * bytes;
    result.push_back(read_component(buffer->name, at, bytes, module_.types[row.members[n]]));
    result.back().made_up |= index.made_up;
  }
  return result;
}

LaneValue LaneMachine::read_buffer(const Instruction& i, uint32_t lane) {
  const Handle* buffer = handle(i, lane);
  bool is_made_up = false;
  const auto at = buffer != nullptr ? address(i, *buffer, 1, lane, is_made_up) : std::nullopt;
  if (!at || module_.types[i.type].members.empty()) return make_up(i, lane);
  // The components, then a status.
  const Type& type = scalar_type(module_.types[i.type].members[0]);
  const uint32_t count = count_components(i.type) - 1, bytes = component_bytes(type, *buffer);
  const uint64_t mask = i.op() == Op::kRawBufferLoad ? constant_operand(i, 3).value_or(15) : ~uint64_t{0};
  LaneValue result;
  for (uint32_t n = 0; n < count; ++n) {
    const bool is_read = n >= 4 || (mask >> n & 1) != 0;
    result.push_back(is_read ? read_component(buffer->name, *at + uint64_t{n} * bytes, bytes, type)
                             : Scalar{});
    result.back().made_up |= is_made_up;
  }
  result.push_back({1, false});
  return result;
}

void LaneMachine::write_buffer(const Instruction& i, uint32_t lane) {
  constexpr uint32_t kFirstValue = 3;
  const Handle* buffer = handle(i, lane);
  bool is_made_up = false;
  const auto at = buffer != nullptr ? address(i, *buffer, 1, lane, is_made_up) : std::nullopt;
  if (!at) return note_made_up(i);
  LaneValue stored;
  uint64_t mask = ~uint64_t{0};
  const bool is_vector = i.op() == Op::kRawBufferVectorStore;
  if (is_vector) {
    // Lowering may have split the vector. The last operand is the alignment.
    const auto operands = function_.operands_of(i);
    for (size_t n = kFirstValue; n + 1 < operands.size(); ++n) {
      const LaneValue part = value(operands[n], lane);
      stored.insert(stored.end(), part.begin(), part.end());
    }
  } else {
    for (uint32_t n = 0; n < 4; ++n) stored.push_back(scalar(i, kFirstValue + n, lane));
    mask = constant_operand(i, kFirstValue + 4).value_or(15);
  }
  const Type& type = scalar_type(module_.type_of(function_, function_.operands_of(i)[kFirstValue]));
  const uint32_t bytes = component_bytes(type, *buffer);
  for (uint32_t n = 0; n < stored.size(); ++n) {
    if (!is_vector && (mask >> n & 1) == 0) continue;
    stored[n].made_up |= is_made_up;
    write_component(buffer->name, *at + uint64_t{n} * bytes, bytes, type, stored[n]);
  }
}

LaneValue LaneMachine::change_buffer(const Instruction& i, uint32_t lane) {
  const Handle* buffer = handle(i, lane);
  if (buffer == nullptr) return make_up(i, lane);
  if (i.op() == Op::kBufferUpdateCounter) {
    return {{memory_.count(buffer->name, constant_operand(i, 1) == 1 ? 1 : -1), false}};
  }
  const bool is_exchange = i.op() == Op::kAtomicCompareExchange;
  bool is_made_up = false;
  const auto at = address(i, *buffer, is_exchange ? 1 : 2, lane, is_made_up);
  if (!at) return make_up(i, lane);
  const Type& type = module_.types[i.type];
  Scalar before = memory_.read(buffer->name, *at, type.bits, false), after = before;
  const Scalar last = scalar(i, 5, lane);
  if (is_exchange) {
    if (before.bits == scalar(i, 4, lane).bits) after = last;
  } else {
    const Combine how = buffer_combine(constant_operand(i, 1).value_or(0));
    after = {combine(how, false, type.bits, before.bits, last.bits), before.made_up || last.made_up};
  }
  after.made_up |= is_made_up;
  memory_.write(buffer->name, *at, type.bits, after);
  before.made_up |= is_made_up;
  return {before};
}

}  // namespace trellis::tools
