#include "spirv_backend/program/long_vectors.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/program/function_copy.hpp"
#include "spirv_backend/program/linear_algebra.hpp"
#include "spirv_backend/program/locate.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Op;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

constexpr uint32_t kLongest = 1024;        // DXIL's own limit.
constexpr uint32_t kMostParameters = 128;  // SPIR-V's own limit is 255.
constexpr uint32_t kMostInPiece = 4;       // Of SPIR-V's vectors.

bool is_long(const Module& module, TypeId type) {
  return type < module.types.size() && module.types[type].kind == TypeKind::kVector &&
         module.types[type].count > 4;
}

/// Whether a function with parameters of these types takes its long vectors by address, not by component: it
/// would have too many parameters otherwise.
bool takes_addresses(const Module& module, std::span<const TypeId> parameters) {
  uint64_t count = 0;
  for (const TypeId type : parameters) count += is_long(module, type) ? module.types[type].count : 1;
  return count > kMostParameters;
}

class FunctionRewriter final : public FunctionCopy {
 public:
  FunctionRewriter(Module& module, Function& function)
      : FunctionCopy(module, function), values_(function.local_types.size()) {}

  Result<void> run();

 private:
  /// What an old local became: one value, or one for each component.
  struct Mapped {
    ValueId single = kNone;
    uint32_t first_element = kNone;  // Into elements_.
  };
  struct PhiPatch {
    uint32_t operand;  // Into new_.operands.
    ValueId value;     // Of the old function.
    uint32_t element;  // kNone: the whole value.
  };

  uint32_t count_of(TypeId type) const { return static_cast<uint32_t>(module_.types[type].count); }
  bool is_too_long(TypeId type) const;
  bool is_long_value(ValueId old_value) const { return is_long(module_, type_of(old_value)); }
  TypeId load_result_type(TypeId element, uint32_t count);
  ValueId whole(ValueId old_value);
  ValueId element(ValueId old_value, uint32_t n);
  void map_whole(const Instruction& i, ValueId value) { values_[i.result - old_.first_local].single = value; }
  void map_elements(const Instruction& i, const Vector<ValueId>& elements);

  Result<void> rewrite(const Instruction& i) override;
  void copy(const Instruction& i);
  void copy_phi(const Instruction& i);
  Result<void> each_component(const Instruction& i);
  Result<void> operation(const Instruction& i);
  Result<void> positions(const Instruction& i);
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

  TypeId bool_type() { return scalar_type(TypeKind::kInt, 1); }
  ValueId variable(const Instruction& like, TypeId vector);
  void write(const Instruction& like, ValueId old_vector, ValueId variable);
  Vector<ValueId> read(const Instruction& like, TypeId vector, ValueId variable);
  ValueId piece(const Instruction& like, ValueId old_vector, uint32_t first, uint32_t count);

  Vector<Mapped> values_;
  Vector<ValueId> elements_;
  Vector<PhiPatch> patches_;
  Vector<std::pair<uint32_t, ValueId>> addresses_;  // Of parameters: which, and where.
  ValueId result_variable_ = kNone;                 // Where the function's result goes.
};

