// The greatest index of a descriptor heap, for modules that clamp indices to it.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/options/heap_options.hpp"

namespace trellis::spirv {

/// Returns the greatest index, loaded once per function.
Id greatest_index(FunctionEmitter& e, const HeapSize& size);

/// Returns the greatest index if it is already known when the module is written.
std::optional<uint32_t> known_greatest_index(const FunctionEmitter& e, const HeapSize& size);

}  // namespace trellis::spirv
