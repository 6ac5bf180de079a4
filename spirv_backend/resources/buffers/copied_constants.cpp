#include "spirv_backend/resources/buffers/copied_constants.hpp"

#include <algorithm>

#include "spirv_backend/resources/buffers/word_access.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {
namespace {

constexpr uint32_t kRowWords = 4;

/// Returns first + stride * index.
Id placed(FunctionEmitter& e, Id index, uint32_t stride, uint32_t first) {
  Id place = stride == 1 ? index : e.op_once(Op::OpIMul, kU32, index, e.u32(stride));
  if (first != 0) place = e.op_once(Op::OpIAdd, kU32, place, e.u32(first));
  return place;
}

/// The position of a word: its row, and its component in the row.
struct WordInRow {
  Id row = 0, component = 0;
};

WordInRow known_word(FunctionEmitter& e, uint32_t word) {
  WordInRow place;
  place.row = e.u32(word / kRowWords);
  place.component = e.u32(word % kRowWords);
  return place;
}

/// Returns the position of the element with a computed index. Most copies need little arithmetic: their
/// elements are rows, or components of one row.
WordInRow computed_word(FunctionEmitter& e, const ConstantCopy& copy, Id index) {
  const uint32_t first_row = copy.first_word / kRowWords, first_component = copy.first_word % kRowWords;
  WordInRow place;
  if (copy.stride % kRowWords == 0) {
    place.row = placed(e, index, copy.stride / kRowWords, first_row);
    place.component = e.u32(first_component);
  } else if (first_component + copy.stride * (copy.count - 1) < kRowWords) {
    place.row = e.u32(first_row);
    place.component = placed(e, index, copy.stride, first_component);
  } else {
    const Id word = placed(e, index, copy.stride, copy.first_word);
    place.row = e.op(Op::OpShiftRightLogical, kU32, word, e.u32(2));
    place.component = e.op(Op::OpBitwiseAnd, kU32, word, e.u32(3));
  }
  return place;
}

}  // namespace

Id load_copied_constant(FunctionEmitter& e, const ConstantCopy& copy, const UnitIndex& at, NumericType type) {
  const Handle handle = element_handle(e, copy.resource, copy.element);
  const uint32_t last = copy.count - 1;
  const uint32_t known = copy.first_word + copy.stride * std::min(at.constant, last);
  Id index = at.is_constant ? 0 : moved_index(e, at, 0);
  if (!at.is_constant && !copy.is_inside) {
    const Id last_index = e.u32(last);
    index = e.ext(GLSLstd450UMin, kU32, index, last_index);
  }
  if (is_constant_words(handle)) {
    const Id word = at.is_constant
                        ? load_known_constant_word(e, handle, known)
                        : load_constant_word(e, handle, placed(e, index, copy.stride, copy.first_word));
    return bitcast(e, type, kU32, word);
  }
  const WordInRow place = at.is_constant ? known_word(e, known) : computed_word(e, copy, index);
  NumericType component = kU32;
  const Id pointer = constant_row_pointer(e, handle, place.row, place.component, component);
  return bitcast(e, type, component, e.op(Op::OpLoad, component, pointer));
}

}  // namespace trellis::spirv
