#include "spirv_backend/resources/images.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/device_heaps.hpp"

namespace trellis::spirv {
namespace {

using dxil::ComponentType;
using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;
using spv::Capability;
using spv::Dim;
using spv::StorageClass;

bool is_signed_type(ComponentType type) {
  return type == ComponentType::kI16 || type == ComponentType::kI32 || type == ComponentType::kI64;
}

NumericType component_of(const Resource& resource, bool is_atomic) {
  // DXIL describes elements of 64-bit integers as pairs of words.
  if (is_atomic && resource.uses_64bit_atomics) return kU64;
  switch (resource.component_type) {
    case ComponentType::kI16:
    case ComponentType::kU16:
    case ComponentType::kI32:
    case ComponentType::kU32:
      return kU32;
    case ComponentType::kI64:
    case ComponentType::kU64:
      return is_atomic ? kU64 : kU32;
    // Doubles are read as pairs of integers.
    case ComponentType::kF64:
      return kU32;
    case ComponentType::kInvalid:
      return resource.kind == ResourceKind::kTBuffer ? kU32 : kF32;
    default:
      return kF32;
  }
}

spv::ImageFormat atomic_format(const TexelType& type) {
  if (type.component.is_float()) return spv::ImageFormat::R32f;
  if (type.component.bits == 64) return type.is_signed ? spv::ImageFormat::R64i : spv::ImageFormat::R64ui;
  return type.is_signed ? spv::ImageFormat::R32i : spv::ImageFormat::R32ui;
}

/// Declares the capabilities that images of the shape need beyond Shader.
void require_shape(ModuleBuilder& builder, const ImageShape& shape, bool is_uav) {
  switch (shape.dim) {
    case Dim::Buffer:
      builder.capability(is_uav ? Capability::ImageBuffer : Capability::SampledBuffer);
      break;
    case Dim::Dim1D:
      builder.capability(is_uav ? Capability::Image1D : Capability::Sampled1D);
      break;
    case Dim::Cube:
      if (shape.is_arrayed) {
        builder.capability(is_uav ? Capability::ImageCubeArray : Capability::SampledCubeArray);
      }
      break;
    default:
      break;
  }
  if (shape.is_multisampled && is_uav) {
    builder.capability(Capability::StorageImageMultisample);
    if (shape.is_arrayed) builder.capability(Capability::ImageMSArray);
  }
}

/// Returns the Depth operand: 1 if always sampled with comparison, 0 if never, 2 if both.
uint32_t depth_of(const ResourcePlan& plan) {
  if (!plan.is_compared) return 0;
  return plan.is_sampled ? 2 : 1;
}

/// Returns true for devices that can only read images of known formats. For loads of a single 32-bit
/// component, which is all that D3D guarantees too, the component's type implies the format. Other loads
/// require the capability.
bool reads_by_format(const ModuleContext& context) {
  constexpr uint32_t kLoadsOtherFormats = 13;
  return !context.builder.allows(Capability::StorageImageReadWithoutFormat) &&
         (context.plan.entry_point->flags >> kLoadsOtherFormats & 1) == 0;
}

Id image_type(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  ResourceState& state = context.resources[handle.resource];
  if (state.value_type != 0) return state.value_type;
  ModuleBuilder& builder = context.builder;
  const ResourcePlan& plan = context.plan.resources[handle.resource];
  const ImageShape shape = image_shape(handle.info->kind).value_or(ImageShape{});
  const TexelType texel = texel_type(e, handle);
  const bool is_uav = handle.info->resource_class == ResourceClass::kUav;
  spv::ImageFormat format = spv::ImageFormat::Unknown;
  if (is_uav && (plan.is_atomic || (plan.is_read && reads_by_format(context)))) {
    format = atomic_format(texel);
  } else if (is_uav) {
    if (plan.is_read) builder.capability(Capability::StorageImageReadWithoutFormat);
    if (plan.is_written) builder.capability(Capability::StorageImageWriteWithoutFormat);
  }
  if (texel.component.bits == 64) {
    builder.extension("SPV_EXT_shader_image_int64");
    builder.capability(Capability::Int64ImageEXT);
  }
  require_shape(builder, shape, is_uav);
  state.value_type = builder.type_image(texel.id, shape.dim, depth_of(plan), shape.is_arrayed,
                                        shape.is_multisampled, is_uav ? 2 : 1, format);
  return state.value_type;
}

Id image_variable(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  ResourceState& state = context.resources[handle.resource];
  if (state.variables[0] != 0) return state.variables[0];
  const bool is_uav = handle.info->resource_class == ResourceClass::kUav;
  const Id type = image_type(e, handle);
  const Id id = declare_resource(context, handle.resource, StorageClass::UniformConstant, type);
  state.variables[0] = id;
  if (is_uav) decorate_access(context, handle.resource, id);
  return id;
}

IndexingCapabilities indexing_of(const Resource& resource) {
  const bool is_uav = resource.resource_class == ResourceClass::kUav;
  if (is_typed_buffer(resource)) {
    return is_uav ? IndexingCapabilities{Capability::StorageTexelBufferArrayDynamicIndexing,
                                         Capability::StorageTexelBufferArrayNonUniformIndexing, true}
                  : IndexingCapabilities{Capability::UniformTexelBufferArrayDynamicIndexing,
                                         Capability::UniformTexelBufferArrayNonUniformIndexing, true};
  }
  return is_uav ? IndexingCapabilities{Capability::StorageImageArrayDynamicIndexing,
                                       Capability::StorageImageArrayNonUniformIndexing, false}
                : IndexingCapabilities{Capability::SampledImageArrayDynamicIndexing,
                                       Capability::SampledImageArrayNonUniformIndexing, false};
}

/// Returns a pointer to the descriptor: the variable, or an element of it.
Id descriptor_pointer(FunctionEmitter& e, const Handle& handle, Id variable) {
  if (!handle.is_array) return variable;
  require_indexing(e, handle, indexing_of(*handle.info));
  const Id type = e.module().type_pointer(StorageClass::UniformConstant,
                                          e.context().resources[handle.resource].value_type);
  return descriptor_once(e, handle, Op::OpAccessChain, type, variable, handle.index);
}

/// Returns a pointer to an image in the device's heap.
Id image_in_heap(FunctionEmitter& e, const Handle& handle, Id type) {
  const Id id = heap_descriptor(e.context(), e.code(), heap_element(handle), type);
  if (e.context().plan.resources[handle.resource].is_coherent) {
    // There is no variable to decorate; the rewriting for Vulkan's memory model reads this decoration.
    e.module().decorate(id, spv::Decoration::Coherent);
  }
  return id;
}

Id sampler_pointer(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  ResourceState& state = context.resources[handle.resource];
  state.value_type = context.builder.type_sampler();
  if (handle.is_in_device_heap) {
    return heap_descriptor(context, e.code(), heap_element(handle), state.value_type);
  }
  if (state.variables[0] == 0) {
    state.variables[0] =
        declare_resource(context, handle.resource, StorageClass::UniformConstant, state.value_type);
  }
  return descriptor_pointer(e, handle, state.variables[0]);
}

Id load_sampler(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  const Id pointer = sampler_pointer(e, handle);
  return descriptor_once(e, handle, Op::OpLoad, context.builder.type_sampler(), pointer);
}

}  // namespace

std::optional<ImageShape> image_shape(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::kTexture1D:
      return ImageShape{Dim::Dim1D, false, false, 1, 1};
    case ResourceKind::kTexture1DArray:
      return ImageShape{Dim::Dim1D, true, false, 1, 1};
    case ResourceKind::kTexture2D:
      return ImageShape{Dim::Dim2D, false, false, 2, 2};
    case ResourceKind::kTexture2DArray:
      return ImageShape{Dim::Dim2D, true, false, 2, 2};
    case ResourceKind::kTexture2DMS:
      return ImageShape{Dim::Dim2D, false, true, 2, 2};
    case ResourceKind::kTexture2DMSArray:
      return ImageShape{Dim::Dim2D, true, true, 2, 2};
    case ResourceKind::kTexture3D:
      return ImageShape{Dim::Dim3D, false, false, 3, 3};
    case ResourceKind::kTextureCube:
      return ImageShape{Dim::Cube, false, false, 3, 2};
    case ResourceKind::kTextureCubeArray:
      return ImageShape{Dim::Cube, true, false, 3, 2};
    case ResourceKind::kTypedBuffer:
    case ResourceKind::kTBuffer:
      return ImageShape{Dim::Buffer, false, false, 1, 1};
    default:
      return std::nullopt;
  }
}

