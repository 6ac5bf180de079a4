#include "tools/cfg/lanes/lane_machine.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "tools/cfg/page/edge_walks.hpp"

namespace trellis::tools {
namespace {

using cfg::kNone;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeKind;
using structurizer::Role;

/// The result's ways may have this many blocks in total.
constexpr size_t kMaxWayBlocks = 200'000;
constexpr size_t kMaxLocals = 100'000;
/// Values of more components are made up.
constexpr uint32_t kMaxComponents = 1024, kMaxTypeDepth = 16;

}  // namespace

LaneMachine::LaneMachine(const LaneProgram& program, const LanePlace& place, LaneMemory& memory)
    : program_(program),
      shader_(*program.shader),
      module_(program.shader->module),
      function_(*program.function),
      structured_(*program.structured),
      place_(place),
      memory_(memory),
      resources_(shader_, function_),
      layouts_(module_, program.entry_point->native_16bit()) {}

bool LaneMachine::prepare() {
  if (function_.local_types.size() > kMaxLocals || structured_.order.empty()) {
    result_.error = "the function is too large";
    return false;
  }
  for (EdgeWalk& walk : walk_edges(structured_, kMaxWayBlocks)) {
    std::reverse(walk.blocks.begin(), walk.blocks.end());
    ways_[{walk.at, walk.slot}] = {std::move(walk.blocks), walk.end};
  }
  const bool has_edges = function_.graph.edge_count() > 0;
  if (has_edges && ways_.empty()) {
    result_.error = "the paths through the result are too long";
    return false;
  }
  order_.assign(structured_.blocks.size(), kNone);
  for (uint32_t i = 0; i < structured_.order.size(); ++i) order_[structured_.order[i]] = i;
  Lane first;
  first.locals.resize(function_.local_types.size());
  BlockId at = structured_.order.front();
  for (; structured_.blocks[at].role != Role::kPayload; at = structured_.successors_of(at)[0]) {
    first.ahead.insert(first.ahead.begin(), at);
  }
  first.at = at;
  lanes_.assign(std::min(place_.lanes, kLaneCount), first);
  result_.slots.resize(lanes_.size());
  return true;
}

LaneRun LaneMachine::run() {
  if (!prepare()) return std::move(result_);
  for (BlockId block = next_block(); block != kNone; block = next_block()) {
    if (structured_.blocks[block].role == Role::kPayload) {
      run_block(block);
    } else {
      for (const uint32_t lane : active_) lanes_[lane].ahead.pop_back();
    }
  }
  std::sort(result_.guesses.begin(), result_.guesses.end());
  result_.guesses.erase(std::unique(result_.guesses.begin(), result_.guesses.end()), result_.guesses.end());
  return std::move(result_);
}

/// Returns the first block in order that a lane is at, and makes the lanes there the active ones.
LaneMachine::BlockId LaneMachine::next_block() {
  BlockId block = kNone;
  active_.clear();
  for (uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    const BlockId at = lanes_[lane].next();
    if (at == kNone) continue;
    if (block == kNone || order_[at] < order_[block]) {
      block = at;
      active_.clear();
    }
    if (at == block) active_.push_back(lane);
  }
  return block;
}

void LaneMachine::run_block(BlockId block) {
  const BlockId payload = structured_.blocks[block].payload;
  take_phis(payload);
  for (const Instruction& i : function_.instructions_of(payload)) {
    if (i.opcode == Opcode::kPhi) continue;
    instructions_ += active_.size();
    std::vector<LaneValue> results;
    for (const uint32_t lane : active_) results.push_back(compute(i, lane));
    if (i.result == kNone) continue;
    for (size_t n = 0; n < active_.size(); ++n) {
      lanes_[active_[n]].locals[i.result - function_.first_local] = std::move(results[n]);
    }
  }
  leave(block);
}

void LaneMachine::take_phis(BlockId program_block) {
  const auto edges = function_.graph.in_edges(program_block);
  for (const uint32_t lane : active_) {
    const auto place = std::find(edges.begin(), edges.end(), lanes_[lane].edge) - edges.begin();
    std::vector<std::pair<ValueId, LaneValue>> values;
    for (const Instruction& i : function_.instructions_of(program_block)) {
      if (i.opcode != Opcode::kPhi) break;
      const auto operands = function_.operands_of(i);
      if (static_cast<size_t>(place) < operands.size())
        values.emplace_back(i.result, value(operands[place], lane));
    }
    for (auto& [id, phi] : values) lanes_[lane].locals[id - function_.first_local] = std::move(phi);
  }
}

void LaneMachine::leave(BlockId block) {
  const BlockId payload = structured_.blocks[block].payload;
  const auto successors = function_.graph.successors(payload);
  const Instruction& end = function_.instructions_of(payload).back();
  for (const uint32_t lane : active_) {
    Lane& mine = lanes_[lane];
    mine.at = kNone;
    if (successors.empty()) continue;
    const auto slot_count = static_cast<uint32_t>(successors.size());
    const uint32_t slot = slot_count > 1 ? slot_of(end, slot_count, lane) : 0;
    if (slot_count > 1) {
      result_.slots[lane].push_back(slot);
      if (scalar(end, 0, lane).made_up) result_.guesses.push_back(payload);
    }
    if (++mine.blocks >= place_.most_blocks || instructions_ >= place_.most_instructions) {
      ++result_.stopped;
      continue;
    }
    const Way& way = ways_[{block, slot}];
    mine.ahead = way.blocks;
    mine.at = way.end;
    mine.edge = function_.graph.first_edge(payload) + slot;
  }
}

uint32_t LaneMachine::slot_of(const Instruction& end, uint32_t slot_count, uint32_t lane) {
  const uint64_t tested = scalar(end, 0, lane).bits;
  if (end.opcode == Opcode::kCondBranch) return (tested & 1) != 0 ? 0 : 1;
  for (uint32_t n = 0; n + 1 < slot_count; ++n) {
    if (function_.case_values[end.aux + n] == tested) return n + 1;
  }
  return 0;
}

const Type& LaneMachine::scalar_type(TypeId type) const {
  const Type& t = module_.types[type];
  return t.kind == TypeKind::kVector ? module_.types[t.element] : t;
}

uint32_t LaneMachine::count_components(TypeId type, uint32_t depth) const {
  const Type& t = module_.types[type];
  if (depth > kMaxTypeDepth) return kMaxComponents + 1;
  uint64_t count = 1;
  if (t.kind == TypeKind::kVector || t.kind == TypeKind::kArray) {
    count = std::min<uint64_t>(t.count, kMaxComponents + 1) * count_components(t.element, depth + 1);
  } else if (t.kind == TypeKind::kStruct && !dxil::is_handle(module_, type)) {
    count = 0;
    for (const TypeId member : t.members) count += count_components(member, depth + 1);
  }
  return static_cast<uint32_t>(std::min<uint64_t>(count, kMaxComponents + 1));
}

LaneValue LaneMachine::value(ValueId id, uint32_t lane) {
  if (id < function_.first_local) return constant_value(id, lane);
  const LaneValue& known = lanes_[lane].locals[id - function_.first_local];
  if (!known.empty()) return known;
  // This lane has not computed the value: it is an argument, or defined in a block that the lane did not run.
  return LaneValue(std::max(1u, count_components(module_.type_of(function_, id))), Scalar{0, true});
}

/// Returns at least one scalar.
LaneValue LaneMachine::constant_value(ValueId id, uint32_t lane, uint32_t depth) {
  const LaneValue unknown = {{0, true}};
  const dxil::Value& v = module_.values[id];
  if (v.kind == dxil::ValueKind::kGlobal) return {global(v.index, lane)};
  const dxil::Constant* c = module_.constant(id);
  if (c == nullptr || depth > kMaxTypeDepth) return unknown;
  LaneValue result;
  switch (c->kind) {
    case dxil::ConstantKind::kScalar:
      return {{c->bits, false}};
    case dxil::ConstantKind::kAggregate:
      for (uint32_t n = 0; n < c->element_count && result.size() < kMaxComponents; ++n) {
        const LaneValue part =
            constant_value(module_.constant_elements[c->first_element + n], lane, depth + 1);
        result.insert(result.end(), part.begin(), part.end());
      }
      return result.empty() ? unknown : result;
    case dxil::ConstantKind::kData:
      for (uint32_t n = 0; n < std::min(c->element_count, kMaxComponents); ++n) {
        result.push_back({module_.constant_data[c->first_element + n], false});
      }
      return result.empty() ? unknown : result;
    case dxil::ConstantKind::kAddress: {
      if (c->element_count == 0) return unknown;
      const ValueId* elements = module_.constant_elements.data() + c->first_element;
      const Scalar base = constant_value(elements[0], lane, depth + 1)[0];
      if (c->element_count == 1) return {base};
      return {moved(base, static_cast<TypeId>(c->bits), elements + 1, c->element_count - 1, lane)};
    }
    default:
      break;
  }
  return LaneValue(std::clamp(count_components(v.type), 1u, kMaxComponents));
}

Scalar LaneMachine::scalar(const Instruction& i, uint32_t operand, uint32_t lane) {
  const auto operands = function_.operands_of(i);
  if (operand >= operands.size()) return {0, true};
  const LaneValue found = value(operands[operand], lane);
  return found.empty() ? Scalar{0, true} : found[0];
}

std::optional<uint64_t> LaneMachine::constant_operand(const Instruction& i, uint32_t operand) const {
  const auto operands = function_.operands_of(i);
  return operand < operands.size() ? module_.scalar_bits(operands[operand]) : std::nullopt;
}

void LaneMachine::note_made_up(const Instruction& i) {
  std::string name = dxil::name_of(i.opcode);
  if (i.opcode == Opcode::kDxOp) name = std::string(dxil::describe_op(i.op()));
  if (i.opcode == Opcode::kCall)
    name = "call of " + std::string(dxil::printable(module_.functions[i.aux].name));
  ++result_.made_up[name];
}

LaneValue LaneMachine::make_up(const Instruction& i, uint32_t lane) {
  note_made_up(i);
  LaneValue result;
  if (i.result == kNone) return result;
  const uint32_t count = std::clamp(count_components(i.type), 1u, kMaxComponents);
  // The members of a struct have types of their own, but those that a program tests have one.
  const Type& whole = module_.types[i.type];
  const Type& type = whole.kind == TypeKind::kStruct && !whole.members.empty() ? scalar_type(whole.members[0])
                                                                               : scalar_type(i.type);
  const auto number = static_cast<uint64_t>(&i - function_.instructions.data());
  for (uint32_t n = 0; n < count; ++n) {
    const uint64_t random = hashed({number, lane, lanes_[lane].blocks, n});
    result.push_back({made_up_bits(type.kind == TypeKind::kFloat, type.bits, random), true});
  }
  return result;
}

LaneValue LaneMachine::by_component(const Instruction& i, uint32_t lane) {
  const auto operands = function_.operands_of(i);
  const LaneValue a = value(operands[0], lane), b = operands.size() > 1 ? value(operands[1], lane) : a;
  const uint32_t from = scalar_type(module_.type_of(function_, operands[0])).bits,
                 to = scalar_type(i.type).bits;
  LaneValue result;
  if (i.opcode == Opcode::kBitcast && from != to) return make_up(i, lane);  // It cuts components anew.
  for (size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
    std::optional<uint64_t> bits;
    if (i.opcode == Opcode::kICmp || i.opcode == Opcode::kFCmp) {
      bits = compare(static_cast<dxil::Predicate>(i.aux), from, a[n].bits, b[n].bits);
    } else {
      bits = arithmetic(i.opcode, to, a[n].bits, b[n].bits);
      if (!bits) bits = convert(i.opcode, from, to, a[n].bits);
    }
    if (!bits) return make_up(i, lane);
    result.push_back({*bits, a[n].made_up || b[n].made_up});
  }
  return result;
}

LaneValue LaneMachine::select(const Instruction& i, uint32_t lane) {
  const auto operands = function_.operands_of(i);
  const LaneValue tests = value(operands[0], lane), yes = value(operands[1], lane),
                  no = value(operands[2], lane);
  LaneValue result;
  for (size_t n = 0; n < std::min(yes.size(), no.size()); ++n) {
    const Scalar test = tests[tests.size() == 1 ? 0 : std::min(n, tests.size() - 1)];
    result.push_back((test.bits & 1) != 0 ? yes[n] : no[n]);
    result.back().made_up |= test.made_up;
  }
  return result;
}

LaneValue LaneMachine::vector_instruction(const Instruction& i, uint32_t lane) {
  const auto operands = function_.operands_of(i);
  LaneValue whole = value(operands[0], lane);
  switch (i.opcode) {
    case Opcode::kExtractElement: {
      const Scalar index = scalar(i, 1, lane);
      if (index.bits >= whole.size()) return {{0, index.made_up}};
      return {{whole[index.bits].bits, whole[index.bits].made_up || index.made_up}};
    }
    case Opcode::kInsertElement: {
      const Scalar index = scalar(i, 2, lane);
      if (index.bits < whole.size()) whole[index.bits] = scalar(i, 1, lane);
      for (Scalar& part : whole) part.made_up |= index.made_up;
      return whole;
    }
    case Opcode::kShuffleVector: {
      const LaneValue other = value(operands[1], lane);
      whole.insert(whole.end(), other.begin(), other.end());
      LaneValue result;
      for (uint64_t n = 0; n < module_.types[i.type].count; ++n) {
        const int32_t from = function_.shuffle_masks[i.aux + n];
        result.push_back(from >= 0 && static_cast<size_t>(from) < whole.size() ? whole[from] : Scalar{});
      }
      return result;
    }
    default:
      break;
  }
  // Skip the components of the members before the one that is extracted.
  const Type& type = type_of(operands[0]);
  uint32_t first = 0, count = 1;
  if (type.kind == TypeKind::kStruct) {
    for (uint32_t n = 0; n < i.aux && n < type.members.size(); ++n)
      first += count_components(type.members[n]);
    if (i.aux < type.members.size()) count = count_components(type.members[i.aux]);
  } else {
    count = count_components(type.element);
    first = i.aux * count;
  }
  if (whole.size() < first + uint64_t{count}) return make_up(i, lane);
  if (i.opcode == Opcode::kExtractValue) return {whole.begin() + first, whole.begin() + first + count};
  const LaneValue part = value(operands[1], lane);
  std::copy_n(part.begin(), std::min<size_t>(part.size(), count), whole.begin() + first);
  return whole;
}

LaneValue LaneMachine::compute(const Instruction& i, uint32_t lane) {
  switch (i.opcode) {
    case Opcode::kReturn:
    case Opcode::kBranch:
    case Opcode::kCondBranch:
    case Opcode::kSwitch:
    case Opcode::kUnreachable:
    case Opcode::kFence:
      return {};
    case Opcode::kSelect:
      return select(i, lane);
    case Opcode::kExtractValue:
    case Opcode::kInsertValue:
    case Opcode::kExtractElement:
    case Opcode::kInsertElement:
    case Opcode::kShuffleVector:
      return vector_instruction(i, lane);
    case Opcode::kAlloca:
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kGep:
    case Opcode::kAddrSpaceCast:
    case Opcode::kAtomicRmw:
    case Opcode::kCmpXchg:
      return memory_instruction(i, lane);
    case Opcode::kDxOp:
      return dx_operation(i, lane);
    case Opcode::kPhi:
    case Opcode::kCall:
    case Opcode::kIntrinsic:
      forget_operands(i, lane);
      return make_up(i, lane);
    default:
      return by_component(i, lane);
  }
}

LaneRun run_lanes(const LaneProgram& program, const LanePlace& place, LaneMemory& memory) {
  return LaneMachine(program, place, memory).run();
}

}  // namespace trellis::tools
