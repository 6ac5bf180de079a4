#include "spirv_backend/program/locate.hpp"

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

Diagnostic diagnose(ErrorCode code, const dxil::Function& function, const dxil::Instruction& instruction,
                    String message) {
  Diagnostic diagnostic{code, std::move(message), {}};
  Location& where = diagnostic.where;
  where.function = function.name;
  const auto index = static_cast<uint32_t>(&instruction - function.instructions.data());
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const dxil::BasicBlock& block = function.blocks[b];
    if (index < block.first_instruction || index - block.first_instruction >= block.instruction_count) {
      continue;
    }
    where.block = decimal(b);
    where.instruction = "instruction " + decimal(index - block.first_instruction);
    break;
  }
  where.operation = instruction.opcode == dxil::Opcode::kDxOp ? dxil::describe_op(instruction.op())
                                                              : dxil::name_of(instruction.opcode);
  return diagnostic;
}

}  // namespace trellis::spirv
