// The restrictions of section 3.2 of the paper that the grammar does not enforce.
#pragma once

#include <optional>

#include "support/result.hpp"
#include "tinywgsl/program.hpp"

namespace trellis::tinywgsl {

/// What is broken first, function by function: (1) no return in main, which ends in a barrier, and (7) what a
/// `continuing` may contain; also that a function other than main cannot end without a return.
std::optional<Diagnostic> check_restrictions(const Program& program);

}  // namespace trellis::tinywgsl
