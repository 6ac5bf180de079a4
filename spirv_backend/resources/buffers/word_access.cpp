#include "spirv_backend/resources/buffers/word_access.hpp"

#include "spirv_backend/emitter/memory/root_data.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/buffers/checked_access.hpp"
#include "spirv_backend/resources/buffers/shader_record.hpp"
#include "spirv_backend/resources/buffers/word_images.hpp"
#include "spirv_backend/resources/buffers/word_tables.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using spv::Capability;
using spv::StorageClass;

bool is_coherent(FunctionEmitter& e, const Handle& handle) {
  return e.context().plan.resources[handle.resource].is_coherent;
}

/// Returns a pointer to a word at `address` (two words).
Id address_word_pointer(FunctionEmitter& e, Id address, WordView view, Id index, bool is_coherent) {
  ModuleBuilder& builder = e.module();
  require_addresses(builder);
  const BlockUse use = is_coherent ? BlockUse::kCoherent : BlockUse::kWritable;
  const Id block_type = word_block(e.context(), view, use);
  const Id block_pointer = builder.type_pointer(StorageClass::PhysicalStorageBuffer, block_type);
  const Id word_pointer_type =
      builder.type_pointer(StorageClass::PhysicalStorageBuffer, e.type(word_type(view)));
  const Id block = e.op_once(Op::OpBitcast, block_pointer, address);
  const Id zero = e.u32(0);
  return e.op_once(Op::OpAccessChain, word_pointer_type, block, zero, index);
}

Id address_word_pointer(FunctionEmitter& e, const Handle& handle, WordView view, Id index) {
  const Id address = address_words(e, handle);
  return address_word_pointer(e, address, view, index, is_coherent(e, handle));
}

constexpr uint32_t to_aligned() { return static_cast<uint32_t>(spv::MemoryAccessMask::Aligned); }

// --- Halves of buffers that only have whole words: texel buffers, or all buffers of some devices.

bool splits_words(FunctionEmitter& e, const Handle& handle, WordView view) {
  return view == WordView::k16 && (is_texel(handle) || !has_16bit_storage(e.module()));
}

struct HalfPlace {
  Id word = 0;   ///< Index of the 32-bit word.
  Id shift = 0;  ///< Shift of the half within the word: 0 or 16.
};

HalfPlace half_place(FunctionEmitter& e, Id index) {
  HalfPlace place;
  place.word = e.op(Op::OpShiftRightLogical, kU32, index, e.u32(1));
  const Id odd = e.op(Op::OpBitwiseAnd, kU32, index, e.u32(1));
  place.shift = e.op(Op::OpShiftLeftLogical, kU32, odd, e.u32(4));
  return place;
}

Id load_half(FunctionEmitter& e, const Handle& handle, Id index) {
  const HalfPlace place = half_place(e, index);
  const Id word = load_word(e, handle, WordView::k32, place.word);
  return e.op(Op::OpUConvert, kU16, e.op(Op::OpShiftRightLogical, kU32, word, place.shift));
}

/// Other threads may write the other half of the word, so neither of the two atomic operations changes it.
void store_half(FunctionEmitter& e, const Handle& handle, Id index, Id value) {
  const HalfPlace place = half_place(e, index);
  const Id mask = e.op(Op::OpShiftLeftLogical, kU32, e.u32(0xFFFF), place.shift);
  const Id others = e.op(Op::OpNot, kU32, mask);
  const Id wide = e.op(Op::OpUConvert, kU32, value);
  const Id bits = e.op(Op::OpShiftLeftLogical, kU32, wide, place.shift);
  atomic_word(e, handle, WordView::k32, place.word, Op::OpAtomicAnd, {&others, 1});
  atomic_word(e, handle, WordView::k32, place.word, Op::OpAtomicOr, {&bits, 1});
}

}  // namespace

Result<void> check_word_use(FunctionEmitter& e, const Instruction& i, const Handle& handle, WordView view,
                            WordUse use) {
  if (!is_texel(handle)) return {};
  if (view == WordView::k64 || (view == WordView::k16 && use != WordUse::kLoad)) {
    return e.unsupported(i, String(view == WordView::k64 ? "64-bit" : "16-bit") +
                                " accesses to a buffer that is bound as texels of 32 bits");
  }
  return {};
}

Id load_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index) {
  const NumericType word = word_type(view);
  if (splits_words(e, handle, view)) return load_half(e, handle, index);
  if (is_checked(handle)) return call_checked(e, handle, view, Op::OpLoad, index, {});
  if (is_texel(handle)) return load_texel_word(e, handle, index);
  if (is_address(handle)) {
    const Id pointer = address_word_pointer(e, handle, view, index);
    return e.op(Op::OpLoad, word, pointer, to_aligned(), bytes_of(view));
  }
  const Id id = e.op(Op::OpLoad, word, word_pointer(e, handle, view, index));
  mark_non_uniform(e, handle, id);
  return id;
}

