// Handles in local memory (shader model 6.6 and later): a local array of resources from the descriptor heap
// remains an array if it is indexed dynamically, and in unoptimized code. SPIR-V has no such memory. Here the
// array holds indices into the heap (or into the binding's array) instead, and a load creates the handle
// again.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether some local variable of the functions with a 1 in `is_reached` (of all if it is empty) holds
/// handles.
bool has_handle_memory(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Replaces such variables. In libraries, those that hold resources read from symbols stay
/// (remove_resource_memory()). Errors: kUnsupported if a variable may hold handles of different heaps or
/// bindings, or if its content cannot be determined.
Result<void> replace_handle_memory(dxil::Shader& shader);

}  // namespace trellis::lower
