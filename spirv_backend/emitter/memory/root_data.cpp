#include "spirv_backend/emitter/memory/root_data.hpp"

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {
namespace {

using spv::Decoration;
using spv::StorageClass;

StorageClass storage_of(const RootBlock& root) {
  return root.options.root_data.is_uniform_block ? StorageClass::Uniform : StorageClass::PushConstant;
}

/// Arrays in uniform buffers have a stride of 16 bytes: the words are components of rows there.
Id block_variable(RootBlock& root, ModuleBuilder& builder) {
  if (root.variable != 0) return root.variable;
  const RootData& data = root.options.root_data;
  const uint32_t words = data.size / 4;
  const Id array = data.is_uniform_block
                       ? builder.type_array(builder.type(kU32.with_count(4)), (words + 3) / 4, 16)
                       : builder.type_array(builder.type(kU32), words, 4);
  const Id block = builder.type_block({&array, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  root.variable = builder.variable(storage_of(root), block);
  if (data.is_uniform_block) {
    builder.decorate(root.variable, Decoration::DescriptorSet, data.set);
    builder.decorate(root.variable, Decoration::Binding, data.binding);
  }
  if (root.options.debug_names) builder.name(root.variable, "root_data");
  return root.variable;
}

}  // namespace

Id load_root_word(RootBlock& root, CodeWriter& code, uint32_t byte) {
  const Id variable = block_variable(root, code.module());
  const Id type = code.module().type_pointer(storage_of(root), code.type(kU32));
  const Id zero = code.u32(0);
  const uint32_t word = byte / 4;
  Id pointer = 0;
  if (root.options.root_data.is_uniform_block) {
    const Id row = code.u32(word / 4), column = code.u32(word % 4);
    pointer = code.op(Op::OpAccessChain, type, variable, zero, row, column);
  } else {
    pointer = code.op(Op::OpAccessChain, type, variable, zero, code.u32(word));
  }
  return code.op(Op::OpLoad, kU32, pointer);
}

Id load_indexed_root_word(RootBlock& root, CodeWriter& code, Id word) {
  const Id variable = block_variable(root, code.module());
  const Id type = code.module().type_pointer(storage_of(root), code.type(kU32));
  const Id zero = code.u32(0);
  Id pointer = 0;
  if (root.options.root_data.is_uniform_block) {
    const Id row = code.op(Op::OpShiftRightLogical, kU32, word, code.u32(2));
    const Id column = code.op(Op::OpBitwiseAnd, kU32, word, code.u32(3));
    pointer = code.op(Op::OpAccessChain, type, variable, zero, row, column);
  } else {
    pointer = code.op(Op::OpAccessChain, type, variable, zero, word);
  }
  return code.op(Op::OpLoad, kU32, pointer);
}

Id root_word(FunctionEmitter& e, uint32_t byte) {
  FunctionState& function = e.state();
  for (const LoadedRootWords::Value& known : function.root_words.values) {
    if (known.byte == byte) return known.id;
  }
  const Id id = load_root_word(e.context().root_data, function.prologue, byte);
  function.root_words.values.push_back({byte, id});
  return id;
}

}  // namespace trellis::spirv
