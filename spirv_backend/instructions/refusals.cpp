#include "spirv_backend/instructions/refusals.hpp"

#include "dxil_frontend/program/linear_algebra.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/instructions/operations.hpp"

namespace trellis::spirv {
namespace {

using dxil::Op;
using dxil::ShaderKind;

/// Returns an operation's specific reason; null if it is only not translated yet.
const char* own_reason(Op op) {
  switch (op) {
    case Op::kTempRegLoad:
    case Op::kTempRegStore:
    case Op::kMinPrecXRegLoad:
    case Op::kMinPrecXRegStore:
      return "internal to the conversion from older bytecode, never in final DXIL";
    default:
      return nullptr;
  }
}

constexpr uint32_t bit(ShaderKind kind) { return 1u << static_cast<uint32_t>(kind); }

constexpr uint32_t kOrdinaryStages = bit(ShaderKind::kPixel) | bit(ShaderKind::kVertex) |
                                     bit(ShaderKind::kGeometry) | bit(ShaderKind::kHull) |
                                     bit(ShaderKind::kDomain) | bit(ShaderKind::kCompute) |
                                     bit(ShaderKind::kMesh) | bit(ShaderKind::kAmplification);

}  // namespace

constinit const char* const kNotTranslatedYet = "not translated yet";

const char* refusal_of(const dxil::DxilOp& op) {
  if (op.is_reserved()) return "reserved: the number has no operation";
  if (lowering_of(op.id) != nullptr) return nullptr;
  if (const char* reason = own_reason(op.id)) return reason;
  if (dxil::is_linear_algebra(op.id)) return dxil::kNoLinearAlgebra;
  if ((op.stages & kOrdinaryStages) != 0) return kNotTranslatedYet;
  if (op.stages == bit(ShaderKind::kNode)) return "work graphs are not translated yet";
  return kNotTranslatedYet;
}

}  // namespace trellis::spirv
