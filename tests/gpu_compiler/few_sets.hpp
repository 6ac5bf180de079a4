// Bindings for devices with few descriptor sets.
#pragma once

#include "api/translator.hpp"

namespace trellis::gpu_compiler {

/// Binds all register spaces in set 0, at binding + 100 * space, and the heaps in sets 2 and 3. Spaces can
/// have any number, but devices have few sets.
bool bind_in_few_sets(const spirv::ResourceUse& use, spirv::Binding& binding);

}  // namespace trellis::gpu_compiler
