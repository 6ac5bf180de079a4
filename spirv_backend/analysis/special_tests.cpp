#include "spirv_backend/analysis/special_tests.hpp"

#include <algorithm>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/resource_of_handle.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

bool is_test(const Instruction& i) {
  if (i.opcode == Opcode::kFCmp) {
    const auto predicate = static_cast<dxil::Predicate>(i.aux);
    return predicate == dxil::Predicate::kOrd || predicate == dxil::Predicate::kUno;
  }
  if (i.opcode != Opcode::kDxOp) return false;
  const dxil::DxilOp* const op = dxil::find_op(i.op());
  return op != nullptr && (op->flags & dxil::kTestsSpecialFloats) != 0;
}

bool is_scalar_float(const dxil::Module& module, const dxil::Function& function, ValueId value) {
  return module.types[module.type_of(function, value)].kind == dxil::TypeKind::kFloat;
}

/// Follows tested values back to where they come from.
class OriginWalk {
 public:
  OriginWalk(const dxil::Shader& shader, const dxil::Function& function)
      : module_(shader.module),
        function_(function),
        finder_(shader, function),
        is_seen_(function.local_types.size(), false) {}

  /// Returns true if no arithmetic of this shader made the value.
  bool is_stored(ValueId value);

 private:
  void visit(ValueId value);
  bool continue_through(const Instruction& i);
  bool is_read(const Instruction& i) const;

  const dxil::Module& module_;
  const dxil::Function& function_;
  const dxil::ResourceFinder finder_;
  Vector<bool> is_seen_;  ///< By local value: all origins have been or will be looked at.
  Vector<ValueId> open_;
};

void OriginWalk::visit(ValueId value) {
  if (module_.is_module_value(value)) return;
  const ValueId local = value - function_.first_local;
  if (is_seen_[local]) return;
  is_seen_[local] = true;
  open_.push_back(value);
}

/// Returns true if the operation reads an input, or a resource that no invocation of this shader writes.
bool OriginWalk::is_read(const Instruction& i) const {
  switch (i.op()) {
    case Op::kLoadInput:
      return true;
    case Op::kCBufferLoad:
    case Op::kCBufferLoadLegacy:
    case Op::kSample:
    case Op::kSampleBias:
    case Op::kSampleLevel:
    case Op::kSampleGrad:
    case Op::kTextureGather:
    case Op::kTextureLoad:
    case Op::kBufferLoad:
    case Op::kRawBufferLoad:
      return finder_.find(function_.operands_of(i)[0]).is_read_only();
    default:
      return false;
  }
}

/// Visits what the result is one of. Returns false if arithmetic may have made it.
bool OriginWalk::continue_through(const Instruction& i) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  switch (i.opcode) {
    case Opcode::kPhi:
      for (const ValueId value : operands) visit(value);
      return true;
    case Opcode::kSelect:
      visit(operands[1]);
      visit(operands[2]);
      return true;
    case Opcode::kExtractValue:
    case Opcode::kBitcast:
      visit(operands[0]);
      return true;
    case Opcode::kDxOp:
      return is_read(i);
    default:
      return false;
  }
}

bool OriginWalk::is_stored(ValueId value) {
  visit(value);
  while (!open_.empty()) {
    const Instruction* const i = finder_.definition(open_.back());
    open_.pop_back();
    if (i == nullptr || !continue_through(*i)) return false;
  }
  return true;
}

}  // namespace

std::optional<bool> decided_test(const dxil::Module& module, const dxil::Function& function,
                                 const ValueBounds& bounds, const Instruction& test) {
  if (test.opcode != Opcode::kDxOp) return std::nullopt;
  const ValueId value = function.operands_of(test)[0];
  if (!is_scalar_float(module, function, value)) return std::nullopt;
  const FloatBounds number = bounds.number(module, function, value);
  switch (test.op()) {
    case Op::kIsNaN:
      return number.may_be_nan ? std::nullopt : std::optional(false);
    case Op::kIsInf:
      return number.is_finite() ? std::optional(false) : std::nullopt;
    case Op::kIsFinite:
      return number.is_finite() ? std::optional(true) : std::nullopt;
    default:
      return std::nullopt;
  }
}

bool tests_computed_floats(const dxil::Shader& shader, const dxil::Function& function,
                           const ValueBounds& bounds) {
  const auto first = std::find_if(function.instructions.begin(), function.instructions.end(), is_test);
  if (first == function.instructions.end()) return false;
  const dxil::Module& module = shader.module;
  OriginWalk walk(shader, function);
  return std::any_of(first, function.instructions.end(), [&](const Instruction& i) {
    if (!is_test(i) || decided_test(module, function, bounds, i)) return false;
    const ValueId value = function.operands_of(i)[0];
    // A comparison of two values and tests of other types keep their instructions, which need the mode.
    const bool is_single = i.opcode == Opcode::kDxOp && is_scalar_float(module, function, value) &&
                           module.types[module.type_of(function, value)].bits == 32;
    return !is_single || !walk.is_stored(value);
  });
}

}  // namespace trellis::spirv
