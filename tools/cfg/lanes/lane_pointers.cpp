// Objects of the program in memory. A pointer is the number of its object, counted from 1, above 32 bits of
// offset; the null pointer has no object.
#include <algorithm>

#include "tools/cfg/lanes/lane_machine.hpp"

namespace trellis::tools {
namespace {

using dxil::AtomicOp;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;

enum ObjectKind : uint32_t { kLocal, kStatic, kShared };

constexpr uint64_t kMaxObjectBytes = 1 << 20;
constexpr size_t kMaxBytes = 16 << 20;
constexpr uint32_t kOffsetBits = 32;
constexpr uint32_t kMaxDepth = 16;
constexpr uint8_t kGroupshared = 3;

Combine pointer_combine(AtomicOp op) {
  switch (op) {
    case AtomicOp::kAdd:
    case AtomicOp::kSub:
      return Combine::kAdd;
    case AtomicOp::kAnd:
      return Combine::kAnd;
    case AtomicOp::kOr:
      return Combine::kOr;
    case AtomicOp::kXor:
      return Combine::kXor;
    case AtomicOp::kMin:
      return Combine::kMin;
    case AtomicOp::kMax:
      return Combine::kMax;
    case AtomicOp::kUMin:
      return Combine::kUMin;
    case AtomicOp::kUMax:
      return Combine::kUMax;
    case AtomicOp::kExchange:
      break;
  }
  return Combine::kExchange;
}

}  // namespace

/// Returns the address of an object, which is created when it is first named. Its size must be known.
Scalar LaneMachine::object(uint32_t kind, uint32_t number, uint32_t lane, TypeId type) {
  const auto [place, is_new] = object_numbers_.try_emplace({kind, number, lane}, 0);
  if (is_new) {
    const lower::TypeLayout& layout = layouts_.of(type);
    if (!layout.is_known || layout.size > kMaxObjectBytes || object_bytes_ + layout.size > kMaxBytes)
      return {0, true};
    object_bytes_ += layout.size;
    objects_.emplace_back(layout.size);
    place->second = static_cast<uint32_t>(objects_.size());
  }
  return {uint64_t{place->second} << kOffsetBits, place->second == 0};
}

Scalar LaneMachine::global(uint32_t index, uint32_t lane) {
  const dxil::Global& global = module_.globals[index];
  // An external global is a resource, unless it is groupshared.
  if (global.is_external && global.address_space != kGroupshared) return {0, true};
  const bool is_shared = global.address_space == kGroupshared || global.is_constant;
  const size_t before = objects_.size();
  const Scalar address =
      object(is_shared ? kShared : kStatic, index, is_shared ? 0 : lane, global.value_type);
  if (objects_.size() > before && global.initializer != dxil::kNone) {
    initialize(objects_.back(), 0, global.initializer, 0);
  }
  return address;
}

void LaneMachine::initialize(Bytes& bytes, uint64_t at, ValueId constant, uint32_t depth) {
  const dxil::Constant* c = module_.constant(constant);
  if (c == nullptr || depth > kMaxDepth) return;
  const TypeId type = module_.values[constant].type;
  const Type& t = module_.types[type];
  if (c->kind == dxil::ConstantKind::kScalar) {
    bytes.write(at, layouts_.scalar_bytes(t), {c->bits, false});
  } else if (c->kind == dxil::ConstantKind::kData) {
    const uint32_t size = layouts_.scalar_bytes(module_.types[t.element]);
    for (uint32_t n = 0; n < c->element_count; ++n) {
      bytes.write(at + uint64_t{n} * size, size, {module_.constant_data[c->first_element + n], false});
    }
  } else if (c->kind == dxil::ConstantKind::kAggregate) {
    const bool is_struct = t.kind == TypeKind::kStruct;
    const uint64_t size = is_struct ? 0 : layouts_.of(t.element).size;
    for (uint32_t n = 0; n < c->element_count; ++n) {
      const uint64_t offset = is_struct ? layouts_.member_offset(type, n) : n * size;
      initialize(bytes, at + offset, module_.constant_elements[c->first_element + n], depth + 1);
    }
  }
}

/// Returns the address of an element of what a pointer points to.
Scalar LaneMachine::moved(Scalar pointer, TypeId source, const ValueId* indices, uint32_t count,
                          uint32_t lane) {
  lower::AddressTerms terms;
  if (!lower::sum_address(module_, layouts_, source, indices, count, false, terms)) return {0, true};
  auto offset = static_cast<uint64_t>(terms.constant);
  for (const lower::AddressTerms::Term& term : terms.terms) {
    const LaneValue index = value(term.index, lane);
    offset += static_cast<uint64_t>(as_signed(index[0].bits, type_of(term.index).bits)) * term.stride;
    pointer.made_up |= index[0].made_up;
  }
  const uint64_t object = pointer.bits >> kOffsetBits << kOffsetBits;
  return {object | cut(pointer.bits + offset, kOffsetBits), pointer.made_up};
}

/// Returns the object that a pointer points into, or null.
Bytes* LaneMachine::bytes_at(Scalar pointer, uint64_t& offset) {
  const uint64_t number = pointer.bits >> kOffsetBits;
  offset = cut(pointer.bits, kOffsetBits);
  return number == 0 || number > objects_.size() ? nullptr : &objects_[number - 1];
}

LaneValue LaneMachine::memory_instruction(const Instruction& i, uint32_t lane) {
  const auto operands = function_.operands_of(i);
  if (i.opcode == Opcode::kAlloca) {
    if (i.operand_count != 0 && constant_operand(i, 0) != 1) return make_up(i, lane);
    const auto number = static_cast<uint32_t>(&i - function_.instructions.data());
    return {object(kLocal, number, lane, i.aux)};
  }
  if (i.opcode == Opcode::kAddrSpaceCast) return value(operands[0], lane);
  if (i.opcode == Opcode::kGep) {
    return {moved(scalar(i, 0, lane), i.aux, operands.data() + 1, static_cast<uint32_t>(operands.size() - 1),
                  lane)};
  }
  // A loaded handle: resources are found from the operations, not from the value.
  if (i.opcode == Opcode::kLoad && module_.types[i.type].kind == TypeKind::kStruct) return {{0, false}};
  const bool is_store = i.opcode == Opcode::kStore;
  const Scalar pointer = scalar(i, is_store ? 1 : 0, lane);
  uint64_t at = 0;
  Bytes* bytes = bytes_at(pointer, at);
  if (bytes == nullptr) return make_up(i, lane);
  const TypeId type = is_store                       ? module_.type_of(function_, operands[0])
                      : i.opcode == Opcode::kCmpXchg ? module_.type_of(function_, operands[1])
                                                     : i.type;
  const Type& part = scalar_type(type);
  const uint32_t size = layouts_.scalar_bytes(part), count = count_components(type);
  LaneValue result;
  if (is_store) {
    const LaneValue stored = value(operands[0], lane);
    for (uint32_t n = 0; n < std::min<size_t>(count, stored.size()); ++n) {
      bytes->write(at + uint64_t{n} * size, size, {stored[n].bits, stored[n].made_up || pointer.made_up});
    }
    return result;
  }
  for (uint32_t n = 0; n < count; ++n) {
    Scalar read = bytes->read(at + uint64_t{n} * size, size);
    read.bits = cut(read.bits, part.bits);
    read.made_up |= pointer.made_up;
    result.push_back(read);
  }
  if (i.opcode == Opcode::kLoad) return result;
  Scalar changed = scalar(i, 1, lane);
  changed.made_up |= result[0].made_up;
  if (i.opcode == Opcode::kCmpXchg) {
    const bool is_equal = result[0].bits == changed.bits;
    if (is_equal) bytes->write(at, size, scalar(i, 2, lane));
    result.push_back({is_equal, changed.made_up});
    return result;
  }
  const auto op = static_cast<AtomicOp>(i.aux);
  const uint64_t by = op == AtomicOp::kSub ? cut(0 - changed.bits, part.bits) : changed.bits;
  const bool is_float = part.kind == TypeKind::kFloat;
  bytes->write(at, size,
               {combine(pointer_combine(op), is_float, part.bits, result[0].bits, by), changed.made_up});
  return result;
}

/// What an unknown operation may write is unknown afterwards.
void LaneMachine::forget_operands(const Instruction& i, uint32_t lane) {
  for (const ValueId id : function_.operands_of(i)) {
    if (type_of(id).kind != TypeKind::kPointer) continue;
    uint64_t at = 0;
    const LaneValue pointer = value(id, lane);
    if (Bytes* bytes = bytes_at(pointer[0], at)) bytes->forget();
  }
}

}  // namespace trellis::tools
