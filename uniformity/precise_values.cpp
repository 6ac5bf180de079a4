// The part of GraphBuilder for values that are more uniform than their operands suggest: equal expressions on
// several paths, tiles of pixels, groupshared memory between barriers. docs/uniformity.md has the arguments.
#include <algorithm>
#include <bit>

#include "uniformity/function_graph_builder.hpp"

namespace trellis::uniformity {

using dxil::Instruction;
using dxil::Opcode;
using dxil::ResultUniformity;
using dxil::ValueId;

namespace {

/// The maximum number of pairs of values that are compared for two values of a phi.
constexpr uint32_t kMaxPairs = 64;
/// The maximum number of phis that are followed from one phi.
constexpr size_t kMaxPhis = 64;
constexpr uint8_t kPositionSemantic = 3;
/// Quads of the coarsest shading rate are eight pixels wide and high, and start at multiples of eight.
constexpr uint32_t kTileShift = 3;
constexpr uint64_t kTileSide = 1 << kTileShift;

bool is_integer(const dxil::Module& module, dxil::TypeId type) {
  return module.types[type].kind == dxil::TypeKind::kInt;
}

bool is_integer_opcode(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kUDiv:
    case Opcode::kSDiv:
    case Opcode::kURem:
    case Opcode::kSRem:
    case Opcode::kShl:
    case Opcode::kLShr:
    case Opcode::kAShr:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kICmp:
    case Opcode::kSelect:
    case Opcode::kTrunc:
    case Opcode::kZExt:
    case Opcode::kSExt:
    case Opcode::kDxOp:
      return true;
    default:
      return false;
  }
}

/// Returns true if the value is exactly a power of two no greater than the reciprocal of a tile's side.
bool divides_into_tiles(const dxil::Module& module, ValueId value) {
  const auto bits = module.scalar_bits(value);
  if (!bits || module.types[module.values[value].type].bits != 32 || *bits > UINT32_MAX) return false;
  constexpr uint32_t kMantissa = (1 << 23) - 1;
  const auto word = static_cast<uint32_t>(*bits);
  const float number = std::bit_cast<float>(word);
  return (word & kMantissa) == 0 && number > 0x1p-24f && number <= 1.0f / kTileSide;
}

}  // namespace

/// Returns true if an instruction computes an integer from integers only, or is an integer that is the same
/// everywhere in the thread group: the number of lanes, the group's id.
bool GraphBuilder::is_integer_arithmetic(const Instruction& i) const {
  if (i.result == kNone || !is_integer_opcode(i.opcode) || !is_integer(module_, i.type)) return false;
  if (i.opcode == Opcode::kDxOp) {
    const dxil::DxilOp* op = dxil::find_op(i.op());
    if (op == nullptr || op->memory != dxil::MemoryEffect::kPure || op->flags != 0 ||
        (op->result != ResultUniformity::kArguments && op->result != ResultUniformity::kGroup) ||
        op->handle != dxil::HandleUse::kNoHandle) {
      return false;
    }
  }
  const auto operands = function_.operands_of(i);
  return std::all_of(operands.begin(), operands.end(), [this](ValueId operand) {
    return is_integer(module_, module_.type_of(function_, operand)) && !module_.is_undef(operand);
  });
}

/// Returns true if two values of the module are the same number of the same type.
bool GraphBuilder::are_equal_constants(ValueId a, ValueId b) const {
  if (!module_.is_module_value(a) || !module_.is_module_value(b)) return false;
  if (module_.type_of(function_, a) != module_.type_of(function_, b)) return false;
  const auto one = module_.scalar_bits(a), other = module_.scalar_bits(b);
  return one && other && *one == *other;
}

/// Returns true if two values are the same expression of the same values. Adds these values to `shared`.
bool GraphBuilder::are_equal(ValueId a, ValueId b, Vector<ValueId>& shared) const {
  Vector<std::pair<ValueId, ValueId>> work = {{a, b}};
  for (uint32_t pairs = 0; !work.empty(); ++pairs) {
    if (pairs == kMaxPairs) return false;
    const auto [one, other] = work.back();
    work.pop_back();
    if (one == other) {
      shared.push_back(one);
      continue;
    }
    if (are_equal_constants(one, other)) continue;
    const Instruction* i = result_.resources->definition(one);
    const Instruction* j = result_.resources->definition(other);
    if (i == nullptr || j == nullptr || i->opcode != j->opcode || i->type != j->type || i->aux != j->aux ||
        i->operand_count != j->operand_count || !is_integer_arithmetic(*i) || !is_integer_arithmetic(*j)) {
      return false;
    }
    for (uint32_t n = 0; n < i->operand_count; ++n) {
      work.emplace_back(function_.operands_of(*i)[n], function_.operands_of(*j)[n]);
    }
  }
  return true;
}

