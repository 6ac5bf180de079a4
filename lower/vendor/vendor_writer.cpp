#include "lower/vendor/vendor_writer.hpp"

#include <algorithm>
#include <bit>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/analysis/locate.hpp"
#include "lower/memory/hit_handles.hpp"

namespace trellis::lower {

using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

VendorWriter::VendorWriter(dxil::Shader& shader, dxil::EntryPoint& entry, const dxil::Function& function,
                           const LocalValues& locals, FoundIntrinsics& found, VendorAdditions& additions)
    : FunctionCopy(shader.module, function),
      shader_(shader),
      entry_(entry),
      locals_(locals),
      found_(found),
      additions_(additions),
      values_(function.local_types.size(), kNone),
      is_reached_(function.blocks.size(), 0),
      definitions_(function.local_types.size(), nullptr) {
  for (const Instruction& i : function.instructions) {
    if (i.result != kNone) definitions_[i.result - function.first_local] = &i;
  }
}

Result<void> VendorWriter::run() {
  new_.argument_types = old_.argument_types;
  new_.return_type = old_.return_type;
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) values_[a] = new_local(old_.argument_types[a]);
  TRELLIS_RETURN_IF_ERROR(copy_body());
  TRELLIS_RETURN_IF_ERROR(fill_phis());
  const auto single_of = [this](ValueId value) {
    return is_local(value) ? values_[value - old_.first_local] : value;
  };
  copy_names(single_of);
  copy_bindings(single_of);
  return {};
}

// --- Old values.

ValueId VendorWriter::whole(ValueId old_value) {
  old_value = locals_.resolve(old_value);
  return is_local(old_value) ? values_[old_value - old_.first_local] : old_value;
}

ValueId VendorWriter::value_of(ValueId old_value) {
  const ValueId value = old_value == kNone ? kNone : whole(old_value);
  return value == kNone ? word(0) : value;
}

ValueId VendorWriter::word_of(ValueId old_value) {
  if (old_value == kNone) return word(0);
  const Type& type = module_.types[type_of(locals_.resolve(old_value))];
  const ValueId value = value_of(old_value);
  if (type.kind == TypeKind::kFloat && type.bits == 32) return to_word(value);
  return type.kind == TypeKind::kInt && type.bits == 32 ? value : word(0);
}

std::optional<uint64_t> VendorWriter::constant_operand(const Intrinsic& intrinsic, uint32_t n) const {
  const ValueId value = intrinsic.operands[n];
  if (value == kNone) return std::nullopt;
  return constant_bits(module_, locals_.resolve(value), intrinsic.elements[n]);
}

ValueId VendorWriter::operand(const Intrinsic& intrinsic, uint32_t n) {
  const uint8_t number = intrinsic.elements[n];
  if (number == Intrinsic::kWhole || intrinsic.operands[n] == kNone) return word_of(intrinsic.operands[n]);
  if (const auto known = constant_operand(intrinsic, n)) return word(static_cast<uint32_t>(*known));
  const ValueId vector = value_of(intrinsic.operands[n]);
  const TypeId type = module_.types[type_of(locals_.resolve(intrinsic.operands[n]))].element;
  const ValueId part = element(vector, number, type);
  return module_.types[type].kind == TypeKind::kFloat ? to_word(part) : part;
}

const Instruction* VendorWriter::old_definition(ValueId old_value) const {
  old_value = locals_.resolve(old_value);
  return is_local(old_value) ? definitions_[old_value - old_.first_local] : nullptr;
}

void VendorWriter::define(ValueId old_value, ValueId new_value) {
  values_[old_value - old_.first_local] = new_value;
  for (Postponed& postponed : postponed_) {
    if (postponed.store == nullptr || locals_.resolve(postponed.value) != old_value) continue;
    add(*postponed.store, postponed.store->type, {new_value, whole(postponed.pointer)});
    postponed.store = nullptr;
  }
}

Result<void> VendorWriter::give(const Intrinsic& intrinsic, uint32_t step, ValueId value) {
  const Instruction& i = old_.instructions[intrinsic.steps[step]];
  if (i.result != kNone) define(i.result, value);
  return {};
}

Diagnostic VendorWriter::refuse(const Intrinsic& intrinsic, const char* message) const {
  return diagnose(ErrorCode::kUnsupported, old_, old_.instructions[intrinsic.steps.back()], message);
}

Diagnostic VendorWriter::used_inside(const Instruction& i) const {
  return diagnose(ErrorCode::kUnsupported, old_, i,
                  "what a step of a vendor's intrinsic gives is used before the intrinsic is complete");
}

