// Control stacks of a whole workgroup: what they have in common, and one in words.
#pragma once

#include <string>
#include <vector>

#include "tinywgsl/explorer.hpp"
#include "tinywgsl/state_set.hpp"

namespace trellis::tinywgsl {

/// Takes away the continues that all threads have executed alike in the loops that all are in, the same
/// number of the oldest of each thread's. Two stacks are equal afterwards if and only if they were, now and
/// whatever the threads do next, because a loop that one of them enters anew lies on a stack that is
/// different from the others'. So a loop that all iterate together comes back to the same state.
void drop_common_history(const Program& program, std::vector<Thread>& threads);

std::vector<StackElement> stack_elements(const Program& program, const ControlStack& stack);

/// Lines, innermost first, each after `indent`; long lists of continues are cut.
std::string to_string(const Program& program, const std::vector<StackElement>& stack,
                      const std::string& indent);

}  // namespace trellis::tinywgsl
