#include "spirv_backend/word_access.hpp"

#include <array>
#include <bit>

#include "spirv_backend/checked_access.hpp"
#include "spirv_backend/module_context.hpp"
#include "spirv_backend/root_data.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using spv::Capability;
using spv::StorageClass;

bool is_address(const Handle& handle) { return handle.place->kind == BindingKind::kAddress; }
bool is_bounded(const Handle& handle) {
  return is_address(handle) && handle.place->bound_offset != kNoOffset;
}
bool is_texel(const Handle& handle) { return handle.place->form == BufferForm::kTexel; }
bool is_written_to(const Handle& handle) { return handle.info->resource_class == dxil::ResourceClass::kUav; }

// --- Device addresses.

/// The address as two words, low word first.
Id address_words(FunctionEmitter& e, uint32_t root_offset) {
  const Id low = e.root_word(root_offset);
  const Id high = e.root_word(root_offset + 4);
  return e.op(Op::OpCompositeConstruct, kU32.with_count(2), low, high);
}

Id address_word_pointer(FunctionEmitter& e, uint32_t root_offset, WordView view, Id index) {
  ModuleBuilder& builder = e.module();
  require_addresses(builder);
  const Id block_pointer =
      builder.type_pointer(StorageClass::PhysicalStorageBuffer, word_block(e.context(), view));
  const Id word_pointer_type =
      builder.type_pointer(StorageClass::PhysicalStorageBuffer, e.type(word_type(view)));
  const Id block = e.op(Op::OpBitcast, block_pointer, address_words(e, root_offset));
  const Id zero = e.u32(0);
  return e.op(Op::OpAccessChain, word_pointer_type, block, zero, index);
}

/// How many words of the view are within bounds.
Id words_in_bounds(FunctionEmitter& e, const Handle& handle, WordView view) {
  const Id bytes = e.root_word(handle.place->bound_offset);
  const auto shift = static_cast<uint32_t>(std::countr_zero(bytes_of(view)));
  return e.op(Op::OpShiftRightLogical, kU32, bytes, e.u32(shift));
}

Id call_checked(FunctionEmitter& e, const Handle& handle, WordView view, Id function, Id index,
                NumericType result, std::span<const Id> values) {
  std::array<uint32_t, 6> operands = {function};
  uint32_t count = 1;
  operands[count++] = address_words(e, handle.place->root_offset);
  operands[count++] = index;
  operands[count++] = words_in_bounds(e, handle, view);
  for (Id value : values) operands[count++] = value;
  return e.op_list(Op::OpFunctionCall, e.type(result), std::span(operands.data(), count));
}

constexpr uint32_t to_aligned() { return static_cast<uint32_t>(spv::MemoryAccessMask::Aligned); }

// --- Texel buffers.

constexpr IndexingCapabilities kReadTexelIndexing{Capability::UniformTexelBufferArrayDynamicIndexing,
                                                  Capability::UniformTexelBufferArrayNonUniformIndexing,
                                                  true};
constexpr IndexingCapabilities kWriteTexelIndexing{Capability::StorageTexelBufferArrayDynamicIndexing,
                                                   Capability::StorageTexelBufferArrayNonUniformIndexing,
                                                   true};

/// Pointer to the image of 32-bit words.
Id word_image_pointer(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  ModuleBuilder& builder = context.builder;
  ResourceState& state = context.resources[handle.resource];
  const bool is_uav = is_written_to(handle);
  if (state.variables[0] == 0) {
    builder.capability(is_uav ? Capability::ImageBuffer : Capability::SampledBuffer);
    const spv::ImageFormat format = is_uav ? spv::ImageFormat::R32ui : spv::ImageFormat::Unknown;
    state.value_type =
        builder.type_image(builder.type(kU32), spv::Dim::Buffer, 0, false, false, is_uav ? 2 : 1, format);
    const Id id = declare_resource(context, handle.resource, StorageClass::UniformConstant, state.value_type);
    state.variables[0] = id;
    if (is_uav) decorate_access(context, handle.resource, id);
  }
  if (!handle.is_array) return state.variables[0];
  require_indexing(e, handle, is_uav ? kWriteTexelIndexing : kReadTexelIndexing);
  const Id type = builder.type_pointer(StorageClass::UniformConstant, state.value_type);
  const Id id = e.op(Op::OpAccessChain, type, state.variables[0], handle.index);
  mark_non_uniform(e, handle, id);
  return id;
}

Id word_image(FunctionEmitter& e, const Handle& handle) {
  const Id pointer = word_image_pointer(e, handle);
  const Id image = e.op(Op::OpLoad, e.context().resources[handle.resource].value_type, pointer);
  mark_non_uniform(e, handle, image);
  return image;
}

Id load_texel_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index) {
  const Id image = word_image(e, handle);
  const bool is_half = view == WordView::k16;
  const Id at = is_half ? e.op(Op::OpShiftRightLogical, kU32, index, e.u32(1)) : index;
  const Op opcode = is_written_to(handle) ? Op::OpImageRead : Op::OpImageFetch;
  const Id texel = e.op(opcode, kU32.with_count(4), image, at);
  mark_non_uniform(e, handle, texel);
  const Id word = e.extract(kU32, texel, 0);
  if (!is_half) return word;
  const Id odd = e.op(Op::OpBitwiseAnd, kU32, index, e.u32(1));
  const Id shift = e.op(Op::OpShiftLeftLogical, kU32, odd, e.u32(4));
  return e.op(Op::OpUConvert, kU16, e.op(Op::OpShiftRightLogical, kU32, word, shift));
}

