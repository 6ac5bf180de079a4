#include "dxil_frontend/record_reader/record_constants.hpp"

#include <algorithm>
#include <bit>

#include "dxil_frontend/bitcode/codes.hpp"

namespace trellis::dxil {

namespace {

using Kind = ConstantNode::Kind;

uint64_t mask_of(uint32_t bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

uint64_t hash_of(const ConstantNode& node, std::span<const uint64_t> parts) {
  uint64_t value = static_cast<uint64_t>(node.kind) | uint64_t{node.flags} << 8 | uint64_t{node.type} << 16;
  const auto add = [&value](uint64_t part) {
    value = (value ^ part) * 0x9E3779B97F4A7C15u;
    value ^= value >> 29;
  };
  add(node.bits);
  if (node.element != bitcode::kNoType) add(node.element);
  for (const uint64_t part : parts) add(part);
  return value;
}

}  // namespace

RecordConstants::RecordConstants(const RecordedCode& code) : code_(code) {
  of_record_.assign(code.constants.size(), kNoNode);
  const size_t expected = code.constants.size() + code.functions.size() + code.frame.variables.size();
  nodes_.reserve(expected);
  slots_.assign(std::bit_ceil(expected * 2 + 16), kNoNode);
}

void RecordConstants::enter(const RecordedFunction& function, uint32_t first_number) {
  first_constant_ = function.first_constant;
  constant_count_ = function.constant_count;
  first_number_ = first_number;
}

uint32_t RecordConstants::value_node(uint32_t number, uint32_t depth) {
  if (number < code_.values.size()) {
    const RecordedValue& value = code_.values[number];
    if (value.kind == RecordedValue::kConstant) return make(code_.constants[value.index], depth);
    ConstantNode node;
    node.kind = value.kind == RecordedValue::kFunction ? Kind::kFunction : Kind::kVariable;
    node.bits = value.index;
    return intern(node);
  }
  if (number < first_number_ || number - first_number_ >= constant_count_) return kNoNode;
  return make(code_.constants[first_constant_ + (number - first_number_)], depth);
}

uint32_t RecordConstants::make(const CodeRecord& record, uint32_t depth) {
  constexpr uint32_t kMaxDepth = 64;  // The input determines how deeply constants nest.
  if (depth > kMaxDepth) return kNoNode;
  const auto index = static_cast<size_t>(&record - code_.constants.data());
  if (of_record_[index] != kNoNode) return of_record_[index];
  uint32_t made = kNoNode;
  ConstantNode node;
  node.type = record.type;
  switch (record.code) {
    case bitcode::kConstInteger:
      if (code_.types[record.type].number > 64) return kNoNode;
      node.bits = code_.operands_of(record)[0];
      made = intern(node);
      break;
    case bitcode::kConstFloat:
      node.bits = code_.operands_of(record)[0] & mask_of(code_.types[record.type].number);
      made = intern(node);
      break;
    case bitcode::kConstNull:
      made = null_of(record.type);
      break;
    case bitcode::kConstUndef:
    case bitcode::kConstPoison:
      node.kind = record.code == bitcode::kConstUndef ? Kind::kUndef : Kind::kPoison;
      made = intern(node);
      break;
    case bitcode::kConstAggregate:
      made = make_aggregate(record, depth + 1);
      break;
    case bitcode::kConstData:
    case bitcode::kConstString:
    case bitcode::kConstCString:
      made = make_data(record);
      break;
    case bitcode::kConstCast:
      made = make_cast(record, depth + 1);
      break;
    case RecordedCode::kLeftOut:
      return kNoNode;
    default:
      made = make_address(record, depth + 1);
      break;
  }
  of_record_[index] = made;
  return made;
}

uint32_t RecordConstants::null_of(uint32_t type) {
  const bitcode::TypeKind kind = code_.types[type].kind;
  ConstantNode node;
  node.type = type;
  if (kind != bitcode::TypeKind::kInt && kind != bitcode::TypeKind::kFloat) node.kind = Kind::kNull;
  return intern(node);
}

bool RecordConstants::is_null(uint32_t node) const {
  return nodes_[node].kind == Kind::kNull || (nodes_[node].kind == Kind::kScalar && nodes_[node].bits == 0);
}

/// Whether an array or vector of such scalars is kData, not kAggregate.
bool RecordConstants::is_data_element(uint32_t type) const {
  const bitcode::Type& element = code_.types[type];
  const bool is_scalar = element.kind == bitcode::TypeKind::kInt || element.kind == bitcode::TypeKind::kFloat;
  return is_scalar &&
         (element.number == 8 || element.number == 16 || element.number == 32 || element.number == 64);
}

/// An aggregate whose elements are all null, all undefined or all poison becomes a single such constant.
uint32_t RecordConstants::make_aggregate(const CodeRecord& record, uint32_t depth) {
  Vector<uint64_t> elements;
  elements.reserve(record.operand_count);
  for (const uint64_t number : code_.operands_of(record)) {
    const uint32_t element = value_node(static_cast<uint32_t>(number), depth);
    if (element == kNoNode) return kNoNode;
    elements.push_back(element);
  }
  const auto all = [&elements](auto is) {
    return std::all_of(elements.begin(), elements.end(),
                       [&](uint64_t element) { return is(static_cast<uint32_t>(element)); });
  };
  const auto all_of_kind = [this, &all](Kind kind) {
    return all([this, kind](uint32_t element) { return nodes_[element].kind == kind; });
  };
  ConstantNode node;
  node.type = record.type;
  if (all([this](uint32_t element) { return is_null(element); })) return null_of(record.type);
  if (all_of_kind(Kind::kPoison)) {
    node.kind = Kind::kPoison;
    return intern(node);
  }
  if (all_of_kind(Kind::kUndef)) {
    node.kind = Kind::kUndef;
    return intern(node);
  }
  const bitcode::Type& type = code_.types[record.type];
  node.kind = Kind::kAggregate;
  if (type.kind != bitcode::TypeKind::kStruct && is_data_element(type.element) &&
      all_of_kind(Kind::kScalar)) {
    node.kind = Kind::kData;
    for (uint64_t& element : elements) element = nodes_[element].bits;
  }
  return intern(node, elements);
}

uint32_t RecordConstants::make_data(const CodeRecord& record) {
  const bitcode::Type& type = code_.types[record.type];
  if (!is_data_element(type.element)) return kNoNode;
  const uint64_t mask = mask_of(code_.types[type.element].number);
  Vector<uint64_t> elements;
  elements.reserve(record.operand_count + size_t{1});
  for (const uint64_t element : code_.operands_of(record)) elements.push_back(element & mask);
  if (record.code == bitcode::kConstCString) elements.push_back(0);
  if (std::all_of(elements.begin(), elements.end(), [](uint64_t bits) { return bits == 0; }))
    return null_of(record.type);
  ConstantNode node;
  node.kind = Kind::kData;
  node.type = record.type;
  return intern(node, elements);
}

/// Layout: [opcode, type, value]. Only casts between pointers; LLVM must compute the others.
uint32_t RecordConstants::make_cast(const CodeRecord& record, uint32_t depth) {
  const std::span<const uint64_t> operands = code_.operands_of(record);
  if (operands[0] != bitcode::kBitcast && operands[0] != bitcode::kAddrSpaceCast) return kNoNode;
  const bitcode::Type& type = code_.types[record.type];
  const uint32_t value = value_node(static_cast<uint32_t>(operands[2]), depth);
  if (value == kNoNode || type.kind != bitcode::TypeKind::kPointer) return kNoNode;
  const Kind kind = nodes_[value].kind;
  // dxc also uses bitcasts to cast pointers between address spaces.
  const auto space_of = [this](const ConstantNode& node) {
    if (node.kind == Kind::kFunction) return code_.functions[node.bits].address_space;
    if (node.kind == Kind::kVariable) return code_.frame.variables[node.bits].address_space;
    return code_.types[node.type].number;
  };
  if (space_of(nodes_[value]) == type.number) return value;
  if (kind != Kind::kVariable && kind != Kind::kFunction && kind != Kind::kAddress) return kNoNode;
  ConstantNode node;
  node.kind = Kind::kSpaceCast;
  node.type = record.type;
  const uint64_t part = value;
  return intern(node, {&part, 1});
}

/// Layout: [source element type, flags (CE_GEP), (type, value) pairs]
uint32_t RecordConstants::make_address(const CodeRecord& record, uint32_t depth) {
  const std::span<const uint64_t> operands = code_.operands_of(record);
  ConstantNode node;
  node.kind = Kind::kAddress;
  node.type = record.type;
  size_t first = 1;
  switch (record.code) {
    case bitcode::kConstInboundsGep:
      node.flags = 1;
      break;
    case bitcode::kConstGepOld:
      break;
    case bitcode::kConstGep:
      first = 2;
      node.flags = static_cast<uint8_t>(operands[1] & 7);
      break;
    default:
      return kNoNode;
  }
  // inbounds (bit 0) implies that nothing wraps around as a signed number (bit 1).
  if ((node.flags & 1) != 0) node.flags |= 2;
  node.element = code_.types.canonical(static_cast<uint32_t>(operands[0]));
  Vector<uint64_t> parts;
  bool moves = false;
  for (size_t i = first; i + 1 < operands.size(); i += 2) {
    const uint32_t part = value_node(static_cast<uint32_t>(operands[i + 1]), depth);
    if (part == kNoNode) return kNoNode;
    const Kind kind = nodes_[part].kind;
    moves |= !parts.empty() && !is_null(part) && kind != Kind::kUndef && kind != Kind::kPoison;
    parts.push_back(part);
  }
  const auto base = static_cast<uint32_t>(parts[0]);
  if (nodes_[base].kind == Kind::kUndef || nodes_[base].kind == Kind::kPoison) {
    node = {};
    node.kind = nodes_[base].kind;
    node.type = record.type;
    return intern(node);
  }
  return moves ? intern(node, parts) : base;
}

// ---- Interning of equal nodes.

uint32_t RecordConstants::intern(ConstantNode node, std::span<const uint64_t> parts) {
  if (nodes_.size() * 2 >= slots_.size()) grow();
  size_t slot = hash_of(node, parts) & (slots_.size() - 1);
  for (; slots_[slot] != kNoNode; slot = (slot + 1) & (slots_.size() - 1)) {
    const ConstantNode& other = nodes_[slots_[slot]];
    if (other.bits == node.bits && other.type == node.type && other.kind == node.kind &&
        other.flags == node.flags && other.element == node.element &&
        std::ranges::equal(parts_of(other), parts)) {
      return slots_[slot];
    }
  }
  node.first_part = static_cast<uint32_t>(parts_.size());
  node.part_count = static_cast<uint32_t>(parts.size());
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  slots_[slot] = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(node);
  return slots_[slot];
}

void RecordConstants::grow() {
  slots_.assign(slots_.size() * 2, kNoNode);
  for (uint32_t index = 0; index < nodes_.size(); ++index) {
    size_t slot = hash_of(nodes_[index], parts_of(nodes_[index])) & (slots_.size() - 1);
    while (slots_[slot] != kNoNode) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = index;
  }
}

}  // namespace trellis::dxil
