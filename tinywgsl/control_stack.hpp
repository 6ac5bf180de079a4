// Control stacks of a whole workgroup: removing what they have in common, and describing one.
#pragma once

#include <string>
#include <vector>

#include "tinywgsl/explorer.hpp"
#include "tinywgsl/state_set.hpp"

namespace trellis::tinywgsl {

/// Removes the continues that all threads have executed alike in the loops that all are in: the same number
/// of each thread's oldest. Two stacks are equal afterwards if and only if they were equal before, now and
/// whatever the threads do next, because a loop that one of them enters anew is on a stack that differs from
/// the others'. So a loop that all iterate together returns to the same state.
void drop_common_history(const Program& program, std::vector<Thread>& threads);

std::vector<StackElement> stack_elements(const Program& program, const ControlStack& stack);

/// Lines, innermost first, each after `indent`; long lists of continues are cut.
std::string to_string(const Program& program, const std::vector<StackElement>& stack,
                      const std::string& indent);

}  // namespace trellis::tinywgsl
