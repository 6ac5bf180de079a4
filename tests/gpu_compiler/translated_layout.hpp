// The descriptors that translations bind, as a pipeline layout.
#pragma once

#include "api/translator.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::gpu_compiler {

/// Adds what a translation binds by descriptors, for `stages`. A binding of several types becomes a mutable
/// one; ranges without a bound get 16 descriptors.
void add_bindings(vulkan::PipelineLayout& layout, const Translation& translation, VkShaderStageFlags stages);

/// Binds all spaces in set 0, at binding + 100 x space, and heaps in sets 2 and 3: spaces may be any numbers,
/// devices have few sets.
bool bind_in_few_sets(const spirv::ResourceUse& use, spirv::Binding& binding);

}  // namespace trellis::gpu_compiler
