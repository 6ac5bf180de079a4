// The device's own descriptor heaps (SPV_EXT_descriptor_heap). Each is one variable without a type. Where a
// descriptor is accessed, the heap is treated as an array of descriptors of that type. All these arrays have
// the same stride, as in D3D12, so index i is the same place for each of them.
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// A descriptor in a heap.
struct HeapElement {
  DescriptorHeap heap = DescriptorHeap::kResources;
  Id index = 0;
  bool non_uniform = false;
};
HeapElement heap_element(const Handle& handle);

/// Returns an untyped pointer to the descriptor, of the given type.
Id heap_descriptor(ModuleContext& context, CodeWriter& code, const HeapElement& element, Id descriptor);
/// Returns a pointer to the data of a buffer: `block` is the type of its contents.
Id heap_buffer(ModuleContext& context, CodeWriter& code, const HeapElement& element,
               spv::StorageClass storage, Id block);
/// Returns an untyped pointer to a texel of the image that `image` points to, for atomic operations.
Id heap_texel(CodeWriter& code, Id image_type, Id image, Id coordinate);

/// The type of an image, and that of its components.
struct TexelTypes {
  Id image = 0, component = 0;
};
/// Returns a pointer to a texel of the image that `image` points to, wherever the image is, for atomic
/// operations.
Id image_texel(FunctionEmitter& e, const Handle& handle, TexelTypes types, Id image, Id coordinate);

}  // namespace trellis::spirv
