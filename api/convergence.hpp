// The convergence checker's results in terms of the program: operations, and lines of the source.
#pragma once

#include <span>

#include "dxil_frontend/program/ir.hpp"
#include "structurizer/check/check.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis {

/// An operation of a program that involves other lanes.
struct ConvergentOperation {
  String name;          ///< For example "WaveActiveSum (waveActiveOp)" or "call of NAME".
  String file;          ///< The source file; empty without debug information.
  uint32_t line = 0;    ///< Counted from 1; 0 if unknown.
  uint32_t column = 0;  ///< Counted from 1; 0 if unknown.
};

/// Operations that lanes run together in the program, but before which the module does not guarantee
/// reconvergence.
struct ConvergenceNote {
  String function;
  structurizer::ConvergenceLoss loss;
  Vector<ConvergentOperation> operations;  ///< The operations of block loss.operation, in program order.
  bool has_barrier = false;                ///< Whether one of them is a barrier of the thread group.

  /// Returns one line: "WaveActiveSum (waveActiveOp) at a.hlsl:12:7, in block 5 of function main, may run in
  /// smaller groups than in the program: the branches of block 3 reconverge at block 4 in the program, and
  /// later in the module".
  String to_string() const;
  /// Returns the part after the colon.
  String reason() const;
};

/// A loop for which the program does not show whether code with cross-lane operations was written in it or
/// after it.
struct LoopEndNote {
  String function;
  structurizer::ExitGuess guess;
  String file;        ///< Source file of the loop's header; empty without debug information.
  uint32_t line = 0;  ///< Counted from 1; 0 if unknown.

  /// Returns one line: "the code at block 9 is taken to follow the loop, and that at block 5 to be in it".
  String reason() const;
};

Vector<LoopEndNote> describe_guesses(const dxil::Module& module, const dxil::Function& function,
                                     const String& name, std::span<const structurizer::ExitGuess> guesses);

/// An operation that involves other lanes, and what guarantees that the lanes that run it together in the
/// program do so in the module.
struct GradedOperation {
  String function;
  /// Index of the block in the function, and of the instruction in the block.
  uint32_t block = 0, instruction = 0;
  ConvergentOperation operation;
  structurizer::Grade grade = structurizer::Grade::kDeclared;
};

/// Returns all such operations of the program's functions, except calls. `losses`: those of the program's
/// translation.
Vector<GradedOperation> grade_operations(const dxil::Module& module, std::span<const ConvergenceNote> losses);

/// Returns one note per loss. `is_convergent`, by Module::functions index: whether a call of the function is
/// such an operation.
Vector<ConvergenceNote> describe_losses(const dxil::Module& module, const dxil::Function& function,
                                        const String& name,
                                        std::span<const structurizer::ConvergenceLoss> losses,
                                        const Vector<bool>& is_convergent);

}  // namespace trellis
