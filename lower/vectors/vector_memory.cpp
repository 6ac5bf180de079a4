// The part of VectorRewriter that passes vectors between functions, and loads and stores them.
#include "lower/vectors/vector_rewriter.hpp"

namespace trellis::lower {

using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

namespace {

constexpr uint32_t kMostParameters = 128;  // SPIR-V's own limit is 255.

}  // namespace

/// Whether a function with these parameters takes its long vectors by address: passed in pieces, they would
/// be too many parameters.
bool VectorRewriter::takes_addresses(std::span<const TypeId> parameters) const {
  uint64_t count = 0;
  for (const TypeId type : parameters) {
    count += is_long_vector(module_, type) ? module_.types[type].count / most_ + 1 : 1;
  }
  return count > kMostParameters;
}

void VectorRewriter::load(const Instruction& i) {
  const ValueId pointer = old_.operands_of(i)[0];
  const TypeId element_type = module_.types[i.type].element;
  Vector<ValueId> pieces;
  for (uint32_t p = 0; p < piece_count(i.type); ++p) {
    const ValueId at = add(i, Opcode::kGep, type_of(pointer), {whole(pointer), i32(p * most_)}, element_type);
    pieces.push_back(add(i, Opcode::kLoad, piece_type(i.type, p), {at}, i.aux));
  }
  map_pieces(i, pieces);
}

void VectorRewriter::store(const Instruction& i) {
  const ValueId value = old_.operands_of(i)[0], pointer = old_.operands_of(i)[1];
  const TypeId element_type = module_.types[type_of(value)].element;
  for (uint32_t p = 0; p < piece_count(type_of(value)); ++p) {
    const ValueId at = add(i, Opcode::kGep, type_of(pointer), {whole(pointer), i32(p * most_)}, element_type);
    add(i, Opcode::kStore, i.type, {piece(value, p), at}, i.aux);
  }
}

/// Adds a local variable for a vector. Bools have no memory layout and are stored as 32-bit integers.
ValueId VectorRewriter::variable(const Instruction& like, TypeId vector) {
  TypeId element = module_.types[vector].element;
  if (element == bool_type()) element = scalar_type(TypeKind::kInt, 32);
  const TypeId type = sequence_type(TypeKind::kArray, element, count_of(vector));
  return add(like, Opcode::kAlloca, pointer_type(), {}, type);
}

void VectorRewriter::write(const Instruction& like, ValueId old_vector, ValueId variable) {
  const TypeId vector = type_of(old_vector), element_type = module_.types[vector].element;
  const TypeId word = scalar_type(TypeKind::kInt, 32), nothing = scalar_type(TypeKind::kVoid, 0);
  const bool is_bool = element_type == bool_type();
  const TypeId stored = is_bool ? word : element_type;
  for (uint32_t p = 0; p < piece_count(vector); ++p) {
    const ValueId at = add(like, Opcode::kGep, pointer_type(), {variable, i32(p * most_)}, stored);
    ValueId value = piece(old_vector, p);
    if (is_bool) value = add(like, Opcode::kZExt, type_of_piece(word, piece_size(vector, p)), {value}, 0);
    add(like, Opcode::kStore, nothing, {value, at}, 1);
  }
}

/// Converts a bool from its form in memory; returns any other value unchanged.
ValueId VectorRewriter::from_memory(const Instruction& like, TypeId type, TypeId stored, ValueId value) {
  if (type == stored) return value;
  return add(like, Opcode::kICmp, type, {value, constant(stored, ConstantKind::kNull, 0)},
             static_cast<uint32_t>(dxil::Predicate::kNe));
}

Vector<ValueId> VectorRewriter::read(const Instruction& like, TypeId vector, ValueId variable) {
  const TypeId element_type = module_.types[vector].element;
  const TypeId stored = element_type == bool_type() ? scalar_type(TypeKind::kInt, 32) : element_type;
  Vector<ValueId> pieces;
  for (uint32_t p = 0; p < piece_count(vector); ++p) {
    const TypeId stored_piece = type_of_piece(stored, piece_size(vector, p));
    const ValueId at = add(like, Opcode::kGep, pointer_type(), {variable, i32(p * most_)}, stored);
    const ValueId value = add(like, Opcode::kLoad, stored_piece, {at}, 1);
    pieces.push_back(from_memory(like, piece_type(vector, p), stored_piece, value));
  }
  return pieces;
}

ValueId VectorRewriter::read_element(const Instruction& like, TypeId element, ValueId variable,
                                     ValueId index) {
  const TypeId stored = element == bool_type() ? scalar_type(TypeKind::kInt, 32) : element;
  const ValueId at = add(like, Opcode::kGep, pointer_type(), {variable, index}, stored);
  return from_memory(like, element, stored, add(like, Opcode::kLoad, stored, {at}, 1));
}

/// Passes the address of a local variable for a long vector's result as the last argument.
void VectorRewriter::call(const Instruction& i) {
  Instruction memory = i;
  memory.flags = 0;
  Vector<TypeId> types;
  for (const ValueId v : old_.operands_of(i)) types.push_back(type_of(v));
  const bool by_address = takes_addresses(types);
  Vector<ValueId> operands;
  for (const ValueId v : old_.operands_of(i)) {
    if (!is_long_value(v)) {
      operands.push_back(whole(v));
    } else if (by_address) {
      operands.push_back(variable(memory, type_of(v)));
      write(memory, v, operands.back());
    } else {
      for (uint32_t p = 0; p < piece_count(type_of(v)); ++p) operands.push_back(piece(v, p));
    }
  }
  if (!is_long_vector(module_, i.type)) {
    const ValueId result = add(i, i.type, operands);
    if (i.result != kNone) map_whole(i, result);
    return;
  }
  const ValueId result = variable(memory, i.type);
  operands.push_back(result);
  add(i, scalar_type(TypeKind::kVoid, 0), operands);
  map_pieces(i, read(memory, i.type, result));
}

void VectorRewriter::give_back(const Instruction& i) {
  write(i, old_.operands_of(i)[0], result_variable_);
  add(i, i.type, {});
}

/// begin_block() reads the vectors that are passed by address.
void VectorRewriter::take_parameters() {
  const bool by_address = takes_addresses(old_.argument_types);
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) {
    const TypeId type = old_.argument_types[a];
    if (!is_long_vector(module_, type)) {
      new_.argument_types.push_back(type);
      values_[a].single = new_local(type);
    } else if (by_address) {
      new_.argument_types.push_back(pointer_type());
      addresses_.push_back({a, new_local(pointer_type())});
    } else {
      values_[a].first_piece = static_cast<uint32_t>(pieces_.size());
      for (uint32_t p = 0; p < piece_count(type); ++p) {
        new_.argument_types.push_back(piece_type(type, p));
        pieces_.push_back(new_local(new_.argument_types.back()));
      }
    }
  }
  new_.return_type = old_.return_type;
  if (!is_long_vector(module_, old_.return_type)) return;
  new_.return_type = scalar_type(TypeKind::kVoid, 0);
  new_.argument_types.push_back(pointer_type());
  result_variable_ = new_local(pointer_type());
}

void VectorRewriter::begin_block(dxil::BlockId block) {
  if (block != 0) return;
  for (const auto& [parameter, address] : addresses_) {
    values_[parameter].first_piece = static_cast<uint32_t>(pieces_.size());
    const Vector<ValueId> pieces = read(Instruction{}, old_.argument_types[parameter], address);
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  }
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) {
    if (arrays_[a] == kWanted) new_vectors_.push_back(old_.first_local + a);
  }
}

}  // namespace trellis::lower
