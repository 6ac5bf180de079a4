// Hit objects and thread reordering (shader model 6.9), with or without an extension.
#pragma once

#include <span>

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

std::span<const LoweringEntry> hit_object_lowerings();

}  // namespace trellis::spirv
