// Reads TinyWGSL shaders in the concrete syntax of figure 3 of the paper. Statements have no IDs (a
// statement's ID is its number), `;` and comments are allowed, and `else {}` may be left out.
#pragma once

#include <string_view>

#include "support/result.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

inline constexpr size_t kMaxTextBytes = size_t{1} << 20;
/// The maximum nesting depth of statements and parentheses. Everything that recurses over a Program relies on
/// it.
inline constexpr uint32_t kMaxNesting = 64;
inline constexpr uint32_t kMaxLocals = 1000;  ///< Maximum number of local variables in one function.

/// Parses a shader and checks the restrictions of section 3.2. Fails with kBadInput: "line L, column C:
/// expected WHAT, found WHAT", or the restriction that is broken. Beyond the numbered restrictions, a local
/// variable that is read has to be assigned somewhere in its function, and a function other than main must
/// not end without a return.
Result<Program> parse(std::string_view text);

}  // namespace trellis::tinywgsl
