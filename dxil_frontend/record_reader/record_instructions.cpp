// Decodes single instruction records. The bitcode check ensures that operands exist and have valid types.
#include <algorithm>
#include <iterator>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/record_reader/record_decoder.hpp"

namespace trellis::dxil {

namespace {

/// Indexed by the number of the operation in the bitcode, which integers and floats share.
constexpr Opcode kIntegerOperations[] = {
    Opcode::kAdd, Opcode::kSub,  Opcode::kMul,  Opcode::kUDiv, Opcode::kSDiv, Opcode::kURem, Opcode::kSRem,
    Opcode::kShl, Opcode::kLShr, Opcode::kAShr, Opcode::kAnd,  Opcode::kOr,   Opcode::kXor};
constexpr Opcode kFloatOperations[] = {Opcode::kFAdd, Opcode::kFSub, Opcode::kFMul, Opcode::kFRem,
                                       Opcode::kFDiv, Opcode::kFRem, Opcode::kFRem};
constexpr Opcode kConversions[] = {Opcode::kTrunc,  Opcode::kZExt,    Opcode::kSExt,
                                   Opcode::kFPToUI, Opcode::kFPToSI,  Opcode::kUIToFP,
                                   Opcode::kSIToFP, Opcode::kFPTrunc, Opcode::kFPExt};
constexpr Predicate kFloatPredicates[] = {
    Predicate::kFalse, Predicate::kOeq,  Predicate::kOgt, Predicate::kOge, Predicate::kOlt,  Predicate::kOle,
    Predicate::kOne,   Predicate::kOrd,  Predicate::kUno, Predicate::kUeq, Predicate::kFUgt, Predicate::kFUge,
    Predicate::kFUlt,  Predicate::kFUle, Predicate::kUne, Predicate::kTrue};
constexpr uint64_t kFirstIntegerPredicate = 32;
constexpr Predicate kIntegerPredicates[] = {
    Predicate::kEq,  Predicate::kNe,  Predicate::kUgt, Predicate::kUge, Predicate::kUlt,
    Predicate::kUle, Predicate::kSgt, Predicate::kSge, Predicate::kSlt, Predicate::kSle};

/// Whether all fast-math flags are set: by the single bit of LLVM 3.7, or one by one.
bool is_fast(uint64_t flags) {
  constexpr uint64_t kUnsafeAlgebra = 1, kEach = 0xfe;
  return (flags & kUnsafeAlgebra) != 0 || (flags & kEach) == kEach;
}

}  // namespace

bool RecordDecoder::is_float(TypeId id) const {
  const Type* type = &tables_.module().types[id];
  if (type->kind == TypeKind::kVector) type = &tables_.module().types[type->element];
  return type->kind == TypeKind::kFloat;
}

TypeId RecordDecoder::type_of_value(ValueId value) const {
  if ((value & kLocalTag) != 0) return function_.local_types[value & ~kLocalTag];
  return tables_.module().values[value].type;
}

uint32_t RecordDecoder::alignment_of(uint64_t exponent, uint32_t type_number) {
  if (exponent != 0) return uint32_t{1} << std::min<uint64_t>(exponent - 1, 31);
  const TypeId type = tables_.type(type_number);
  const uint64_t natural = tables_.layout().extent(tables_.module(), type).alignment;
  return static_cast<uint32_t>(std::min<uint64_t>(natural, 1u << 31));
}

bool RecordDecoder::decode(const CodeRecord& record) {
  switch (record.code) {
    case bitcode::kInstBinop:
      return decode_binary(record);
    case bitcode::kInstCast:
      return decode_cast(record);
    case bitcode::kInstCmp:
    case bitcode::kInstCmp2:
      return decode_compare(record);
    case bitcode::kInstSelect:
      return decode_select(record);
    case bitcode::kInstCall:
      return decode_call(record);
    case bitcode::kInstExtractValue:
    case bitcode::kInstInsertValue:
      return decode_aggregate(record);
    case bitcode::kInstExtractElement:
    case bitcode::kInstInsertElement:
      return decode_vector(record);
    case bitcode::kInstShuffleVector:
      return decode_shuffle(record);
    case bitcode::kInstAlloca:
      return decode_alloca(record);
    case bitcode::kInstGep:
      return decode_gep(record);
    case bitcode::kInstLoad:
    case bitcode::kInstLoadAtomic:
      return decode_load(record);
    case bitcode::kInstStore:
    case bitcode::kInstStoreAtomic:
      return decode_store(record);
    case bitcode::kInstAtomicRmw:
    case bitcode::kInstAtomicRmwOld:
      return decode_atomic(record);
    case bitcode::kInstCmpxchg:
    case bitcode::kInstCmpxchgOld:
      return decode_compare_exchange(record);
    case bitcode::kInstFence:
      emit(Opcode::kFence, void_type_);
      return true;
    case bitcode::kInstUnop:
      return decode_one_operand(record, Opcode::kFNeg);
    case bitcode::kInstFreeze:
      return decode_one_operand(record, Opcode::kFreeze);
    default:
      return decode_terminator(record);
  }
}

bool RecordDecoder::decode_terminator(const CodeRecord& record) {
  Operands operands = operands_of(record);
  switch (record.code) {
    case bitcode::kInstRet:
      emit(Opcode::kReturn, void_type_).operand_count = operands.count() == 0 ? 0 : 1;
      return operands.count() == 0 || operand(operands.value());
    case bitcode::kInstUnreachable:
      emit(Opcode::kUnreachable, void_type_);
      return true;
    case bitcode::kInstBr:
      if (operands.count() == 1) {
        emit(Opcode::kBranch, void_type_);
        return true;
      }
      emit(Opcode::kCondBranch, void_type_).operand_count = 1;
      operands.number();
      operands.number();
      return operand(operands.typed_value());
    case bitcode::kInstSwitch:
      return decode_switch(record);
    default:
      return false;
  }
}

bool RecordDecoder::decode_switch(const CodeRecord& record) {
  Operands operands = operands_of(record);
  Instruction& out = emit(Opcode::kSwitch, void_type_);
  out.operand_count = 1;
  out.aux = static_cast<uint32_t>(function_.case_values.size());
  const uint32_t width = code_.types[operands.type()].number;
  if (!operand(operands.typed_value())) return false;
  if (width > 64) return refuse(ErrorCode::kBadInput, "the selector of a switch is wider than 64 bits");
  operands.number();
  while (operands.count() >= 2) {
    const std::optional<ConstantInteger> value =
        tables_.constant_integer(static_cast<uint32_t>(operands.number()));
    if (!value) return false;
    function_.case_values.push_back(value->bits);
    operands.number();
  }
  check_cases(out);
  return true;
}

bool RecordDecoder::decode_binary(const CodeRecord& record) {
  Operands operands = operands_of(record);
  Instruction& out = emit_of(Opcode::kAdd, record);
  out.operand_count = 2;
  if (!operand(operands.value()) || !operand(operands.typed_value())) return false;
  const uint64_t opcode = operands.number();
  if (is_float(out.type)) {
    out.opcode = kFloatOperations[opcode];
    if (operands.count() != 0 && is_fast(operands.number())) out.flags |= kFast;
  } else {
    out.opcode = kIntegerOperations[opcode];
  }
  if ((record.notes & kNotePrecise) != 0) out.flags |= kPrecise;
  return true;
}

bool RecordDecoder::decode_cast(const CodeRecord& record) {
  Operands operands = operands_of(record);
  const uint32_t value = operands.value();
  operands.type();
  const uint64_t opcode = operands.number();
  const bitcode::Type& type = code_.types[record.type];
  if (opcode == bitcode::kBitcast && type.kind == bitcode::TypeKind::kPointer)
    return true;  // Users refer to its operand.
  if (opcode == bitcode::kPtrToInt || opcode == bitcode::kIntToPtr) {
    return refuse(ErrorCode::kBadInput, "conversions between pointers and integers are not part of DXIL");
  }
  if (code_.types.is_pointer_or_vector(record.type) && type.kind == bitcode::TypeKind::kVector) {
    return refuse(ErrorCode::kUnsupported, "vectors of pointers are not supported");
  }
  const Opcode out = opcode == bitcode::kBitcast         ? Opcode::kBitcast
                     : opcode == bitcode::kAddrSpaceCast ? Opcode::kAddrSpaceCast
                                                         : kConversions[opcode];
  emit_of(out, record).operand_count = 1;
  return operand(value);
}

bool RecordDecoder::decode_compare(const CodeRecord& record) {
  Operands operands = operands_of(record);
  Instruction& out = emit_of(Opcode::kICmp, record);
  out.operand_count = 2;
  if (!operand(operands.value()) || !operand(operands.typed_value())) return false;
  const uint64_t predicate = operands.number();
  if (predicate >= kFirstIntegerPredicate) {
    out.aux = static_cast<uint32_t>(kIntegerPredicates[predicate - kFirstIntegerPredicate]);
    return true;
  }
  out.opcode = Opcode::kFCmp;
  out.aux = static_cast<uint32_t>(kFloatPredicates[predicate]);
  if (operands.count() != 0 && is_fast(operands.number())) out.flags |= kFast;
  return true;
}

bool RecordDecoder::decode_select(const CodeRecord& record) {
  Operands operands = operands_of(record);
  const uint32_t yes = operands.value(), no = operands.typed_value(), condition = operands.value();
  Instruction& out = emit_of(Opcode::kSelect, record);
  out.operand_count = 3;
  has_pointer_phis_ |= is_pointer(out.type);
  return operand(condition) && operand(yes) && operand(no);
}

/// Layout: [type, type of the count, count, alignment and flags]; the count is an absolute id.
bool RecordDecoder::decode_alloca(const CodeRecord& record) {
  Operands operands = operands_of(record);
  Instruction& out = emit_of(Opcode::kAlloca, record);
  out.aux = tables_.type(operands.type());
  operands.type();
  const auto count = static_cast<uint32_t>(operands.number());
  const std::optional<ConstantInteger> number = tables_.constant_integer(count);
  if (!number) return refuse(ErrorCode::kBadInput, "the size of a local variable is not constant");
  if (number->bits == 1) return true;
  out.operand_count = 1;
  return operand(count);
}

/// Layout: [flags, type, base, indices]
bool RecordDecoder::decode_gep(const CodeRecord& record) {
  Operands operands = operands_of(record);
  operands.number();
  const uint32_t type = operands.type();
  Instruction& out = emit_of(Opcode::kGep, record);
  while (operands.count() != 0) {
    ++out.operand_count;
    if (!operand(operands.value())) return false;
  }
  out.aux = tables_.type(type);
  if ((record.notes & kNoteNonUniform) != 0) out.flags |= kNonUniform;
  return true;
}

/// Layout: [pointer, type, alignment, is volatile]
bool RecordDecoder::decode_load(const CodeRecord& record) {
  Operands operands = operands_of(record);
  Instruction& out = emit_of(Opcode::kLoad, record);
  out.operand_count = 1;
  if (!operand(operands.value())) return false;
  operands.type();
  out.aux = alignment_of(operands.number(), record.type);
  if (operands.number() != 0) out.flags |= kVolatile;
  return true;
}

/// Layout: [pointer, value, alignment, is volatile, type of the value (only without an alignment)]
bool RecordDecoder::decode_store(const CodeRecord& record) {
  Operands operands = operands_of(record);
  const uint32_t pointer = operands.value(), value = operands.value();
  Instruction& out = emit(Opcode::kStore, void_type_);
  out.operand_count = 2;
  if (!operand(value) || !operand(pointer)) return false;
  const uint64_t exponent = operands.number();
  // An atomic store must have an alignment.
  if (exponent == 0 && record.code == bitcode::kInstStoreAtomic) return false;
  if (operands.number() != 0) out.flags |= kVolatile;
  out.aux = alignment_of(exponent, exponent == 0 ? operands.type() : bitcode::kNoType);
  return true;
}

/// Layout: [pointer, value, operation, is volatile, ...]
bool RecordDecoder::decode_atomic(const CodeRecord& record) {
  constexpr AtomicOp kOperations[] = {AtomicOp::kExchange, AtomicOp::kAdd,  AtomicOp::kSub, AtomicOp::kAnd,
                                      AtomicOp::kAdd,      AtomicOp::kOr,   AtomicOp::kXor, AtomicOp::kMax,
                                      AtomicOp::kMin,      AtomicOp::kUMax, AtomicOp::kUMin};
  constexpr const char* kOtherNames[] = {"fadd", "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap"};
  constexpr uint64_t kNand = 4;
  Operands operands = operands_of(record);
  const uint32_t pointer = operands.value();
  const uint32_t value = record.code == bitcode::kInstAtomicRmw ? operands.value() : operands.typed_value();
  const uint64_t operation = operands.number();
  if (operation == kNand || operation >= std::size(kOperations)) {
    const uint64_t other = operation - std::size(kOperations);
    const String name = operation == kNand               ? "nand"
                        : other < std::size(kOtherNames) ? kOtherNames[other]
                                                         : decimal(operation);
    fail(ErrorCode::kUnsupported, "atomic operation '" + name + "' is not supported");
    return false;
  }
  Instruction& out = emit_of(Opcode::kAtomicRmw, record);
  out.operand_count = 2;
  if (!operand(pointer) || !operand(value)) return false;
  out.aux = static_cast<uint32_t>(kOperations[operation]);
  if (operands.number() != 0) out.flags |= kVolatile;
  return true;
}

/// Layout: [pointer, expected, new value, is volatile, ...]. In the oldest form, the result is only the old
/// value: the first of the pair that the other forms return, whose type is the last operand.
bool RecordDecoder::decode_compare_exchange(const CodeRecord& record) {
  Operands operands = operands_of(record);
  const bool is_oldest = code_.types[record.type].kind != bitcode::TypeKind::kStruct;
  const auto result = is_oldest ? static_cast<uint32_t>(operands.rest().back()) : record.type;
  Instruction& out = emit_result(Opcode::kCmpXchg, tables_.type(result));
  out.operand_count = 3;
  if (!operand(operands.value())) return false;
  if (!operand(record.code == bitcode::kInstCmpxchg ? operands.value() : operands.typed_value()))
    return false;
  if (!operand(operands.typed_value())) return false;
  if (operands.number() != 0) out.flags |= kVolatile;
  if (!is_oldest) return true;
  constexpr uint32_t kOldValue[] = {0};
  extract_value(out.result, out.type, kOldValue);
  return true;
}

bool RecordDecoder::decode_aggregate(const CodeRecord& record) {
  Operands operands = operands_of(record);
  const ValueId aggregate = tables_.value(operands.value());
  if (aggregate == kNone) return false;
  const uint32_t later = operands.later_type();
  const TypeId type = later == bitcode::kNoType ? type_of_value(aggregate) : tables_.type(later);
  const bool is_insertion = record.code == bitcode::kInstInsertValue;
  const ValueId value = is_insertion ? tables_.value(operands.value()) : ValueId{0};
  if (value == kNone) return false;
  Vector<uint32_t>& path = scratch_.path;
  path.clear();
  for (const uint64_t index : operands.rest()) path.push_back(static_cast<uint32_t>(index));
  if (is_insertion) {
    insert_value(aggregate, type, value, path);
  } else {
    extract_value(aggregate, type, path);
  }
  return true;
}

bool RecordDecoder::decode_vector(const CodeRecord& record) {
  Operands operands = operands_of(record);
  const bool is_insertion = record.code == bitcode::kInstInsertElement;
  Instruction& out = emit_of(is_insertion ? Opcode::kInsertElement : Opcode::kExtractElement, record);
  out.operand_count = is_insertion ? 3 : 2;
  if (!operand(operands.value())) return false;
  if (is_insertion && !operand(operands.typed_value())) return false;
  return operand(operands.value());
}

bool RecordDecoder::decode_shuffle(const CodeRecord& record) {
  Operands operands = operands_of(record);
  Instruction& out = emit_of(Opcode::kShuffleVector, record);
  out.operand_count = 2;
  if (!operand(operands.value()) || !operand(operands.typed_value())) return false;
  out.aux = static_cast<uint32_t>(function_.shuffle_masks.size());
  return add_shuffle_mask(operands.value());
}

/// Appends the elements of the mask; undefined elements become -1.
bool RecordDecoder::add_shuffle_mask(uint32_t value) {
  const uint32_t index = tables_.constant_node(value);
  if (index == RecordConstants::kNoNode) return false;
  const RecordConstants& constants = tables_.constants();
  const ConstantNode& mask = constants.node(index);
  Vector<int32_t>& masks = function_.shuffle_masks;
  const auto add = [&masks](uint64_t element) { masks.push_back(static_cast<int32_t>(element)); };
  const auto count = static_cast<size_t>(code_.types[mask.type].count);
  switch (mask.kind) {
    case ConstantNode::kNull:
      masks.insert(masks.end(), count, 0);
      return true;
    case ConstantNode::kUndef:
    case ConstantNode::kPoison:
      masks.insert(masks.end(), count, -1);
      return true;
    case ConstantNode::kData:
      for (const uint64_t element : constants.parts_of(mask)) add(element);
      return true;
    case ConstantNode::kAggregate:
      for (const uint64_t part : constants.parts_of(mask)) {
        const ConstantNode& element = constants.node(static_cast<uint32_t>(part));
        const bool is_undefined =
            element.kind == ConstantNode::kUndef || element.kind == ConstantNode::kPoison;
        add(is_undefined ? UINT64_MAX : element.bits);
      }
      return true;
    default:
      return false;
  }
}

bool RecordDecoder::decode_one_operand(const CodeRecord& record, Opcode opcode) {
  Operands operands = operands_of(record);
  Instruction& out = emit_of(opcode, record);
  out.operand_count = 1;
  if (!operand(operands.value())) return false;
  if (opcode != Opcode::kFNeg) return true;
  operands.number();
  if (operands.count() != 0 && is_fast(operands.number())) out.flags |= kFast;
  return true;
}

// ---- Calls.

/// Layout: [attributes, convention and flags, fast-math flags, type, function, arguments]
bool RecordDecoder::decode_call(const CodeRecord& record) {
  constexpr uint64_t kFastMathFlags = 1 << 17;
  Operands operands = operands_of(record);
  operands.number();
  if ((operands.number() & kFastMathFlags) != 0) operands.number();
  operands.type();
  const uint32_t target = operands.value();
  const Callee* callee = tables_.callee(target);
  if (callee == nullptr) return refuse(ErrorCode::kBadInput, "indirect calls are not part of DXIL");
  switch (callee->kind) {
    case CalleeKind::kDxOp:
      return decode_dx_op(record, operands, *callee);
    case CalleeKind::kNoOperation: {
      note_statement(target, operands.rest());
      if (record.type == bitcode::kNoType) return true;
      // The result is a token or pointer, which only other such calls can use.
      Instruction& out = emit_of(Opcode::kIntrinsic, record);
      out.aux = static_cast<uint32_t>(tables_.module().strings.size());
      tables_.module().strings.emplace_back(tables_.name_of(target));
      return true;
    }
    default:
      return decode_plain_call(record, operands, *callee);
  }
}

bool RecordDecoder::decode_plain_call(const CodeRecord& record, Operands arguments, const Callee& callee) {
  Instruction& out = emit_of(callee.kind == CalleeKind::kUser ? Opcode::kCall : Opcode::kIntrinsic, record);
  out.aux = callee.index;
  out.operand_count = static_cast<uint32_t>(arguments.count());
  while (arguments.count() != 0) {
    if (!operand(arguments.typed_value())) return false;
  }
  return true;
}

bool RecordDecoder::decode_dx_op(const CodeRecord& record, Operands arguments, const Callee& callee) {
  std::optional<ConstantInteger> number;
  if (arguments.count() != 0) number = tables_.constant_integer(arguments.typed_value());
  if (!number || number->width > 32) {
    fail(ErrorCode::kBadInput, "the first argument of " +
                                   printable(tables_.module().dx_op_callees[callee.index].name) +
                                   " is not a constant operation number");
    return false;
  }
  Instruction& out = emit_of(Opcode::kDxOp, record);
  out.aux = static_cast<uint32_t>(number->bits);
  out.operand_count = static_cast<uint32_t>(arguments.count());
  if (callee.index < UINT16_MAX) out.callee = static_cast<uint16_t>(callee.index + 1);
  while (arguments.count() != 0) {
    if (!operand(arguments.typed_value())) return false;
  }
  if ((record.notes & kNotePrecise) != 0) out.flags |= kPrecise;
  if ((record.notes & kNoteNonUniform) != 0) out.flags |= kNonUniform;
  return true;
}

}  // namespace trellis::dxil
