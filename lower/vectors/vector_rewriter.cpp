#include "lower/vectors/vector_rewriter.hpp"

#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/analysis/locate.hpp"

namespace trellis::lower {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

namespace {

constexpr uint32_t kLongest = 1024;  // DXIL's own limit.

}  // namespace

TypeId VectorRewriter::load_result_type(TypeId vector, bool has_status) {
  Type type;
  type.kind = TypeKind::kStruct;
  for (uint32_t p = 0; p < piece_count(vector); ++p) type.members.push_back(piece_type(vector, p));
  if (has_status) type.members.push_back(scalar_type(TypeKind::kInt, 32));
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

// Values of unreachable blocks are not rewritten: undef replaces them.
ValueId VectorRewriter::whole(ValueId old_value) {
  if (!is_local(old_value)) return old_value;
  const ValueId single = values_[old_value - old_.first_local].single;
  return single != kNone ? single : undef(type_of(old_value));
}

ValueId VectorRewriter::piece(ValueId old_value, uint32_t p) {
  if (!is_local(old_value)) return constant_piece(old_value, p);
  const uint32_t first = values_[old_value - old_.first_local].first_piece;
  return first != kNone ? pieces_[first + p] : undef(piece_type(type_of(old_value), p));
}

ValueId VectorRewriter::constant_piece(ValueId old_value, uint32_t p) {
  const TypeId vector = type_of(old_value), type = piece_type(vector, p);
  const uint32_t count = piece_size(vector, p);
  const Constant* known = module_.constant(old_value);
  Constant c = known == nullptr ? Constant{} : *known;
  if (c.kind != ConstantKind::kAggregate && c.kind != ConstantKind::kData) return constant(type, c.kind, 0);
  c.first_element += p * most_;
  if (count == 1 && c.kind == ConstantKind::kAggregate) return module_.constant_elements[c.first_element];
  if (count == 1) return constant(type, ConstantKind::kScalar, module_.constant_data[c.first_element]);
  const ValueId made = constant(type, c.kind, 0);
  module_.constants.back().first_element = c.first_element;
  module_.constants.back().element_count = count;
  return made;
}

VectorRewriter::Place VectorRewriter::place_of(ValueId old_value, uint32_t n) {
  const TypeId type = type_of(old_value);
  if (!is_long_vector(module_, type)) return {whole(old_value), type, n};
  const uint32_t p = n / most_;
  return {piece(old_value, p), piece_type(type, p), n % most_};
}

ValueId VectorRewriter::at(const Instruction& like, const Place& place) {
  if (module_.types[place.type].kind != TypeKind::kVector) return place.value;
  return add(like, Opcode::kExtractElement, module_.types[place.type].element,
             {place.value, i32(place.component)}, 0);
}

void VectorRewriter::map_pieces(const Instruction& i, const Vector<ValueId>& pieces) {
  values_[i.result - old_.first_local].first_piece = static_cast<uint32_t>(pieces_.size());
  pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  if (arrays_[i.result - old_.first_local] == kWanted) new_vectors_.push_back(i.result);
}

void VectorRewriter::copy(const Instruction& i) {
  for (ValueId v : old_.operands_of(i)) new_.operands.push_back(whole(v));
  const ValueId result = add_with_last(i, i.type, i.operand_count);
  if (i.result != kNone) map_whole(i, result);
}

void VectorRewriter::copy_phi(const Instruction& i) {
  const bool is_split = is_long_vector(module_, i.type);
  const uint32_t count = is_split ? piece_count(i.type) : 1;
  Vector<ValueId> results;
  for (uint32_t p = 0; p < count; ++p) {
    const auto first = static_cast<uint32_t>(new_.operands.size());
    const TypeId type = is_split ? piece_type(i.type, p) : i.type;
    results.push_back(add(i, type, Vector<ValueId>(i.operand_count, kNone)));
    for (uint32_t o = 0; o < i.operand_count; ++o) {
      patches_.push_back({first + o, old_.operands_of(i)[o], is_split ? p : kNone});
    }
  }
  if (is_split) {
    map_pieces(i, results);
  } else {
    map_whole(i, results[0]);
  }
}

void VectorRewriter::patch_phis() {
  for (const PhiPatch& patch : patches_) {
    new_.operands[patch.operand] =
        patch.piece == kNone ? whole(patch.value) : piece(patch.value, patch.piece);
  }
}

// Emits one instruction for each piece. Operands that are not long vectors are shared.
Result<void> VectorRewriter::each_piece(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  uint32_t count = is_long_vector(module_, i.type) ? count_of(i.type) : 0;
  for (ValueId v : operands) {
    if (!is_long_value(v)) continue;
    const uint32_t own = count_of(type_of(v));
    if (count != 0 && own != count) return fail(i, "the vector operands of an instruction differ in length");
    count = own;
  }
  if (!is_long_vector(module_, i.type)) return fail(i, "the instruction is not supported for long vectors");
  Vector<ValueId> results;
  results.reserve(pieces_of(count));
  for (uint32_t p = 0; p < pieces_of(count); ++p) {
    for (ValueId v : operands) new_.operands.push_back(is_long_value(v) ? piece(v, p) : whole(v));
    results.push_back(add_with_last(i, piece_type(i.type, p), i.operand_count));
  }
  map_pieces(i, results);
  return {};
}

/// First combines the pieces of full size into one, then adds the shorter piece at the end.
void VectorRewriter::reduce(const Instruction& i) {
  const ValueId vector = old_.operands_of(i)[0];
  const TypeId type = type_of(vector);
  const Opcode opcode = i.op() == Op::kVectorReduceAnd ? Opcode::kAnd : Opcode::kOr;
  ValueId all = piece(vector, 0);
  for (uint32_t p = 1; p < count_of(type) / most_; ++p) {
    all = add(i, opcode, piece_type(type, 0), {all, piece(vector, p)}, 0);
  }
  ValueId result = add(i, i.type, {all});
  if (const uint32_t last = piece_count(type) - 1, rest = piece_size(type, last); rest != most_) {
    const ValueId value = piece(vector, last);
    result = add(i, opcode, i.type, {result, rest == 1 ? value : add(i, i.type, {value})}, 0);
  }
  map_whole(i, result);
}

/// A precise dot product is summed from component 0 on. The order of others is unspecified.
void VectorRewriter::dot(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const TypeId vector = type_of(operands[0]);
  Instruction arithmetic = i;
  if ((i.flags & dxil::kPrecise) == 0) arithmetic.flags |= dxil::kFast;
  ValueId sum = kNone;
  const auto plus = [&](ValueId term) {
    sum = sum == kNone ? term : add(arithmetic, Opcode::kFAdd, i.type, {sum, term}, 0);
  };
  for (uint32_t p = 0; p < piece_count(vector); ++p) {
    const ValueId a = piece(operands[0], p), b = piece(operands[1], p);
    const TypeId type = piece_type(vector, p);
    const uint32_t size = piece_size(vector, p);
    if (size > 1 && (i.flags & dxil::kPrecise) == 0) {
      plus(add(i, i.type, {a, b}));
      continue;
    }
    const ValueId products = add(arithmetic, Opcode::kFMul, type, {a, b}, 0);
    for (uint32_t n = 0; n < size; ++n) plus(at(i, {products, type, n}));
  }
  map_whole(i, sum);
}

// Replaces the result with a struct of its pieces.
Result<void> VectorRewriter::positions(const Instruction& i) {
  constexpr uint32_t kCount = 9;
  if (!is_long_vector(module_, i.type) || count_of(i.type) != kCount) {
    return fail(i, "the positions of a triangle's vertices must be a vector of nine");
  }
  Vector<ValueId> operands, pieces;
  for (ValueId v : old_.operands_of(i)) operands.push_back(whole(v));
  const ValueId all = add(i, load_result_type(i.type, false), operands);
  for (uint32_t p = 0; p < piece_count(i.type); ++p) {
    pieces.push_back(add(i, Opcode::kExtractValue, piece_type(i.type, p), {all}, p));
  }
  map_pieces(i, pieces);
  return {};
}

Result<void> VectorRewriter::operation(const Instruction& i) {
  switch (i.op()) {
    case Op::kRawBufferVectorLoad: {
      // The original result is a struct with a long vector; the new one is a struct with its pieces.
      const TypeId vector = module_.types[i.type].members[0];
      const TypeId type = load_result_type(vector, true);
      Vector<ValueId> operands;
      for (ValueId v : old_.operands_of(i)) operands.push_back(whole(v));
      map_whole(i, add(i, type, operands));
      return {};
    }
    case Op::kRawBufferVectorStore: {
      const std::span<const ValueId> old = old_.operands_of(i);
      if (old.size() < 5) return fail(i, "the operation has too few operands");
      Vector<ValueId> operands = {whole(old[0]), whole(old[1]), whole(old[2])};
      for (uint32_t p = 0; p < piece_count(type_of(old[3])); ++p) operands.push_back(piece(old[3], p));
      operands.push_back(whole(old[4]));
      add(i, i.type, operands);
      return {};
    }
    case Op::kVectorReduceAnd:
    case Op::kVectorReduceOr:
      reduce(i);
      return {};
    case Op::kTriangleObjectPosition:
    case Op::kHitObject_TriangleObjectPosition:
    case Op::kRayQuery_CandidateTriangleObjectPosition:
    case Op::kRayQuery_CommittedTriangleObjectPosition:
      return positions(i);
    case Op::kFDot:
      dot(i);
      return {};
    case Op::kWaveMatch:
      match(i);
      return {};
    default: {
      const dxil::DxilOp* op = dxil::find_op(i.op());
      if (op == nullptr || op->vector_overloads == 0) {
        return fail(i, "the operation is not supported for long vectors");
      }
      return each_piece(i);
    }
  }
}

/// Lanes have the same vector if they match in every piece, so the masks of all pieces are ANDed.
void VectorRewriter::match(const Instruction& i) {
  constexpr uint32_t kWords = 4;
  const ValueId vector = old_.operands_of(i)[0];
  const TypeId word = scalar_type(TypeKind::kInt, 32);
  Vector<ValueId> words;
  for (uint32_t p = 0; p < piece_count(type_of(vector)); ++p) {
    const ValueId lanes = add(i, i.type, {piece(vector, p)});
    for (uint32_t n = 0; n < kWords; ++n) {
      const ValueId own = add(i, Opcode::kExtractValue, word, {lanes}, n);
      if (p == 0) {
        words.push_back(own);
      } else {
        words[n] = add(i, Opcode::kAnd, word, {words[n], own}, 0);
      }
    }
  }
  map_pieces(i, words);
}

void VectorRewriter::extract_value(const Instruction& i) {
  const ValueId aggregate = old_.operands_of(i)[0];
  if (is_local(aggregate) && values_[aggregate - old_.first_local].first_piece != kNone) {
    map_whole(i, pieces_[values_[aggregate - old_.first_local].first_piece + i.aux]);
    return;
  }
  const Type& type = module_.types[type_of(aggregate)];
  const bool is_split = !type.members.empty() && is_long_vector(module_, type.members[0]);
  if (!is_split) {
    copy(i);
    return;
  }
  const TypeId vector = type.members[0];
  const ValueId from = whole(aggregate);
  if (i.aux != 0) {
    map_whole(i, add(i, Opcode::kExtractValue, i.type, {from}, piece_count(vector)));
    return;
  }
  Vector<ValueId> pieces;
  for (uint32_t p = 0; p < piece_count(vector); ++p) {
    pieces.push_back(add(i, Opcode::kExtractValue, piece_type(vector, p), {from}, p));
  }
  map_pieces(i, pieces);
}

bool VectorRewriter::is_concerned(const Instruction& i) const {
  if (kinds_[i.type] != Kind::kOther) return true;
  for (ValueId v : old_.operands_of(i)) {
    if (is_long_value(v)) return true;
  }
  return false;
}

Result<void> VectorRewriter::rewrite(const Instruction& i) {
  if (i.opcode == Opcode::kPhi) {
    copy_phi(i);
    return {};
  }
  if (!new_vectors_.empty()) make_arrays();
  if (i.opcode == Opcode::kExtractValue) {
    extract_value(i);
    return {};
  }
  if (!is_concerned(i)) {
    copy(i);
    return {};
  }
  for (ValueId v : old_.operands_of(i)) {
    if (is_long_value(v) && count_of(type_of(v)) > kLongest) return fail(i, "the vector is too long");
  }
  switch (i.opcode) {
    case Opcode::kDxOp:
      return operation(i);
    case Opcode::kExtractElement:
      extract_element(i);
      return {};
    case Opcode::kInsertElement:
      insert_element(i);
      return {};
    case Opcode::kShuffleVector:
      shuffle(i);
      return {};
    case Opcode::kLoad:
      load(i);
      return {};
    case Opcode::kStore:
      store(i);
      return {};
    case Opcode::kBitcast:
      return bitcast(i);
    case Opcode::kCall:
      call(i);
      return {};
    case Opcode::kReturn:
      give_back(i);
      return {};
    default:
      break;
  }
  const bool is_component_wise = i.opcode >= Opcode::kAdd && i.opcode <= Opcode::kFreeze;
  if (!is_component_wise) return fail(i, "the instruction is not supported for long vectors");
  return each_piece(i);
}

/// 1024 is DXIL's limit, which the reader does not enforce.
bool VectorRewriter::is_too_long(TypeId type) const {
  if (is_long_vector(module_, type)) return module_.types[type].count > kLongest;
  return std::ranges::any_of(module_.types[type].members, [this](TypeId member) {
    return is_long_vector(module_, member) && module_.types[member].count > kLongest;
  });
}

Result<void> VectorRewriter::run() {
  for (const TypeId type : old_.local_types) {
    if (!is_too_long(type)) continue;
    Diagnostic diagnostic = unsupported("a vector of more than 1024 components");
    diagnostic.where.function = old_.name;
    return diagnostic;
  }
  find_arrays();
  take_parameters();
  TRELLIS_RETURN_IF_ERROR(copy_body());
  patch_phis();
  copy_names([this](ValueId value) { return values_[value - old_.first_local].single; });
  copy_bindings([this](ValueId value) { return values_[value - old_.first_local].single; });
  return {};
}

}  // namespace trellis::lower
