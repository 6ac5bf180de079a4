#include "spirv_backend/program/long_vectors.hpp"

#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/program/function_copy.hpp"
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

constexpr uint32_t kLongest = 1024;  // DXIL's own limit.

bool is_long(const Module& module, TypeId type) {
  return type < module.types.size() && module.types[type].kind == TypeKind::kVector &&
         module.types[type].count > 4;
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
  void reduce(const Instruction& i);
  void dot(const Instruction& i);
  void extract_value(const Instruction& i);
  void extract_element(const Instruction& i);
  void insert_element(const Instruction& i);
  void shuffle(const Instruction& i);
  void load(const Instruction& i);
  void store(const Instruction& i);
  void patch_phis();

  Vector<Mapped> values_;
  Vector<ValueId> elements_;
  Vector<PhiPatch> patches_;
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
    case Op::kFDot:
      dot(i);
      return {};
    default: {
      const dxil::DxilOp* op = dxil::find_op(i.op());
      if (op == nullptr || op->vector_overloads == 0) {
        return fail(i, "the operation is not supported for long vectors");
      }
      return each_component(i);
    }
  }
}

void FunctionRewriter::extract_value(const Instruction& i) {
  const ValueId aggregate = old_.operands_of(i)[0];
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
    default:
      break;
  }
  const bool is_component_wise = i.opcode >= Opcode::kAdd && i.opcode <= Opcode::kFreeze;
  if (!is_component_wise) return fail(i, "the instruction is not supported for long vectors");
  return each_component(i);
}

Result<void> FunctionRewriter::run() {
  new_.return_type = old_.return_type;
  new_.argument_types = old_.argument_types;
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) {
    if (is_long(module_, old_.argument_types[a])) {
      Diagnostic diagnostic = unsupported("a function parameter that is a long vector");
      diagnostic.where.function = old_.name;
      return diagnostic;
    }
    values_[a].single = new_local(old_.argument_types[a]);
  }
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
