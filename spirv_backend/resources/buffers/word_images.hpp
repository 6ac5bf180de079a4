// Raw and structured buffers that are bound as texel buffers: images of 32-bit words.
#pragma once

#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

bool is_texel(const Handle& handle);

/// Returns a pointer to the image of 32-bit words.
Id word_image_pointer(FunctionEmitter& e, const Handle& handle);
Id word_image(FunctionEmitter& e, const Handle& handle);
/// Returns the variable of the images, declared on first use; its type is in the resource's state.
Id word_image_variable(ModuleContext& context, uint32_t resource);
Id word_image_type(ModuleContext& context, uint32_t resource);

Id load_texel_word(FunctionEmitter& e, const Handle& handle, Id index);
void store_texel_word(FunctionEmitter& e, const Handle& handle, Id index, Id value);
/// Returns a pointer to a texel of the image that the pointer `image` refers to, for atomic operations.
Id texel_pointer(FunctionEmitter& e, const Handle& handle, Id image_type, Id image, Id index);

/// Declares the capabilities that indexing the buffers' descriptors requires.
void require_texel_indexing(FunctionEmitter& e, const Handle& handle);
/// Returns a pointer to the hidden counter, for counters that are texel buffers.
Id counter_texel_pointer(FunctionEmitter& e, const Handle& counter);

}  // namespace trellis::spirv
