#include "spirv_backend/emitter/root_data.hpp"

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {
namespace {

using spv::Decoration;
using spv::StorageClass;

StorageClass storage_of(const ModuleContext& context) {
  return context.plan.options.root_data.is_uniform_block ? StorageClass::Uniform : StorageClass::PushConstant;
}

/// Arrays in uniform buffers have strides of 16 bytes: words are components of rows there.
Id root_variable(ModuleContext& context) {
  if (context.root_data != 0) return context.root_data;
  const RootData& root = context.plan.options.root_data;
  ModuleBuilder& builder = context.builder;
  const uint32_t words = root.size / 4;
  const Id array = root.is_uniform_block
                       ? builder.type_array(builder.type(kU32.with_count(4)), (words + 3) / 4, 16)
                       : builder.type_array(builder.type(kU32), words, 4);
  const Id block = builder.type_block({&array, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  const Id id = builder.variable(storage_of(context), block);
  if (root.is_uniform_block) {
    builder.decorate(id, Decoration::DescriptorSet, root.set);
    builder.decorate(id, Decoration::Binding, root.binding);
  }
  if (context.plan.options.debug_names) builder.name(id, "root_data");
  context.root_data = id;
  return id;
}

}  // namespace

Id load_root_word_at(ModuleContext& context, CodeWriter& code, uint32_t byte) {
  const Id variable = root_variable(context);
  const Id type = code.module().type_pointer(storage_of(context), code.type(kU32));
  const uint32_t word = byte / 4;
  const Id zero = code.u32(0);
  Id pointer = 0;
  if (context.plan.options.root_data.is_uniform_block) {
    const Id row = code.u32(word / 4), column = code.u32(word % 4);
    pointer = code.op(Op::OpAccessChain, type, variable, zero, row, column);
  } else {
    pointer = code.op(Op::OpAccessChain, type, variable, zero, code.u32(word));
  }
  return code.op(Op::OpLoad, kU32, pointer);
}

Id load_root_word(FunctionEmitter& e, Id word) {
  ModuleContext& context = e.context();
  const Id variable = root_variable(context);
  const Id type = e.module().type_pointer(storage_of(context), e.type(kU32));
  const Id zero = e.u32(0);
  Id pointer = 0;
  if (context.plan.options.root_data.is_uniform_block) {
    const Id row = e.op(Op::OpShiftRightLogical, kU32, word, e.u32(2));
    const Id column = e.op(Op::OpBitwiseAnd, kU32, word, e.u32(3));
    pointer = e.op(Op::OpAccessChain, type, variable, zero, row, column);
  } else {
    pointer = e.op(Op::OpAccessChain, type, variable, zero, word);
  }
  return e.op(Op::OpLoad, kU32, pointer);
}

}  // namespace trellis::spirv