bool is_texture(const Resource& resource) {
  return image_shape(resource.kind).has_value() && !is_typed_buffer(resource) &&
         (resource.resource_class == ResourceClass::kSrv || resource.resource_class == ResourceClass::kUav);
}

TexelType texel_type(FunctionEmitter& e, const Handle& handle) {
  const ResourcePlan& plan = e.context().plan.resources[handle.resource];
  TexelType type;
  type.holds_floats = plan.needs_integer_view;
  type.component = type.holds_floats ? kU32 : component_of(*handle.info, plan.is_atomic);
  type.is_signed = type.component.is_int() && is_signed_type(handle.info->component_type);
  type.id = type.is_signed ? e.module().type_signed_int(type.component.bits) : e.type(type.component);
  return type;
}

Id from_texel(FunctionEmitter& e, const TexelType& texel, Id value, NumericType to) {
  if (texel.component.is_float() && to.is_float()) {
    return texel.component.bits == to.bits ? value : e.op(Op::OpFConvert, to, value);
  }
  if (texel.component.is_int() && to.is_int() && texel.component.bits != to.bits) {
    return e.op(texel.is_signed ? Op::OpSConvert : Op::OpUConvert, to, value);
  }
  return texel.component == to && !texel.is_signed ? value : e.op(Op::OpBitcast, to, value);
}

