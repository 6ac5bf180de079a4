// Control stacks of a whole workgroup: removes what they have in common, and describes them.
#pragma once

#include <string>
#include <vector>

#include "tinywgsl/semantics/explorer.hpp"
#include "tinywgsl/semantics/state_set.hpp"

namespace trellis::tinywgsl {

/// Removes the oldest continues that all threads have in common in the loops that all of them are in: the
/// same number from each thread. Two stacks are equal afterwards if and only if they were equal before, now
/// and whatever the threads do next, because a loop that one of them enters anew is on a stack that differs
/// from the others'. So a loop that all threads iterate together returns to the same state.
void drop_common_history(const Program& program, std::vector<Thread>& threads);

std::vector<StackElement> stack_elements(const Program& program, const ControlStack& stack);

/// Returns lines, innermost element first, each starting with `indent`. Long lists of continues are
/// truncated.
std::string to_string(const Program& program, const std::vector<StackElement>& stack,
                      const std::string& indent);

}  // namespace trellis::tinywgsl
