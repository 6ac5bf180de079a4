// The part of VectorRewriter that handles bitcasts between vectors whose components differ in width, and
// therefore in number.
#include "lower/vectors/vector_rewriter.hpp"

namespace trellis::lower {

using dxil::Instruction;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

/// Whether the type's bits can be reinterpreted. Those of a bool are unspecified.
static bool has_readable_bits(const dxil::Type& type) {
  const bool is_number = type.kind == TypeKind::kInt || type.kind == TypeKind::kFloat;
  return is_number && (type.bits == 16 || type.bits == 32 || type.bits == 64);
}

/// Returns the components of the result, which are `ratio` times as wide as those of the operand. Each piece
/// of the operand is cast separately: it holds whole components of the result.
Vector<VectorRewriter::Place> VectorRewriter::widened(const Instruction& i, uint32_t ratio) {
  const ValueId from = old_.operands_of(i)[0];
  const uint32_t from_count = component_count(type_of(from));
  const TypeId to = component_type(i.type);
  Vector<Place> places;
  for (uint32_t first = 0; first < from_count; first += most_) {
    const uint32_t count = std::min(most_, from_count - first) / ratio;
    const TypeId type = type_of_piece(to, count);
    const ValueId source = is_long_value(from) ? piece(from, first / most_) : whole(from);
    const ValueId value = add(i, Opcode::kBitcast, type, {source}, 0);
    for (uint32_t n = 0; n < count; ++n) places.push_back({value, type, n});
  }
  return places;
}

/// The same for narrower components. Each piece of the result is cast separately.
Vector<VectorRewriter::Place> VectorRewriter::narrowed(const Instruction& i, uint32_t ratio) {
  const ValueId from = old_.operands_of(i)[0];
  const uint32_t to_count = component_count(i.type);
  const TypeId to = component_type(i.type), from_element = component_type(type_of(from));
  Vector<Place> places;
  for (uint32_t first = 0; first < to_count; first += most_) {
    const uint32_t count = std::min(most_, to_count - first);
    Vector<Place> sources(count / ratio);
    for (uint32_t n = 0; n < sources.size(); ++n) sources[n] = place_of(from, first / ratio + n);
    const TypeId type = type_of_piece(to, count);
    const ValueId value = add(i, Opcode::kBitcast, type, {joined(i, from_element, sources)}, 0);
    for (uint32_t n = 0; n < count; ++n) places.push_back({value, type, n});
  }
  return places;
}

Result<void> VectorRewriter::bitcast(const Instruction& i) {
  const TypeId from = type_of(old_.operands_of(i)[0]);
  const dxil::Type from_element = module_.types[component_type(from)];
  const dxil::Type to_element = module_.types[component_type(i.type)];
  const uint64_t from_bits = uint64_t{from_element.bits} * component_count(from);
  const uint64_t to_bits = uint64_t{to_element.bits} * component_count(i.type);
  if (from_element.bits == to_element.bits && from_bits == to_bits) return each_piece(i);
  if (!has_readable_bits(from_element) || !has_readable_bits(to_element) || from_bits != to_bits) {
    return fail(i, "a bitcast between these types is not supported");
  }
  const Vector<Place> places = from_element.bits < to_element.bits
                                   ? widened(i, to_element.bits / from_element.bits)
                                   : narrowed(i, from_element.bits / to_element.bits);
  Vector<ValueId> pieces;
  const std::span<const Place> all = places;
  for (uint32_t first = 0; first < all.size(); first += most_) {
    const size_t count = std::min<size_t>(most_, all.size() - first);
    pieces.push_back(joined(i, component_type(i.type), all.subspan(first, count)));
  }
  if (is_long_vector(module_, i.type)) {
    map_pieces(i, pieces);
  } else {
    map_whole(i, pieces[0]);
  }
  return {};
}

}  // namespace trellis::lower
