#include "lower/control_flow/break_conditions.hpp"

#include <algorithm>

#include "cfg/post_visit_order.hpp"

namespace trellis::lower {

using dxil::BlockId;
using dxil::Constant;
using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::Predicate;
using dxil::TypeKind;
using dxil::ValueId;
using dxil::ValueKind;

namespace {

constexpr std::string_view kVariableName = "dx.break.cond";

uint64_t mask_of(uint32_t width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

int64_t as_signed(uint64_t bits, uint32_t width) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

bool holds(Predicate predicate, uint64_t a, uint64_t b, uint32_t width) {
  const int64_t signed_a = as_signed(a, width), signed_b = as_signed(b, width);
  switch (predicate) {
    case Predicate::kEq:
      return a == b;
    case Predicate::kNe:
      return a != b;
    case Predicate::kUgt:
      return a > b;
    case Predicate::kUge:
      return a >= b;
    case Predicate::kUlt:
      return a < b;
    case Predicate::kUle:
      return a <= b;
    case Predicate::kSgt:
      return signed_a > signed_b;
    case Predicate::kSge:
      return signed_a >= signed_b;
    case Predicate::kSlt:
      return signed_a < signed_b;
    default:
      return signed_a <= signed_b;
  }
}

/// Whether the value is a constant zero, in any representation.
bool is_zero(const dxil::Module& module, ValueId value) {
  const Constant* constant = value == kNone ? nullptr : module.constant(value);
  if (constant == nullptr) return false;
  const auto first = constant->first_element;
  switch (constant->kind) {
    case ConstantKind::kNull:
      return true;
    case ConstantKind::kScalar:
      return constant->bits == 0;
    case ConstantKind::kData:
      return std::all_of(module.constant_data.begin() + first,
                         module.constant_data.begin() + first + constant->element_count,
                         [](uint64_t bits) { return bits == 0; });
    default:
      return false;
  }
}

}  // namespace

bool is_break_variable(const dxil::Module& module, const dxil::Global& global) {
  const std::string_view name = global.name;
  if (name.substr(0, kVariableName.size()) != kVariableName) return false;
  // Linking may add a suffix: a module may have several such variables.
  if (name.size() > kVariableName.size() && name[kVariableName.size()] != '.') return false;
  return global.is_constant && !global.is_external && is_zero(module, global.initializer);
}

bool is_break_address(const dxil::Module& module, ValueId value) {
  const Constant* constant = module.constant(value);
  while (constant != nullptr && constant->kind == ConstantKind::kAddress) {
    value = module.constant_elements[constant->first_element];
    constant = module.constant(value);
  }
  const dxil::Value& variable = module.values[value];
  return variable.kind == ValueKind::kGlobal && is_break_variable(module, module.globals[variable.index]);
}

BreakConditions::BreakConditions(const dxil::Module& module, const dxil::Function& function)
    : module_(module), function_(function) {
  prepare();
  propagate();
}

void BreakConditions::prepare() {
  facts_.resize(function_.local_types.size());
  block_of_.assign(function_.instructions.size(), kNone);
  is_queued_.assign(function_.instructions.size(), 0);
  users_ = collect_rows<uint32_t>(static_cast<uint32_t>(facts_.size()), [&](const auto& add) {
    for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
      for (const ValueId value : function_.operands_of(function_.instructions[n])) {
        if (value >= function_.first_local) add(value - function_.first_local, n);
      }
    }
  });
  const cfg::PostVisitOrder order(function_.graph);
  for (const BlockId block : order.reverse_post_order()) {
    const dxil::BasicBlock& b = function_.blocks[block];
    std::fill_n(block_of_.begin() + b.first_instruction, b.instruction_count, block);
  }
  for (size_t argument = 0; argument < function_.argument_types.size(); ++argument) {
    facts_[argument].state = State::kVaries;
  }
  for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
    const Instruction& i = function_.instructions[n];
    if (i.opcode != Opcode::kAlloca || block_of_[n] == kNone || is_plain_variable(i)) continue;
    facts_[i.result - function_.first_local].state = State::kVaries;
  }
}

/// Whether all uses of the variable are in reached blocks, and are non-volatile loads or stores of its whole
/// type.
bool BreakConditions::is_plain_variable(const Instruction& alloca) const {
  const auto users = users_.of(alloca.result - function_.first_local);
  if (module_.types[alloca.aux].kind != TypeKind::kInt) return false;
  return std::all_of(users.begin(), users.end(), [&](uint32_t n) {
    const Instruction& user = function_.instructions[n];
    if (block_of_[n] == kNone || (user.flags & dxil::kVolatile) != 0) return false;
    if (user.opcode == Opcode::kLoad) return user.type == alloca.aux;
    if (user.opcode != Opcode::kStore) return false;
    const auto operands = function_.operands_of(user);
    return operands[0] != alloca.result && module_.type_of(function_, operands[0]) == alloca.aux;
  });
}

void BreakConditions::propagate() {
  // Pushed in reverse, so that the worklist starts with the first instruction.
  for (auto n = static_cast<uint32_t>(function_.instructions.size()); n-- > 0;) {
    if (block_of_[n] == kNone) continue;
    work_.push_back(n);
    is_queued_[n] = 1;
  }
  while (!work_.empty()) {
    const uint32_t n = work_.back();
    work_.pop_back();
    is_queued_[n] = 0;
    evaluate(n);
  }
}

