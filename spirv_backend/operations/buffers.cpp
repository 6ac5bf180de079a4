// Loads and stores of raw, structured and typed buffers.

#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/resources/buffers/row_access.hpp"
#include "spirv_backend/resources/buffers/word_access.hpp"
#include "spirv_backend/resources/buffers/word_loops.hpp"
#include "spirv_backend/resources/image_operations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr uint32_t kFirstValue = 3;  // Index of a store's first value operand.

WordView view_for(FunctionEmitter& e, const Handle& handle, NumericType type) {
  return type.bits == 16 ? WordView::k16 : view_of_words(e, handle);
}

/// Loads scalar number `n` after `at`; 64-bit scalars are two words.
Id load_scalar(FunctionEmitter& e, const Handle& handle, const IndexSum& at, NumericType type, uint32_t n) {
  const WordView view = view_for(e, handle, type);
  const NumericType word = word_type(view);
  const auto word_at = [&](uint32_t extra) { return load_word(e, handle, view, word_id(e, at, extra)); };
  if (type.bits != 64) return bitcast(e, type, word, word_at(n));
  const Id low = word_at(2 * n);
  const Id high = word_at(2 * n + 1);
  const Id pair = e.op(Op::OpCompositeConstruct, kU32.with_count(2), low, high);
  return e.op(Op::OpBitcast, type, pair);
}

void store_scalar(FunctionEmitter& e, const Handle& handle, const IndexSum& at, NumericType type, uint32_t n,
                  Id value) {
  const WordView view = view_for(e, handle, type);
  const auto put_word = [&](uint32_t extra, Id word) {
    store_word(e, handle, view, word_id(e, at, extra), word);
  };
  if (type.bits != 64) {
    put_word(n, bitcast(e, word_type(view), type, value));
    return;
  }
  const Id pair = e.op(Op::OpBitcast, kU32.with_count(2), value);
  put_word(2 * n, extract(e, kU32, pair, 0));
  put_word(2 * n + 1, extract(e, kU32, pair, 1));
}

bool is_memory_scalar(NumericType type) {
  return !type.is_bool() && (type.bits == 16 || type.bits == 32 || type.bits == 64);
}

void set_status(FunctionEmitter& e, const Instruction& i, uint32_t field) {
  if (e.component_used(i, field)) e.set_component(i, field, e.u32(kMapped));
}

/// Loads a scalar or vector that starts at scalar number `first` after `at`.
Id load_field(FunctionEmitter& e, const Handle& handle, const IndexSum& at, NumericType type,
              uint32_t first) {
  Vector<Id> components(type.count);
  const NumericType scalar = type.scalar(), stored = memory_type(e, scalar);
  for (uint32_t n = 0; n < type.count; ++n) {
    components[n] = from_memory(e, scalar, load_scalar(e, handle, at, stored, first + n));
  }
  return make_vector(e, type, components);
}

/// The part of a long vector that a loop handles: a number of fields or operands, and their components in
/// total.
struct Looped {
  uint32_t count = 0, components = 0;
};

/// Loads, with a loop, the leading fields whose component count is a multiple of four.
Looped load_pieces(FunctionEmitter& e, const Instruction& i, const Handle& handle, const IndexSum& at,
                   NumericType stored) {
  Looped looped;
  for (; e.field_type(i, looped.count).count % 4 == 0; ++looped.count) {
    looped.components += e.field_type(i, looped.count).count;
  }
  const Id first = word_id(e, at, 0), four = e.type(stored.with_count(4));
  const Id pieces =
      call_load_loop(e, handle, view_for(e, handle, stored), stored, looped.components / 4, first);
  uint32_t piece = 0;
  for (uint32_t n = 0; n < looped.count; ++n) {
    const NumericType type = e.field_type(i, n);
    Vector<Id> parts(type.count / 4u);
    for (Id& part : parts) part = e.op(Op::OpCompositeExtract, four, pieces, piece++);
    if (!e.component_used(i, n)) continue;
    const Id value = parts.size() == 1
                         ? parts[0]
                         : e.op_list(Op::OpCompositeConstruct, e.type(stored.with_count(type.count)), parts);
    e.set_component(i, n, from_memory(e, type, value));
  }
  return looped;
}

