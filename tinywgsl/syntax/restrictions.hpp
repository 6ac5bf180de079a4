// The restrictions of section 3.2 of the paper that the grammar does not enforce.
#pragma once

#include <optional>

#include "support/result.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

/// Returns the first restriction that is broken, function by function: (1) main has no return and ends in a
/// barrier; (7) what a `continuing` may contain. Also, a function other than main cannot end without a
/// return.
std::optional<Diagnostic> check_restrictions(const Program& program);

}  // namespace trellis::tinywgsl
