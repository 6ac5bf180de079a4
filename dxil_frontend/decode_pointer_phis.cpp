#include "dxil_frontend/decode_pointer_phis.hpp"

namespace trellis::dxil {

bool has_pointer_phis(const Module& module, const Function& function) {
  for (const Instruction& instruction : function.instructions) {
    if (instruction.opcode != Opcode::kPhi && instruction.opcode != Opcode::kSelect) continue;
    if (module.types[instruction.type].kind == TypeKind::kPointer) return true;
  }
  return false;
}

Result<void> lower_pointer_phis(Module&, Function& function) {
  Location where;
  where.part = "bitcode";
  where.function = function.name;
  return unsupported("a phi or select of pointers", where);
}

}  // namespace trellis::dxil
