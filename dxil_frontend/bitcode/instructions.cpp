// FUNCTION_BLOCK: the instructions, one function for each kind of record.
#include <algorithm>
#include <bit>
#include <limits>

#include "dxil_frontend/bitcode/function.hpp"
#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

// Inline in check_record(), which calls it for every instruction.
[[gnu::always_inline]] inline void FunctionCheck::record(uint32_t code) {
  if (extra_type_ != kNoType) state_.reader.add_operand(extra_type_);
  state_.code->records.push_back(state_.keep_record(code, result_type_));
}

bool FunctionCheck::check_record() {
  ops_ = state_.reader.operands();
  const uint32_t code = state_.reader.code();
  if (code == kDeclareBlocks) return declare_blocks();
  if (code == kDebugLoc || code == kDebugLocAgain) {
    if (!check_debug_location()) return false;
    if (state_.code != nullptr) record_location();
    return true;
  }
  if (block_ >= block_count_) return state_.fail("instruction after the last block's end");
  ++instruction_count_;
  uses_next_ = false;
  result_type_ = extra_type_ = kNoType;
  if (!check_any_instruction(code)) return false;
  if (state_.code != nullptr) record(code);
  return true;
}

bool FunctionCheck::check_any_instruction(uint32_t code) {
  if (code == kInstPhi) {
    if (block_has_body_) return state_.fail("phi after another instruction");
    return check_phi();
  }
  block_has_body_ = true;
  return check_instruction(code);
}

bool FunctionCheck::check_instruction(uint32_t code) {
  switch (code) {
    case kInstBinop:
      return check_binop();
    case kInstCast:
      return check_cast_instruction();
    case kInstExtractElement:
      return check_extract_element();
    case kInstInsertElement:
      return check_insert_element();
    case kInstShuffleVector:
      return check_shuffle();
    case kInstCmp:
    case kInstCmp2:
      return check_compare();
    case kInstRet:
      return check_return();
    case kInstBr:
      return check_branch();
    case kInstSwitch:
      return check_switch();
    case kInstUnreachable:
      return take_end() && end_basic_block();
    case kInstAlloca:
      return check_alloca();
    case kInstLoad:
    case kInstLoadAtomic:
      return check_load(code == kInstLoadAtomic);
    case kInstExtractValue:
      return check_extract_value();
    case kInstInsertValue:
      return check_insert_value();
    case kInstSelect:
      return check_select();
    case kInstCall:
      return check_call();
    case kInstFence:
      return check_fence();
    case kInstAtomicRmwOld:
    case kInstAtomicRmw:
      return check_atomicrmw(code == kInstAtomicRmw);
    case kInstGep:
      return check_gep();
    case kInstStore:
    case kInstStoreAtomic:
      return check_store(code == kInstStoreAtomic);
    case kInstCmpxchg:
      return check_cmpxchg();
    case kInstCmpxchgOld:
      return check_cmpxchg_old();
    case kInstUnop:
      return check_unop();
    case kInstFreeze: {
      Operand value;
      return take_value(value) && take_end() && define_same(value);
    }
    default:
      return state_.fail_unsupported("instruction does not occur in DXIL");
  }
}

bool FunctionCheck::check_binop() {
  Operand left, right;
  uint64_t opcode = 0;
  if (!take_value(left) || !take_value_of(left.type, right) || !take(opcode) || !take_end_or_flags())
    return false;
  constexpr uint64_t kLastOpcode = 12;
  // add, sub, mul, sdiv, srem; all others are for integers only.
  constexpr uint64_t kFloatOpcodes = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 6;
  if (opcode > kLastOpcode) return state_.fail("unknown binary operation " + decimal(opcode));
  const bool valid = types_.is_float_or_vector(left.type) ? (kFloatOpcodes >> opcode & 1) != 0
                                                          : types_.is_int_or_vector(left.type);
  return valid ? define(left.type) : fail_types();
}

bool FunctionCheck::check_unop() {
  Operand value;
  uint64_t opcode = 0;
  if (!take_value(value) || !take(opcode) || !take_end_or_flags()) return false;
  if (opcode != 0) return state_.fail("unknown unary operation " + decimal(opcode));
  return types_.is_float_or_vector(value.type) ? define(value.type) : fail_types();
}

