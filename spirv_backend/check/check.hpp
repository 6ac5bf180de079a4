// The check that every finished module must pass before it is returned. It shares no code with emission: it
// reads only the words and uses its own tables.
#pragma once

#include <cstdint>
#include <span>

#include "support/result.hpp"

namespace trellis::module_check {

/// Checks the module in one pass:
/// - instructions are in the sections that SPIR-V 1.6, section 2.4 prescribes, and have lengths that the
///   grammar allows;
/// - each ID that is used is defined exactly once, and is of the kind that the operand requires: a type, a
///   value, a constant, a label, a function; it is defined outside all functions or in the same one, before
///   its use, in a block that dominates the use (for phis: that dominates the predecessor);
/// - operands and results of arithmetic, conversions, composites, memory, images, lane operations, phis,
///   calls and returns have compatible types; members and components given by literals exist;
/// - each block ends once, branches within its function, and comes after the blocks that dominate it; each
///   phi names each predecessor once;
/// - names and decorations have existing targets, and decorations suit their targets;
/// - an entry point lists the global variables that it reaches;
/// - debug information (NonSemantic.Shader.DebugInfo.100) consists of instructions of the kinds that its
///   operands require, its lines and columns are in the source's text, and parts of variables exist.
///
/// It does not check capabilities, device limits, the layout of memory, or the structure of control flow
/// (which check_structure() verifies earlier). It knows only the instructions that Trellis emits; any other
/// one is an error, so that it gets added.
///
/// The error is kInternalCheck and gives the instruction's number in the module (the first is 1), its opcode
/// and result, and the ID that is wrong.
Result<void> check_module(std::span<const uint32_t> words);

}  // namespace trellis::module_check