Id texel_pointer(FunctionEmitter& e, const Handle& handle, Id image, Id index) {
  const Id type = e.module().type_pointer(StorageClass::Image, e.type(kU32));
  const Id id = e.op(Op::OpImageTexelPointer, type, image, index, e.u32(0));
  mark_non_uniform(e, handle, id);
  return id;
}

// --- Halves, on devices whose buffers hold whole words only.

bool splits_words(FunctionEmitter& e, WordView view) {
  return view == WordView::k16 && !has_16bit_storage(e.module());
}

struct HalfPlace {
  Id word = 0;   ///< Index of the 32-bit word.
  Id shift = 0;  ///< Of the half in it: 0 or 16.
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

/// Others may write the word's other half: neither step touches it.
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
    return e.unsupported(i, std::string(view == WordView::k64 ? "64-bit" : "16-bit") +
                                " accesses to a buffer that is bound as texels of 32 bits");
  }
  return {};
}

Id load_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index) {
  const NumericType word = word_type(view);
  if (is_texel(handle)) return load_texel_word(e, handle, view, index);
  if (splits_words(e, view)) return load_half(e, handle, index);
  if (is_bounded(handle)) {
    return call_checked(e, handle, view, checked_load(e.context(), view), index, word, {});
  }
  if (is_address(handle)) {
    const Id pointer = address_word_pointer(e, handle.place->root_offset, view, index);
    return e.op(Op::OpLoad, word, pointer, to_aligned(), bytes_of(view));
  }
  const Id id = e.op(Op::OpLoad, word, word_pointer(e, handle, view, index));
  mark_non_uniform(e, handle, id);
  return id;
}

void store_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Id value) {
  if (splits_words(e, view)) return store_half(e, handle, index, value);
  if (is_texel(handle)) {
    const Id image = word_image(e, handle);
    const Id texel = e.op(Op::OpCompositeConstruct, kU32.with_count(4), value, value, value, value);
    e.op_void(Op::OpImageWrite, image, index, texel);
  } else if (is_bounded(handle)) {
    call_checked(e, handle, view, checked_store(e.context(), view), index, kU32, {&value, 1});
  } else if (is_address(handle)) {
    const Id pointer = address_word_pointer(e, handle.place->root_offset, view, index);
    e.op_void(Op::OpStore, pointer, value, to_aligned(), bytes_of(view));
  } else {
    e.op_void(Op::OpStore, word_pointer(e, handle, view, index), value);
  }
}

Id atomic_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Op opcode,
               std::span<const Id> values) {
  const NumericType word = word_type(view);
  if (is_bounded(handle)) {
    return call_checked(e, handle, view, checked_atomic(e.context(), view, opcode), index, word, values);
  }
  Id pointer = 0;
  if (is_texel(handle)) {
    pointer = texel_pointer(e, handle, word_image_pointer(e, handle), index);
  } else if (is_address(handle)) {
    pointer = address_word_pointer(e, handle.place->root_offset, view, index);
  } else {
    pointer = word_pointer(e, handle, view, index);
  }
  const Id scope = e.u32(to_word(spv::Scope::Device)), relaxed = e.u32(0);
  if (opcode == Op::OpAtomicCompareExchange) {
    return e.op(opcode, word, pointer, scope, relaxed, relaxed, values[0], values[1]);
  }
  return e.op(opcode, word, pointer, scope, relaxed, values[0]);
}

Result<Id> buffer_word_count(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  if (is_bounded(handle)) return words_in_bounds(e, handle, WordView::k32);
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
  // Beyond the constants, their last word: what lies behind them in the root data is not the program's.
  const uint32_t last = handle.place->root_size / 4 - 1, first = handle.place->root_offset / 4;
  const Id within = e.ext(GLSLstd450UMin, kU32, word, e.u32(last));
  return load_root_word(e, first == 0 ? within : e.op(Op::OpIAdd, kU32, within, e.u32(first)));
}

Id load_known_constant_word(FunctionEmitter& e, const Handle& handle, uint32_t word) {
  if (is_address(handle)) return load_word(e, handle, WordView::k32, e.u32(word));
  if (word >= handle.place->root_size / 4) return e.u32(0);
  return e.root_word(handle.place->root_offset + 4 * word);
}

Id counter_pointer(FunctionEmitter& e, const Handle& handle) {
  const CounterBinding& place = handle.place->counter;
  if (place.kind == BindingKind::kAddress) {
    return address_word_pointer(e, place.root_offset, WordView::k32, e.u32(0));
  }
  if (place.form != BufferForm::kTexel) return counter_block_pointer(e, handle);
  ModuleBuilder& builder = e.module();
  builder.capability(Capability::ImageBuffer);
  const Id image =
      builder.type_image(builder.type(kU32), spv::Dim::Buffer, 0, false, false, 2, spv::ImageFormat::R32ui);
  Handle counter = handle;
  const Id variable = counter_variable(e, StorageClass::UniformConstant, image, counter);
  Id pointer = variable;
  if (counter.is_array) {
    require_indexing(e, counter, kWriteTexelIndexing);
    const Id type = builder.type_pointer(StorageClass::UniformConstant, image);
    pointer = e.op(Op::OpAccessChain, type, variable, counter.index);
    mark_non_uniform(e, counter, pointer);
  }
  return texel_pointer(e, counter, pointer, e.u32(0));
}

}  // namespace trellis::spirv