bool FunctionCheck::check_cast_instruction() {
  Operand value;
  uint32_t type = 0;
  uint64_t opcode = 0;
  if (!take_value(value) || !take_value_type(type) || !take(opcode) || !take_end_or_flags()) return false;
  const uint32_t target = types_.canonical(type);
  if (opcode == kBitcast && types_.is(target, TypeKind::kPointer)) {
    const uint64_t last = state_.reader.operands().size() - ops_.size() - 1;
    if (const auto place = state_.reader.place_of(last)) {
      repair_cast(state_, opcode, value.type, target, *place);
    }
  }
  return check_cast(state_, opcode, value.type, target) && define(target, state_.pointee(type));
}

bool FunctionCheck::check_select() {
  Operand yes, no, condition;
  if (!take_value(yes) || !take_value_of(yes.type, no) || !take_value(condition) || !take_end_or_flags()) {
    return false;
  }
  const Type& test = types_.scalar(condition.type);
  const uint64_t lanes = types_.lanes(condition.type);
  if (test.kind != TypeKind::kInt || test.number != 1 || (lanes != 0 && lanes != types_.lanes(yes.type))) {
    return fail_types();
  }
  return define_same(yes);
}

/// Defines a result that is one of the operands. Values of opaque types are undef, and only metadata may use
/// them.
bool FunctionCheck::define_same(const Operand& operand) {
  return types_[operand.type].sized ? define(operand.type, pointee_of(operand)) : fail_types();
}

bool FunctionCheck::check_compare() {
  Operand left, right;
  uint64_t predicate = 0;
  if (!take_value(left) || !take_value_of(left.type, right) || !take(predicate) || !take_end_or_flags())
    return false;
  constexpr uint64_t kLastFloat = 15, kFirstInt = 32, kLastInt = 41;
  const bool valid = types_.is_float_or_vector(left.type)
                         ? predicate <= kLastFloat
                         : (types_.is_int_or_vector(left.type) || types_.is_pointer_or_vector(left.type)) &&
                               predicate >= kFirstInt && predicate <= kLastInt;
  if (!valid) return state_.fail("predicate " + decimal(predicate) + " does not fit the operands' type");
  return define(types_.shaped_like(left.type, types_.bool_type()));
}

bool FunctionCheck::check_extract_element() {
  Operand vector, index;
  if (!take_value(vector) || !take_value(index) || !take_end()) return false;
  if (!types_.is(vector.type, TypeKind::kVector) || !types_.is(index.type, TypeKind::kInt))
    return fail_types();
  return define(types_[vector.type].element);
}

bool FunctionCheck::check_insert_element() {
  Operand vector, element, index;
  if (!take_value(vector)) return false;
  if (!types_.is(vector.type, TypeKind::kVector)) return fail_types();
  if (!take_value_of(types_[vector.type].element, element) || !take_value(index) || !take_end()) return false;
  return types_.is(index.type, TypeKind::kInt) ? define(vector.type) : fail_types();
}

bool FunctionCheck::check_shuffle() {
  Operand first, second, mask;
  if (!take_value(first) || !take_value_of(first.type, second) || !take_value(mask) || !take_end())
    return false;
  if (!types_.is(first.type, TypeKind::kVector) || !types_.is(mask.type, TypeKind::kVector))
    return fail_types();
  const Type& index = types_.scalar(mask.type);
  if (index.kind != TypeKind::kInt || index.number != 32) return fail_types();
  if (!is_defined(mask) || !state_.values[mask.id].is_constant()) {
    return state_.fail("shuffle's mask is not a constant");
  }
  return define(types_.vector(types_[first.type].element, types_.lanes(mask.type)));
}

/// Takes the rest of the operands as a path into an aggregate; `result` is the type at its end.
bool FunctionCheck::take_indices(uint32_t aggregate, uint32_t& result) {
  if (ops_.empty()) return state_.fail("operand is missing");
  result = aggregate;
  for (const uint64_t index : ops_) {
    const Type& type = types_[result];
    const bool is_struct = type.kind == TypeKind::kStruct;
    const uint64_t count = is_struct ? type.member_count : type.kind == TypeKind::kArray ? type.count : 0;
    if (index >= count) {
      return state_.fail("member " + decimal(index) + " of an aggregate that has " + decimal(count));
    }
    result = is_struct ? types_.members(type)[index] : type.element;
  }
  return true;
}

