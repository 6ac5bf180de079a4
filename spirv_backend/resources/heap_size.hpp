// The greatest index of a descriptor heap, for modules that keep indices within it.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/options/heap_options.hpp"

namespace trellis::spirv {

/// The size's greatest index as it was loaded, once a function.
Id greatest_index(FunctionEmitter& e, const HeapSize& size);

/// The same where it is known already.
std::optional<uint32_t> known_greatest_index(const FunctionEmitter& e, const HeapSize& size);

}  // namespace trellis::spirv
