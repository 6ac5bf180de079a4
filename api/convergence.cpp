#include "api/convergence.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis {

namespace {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;

/// HLSL's names for the variants of an operation, by the value of the operand that selects the variant.
struct OperationKinds {
  Op op;
  uint32_t operand;  ///< Index of that operand, not counting the operation's number.
  const char* names[4];
};
constexpr OperationKinds kKinds[] = {
    {Op::kWaveActiveOp, 1, {"WaveActiveSum", "WaveActiveProduct", "WaveActiveMin", "WaveActiveMax"}},
    {Op::kWaveActiveBit, 1, {"WaveActiveBitAnd", "WaveActiveBitOr", "WaveActiveBitXor"}},
    {Op::kWavePrefixOp, 1, {"WavePrefixSum", "WavePrefixProduct"}},
    {Op::kQuadOp, 1, {"QuadReadAcrossX", "QuadReadAcrossY", "QuadReadAcrossDiagonal"}},
};

String name_of(const dxil::Module& module, const dxil::Function& function, const Instruction& i,
               const dxil::DxilOp& op) {
  const char* name = op.name;
  for (const OperationKinds& kinds : kKinds) {
    if (kinds.op != op.id || kinds.operand >= i.operand_count) continue;
    const uint64_t kind = module.scalar_bits(function.operands_of(i)[kinds.operand]).value_or(UINT64_MAX);
    if (kind < std::size(kinds.names) && kinds.names[kind] != nullptr) name = kinds.names[kind];
  }
  return String(name) + " (" + (op.call_class == nullptr ? "?" : op.call_class) + ")";
}

/// Returns the name of an operation that involves other lanes; empty if the instruction only concerns its own
/// lane.
std::optional<String> convergent_name(const dxil::Module& module, const dxil::Function& function,
                                      const Instruction& i, const Vector<bool>& is_convergent) {
  if (i.opcode == Opcode::kCall && is_convergent[i.aux]) {
    return "call of " + dxil::printable(module.functions[i.aux].name);
  }
  if (i.opcode != Opcode::kDxOp) return std::nullopt;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  if (op == nullptr || !op->involves_lanes()) return std::nullopt;
  return name_of(module, function, i, *op);
}

ConvergentOperation placed(const dxil::Module& module, const dxil::Function& function, const Instruction& i,
                           String name) {
  const dxil::SourcePosition at = function.position_of(i);
  const bool has_file = at.line != 0 && at.file < module.source_files.size();
  return {std::move(name), has_file ? module.source_files[at.file].name : "", at.line, at.column};
}

String place_of(const ConvergentOperation& operation) {
  if (operation.line == 0) return {};
  String text = " at " + dxil::printable(operation.file) + ":" + decimal(operation.line);
  if (operation.column != 0) text += ":" + decimal(operation.column);
  return text;
}

}  // namespace

String ConvergenceNote::to_string() const {
  String text;
  for (size_t n = 0; n < operations.size(); ++n) {
    if (n != 0) text += n + 1 == operations.size() ? " and " : ", ";
    text += operations[n].name + place_of(operations[n]);
  }
  if (operations.empty()) text = "cross-lane operations";
  return text + ", in block " + decimal(loss.operation) + " of function " + dxil::printable(function) +
         ", may run in smaller groups than in the program: " + reason();
}

String ConvergenceNote::reason() const {
  const String branches = "the branches of block " + decimal(loss.branch) + " reconverge ";
  const String block = "block " + decimal(loss.reconvergence);
  const String where =
      loss.ends_iteration ? "at the end of each iteration of the loop at " + block : "at " + block;
  return branches + where + " in the program, and " +
         (loss.grade == structurizer::Grade::kMaximal ? "at a continue target in the module"
                                                      : "later in the module");
}

String LoopEndNote::reason() const {
  return "the code at block " + decimal(guess.behind) + " is taken to follow the loop, and that at block " +
         decimal(guess.inside) + " to be in it";
}

Vector<LoopEndNote> describe_guesses(const dxil::Module& module, const dxil::Function& function,
                                     const String& name, std::span<const structurizer::ExitGuess> guesses) {
  Vector<LoopEndNote> notes;
  for (const structurizer::ExitGuess& guess : guesses) {
    LoopEndNote& note = notes.emplace_back(LoopEndNote{name, guess, {}, 0});
    const auto instructions = function.instructions_of(guess.header);
    const dxil::SourcePosition at = function.position_of(instructions.back());
    if (at.line == 0 || at.file >= module.source_files.size()) continue;
    note.file = module.source_files[at.file].name;
    note.line = at.line;
  }
  return notes;
}

Vector<ConvergenceNote> describe_losses(const dxil::Module& module, const dxil::Function& function,
                                        const String& name,
                                        std::span<const structurizer::ConvergenceLoss> losses,
                                        const Vector<bool>& is_convergent) {
  Vector<ConvergenceNote> notes;
  for (const structurizer::ConvergenceLoss& loss : losses) {
    ConvergenceNote& note = notes.emplace_back(ConvergenceNote{name, loss, {}, false});
    for (const Instruction& i : function.instructions_of(loss.operation)) {
      std::optional<String> operation = convergent_name(module, function, i, is_convergent);
      if (!operation) continue;
      note.has_barrier |= i.opcode == Opcode::kDxOp && dxil::find_op(i.op())->is_barrier();
      note.operations.push_back(placed(module, function, i, std::move(*operation)));
    }
  }
  return notes;
}

Vector<GradedOperation> grade_operations(const dxil::Module& module,
                                         std::span<const ConvergenceNote> losses) {
  Vector<GradedOperation> graded;
  const Vector<bool> no_calls(module.functions.size(), false);
  for (const dxil::Function& function : module.functions) {
    for (uint32_t block = 0; block < function.blocks.size(); ++block) {
      const auto instructions = function.instructions_of(block);
      for (uint32_t n = 0; n < instructions.size(); ++n) {
        std::optional<String> name = convergent_name(module, function, instructions[n], no_calls);
        if (!name) continue;
        GradedOperation& made = graded.emplace_back();
        made.function = function.name;
        made.block = block;
        made.instruction = n;
        made.operation = placed(module, function, instructions[n], std::move(*name));
        for (const ConvergenceNote& note : losses) {
          const bool is_there = note.function == function.name && note.loss.operation == block;
          if (is_there) made.grade = std::min(made.grade, note.loss.grade);
        }
      }
    }
  }
  return graded;
}

}  // namespace trellis
