// Checks operand and result types of instructions, including some that the readers have checked.
#include <string>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/linear_algebra.hpp"
#include "dxil_frontend/program/verify/verifier.hpp"

namespace trellis::dxil {

namespace {

class TypeCheck {
 public:
  TypeCheck(const Module& module, const Function& function, ProgramForm form)
      : module_(module), function_(function), form_(form) {}

  /// Returns null, or what is wrong.
  const char* check(const Instruction& i);

 private:
  const Type& type(TypeId id) const { return module_.types[id]; }
  TypeId operand_id(uint32_t n) const { return module_.type_of(function_, operands_[n]); }
  const Type& operand(uint32_t n) const { return type(operand_id(n)); }
  const Type& scalar(const Type& t) const { return t.kind == TypeKind::kVector ? type(t.element) : t; }
  uint64_t lanes(const Type& t) const { return t.kind == TypeKind::kVector ? t.count : 0; }
  bool is_int(const Type& t) const { return scalar(t).kind == TypeKind::kInt; }
  bool is_float(const Type& t) const { return scalar(t).kind == TypeKind::kFloat; }
  bool is_pointer(const Type& t) const { return t.kind == TypeKind::kPointer; }
  bool is_bool(const Type& t) const { return t.kind == TypeKind::kInt && t.bits == 1; }
  bool has_operands(uint32_t count) const { return operands_.size() == count; }

  const char* check_terminator(const Instruction& i);
  const char* check_arithmetic(const Instruction& i);
  const char* check_compare(const Instruction& i);
  const char* check_select(const Instruction& i);
  const char* check_conversion(const Instruction& i);
  const char* check_memory(const Instruction& i);
  const char* check_address(const Instruction& i);
  const char* check_aggregate(const Instruction& i);
  const char* check_vector(const Instruction& i);
  const char* check_call(const Instruction& i);

