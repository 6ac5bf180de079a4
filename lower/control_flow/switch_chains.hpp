// Switches as chains of two-way branches, for modules that declare MaximallyReconvergesKHR; and switches with
// more cases than SPIR-V allows, in parts.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::lower {

/// True if some switch leads to an operation that involves other lanes. Which lanes a switch keeps together
/// is up to the device, even with maximal reconvergence: those that take different cases to one place may
/// arrive there in groups.
bool has_switches_before_lane_operations(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Turns every such switch into a chain of two-way branches, one for each block it leads to, in the order of
/// the cases, the default last: all lanes that go to one block take one branch.
void expand_switches_before_lane_operations(dxil::Module& module);

/// SPIR-V's limit on the cases of a switch.
inline constexpr size_t kMostSwitchCases = 16383;

/// Whether some switch has more cases.
bool has_large_switches(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Turns each of them into several for ranges of its values, after branches that compare the value with the ends
/// of the ranges. `most_cases`: of each part.
void split_large_switches(dxil::Module& module, size_t most_cases = kMostSwitchCases);

}  // namespace trellis::lower