TypeId FunctionRewriter::load_result_type(TypeId element, uint32_t count) {
  Type type;
  type.kind = TypeKind::kStruct;
  type.members.assign(count, element);
  type.members.push_back(scalar_type(TypeKind::kInt, 32));
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

// Values of blocks that the entry does not reach have no counterpart.
ValueId FunctionRewriter::whole(ValueId old_value) {
  if (!is_local(old_value)) return old_value;
  const ValueId single = values_[old_value - old_.first_local].single;
  return single != kNone ? single : constant(type_of(old_value), ConstantKind::kUndef, 0);
}

ValueId FunctionRewriter::element(ValueId old_value, uint32_t n) {
  const TypeId element_type = module_.types[type_of(old_value)].element;
  if (is_local(old_value)) {
    const uint32_t first = values_[old_value - old_.first_local].first_element;
    return first != kNone ? elements_[first + n] : constant(element_type, ConstantKind::kUndef, 0);
  }
  const Constant* c = module_.constant(old_value);
  if (c == nullptr) return constant(element_type, ConstantKind::kUndef, 0);
  if (c->kind == ConstantKind::kAggregate) return module_.constant_elements[c->first_element + n];
  if (c->kind == ConstantKind::kData) {
    return constant(element_type, ConstantKind::kScalar, module_.constant_data[c->first_element + n]);
  }
  return constant(element_type, c->kind, 0);
}

void FunctionRewriter::map_elements(const Instruction& i, const Vector<ValueId>& elements) {
  values_[i.result - old_.first_local].first_element = static_cast<uint32_t>(elements_.size());
  elements_.insert(elements_.end(), elements.begin(), elements.end());
}

void FunctionRewriter::copy(const Instruction& i) {
  Vector<ValueId> operands;
  for (ValueId v : old_.operands_of(i)) operands.push_back(whole(v));
  const ValueId result = add(i, i.type, operands);
  if (i.result != kNone) map_whole(i, result);
}

void FunctionRewriter::copy_phi(const Instruction& i) {
  const bool is_split = is_long(module_, i.type);
  const uint32_t count = is_split ? count_of(i.type) : 1;
  const TypeId type = is_split ? module_.types[i.type].element : i.type;
  Vector<ValueId> results;
  for (uint32_t n = 0; n < count; ++n) {
    const auto first = static_cast<uint32_t>(new_.operands.size());
    results.push_back(add(i, type, Vector<ValueId>(i.operand_count, kNone)));
    for (uint32_t o = 0; o < i.operand_count; ++o) {
      patches_.push_back({first + o, old_.operands_of(i)[o], is_split ? n : kNone});
    }
  }
  if (is_split) {
    map_elements(i, results);
  } else {
    map_whole(i, results[0]);
  }
}

void FunctionRewriter::patch_phis() {
  for (const PhiPatch& patch : patches_) {
    new_.operands[patch.operand] =
        patch.element == kNone ? whole(patch.value) : element(patch.value, patch.element);
  }
}

// One instruction for each component; operands that are no long vectors are shared.
Result<void> FunctionRewriter::each_component(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  uint32_t count = is_long(module_, i.type) ? count_of(i.type) : 0;
  for (ValueId v : operands) {
    if (!is_long_value(v)) continue;
    const uint32_t own = count_of(type_of(v));
    if (count != 0 && own != count) {
      return fail(i, "a cast that changes the number of a long vector's components is not supported");
    }
    count = own;
  }
  if (!is_long(module_, i.type)) return fail(i, "the instruction is not supported for long vectors");
  const TypeId type = module_.types[i.type].element;
  Vector<ValueId> results;
  for (uint32_t n = 0; n < count; ++n) {
    Vector<ValueId> scalars;
    for (ValueId v : operands) scalars.push_back(is_long_value(v) ? element(v, n) : whole(v));
    results.push_back(add(i, type, scalars));
  }
  map_elements(i, results);
  return {};
}

void FunctionRewriter::reduce(const Instruction& i) {
  const ValueId vector = old_.operands_of(i)[0];
  const Opcode opcode = i.op() == Op::kVectorReduceAnd ? Opcode::kAnd : Opcode::kOr;
  ValueId result = element(vector, 0);
  for (uint32_t n = 1; n < count_of(type_of(vector)); ++n) {
    result = add(i, opcode, i.type, {result, element(vector, n)}, 0);
  }
  map_whole(i, result);
}

void FunctionRewriter::dot(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  Instruction arithmetic = i;
  if ((i.flags & dxil::kPrecise) == 0) arithmetic.flags |= dxil::kFast;
  ValueId sum = kNone;
  for (uint32_t n = 0; n < count_of(type_of(operands[0])); ++n) {
    const ValueId a = element(operands[0], n), b = element(operands[1], n);
    const ValueId product = add(arithmetic, Opcode::kFMul, i.type, {a, b}, 0);
    sum = n == 0 ? product : add(arithmetic, Opcode::kFAdd, i.type, {sum, product}, 0);
  }
  map_whole(i, sum);
}

// The result maps to a struct of as many scalars.
Result<void> FunctionRewriter::positions(const Instruction& i) {
  constexpr uint32_t kCount = 9;
  if (!is_long(module_, i.type) || count_of(i.type) != kCount) {
    return fail(i, "the positions of a triangle's vertices are a vector of nine");
  }
  const TypeId element = module_.types[i.type].element;
  Type type;
  type.kind = TypeKind::kStruct;
  type.members.assign(kCount, element);
  module_.types.push_back(std::move(type));
  Vector<ValueId> operands, elements;
  for (ValueId v : old_.operands_of(i)) operands.push_back(whole(v));
  const ValueId all = add(i, static_cast<TypeId>(module_.types.size() - 1), operands);
  for (uint32_t n = 0; n < kCount; ++n) elements.push_back(add(i, Opcode::kExtractValue, element, {all}, n));
  map_elements(i, elements);
  return {};
}

Result<void> FunctionRewriter::operation(const Instruction& i) {
  switch (i.op()) {
    case Op::kRawBufferVectorLoad: {
      // The result is a struct of a long vector; it maps to one of as many scalars.
      const Type& result = module_.types[i.type];
      const TypeId vector = result.members[0];
      const TypeId type = load_result_type(module_.types[vector].element, count_of(vector));
      Vector<ValueId> operands;
      for (ValueId v : old_.operands_of(i)) operands.push_back(whole(v));
      map_whole(i, add(i, type, operands));
      return {};
    }
    case Op::kRawBufferVectorStore: {
      const std::span<const ValueId> old = old_.operands_of(i);
      if (old.size() < 5) return fail(i, "the operation has too few operands");
      Vector<ValueId> operands = {whole(old[0]), whole(old[1]), whole(old[2])};
      for (uint32_t n = 0; n < count_of(type_of(old[3])); ++n) operands.push_back(element(old[3], n));
      operands.push_back(whole(old[4]));
      add(i, i.type, operands);
      return {};
    }
    case Op::kVectorReduceAnd:
    case Op::kVectorReduceOr:
      reduce(i);
      return {};
    case Op::kTriangleObjectPosition:
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
      if (is_linear_algebra(i.op())) return fail(i, kNoLinearAlgebra);
      const dxil::DxilOp* op = dxil::find_op(i.op());
      if (op == nullptr || op->vector_overloads == 0) {
        return fail(i, "the operation is not supported for long vectors");
      }
      return each_component(i);
    }
  }
}

