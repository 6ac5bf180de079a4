#include "spirv_backend/instructions/instructions.hpp"

#include "spirv_backend/instructions/operations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::Instruction;
using dxil::Opcode;

Result<void> lower_instruction(FunctionEmitter& e, const Instruction& i) {
  if (i.opcode == Opcode::kDxOp) return lower_operation(e, i);
  if (i.opcode >= Opcode::kAdd && i.opcode <= Opcode::kFNeg) return lower_arithmetic(e, i);
  if (i.opcode >= Opcode::kICmp && i.opcode <= Opcode::kSelect) return lower_compare(e, i);
  if (i.opcode >= Opcode::kTrunc && i.opcode <= Opcode::kFreeze) return lower_conversion(e, i);
  if (i.opcode >= Opcode::kAlloca && i.opcode <= Opcode::kFence) return lower_memory(e, i);
  switch (i.opcode) {
    case Opcode::kExtractValue:
      return {};  // The instruction that created the aggregate set the ids.
    case Opcode::kExtractElement:
    case Opcode::kInsertElement:
    case Opcode::kShuffleVector:
      return lower_vector(e, i);
    case Opcode::kCall:
      return lower_call(e, i);
    default:
      return e.unsupported(i, "the instruction is not supported");
  }
}

}  // namespace trellis::spirv
