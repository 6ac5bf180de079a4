#include "spirv_backend/analysis/index_spread.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;
using dxil::ValueId;

constexpr ptrdiff_t kLooksBack = 64;    // In instructions.
constexpr uint64_t kMost = UINT32_MAX;  // Larger numbers have wrapped around.

const Instruction* definition_before(const dxil::Function& function, const Instruction& user, ValueId value) {
  const Instruction* const first = function.instructions.data();
  const Instruction* const stop = &user - std::min<ptrdiff_t>(kLooksBack, &user - first);
  for (const Instruction* i = &user; i-- > stop;) {
    if (i->result == value) return i;
  }
  return nullptr;
}

/// The constant operand of a sum, a product or a shift, and the other operand.
struct Step {
  ValueId of = dxil::kNone;
  uint64_t constant = 0;
};
std::optional<Step> step_of(const dxil::Module& module, std::span<const ValueId> operands) {
  for (uint32_t n = 0; n < operands.size(); ++n) {
    const std::optional<uint64_t> constant = module.scalar_bits(operands[n]);
    if (constant && !module.is_undef(operands[n])) return Step{operands[1 - n], *constant};
  }
  return std::nullopt;
}

}  // namespace

IndexSpread index_spread(const dxil::Module& module, const dxil::Function& function,
                         const ValueBounds& bounds, const Instruction& user, ValueId index) {
  constexpr uint32_t kMostSteps = 4;
  const IndexSpread unknown = {0, 1, bounds.integer(module, function, index).most};
  IndexSpread result = {0, 1, 0};
  const Instruction* at = &user;
  for (uint32_t n = 0; n < kMostSteps; ++n) {
    at = definition_before(function, *at, index);
    if (at == nullptr || at->operand_count != 2) break;
    const std::optional<Step> step = step_of(module, function.operands_of(*at));
    if (!step) break;
    const bool is_right = function.operands_of(*at)[0] == step->of;
    if (at->opcode == Opcode::kAdd) {
      result.first += step->constant * result.step;
    } else if (at->opcode == Opcode::kMul) {
      result.step *= step->constant;
    } else if (at->opcode == Opcode::kShl && is_right && step->constant < 32) {
      result.step <<= step->constant;
    } else {
      break;
    }
    if (result.step == 0 || result.step > kMost || result.first > kMost) return unknown;
    index = step->of;
  }
  const uint64_t most = bounds.integer(module, function, index).most;
  if (most > kMost / result.step || result.first + most * result.step > kMost) return unknown;
  result.most = result.first + most * result.step;
  return result;
}

}  // namespace trellis::spirv
