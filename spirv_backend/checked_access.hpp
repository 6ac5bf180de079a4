// Functions a module gets for memory behind device addresses with bounds: each looks before it goes there.
//
//   T load(uvec2 address, uint index, uint count)
//   uint store(uvec2 address, uint index, uint count, T value)                        // The result is
//   nothing. T atomic(uvec2 address, uint index, uint count, T value[, T comparator])
//
// index and count are in words of the view. Out of bounds, nothing is touched, and the result is zero.
#pragma once

#include <span>

#include "spirv_backend/module_context.hpp"
#include "spirv_backend/resource_access.hpp"

namespace trellis::spirv {

Id checked_load(ModuleContext& context, WordView view);
Id checked_store(ModuleContext& context, WordView view);
Id checked_atomic(ModuleContext& context, WordView view, spv::Op opcode);

/// Declares what device addresses take.
void require_addresses(ModuleBuilder& builder);

}  // namespace trellis::spirv
