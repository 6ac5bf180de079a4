// Turns switches into chains of two-way branches, for modules that declare MaximallyReconvergesKHR, and
// splits switches with more cases than SPIR-V allows.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::lower {

/// Whether some switch can reach an operation that involves other lanes. Even with maximal reconvergence, the
/// device decides which lanes a switch keeps together: lanes that take different cases to the same block may
/// arrive there in separate groups.
bool has_switches_before_lane_operations(const dxil::Module& module,
                                         std::span<const uint8_t> is_reached = {});

/// Turns each such switch into a chain of two-way branches, one per target, in the order of the cases, with
/// the default last. All lanes that go to a target then take the same branch.
void expand_switches_before_lane_operations(dxil::Module& module);

/// SPIR-V's limit on the number of cases of a switch.
inline constexpr size_t kMostSwitchCases = 16383;

/// Whether some switch has more than kMostSwitchCases cases.
bool has_large_switches(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Splits each switch of more than `most_cases` cases into several, each for a range of the value. Branches
/// that compare the value with the ends of the ranges select the switch.
void split_large_switches(dxil::Module& module, size_t most_cases = kMostSwitchCases);

}  // namespace trellis::lower