/// Components of an old vector as a vector of up to four, or a scalar.
ValueId FunctionRewriter::piece(const Instruction& like, ValueId old_vector, uint32_t first, uint32_t count) {
  if (count == 1) return element(old_vector, first);
  const TypeId type = sequence_type(TypeKind::kVector, module_.types[type_of(old_vector)].element, count);
  ValueId made = undef(type);
  for (uint32_t n = 0; n < count; ++n) {
    made = add(like, Opcode::kInsertElement, type, {made, element(old_vector, first + n), i32(n)}, 0);
  }
  return made;
}

/// The lanes that have the same vector: those that have the same pieces, all of them.
void FunctionRewriter::match(const Instruction& i) {
  constexpr uint32_t kWords = 4;
  const ValueId vector = old_.operands_of(i)[0];
  const uint32_t count = count_of(type_of(vector));
  const TypeId word = scalar_type(TypeKind::kInt, 32);
  Vector<ValueId> words;
  for (uint32_t first = 0; first < count; first += kMostInPiece) {
    const ValueId lanes = add(i, i.type, {piece(i, vector, first, std::min(kMostInPiece, count - first))});
    for (uint32_t n = 0; n < kWords; ++n) {
      const ValueId own = add(i, Opcode::kExtractValue, word, {lanes}, n);
      if (first == 0) {
        words.push_back(own);
      } else {
        words[n] = add(i, Opcode::kAnd, word, {words[n], own}, 0);
      }
    }
  }
  map_elements(i, words);
}

