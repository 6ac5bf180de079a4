// Runs a SPIR-V compute shader. Each workgroup is run by an adversary whose invocations reconverge only where
// the module guarantees it (tests/differential/waves/lane_groups.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/differential/spirv_machine/spirv_code.hpp"
#include "tests/differential/spirv_machine/spirv_memory.hpp"
#include "tests/differential/waves/lane_groups.hpp"

namespace trellis::differential {

struct SpirvDispatch {
  const SpirvCode* code = nullptr;
  uint32_t subgroup_size = 8;  ///< Subgroups consist of invocations with consecutive indices.
  std::array<uint32_t, 3> groups = {1, 1, 1};
  Promise promise = Promise::kDeclared;
  /// The limit for a workgroup, counted in blocks run by groups of lanes.
  uint64_t most_steps = uint64_t{1} << 22;
};

/// Runs the entry point, one workgroup after the other. Returns an empty string or an error: an instruction
/// that the machine does not know, a barrier that only some invocations of a workgroup reach together
/// ("barrier divergence"), or too many steps ("no end").
std::string run_spirv(const SpirvDispatch& dispatch, SpirvBuffers& buffers);

}  // namespace trellis::differential