bool FunctionCheck::check_extract_value() {
  Operand aggregate;
  uint32_t type = kNoType;
  return take_value(aggregate) && take_indices(aggregate.type, type) && define(type);
}

bool FunctionCheck::check_insert_value() {
  Operand aggregate, value;
  uint32_t type = kNoType;
  if (!take_value(aggregate) || !take_value(value) || !take_indices(aggregate.type, type)) return false;
  return type == value.type ? define(aggregate.type) : fail_types();
}

bool FunctionCheck::check_alloca() {
  constexpr uint64_t kExplicitType = 1 << 6;
  constexpr uint64_t kKnownFlags = 0x7ff;  // Alignment, in-alloca, explicit type, swifterror.
  uint32_t type = 0, size_type = 0;
  uint64_t size = 0, flags = 0;
  if (!take_value_type(type) || !take_type(size_type) || !take(size) || !take(flags)) return false;
  if (size >= next_id() || state_.values[size].kind != ValueKind::kInteger ||
      state_.values[size].type != types_.canonical(size_type)) {
    return state_.fail("number of elements is not an integer constant");
  }
  if ((flags & kExplicitType) == 0 || flags > kKnownFlags) {
    return state_.fail_unsupported("alloca with flags " + decimal(flags));
  }
  // The lower five bits of log2(alignment) + 1 are below the flags, the upper three above.
  const uint64_t alignment = (flags & 0x1f) | (flags >> 8 & 7) << 5;
  if (alignment > 33) return state_.fail("alignment exponent " + decimal(alignment));
  uint64_t address_space = 0;
  if (!ops_.empty() && (!take(address_space) || address_space > 0xffff)) return state_.fail("address space");
  return take_end() && define(types_.pointer(static_cast<uint32_t>(address_space)), types_.canonical(type));
}

bool FunctionCheck::check_gep() {
  constexpr uint64_t kKnownFlags = 7;
  uint64_t flags = 0;
  uint32_t type = 0;
  Operand base;
  if (!take(flags) || !take_type(type) || !take_value(base)) return false;
  if (flags > kKnownFlags) return state_.fail("GEP flags " + decimal(flags));
  if (!types_.is(base.type, TypeKind::kPointer)) return state_.fail("GEP's base is not a pointer");
  indices_.clear();
  while (!ops_.empty()) {
    Operand index;
    if (!take_value(index)) return false;
    const bool constant = is_defined(index) && state_.values[index.id].is_integer();
    indices_.push_back({index.type, constant, constant ? state_.values[index.id].bits : 0});
  }
  if (indices_.empty()) return state_.fail("GEP without indices");
  const uint32_t target = gep_target(state_, types_.canonical(type), indices_);
  return target != kNoType && define(base.type, target);
}

bool FunctionCheck::check_load(bool atomic) {
  Operand pointer;
  uint32_t type = 0;
  uint64_t ordering = 0;
  if (!take_value(pointer)) return false;
  if (!types_.is(pointer.type, TypeKind::kPointer))
    return state_.fail("load from something that is not a pointer");
  if (!take_value_type(type) || !take_alignment() || !take_flag()) return false;
  if (atomic && !take_ordering(false, ordering)) return false;
  return take_end() && define(types_.canonical(type), state_.pointee(type));
}

bool FunctionCheck::check_store(bool atomic) {
  Operand pointer, value;
  uint64_t ordering = 0;
  if (!take_value(pointer)) return false;
  if (!types_.is(pointer.type, TypeKind::kPointer))
    return state_.fail("store to something that is not a pointer");
  if (!take_value(value)) return false;
  if (!ops_.empty() && ops_.front() == 0 && !atomic) extra_type_ = value.type;
  if (!take_alignment() || !take_flag()) return false;
  if (atomic && !take_ordering(false, ordering)) return false;
  if (!types_[value.type].sized) return state_.fail("store of a value without a size");
  return take_end();
}

