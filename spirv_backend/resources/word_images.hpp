// Raw and structured buffers that are texel buffers: images of 32-bit words.
#pragma once

#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

bool is_texel(const Handle& handle);

/// Pointer to the image of 32-bit words.
Id word_image_pointer(FunctionEmitter& e, const Handle& handle);
Id word_image(FunctionEmitter& e, const Handle& handle);
/// The variable of the images, made when first used; their type is in the resource's state.
Id word_image_variable(ModuleContext& context, uint32_t resource);

Id load_texel_word(FunctionEmitter& e, const Handle& handle, Id index);
void store_texel_word(FunctionEmitter& e, const Handle& handle, Id index, Id value);
/// Pointer to a texel of the image behind `image`, a pointer, for atomic operations.
Id texel_pointer(FunctionEmitter& e, const Handle& handle, Id image, Id index);

/// Declares what indexing the buffers' descriptors takes.
void require_texel_indexing(FunctionEmitter& e, const Handle& handle);
/// Pointer to the hidden counter, if counters are texel buffers.
Id counter_texel_pointer(FunctionEmitter& e, const Handle& counter);

}  // namespace trellis::spirv
