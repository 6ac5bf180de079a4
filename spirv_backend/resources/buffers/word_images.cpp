#include "spirv_backend/resources/buffers/word_images.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/device_heaps.hpp"

namespace trellis::spirv {
namespace {

using spv::Capability;
using spv::StorageClass;

constexpr IndexingCapabilities kReadTexelIndexing{Capability::UniformTexelBufferArrayDynamicIndexing,
                                                  Capability::UniformTexelBufferArrayNonUniformIndexing,
                                                  true};
constexpr IndexingCapabilities kWriteTexelIndexing{Capability::StorageTexelBufferArrayDynamicIndexing,
                                                   Capability::StorageTexelBufferArrayNonUniformIndexing,
                                                   true};

bool is_written_to(const dxil::Resource& resource) {
  return resource.resource_class == dxil::ResourceClass::kUav;
}

/// Returns a pointer to the descriptor: the variable, or an element of it.
Id element_pointer(FunctionEmitter& e, const Handle& handle, Id variable, Id image_type) {
  if (!handle.is_array) return variable;
  const Id type = e.module().type_pointer(StorageClass::UniformConstant, image_type);
  return descriptor_once(e, handle, Op::OpAccessChain, type, variable, handle.index);
}

}  // namespace

bool is_texel(const Handle& handle) { return handle.place->form == BufferForm::kTexel; }

Id word_image_type(ModuleContext& context, uint32_t resource) {
  ModuleBuilder& builder = context.builder;
  Id& type = context.resources[resource].value_type;
  if (type != 0) return type;
  const bool is_uav = is_written_to(context.plan.resource_info(resource));
  builder.capability(is_uav ? Capability::ImageBuffer : Capability::SampledBuffer);
  const spv::ImageFormat format = is_uav ? spv::ImageFormat::R32ui : spv::ImageFormat::Unknown;
  type = builder.type_image(builder.type(kU32), spv::Dim::Buffer, 0, false, false, is_uav ? 2 : 1, format);
  return type;
}

Id word_image_variable(ModuleContext& context, uint32_t resource) {
  ResourceState& state = context.resources[resource];
  if (state.variables[0] != 0) return state.variables[0];
  const bool is_uav = is_written_to(context.plan.resource_info(resource));
  const Id type = word_image_type(context, resource);
  const Id id = declare_resource(context, resource, StorageClass::UniformConstant, type);
  state.variables[0] = id;
  if (is_uav) decorate_access(context, resource, id);
  return id;
}

void require_texel_indexing(FunctionEmitter& e, const Handle& handle) {
  require_indexing(e, handle, is_written_to(*handle.info) ? kWriteTexelIndexing : kReadTexelIndexing);
}

Id word_image_pointer(FunctionEmitter& e, const Handle& handle) {
  if (handle.is_in_device_heap) {
    const Id type = word_image_type(e.context(), handle.resource);
    return heap_descriptor(e.context(), e.code(), heap_element(handle), type);
  }
  const Id variable = word_image_variable(e.context(), handle.resource);
  require_texel_indexing(e, handle);
  return element_pointer(e, handle, variable, e.context().resources[handle.resource].value_type);
}

Id word_image(FunctionEmitter& e, const Handle& handle) {
  const Id pointer = word_image_pointer(e, handle);
  return descriptor_once(e, handle, Op::OpLoad, e.context().resources[handle.resource].value_type, pointer);
}

Id load_texel_word(FunctionEmitter& e, const Handle& handle, Id index) {
  const Id image = word_image(e, handle);
  const Op opcode = is_written_to(*handle.info) ? Op::OpImageRead : Op::OpImageFetch;
  const Id texel = e.op(opcode, kU32.with_count(4), image, index);
  mark_non_uniform(e, handle, texel);
  return extract(e, kU32, texel, 0);
}

void store_texel_word(FunctionEmitter& e, const Handle& handle, Id index, Id value) {
  const Id image = word_image(e, handle);
  const Id texel = e.op_once(Op::OpCompositeConstruct, kU32.with_count(4), value, value, value, value);
  e.op_void(Op::OpImageWrite, image, index, texel);
}

Id texel_pointer(FunctionEmitter& e, const Handle& handle, Id image_type, Id image, Id index) {
  return image_texel(e, handle, {image_type, e.type(kU32)}, image, index);
}

Id counter_texel_pointer(FunctionEmitter& e, const Handle& counter) {
  ModuleBuilder& builder = e.module();
  builder.capability(Capability::ImageBuffer);
  const Id image =
      builder.type_image(builder.type(kU32), spv::Dim::Buffer, 0, false, false, 2, spv::ImageFormat::R32ui);
  if (counter.is_in_device_heap) {
    const Id there = heap_descriptor(e.context(), e.code(), heap_element(counter), image);
    return texel_pointer(e, counter, image, there, e.u32(0));
  }
  const Id variable = counter_variable(e, StorageClass::UniformConstant, image, counter);
  require_indexing(e, counter, kWriteTexelIndexing);
  const Id pointer = element_pointer(e, counter, variable, image);
  return texel_pointer(e, counter, image, pointer, e.u32(0));
}

}  // namespace trellis::spirv
