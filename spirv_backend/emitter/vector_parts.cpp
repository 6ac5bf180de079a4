#include "spirv_backend/emitter/vector_parts.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Constant;
using dxil::ConstantKind;

constexpr uint32_t kMostComponents = 4;  // Components of longer vectors are not tracked.

/// Returns the known components; null if there are none.
VectorComponents* known(FunctionEmitter& e, Id vector) { return e.state().parts.find(vector); }

bool is_known(const VectorComponents* components, uint32_t count) {
  return components != nullptr &&
         std::none_of(components->begin(), components->begin() + count, [](Id id) { return id == 0; });
}

/// Calls `each` with the bit pattern of each component of a constant. Returns false if they are unknown.
template <class Each>
bool for_each_bits(const FunctionEmitter& e, ValueId value, Each&& each) {
  const dxil::Module& program = e.program();
  if (const std::optional<uint64_t> bits = program.scalar_bits(value)) {
    each(*bits);
    return true;
  }
  const Constant* c = program.constant(value);
  if (c == nullptr || (c->kind != ConstantKind::kData && c->kind != ConstantKind::kAggregate)) return false;
  for (uint32_t n = 0; n < c->element_count; ++n) {
    if (c->kind == ConstantKind::kData) {
      each(program.constant_data[c->first_element + n]);
      continue;
    }
    const std::optional<uint64_t> bits = program.scalar_bits(program.constant_elements[c->first_element + n]);
    if (!bits) return false;
    each(*bits);
  }
  return c->element_count != 0;
}

Id shuffled_in_place(FunctionEmitter& e, NumericType type, Id a, Id b, std::span<const int32_t> mask) {
  Vector<uint32_t> words = {a, b};
  for (const int32_t lane : mask) words.push_back(static_cast<uint32_t>(lane));
  return e.op_list(Op::OpVectorShuffle, e.type(type), words);
}

}  // namespace

Id make_vector(FunctionEmitter& e, NumericType type, std::span<const Id> components) {
  if (type.count == 1) return components[0];
  const Id made = e.op_list_once(Op::OpCompositeConstruct, e.type(type), components.first(type.count));
  if (type.count > kMostComponents) return made;
  VectorComponents& parts = e.state().parts.add(made);
  std::copy_n(components.begin(), type.count, parts.begin());
  return made;
}

Id vector_component(FunctionEmitter& e, NumericType type, Id vector, uint32_t n) {
  if (type.count == 1) return vector;
  if (type.count > kMostComponents) return extract(e, type.scalar(), vector, n);
  if (const VectorComponents* parts = known(e, vector); parts != nullptr && (*parts)[n] != 0) {
    return (*parts)[n];
  }
  return e.op_once(Op::OpCompositeExtract, type.scalar(), vector, n);
}

Id operand_component(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand, uint32_t n) {
  const ValueId value = e.operand_value(i, operand);
  const NumericType type = e.operand_type(i, operand);
  const Constant* c = e.program().constant(value);
  if (c != nullptr && type.count > 1) {
    switch (c->kind) {
      case ConstantKind::kAggregate:
        return e.use(e.program().constant_elements[c->first_element + n]);
      case ConstantKind::kData:
        if (type.bits == e.program().types[e.program().types[e.operand_type_id(i, operand)].element].bits)
          return e.constant(type.scalar(), e.program().constant_data[c->first_element + n]);
        break;
      case ConstantKind::kNull:
        return e.constant(type.scalar(), 0);
      default:
        break;
    }
  }
  return vector_component(e, type, e.use(value), n);
}

Id with_component(FunctionEmitter& e, NumericType type, Id vector, bool is_undef, Id value, uint32_t n) {
  if (type.count == 1) return value;
  if (type.count > kMostComponents) return e.op(Op::OpCompositeInsert, type, value, vector, n);
  VectorComponents parts = {};
  if (!is_undef) {
    if (const VectorComponents* old = known(e, vector)) parts = *old;
  }
  parts[n] = value;
  if (is_known(&parts, type.count)) return make_vector(e, type, parts);
  const Id made = e.op(Op::OpCompositeInsert, type, value, vector, n);
  e.state().parts.add(made) = parts;
  return made;
}

Id shuffled(FunctionEmitter& e, NumericType type, uint32_t count, Id a, Id b, std::span<const int32_t> mask) {
  if (std::max<uint32_t>(count, type.count) > kMostComponents) return shuffled_in_place(e, type, a, b, mask);
  VectorComponents parts = {};
  bool is_made = true, is_same = count == type.count;
  const VectorComponents *of_a = known(e, a), *of_b = known(e, b);
  Id any = 0;
  for (uint32_t n = 0; n < type.count; ++n) {
    const auto lane = static_cast<uint32_t>(mask[n]);
    is_same &= lane == n;
    if (lane >= 2 * count) continue;
    const VectorComponents* source = lane < count ? of_a : of_b;
    parts[n] = source == nullptr ? 0 : (*source)[lane % count];
    is_made &= parts[n] != 0;
    if (any == 0) any = parts[n];
  }
  if (is_same) return a;
  if (is_made && any != 0) {
    for (Id& part : parts) part = part == 0 ? any : part;
    return make_vector(e, type, parts);
  }
  return shuffled_in_place(e, type, a, b, mask);
}

std::optional<uint64_t> splat_bits(const FunctionEmitter& e, ValueId value) {
  std::optional<uint64_t> all;
  bool is_splat = true;
  const bool is_constant = for_each_bits(e, value, [&](uint64_t bits) {
    is_splat &= all.value_or(bits) == bits;
    all = bits;
  });
  return is_constant && is_splat ? all : std::nullopt;
}

bool all_bits(const FunctionEmitter& e, ValueId value, bool (*is_such)(uint64_t bits, uint64_t limit),
              uint64_t limit) {
  bool all = true;
  return for_each_bits(e, value, [&](uint64_t bits) { all &= is_such(bits, limit); }) && all;
}

}  // namespace trellis::spirv
