// What the convergence checker found, in the program's terms: operations, and lines of the source.
#pragma once

#include <span>

#include "dxil_frontend/program/ir.hpp"
#include "structurizer/check/check.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis {

/// An operation of a program that involves other lanes.
struct ConvergentOperation {
  String name;          ///< "WaveActiveSum (waveActiveOp)"; "call of NAME".
  String file;          ///< The source file; empty without debug information.
  uint32_t line = 0;    ///< From 1 on; 0: unknown.
  uint32_t column = 0;  ///< From 1 on; 0: unknown.
};

/// Operations that lanes run together in the program, but before which the module declares no reconvergence.
struct ConvergenceNote {
  String function;
  structurizer::ConvergenceLoss loss;
  Vector<ConvergentOperation> operations;  ///< Those of block loss.operation, in program order.
  bool has_barrier = false;                ///< One of them is a barrier of the thread group.

  /// "WaveActiveSum (waveActiveOp) at a.hlsl:12:7, in block 5 of function main, may run in smaller groups
  /// than in the program: the branches of block 3 reconverge at block 4 in the program, and later in the
  /// module". One line.
  String to_string() const;
  /// The part after the colon.
  String reason() const;
};

/// A loop for which the program does not say whether code with cross-lane operations was written in it or after it.
struct LoopEndNote {
  String function;
  structurizer::ExitGuess guess;
  String file;        ///< Of the loop's header; empty without debug information.
  uint32_t line = 0;  ///< From 1 on; 0: unknown.

  /// "the code at block 9 is taken to follow the loop, and that at block 5 to be in it". One line.
  String reason() const;
};

Vector<LoopEndNote> describe_guesses(const dxil::Module& module, const dxil::Function& function, const String& name,
                                     std::span<const structurizer::ExitGuess> guesses);

/// An operation that involves other lanes, and what promises that the lanes that run it together in the program do so
/// in the module.
struct GradedOperation {
  String function;
  uint32_t block = 0, instruction = 0;  ///< Indices: of the program's block; of the instruction in it.
  ConvergentOperation operation;
  structurizer::Grade grade = structurizer::Grade::kDeclared;
};

/// All such operations of the program's functions, calls not included. `losses`: of its translation.
Vector<GradedOperation> grade_operations(const dxil::Module& module, std::span<const ConvergenceNote> losses);

/// One note for each loss. `is_convergent`: by Module::functions, whether calls of the function are such
/// operations.
Vector<ConvergenceNote> describe_losses(const dxil::Module& module, const dxil::Function& function,
                                        const String& name,
                                        std::span<const structurizer::ConvergenceLoss> losses,
                                        const Vector<bool>& is_convergent);

}  // namespace trellis
