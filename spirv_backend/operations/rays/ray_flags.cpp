#include "spirv_backend/operations/rays/ray_flags.hpp"

#include <optional>

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

/// Returns the bits that may be set in a value. `budget` limits the number of instructions examined, and
/// receives what is left.
uint32_t possible_bits(FunctionEmitter& e, ValueId value, uint32_t& budget) {
  if (const std::optional<uint64_t> bits = e.program().scalar_bits(value))
    return static_cast<uint32_t>(*bits);
  const Instruction* i = e.values().definition(value);
  if (i == nullptr || budget == 0) return UINT32_MAX;
  --budget;
  const auto operand = [&](uint32_t n) { return possible_bits(e, e.operand_value(*i, n), budget); };
  switch (i->opcode) {
    case dxil::Opcode::kAnd: {
      const uint32_t one = operand(0);
      return one & operand(1);
    }
    case dxil::Opcode::kOr:
    case dxil::Opcode::kXor: {
      const uint32_t one = operand(0);
      return one | operand(1);
    }
    case dxil::Opcode::kSelect:
    case dxil::Opcode::kPhi: {
      uint32_t bits = 0;
      for (uint32_t n = i->opcode == dxil::Opcode::kSelect ? 1 : 0; n < i->operand_count; ++n)
        bits |= operand(n);
      return bits;
    }
    default:
      return UINT32_MAX;
  }
}

}  // namespace

const char* micromap_extension(const ModuleBuilder& module) {
  return name_of(module.is_named(Extension::kOpacityMicromapKhr) ? Extension::kOpacityMicromapKhr
                                                                 : Extension::kOpacityMicromap);
}

void require_ray_flags(FunctionEmitter& e, ValueId value, uint32_t fixed) {
  constexpr uint32_t kSkipsPrimitives = 0x300, kForcesMicromaps = 0x400;
  uint32_t budget = 32;
  const uint32_t bits = possible_bits(e, value, budget) | fixed;
  if ((bits & kSkipsPrimitives) != 0) e.module().capability(spv::Capability::RayTraversalPrimitiveCullingKHR);
  if (bits != UINT32_MAX && (bits & kForcesMicromaps) != 0) {
    e.module().extension(micromap_extension(e.module()));
    e.module().capability(spv::Capability::RayTracingOpacityMicromapEXT);
  }
}

}  // namespace trellis::spirv