void FunctionRewriter::extract_value(const Instruction& i) {
  const ValueId aggregate = old_.operands_of(i)[0];
  if (is_local(aggregate) && values_[aggregate - old_.first_local].first_element != kNone) {
    map_whole(i, elements_[values_[aggregate - old_.first_local].first_element + i.aux]);
    return;
  }
  const Type& type = module_.types[type_of(aggregate)];
  const bool is_split = !type.members.empty() && is_long(module_, type.members[0]);
  if (!is_split) {
    copy(i);
    return;
  }
  const uint32_t count = count_of(type.members[0]);
  const ValueId from = whole(aggregate);
  if (i.aux != 0) {
    map_whole(i, add(i, Opcode::kExtractValue, i.type, {from}, count));
    return;
  }
  Vector<ValueId> elements;
  const TypeId element_type = module_.types[type.members[0]].element;
  for (uint32_t n = 0; n < count; ++n) {
    elements.push_back(add(i, Opcode::kExtractValue, element_type, {from}, n));
  }
  map_elements(i, elements);
}

void FunctionRewriter::extract_element(const Instruction& i) {
  const ValueId vector = old_.operands_of(i)[0], index = old_.operands_of(i)[1];
  const uint32_t count = count_of(type_of(vector));
  if (const auto bits = scalar_bits(index)) {
    map_whole(i, *bits < count ? element(vector, static_cast<uint32_t>(*bits))
                               : constant(i.type, ConstantKind::kUndef, 0));
    return;
  }
  ValueId result = element(vector, 0);
  const TypeId i1 = scalar_type(TypeKind::kInt, 1), index_type = type_of(index);
  for (uint32_t n = 1; n < count; ++n) {
    const ValueId wanted = constant(index_type, ConstantKind::kScalar, n);
    const ValueId is_it =
        add(i, Opcode::kICmp, i1, {whole(index), wanted}, static_cast<uint32_t>(dxil::Predicate::kEq));
    result = add(i, Opcode::kSelect, i.type, {is_it, element(vector, n), result}, 0);
  }
  map_whole(i, result);
}

void FunctionRewriter::insert_element(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const uint32_t count = count_of(i.type);
  const TypeId i1 = scalar_type(TypeKind::kInt, 1), element_type = module_.types[i.type].element;
  const auto bits = scalar_bits(operands[2]);
  Vector<ValueId> elements;
  for (uint32_t n = 0; n < count; ++n) {
    const ValueId old = element(operands[0], n);
    if (bits) {
      elements.push_back(*bits == n ? whole(operands[1]) : old);
      continue;
    }
    const ValueId wanted = constant(type_of(operands[2]), ConstantKind::kScalar, n);
    const ValueId is_it =
        add(i, Opcode::kICmp, i1, {whole(operands[2]), wanted}, static_cast<uint32_t>(dxil::Predicate::kEq));
    elements.push_back(add(i, Opcode::kSelect, element_type, {is_it, whole(operands[1]), old}, 0));
  }
  map_elements(i, elements);
}

void FunctionRewriter::shuffle(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const TypeId element_type = module_.types[i.type].element;
  const uint32_t source_count = count_of(type_of(operands[0]));
  Vector<ValueId> elements;
  for (uint32_t n = 0; n < count_of(i.type); ++n) {
    const int32_t lane = old_.shuffle_masks[i.aux + n];
    if (lane < 0 || static_cast<uint32_t>(lane) >= 2 * source_count) {
      elements.push_back(constant(element_type, ConstantKind::kUndef, 0));
      continue;
    }
    const ValueId source = operands[static_cast<uint32_t>(lane) / source_count];
    const uint32_t from = static_cast<uint32_t>(lane) % source_count;
    elements.push_back(is_long_value(source)
                           ? element(source, from)
                           : add(i, Opcode::kExtractElement, element_type, {whole(source), i32(from)}, 0));
  }
  if (is_long(module_, i.type)) {
    map_elements(i, elements);
    return;
  }
  ValueId vector = constant(i.type, ConstantKind::kUndef, 0);
  for (uint32_t n = 0; n < elements.size(); ++n) {
    vector = add(i, Opcode::kInsertElement, i.type, {vector, elements[n], i32(n)}, 0);
  }
  map_whole(i, vector);
}

void FunctionRewriter::load(const Instruction& i) {
  const ValueId pointer = old_.operands_of(i)[0];
  const TypeId element_type = module_.types[i.type].element;
  Vector<ValueId> elements;
  for (uint32_t n = 0; n < count_of(i.type); ++n) {
    const ValueId at = add(i, Opcode::kGep, type_of(pointer), {whole(pointer), i32(n)}, element_type);
    elements.push_back(add(i, Opcode::kLoad, element_type, {at}, i.aux));
  }
  map_elements(i, elements);
}

