#include "spirv_backend/program/locate.hpp"

#include "dxil_frontend/program/dxil_ops.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

const char* opcode_name(dxil::Opcode opcode) {
  // In the order of dxil::Opcode.
  static constexpr const char* kNames[] = {
      "ret",
      "br",
      "br",
      "switch",
      "unreachable",
      "add",
      "sub",
      "mul",
      "udiv",
      "sdiv",
      "urem",
      "srem",
      "shl",
      "lshr",
      "ashr",
      "and",
      "or",
      "xor",
      "fadd",
      "fsub",
      "fmul",
      "fdiv",
      "frem",
      "fneg",
      "icmp",
      "fcmp",
      "select",
      "trunc",
      "zext",
      "sext",
      "fptrunc",
      "fpext",
      "fptoui",
      "fptosi",
      "uitofp",
      "sitofp",
      "bitcast",
      "addrspacecast",
      "freeze",
      "alloca",
      "load",
      "store",
      "getelementptr",
      "atomicrmw",
      "cmpxchg",
      "fence",
      "extractvalue",
      "insertvalue",
      "extractelement",
      "insertelement",
      "shufflevector",
      "phi",
      "call",
      "dx.op",
      "intrinsic",
  };
  static_assert(std::size(kNames) == static_cast<size_t>(dxil::Opcode::kIntrinsic) + 1);
  return kNames[static_cast<size_t>(opcode)];
}

}  // namespace

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
                                                              : opcode_name(instruction.opcode);
  return diagnostic;
}

}  // namespace trellis::spirv
