#include "spirv_backend/resources/device_heaps.hpp"

#include <array>
#include <utility>

#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::StorageClass;

/// The variable of a heap, and the types of arrays as which it is accessed.
struct DeviceHeap {
  Id variable = 0;
  Id stride = 0;                     ///< The constant with the stride, if it is not a number.
  Vector<std::pair<Id, Id>> arrays;  ///< Types of descriptors, and of arrays of them.
};
struct DeviceHeaps {
  DeviceHeap resources, samplers;
};

/// Returns the size of the largest descriptor of the heap, which the device inserts.
Id device_stride(ModuleBuilder& builder, DescriptorHeap heap) {
  if (heap == DescriptorHeap::kSamplers) return builder.constant_descriptor_size(builder.type_sampler());
  // All images have descriptors of one size. Buffers and acceleration structures have another.
  const Id texel = builder.type(kF32);
  const Id image = builder.type_image(texel, spv::Dim::Dim2D, 0, false, false, 1, spv::ImageFormat::Unknown);
  const Id sizes[] = {
      builder.constant_descriptor_size(image),
      builder.constant_descriptor_size(builder.type_buffer_descriptor(StorageClass::StorageBuffer))};
  const Id is_image = builder.spec_constant_op(Op::OpUGreaterThan, kBool, sizes);
  const Id choice[] = {is_image, sizes[0], sizes[1]};
  return builder.spec_constant_op(Op::OpSelect, kU32, choice);
}

DeviceHeap& device_heap(ModuleContext& context, DescriptorHeap heap) {
  auto& heaps = context.caches.get<DeviceHeaps>();
  const bool is_sampler = heap == DescriptorHeap::kSamplers;
  DeviceHeap& known = is_sampler ? heaps.samplers : heaps.resources;
  if (known.variable != 0) return known;
  ModuleBuilder& builder = context.builder;
  builder.extension("SPV_KHR_untyped_pointers");
  builder.extension("SPV_EXT_descriptor_heap");
  builder.capability(kCapabilityUntypedPointersKHR);
  builder.capability(kCapabilityDescriptorHeapEXT);
  known.variable = builder.untyped_variable(StorageClass::UniformConstant);
  builder.decorate(known.variable, spv::Decoration::BuiltIn,
                   is_sampler ? kBuiltInSamplerHeapEXT : kBuiltInResourceHeapEXT);
  if (context.plan.options.debug_names) {
    builder.name(known.variable, is_sampler ? "SamplerDescriptorHeap" : "ResourceDescriptorHeap");
  }
  return known;
}

/// Returns the type of the heap as an array of descriptors of one type.
Id array_of(ModuleContext& context, DescriptorHeap heap, Id descriptor) {
  DeviceHeap& known = device_heap(context, heap);
  for (const auto& [of, array] : known.arrays) {
    if (of == descriptor) return array;
  }
  ModuleBuilder& builder = context.builder;
  const HeapOptions& options = context.plan.options.heaps;
  const uint32_t bytes = heap == DescriptorHeap::kSamplers ? options.sampler_stride : options.resource_stride;
  if (bytes == 0 && known.stride == 0) known.stride = device_stride(builder, heap);
  const Id array = bytes == 0 ? builder.type_descriptor_array(descriptor, known.stride)
                              : builder.type_runtime_array(descriptor, bytes);
  known.arrays.emplace_back(descriptor, array);
  return array;
}

void mark(CodeWriter& code, const HeapElement& element, Id id) {
  if (!element.non_uniform) return;
  ModuleBuilder& builder = code.module();
  builder.extension("SPV_EXT_descriptor_indexing", kSpirv15);
  builder.capability(spv::Capability::ShaderNonUniform);
  builder.decorate(id, spv::Decoration::NonUniform);
}

}  // namespace

HeapElement heap_element(const Handle& handle) {
  const bool is_sampler = handle.info->resource_class == dxil::ResourceClass::kSampler;
  return {is_sampler ? DescriptorHeap::kSamplers : DescriptorHeap::kResources, handle.index,
          handle.non_uniform};
}

Id heap_descriptor(ModuleContext& context, CodeWriter& code, const HeapElement& element, Id descriptor) {
  const Id array = array_of(context, element.heap, descriptor);
  const Id pointer = context.builder.type_untyped_pointer(StorageClass::UniformConstant);
  const Id heap = device_heap(context, element.heap).variable;
  const Id id = code.op(kOpUntypedAccessChainKHR, pointer, array, heap, element.index);
  mark(code, element, id);
  return id;
}

Id heap_buffer(ModuleContext& context, CodeWriter& code, const HeapElement& element, StorageClass storage,
               Id block) {
  const Id there = heap_descriptor(context, code, element, context.builder.type_buffer_descriptor(storage));
  const Id id = code.op(kOpBufferPointerEXT, context.builder.type_pointer(storage, block), there);
  mark(code, element, id);
  return id;
}

Id heap_texel(CodeWriter& code, Id image_type, Id image, Id coordinate) {
  const Id pointer = code.module().type_untyped_pointer(StorageClass::Image);
  const Id zero = code.u32(0);
  return code.op(kOpUntypedImageTexelPointerEXT, pointer, image_type, image, coordinate, zero);
}

Id image_texel(FunctionEmitter& e, const Handle& handle, TexelTypes types, Id image, Id coordinate) {
  Id id = 0;
  if (handle.is_in_device_heap) {
    id = heap_texel(e.code(), types.image, image, coordinate);
  } else {
    const Id pointer = e.module().type_pointer(StorageClass::Image, types.component);
    const Id zero = e.u32(0);
    id = e.op(Op::OpImageTexelPointer, pointer, image, coordinate, zero);
  }
  mark_non_uniform(e, handle, id);
  return id;
}

}  // namespace trellis::spirv
