#include "lower/refused_code.hpp"

#include <algorithm>
#include <string_view>

#include "dxil_frontend/program/linear_algebra.hpp"
#include "dxil_frontend/program/wave_barrier.hpp"
#include "lower/analysis/locate.hpp"

namespace trellis::lower {
namespace {

using dxil::Instruction;
using dxil::Opcode;

bool is_bodiless_call(const dxil::Module& module, const Instruction& i) {
  return i.opcode == Opcode::kCall &&
         (i.aux >= module.functions.size() || module.functions[i.aux].blocks.empty());
}

bool is_of_linear_algebra(const Instruction& i) {
  return i.opcode == Opcode::kDxOp && dxil::is_linear_algebra(i.op());
}

/// Only lowering makes such barriers.
bool is_wave_barrier(const dxil::Module& module, const dxil::Function& function, const Instruction& i) {
  if (!i.is(dxil::Op::kBarrierByMemoryType) || i.operand_count < 2) return false;
  const auto flags = module.scalar_bits(function.operands_of(i)[1]);
  return flags && dxil::is_wave_barrier(i, *flags);
}

/// Whether the program may have such code. Rules out most programs without a look at each instruction.
bool may_be_refused(const dxil::Module& module, std::span<const uint8_t> is_reached) {
  for (size_t f = 0; f < is_reached.size(); ++f) {
    if (is_reached[f] != 0 && module.functions[f].blocks.empty()) return true;
  }
  return std::any_of(module.dx_op_callees.begin(), module.dx_op_callees.end(), [](const auto& callee) {
    const std::string_view name = callee.name;
    return name.starts_with("dx.op.linAlg") || name.starts_with("dx.op.barrierByMemoryType");
  });
}

}  // namespace

Result<void> refuse_code(const dxil::Module& module, std::span<const uint8_t> is_reached) {
  if (!may_be_refused(module, is_reached)) return {};
  for (size_t f = 0; f < is_reached.size(); ++f) {
    if (is_reached[f] == 0) continue;
    const dxil::Function& function = module.functions[f];
    for (const Instruction& i : function.instructions) {
      if (is_bodiless_call(module, i)) {
        return diagnose(ErrorCode::kUnsupported, function, i, "a call to a function without a body");
      }
      if (is_of_linear_algebra(i)) {
        return diagnose(ErrorCode::kUnsupported, function, i, dxil::kNoLinearAlgebra);
      }
      if (is_wave_barrier(module, function, i)) {
        return diagnose(ErrorCode::kBadInput, function, i, "the flags of a barrier are not a known constant");
      }
    }
  }
  return {};
}

}  // namespace trellis::lower