/// Terminates because facts only become weaker and a mark stays: each changes at most three times.
void BreakConditions::evaluate(uint32_t n) {
  const Instruction& i = function_.instructions[n];
  ValueId changed = i.result;
  Fact now;
  if (i.opcode == Opcode::kStore) {
    changed = function_.operands_of(i)[1];
    if (changed < function_.first_local) return;
    now = meet(facts_[changed - function_.first_local], fact(function_.operands_of(i)[0]));
  } else if (i.opcode == Opcode::kAlloca || changed == kNone) {
    return;
  } else {
    now = result_of(i, block_of_[n]);
  }
  Fact& known = facts_[changed - function_.first_local];
  if (now == known) return;
  known = now;
  for (const uint32_t user : users_.of(changed - function_.first_local)) {
    if (block_of_[user] == kNone || is_queued_[user] != 0) continue;
    work_.push_back(user);
    is_queued_[user] = 1;
  }
}

BreakConditions::Fact BreakConditions::fact(ValueId value) const {
  if (const Fact* known = local_fact(value)) return *known;
  const Constant* constant = module_.constant(value);
  const TypeKind kind = module_.types[module_.values[value].type].kind;
  if (constant == nullptr || constant->kind == ConstantKind::kUndef || kind != TypeKind::kInt) {
    return {State::kVaries, false, 0};
  }
  return {State::kConstant, false, module_.scalar_bits(value).value_or(0)};
}

BreakConditions::Fact BreakConditions::meet(const Fact& a, const Fact& b) {
  if (a.state == State::kUnknown) return b;
  if (b.state == State::kUnknown) return a;
  const bool is_one = a.state == State::kConstant && b.state == State::kConstant && a.bits == b.bits;
  if (!is_one) return {State::kVaries, false, 0};
  return {State::kConstant, a.is_marked || b.is_marked, a.bits};
}

/// Returns the fact about the value at an address: a marked zero if the address is in dx.break's variable.
BreakConditions::Fact BreakConditions::fact_of_address(ValueId pointer) const {
  if (const Fact* known = local_fact(pointer)) return *known;
  const bool is_variable = is_break_address(module_, pointer);
  return {is_variable ? State::kConstant : State::kVaries, is_variable, 0};
}

uint32_t BreakConditions::width(ValueId value) const {
  return module_.types[module_.type_of(function_, value)].bits;
}

BreakConditions::Fact BreakConditions::result_of(const Instruction& i, BlockId block) const {
  const Fact varies = {State::kVaries, false, 0};
  const auto operands = function_.operands_of(i);
  if (i.opcode == Opcode::kGep) return fact_of_address(operands[0]);
  if (module_.types[i.type].kind != TypeKind::kInt) return varies;
  switch (i.opcode) {
    case Opcode::kLoad:
      return (i.flags & dxil::kVolatile) != 0 ? varies : fact_of_address(operands[0]);
    case Opcode::kICmp:
      return compared(i);
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      return combined(i);
    case Opcode::kSelect:
      return selected(i);
    case Opcode::kZExt:
    case Opcode::kSExt:
    case Opcode::kTrunc:
    case Opcode::kFreeze:
      return converted(i);
    case Opcode::kPhi:
      return joined(i, block);
    default:
      return varies;
  }
}

BreakConditions::Fact BreakConditions::compared(const Instruction& i) const {
  const auto operands = function_.operands_of(i);
  const Fact a = fact(operands[0]), b = fact(operands[1]);
  const bool is_pointer = module_.types[module_.type_of(function_, operands[0])].kind != TypeKind::kInt;
  if (is_pointer || a.state == State::kVaries || b.state == State::kVaries) return {State::kVaries, false, 0};
  if (a.state == State::kUnknown || b.state == State::kUnknown) return {};
  const bool is_true = holds(static_cast<Predicate>(i.aux), a.bits, b.bits, width(operands[0]));
  return {State::kConstant, a.is_marked || b.is_marked, is_true ? 1u : 0u};
}

BreakConditions::Fact BreakConditions::combined(const Instruction& i) const {
  const auto operands = function_.operands_of(i);
  const Fact a = fact(operands[0]), b = fact(operands[1]);
  if (a.state == State::kVaries || b.state == State::kVaries) return {State::kVaries, false, 0};
  if (a.state == State::kUnknown || b.state == State::kUnknown) return {};
  Fact result = {State::kConstant, a.is_marked || b.is_marked, a.bits ^ b.bits};
  if (i.opcode == Opcode::kAnd) result.bits = a.bits & b.bits;
  if (i.opcode == Opcode::kOr) result.bits = a.bits | b.bits;
  return result;
}

BreakConditions::Fact BreakConditions::selected(const Instruction& i) const {
  const auto operands = function_.operands_of(i);
  const Fact condition = fact(operands[0]);
  if (condition.state == State::kUnknown) return {};
  if (condition.state == State::kVaries) return meet(fact(operands[1]), fact(operands[2]));
  Fact result = fact(operands[condition.bits != 0 ? 1 : 2]);
  result.is_marked = result.state == State::kConstant && (result.is_marked || condition.is_marked);
  return result;
}

BreakConditions::Fact BreakConditions::converted(const Instruction& i) const {
  const ValueId operand = function_.operands_of(i)[0];
  Fact result = fact(operand);
  if (result.state != State::kConstant) return result;
  const uint32_t to = module_.types[i.type].bits;
  if (i.opcode == Opcode::kSExt) {
    result.bits = static_cast<uint64_t>(as_signed(result.bits, width(operand)));
  }
  result.bits &= mask_of(to);
  return result;
}

BreakConditions::Fact BreakConditions::joined(const Instruction& phi, BlockId block) const {
  Fact result;
  const auto edges = function_.graph.in_edges(block);
  const auto operands = function_.operands_of(phi);
  for (size_t e = 0; e < edges.size() && e < operands.size(); ++e) {
    const dxil::BasicBlock& source = function_.blocks[function_.graph.source(edges[e])];
    if (block_of_[source.first_instruction] != kNone) result = meet(result, fact(operands[e]));
  }
  return result;
}

}  // namespace trellis::lower
