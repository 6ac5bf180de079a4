// Runs a compute shader in SPIR-V: every workgroup by an adversary, whose invocations come together only where
// the module promises it (tests/differential/lane_groups.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/differential/lane_groups.hpp"
#include "tests/differential/spirv_machine/spirv_code.hpp"
#include "tests/differential/spirv_machine/spirv_memory.hpp"

namespace trellis::differential {

struct SpirvDispatch {
  const SpirvCode* code = nullptr;
  uint32_t subgroup_size = 8;  ///< Subgroups are invocations with consecutive indices.
  std::array<uint32_t, 3> groups = {1, 1, 1};
  Promise promise = Promise::kDeclared;
  uint64_t most_steps = uint64_t{1} << 22;  ///< Of a workgroup: blocks, each run by a group of lanes.
};

/// Runs the entry point, one workgroup after the other. Empty, or what is wrong: an instruction that the machine
/// does not know, a barrier that some invocations of a workgroup run without the others ("barrier
/// divergence"), or too many steps ("no end").
std::string run_spirv(const SpirvDispatch& dispatch, SpirvBuffers& buffers);

}  // namespace trellis::differential
