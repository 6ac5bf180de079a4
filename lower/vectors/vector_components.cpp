// The part of VectorRewriter that extracts and inserts single components.
#include <bit>

#include "lower/vectors/vector_rewriter.hpp"

namespace trellis::lower {

using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

namespace {

constexpr uint32_t kMostCompared = 8;  // Vectors with more pieces go through an array.

}  // namespace

ValueId VectorRewriter::compare_index(const Instruction& like, ValueId index, TypeId index_type, uint32_t n) {
  const ValueId wanted = constant(index_type, ConstantKind::kScalar, n);
  return add(like, Opcode::kICmp, bool_type(), {index, wanted}, static_cast<uint32_t>(dxil::Predicate::kEq));
}

ValueId VectorRewriter::index_in_piece(const Instruction& like, ValueId index, TypeId index_type) {
  const ValueId mask = constant(index_type, ConstantKind::kScalar, most_ - 1);
  return add(like, Opcode::kAnd, index_type, {index, mask}, 0);
}

/// Writes a vector to an array in memory, for access with a dynamic index. Returns the array's address.
ValueId VectorRewriter::array_of(ValueId old_vector) {
  const ValueId array = variable(Instruction{}, type_of(old_vector));
  write(Instruction{}, old_vector, array);
  return array;
}

/// Writes vectors to arrays right after their definition, once for all uses.
void VectorRewriter::make_arrays() {
  for (const ValueId vector : new_vectors_) arrays_[vector - old_.first_local] = array_of(vector);
  new_vectors_.clear();
}

void VectorRewriter::find_arrays() {
  for (const Instruction& i : old_.instructions) {
    if (i.opcode != Opcode::kExtractElement) continue;
    const ValueId vector = old_.operands_of(i)[0];
    if (!is_local(vector) || !is_long_value(vector) || scalar_bits(old_.operands_of(i)[1])) continue;
    if (piece_count(type_of(vector)) > kMostCompared) arrays_[vector - old_.first_local] = kWanted;
  }
}

/// A dynamic index selects a piece by comparisons or, if there are many pieces, reads from an array.
void VectorRewriter::extract_element(const Instruction& i) {
  const ValueId vector = old_.operands_of(i)[0], old_index = old_.operands_of(i)[1];
  const TypeId type = type_of(vector), index_type = type_of(old_index);
  if (const auto bits = scalar_bits(old_index)) {
    map_whole(i, *bits < count_of(type) ? element(i, vector, static_cast<uint32_t>(*bits)) : undef(i.type));
    return;
  }
  const ValueId index = whole(old_index);
  if (piece_count(type) > kMostCompared) {
    const ValueId known = is_local(vector) ? arrays_[vector - old_.first_local] : kNone;
    const ValueId array = known < kWanted ? known : array_of(vector);
    map_whole(i, read_element(i, i.type, array, index));
    return;
  }
  const uint32_t whole_pieces = count_of(type) / most_;
  if (piece_count(type) == 1) {
    map_whole(i, add(i, Opcode::kExtractElement, i.type, {piece(vector, 0), index}, 0));
    return;
  }
  const ValueId number = index_of_piece(i, index, index_type);
  ValueId chosen = piece(vector, 0);
  for (uint32_t p = 1; p < whole_pieces; ++p) {
    const ValueId is_it = compare_index(i, number, index_type, p);
    chosen = add(i, Opcode::kSelect, piece_type(type, 0), {is_it, piece(vector, p), chosen}, 0);
  }
  const ValueId in_piece = index_in_piece(i, index, index_type);
  ValueId result = add(i, Opcode::kExtractElement, i.type, {chosen, in_piece}, 0);
  if (whole_pieces < piece_count(type)) {
    const RestIndex rest = index_in_rest(i, type, index, index_type);
    ValueId value = piece(vector, whole_pieces);
    if (piece_size(type, whole_pieces) > 1) {
      value = add(i, Opcode::kExtractElement, i.type, {value, rest.index}, 0);
    }
    result = add(i, Opcode::kSelect, i.type, {rest.is_rest, value, result}, 0);
  }
  map_whole(i, result);
}

ValueId VectorRewriter::index_of_piece(const Instruction& like, ValueId index, TypeId index_type) {
  const ValueId bits = constant(index_type, ConstantKind::kScalar, std::bit_width(most_) - 1u);
  return add(like, Opcode::kLShr, index_type, {index, bits}, 0);
}

/// Returns whether an index is in the shorter piece at the end, and an index that is always valid there.
VectorRewriter::RestIndex VectorRewriter::index_in_rest(const Instruction& like, TypeId vector, ValueId index,
                                                        TypeId index_type) {
  const uint32_t last = piece_count(vector) - 1;
  const ValueId first = constant(index_type, ConstantKind::kScalar, last * most_);
  RestIndex rest;
  rest.is_rest =
      add(like, Opcode::kICmp, bool_type(), {index, first}, static_cast<uint32_t>(dxil::Predicate::kUge));
  if (piece_size(vector, last) == 1) return rest;
  const ValueId zero = constant(index_type, ConstantKind::kNull, 0);
  const ValueId in_piece = index_in_piece(like, index, index_type);
  rest.index = add(like, Opcode::kSelect, index_type, {rest.is_rest, in_piece, zero}, 0);
  return rest;
}

/// Returns the shorter piece at the end of an insertelement's result: the component is replaced if the index
/// is in this piece.
ValueId VectorRewriter::inserted_in_rest(const Instruction& like, ValueId old, ValueId value, ValueId index) {
  const uint32_t last = piece_count(like.type) - 1;
  const TypeId type = piece_type(like.type, last);
  const RestIndex rest = index_in_rest(like, like.type, index, type_of(old_.operands_of(like)[2]));
  if (piece_size(like.type, last) > 1) {
    value = add(like, Opcode::kInsertElement, type, {old, value, rest.index}, 0);
  }
  return add(like, Opcode::kSelect, type, {rest.is_rest, value, old}, 0);
}

void VectorRewriter::insert_element(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const TypeId index_type = type_of(operands[2]);
  const auto bits = scalar_bits(operands[2]);
  const ValueId value = whole(operands[1]), index = whole(operands[2]);
  const bool has_number = !bits && piece_count(i.type) > 1;
  const ValueId number = has_number ? index_of_piece(i, index, index_type) : kNone;
  const ValueId in_piece = has_number ? index_in_piece(i, index, index_type) : index;
  Vector<ValueId> pieces;
  for (uint32_t p = 0; p < piece_count(i.type); ++p) {
    const ValueId old = piece(operands[0], p);
    const TypeId type = piece_type(i.type, p);
    const uint32_t size = piece_size(i.type, p);
    if (bits && *bits / most_ != p) {
      pieces.push_back(old);
    } else if (bits && size == 1) {
      pieces.push_back(*bits % most_ == 0 ? value : old);
    } else if (bits) {
      const ValueId place = i32(static_cast<uint32_t>(*bits % most_));
      pieces.push_back(add(i, Opcode::kInsertElement, type, {old, value, place}, 0));
    } else if (!has_number) {
      pieces.push_back(add(i, Opcode::kInsertElement, type, {old, value, index}, 0));
    } else if (size == most_) {
      const ValueId with = add(i, Opcode::kInsertElement, type, {old, value, in_piece}, 0);
      pieces.push_back(
          add(i, Opcode::kSelect, type, {compare_index(i, number, index_type, p), with, old}, 0));
    } else {
      pieces.push_back(inserted_in_rest(i, old, value, index));
    }
  }
  map_pieces(i, pieces);
}

/// Returns the vector of these components. Components without a value are undefined.
ValueId VectorRewriter::joined(const Instruction& like, TypeId element, std::span<const Place> places) {
  const auto count = static_cast<uint32_t>(places.size());
  const TypeId type = type_of_piece(element, count);
  if (count == 1) return places[0].value == kNone ? undef(element) : at(like, places[0]);
  Place sources[2];
  uint32_t source_count = 0;
  bool is_shuffle = true, is_same = true;
  for (uint32_t n = 0; n < count; ++n) {
    is_same &= places[n].value == places[0].value && places[n].component == n && places[n].type == type;
    if (places[n].value == kNone) continue;
    uint32_t s = 0;
    while (s < source_count && sources[s].value != places[n].value) ++s;
    is_shuffle &= s < 2 && module_.types[places[n].type].kind == TypeKind::kVector &&
                  (source_count == 0 || places[n].type == sources[0].type);
    if (!is_shuffle) break;
    if (s == source_count) sources[source_count++] = places[n];
  }
  if (is_same && places[0].value != kNone) return places[0].value;
  if (is_shuffle && source_count > 0) {
    const auto mask = static_cast<uint32_t>(new_.shuffle_masks.size());
    const uint32_t source_size = count_of(sources[0].type);
    for (const Place& place : places) {
      const bool is_second = source_count == 2 && place.value == sources[1].value;
      const uint32_t lane = place.component + (is_second ? source_size : 0);
      new_.shuffle_masks.push_back(place.value == kNone ? -1 : static_cast<int32_t>(lane));
    }
    const ValueId second = source_count == 2 ? sources[1].value : sources[0].value;
    return add(like, Opcode::kShuffleVector, type, {sources[0].value, second}, mask);
  }
  ValueId made = undef(type);
  for (uint32_t n = 0; n < count; ++n) {
    if (places[n].value == kNone) continue;
    made = add(like, Opcode::kInsertElement, type, {made, at(like, places[n]), i32(n)}, 0);
  }
  return made;
}

void VectorRewriter::shuffle(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const TypeId element_type = module_.types[i.type].element;
  const uint32_t source_count = count_of(type_of(operands[0])), count = count_of(i.type);
  Vector<ValueId> pieces;
  for (uint32_t first = 0; first < count; first += most_) {
    const uint32_t size = std::min(most_, count - first);
    Vector<Place> places(size);
    for (uint32_t n = 0; n < size; ++n) {
      const auto lane = static_cast<uint32_t>(old_.shuffle_masks[i.aux + first + n]);
      if (lane < 2 * source_count) places[n] = place_of(operands[lane / source_count], lane % source_count);
      if (module_.is_undef(places[n].value)) places[n] = {};
    }
    pieces.push_back(joined(i, element_type, places));
  }
  if (is_long_vector(module_, i.type)) {
    map_pieces(i, pieces);
  } else {
    map_whole(i, pieces[0]);
  }
}

}  // namespace trellis::lower
