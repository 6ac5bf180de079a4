#include "lower/analysis/locate.hpp"

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

Diagnostic diagnose(ErrorCode code, const dxil::Function& function, const dxil::Instruction& instruction,
                    String message) {
  Diagnostic diagnostic{code, std::move(message), {}};
  Location& where = diagnostic.where;
  where.function = dxil::printable(dxil::unmangled(function.name));
  const auto index = static_cast<uint32_t>(&instruction - function.instructions.data());
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const dxil::BasicBlock& block = function.blocks[b];
    if (index < block.first_instruction || index - block.first_instruction >= block.instruction_count) {
      continue;
    }
    where.block_number = static_cast<uint32_t>(b);
    where.instruction_number = index - block.first_instruction;
    where.block = decimal(*where.block_number);
    where.instruction = "instruction " + decimal(*where.instruction_number);
    break;
  }
  const dxil::SourcePosition at = function.position_of(instruction);
  where.file_number = at.file;
  where.line = at.line;
  where.column = at.column;
  where.operation = instruction.opcode == dxil::Opcode::kDxOp ? dxil::describe_op(instruction.op())
                                                              : dxil::name_of(instruction.opcode);
  return diagnostic;
}

}  // namespace trellis::lower