bool FunctionCheck::check_cmpxchg() {
  Operand pointer, expected, desired;
  uint64_t success = 0;
  if (!take_value(pointer) || !take_value(expected) || !take_value_of(expected.type, desired)) return false;
  const TypeKind kind = types_[expected.type].kind;
  if (!types_.is(pointer.type, TypeKind::kPointer) ||
      (kind != TypeKind::kInt && kind != TypeKind::kPointer)) {
    return fail_types();
  }
  if (!take_flag() || !take_ordering(true, success) || !take_failure_ordering() || !take_flag()) return false;
  if (!ops_.empty() && !take_alignment()) return false;
  return take_end() && define(types_.pair(expected.type, types_.bool_type()));
}

/// LLVM 3.2's form, which Mesa writes: the values have the pointee type of the pointer. Without the final
/// flag for weak exchanges, the result is only the old value. LLVM's reader distinguishes the forms by the
/// number of operands, which includes the type of a pointer that is defined later: such a record is rejected.
bool FunctionCheck::check_cmpxchg_old() {
  Operand pointer, expected, desired;
  uint64_t success = 0;
  if (!take_value(pointer)) return false;
  if (!types_.is(pointer.type, TypeKind::kPointer)) return fail_types();
  const uint64_t pointee = pointee_of(pointer);
  if (pointee == kNoType) return state_.fail_unsupported("atomic on a pointer to a type that is not known");
  const auto type = static_cast<uint32_t>(pointee);
  if (!take_value_of(type, expected) || !take_value_of(type, desired)) return false;
  const Type& value = types_[expected.type];
  // LLVM's reader uses the size as the alignment.
  if (value.kind != TypeKind::kInt || value.number < 8 || !std::has_single_bit(value.number))
    return fail_types();
  if (!take_flag() || !take_ordering(true, success)) return false;
  const auto define_old_value = [this, type = expected.type] {
    extra_type_ = types_.pair(type, types_.bool_type());
    return define(type);
  };
  if (ops_.empty()) return define_old_value();
  if (!take_failure_ordering()) return false;
  if (ops_.empty()) return define_old_value();
  return take_flag() && take_end() && define(types_.pair(expected.type, types_.bool_type()));
}

/// In LLVM 3.7's form, a value that is defined later is not followed by its type, which is the pointee type
/// of the pointer.
bool FunctionCheck::check_atomicrmw(bool with_type) {
  constexpr uint64_t kLastIntegerOperation = 10;
  Operand pointer, value;
  uint64_t operation = 0, ordering = 0;
  if (!take_value(pointer)) return false;
  if (!types_.is(pointer.type, TypeKind::kPointer))
    return state_.fail("atomic on something that is not a pointer");
  if (with_type) {
    if (!take_value(value)) return false;
  } else {
    uint64_t pointee = pointee_of(pointer);
    if (pointee == kNoType && !ops_.empty()) {
      // The pointee is unknown for a pointer parameter, for example. The value then determines the type, if
      // it is defined earlier.
      const uint32_t id = next_id() - static_cast<uint32_t>(ops_.front());
      if (id >= next_id()) return state_.fail_unsupported("atomic on a pointer to a type that is not known");
      pointee = state_.values[id].type;
    }
    if (!take_value_of(static_cast<uint32_t>(pointee), value)) return false;
  }
  if (!take(operation) || !take_flag() || !take_ordering(true, ordering)) return false;
  if (!ops_.empty() && !take_alignment()) return false;
  const Type& type = types_[value.type];
  const bool power_of_two = type.number >= 8 && (type.number & (type.number - 1)) == 0;
  if (operation > kLastIntegerOperation)
    return state_.fail_unsupported("atomic operation " + decimal(operation));
  const bool valid =
      type.kind == TypeKind::kInt ? power_of_two : type.kind == TypeKind::kFloat && operation == 0;
  return valid ? take_end() && define(value.type) : fail_types();
}

bool FunctionCheck::check_fence() {
  uint64_t ordering = 0;
  if (!take_ordering(true, ordering)) return false;
  if (ordering < 3) return state_.fail("memory ordering " + decimal(ordering) + " of a fence");
  return take_end();
}

