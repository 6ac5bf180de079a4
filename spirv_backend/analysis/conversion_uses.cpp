#include "spirv_backend/analysis/conversion_uses.hpp"

#include <optional>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;

/// What a use needs to know about its function.
struct Scope {
  const dxil::Module& module;
  const dxil::Function& function;
  const ValueBounds& bounds;

  std::optional<uint64_t> constant(ValueId value) const {
    if (module.is_undef(value)) return std::nullopt;
    return module.scalar_bits(value);
  }
};

/// A conversion that stops at the largest float returns `limit` instead of the integers from there on. They
/// differ in the low `bits` only.
struct Form {
  bool is_signed;
  int64_t limit() const { return is_signed ? 0x7FFFFF80 : 0xFFFFFF00; }
  uint32_t bits() const { return is_signed ? 7 : 8; }
};

/// Returns true if the value is always below the limit, as the kind of number that the conversion makes.
bool is_below(const Scope& scope, ValueId value, Form form) {
  const IntegerBounds bounds = scope.bounds.integer(scope.module, scope.function, value);
  return form.is_signed ? bounds.high < form.limit() : bounds.most < static_cast<uint64_t>(form.limit());
}

bool compares_alike(const Scope& scope, const Instruction& i, uint32_t n, Form form) {
  const std::span<const ValueId> operands = scope.function.operands_of(i);
  switch (static_cast<Predicate>(i.aux)) {
    case Predicate::kEq:
    case Predicate::kNe:
      break;
    case Predicate::kUgt:
    case Predicate::kUge:
    case Predicate::kUlt:
    case Predicate::kUle:
      if (form.is_signed) return false;
      break;
    case Predicate::kSgt:
    case Predicate::kSge:
    case Predicate::kSlt:
    case Predicate::kSle:
      if (!form.is_signed) return false;
      break;
    default:
      return false;
  }
  return is_below(scope, operands[1 - n], form);
}

/// Returns true if the texture's coordinates are not moved, which could make them wrap around.
bool has_no_offsets(const Scope& scope, std::span<const ValueId> offsets) {
  for (const ValueId offset : offsets) {
    const bool is_absent = scope.module.is_module_value(offset) && scope.module.is_undef(offset);
    if (!is_absent && scope.constant(offset) != 0) return false;
  }
  return true;
}

bool operates_alike(const Scope& scope, const Instruction& i, uint32_t n, Form form) {
  constexpr uint32_t kLoadCoordinates = 2, kStoreCoordinates = 1, kCoordinates = 3;
  const std::span<const ValueId> operands = scope.function.operands_of(i);
  switch (i.op()) {
    case Op::kUMin:
      return !form.is_signed && is_below(scope, operands[1 - n], form);
    case Op::kIMin:
      return form.is_signed && is_below(scope, operands[1 - n], form);
    // No texture has that many texels in a row.
    case Op::kTextureLoad:
      return n >= kLoadCoordinates && n < kLoadCoordinates + kCoordinates &&
             has_no_offsets(scope, operands.subspan(kLoadCoordinates + kCoordinates));
    case Op::kTextureStore:
      return n >= kStoreCoordinates && n < kStoreCoordinates + kCoordinates;
    default:
      return false;
  }
}

/// Returns true if operand `n` of the instruction may be a conversion that stops at the largest float.
bool works_alike(const Scope& scope, const Instruction& i, uint32_t n, Form form) {
  const std::span<const ValueId> operands = scope.function.operands_of(i);
  switch (i.opcode) {
    case Opcode::kICmp:
      return compares_alike(scope, i, n, form);
    case Opcode::kLShr:
    case Opcode::kAShr: {
      const std::optional<uint64_t> amount = scope.constant(operands[1]);
      return n == 0 && amount && *amount >= form.bits() && *amount < 32;
    }
    case Opcode::kAnd: {
      const std::optional<uint64_t> mask = scope.constant(operands[1 - n]);
      return mask && (*mask & ((uint64_t{1} << form.bits()) - 1)) == 0;
    }
    case Opcode::kDxOp:
      return operates_alike(scope, i, n, form);
    default:
      return false;
  }
}

}  // namespace

void ConversionUses::add_conversion(const dxil::Module& module, const dxil::Function& function,
                                    const ValueBounds& bounds, const Instruction& i) {
  const bool is_signed = i.opcode == Opcode::kFPToSI;
  const dxil::Type& type = module.types[i.type];
  if ((!is_signed && i.opcode != Opcode::kFPToUI) || type.kind != dxil::TypeKind::kInt || type.bits != 32)
    return;
  const ValueId from = function.operands_of(i)[0];
  // A double has the largest integers.
  if (module.types[module.type_of(function, from)].bits > 32) return;
  if (!hazards_of(bounds.number(module, function, from), type.bits, is_signed).above) return;
  if (kinds_.empty()) kinds_.resize(function.local_types.size(), Kind::kOther);
  kinds_[i.result - function.first_local] = is_signed ? Kind::kSigned : Kind::kUnsigned;
}

void ConversionUses::find_uses(const dxil::Module& module, const dxil::Function& function,
                               const ValueBounds& bounds) {
  if (kinds_.empty()) return;
  const Scope scope = {module, function, bounds};
  for (const Instruction& i : function.instructions) {
    const std::span<const ValueId> operands = function.operands_of(i);
    for (uint32_t n = 0; n < operands.size(); ++n) {
      const ValueId local = operands[n] - function.first_local;
      if (operands[n] < function.first_local || local >= kinds_.size()) continue;
      Kind& kind = kinds_[local];
      if (kind != Kind::kUnsigned && kind != Kind::kSigned) continue;
      if (!works_alike(scope, i, n, Form{kind == Kind::kSigned})) kind = Kind::kExact;
    }
  }
}

bool ConversionUses::ignores_greatest(const dxil::Function& function, ValueId conversion) const {
  if (kinds_.empty()) return false;
  const Kind kind = kinds_[conversion - function.first_local];
  return kind == Kind::kUnsigned || kind == Kind::kSigned;
}

}  // namespace trellis::spirv
