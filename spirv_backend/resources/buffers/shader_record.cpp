#include "spirv_backend/resources/buffers/shader_record.hpp"

#include <algorithm>

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {
namespace {

using spv::Decoration;
using spv::StorageClass;

/// The record's variable; 0 until first use.
struct ShaderRecord {
  Id variable = 0;
};

/// Returns the number of words up to the last one that a resource's binding refers to.
uint32_t record_words(const ModulePlan& plan) {
  uint32_t bytes = 4;
  for (const ResourcePlan& resource : plan.resources) {
    const Binding& place = resource.place;
    if (!resource.is_used || !place.in_record) continue;
    switch (place.kind) {
      case BindingKind::kRootConstants:
        bytes = std::max(bytes, place.root_offset + place.root_size);
        break;
      case BindingKind::kAddress:
        bytes = std::max(bytes, place.root_offset + 8);
        break;
      case BindingKind::kHeap:
      case BindingKind::kDeviceHeap:
        bytes = std::max(bytes, place.table_offset + 4);
        break;
      case BindingKind::kDescriptor:
        break;
    }
  }
  return (bytes + 3) / 4;
}

Id record_variable(ModuleContext& context) {
  Id& variable = context.caches.get<ShaderRecord>().variable;
  if (variable != 0) return variable;
  ModuleBuilder& builder = context.builder;
  const Id words = builder.type_array(builder.type(kU32), record_words(context.plan), 4);
  const Id block = builder.type_block({&words, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  variable = builder.variable(StorageClass::ShaderRecordBufferKHR, block);
  if (context.plan.options.debug_names) builder.name(variable, "shader_record");
  return variable;
}

}  // namespace

Id indexed_record_word(FunctionEmitter& e, Id word) {
  const Id variable = record_variable(e.context());
  const Id type = e.module().type_pointer(StorageClass::ShaderRecordBufferKHR, e.type(kU32));
  const Id pointer = e.op(Op::OpAccessChain, type, variable, e.u32(0), word);
  return e.op(Op::OpLoad, kU32, pointer);
}

Id record_word(FunctionEmitter& e, uint32_t byte) { return indexed_record_word(e, e.u32(byte / 4)); }

Id record_address(FunctionEmitter& e, uint32_t byte) {
  const Id low = record_word(e, byte), high = record_word(e, byte + 4);
  return e.op(Op::OpCompositeConstruct, kU32.with_count(2), low, high);
}

}  // namespace trellis::spirv
