// Handles in local memory, from shader model 6.6 on: a local array of resources from the descriptor heap stays
// an array where an index into it is not constant, and in unoptimized code. SPIR-V has no such memory; here it
// holds the indices into the heap (or into the array of a binding), and a load makes the handle anew.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether some local variable of the functions with a 1 in `is_reached` (of all, if it is empty) holds
/// handles.
bool has_handle_memory(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Takes such variables away. In libraries, those that hold resources of symbols stay
/// (remove_resource_memory()). Errors: kUnsupported, where a variable may hold handles of different heaps or
/// bindings, or what it holds cannot be determined.
Result<void> replace_handle_memory(dxil::Shader& shader);

}  // namespace trellis::lower
