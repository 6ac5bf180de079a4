#include "lower/refused_code.hpp"

#include <algorithm>
#include <string_view>

#include "dxil_frontend/program/linear_algebra.hpp"
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

/// Whether the program may have such code. Rules out most programs without a look at each instruction.
bool may_be_refused(const dxil::Module& module, std::span<const uint8_t> is_reached) {
  for (size_t f = 0; f < is_reached.size(); ++f) {
    if (is_reached[f] != 0 && module.functions[f].blocks.empty()) return true;
  }
  return std::any_of(module.dx_op_callees.begin(), module.dx_op_callees.end(), [](const auto& callee) {
    return std::string_view(callee.name).starts_with("dx.op.linAlg");
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
    }
  }
  return {};
}

}  // namespace trellis::lower
