// Built-ins that change while an invocation of a ray stage runs: it can continue in another subgroup after a
// call, and an accepted intersection moves the end of the ray closer.
#pragma once

#include <spirv/unified1/spirv.hpp11>

namespace trellis::spirv {

/// Vulkan's rules VUID-StandaloneSpirv-VulkanMemoryModel-04678 and -04679.
inline bool is_volatile_builtin(spv::ExecutionModel model, spv::BuiltIn builtin) {
  if (model < spv::ExecutionModel::RayGenerationKHR || model > spv::ExecutionModel::CallableKHR) return false;
  switch (builtin) {
    case spv::BuiltIn::SubgroupId:
    case spv::BuiltIn::SubgroupLocalInvocationId:
    case spv::BuiltIn::SubgroupEqMask:
    case spv::BuiltIn::SubgroupGeMask:
    case spv::BuiltIn::SubgroupGtMask:
    case spv::BuiltIn::SubgroupLeMask:
    case spv::BuiltIn::SubgroupLtMask:
      return true;
    case spv::BuiltIn::RayTmaxKHR:
      return model == spv::ExecutionModel::IntersectionKHR;
    default:
      return false;
  }
}

}  // namespace trellis::spirv
