// Hit objects and reordered threads (shader model 6.9): plainly, or by an extension.
#pragma once

#include <span>

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

std::span<const LoweringEntry> hit_object_lowerings();

}  // namespace trellis::spirv
