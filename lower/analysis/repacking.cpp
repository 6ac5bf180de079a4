#include "lower/analysis/repacking.hpp"

namespace trellis::lower {

bool repacks_invocations(dxil::Op op) {
  switch (op) {
    case dxil::Op::kTraceRay:
    case dxil::Op::kReportHit:
    case dxil::Op::kCallShader:
    case dxil::Op::kHitObject_TraceRay:
    case dxil::Op::kHitObject_Invoke:
    case dxil::Op::kMaybeReorderThread:
      return true;
    default:
      return false;
  }
}

std::optional<dxil::Op> find_repacking(const dxil::Module& module, std::span<const uint8_t> is_reached) {
  for (size_t f = 0; f < module.functions.size(); ++f) {
    if (is_reached[f] == 0) continue;
    for (const dxil::Instruction& i : module.functions[f].instructions) {
      if (i.opcode == dxil::Opcode::kDxOp && repacks_invocations(i.op())) return i.op();
    }
  }
  return std::nullopt;
}

}  // namespace trellis::lower