  const Module& module_;
  const Function& function_;
  const ProgramForm form_;
  std::span<const ValueId> operands_;
};

const char* TypeCheck::check_terminator(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kReturn:
      if (type(function_.return_type).kind == TypeKind::kVoid) {
        return operands_.empty() ? nullptr : "a void function returns a value";
      }
      return has_operands(1) && operand_id(0) == function_.return_type
                 ? nullptr
                 : "the value returned is not of the function's type";
    case Opcode::kCondBranch:
      return is_bool(operand(0)) ? nullptr : "the condition is not an i1";
    case Opcode::kSwitch:
      return operand(0).kind == TypeKind::kInt ? nullptr : "the selector is not an integer";
    default:
      return nullptr;
  }
}

const char* TypeCheck::check_arithmetic(const Instruction& i) {
  const bool integer = i.opcode < Opcode::kFAdd;
  const uint32_t count = i.opcode == Opcode::kFNeg ? 1 : 2;
  if (!has_operands(count)) return "wrong number of operands";
  for (uint32_t n = 0; n < count; ++n) {
    if (operand_id(n) != i.type) return "operand and result types differ";
  }
  if (integer ? !is_int(type(i.type)) : !is_float(type(i.type))) return "operands of the wrong kind";
  return nullptr;
}

const char* TypeCheck::check_compare(const Instruction& i) {
  if (operand_id(0) != operand_id(1)) return "the operands compared have different types";
  const bool integer = i.opcode == Opcode::kICmp;
  if (integer && is_pointer(scalar(operand(0)))) return "comparing pointers is not part of DXIL";
  if (integer ? !is_int(operand(0)) : !is_float(operand(0))) return "operands of the wrong kind";
  if (!is_bool(scalar(type(i.type))) || lanes(type(i.type)) != lanes(operand(0)))
    return "the result is not an i1";
  return nullptr;
}

const char* TypeCheck::check_select(const Instruction& i) {
  if (operand_id(1) != i.type || operand_id(2) != i.type) return "operand and result types differ";
  if (!is_bool(scalar(operand(0)))) return "the condition is not an i1";
  if (operand(0).kind == TypeKind::kVector && lanes(operand(0)) != lanes(type(i.type))) {
    return "the condition has another number of elements than the values";
  }
  return nullptr;
}

const char* TypeCheck::check_conversion(const Instruction& i) {
  const Type& from = operand(0);
  const Type& to = type(i.type);
  if (i.opcode == Opcode::kFreeze)
    return operand_id(0) == i.type ? nullptr : "operand and result types differ";
  if (i.opcode == Opcode::kAddrSpaceCast) {
    return is_pointer(from) && is_pointer(to) ? nullptr : "operand or result is not a pointer";
  }
  const Type& a = scalar(from);
  const Type& b = scalar(to);
  if (i.opcode == Opcode::kBitcast) {
    const bool numbers = (is_int(from) || is_float(from)) && (is_int(to) || is_float(to));
    const uint64_t from_bits = a.bits * std::max<uint64_t>(lanes(from), 1);
    const uint64_t to_bits = b.bits * std::max<uint64_t>(lanes(to), 1);
    return numbers && from_bits == to_bits ? nullptr : "a bitcast between types of different sizes";
  }
  if (lanes(from) != lanes(to)) return "operand and result have different numbers of elements";
  bool from_int = true, to_int = true, right_size = true;
  switch (i.opcode) {
    case Opcode::kTrunc:
      right_size = a.bits > b.bits;
      break;
    case Opcode::kZExt:
    case Opcode::kSExt:
      right_size = a.bits < b.bits;
      break;
    case Opcode::kFPTrunc:
      right_size = a.bits > b.bits, from_int = to_int = false;
      break;
    case Opcode::kFPExt:
      right_size = a.bits < b.bits, from_int = to_int = false;
      break;
    case Opcode::kFPToUI:
    case Opcode::kFPToSI:
      from_int = false;
      break;
    default:
      to_int = false;
      break;
  }
  const bool kinds = (from_int ? is_int(from) : is_float(from)) && (to_int ? is_int(to) : is_float(to));
  return kinds && right_size ? nullptr : "a conversion between types that it does not support";
}

const char* TypeCheck::check_memory(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kAlloca:
      return is_pointer(type(i.type)) ? nullptr : "the result is not a pointer";
    case Opcode::kLoad:
      return is_pointer(operand(0)) ? nullptr : "the address is not a pointer";
    case Opcode::kStore:
      return is_pointer(operand(1)) ? nullptr : "the address is not a pointer";
    case Opcode::kAtomicRmw:
      if (!is_pointer(operand(0))) return "the address is not a pointer";
      if (operand_id(1) != i.type) return "operand and result types differ";
      if (operand(1).kind == TypeKind::kInt) return nullptr;
      if (operand(1).kind != TypeKind::kFloat) return "the operand is not a number";
      // HLSL has no other atomic operation on floats.
      return static_cast<AtomicOp>(i.aux) == AtomicOp::kExchange ? nullptr : "the operand is not an integer";
    case Opcode::kCmpXchg: {
      if (!is_pointer(operand(0))) return "the address is not a pointer";
      if (operand_id(1) != operand_id(2)) return "operand types differ";
      if (operand(1).kind != TypeKind::kInt) return "the operands are not integers";
      const Type& result = type(i.type);
      const bool right = result.kind == TypeKind::kStruct && result.members.size() == 2 &&
                         result.members[0] == operand_id(1) && is_bool(type(result.members[1]));
      return right ? nullptr : "the result is not a pair of value and i1";
    }
    default:
      return nullptr;
  }
}

const char* TypeCheck::check_address(const Instruction& i) {
  if (!is_pointer(operand(0)) || !is_pointer(type(i.type))) return "the base is not a pointer";
  const Type* at = &type(i.aux);
  for (uint32_t n = 1; n < operands_.size(); ++n) {
    if (operand(n).kind != TypeKind::kInt) return "an index is not an integer";
    if (n == 1) continue;  // The first index steps over whole objects.
    if (at->kind == TypeKind::kStruct) {
      const Constant* index = module_.constant(operands_[n]);
      const std::optional<uint64_t> number = module_.scalar_bits(operands_[n]);
      if (index == nullptr || !number || *number >= at->members.size())
        return "a struct index is out of range";
      at = &type(at->members[*number]);
    } else if (at->kind == TypeKind::kArray || at->kind == TypeKind::kVector) {
      at = &type(at->element);
    } else {
      return "an index into something that has no elements";
    }
  }
  return nullptr;
}

const char* TypeCheck::check_aggregate(const Instruction& i) {
  const Type& aggregate = operand(0);
  TypeId member = kNone;
  if (aggregate.kind == TypeKind::kStruct && i.aux < aggregate.members.size())
    member = aggregate.members[i.aux];
  if (aggregate.kind == TypeKind::kArray && i.aux < aggregate.count) member = aggregate.element;
  if (member == kNone) return "an index of an aggregate is out of range";
  if (i.opcode == Opcode::kExtractValue)
    return i.type == member ? nullptr : "the result is not the member's type";
  return i.type == operand_id(0) && operand_id(1) == member ? nullptr : "operand and result types differ";
}

