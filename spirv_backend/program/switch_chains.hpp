// Switches as chains of two-way branches, for modules that declare MaximallyReconvergesKHR.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::spirv {

/// True if some switch leads to an operation that involves other lanes. Which lanes a switch keeps together
/// is up to the device, even with maximal reconvergence: those that take different cases to one place may
/// arrive there in groups.
bool has_switches_before_lane_operations(const dxil::Module& module);

/// Turns every such switch into a chain of two-way branches, one for each block it leads to, in the order of
/// the cases, the default last: all lanes that go to one block take one branch.
void expand_switches_before_lane_operations(dxil::Module& module);

}  // namespace trellis::spirv