Result<void> load_words(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const uint32_t fields = value_fields(e, i);
  const NumericType value_type = e.field_type(i, 0), type = memory_type(e, value_type);
  if (fields == 0 || !is_memory_scalar(type)) return e.unsupported(i, "a load of this type is not supported");
  if (has_rows(e, handle)) {
    if (i.op() == dxil::Op::kRawBufferVectorLoad) {
      load_vector_rows(e, i, handle);
    } else {
      load_rows(e, i, handle);
    }
    set_status(e, i, fields);
    return {};
  }
  TRELLIS_RETURN_IF_ERROR(check_word_use(e, i, handle, view_for(e, handle, type), WordUse::kLoad));
  const IndexSum at = word_index(e, i, handle, 1, view_for(e, handle, type));
  // The pieces of a long vector are consecutive.
  Looped looped;
  uint32_t words = 0;
  for (uint32_t n = 0; n < fields; ++n) words += e.field_type(i, n).count;
  if (is_worth_a_loop(e, handle, view_for(e, handle, type), words)) {
    looped = load_pieces(e, i, handle, at, type.scalar());
  }
  uint32_t first = looped.components;  // Index of the field's first scalar.
  for (uint32_t n = looped.count; n < fields; ++n) {
    const NumericType field = e.field_type(i, n);
    if (e.component_used(i, n)) e.set_component(i, n, load_field(e, handle, at, field, first));
    first += field.count;
  }
  set_status(e, i, fields);
  return {};
}

Result<void> load_texel(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const uint32_t fields = value_fields(e, i);
  const NumericType type = e.field_type(i, 0);
  const TexelType texel = texel_type(e, handle);
  if (fields > 4 || !is_memory_scalar(type) || type.count != 1 ||
      (type.bits == 64 && texel.component.bits != 64)) {
    return e.unsupported(i, "a typed load of this type is not supported");
  }
  const bool is_uav = handle.info->resource_class == dxil::ResourceClass::kUav;
  const Id image = load_image(e, handle), element = e.operand(i, 1);
  const Id words[] = {image, ranged_coordinate(e, handle, element)};
  const TexelOpcode opcode = is_uav ? TexelOpcode{Op::OpImageRead, Op::OpImageSparseRead}
                                    : TexelOpcode{Op::OpImageFetch, Op::OpImageSparseFetch};
  const Id four = e.module().type_vector(texel.id, 4);
  const Id value = emit_texel(e, i, opcode, four, words);
  mark_non_uniform(e, handle, value);
  set_texel(e, i, texel, ranged_texel(e, handle, element, four, value));
  return {};
}

Result<void> lower_load(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  if (is_word_buffer(*handle->info)) return load_words(e, i, *handle);
  if (is_typed_buffer(*handle->info) && i.op() == dxil::Op::kBufferLoad) return load_texel(e, i, *handle);
  return e.unsupported(
      i, String("buffer loads from a ") + dxil::name_of(handle->info->kind) + " are not supported");
}

Result<void> store_texel(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const NumericType type = e.operand_type(i, 3);
  const TexelType texel = texel_type(e, handle);
  if (!is_memory_scalar(type) || type.count != 1 || (type.bits == 64 && texel.component.bits != 64)) {
    return e.unsupported(i, "a typed store of this type is not supported");
  }
  const Id image = load_image(e, handle), element = e.operand(i, 1);
  const Id coordinate = ranged_coordinate(e, handle, element);
  const Id four = texel_operand(e, i, 3, texel);
  e.op_void(Op::OpImageWrite, image, coordinate, four);
  return {};
}

/// Stores, with a loop, the leading operands whose component count is a multiple of four.
Looped store_pieces(FunctionEmitter& e, const Instruction& i, const Handle& handle, const IndexSum& at,
                    NumericType stored) {
  Looped looped;
  Vector<Id> pieces;
  for (; kFirstValue + looped.count + 1 < i.operand_count; ++looped.count) {
    const NumericType type = e.operand_type(i, kFirstValue + looped.count);
    if (type.count % 4 != 0) break;
    const Id value = to_memory(e, type, e.operand(i, kFirstValue + looped.count));
    for (uint32_t n = 0; n < type.count; n += 4) {
      pieces.push_back(type.count == 4 ? value
                                       : e.op(Op::OpVectorShuffle, stored.with_count(4), value, value, n,
                                              n + 1, n + 2, n + 3));
    }
    looped.components += type.count;
  }
  call_store_loop(e, handle, view_for(e, handle, stored), stored, pieces, word_id(e, at, 0));
  return looped;
}