void FunctionRewriter::store(const Instruction& i) {
  const ValueId value = old_.operands_of(i)[0], pointer = old_.operands_of(i)[1];
  const TypeId element_type = module_.types[type_of(value)].element;
  for (uint32_t n = 0; n < count_of(type_of(value)); ++n) {
    const ValueId at = add(i, Opcode::kGep, type_of(pointer), {whole(pointer), i32(n)}, element_type);
    add(i, Opcode::kStore, i.type, {element(value, n), at}, i.aux);
  }
}

/// A local variable for a vector. Bools have no form in memory: they lie there as integers.
ValueId FunctionRewriter::variable(const Instruction& like, TypeId vector) {
  TypeId element = module_.types[vector].element;
  if (element == bool_type()) element = scalar_type(TypeKind::kInt, 32);
  const TypeId type = sequence_type(TypeKind::kArray, element, count_of(vector));
  return add(like, Opcode::kAlloca, pointer_type(), {}, type);
}

void FunctionRewriter::write(const Instruction& like, ValueId old_vector, ValueId variable) {
  const TypeId vector = type_of(old_vector), element_type = module_.types[vector].element;
  const TypeId word = scalar_type(TypeKind::kInt, 32), nothing = scalar_type(TypeKind::kVoid, 0);
  const bool is_bool = element_type == bool_type();
  const TypeId stored = is_bool ? word : element_type;
  for (uint32_t n = 0; n < count_of(vector); ++n) {
    const ValueId at = add(like, Opcode::kGep, pointer_type(), {variable, i32(n)}, stored);
    ValueId value = element(old_vector, n);
    if (is_bool) value = add(like, Opcode::kZExt, word, {value}, 0);
    add(like, Opcode::kStore, nothing, {value, at}, 1);
  }
}

Vector<ValueId> FunctionRewriter::read(const Instruction& like, TypeId vector, ValueId variable) {
  const TypeId element_type = module_.types[vector].element;
  const bool is_bool = element_type == bool_type();
  const TypeId stored = is_bool ? scalar_type(TypeKind::kInt, 32) : element_type;
  Vector<ValueId> elements;
  for (uint32_t n = 0; n < count_of(vector); ++n) {
    const ValueId at = add(like, Opcode::kGep, pointer_type(), {variable, i32(n)}, stored);
    ValueId value = add(like, Opcode::kLoad, stored, {at}, 1);
    if (is_bool) {
      value = add(like, Opcode::kICmp, element_type, {value, constant(stored, ConstantKind::kScalar, 0)},
                  static_cast<uint32_t>(dxil::Predicate::kNe));
    }
    elements.push_back(value);
  }
  return elements;
}

/// The caller's variable for a result that is a long vector is the last argument.
void FunctionRewriter::call(const Instruction& i) {
  Instruction memory = i;
  memory.flags = 0;
  Vector<TypeId> types;
  for (const ValueId v : old_.operands_of(i)) types.push_back(type_of(v));
  const bool by_address = takes_addresses(module_, types);
  Vector<ValueId> operands;
  for (const ValueId v : old_.operands_of(i)) {
    if (!is_long_value(v)) {
      operands.push_back(whole(v));
    } else if (by_address) {
      operands.push_back(variable(memory, type_of(v)));
      write(memory, v, operands.back());
    } else {
      for (uint32_t n = 0; n < count_of(type_of(v)); ++n) operands.push_back(element(v, n));
    }
  }
  if (!is_long(module_, i.type)) {
    const ValueId result = add(i, i.type, operands);
    if (i.result != kNone) map_whole(i, result);
    return;
  }
  const ValueId result = variable(memory, i.type);
  operands.push_back(result);
  add(i, scalar_type(TypeKind::kVoid, 0), operands);
  map_elements(i, read(memory, i.type, result));
}

void FunctionRewriter::give_back(const Instruction& i) {
  write(i, old_.operands_of(i)[0], result_variable_);
  add(i, i.type, {});
}