Id to_texel(FunctionEmitter& e, const TexelType& texel, Id value, NumericType from) {
  if (texel.component.is_float() && from.is_float()) {
    return texel.component.bits == from.bits ? value : e.op(Op::OpFConvert, texel.component, value);
  }
  if (texel.component.is_int() && from.is_int() && texel.component.bits != from.bits) {
    return e.op(texel.is_signed ? Op::OpSConvert : Op::OpUConvert, texel.id, value);
  }
  return texel.component == from && !texel.is_signed ? value : e.op(Op::OpBitcast, texel.id, value);
}

Id image_pointer(FunctionEmitter& e, const Handle& handle) {
  if (handle.is_in_device_heap) return image_in_heap(e, handle, image_type(e, handle));
  return descriptor_pointer(e, handle, image_variable(e, handle));
}

FeedbackMap feedback_map(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  ModuleBuilder& builder = context.builder;
  const bool is_wide = context.plan.options.device.feedback_texels == FeedbackTexels::k64;
  FeedbackMap map;
  map.texel = is_wide ? kU64 : kU32;
  map.is_arrayed = !is_wide || handle.info->kind == ResourceKind::kFeedbackTexture2DArray;
  ResourceState& state = context.resources[handle.resource];
  if (state.value_type == 0) {
    if (is_wide) {
      builder.extension("SPV_EXT_shader_image_int64");
      builder.capability(Capability::Int64ImageEXT);
      builder.capability(Capability::Int64Atomics);
    }
    state.value_type = builder.type_image(builder.type(map.texel), Dim::Dim2D, 0, map.is_arrayed, false, 2,
                                          is_wide ? spv::ImageFormat::R64ui : spv::ImageFormat::R32ui);
    if (!handle.is_in_device_heap) {
      state.variables[0] =
          declare_resource(context, handle.resource, StorageClass::UniformConstant, state.value_type);
    }
  }
  map.image_type = state.value_type;
  if (handle.is_in_device_heap) {
    map.pointer = image_in_heap(e, handle, map.image_type);
    return map;
  }
  map.pointer = descriptor_pointer(e, handle, state.variables[0]);
  return map;
}

Id load_image(FunctionEmitter& e, const Handle& handle) {
  const Id pointer = image_pointer(e, handle);
  return descriptor_once(e, handle, Op::OpLoad, e.context().resources[handle.resource].value_type, pointer);
}

Id ranged_coordinate(FunctionEmitter& e, const Handle& handle, Id coordinate) {
  if (!handle.has_range()) return coordinate;
  const Id is_inside = e.op_once(Op::OpULessThan, kBool, coordinate, handle.range_size);
  const Id at = e.op_once(Op::OpIAdd, kU32, coordinate, handle.range_offset);
  return e.op_once(Op::OpSelect, kU32, is_inside, at, e.u32(UINT32_MAX));
}

Id ranged_texel(FunctionEmitter& e, const Handle& handle, Id coordinate, Id type, Id texel) {
  if (!handle.has_range()) return texel;
  const Id is_inside = e.op_once(Op::OpULessThan, kBool, coordinate, handle.range_size);
  // The fourth component is what the device returns where there is no texel: D3D12 requires 0 or 1, depending
  // on the view's format, which the module does not know. Before SPIR-V 1.4, OpSelect between vectors needs a
  // vector condition.
  const Id kept = e.module().constant_bool(true);
  const Id each =
      e.op_once(Op::OpCompositeConstruct, kBool.with_count(4), is_inside, is_inside, is_inside, kept);
  const Id zeros = e.module().constant_null(type);
  return e.op(Op::OpSelect, type, each, texel, zeros);
}

Id sampled_image(FunctionEmitter& e, const Handle& image, const Handle& sampler) {
  const Id texture = load_image(e, image);
  const Id with = load_sampler(e, sampler);
  const Id type = e.module().type_sampled_image(e.context().resources[image.resource].value_type);
  return descriptor_once(e, image.non_uniform ? image : sampler, Op::OpSampledImage, type, texture, with);
}

}  // namespace trellis::spirv