Result<void> store_words(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const NumericType value_type = e.operand_type(i, 3), type = memory_type(e, value_type);
  if (!is_memory_scalar(type)) return e.unsupported(i, "a store of this type is not supported");
  if (has_rows(e, handle)) {
    if (i.op() == dxil::Op::kRawBufferVectorStore) {
      store_vector_rows(e, i, handle);
    } else {
      store_rows(e, i, handle);
    }
    return {};
  }
  TRELLIS_RETURN_IF_ERROR(check_word_use(e, i, handle, view_for(e, handle, type), WordUse::kStore));
  const IndexSum at = word_index(e, i, handle, 1, view_for(e, handle, type));
  const auto store_value = [&](uint32_t n, Id value) {
    store_scalar(e, handle, at, type.scalar(), n, to_memory(e, value_type.scalar(), value));
  };
  if (i.op() == dxil::Op::kRawBufferVectorStore) {
    // A vector, or the pieces of a long one (long_vectors.hpp): all operands before the last, which is the
    // alignment.
    Looped looped;
    uint32_t words = 0;
    for (uint32_t n = kFirstValue; n + 1 < i.operand_count; ++n) words += e.operand_type(i, n).count;
    if (is_worth_a_loop(e, handle, view_for(e, handle, type), words)) {
      looped = store_pieces(e, i, handle, at, type.scalar());
    }
    uint32_t first = looped.components;
    for (uint32_t n = kFirstValue + looped.count; n + 1 < i.operand_count; ++n) {
      const uint32_t count = e.operand_type(i, n).count;
      for (uint32_t c = 0; c < count; ++c) store_value(first + c, operand_component(e, i, n, c));
      first += count;
    }
    return {};
  }
  const uint64_t mask = e.constant_operand(i, 7).value_or(15);
  for (uint32_t n = 0; n < 4; ++n) {
    if ((mask >> n & 1) != 0) store_value(n, e.operand(i, 3 + n));
  }
  return {};
}

Result<void> lower_store(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  if (handle->info->resource_class != dxil::ResourceClass::kUav) {
    return e.bad_input(i, "a store to a resource that is not a UAV");
  }
  if (is_word_buffer(*handle->info)) return store_words(e, i, *handle);
  if (is_typed_buffer(*handle->info) && i.op() == dxil::Op::kBufferStore) return store_texel(e, i, *handle);
  return e.unsupported(
      i, String("buffer stores to a ") + dxil::name_of(handle->info->kind) + " are not supported");
}

/// Operands: low and high word of an address, and an offset.
Result<void> lower_load_address(FunctionEmitter& e, const Instruction& i) {
  constexpr NumericType kPair{BaseType::kInt, 32, 2};
  const Id low = e.operand(i, 0), high = e.operand(i, 1), offset = e.operand(i, 2);
  const Id members[] = {e.type(kU32), e.type(kU32)};
  const Id sum = e.op(Op::OpIAddCarry, e.module().type_struct(members), low, offset);
  const Id carry = e.op(Op::OpCompositeExtract, kU32, sum, 1u);
  const Id sum_low = e.op(Op::OpCompositeExtract, kU32, sum, 0u);
  const Id sum_high = e.op(Op::OpIAdd, kU32, high, carry);
  e.set_result(i, load_at_address(e, e.op(Op::OpCompositeConstruct, kPair, sum_low, sum_high)));
  return {};
}

constexpr LoweringEntry kBuffersLowerings[] = {
    {dxil::Op::kBufferLoad, lower_load},
    {dxil::Op::kRawBufferLoad, lower_load},
    {dxil::Op::kRawBufferVectorLoad, lower_load},
    {dxil::Op::kBufferStore, lower_store},
    {dxil::Op::kRawBufferStore, lower_store},
    {dxil::Op::kRawBufferVectorStore, lower_store},
    {dxil::Op::kVendorLoadAddress, lower_load_address},
};

}  // namespace

std::span<const LoweringEntry> buffer_lowerings() { return kBuffersLowerings; }

}  // namespace trellis::spirv