bool FunctionCheck::check_call() {
  constexpr uint64_t kMustTail = 1 << 14, kExplicitType = 1 << 15, kFastMathFlags = 1 << 17;
  uint64_t attributes = 0, convention = 0, fast_math = 0;
  uint32_t function_type = 0;
  Operand callee;
  if (!take(attributes) || !take(convention)) return false;
  if (attributes > state_.attribute_list_count) {
    return state_.fail("attribute list " + decimal(attributes) + " is not defined");
  }
  if ((convention & kExplicitType) == 0 || (convention & kMustTail) != 0 || convention >> 18 != 0) {
    return state_.fail_unsupported("call with flags " + decimal(convention));
  }
  if ((convention & kFastMathFlags) != 0 && !take(fast_math)) return false;
  if (!take_type(function_type) || !take_value(callee)) return false;
  if (!is_defined(callee) || state_.values[callee.id].kind != ValueKind::kFunction) {
    return state_.fail_unsupported("call of something that is not a function");
  }
  const uint32_t index = static_cast<uint32_t>(state_.values[callee.id].bits);
  const uint32_t type = types_.canonical(function_type);
  if (type != state_.functions[index].type) return state_.fail("call's type is not the function's");
  if (state_.functions[index].atomic != AtomicOperation::kNone && !check_atomic_width(index)) return false;
  MetadataCall call;
  call.function = index;
  call.start = state_.reader.entry_start();
  std::span<const uint32_t> parameters = types_.members(types_[type]);
  take_defined_of(parameters);
  for (const uint32_t parameter : parameters) {
    Operand argument;
    if (!types_.is(parameter, TypeKind::kMetadata)) {
      if (!take_value_of(parameter, argument)) return false;
    } else if (!take_metadata(call)) {
      return false;
    }
  }
  if (!take_end()) return false;
  if (call.count != 0) state_.metadata_calls.push_back(call);
  const uint32_t result = types_[type].element;
  return types_.is(result, TypeKind::kVoid) || define(result);
}

/// Whether the arguments of an atomic operation are as wide as its parameters. Mesa also calls the operations
/// with the suffix i32 with 64-bit values, and uses the results as 64-bit: the function then needs another
/// type.
bool FunctionCheck::check_atomic_width(uint32_t function) {
  const Function& callee = state_.functions[function];
  const std::span<const uint32_t> parameters = types_.members(types_[callee.type]);
  const uint32_t count = callee.atomic == AtomicOperation::kCompareExchange ? 2 : 1;
  if (ops_.size() != parameters.size() || parameters.size() < count)
    return true;  // Other checks will reject the call.
  for (std::size_t n = parameters.size() - count; n < parameters.size(); ++n) {
    const uint64_t id = next_id() - ops_[n];
    if (ops_[n] > next_id() || id >= state_.values.size()) continue;
    const Type& parameter = types_[parameters[n]];
    const Type& argument = types_[state_.values[id].type];
    if (parameter.kind != TypeKind::kInt || argument.kind != TypeKind::kInt) continue;
    if (parameter.number == argument.number) continue;
    if (parameter.number == 32 && argument.number == 64) {
      state_.widen = {function, state_.values[id].type, true};
    }
    return state_.fail_unsupported("atomic operation on " + decimal(argument.number) +
                                   " bits by a function for " + decimal(parameter.number) + " bits");
  }
  return true;
}

bool FunctionCheck::take_metadata(MetadataCall& call) {
  uint64_t relative = 0;
  if (!take(relative)) return false;
  const uint32_t id = next_id() - static_cast<uint32_t>(relative);
  if (relative > std::numeric_limits<uint32_t>::max() || id >= state_.metadata.size()) {
    return state_.fail("metadata id " + decimal(id) + " is out of range");
  }
  if (call.count == std::size(call.operands))
    return state_.fail("call with more than three metadata arguments");
  const MetadataRecord& metadata = state_.metadata[id];
  if (metadata.code == kMdNode && metadata.operand_count == 0) call.empty_tuple |= 1u << call.count;
  call.operands[call.count++] = metadata.code;
  return true;
}

bool FunctionCheck::check_phi() {
  uint32_t type_id = 0;
  if (!take_value_type(type_id)) return false;
  const uint32_t type = types_.canonical(type_id);
  // If the number is odd, the last operand contains fast-math flags.
  if (ops_.size() % 2 != 0 && !types_.is_float_or_vector(type))
    return state_.fail("phi has a value without a block");
  flow_.add_phi(block_);
  while (ops_.size() >= 2) {
    const uint64_t rotated = ops_.front();
    if (rotated >> 33 != 0) return state_.fail("value id is out of range");
    const uint32_t distance = static_cast<uint32_t>(rotated >> 1);
    Operand value;
    uint32_t block = 0;
    if (!resolve((rotated & 1) != 0 ? next_id() + distance : next_id() - distance, type, value)) return false;
    ops_ = ops_.subspan(1);
    if (!take_block(block)) return false;
    flow_.add_incoming(block);
  }
  return define(type, state_.pointee(type_id));
}

