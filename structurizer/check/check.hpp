// The three proofs that every conversion carries. They share no code with the structurizer and its analyses:
// what they have in common with it is the data it is given and gives back (flow.hpp, structured.hpp,
// cfg/graph.hpp).
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::structurizer {

/// Paths: from every slot of every program block that the entry reaches, following our own blocks with the
/// values of selectors as constants leads to the target of that slot in the program, and every phi there
/// receives the value that it received in the program; every use reads the value that it read there. Reports
/// the first edge or use that is wrong.
Result<void> check_paths(const Flow& flow, const Structured& function);

/// Structure: SPIR-V 1.6 section 2.11, on the graph alone: merge declarations where needed, unique merge
/// blocks, headers dominate their merge blocks, back edges only from the continue construct, single entry,
/// exits only where the rules allow them, block order, phis match predecessors, definitions dominate uses.
/// Reports the first rule broken, with the blocks.
Result<void> check_structure(const Flow& flow, const Structured& function);

/// Both, paths first, in less time than two calls take.
Result<void> check_paths_and_structure(const Flow& flow, const Structured& function);

/// What promises that invocations that diverged reconverge where they do in the program.
enum class Grade : uint8_t {
  kNone,      ///< Nothing: they reconverge later, or in smaller groups.
  kMaximal,   ///< Only SPV_KHR_maximal_reconvergence: they meet at a continue target.
  kDeclared,  ///< The merge block of a construct that they entered together (SPIR-V 1.6, section 2.2.5).
};

/// Where invocations that diverge at a branch do not meet in a declared merge block as early as their paths do
/// in the program.
struct ConvergenceLoss {
  BlockId branch = kNone;  ///< Program block at whose end they diverge.
  /// Its immediate post-dominator in the program; if that is the end of a loop's iteration, the loop's header.
  BlockId reconvergence = kNone;
  BlockId operation = kNone;  ///< A program block with convergent operations that is affected.
  bool ends_iteration = false;
  Grade grade = Grade::kNone;  ///< kNone or kMaximal.
};

/// Convergence: for every branch, its immediate post-dominator in the program (within the iteration of each
/// loop around the branch) is, in the result, in no construct that the branch is not in, and its paths meet in
/// a declared merge block. Lists each block of convergent operations that runs before its invocations are
/// together again, once, with the lowest grade, by block. What is not listed has the grade kDeclared. Loops are
/// those of the program with the edges that marked breaks had. The function must have passed the other two
/// checks.
Vector<ConvergenceLoss> check_convergence(const Flow& flow, const Structured& function);

}  // namespace trellis::structurizer