/// Returns true if a phi can only be one particular constant, because it and the phis it receives values from
/// receive no other value.
bool GraphBuilder::is_one_constant(const Instruction& phi) const {
  if (!context_.is_precise) return false;
  ValueId constant = kNone;
  Vector<ValueId> phis = {phi.result};
  for (size_t n = 0; n < phis.size(); ++n) {
    if (n == kMaxPhis) return false;
    for (const ValueId operand : function_.operands_of(*result_.resources->definition(phis[n]))) {
      if (module_.is_undef(operand)) continue;
      if (module_.is_module_value(operand)) {
        if (constant == kNone) constant = operand;
        if (!are_equal_constants(constant, operand)) return false;
        continue;
      }
      const Instruction* made = result_.resources->definition(operand);
      if (made == nullptr || made->opcode != Opcode::kPhi) return false;
      if (std::find(phis.begin(), phis.end(), operand) == phis.end()) phis.push_back(operand);
    }
  }
  return constant != kNone;
}

/// Returns true if all edges of a group bring a phi the same integer expression of the same values. The phi
/// is then that expression, computed where the edges meet, and is made to depend on these values there.
bool GraphBuilder::is_one_expression(const Instruction& phi, BlockId block, EdgeGroup group) {
  if (!context_.is_precise || !is_integer(module_, phi.type)) return false;
  const CycleId around = control_.cycle_around(block);
  if (around != kNone && control_.cycle(around).is_region) return false;
  const bool is_header = around != kNone && control_.cycle(around).header == block;
  const auto operands = function_.operands_of(phi);
  const auto edges = control_.graph().in_edges(block);
  ValueId first = kNone;
  Vector<ValueId> shared;
  for (size_t n = 0; n < operands.size() && n < edges.size(); ++n) {
    const BlockId source = control_.graph().source(edges[n]);
    if (!control_.order().reached(source)) continue;
    const bool is_back = is_header && control_.contains(around, source);
    if (is_back != (group == EdgeGroup::kBack)) continue;
    if (operands[n] == phi.result || module_.is_undef(operands[n])) return false;
    if (first == kNone) first = operands[n];
    if (operands[n] != first && !are_equal(first, operands[n], shared)) return false;
  }
  for (const ValueId value : shared) use(value_node(phi), value, block);
  return true;
}

/// Returns true if the value is a coordinate of the pixel, as a float.
bool GraphBuilder::is_pixel_coordinate(ValueId value) const {
  const dxil::EntryPoint* stage = context_.stage;
  const Instruction* i = result_.resources->definition(value);
  if (stage == nullptr || stage->kind != dxil::ShaderKind::kPixel || i == nullptr ||
      !i->is(dxil::Op::kLoadInput) || i->operand_count < 3) {
    return false;
  }
  const auto operands = function_.operands_of(*i);
  const auto id = module_.scalar_bits(operands[0]), column = module_.scalar_bits(operands[2]);
  return id && column && *column < 2 &&
         std::any_of(stage->inputs.begin(), stage->inputs.end(), [&](const dxil::SignatureElement& element) {
           return element.id == *id && element.semantic_kind == kPositionSemantic;
         });
}

/// Returns true if the instruction gives the same result for all pixels of a tile of 8 pixels or more: a
/// coordinate divided by a power of two, or with its low bits removed.
bool GraphBuilder::is_tile_of_pixels(const Instruction& i) const {
  if (!context_.is_precise) return false;
  const auto operands = function_.operands_of(i);
  const auto definition = [this](ValueId value) { return result_.resources->definition(value); };
  const auto is_whole_number = [](const Instruction* made) {
    return made != nullptr && (made->opcode == Opcode::kFPToUI || made->opcode == Opcode::kFPToSI);
  };
  if (is_whole_number(&i)) {
    const Instruction* product = definition(operands[0]);
    if (product == nullptr || product->opcode != Opcode::kFMul) return false;
    const auto factors = function_.operands_of(*product);
    return (is_pixel_coordinate(factors[0]) && divides_into_tiles(module_, factors[1])) ||
           (is_pixel_coordinate(factors[1]) && divides_into_tiles(module_, factors[0]));
  }
  if (operands.size() != 2 || i.result == kNone || module_.types[i.type].kind != dxil::TypeKind::kInt ||
      module_.types[i.type].bits != 32) {
    return false;
  }
  const Instruction* number = definition(operands[0]);
  const auto by = module_.scalar_bits(operands[1]);
  if (!by || !is_whole_number(number) || !is_pixel_coordinate(function_.operands_of(*number)[0]))
    return false;
  switch (i.opcode) {
    case Opcode::kLShr:
    case Opcode::kAShr:
      return *by >= kTileShift && *by < 32;
    case Opcode::kUDiv:
      return *by >= kTileSide && std::has_single_bit(*by);
    case Opcode::kAnd:
      return *by % kTileSide == 0;
    default:
      return false;
  }
}

/// Handles a load of groupshared memory that no thread writes to between the barriers around the load. It is
/// uniform if its address is and if all threads reach the barriers. Returns false if the instruction is not
/// such a load.
bool GraphBuilder::add_settled_load(const Instruction& i, uint32_t index) {
  if (context_.own_shared.empty()) return false;
  if (!shared_intervals_) {
    shared_intervals_.emplace(module_, function_, control_, *result_.resources, context_.own_shared);
  }
  if (!shared_intervals_->is_settled(index)) return false;
  for (const BlockId block : shared_intervals_->barriers()) {
    graph_.require(value_node(i), result_.flow_node(block));
  }
  return true;
}

}  // namespace trellis::uniformity