Result<void> FunctionRewriter::rewrite(const Instruction& i) {
  if (i.opcode == Opcode::kPhi) {
    copy_phi(i);
    return {};
  }
  if (i.opcode == Opcode::kExtractValue) {
    extract_value(i);
    return {};
  }
  bool is_concerned = is_long(module_, i.type);
  for (ValueId v : old_.operands_of(i)) is_concerned |= is_long_value(v);
  if (module_.types[i.type].kind == TypeKind::kStruct && !module_.types[i.type].members.empty()) {
    is_concerned |= is_long(module_, module_.types[i.type].members[0]);
  }
  if (!is_concerned) {
    copy(i);
    return {};
  }
  for (ValueId v : old_.operands_of(i)) {
    if (is_long_value(v) && count_of(type_of(v)) > kLongest) return fail(i, "a vector that is too long");
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
  return each_component(i);
}

/// Components of parameters that come by address are read where the function begins.
void FunctionRewriter::take_parameters() {
  const bool by_address = takes_addresses(module_, old_.argument_types);
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) {
    const TypeId type = old_.argument_types[a];
    if (!is_long(module_, type)) {
      new_.argument_types.push_back(type);
      values_[a].single = new_local(type);
    } else if (by_address) {
      new_.argument_types.push_back(pointer_type());
      addresses_.push_back({a, new_local(pointer_type())});
    } else {
      const TypeId element_type = module_.types[type].element;
      values_[a].first_element = static_cast<uint32_t>(elements_.size());
      for (uint32_t n = 0; n < count_of(type); ++n) {
        new_.argument_types.push_back(element_type);
        elements_.push_back(new_local(element_type));
      }
    }
  }
  new_.return_type = old_.return_type;
  if (!is_long(module_, old_.return_type)) return;
  new_.return_type = scalar_type(TypeKind::kVoid, 0);
  new_.argument_types.push_back(pointer_type());
  result_variable_ = new_local(pointer_type());
}

void FunctionRewriter::begin_block(dxil::BlockId block) {
  if (block != 0) return;
  for (const auto& [parameter, address] : addresses_) {
    values_[parameter].first_element = static_cast<uint32_t>(elements_.size());
    const Vector<ValueId> elements = read(Instruction{}, old_.argument_types[parameter], address);
    elements_.insert(elements_.end(), elements.begin(), elements.end());
  }
}

/// The limit is DXIL's, and the reader's module may say anything.
bool FunctionRewriter::is_too_long(TypeId type) const {
  if (is_long(module_, type)) return module_.types[type].count > kLongest;
  return std::ranges::any_of(module_.types[type].members, [this](TypeId member) {
    return is_long(module_, member) && module_.types[member].count > kLongest;
  });
}

Result<void> FunctionRewriter::run() {
  for (const TypeId type : old_.local_types) {
    if (!is_too_long(type)) continue;
    Diagnostic diagnostic = unsupported("a vector of more than 1024 components");
    diagnostic.where.function = old_.name;
    return diagnostic;
  }
  take_parameters();
  if (Result<void> done = copy_body(); !done) return done;
  patch_phis();
  copy_names([this](ValueId value) { return values_[value - old_.first_local].single; });
  return {};
}

}  // namespace

bool has_long_vectors(const Module& module) {
  for (TypeId t = 0; t < module.types.size(); ++t) {
    if (!is_long(module, t)) continue;
    for (const Function& function : module.functions) {
      for (TypeId local : function.local_types) {
        if (is_long(module, local)) return true;
      }
      // Constants are in no list of locals.
      for (dxil::ValueId v : function.operands) {
        if (is_long(module, module.type_of(function, v))) return true;
      }
    }
    return false;
  }
  return false;
}

Result<void> scalarize_long_vectors(dxil::Shader& shader) {
  Module& module = shader.module;
  Vector<Function> rewritten;
  rewritten.reserve(module.functions.size());
  for (Function& function : module.functions) {
    FunctionRewriter rewriter(module, function);
    if (!function.blocks.empty()) {
      if (Result<void> done = rewriter.run(); !done) return done;
      rewritten.push_back(rewriter.take());
    } else {
      rewritten.push_back(function);
    }
  }
  module.functions = std::move(rewritten);
  number_locals(module);
  return {};
}

}  // namespace trellis::spirv
