#include "spirv_backend/derivatives.hpp"

namespace trellis::spirv {

using dxil::ShaderKind;

QuadShape quad_shape(const FunctionEmitter& e) {
  const auto& group = e.entry_point().thread_group_size;
  if (!group) return QuadShape::kNative;
  return (*group)[0] % 2 == 0 && (*group)[1] % 2 == 0 ? QuadShape::kSquare : QuadShape::kLinear;
}

Result<void> require_derivatives(FunctionEmitter& e, const dxil::Instruction& i) {
  const dxil::EntryPoint& entry = e.entry_point();
  if (entry.kind == ShaderKind::kPixel) return {};
  if (!entry.thread_group_size) {
    return e.bad_input(i, std::string(dxil::name_of(entry.kind)) + " shaders have no derivatives");
  }
  // One extension under two names, with the same numbers. Only the later one knows mesh shaders, and only the
  // earlier one is known to validators of before 2024.
  const bool is_older =
      entry.kind == ShaderKind::kCompute && (e.module().allows(Extension::kComputeShaderDerivativesNv) ||
                                             !e.module().allows(Extension::kComputeShaderDerivativesKhr));
  e.module().extension(is_older ? "SPV_NV_compute_shader_derivatives" : "SPV_KHR_compute_shader_derivatives");
  if (quad_shape(e) == QuadShape::kSquare) {
    e.module().capability(kCapabilityComputeDerivativeGroupQuadsKHR);
    e.module().execution_mode(kDerivativeGroupQuadsKHR);
    return {};
  }
  const std::array<uint32_t, 3>& size = *entry.thread_group_size;
  if (uint64_t{size[0]} * size[1] * size[2] % 4 != 0) {
    return e.bad_input(i, "a thread group that is not made of quads has no derivatives");
  }
  e.module().capability(kCapabilityComputeDerivativeGroupLinearKHR);
  e.module().execution_mode(kDerivativeGroupLinearKHR);
  return {};
}

}  // namespace trellis::spirv
