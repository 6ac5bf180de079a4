// Operations of DXIL that concern one lane: arithmetic, numbers of threads, stage inputs, handles.
#include <algorithm>
#include <bit>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "tools/cfg/lanes/lane_machine.hpp"

namespace trellis::tools {
namespace {

using dxil::Op;
using dxil::TypeKind;

// The numbers of system values in signatures.
enum SystemValue : uint8_t { kVertexId = 1, kInstanceId = 2, kPosition = 3, kIsFrontFace = 13 };

/// Pixels lie in quads of two by two, side by side.
double pixel_place(uint32_t lane, uint32_t axis) {
  return axis == 0 ? (lane / 4) * 2 + (lane & 1) + 0.5 : (lane >> 1 & 1) + 0.5;
}

}  // namespace

LaneValue LaneMachine::dx_operation(const Instruction& i, uint32_t lane) {
  switch (i.op()) {
    case Op::kCreateHandle:
    case Op::kCreateHandleFromBinding:
    case Op::kCreateHandleFromHeap:
    case Op::kCreateHandleForLib:
    case Op::kAnnotateHandle:
      return make_handle(i, lane);
    case Op::kCBufferLoadLegacy:
      return read_constants(i, lane);
    case Op::kBufferLoad:
    case Op::kRawBufferLoad:
    case Op::kRawBufferVectorLoad:
      return read_buffer(i, lane);
    case Op::kBufferStore:
    case Op::kRawBufferStore:
    case Op::kRawBufferVectorStore:
      write_buffer(i, lane);
      return {};
    case Op::kAtomicBinOp:
    case Op::kAtomicCompareExchange:
    case Op::kBufferUpdateCounter:
      return change_buffer(i, lane);
    case Op::kLoadInput:
      return stage_input(i, lane);
    default:
      break;
  }
  if (auto found = identity(i, lane)) return *found;
  if (auto found = wave_operation(i, lane)) return *found;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  if (op != nullptr && op->memory == dxil::MemoryEffect::kPure && !op->involves_lanes())
    return math_operation(i, lane);
  // An operation that has no result and writes no memory does not affect the lanes.
  const bool is_pointed = std::any_of(function_.operands_of(i).begin(), function_.operands_of(i).end(),
                                      [&](ValueId id) { return type_of(id).kind == TypeKind::kPointer; });
  if (i.result == dxil::kNone && !is_pointed) return {};
  forget_operands(i, lane);
  return make_up(i, lane);
}

/// Arithmetic, on vectors component by component.
LaneValue LaneMachine::math_operation(const Instruction& i, uint32_t lane) {
  const auto operands = function_.operands_of(i);
  if (operands.empty()) return make_up(i, lane);
  std::vector<LaneValue> values;
  bool is_made_up = false;
  for (const ValueId id : operands) {
    values.push_back(value(id, lane));
    is_made_up |= std::any_of(values.back().begin(), values.back().end(), [](Scalar s) { return s.made_up; });
  }
  const uint32_t width = scalar_type(module_.type_of(function_, operands.back())).bits;
  LaneValue result;
  for (size_t n = 0; n < values[0].size(); ++n) {
    std::vector<uint64_t> parts;
    for (const LaneValue& v : values) parts.push_back(v[std::min(n, v.size() - 1)].bits);
    if (const auto two = operation_with_two(i.op(), parts); two && values[0].size() == 1) {
      return {{two->first, is_made_up}, {two->second, is_made_up}};
    }
    const auto bits = operation(i.op(), width, parts);
    if (!bits) return make_up(i, lane);
    result.push_back({*bits, is_made_up});
  }
  return result;
}

/// Returns the thread's number in its group along an axis; flattened for axis 3.
uint32_t LaneMachine::thread(uint32_t lane, uint32_t axis) const {
  const auto size =
      program_.entry_point->thread_group_size.value_or(std::array<uint32_t, 3>{kLaneCount, 1, 1});
  const uint32_t flat = place_.first_thread + lane, x = std::max(size[0], 1u), y = std::max(size[1], 1u);
  const uint32_t numbers[] = {flat % x, flat / x % y, flat / x / y, flat};
  return numbers[axis & 3];
}

std::optional<LaneValue> LaneMachine::identity(const Instruction& i, uint32_t lane) {
  const auto axis = static_cast<uint32_t>(constant_operand(i, 0).value_or(0) % 3);
  const auto size =
      program_.entry_point->thread_group_size.value_or(std::array<uint32_t, 3>{kLaneCount, 1, 1});
  const auto one = [](uint64_t bits) { return LaneValue{{bits, false}}; };
  switch (i.op()) {
    case Op::kThreadId:
      return one(cut(uint64_t{place_.group[axis]} * size[axis] + thread(lane, axis), 32));
    case Op::kGroupId:
      return one(place_.group[axis]);
    case Op::kThreadIdInGroup:
      return one(thread(lane, axis));
    case Op::kFlattenedThreadIdInGroup:
      return one(thread(lane, 3));
    case Op::kDispatchRaysIndex:
      return one(axis == 0 ? place_.first_thread + lane : 0);
    case Op::kDispatchRaysDimensions:
      return one(axis == 0 ? kLaneCount : 1);
    case Op::kPrimitiveID:
    case Op::kOutputControlPointID:
      return one(lane);
    case Op::kIsHelperLane:
    case Op::kSampleIndex:
    case Op::kViewID:
    case Op::kGSInstanceID:
      return one(0);
    case Op::kCheckAccessFullyMapped:
      return one(1);
    default:
      return std::nullopt;
  }
}

/// Given, or generated: pixels and vertices have neighbouring numbers.
LaneValue LaneMachine::stage_input(const Instruction& i, uint32_t lane) {
  const auto id = constant_operand(i, 0);
  const auto row = static_cast<uint32_t>(scalar(i, 1, lane).bits);
  const auto column = static_cast<uint32_t>(constant_operand(i, 2).value_or(0));
  const auto& inputs = program_.entry_point->inputs;
  const auto element =
      std::find_if(inputs.begin(), inputs.end(), [&](const auto& e) { return id && e.id == *id; });
  if (element == inputs.end()) return make_up(i, lane);
  const dxil::Type& type = module_.types[i.type];
  const bool is_float = type.kind == TypeKind::kFloat;
  const uint32_t index = row < element->semantic_indices.size() ? element->semantic_indices[row] : row;
  const auto given = place_.inputs.find(std::string(element->semantic) + std::to_string(index));
  if (given != place_.inputs.end() && lane < given->second.size()) {
    const std::vector<uint32_t>& words = given->second[lane];
    const uint64_t word = column < words.size() ? words[column] : 0;
    return {{is_float ? bits_of(float_of(word, 32), type.bits) : cut(word, type.bits), false}};
  }
  if (element->semantic_kind == kVertexId) return {{place_.first_thread + lane, false}};
  if (element->semantic_kind == kInstanceId) return {{0, false}};
  if (element->semantic_kind == kIsFrontFace) return {{cut(~uint64_t{0}, type.bits), false}};
  if (element->semantic_kind == kPosition && is_float && column < 2) {
    return {{bits_of(pixel_place(lane, column), type.bits), false}};
  }
  return {{made_up_bits(is_float, type.bits, hashed({*id, row, column, lane})), false}};
}

/// A handle is the number of its description.
LaneValue LaneMachine::make_handle(const Instruction& i, uint32_t lane) {
  const dxil::ResourceOfHandle found = resources_.find(i.result);
  if (i.op() == Op::kAnnotateHandle && found.resource != nullptr)
    return value(function_.operands_of(i)[0], lane);
  Handle handle;
  Scalar index;
  if (found.resource != nullptr) {
    const dxil::Resource& resource = *found.resource;
    index.bits = resource.lower_bound;
    // A library names the resource by an address, whose index is not followed.
    if (i.op() == Op::kCreateHandleForLib) index.made_up = resource.count != 1;
    if (i.op() == Op::kCreateHandle) index = scalar(i, 2, lane);
    if (i.op() == Op::kCreateHandleFromBinding) index = scalar(i, 1, lane);
    constexpr const char* kLetters = "tubs";
    handle.name =
        kLetters[static_cast<uint32_t>(resource.resource_class)] + std::to_string(cut(index.bits, 32));
    if (resource.space != 0) handle.name += ".space" + std::to_string(resource.space);
    handle.kind = resource.kind;
    handle.stride = resource.stride;
  } else if (i.op() == Op::kCreateHandleFromHeap) {
    index = scalar(i, 0, lane);
    handle.name = "heap" + std::to_string(cut(index.bits, 32));
  } else if (i.op() == Op::kAnnotateHandle) {
    const LaneValue properties = value(function_.operands_of(i)[1], lane);
    const Scalar number = scalar(i, 0, lane);
    if (number.bits >= handles_.size() || properties.size() < 2) return make_up(i, lane);
    handle = handles_[number.bits];
    handle.kind = static_cast<dxil::ResourceKind>(properties[0].bits & 0xFF);
    handle.stride = static_cast<uint32_t>(properties[1].bits);
    index = number;
  } else {
    return make_up(i, lane);
  }
  handles_.push_back(std::move(handle));
  return {{handles_.size() - 1, index.made_up}};
}

}  // namespace trellis::tools