bool FunctionCheck::check_return() {
  const uint32_t result = types_[function_.type].element;
  Operand value;
  if (types_.is(result, TypeKind::kVoid)) return take_end() && end_basic_block();
  if (!take_value(value)) return false;
  return value.type == result ? take_end() && end_basic_block() : fail_types();
}

bool FunctionCheck::check_branch() {
  uint32_t yes = 0, no = 0;
  Operand condition;
  if (!take_block(yes)) return false;
  flow_.add_edge(block_, yes);
  if (ops_.empty()) return end_basic_block();
  if (!take_block(no) || !take_value_of(types_.bool_type(), condition) || !take_end()) return false;
  flow_.add_edge(block_, no);
  return end_basic_block();
}

/// Layout: [type, condition, default block, (case value, block) pairs]; case values are absolute ids.
bool FunctionCheck::check_switch() {
  uint32_t type = 0, target = 0;
  Operand condition;
  if (!take_type(type)) return false;
  if (!types_.is(types_.canonical(type), TypeKind::kInt))
    return state_.fail("switch on something that is not an integer");
  if (!take_value_of(types_.canonical(type), condition) || !take_block(target)) return false;
  flow_.add_edge(block_, target);
  if (ops_.size() % 2 != 0) return state_.fail("case without a block");
  cases_.clear();
  while (!ops_.empty()) {
    const uint64_t id = ops_.front();
    ops_ = ops_.subspan(1);
    if (id >= next_id() || state_.values[id].kind != ValueKind::kInteger ||
        state_.values[id].type != types_.canonical(type)) {
      return state_.fail("case " + decimal(cases_.size()) +
                         " is not an integer constant of the switch's type");
    }
    cases_.push_back(state_.values[id].bits);
    if (!take_block(target)) return false;
    flow_.add_edge(block_, target);
  }
  std::sort(cases_.begin(), cases_.end());
  if (std::adjacent_find(cases_.begin(), cases_.end()) != cases_.end()) {
    return state_.fail("switch has two cases with the same value");
  }
  return end_basic_block();
}

bool FunctionCheck::end_basic_block() {
  ++block_;
  block_has_body_ = false;
  return !is_over_by_now(state_.watch) || state_.fail("the check was stopped");
}

/// Layout: [line, column, scope, inlined-at]; the last two are ids + 1. Without operands: the location of the
/// previous instruction.
bool FunctionCheck::check_debug_location() {
  if (instruction_count_ == 0) return state_.fail("location before any instruction");
  if (state_.reader.code() == kDebugLocAgain) return true;
  uint64_t line = 0, column = 0, scope = 0, inlined_at = 0;
  if (!take(line) || !take(column) || !take(scope) || !take(inlined_at) || !take_end_or_flags()) return false;
  const auto is = [this](uint64_t reference, auto... codes) {
    if (reference > state_.metadata.size()) return false;
    const uint8_t code = state_.metadata[reference - 1].code;
    return ((code == codes) || ...);
  };
  if (scope == 0 || !is(scope, kMdSubprogram, kMdLexicalBlock, kMdLexicalBlockFile)) {
    return state_.fail("the scope of a location is not a scope");
  }
  if (inlined_at != 0 && !is(inlined_at, kMdLocation))
    return state_.fail("inlined at something that is not a location");
  location_ = {0, static_cast<uint32_t>(line), location_column(column), state_.recorded_place(scope),
               state_.recorded_place(inlined_at)};
  return true;
}

/// Records the location of the last instruction.
void FunctionCheck::record_location() {
  if (location_.scope == 0) return;
  Vector<RecordedLocation>& locations = state_.code->locations;
  location_.record = static_cast<uint32_t>(state_.code->records.size() - 1);
  if (!locations.empty() && locations.back().record == location_.record) locations.pop_back();
  locations.push_back(location_);
}

}  // namespace trellis::dxil::bitcode