void store_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Id value) {
  if (splits_words(e, handle, view)) {
    store_half(e, handle, index, value);
  } else if (is_checked(handle)) {
    call_checked(e, handle, view, Op::OpStore, index, {&value, 1});
  } else if (is_texel(handle)) {
    store_texel_word(e, handle, index, value);
  } else if (is_address(handle)) {
    const Id pointer = address_word_pointer(e, handle, view, index);
    e.op_void(Op::OpStore, pointer, value, to_aligned(), bytes_of(view));
  } else {
    e.op_void(Op::OpStore, word_pointer(e, handle, view, index), value);
  }
}

Id atomic_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Op opcode,
               std::span<const Id> values) {
  const NumericType word = word_type(view);
  if (is_checked(handle)) return call_checked(e, handle, view, opcode, index, values);
  Id pointer = 0;
  if (is_texel(handle)) {
    const Id image = word_image_pointer(e, handle);
    pointer = texel_pointer(e, handle, word_image_type(e.context(), handle.resource), image, index);
  } else if (is_address(handle)) {
    pointer = address_word_pointer(e, handle, view, index);
  } else {
    pointer = word_pointer(e, handle, view, index);
  }
  const Id scope = e.u32(to_word(spv::Scope::Device)), relaxed = e.u32(0);
  if (opcode == Op::OpAtomicCompareExchange) {
    return e.op(opcode, word, pointer, scope, relaxed, relaxed, values[0], values[1]);
  }
  return e.op(opcode, word, pointer, scope, relaxed, values[0]);
}

Id load_at_address(FunctionEmitter& e, Id address) {
  const Id pointer = address_word_pointer(e, address, WordView::k32, e.u32(0), false);
  return e.op(Op::OpLoad, kU32, pointer, to_aligned(), 4u);
}

Result<Id> buffer_word_count(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  if (has_bound(handle)) return words_in_bounds(e, handle, WordView::k32);
  if (is_address(handle)) {
    return e.unsupported(i, "the size of a buffer that is bound as an address without a bound");
  }
  if (is_texel(handle)) {
    e.module().capability(Capability::ImageQuery);
    return e.op(Op::OpImageQuerySize, kU32, word_image(e, handle));
  }
  const Id block = word_buffer_pointer(e, handle, view_of_words(e, handle));
  return e.op(Op::OpArrayLength, kU32, block, 0u);
}

bool is_constant_words(const Handle& handle) {
  return handle.place->kind == BindingKind::kRootConstants || is_address(handle);
}

Id load_constant_word(FunctionEmitter& e, const Handle& handle, Id word) {
  if (is_address(handle)) return load_word(e, handle, WordView::k32, word);
  // Clamp to the last word of the constants: the root data after them belongs to other bindings.
  const uint32_t last = handle.place->root_size / 4 - 1, first = handle.place->root_offset / 4;
  const Id within = e.ext(GLSLstd450UMin, kU32, word, e.u32(last));
  const Id number = first == 0 ? within : e.op(Op::OpIAdd, kU32, within, e.u32(first));
  if (handle.place->in_record) return indexed_record_word(e, number);
  return load_indexed_root_word(e.context().root_data, e.code(), number);
}

Id load_known_constant_word(FunctionEmitter& e, const Handle& handle, uint32_t word) {
  if (is_address(handle)) return load_word(e, handle, WordView::k32, e.u32(word));
  if (word >= handle.place->root_size / 4) return e.u32(0);
  const uint32_t byte = handle.place->root_offset + 4 * word;
  return handle.place->in_record ? record_word(e, byte) : root_word(e, byte);
}

Id atomic_counter(FunctionEmitter& e, const Handle& handle, Op opcode, Id value) {
  const Handle counter = counter_handle(e, handle);
  const CounterBinding& place = handle.place->counter;
  Id pointer = 0;
  if (is_counter_address(place)) {
    const Id address = counter_address_words(e, counter);
    if (!place.is_never_null) return call_unless_null(e, counter, address, opcode, value);
    pointer = address_word_pointer(e, address, WordView::k32, e.u32(0), false);
  } else {
    pointer = place.form == BufferForm::kTexel ? counter_texel_pointer(e, counter)
                                               : counter_block_pointer(e, counter);
  }
  return e.op(opcode, kU32, pointer, e.u32(to_word(spv::Scope::Device)), e.u32(0), value);
}

}  // namespace trellis::spirv
