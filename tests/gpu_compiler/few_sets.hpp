// Bindings for devices with few descriptor sets.
#pragma once

#include "api/translator.hpp"

namespace trellis::gpu_compiler {

/// Binds all spaces in set 0, at binding + 100 x space, and heaps in sets 2 and 3: spaces may be any numbers,
/// devices have few sets.
bool bind_in_few_sets(const spirv::ResourceUse& use, spirv::Binding& binding);

}  // namespace trellis::gpu_compiler
