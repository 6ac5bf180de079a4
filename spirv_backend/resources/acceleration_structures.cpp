#include "spirv_backend/resources/acceleration_structures.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/buffers/word_tables.hpp"
#include "spirv_backend/resources/device_heaps.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

namespace {

/// Returns a null acceleration structure, at address 0, for one that was never assigned.
Id no_structure(FunctionEmitter& e) {
  const Id type = e.module().type_acceleration_structure();
  const Id zero = e.u32(0);
  const Id address = e.op(spv::Op::OpCompositeConstruct, kU32.with_count(2), zero, zero);
  return e.op(spv::Op::OpConvertUToAccelerationStructureKHR, type, address);
}

}  // namespace

Result<Id> acceleration_structure(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand) {
  if (e.reference(e.operand_value(i, operand)).kind == ReferenceKind::kNothing) return no_structure(e);
  Result<Handle> handle = handle_operand(e, i, operand);
  if (!handle) return handle.error();
  if (handle->info->kind != dxil::ResourceKind::kAccelerationStructure) {
    return e.bad_input(i, String("a ray is traced in a ") + dxil::name_of(handle->info->kind));
  }
  return load_acceleration_structure(e, *handle);
}

Id load_acceleration_structure(FunctionEmitter& e, const Handle& handle) {
  const Id type = e.module().type_acceleration_structure();
  if (is_address(handle))
    return e.op(Op::OpConvertUToAccelerationStructureKHR, type, address_words(e, handle));
  if (handle.is_in_device_heap) {
    const Id there = heap_descriptor(e.context(), e.code(), heap_element(handle), type);
    return descriptor_once(e, handle, Op::OpLoad, type, there);
  }
  Id& variable = e.context().resources[handle.resource].variables[0];
  if (variable == 0) {
    variable = declare_resource(e.context(), handle.resource, spv::StorageClass::UniformConstant, type);
  }
  Id pointer = variable;
  if (handle.is_array) {
    if (handle.non_uniform) {
      e.module().extension("SPV_EXT_descriptor_indexing", kSpirv15);
      e.module().capability(spv::Capability::ShaderNonUniform);
    }
    const Id pointer_type = e.module().type_pointer(spv::StorageClass::UniformConstant, type);
    pointer = descriptor_once(e, handle, Op::OpAccessChain, pointer_type, variable, handle.index);
  }
  return descriptor_once(e, handle, Op::OpLoad, type, pointer);
}

}  // namespace trellis::spirv
