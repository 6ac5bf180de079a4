// The check that every finished module passes before anyone gets it. It shares no code with emission: it
// reads the words alone, by tables of its own.
#pragma once

#include <cstdint>
#include <span>

#include "support/result.hpp"

namespace trellis::module_check {

/// Goes over the module once. Holds for it:
/// - instructions are in the sections where SPIR-V 1.6, section 2.4 has them, of lengths that the grammar
/// allows;
/// - each ID that is used is defined, once, and is of the kind its place asks for: a type, a value, a
/// constant,
///   a label, a function; it is defined outside all functions or in the same one, before its use, in a block
///   that dominates the use (for phis: the block that the value comes from);
/// - operands and results of arithmetic, conversions, composites, memory, images, lane operations, phis,
/// calls
///   and returns have types that go together; members and components that literals name exist;
/// - blocks end once, branch within their function, and come after those that dominate them; phis name each
///   predecessor once;
/// - names and decorations are of things that exist, decorations of things they are for;
/// - an entry point lists the global variables that it reaches;
/// - debug information (NonSemantic.Shader.DebugInfo.100) is made of instructions of the kinds that its
///   operands ask for, its lines and columns are in the source's text, and parts of variables exist.
/// What it does not do: capabilities, limits of devices, the layout of memory, and the structure of control
/// flow (which check_structure() proves before). It knows the instructions that modules of ours have; another
/// one is a failure, so that it is added.
///
/// The error is kInternalCheck and names the instruction by its number in the module (the first is 1),
/// opcode, result, and the ID that is wrong.
Result<void> check_module(std::span<const uint32_t> words);

}  // namespace trellis::module_check
