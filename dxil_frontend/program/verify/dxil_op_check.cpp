// Checks calls of DXIL operations against the table of operations.
#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/verify/verifier.hpp"

namespace trellis::dxil {

namespace {

class OperationCheck {
 public:
  OperationCheck(const Module& module, const DxilOp& op, ProgramForm form)
      : module_(module), op_(op), form_(form) {}

  /// Whether an argument or a result of type `id` fits its letter in the signature.
  bool argument(char letter, TypeId id) { return letter == 'T' ? overload(id) : plain(letter, id); }
  bool result(char letter, TypeId id);

 private:
  const Type& type(TypeId id) const { return module_.types[id]; }
  const Type& scalar(const Type& t) const { return t.kind == TypeKind::kVector ? type(t.element) : t; }
  bool is_int(TypeId id, uint32_t bits) const {
    return type(id).kind == TypeKind::kInt && type(id).bits == bits;
  }
  bool is_float(TypeId id, uint32_t bits) const {
    return type(id).kind == TypeKind::kFloat && type(id).bits == bits;
  }
  bool plain(char letter, TypeId id) const;
  bool overload(TypeId id);
  bool per_element(uint32_t bits, TypeId id) const;
  bool is_res_ret(const Type& t);
  bool is_struct(const Type& t, std::initializer_list<char> letters);

  const Module& module_;
  const DxilOp& op_;
  const ProgramForm form_;
  TypeId overload_ = kNone;  // Known once a T was seen.
};

bool OperationCheck::plain(char letter, TypeId id) const {
  switch (letter) {
    case '*':
      return true;
    case 'v':
      return type(id).kind == TypeKind::kVoid;
    case 'b':
      return is_int(id, 1);
    case 'c':
      return is_int(id, 8);
    case 's':
      return is_int(id, 16);
    case 'i':
      return is_int(id, 32);
    case 'l':
      return is_int(id, 64);
    case 'e':
      return is_float(id, 16);
    case 'f':
      return is_float(id, 32);
    case 'd':
      return is_float(id, 64);
    case 'h':
      if (form_ == ProgramForm::kLowered && is_int(id, 32)) return true;  // A hit object's number.
      return type(id).kind == TypeKind::kStruct || type(id).kind == TypeKind::kOther;
    case 'p':
      return type(id).kind == TypeKind::kPointer;
    default:
      return false;
  }
}

uint16_t overload_bit(const Type& scalar) {
  if (scalar.kind == TypeKind::kFloat) {
    return scalar.bits == 16 ? kOverloadF16 : scalar.bits == 32 ? kOverloadF32 : kOverloadF64;
  }
  if (scalar.kind != TypeKind::kInt) return 0;
  switch (scalar.bits) {
    case 1:
      return kOverloadI1;
    case 8:
      return kOverloadI8;
    case 16:
      return kOverloadI16;
    case 32:
      return kOverloadI32;
    default:
      return kOverloadI64;
  }
}

// The first T determines the overload type; the others must have the same type.
bool OperationCheck::overload(TypeId id) {
  if (overload_ != kNone) return overload_ == id;
  overload_ = id;
  const bool is_vector = type(id).kind == TypeKind::kVector;
  return (overload_bit(scalar(type(id))) & (is_vector ? op_.vector_overloads : op_.overloads)) != 0;
}

bool OperationCheck::per_element(uint32_t bits, TypeId id) const {
  if (overload_ == kNone) return false;
  const Type &from = type(overload_), &to = type(id);
  if (from.kind != TypeKind::kVector) return is_int(id, bits);
  return to.kind == TypeKind::kVector && to.count == from.count && is_int(to.element, bits);
}

bool OperationCheck::is_struct(const Type& t, std::initializer_list<char> letters) {
  if (t.kind != TypeKind::kStruct || t.members.size() != letters.size()) return false;
  size_t n = 0;
  for (char letter : letters) {
    if (!argument(letter, t.members[n++])) return false;
  }
  return true;
}

// Four values and a status. A vector counts as one value.
bool OperationCheck::is_res_ret(const Type& t) {
  if (t.kind != TypeKind::kStruct || t.members.empty()) return false;
  if (type(t.members[0]).kind == TypeKind::kVector) return is_struct(t, {'T', 'i'});
  return is_struct(t, {'T', 'T', 'T', 'T', 'i'});
}

bool OperationCheck::result(char letter, TypeId id) {
  const Type& t = type(id);
  switch (letter) {
    case 'B':
      return per_element(1, id);
    case 'I':
      return per_element(32, id);
    case 'E':
      return overload_ != kNone && type(overload_).kind == TypeKind::kVector && type(overload_).element == id;
    case 'R':
      return is_res_ret(t);
    case 'C':
      if (t.kind != TypeKind::kStruct || t.members.empty()) return false;
      for (TypeId member : t.members) {
        if (!argument('T', member)) return false;
      }
      return true;
    case '2':
      return is_struct(t, {'i', 'i'});
    case '4':
      return is_struct(t, {'i', 'i', 'i', 'i'});
    case 'U':
      return is_struct(t, {'T', 'T', 'T', 'T'});
    case 'P':
      return is_struct(t, {'f', 'f'});
    case 'Q':
      return is_struct(t, {'i', 'b'});
    default:
      return argument(letter, id);
  }
}

/// Operations whose form is another one where vectors are in pieces (lower/vectors/long_vectors.hpp).
bool may_have_pieces(Op op) {
  return op == Op::kRawBufferVectorLoad || op == Op::kRawBufferVectorStore ||
         op == Op::kTriangleObjectPosition || op == Op::kHitObject_TriangleObjectPosition ||
         op == Op::kRayQuery_CandidateTriangleObjectPosition ||
         op == Op::kRayQuery_CommittedTriangleObjectPosition;
}

const char* check_in_form(const Module& module, const Function& function, const Instruction& instruction,
                          ProgramForm form) {
  const bool is_lowered = form == ProgramForm::kLowered;
  const DxilOp* op = find_op(instruction.op());
  if (op == nullptr || (op->is_internal() && !is_lowered)) return "no such DXIL operation";
  if (op->is_reserved()) return "reserved DXIL operation";
  if (is_lowered && may_have_pieces(instruction.op())) return nullptr;
  if (op->argument_count() != instruction.operand_count)
    return "the DXIL operation has the wrong number of arguments";
  OperationCheck check(module, *op, form);
  const std::span<const ValueId> operands = function.operands_of(instruction);
  for (size_t n = 0; n < operands.size(); ++n) {
    if (!check.argument(op->signature[1 + n], module.type_of(function, operands[n]))) {
      return "an argument of the DXIL operation has the wrong type";
    }
  }
  if (!check.result(op->signature[0], instruction.type))
    return "the result of the DXIL operation has the wrong type";
  return nullptr;
}

}  // namespace

const char* check_operation(const Module& module, const Function& function, const Instruction& instruction) {
  return check_in_form(module, function, instruction, ProgramForm::kRead);
}

const char* check_lowered_operation(const Module& module, const Function& function,
                                    const Instruction& instruction) {
  return check_in_form(module, function, instruction, ProgramForm::kLowered);
}

}  // namespace trellis::dxil
