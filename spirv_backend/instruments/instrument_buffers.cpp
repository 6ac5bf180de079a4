#include "spirv_backend/instruments/instrument_buffers.hpp"

namespace trellis::spirv {
namespace {

using spv::Decoration;
using spv::StorageClass;

/// The block types that all instrumentation buffers share: of writable ones, and of those that are only read
/// (see BlockUse).
struct InstrumentBlock {
  Id ids[2] = {};
};

Id words_block(ModuleContext& context, bool is_read_only) {
  Id& block = context.caches.get<InstrumentBlock>().ids[is_read_only];
  if (block != 0) return block;
  ModuleBuilder& builder = context.builder;
  const Id words = builder.type_runtime_array(builder.type(kU32), 4);
  block = builder.type_block({&words, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  if (is_read_only) builder.decorate_member(block, 0, Decoration::NonWritable);
  return block;
}

}  // namespace

Id instrument_buffer(ModuleContext& context, const BindingPlace& place, const char* name, bool is_read_only) {
  ModuleBuilder& builder = context.builder;
  const Id id = builder.variable(StorageClass::StorageBuffer, words_block(context, is_read_only));
  builder.decorate(id, Decoration::DescriptorSet, place.set);
  builder.decorate(id, Decoration::Binding, place.binding);
  if (is_read_only) builder.decorate(id, Decoration::NonWritable);
  if (context.plan.options.debug_names) builder.name(id, name);
  return id;
}

Id instrument_word_pointer(ModuleBuilder& module) {
  return module.type_pointer(StorageClass::StorageBuffer, module.type(kU32));
}

uint64_t reported_hash(const ModuleContext& context) {
  const uint64_t given = context.plan.options.instrumentation.shader_hash;
  if (given != 0 || !context.shader.hash) return given;
  uint64_t hash = 0;
  for (uint32_t byte = 0; byte < 8; ++byte) hash |= uint64_t{(*context.shader.hash)[byte]} << 8 * byte;
  return hash;
}

}  // namespace trellis::spirv