const char* TypeCheck::check_vector(const Instruction& i) {
  const Type& vector = operand(0);
  if (vector.kind != TypeKind::kVector) return "the operand is not a vector";
  switch (i.opcode) {
    case Opcode::kExtractElement:
      return vector.element == i.type && operand(1).kind == TypeKind::kInt
                 ? nullptr
                 : "operand and result types differ";
    case Opcode::kInsertElement:
      return operand_id(0) == i.type && operand_id(1) == vector.element && operand(2).kind == TypeKind::kInt
                 ? nullptr
                 : "operand and result types differ";
    default:
      break;
  }
  const Type& result = type(i.type);
  if (operand_id(1) != operand_id(0) || result.kind != TypeKind::kVector ||
      result.element != vector.element) {
    return "operand and result types differ";
  }
  if (result.count > function_.shuffle_masks.size() - i.aux) return "the mask is too short";
  for (uint64_t n = 0; n < result.count; ++n) {
    const int32_t lane = function_.shuffle_masks[i.aux + n];
    if (lane < -1 || (lane >= 0 && static_cast<uint64_t>(lane) >= 2 * vector.count))
      return "a mask element is out of range";
  }
  return nullptr;
}

const char* TypeCheck::check_call(const Instruction& i) {
  const Function& callee = module_.functions[i.aux];
  if (callee.return_type != i.type) return "the function called returns another type";
  if (callee.argument_types.size() != operands_.size()) return "wrong number of arguments";
  for (uint32_t n = 0; n < operands_.size(); ++n) {
    if (operand_id(n) != callee.argument_types[n]) return "an argument is not of its parameter's type";
  }
  return nullptr;
}

const char* TypeCheck::check(const Instruction& i) {
  operands_ = function_.operands_of(i);
  switch (i.opcode) {
    case Opcode::kReturn:
    case Opcode::kBranch:
    case Opcode::kCondBranch:
    case Opcode::kSwitch:
    case Opcode::kUnreachable:
      return check_terminator(i);
    case Opcode::kICmp:
    case Opcode::kFCmp:
      return check_compare(i);
    case Opcode::kSelect:
      return check_select(i);
    case Opcode::kTrunc:
    case Opcode::kZExt:
    case Opcode::kSExt:
    case Opcode::kFPTrunc:
    case Opcode::kFPExt:
    case Opcode::kFPToUI:
    case Opcode::kFPToSI:
    case Opcode::kUIToFP:
    case Opcode::kSIToFP:
    case Opcode::kBitcast:
    case Opcode::kAddrSpaceCast:
    case Opcode::kFreeze:
      return check_conversion(i);
    case Opcode::kAlloca:
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kAtomicRmw:
    case Opcode::kCmpXchg:
    case Opcode::kFence:
      return check_memory(i);
    case Opcode::kGep:
      return check_address(i);
    case Opcode::kExtractValue:
    case Opcode::kInsertValue:
      return check_aggregate(i);
    case Opcode::kExtractElement:
    case Opcode::kInsertElement:
    case Opcode::kShuffleVector:
      return check_vector(i);
    case Opcode::kPhi:
      for (uint32_t n = 0; n < operands_.size(); ++n) {
        if (operand_id(n) != i.type) return "operand and result types differ";
      }
      return nullptr;
    case Opcode::kCall:
      return check_call(i);
    case Opcode::kDxOp:
      return form_ == ProgramForm::kRead ? check_operation(module_, function_, i)
                                         : check_lowered_operation(module_, function_, i);
    case Opcode::kIntrinsic:
      return nullptr;
    default:
      return check_arithmetic(i);
  }
}

}  // namespace

Result<void> check_instruction_types(const Module& module, const Function& function, ProgramForm form) {
  TypeCheck check(module, function, form);
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    const uint32_t first = function.blocks[block].first_instruction;
    for (uint32_t n = 0; n < function.blocks[block].instruction_count; ++n) {
      const Instruction& instruction = function.instructions[first + n];
      const char* problem = check.check(instruction);
      if (problem == nullptr) continue;
      const Location where = location_of(function, block, first + n);
      // Compilers disagree on the arguments of these operations.
      if (instruction.opcode == Opcode::kDxOp && is_linear_algebra(instruction.op())) {
        return unsupported(kNoLinearAlgebra, where);
      }
      return bad_input(problem, where);
    }
  }
  return {};
}

}  // namespace trellis::dxil
