// What a caller may say of the device a module is for, and of how close to it the module is to go.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spirv_backend/extensions.hpp"

namespace trellis::spirv {

inline constexpr uint32_t kMostLanes = 128;  ///< Of a subgroup.

/// How many lanes the device's subgroups have. 0: not known, or no wish.
struct SubgroupSizes {
  uint32_t minimum = 0, maximum = 0;  ///< What the device can be asked for: powers of two.
  /// The pipeline will be made with this size, so the module may count on it: WaveGetLaneCount is a constant.
  uint32_t required = 0;
};

struct DeviceOptions {
  /// The extensions that the module may use; empty: all the target allows. What the target promises
  /// (is_promised) needs no mention. Where there is another way it is taken, else the shader is refused.
  std::optional<ExtensionSet> extensions;
  /// The same for SPIR-V capabilities, by number, but for those that every Vulkan device has.
  std::optional<std::vector<uint32_t>> capabilities;
  /// Discard by demoting to a helper invocation. Else by a flag: invocations that discarded go on, write
  /// nothing any more, and are killed at the end.
  bool demote = true;
  SubgroupSizes subgroups;
};

}  // namespace trellis::spirv
