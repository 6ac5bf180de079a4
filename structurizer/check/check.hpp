// The three checks that every conversion passes. They share no code with the structurizer and its analyses,
// only the data that the structurizer takes and returns (flow.hpp, structured.hpp, cfg/graph.hpp).
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::structurizer {

namespace check {
class Shared;
}

/// Checks paths. From every slot of every program block that the entry reaches, following the inserted blocks
/// with selector values as constants must lead to the slot's target in the program. Every phi there must
/// receive the value that it received in the program, and every use must read the value that it read there.
/// Reports the first edge or use that is wrong.
Result<void> check_paths(const Flow& flow, const Structured& function);

/// Checks the structural rules of SPIR-V 1.6, section 2.11, using only the graph: merge declarations where
/// needed, unique merge blocks, headers that dominate their merge blocks, back edges only from the continue
/// construct, single entry, exits only where the rules allow them, block order, phis that match predecessors,
/// definitions that dominate uses. Reports the first broken rule, with its blocks.
Result<void> check_structure(const Flow& flow, const Structured& function);

/// Runs both checks, paths first, in less time than two separate calls.
Result<void> check_paths_and_structure(const Flow& flow, const Structured& function);
/// The same, with data that check_convergence() can use afterwards (check/support.hpp).
Result<void> check_paths_and_structure(check::Shared& shared);

/// What guarantees that diverged invocations reconverge where they do in the program.
enum class Grade : uint8_t {
  kNone,      ///< Nothing: they may reconverge later or in smaller groups.
  kMaximal,   ///< Only SPV_KHR_maximal_reconvergence: they meet at a continue target.
  kDeclared,  ///< The merge block of a construct that they entered together (SPIR-V 1.6, section 2.2.5).
};

/// A branch whose diverged invocations do not meet in a declared merge block as early as their paths meet in
/// the program.
struct ConvergenceLoss {
  BlockId branch = kNone;  ///< The program block at whose end they diverge.
  /// The branch's immediate post-dominator in the program, or the loop's header if that post-dominator is the
  /// end of the loop's iteration.
  BlockId reconvergence = kNone;
  BlockId operation = kNone;  ///< A program block with convergent operations that is affected.
  bool ends_iteration = false;
  Grade grade = Grade::kNone;  ///< kNone or kMaximal.
};

/// Checks convergence. For every branch, take its immediate post-dominator in the program, within the
/// iteration of each loop around the branch. In the result, that block must not lie in a construct that does
/// not contain the branch, and the branch's paths must meet in a declared merge block. Returns each block of
/// convergent operations that runs before its invocations have reconverged, once, with the lowest grade, in
/// block order. Blocks not listed have the grade kDeclared. Loops are those of the program's graph with the
/// edges of marked breaks added. The function must have passed the other two checks.
Vector<ConvergenceLoss> check_convergence(const Flow& flow, const Structured& function);
Vector<ConvergenceLoss> check_convergence(check::Shared& shared);

}  // namespace trellis::structurizer
