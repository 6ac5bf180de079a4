// Constant buffers: rows of 16 bytes.
#include <vector>

#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/resources/buffers/word_access.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr uint32_t kMaxRows = 4096;

/// A row's index: an id, and its value if it is constant.
struct ConstantRow {
  Id id = 0;
  uint32_t known = kNone;
};

/// Loads component n of a row as a word, from root constants or from a buffer at an address.
Id load_constant_component(FunctionEmitter& e, const Handle& handle, ConstantRow row, uint32_t n) {
  if (row.known != kNone) return load_known_constant_word(e, handle, 4 * row.known + n);
  const Id first = e.op_once(Op::OpShiftLeftLogical, kU32, row.id, e.u32(2));
  return load_constant_word(e, handle, n == 0 ? first : e.op_once(Op::OpIAdd, kU32, first, e.u32(n)));
}

/// Loads from a constant buffer, whose contents do not change while the shader runs.
Id load_constant(FunctionEmitter& e, const Handle& handle, NumericType type, Id pointer) {
  return descriptor_once(e, handle, Op::OpLoad, e.type(type), pointer);
}

/// Reads 32-bit components of one row. It loads the whole row: compilers leave out the components that
/// nothing uses, and combine loads of one row, but not always loads of different components of it.
class RowReader {
 public:
  RowReader(FunctionEmitter& e, const Handle& handle, ConstantRow row) : e_(e), handle_(handle), row_(row) {
    if (!is_constant_words(handle)) {
      const Id pointer = constant_row_pointer(e, handle, row.id, 0, type_);
      whole_ = load_constant(e, handle, type_.with_count(4), pointer);
    }
  }

  /// Returns component n, which has type type().
  Id component(uint32_t n) {
    if (whole_ != 0) return e_.op_once(Op::OpCompositeExtract, type_, whole_, n);
    return load_constant_component(e_, handle_, row_, n);
  }
  NumericType type() const { return type_; }

 private:
  FunctionEmitter& e_;
  const Handle& handle_;
  ConstantRow row_;
  NumericType type_ = kU32;
  Id whole_ = 0;
};

Result<Handle> constant_buffer(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle;
  if (handle->info->kind != dxil::ResourceKind::kCBuffer) {
    return e.bad_input(i, "a constant buffer load from a resource that is not a constant buffer");
  }
  return handle;
}

/// Returns field n of a row of 16-bit fields: half of a word.
Id field_16(FunctionEmitter& e, RowReader& reader, NumericType type, uint32_t n) {
  const Id word = reader.component(n / 2);
  const Id pair = e.op(Op::OpBitcast, type.with_count(2), word);
  return extract(e, type, pair, n % 2);
}

Id field_64(FunctionEmitter& e, RowReader& reader, NumericType type, uint32_t n) {
  const Id low = reader.component(2 * n), high = reader.component(2 * n + 1);
  const Id pair = e.op(Op::OpCompositeConstruct, reader.type().with_count(2), low, high);
  return e.op(Op::OpBitcast, type, pair);
}

Result<void> lower_load_row(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = constant_buffer(e, i);
  if (!handle) return handle.error();
  const auto fields = static_cast<uint32_t>(e.program().types[i.type].members.size());
  const NumericType value_type = e.field_type(i, 0), type = memory_type(e, value_type);
  const uint32_t most = type.bits == 64 ? 2 : (type.bits == 16 ? 8 : 4);
  if (fields == 0 || fields > most || type.count != 1 || type.is_bool() || type.bits < 16) {
    return e.unsupported(i, "a constant buffer row of this type is not supported");
  }
  bool is_used = false;
  for (uint32_t n = 0; n < fields; ++n) is_used |= e.component_used(i, n);
  if (!is_used) return {};
  const std::optional<uint64_t> known = e.constant_operand(i, 1);
  const ConstantRow row{e.operand(i, 1), known && *known <= kMaxRows ? static_cast<uint32_t>(*known) : kNone};
  RowReader reader(e, *handle, row);
  for (uint32_t n = 0; n < fields; ++n) {
    if (!e.component_used(i, n)) continue;
    Id value = 0;
    if (type.bits == 64) {
      value = field_64(e, reader, type, n);
    } else if (type.bits == 16) {
      value = field_16(e, reader, type, n);
    } else {
      value = reader.component(n);
      value = bitcast(e, type, reader.type(), value);
    }
    e.set_component(i, n, from_memory(e, value_type, value));
  }
  return {};
}

Result<void> lower_load_bytes(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = constant_buffer(e, i);
  if (!handle) return handle.error();
  const NumericType value_type = e.result_type(i), type = memory_type(e, value_type);
  if (type.count != 1 || type.is_bool()) {
    return e.unsupported(i, "a constant buffer load of this type is not supported");
  }
  NumericType component = kU32;
  const Id offset = e.operand(i, 1);
  const auto load_word = [&](uint32_t extra) {
    const Id at = extra == 0 ? offset : e.op_once(Op::OpIAdd, kU32, offset, e.u32(4 * extra));
    if (is_constant_words(*handle)) {
      return load_constant_word(e, *handle, e.op_once(Op::OpShiftRightLogical, kU32, at, e.u32(2)));
    }
    const Id row = e.op_once(Op::OpShiftRightLogical, kU32, at, e.u32(4));
    const Id word = e.op_once(Op::OpShiftRightLogical, kU32, at, e.u32(2));
    const Id column = e.op_once(Op::OpBitwiseAnd, kU32, word, e.u32(3));
    const Id pointer = constant_row_pointer(e, *handle, row, column, component);
    return load_constant(e, *handle, component, pointer);
  };
  const Id low = load_word(0);
  if (type.bits == 32) {
    e.set_result(i, from_memory(e, value_type, bitcast(e, type, component, low)));
    return {};
  }
  if (type.bits < 32) {
    const Id in_word = e.op(Op::OpBitwiseAnd, kU32, offset, e.u32(3));
    const Id shift = e.op(Op::OpShiftLeftLogical, kU32, in_word, e.u32(3));
    const Id word = bitcast(e, kU32, component, low);
    const Id shifted = e.op(Op::OpShiftRightLogical, kU32, word, shift);
    const NumericType part{BaseType::kInt, type.bits, 1};
    e.set_result(i, bitcast(e, type, part, e.op(Op::OpUConvert, part, shifted)));
    return {};
  }
  const Id high = load_word(1);
  e.define(i, Op::OpBitcast, e.op(Op::OpCompositeConstruct, component.with_count(2), low, high));
  return {};
}

constexpr LoweringEntry kConstantBuffersLowerings[] = {
    {dxil::Op::kCBufferLoad, lower_load_bytes},
    {dxil::Op::kCBufferLoadLegacy, lower_load_row},
};

}  // namespace

std::span<const LoweringEntry> constant_buffer_lowerings() { return kConstantBuffersLowerings; }

}  // namespace trellis::spirv
