#include "spirv_backend/resources/heap_size.hpp"

#include "spirv_backend/emitter/memory/root_data.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::Decoration;
using spv::StorageClass;

/// The variables from which the module reads sizes, and the values that its functions have loaded.
struct HeapSizes {
  struct Source {
    HeapSizeForm form;
    BindingPlace place;
    Id variable = 0;
  };
  struct Loaded {
    const FunctionPlan* function;
    const HeapSize* size;
    Id id = 0;
  };
  Vector<Source> sources;
  Vector<Loaded> loaded;
};

/// Returns the type of a block whose first word is the size, or of an array with the stride of a descriptor.
Id block_of(ModuleBuilder& builder, const HeapSize& size) {
  const Id word = builder.type(kU32);
  const Id member =
      size.form == HeapSizeForm::kUniformBlock ? word : builder.type_runtime_array(word, size.stride);
  const Id block = builder.type_block({&member, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  return block;
}

Id source_variable(ModuleContext& context, const HeapSize& size) {
  Vector<HeapSizes::Source>& sources = context.caches.get<HeapSizes>().sources;
  for (const HeapSizes::Source& known : sources) {
    const bool is_there = known.place.set == size.place.set && known.place.binding == size.place.binding;
    if (is_there && known.form == size.form) return known.variable;
  }
  ModuleBuilder& builder = context.builder;
  const bool is_uniform = size.form == HeapSizeForm::kUniformBlock;
  const Id id = builder.variable(is_uniform ? StorageClass::Uniform : StorageClass::StorageBuffer,
                                 block_of(builder, size));
  builder.decorate(id, Decoration::DescriptorSet, size.place.set);
  builder.decorate(id, Decoration::Binding, size.place.binding);
  if (!is_uniform) builder.decorate(id, Decoration::NonWritable);
  if (context.plan.options.debug_names) builder.name(id, "heap_size");
  sources.push_back({size.form, size.place, id});
  return id;
}

Id load_count(FunctionEmitter& e, const HeapSize& size) {
  CodeWriter& code = e.state().prologue;
  if (size.form == HeapSizeForm::kNumber)
    return load_root_word(e.context().root_data, code, size.root_offset);
  const Id variable = source_variable(e.context(), size);
  if (size.form == HeapSizeForm::kBuffer) return code.op(Op::OpArrayLength, kU32, variable, 0u);
  const Id type = e.module().type_pointer(StorageClass::Uniform, e.type(kU32));
  const Id pointer = code.op(Op::OpAccessChain, type, variable, code.u32(0));
  return code.op(Op::OpLoad, kU32, pointer);
}

}  // namespace

std::optional<uint32_t> known_greatest_index(const FunctionEmitter& e, const HeapSize& size) {
  if (size.form != HeapSizeForm::kNumber || size.root_offset != kNoOffset) return std::nullopt;
  return e.context().plan.options.heaps.ends_with_null ? size.count : size.count - 1;
}

Id greatest_index(FunctionEmitter& e, const HeapSize& size) {
  if (const std::optional<uint32_t> known = known_greatest_index(e, size)) return e.u32(*known);
  if (size.form == HeapSizeForm::kNumber && !e.context().plan.options.heaps.ends_with_null) {
    return e.op(Op::OpISub, kU32, root_word(e, size.root_offset), e.u32(1));
  }
  Vector<HeapSizes::Loaded>& loaded = e.context().caches.get<HeapSizes>().loaded;
  for (const HeapSizes::Loaded& known : loaded) {
    if (known.function == &e.plan() && known.size == &size) return known.id;
  }
  Id id = load_count(e, size);
  if (!e.context().plan.options.heaps.ends_with_null) {
    CodeWriter& code = e.state().prologue;
    id = code.op(Op::OpISub, kU32, id, code.u32(1));
  }
  loaded.push_back({&e.plan(), &size, id});
  return id;
}

}  // namespace trellis::spirv