bool VendorWriter::is_written(ValueId old_value) const {
  const Instruction* definition = old_definition(old_value);
  if (definition == nullptr) return true;
  const auto index = static_cast<uint32_t>(definition - old_.instructions.data());
  for (size_t b = 0; b < old_.blocks.size(); ++b) {
    const dxil::BasicBlock& block = old_.blocks[b];
    if (index - block.first_instruction < block.instruction_count) return is_reached_[b] != 0;
  }
  return false;
}

// --- Making instructions.

TypeId VendorWriter::words_type(uint32_t count) {
  const TypeId one = word_type();
  for (TypeId t = 0; t < module_.types.size(); ++t) {
    const Type& type = module_.types[t];
    if (type.kind != TypeKind::kStruct || type.members.size() != count) continue;
    bool is_it = true;
    for (const TypeId member : type.members) is_it &= member == one;
    if (is_it) return t;
  }
  Type type;
  type.kind = TypeKind::kStruct;
  type.members.assign(count, one);
  type.name = count == 2 ? "dx.types.twoi32" : "dx.types.fouri32";
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

TypeId VendorWriter::load_result_type() {
  constexpr const char* kName = "dx.types.ResRet.i32";
  for (TypeId t = 0; t < module_.types.size(); ++t) {
    const Type& type = module_.types[t];
    if (type.kind == TypeKind::kStruct && type.name == kName && type.members.size() == 5) return t;
  }
  Type type;
  type.kind = TypeKind::kStruct;
  type.members.assign(5, word_type());
  type.name = kName;
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

TypeId VendorWriter::hit_type() {
  if (const TypeId known = hit_object_type(module_); known != kNone) return known;
  Type type;
  type.kind = TypeKind::kStruct;
  type.members = {pointer_type()};
  type.name = "dx.types.HitObject";
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

ValueId VendorWriter::float_constant(float value) {
  return constant(float_type(), ConstantKind::kScalar, std::bit_cast<uint32_t>(value));
}

ValueId VendorWriter::op_list(Op op, TypeId type, std::span<const ValueId> operands,
                              const Instruction* carrier) {
  Instruction i;
  i.opcode = Opcode::kDxOp;
  if (carrier != nullptr) i.callee = carrier->callee;
  i.aux = dxil::number_of(op);
  return add(i, type, operands);
}

ValueId VendorWriter::binary(Opcode opcode, TypeId type, ValueId a, ValueId b) {
  return add({}, opcode, type, {a, b}, 0);
}

ValueId VendorWriter::cast(Opcode opcode, TypeId type, ValueId a) { return add({}, opcode, type, {a}, 0); }

ValueId VendorWriter::compare(Predicate predicate, ValueId a, ValueId b) {
  return add({}, Opcode::kICmp, bool_type(), {a, b}, static_cast<uint32_t>(predicate));
}

ValueId VendorWriter::compare_floats(Predicate predicate, ValueId a, ValueId b) {
  return add({}, Opcode::kFCmp, bool_type(), {a, b}, static_cast<uint32_t>(predicate));
}

ValueId VendorWriter::select(TypeId type, ValueId condition, ValueId a, ValueId b) {
  return add({}, Opcode::kSelect, type, {condition, a, b}, 0);
}

ValueId VendorWriter::extract(ValueId aggregate, uint32_t index, TypeId type) {
  return add({}, Opcode::kExtractValue, type, {aggregate}, index);
}

ValueId VendorWriter::element(ValueId vector, uint32_t index, TypeId type) {
  return add({}, Opcode::kExtractElement, type, {vector, word(index)}, 0);
}

ValueId VendorWriter::is_not_zero(ValueId value) { return compare(Predicate::kNe, value, word(0)); }

ValueId VendorWriter::joined(ValueId low, ValueId high) {
  const ValueId wide_low = cast(Opcode::kZExt, long_type(), low);
  const ValueId wide_high = cast(Opcode::kZExt, long_type(), high);
  const ValueId by = constant(long_type(), ConstantKind::kScalar, 32);
  return binary(Opcode::kOr, long_type(), wide_low, binary(Opcode::kShl, long_type(), wide_high, by));
}

ValueId VendorWriter::high_of(ValueId wide) {
  const ValueId by = constant(long_type(), ConstantKind::kScalar, 32);
  return low_of(binary(Opcode::kLShr, long_type(), wide, by));
}

ValueId VendorWriter::atomic64(const Intrinsic& intrinsic, uint32_t kind, std::span<const ValueId> at,
                               ValueId value) {
  const ValueId place[3] = {at[0], at.size() > 1 ? at[1] : undefined_word(),
                            at.size() > 2 ? at[2] : undefined_word()};
  return op(Op::kAtomicBinOp, long_type(),
            {value_of(intrinsic.target), word(kind), place[0], place[1], place[2], value});
}

ValueId VendorWriter::compare_exchange64(const Intrinsic& intrinsic, std::span<const ValueId> at,
                                         ValueId expected, ValueId value) {
  const ValueId place[3] = {at[0], at.size() > 1 ? at[1] : undefined_word(),
                            at.size() > 2 ? at[2] : undefined_word()};
  return op(Op::kAtomicCompareExchange, long_type(),
            {value_of(intrinsic.target), place[0], place[1], place[2], expected, value});
}

ValueId VendorWriter::lanes_below(bool is_high) {
  const ValueId own = lane();
  const ValueId shift = binary(Opcode::kAnd, own, word(31));
  const ValueId bits = binary(Opcode::kSub, binary(Opcode::kShl, word(1), shift), word(1));
  const ValueId is_in_low = compare(Predicate::kUlt, own, word(32));
  return is_high ? select(is_in_low, word(0), bits) : select(is_in_low, bits, word(UINT32_MAX));
}

ValueId VendorWriter::from_lane(ValueId value, ValueId lane, bool zero_if_inactive) {
  const ValueId read = op(Op::kWaveReadLaneAt, word_type(), {value, lane});
  if (!zero_if_inactive) return read;
  const ValueId all = constant(bool_type(), ConstantKind::kScalar, 1);
  const ValueId active = op(Op::kWaveActiveBallot, words_type(4), {all});
  const ValueId is_in_low = compare(Predicate::kUlt, lane, word(32));
  const ValueId mask = select(is_in_low, extract(active, 0), extract(active, 1));
  const ValueId bit = binary(Opcode::kLShr, mask, binary(Opcode::kAnd, lane, word(31)));
  return select(is_not_zero(binary(Opcode::kAnd, bit, word(1))), read, word(0));
}

uint32_t VendorWriter::barycentrics_element(uint8_t interpolation) {
  constexpr uint8_t kBarycentrics = 28;
  uint32_t next = 0, others = 0;
  for (const dxil::SignatureElement& element : entry_.inputs) {
    next = std::max(next, element.id + 1);
    if (element.semantic_kind != kBarycentrics) continue;
    if (element.interpolation == interpolation) return element.id;
    ++others;
  }
  dxil::SignatureElement& added = entry_.inputs.emplace_back();
  added.id = next;
  added.semantic = "SV_Barycentrics";
  added.semantic_indices = {others};
  added.semantic_kind = kBarycentrics;
  added.component_type = dxil::ComponentType::kF32;
  added.interpolation = interpolation;
  added.columns = 3;
  added.usage_mask = 7;
  return next;
}

ValueId VendorWriter::barycentric(bool has_perspective, BarycentricPlace place, uint32_t component) {
  constexpr uint8_t kLinear = 2, kLinearNoPerspective = 4;
  const ValueId id = word(barycentrics_element(has_perspective ? kLinear : kLinearNoPerspective));
  const ValueId row = word(0), column = byte(static_cast<uint8_t>(component));
  switch (place) {
    case BarycentricPlace::kCenter:
      return op(Op::kLoadInput, float_type(), {id, row, column, undefined_word()});
    case BarycentricPlace::kCentroid:
      return op(Op::kEvalCentroid, float_type(), {id, row, column});
    case BarycentricPlace::kSample:
      break;
  }
  const ValueId sample = op(Op::kSampleIndex, word_type(), {});
  return op(Op::kEvalSampleIndex, float_type(), {id, row, column, sample});
}

// --- Additions to the module.

ValueId VendorWriter::element_address(ValueId variable, TypeId array, ValueId index) {
  const TypeId pointer = module_.values[variable].type;
  return add({}, Opcode::kGep, pointer, {variable, word(0), index}, array);
}

ValueId VendorWriter::matrix_scratch(uint32_t words) {
  if (additions_.scratch != kNone) return additions_.scratch;
  constexpr uint8_t kGroupshared = 3;
  additions_.scratch_type = sequence_type(TypeKind::kArray, word_type(), words);
  TypeId pointer = kNone;
  for (TypeId t = 0; t < module_.types.size() && pointer == kNone; ++t) {
    const Type& type = module_.types[t];
    if (type.kind == TypeKind::kPointer && type.address_space == kGroupshared) pointer = t;
  }
  if (pointer == kNone) {
    Type type;
    type.kind = TypeKind::kPointer;
    type.address_space = kGroupshared;
    module_.types.push_back(type);
    pointer = static_cast<TypeId>(module_.types.size() - 1);
  }
  dxil::Global& variable = module_.globals.emplace_back();
  variable.name = "trellis.matrices";
  variable.value_type = additions_.scratch_type;
  variable.address_space = kGroupshared;
  module_.values.push_back(
      {dxil::ValueKind::kGlobal, pointer, static_cast<uint32_t>(module_.globals.size() - 1)});
  return additions_.scratch = static_cast<ValueId>(module_.values.size() - 1);
}

ValueId VendorWriter::load(ValueId address, TypeId type) {
  return add({}, Opcode::kLoad, type, {address}, 4);
}

void VendorWriter::store(ValueId address, ValueId value) {
  add({}, Opcode::kStore, void_type(), {value, address}, 4);
}

ValueId VendorWriter::call(uint32_t function, TypeId type, std::initializer_list<ValueId> arguments) {
  return add({}, Opcode::kCall, type, arguments, function);
}

std::optional<uint32_t> VendorWriter::known_helper(uint32_t key) const {
  const auto is_it = [key](const VendorAdditions::Helper& helper) { return helper.key == key; };
  const auto found = std::find_if(additions_.helpers.begin(), additions_.helpers.end(), is_it);
  if (found == additions_.helpers.end()) return std::nullopt;
  return static_cast<uint32_t>(module_.functions.size() + (found - additions_.helpers.begin()));
}

void VendorWriter::begin_helper(const char* name, std::span<const TypeId> arguments, TypeId result) {
  new_.name = name;
  new_.return_type = result;
  new_.argument_types.assign(arguments.begin(), arguments.end());
  new_.denorm_mode = module_.functions[entry_.function].denorm_mode;
  for (const TypeId type : arguments) new_local(type);
}

uint32_t VendorWriter::end_helper(uint32_t key, VendorWriter& helper, ValueId result) {
  helper.add({}, Opcode::kReturn, void_type(), {result}, 0);
  dxil::BasicBlock& block = helper.new_.blocks.emplace_back();
  block.instruction_count = static_cast<uint32_t>(helper.new_.instructions.size());
  helper.new_.graph = cfg::Graph::from_lists({{}});
  additions_.helpers.push_back({key, helper.take()});
  return static_cast<uint32_t>(module_.functions.size() + additions_.helpers.size() - 1);
}

// --- Instructions of the old function.

Result<void> VendorWriter::rewrite(const Instruction& i) {
  const Fate& fate = found_.fates[static_cast<size_t>(&i - old_.instructions.data())];
  switch (fate.kind) {
    case Fate::kGoes:
      return {};
    case Fate::kZero:
      if (i.result != kNone) define(i.result, zero_of(i.type));
      return {};
    case Fate::kStep:
    case Fate::kCarrier:
    case Fate::kLoads:
      return take_part(i, fate);
    case Fate::kStays:
      break;
  }
  const std::span<const ValueId> operands = old_.operands_of(i);
  if (i.opcode == Opcode::kLoad && locals_.is_forwarded(i.result)) return {};
  if (i.opcode == Opcode::kPhi) return copy_phi(i);
  if (i.opcode == Opcode::kStore) return copy_store(i);
  if (i.opcode == Opcode::kExtractValue && loaded_.contains(operands[0])) return take_element(i);
  return copy(i);
}

Result<void> VendorWriter::take_part(const Instruction& i, const Fate& fate) {
  Intrinsic& intrinsic = found_.intrinsics[fate.intrinsic];
  if (fate.kind == Fate::kLoads) {
    loaded_[i.result] = {fate.intrinsic, fate.step};
    return {};
  }
  // The result is zero already.
  if (fate.kind == Fate::kStep && i.result != kNone && whole(i.result) != kNone) return {};
  const auto is_own = [&](ValueId operand) {
    const auto gives = [&](uint32_t n) { return old_.instructions[n].result == locals_.resolve(operand); };
    return std::any_of(intrinsic.steps.begin(), intrinsic.steps.end(), gives);
  };
  const auto is_missing = [&](ValueId operand) {
    return operand != kNone && whole(operand) == kNone && !is_own(operand);
  };
  const bool is_last = !intrinsic.operands_by_step || fate.step + 1 == intrinsic.steps.size();
  const size_t needed = intrinsic.operands_by_step ? 2 * (fate.step + 1) : intrinsic.operands.size();
  if (std::any_of(intrinsic.operands.begin(), intrinsic.operands.begin() + needed, is_missing) ||
      (is_last && is_missing(intrinsic.target))) {
    return used_inside(i);
  }
  const std::span<const ValueId> others = old_.operands_of(i);
  if (fate.kind == Fate::kCarrier && std::any_of(others.begin(), others.end(), is_missing))
    return used_inside(i);
  Result<void> done = intrinsic.row->write(*this, intrinsic, fate.step);
  if (done || found_.zero_warnings == nullptr || done.error().code != ErrorCode::kUnsupported) return done;
  found_.zero_warnings->push_back(done.error().to_string() + ": the result is zero");
  for (const uint32_t step : intrinsic.steps) {
    const Instruction& of = old_.instructions[step];
    if (of.result == kNone || whole(of.result) != kNone) continue;
    define(of.result, zero_of(holds_hit(of.result) ? hit_type() : of.type));
  }
  return {};
}

/// Maps a field of the result of a load from a packet: a word, or a vector of words.
Result<void> VendorWriter::take_element(const Instruction& i) {
  const Loaded& loaded = loaded_.at(old_.operands_of(i)[0]);
  const Intrinsic& intrinsic = found_.intrinsics[loaded.intrinsic];
  const auto made = [&](uint32_t n) {
    const uint32_t at = loaded.first + n;
    return at < 4 && intrinsic.made[at] != kNone ? intrinsic.made[at] : word(0);
  };
  const Type type = module_.types[i.type];
  if (type.kind == TypeKind::kVector) {
    const Type& element = module_.types[type.element];
    if (element.kind != TypeKind::kInt || element.bits != 32) return used_inside(i);
    ValueId vector = undef(i.type);
    for (uint32_t n = 0; n < type.count; ++n) {
      vector = add({}, Opcode::kInsertElement, i.type, {vector, made(n), word(n)}, 0);
    }
    define(i.result, vector);
    return {};
  }
  const ValueId value = made(i.aux);
  if (type.kind == TypeKind::kFloat && type.bits == 32) {
    define(i.result, to_float(value));
  } else if (type.kind == TypeKind::kInt && type.bits == 32) {
    define(i.result, value);
  } else {
    return used_inside(i);
  }
  return {};
}

Result<void> VendorWriter::copy(const Instruction& i) {
  Vector<ValueId> operands;
  for (const ValueId old_value : old_.operands_of(i)) {
    operands.push_back(old_value == kNone ? kNone : whole(old_value));
    if (old_value != kNone && operands.back() == kNone) return used_inside(i);
  }
  Instruction made = i;
  TypeId type = i.type;
  if (i.result != kNone && holds_hit(i.result)) {
    if (i.opcode == Opcode::kAlloca) {
      made.aux = hit_type();
    } else {
      type = hit_type();
    }
    if (i.opcode == Opcode::kSelect) {
      for (uint32_t n = 1; n < 3; ++n) {
        if (!is_local(locals_.resolve(old_.operands_of(i)[n]))) operands[n] = zero_of(type);
      }
    }
  }
  const ValueId result = add(made, type, operands);
  if (i.result != kNone) define(i.result, result);
  return {};
}

Result<void> VendorWriter::copy_phi(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const auto first = static_cast<uint32_t>(new_.operands.size());
  const TypeId type = holds_hit(i.result) ? hit_type() : i.type;
  const ValueId result = add(i, type, Vector<ValueId>(operands.size(), kNone));
  for (uint32_t n = 0; n < operands.size(); ++n) phi_operands_.push_back({first + n, {&i, operands[n]}});
  define(i.result, result);
  return {};
}

Result<void> VendorWriter::copy_store(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  if (!locals_.is_plain_variable(operands[1])) return copy(i);
  for (Postponed& postponed : postponed_) {
    if (postponed.pointer == operands[1]) postponed.store = nullptr;  // It would be overwritten.
  }
  if (whole(operands[0]) == kNone) {
    postponed_.push_back({&i, operands[0], operands[1]});
    return {};
  }
  if (holds_hit(operands[1]) && !is_local(locals_.resolve(operands[0]))) {
    add(i, i.type, {zero_of(hit_type()), whole(operands[1])});
    return {};
  }
  return copy(i);
}

Result<void> VendorWriter::fill_phis() {
  for (const auto& [operand, use] : phi_operands_) {
    const auto& [phi, old_value] = use;
    ValueId value = whole(old_value);
    if (value != kNone && holds_hit(phi->result) && !is_local(locals_.resolve(old_value))) {
      value = zero_of(hit_type());
    }
    // Values of unreachable blocks are undefined.
    if (value == kNone && !is_written(old_value)) value = undef(phi->type);
    if (value == kNone) return used_inside(*phi);
    new_.operands[operand] = value;
  }
  for (const Postponed& postponed : postponed_) {
    if (postponed.store != nullptr) return used_inside(*postponed.store);
  }
  return {};
}

}  // namespace trellis::lower
