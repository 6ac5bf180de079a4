// Splits the long vectors of one function (long_vectors.hpp).
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "lower/edit/function_copy.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

constexpr uint32_t kShortVector = 4;  ///< SPIR-V's maximum number of components without extensions.

inline bool is_long_vector(const dxil::Module& module, dxil::TypeId type) {
  return type < module.types.size() && module.types[type].kind == dxil::TypeKind::kVector &&
         module.types[type].count > kShortVector;
}

class VectorRewriter final : public FunctionCopy {
 public:
  /// `most`: components of a full piece, a power of two.
  VectorRewriter(dxil::Module& module, dxil::Function& function, uint32_t most)
      : FunctionCopy(module, function),
        most_(most),
        values_(function.local_types.size()),
        arrays_(function.local_types.size(), dxil::kNone),
        kinds_(module.types.size()) {
    for (dxil::TypeId t = 0; t < kinds_.size(); ++t) kinds_[t] = kind_of(module, t);
  }

  Result<void> run();

 private:
  static constexpr ValueId kWanted = dxil::kNone - 1;

  /// The replacement of an old local: one value, or one for each piece.
  struct Mapped {
    ValueId single = dxil::kNone;
    uint32_t first_piece = dxil::kNone;  // Index into pieces_.
  };
  struct PhiPatch {
    uint32_t operand;  // Index into new_.operands.
    ValueId value;     // A value of the old function.
    uint32_t piece;    // Piece of the value; dxil::kNone for the whole value.
  };
  /// A component of a vector of the new function, or a scalar.
  struct Place {
    ValueId value = dxil::kNone;
    TypeId type = dxil::kNone;  // Type of the value.
    uint32_t component = 0;
  };

  uint32_t count_of(TypeId type) const { return static_cast<uint32_t>(module_.types[type].count); }
  bool is_too_long(TypeId type) const;
  bool is_long_value(ValueId old_value) const { return kinds_[type_of(old_value)] == Kind::kLong; }
  /// Whether the instruction uses or produces long vectors.
  bool is_concerned(const Instruction& i) const;
  uint32_t pieces_of(uint32_t count) const { return (count + most_ - 1) / most_; }
  bool takes_addresses(std::span<const TypeId> parameters) const;
  uint32_t piece_count(TypeId vector) const { return pieces_of(count_of(vector)); }
  uint32_t piece_size(TypeId vector, uint32_t p) const {
    return std::min(most_, count_of(vector) - p * most_);
  }
  /// Returns the type of a piece of `count` components: a vector, or a scalar.
  TypeId type_of_piece(TypeId element, uint32_t count) {
    return count == 1 ? element : sequence_type(dxil::TypeKind::kVector, element, count);
  }
  TypeId piece_type(TypeId vector, uint32_t p) {
    return type_of_piece(module_.types[vector].element, piece_size(vector, p));
  }
  TypeId load_result_type(TypeId vector, bool has_status);
  ValueId whole(ValueId old_value);
  ValueId piece(ValueId old_value, uint32_t p);
  ValueId constant_piece(ValueId old_value, uint32_t p);
  Place place_of(ValueId old_value, uint32_t n);
  ValueId at(const Instruction& like, const Place& place);
  ValueId element(const Instruction& like, ValueId old_value, uint32_t n) {
    return at(like, place_of(old_value, n));
  }
  void map_whole(const Instruction& i, ValueId value) { values_[i.result - old_.first_local].single = value; }
  void map_pieces(const Instruction& i, const Vector<ValueId>& pieces);

  Result<void> rewrite(const Instruction& i) override;
  void copy(const Instruction& i);
  void copy_phi(const Instruction& i);
  Result<void> each_piece(const Instruction& i);
  Result<void> operation(const Instruction& i);
  Result<void> positions(const Instruction& i);
  Result<void> bitcast(const Instruction& i);
  Vector<Place> narrowed(const Instruction& i, uint32_t ratio);
  Vector<Place> widened(const Instruction& i, uint32_t ratio);
  uint32_t component_count(TypeId type) const {
    return module_.types[type].kind == dxil::TypeKind::kVector ? count_of(type) : 1;
  }
  TypeId component_type(TypeId type) const {
    return module_.types[type].kind == dxil::TypeKind::kVector ? module_.types[type].element : type;
  }
  void reduce(const Instruction& i);
  void dot(const Instruction& i);
  void extract_value(const Instruction& i);
  void extract_element(const Instruction& i);
  void insert_element(const Instruction& i);
  void shuffle(const Instruction& i);
  void load(const Instruction& i);
  void store(const Instruction& i);
  void match(const Instruction& i);
  void call(const Instruction& i);
  void give_back(const Instruction& i);
  void take_parameters();
  void begin_block(dxil::BlockId block) override;
  void patch_phis();

  TypeId bool_type() { return scalar_type(dxil::TypeKind::kInt, 1); }
  void find_arrays();
  void make_arrays();
  ValueId array_of(ValueId old_vector);
  ValueId compare_index(const Instruction& like, ValueId index, TypeId index_type, uint32_t n);
  ValueId index_in_piece(const Instruction& like, ValueId index, TypeId index_type);
  ValueId joined(const Instruction& like, TypeId element, std::span<const Place> places);
  ValueId variable(const Instruction& like, TypeId vector);
  void write(const Instruction& like, ValueId old_vector, ValueId variable);
  Vector<ValueId> read(const Instruction& like, TypeId vector, ValueId variable);
  ValueId read_element(const Instruction& like, TypeId element, ValueId variable, ValueId index);
  ValueId from_memory(const Instruction& like, TypeId type, TypeId stored, ValueId value);
  ValueId index_of_piece(const Instruction& like, ValueId index, TypeId index_type);
  struct RestIndex {
    ValueId is_rest = dxil::kNone, index = dxil::kNone;
  };
  RestIndex index_in_rest(const Instruction& like, TypeId vector, ValueId index, TypeId index_type);
  ValueId inserted_in_rest(const Instruction& like, ValueId old, ValueId value, ValueId index);

  /// Kinds of the old function's types. A table, because they are needed for every operand.
  enum class Kind : uint8_t { kOther, kLong, kStructOfLong };
  static Kind kind_of(const dxil::Module& module, dxil::TypeId type) {
    if (is_long_vector(module, type)) return Kind::kLong;
    const dxil::Type& t = module.types[type];
    const bool is_struct = t.kind == dxil::TypeKind::kStruct && !t.members.empty();
    return is_struct && is_long_vector(module, t.members[0]) ? Kind::kStructOfLong : Kind::kOther;
  }

  const uint32_t most_;
  Vector<Mapped> values_;
  Vector<ValueId> pieces_;
  Vector<PhiPatch> patches_;
  Vector<ValueId> arrays_;       // By old local: address of its array; kWanted if it needs one.
  Vector<Kind> kinds_;           // Indexed by type of the old function.
  Vector<ValueId> new_vectors_;  // Old locals that are to be written to arrays.
  Vector<std::pair<uint32_t, ValueId>> addresses_;  // Parameters that are addresses.
  ValueId result_variable_ = dxil::kNone;           // The address to store the function's result to.
};

}  // namespace trellis::lower
