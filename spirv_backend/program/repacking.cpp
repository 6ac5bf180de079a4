#include "spirv_backend/program/repacking.hpp"

#include "spirv_backend/program/reached_functions.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

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

std::optional<dxil::Op> find_repacking(const dxil::Module& module, const dxil::EntryPoint& entry_point) {
  const Vector<uint8_t> is_reached = reached_functions(module, entry_point);
  for (size_t f = 0; f < module.functions.size(); ++f) {
    if (is_reached[f] == 0) continue;
    for (const dxil::Instruction& i : module.functions[f].instructions) {
      if (i.opcode == dxil::Opcode::kDxOp && repacks_invocations(i.op())) return i.op();
    }
  }
  return std::nullopt;
}

}  // namespace trellis::spirv
