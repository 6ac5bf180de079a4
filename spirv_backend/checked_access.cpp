#include "spirv_backend/checked_access.hpp"

#include "spirv_backend/function_writer.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;
using spv::StorageClass;

constexpr uint32_t kAligned = static_cast<uint32_t>(spv::MemoryAccessMask::Aligned);

uint32_t key_of(Op opcode, WordView view) {
  // No numeric type has this base: these keys are their own.
  return static_cast<uint32_t>(opcode) << 16 | 0xFu << 12 | static_cast<uint32_t>(view);
}

/// Writes one such function around what `access` does with the pointer to the word.
template <class Access>
Id write_checked(ModuleContext& context, WordView view, uint32_t key, NumericType result,
                 std::span<const NumericType> values, Access access) {
  ModuleBuilder& module = context.builder;
  if (const Id known = module.shared_function(key); known != 0) return known;
  require_addresses(module);
  const Id block = word_block(context, view);
  const Id block_pointer = module.type_pointer(StorageClass::PhysicalStorageBuffer, block);
  const Id word_pointer =
      module.type_pointer(StorageClass::PhysicalStorageBuffer, module.type(word_type(view)));
  const Id zero_index = module.constant_u32(0), nothing = module.constant(result, 0);
  std::vector<NumericType> parameters = {kU32.with_count(2), kU32, kU32};
  parameters.insert(parameters.end(), values.begin(), values.end());
  FunctionWriter f(module, result, parameters);
  const Id entry = f.new_id(), inside = f.new_id(), merge = f.new_id();
  f.label(entry);
  const Id is_inside = f.op(Op::OpULessThan, kBool, f.parameter(1), f.parameter(2));
  f.op_void(Op::OpSelectionMerge, merge, spv::SelectionControlMask::MaskNone);
  f.op_void(Op::OpBranchConditional, is_inside, inside, merge);
  f.label(inside);
  const Id base = f.op_typed(Op::OpBitcast, block_pointer, f.parameter(0));
  const Id word = f.op_typed(Op::OpAccessChain, word_pointer, base, zero_index, f.parameter(1));
  const Id value = access(f, word);
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  const Id out = f.op(Op::OpPhi, result, value, inside, nothing, entry);
  f.op_void(Op::OpReturnValue, out);
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

}  // namespace

Id checked_load(ModuleContext& context, WordView view) {
  const NumericType word = word_type(view);
  return write_checked(context, view, key_of(Op::OpLoad, view), word, {}, [&](FunctionWriter& f, Id pointer) {
    return f.op(Op::OpLoad, word, pointer, kAligned, bytes_of(view));
  });
}

Id checked_store(ModuleContext& context, WordView view) {
  const NumericType values[] = {word_type(view)};
  const Id nothing = context.builder.constant_u32(0);
  return write_checked(context, view, key_of(Op::OpStore, view), kU32, values,
                       [&](FunctionWriter& f, Id pointer) {
                         f.op_void(Op::OpStore, pointer, f.parameter(3), kAligned, bytes_of(view));
                         return nothing;
                       });
}

Id checked_atomic(ModuleContext& context, WordView view, Op opcode) {
  const NumericType word = word_type(view);
  const NumericType values[] = {word, word};
  const bool compares = opcode == Op::OpAtomicCompareExchange;
  const Id scope = context.builder.constant_u32(static_cast<uint32_t>(spv::Scope::Device));
  const Id relaxed = context.builder.constant_u32(0);
  return write_checked(context, view, key_of(opcode, view), word, std::span(values).first(compares ? 2 : 1),
                       [&](FunctionWriter& f, Id pointer) {
                         if (!compares) return f.op(opcode, word, pointer, scope, relaxed, f.parameter(3));
                         return f.op(opcode, word, pointer, scope, relaxed, relaxed, f.parameter(3),
                                     f.parameter(4));
                       });
}

void require_addresses(ModuleBuilder& builder) {
  builder.extension("SPV_KHR_physical_storage_buffer", kSpirv15);
  builder.capability(spv::Capability::PhysicalStorageBufferAddresses);
}

}  // namespace trellis::spirv
