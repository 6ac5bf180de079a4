#include "lower/memory/aggregate_values.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dxil_frontend/program/addresses.hpp"
#include "lower/analysis/locate.hpp"
#include "lower/edit/function_copy.hpp"
#include "support/containers.hpp"

namespace trellis::lower {
namespace {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

constexpr uint32_t kMostLeaves = 1024;
constexpr uint32_t kMaxDepth = 64;
constexpr uint64_t kMostParts = 1u << 20;  // Leaves that the rewrite of a function may create.

/// Whether values of the type are split. Handles and other objects of DXIL, which contain pointers, are not.
bool is_aggregate(const Module& module, TypeId type) {
  const Type& t = module.types[type];
  if (t.kind == TypeKind::kArray) return true;
  if (t.kind != TypeKind::kStruct || std::string_view(t.name).starts_with("dx.types.Handle")) return false;
  return std::none_of(t.members.begin(), t.members.end(),
                      [&](TypeId member) { return module.types[member].kind == TypeKind::kPointer; });
}

/// A scalar, vector or handle somewhere in an aggregate.
struct Leaf {
  TypeId type = kNone;
  Vector<uint32_t> path;  ///< The indices that lead to it from the outermost aggregate.
};

/// The leaves of types. Computes those of a type once.
class LeafTable {
 public:
  explicit LeafTable(const Module& module) : module_(module) {}

  /// Returns null if the type has no leaves or too many.
  const Vector<Leaf>* of(TypeId type) {
    const auto known = leaves_.find(type);
    if (known != leaves_.end()) return known->second.empty() ? nullptr : &known->second;
    Vector<Leaf> found;
    Vector<uint32_t> path;
    if (!collect(type, path, found)) found.clear();
    const auto& kept = leaves_.emplace(type, std::move(found)).first->second;
    return kept.empty() ? nullptr : &kept;
  }
  /// Returns the index of the first leaf of a member of the type, and the number of the member's leaves.
  std::pair<uint32_t, uint32_t> range_of(TypeId type, uint32_t member) {
    uint32_t first = 0, count = 0;
    for (const Leaf& leaf : *of(type)) {
      if (leaf.path.front() < member) ++first;
      if (leaf.path.front() == member) ++count;
    }
    return {first, count};
  }

 private:
  // kMaxDepth bounds the recursion.
  bool collect(TypeId type, Vector<uint32_t>& path, Vector<Leaf>& found) {
    if (!is_aggregate(module_, type)) {
      found.push_back({type, path});
      return found.size() <= kMostLeaves;
    }
    if (path.size() == kMaxDepth) return false;
    const Type& t = module_.types[type];
    const uint64_t count = t.kind == TypeKind::kArray ? t.count : t.members.size();
    if (count > kMostLeaves) return false;
    for (uint32_t n = 0; n < count; ++n) {
      path.push_back(n);
      if (!collect(t.kind == TypeKind::kArray ? t.element : t.members[n], path, found)) return false;
      path.pop_back();
    }
    return true;
  }

  const Module& module_;
  Map<TypeId, Vector<Leaf>> leaves_;
};

/// Whether the instruction reads a resource object from the symbol that represents the resource.
bool reads_resource(const Module& module, const Function& function, const Vector<uint8_t>& is_symbol,
                    const Vector<ValueId>& roots, const Instruction& i) {
  ValueId root = function.operands_of(i)[0];
  if (root >= function.first_local) root = roots[root - function.first_local];
  if (root == kNone || !module.is_module_value(root)) return false;
  return is_symbol[dxil::root_of_address(module, root)] != 0;
}

/// Returns for each local the module-level value that its address is computed from, or kNone.
Vector<ValueId> address_roots(const Function& function) {
  Vector<ValueId> roots(function.local_types.size(), kNone);
  // In the list of blocks, a definition may follow its uses, but addresses of symbols are computed next to
  // their uses.
  for (const Instruction& i : function.instructions) {
    if (i.opcode != Opcode::kGep) continue;
    const ValueId base = function.operands_of(i)[0];
    roots[i.result - function.first_local] =
        base < function.first_local ? base : roots[base - function.first_local];
  }
  return roots;
}

Vector<uint8_t> resource_symbols(const dxil::Shader& shader) {
  Vector<uint8_t> is_symbol(shader.module.values.size(), 0);
  for (const dxil::Resource& resource : shader.resources) {
    if (resource.symbol < is_symbol.size()) is_symbol[resource.symbol] = 1;
  }
  return is_symbol;
}

/// Whether the instruction's result is an aggregate that is split. Does not look at its operands.
bool makes_aggregate(const Module& module, const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kPhi:
    case Opcode::kSelect:
    case Opcode::kInsertValue:
    case Opcode::kFreeze:
    case Opcode::kCall:
    case Opcode::kLoad:
    case Opcode::kExtractValue:
      return is_aggregate(module, i.type);
    default:
      return false;
  }
}

class AggregateSplitter final : public FunctionCopy {
 public:
  AggregateSplitter(Module& module, const Function& function, const Vector<uint8_t>& is_symbol,
                    LeafTable& leaves)
      : FunctionCopy(module, function),
        leaves_(leaves),
        is_symbol_(is_symbol),
        roots_(address_roots(function)),
        values_(function.local_types.size()) {}

  Result<void> run();

 private:
  /// The replacement of an old local: one value, or one for each leaf.
  struct Mapped {
    ValueId single = kNone;
    uint32_t first_leaf = kNone;  // Index into elements_.
  };
  struct PhiPatch {
    uint32_t operand;  // Index into new_.operands.
    ValueId value;     // A value of the old function.
    uint32_t leaf;     // Leaf of the value; kNone for the whole value.
  };

  bool is_split(ValueId old_value) const { return is_aggregate(module_, type_of(old_value)); }
  Mapped& mapped(ValueId old_value) { return values_[old_value - old_.first_local]; }
  void map_leaves(ValueId old_value, const Vector<ValueId>& values) {
    mapped(old_value).first_leaf = static_cast<uint32_t>(elements_.size());
    elements_.insert(elements_.end(), values.begin(), values.end());
  }

  Result<void> take_parameters();
  Result<void> find_loose_results();
  Result<void> rewrite(const Instruction& i) override;
  Result<void> copy(const Instruction& i);
  Result<void> copy_phi(const Instruction& i);
  Result<void> each_leaf(const Instruction& i);
  Result<void> extract(const Instruction& i);
  Result<void> insert(const Instruction& i);
  Result<void> load(const Instruction& i);
  Result<void> store(const Instruction& i);
  Result<void> call(const Instruction& i);
  Result<void> give_back(const Instruction& i);

  ValueId whole(ValueId old_value);
  ValueId leaf(ValueId old_value, uint32_t n);
  ValueId constant_leaf(ValueId old_value, const Leaf& leaf);
  ValueId address(const Instruction& like, ValueId pointer, TypeId type, const Leaf& leaf);
  TypeId void_type() { return scalar_type(TypeKind::kVoid, 0); }
  Result<const Vector<Leaf>*> leaves_of(const Instruction& i, TypeId type) {
    const Vector<Leaf>* found = leaves_.of(type);
    if (found == nullptr)
      return fail(i, "a value of a struct or array type without parts, or with too many, is not supported");
    parts_ += found->size();
    if (parts_ > kMostParts) return fail(i, "too many struct and array elements in one function");
    return found;
  }

  LeafTable& leaves_;
  const Vector<uint8_t>& is_symbol_;
  Vector<ValueId> roots_;
  Vector<Mapped> values_;
  Vector<ValueId> elements_;
  Vector<PhiPatch> patches_;
  uint64_t parts_ = 0;              // Parts created so far.
  Vector<uint8_t> is_loose_;        // By old local: an operation's result that is used as a whole.
  ValueId result_pointer_ = kNone;  // The address to store the function's result to.
};

/// Returns the new value of an old one that is not split; undef if its block is unreachable.
ValueId AggregateSplitter::whole(ValueId old_value) {
  if (!is_local(old_value)) return old_value;
  const ValueId single = mapped(old_value).single;
  return single != kNone ? single : undef(type_of(old_value));
}

ValueId AggregateSplitter::constant_leaf(ValueId old_value, const Leaf& leaf) {
  ValueId at = old_value;
  for (const uint32_t index : leaf.path) {
    const Constant* c = module_.constant(at);
    if (c == nullptr) return undef(leaf.type);
    if (c->kind == ConstantKind::kNull || c->kind == ConstantKind::kUndef) {
      return constant(leaf.type, c->kind, 0);
    }
    if (index >= c->element_count) return undef(leaf.type);
    if (c->kind == ConstantKind::kData) {
      return constant(leaf.type, ConstantKind::kScalar, module_.constant_data[c->first_element + index]);
    }
    at = module_.constant_elements[c->first_element + index];
  }
  return at;
}

/// Returns leaf n of an old value, whose type must have more than n leaves.
ValueId AggregateSplitter::leaf(ValueId old_value, uint32_t n) {
  const Leaf& which = (*leaves_.of(type_of(old_value)))[n];
  if (!is_local(old_value)) return constant_leaf(old_value, which);
  const uint32_t first = mapped(old_value).first_leaf;
  return first != kNone ? elements_[first + n] : undef(which.type);
}

ValueId AggregateSplitter::address(const Instruction& like, ValueId pointer, TypeId type, const Leaf& leaf) {
  Instruction gep = like;
  gep.opcode = Opcode::kGep;
  gep.aux = type;
  gep.flags = 0;
  Vector<ValueId> operands = {pointer, i32(0)};
  for (const uint32_t index : leaf.path) operands.push_back(i32(index));
  return add(gep, pointer_type(), operands);
}

Result<void> AggregateSplitter::copy(const Instruction& i) {
  Vector<ValueId> operands;
  for (const ValueId v : old_.operands_of(i)) {
    if (is_local(v) && mapped(v).single == kNone && mapped(v).first_leaf != kNone) {
      return fail(i, "a struct or array as an operand of this instruction is not supported");
    }
    operands.push_back(whole(v));
  }
  const ValueId result = add(i, i.type, operands);
  if (i.result == kNone) return {};
  mapped(i.result).single = result;
  if (is_loose_[i.result - old_.first_local] == 0) return {};
  // It is also used as a whole: extract its parts here, where they dominate all uses.
  Result<const Vector<Leaf>*> leaves = leaves_of(i, i.type);
  if (!leaves) return leaves.error();
  Vector<ValueId> values;
  for (const Leaf& leaf : **leaves) {
    if (leaf.path.size() != 1) return fail(i, "an operation whose result contains structs is not supported");
    values.push_back(add(i, Opcode::kExtractValue, leaf.type, {result}, leaf.path[0]));
  }
  map_leaves(i.result, values);
  return {};
}

Result<void> AggregateSplitter::copy_phi(const Instruction& i) {
  const bool is_parts = is_aggregate(module_, i.type);
  Vector<Leaf> parts = {{i.type, {}}};
  if (is_parts) {
    Result<const Vector<Leaf>*> leaves = leaves_of(i, i.type);
    if (!leaves) return leaves.error();
    parts = **leaves;
  }
  Vector<ValueId> results;
  for (uint32_t n = 0; n < parts.size(); ++n) {
    const auto first = static_cast<uint32_t>(new_.operands.size());
    results.push_back(add(i, parts[n].type, Vector<ValueId>(i.operand_count, kNone)));
    for (uint32_t o = 0; o < i.operand_count; ++o) {
      patches_.push_back({first + o, old_.operands_of(i)[o], is_parts ? n : kNone});
    }
  }
  if (is_parts) {
    map_leaves(i.result, results);
  } else {
    mapped(i.result).single = results[0];
  }
  return {};
}

/// Splits a select or freeze into one for each leaf. A select's condition is shared.
Result<void> AggregateSplitter::each_leaf(const Instruction& i) {
  Result<const Vector<Leaf>*> leaves = leaves_of(i, i.type);
  if (!leaves) return leaves.error();
  Vector<ValueId> results;
  for (uint32_t n = 0; n < (*leaves)->size(); ++n) {
    Vector<ValueId> operands;
    for (const ValueId v : old_.operands_of(i)) operands.push_back(is_split(v) ? leaf(v, n) : whole(v));
    results.push_back(add(i, (**leaves)[n].type, operands));
  }
  map_leaves(i.result, results);
  return {};
}

Result<void> AggregateSplitter::extract(const Instruction& i) {
  const ValueId aggregate = old_.operands_of(i)[0];
  const bool is_result = is_local(aggregate) && mapped(aggregate).first_leaf == kNone;
  if (!is_split(aggregate) || is_result) return copy(i);
  TRELLIS_RETURN_IF_ERROR(leaves_of(i, type_of(aggregate)));
  const auto [first, count] = leaves_.range_of(type_of(aggregate), i.aux);
  if (!is_aggregate(module_, i.type)) {
    mapped(i.result).single = leaf(aggregate, first);
    return {};
  }
  Vector<ValueId> values;
  for (uint32_t n = 0; n < count; ++n) values.push_back(leaf(aggregate, first + n));
  map_leaves(i.result, values);
  return {};
}

Result<void> AggregateSplitter::insert(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  Result<const Vector<Leaf>*> leaves = leaves_of(i, i.type);
  if (!leaves) return leaves.error();
  const auto [first, count] = leaves_.range_of(i.type, i.aux);
  Vector<ValueId> values;
  for (uint32_t n = 0; n < (*leaves)->size(); ++n) {
    const bool is_new = n >= first && n - first < count;
    if (!is_new) {
      values.push_back(leaf(operands[0], n));
    } else {
      values.push_back(is_split(operands[1]) ? leaf(operands[1], n - first) : whole(operands[1]));
    }
  }
  map_leaves(i.result, values);
  return {};
}

Result<void> AggregateSplitter::load(const Instruction& i) {
  if (reads_resource(module_, old_, is_symbol_, roots_, i)) return copy(i);
  Result<const Vector<Leaf>*> leaves = leaves_of(i, i.type);
  if (!leaves) return leaves.error();
  const ValueId pointer = whole(old_.operands_of(i)[0]);
  Vector<ValueId> values;
  for (const Leaf& leaf : **leaves) {
    const ValueId at = address(i, pointer, i.type, leaf);
    values.push_back(add(i, leaf.type, {at}));
  }
  map_leaves(i.result, values);
  return {};
}

Result<void> AggregateSplitter::store(const Instruction& i) {
  const ValueId value = old_.operands_of(i)[0];
  const TypeId type = type_of(value);
  Result<const Vector<Leaf>*> leaves = leaves_of(i, type);
  if (!leaves) return leaves.error();
  const ValueId pointer = whole(old_.operands_of(i)[1]);
  for (uint32_t n = 0; n < (*leaves)->size(); ++n) {
    const ValueId at = address(i, pointer, type, (**leaves)[n]);
    add(i, i.type, {leaf(value, n), at});
  }
  return {};
}

/// Passes the address of a local variable for a split result as the last argument.
Result<void> AggregateSplitter::call(const Instruction& i) {
  const bool has_parts = is_aggregate(module_, i.type);
  Vector<ValueId> operands;
  for (const ValueId v : old_.operands_of(i)) {
    if (!is_split(v)) {
      operands.push_back(whole(v));
      continue;
    }
    Result<const Vector<Leaf>*> leaves = leaves_of(i, type_of(v));
    if (!leaves) return leaves.error();
    for (uint32_t n = 0; n < (*leaves)->size(); ++n) operands.push_back(leaf(v, n));
  }
  ValueId variable = kNone;
  if (has_parts) {
    variable = add(i, Opcode::kAlloca, pointer_type(), {}, i.type);
    operands.push_back(variable);
  }
  const ValueId result = add(i, has_parts ? void_type() : i.type, operands);
  if (i.result == kNone) return {};
  if (!has_parts) {
    mapped(i.result).single = result;
    return {};
  }
  Result<const Vector<Leaf>*> leaves = leaves_of(i, i.type);
  if (!leaves) return leaves.error();
  Vector<ValueId> values;
  for (const Leaf& leaf : **leaves) {
    const ValueId at = address(i, variable, i.type, leaf);
    values.push_back(add(i, Opcode::kLoad, leaf.type, {at}, 1));
  }
  map_leaves(i.result, values);
  return {};
}

Result<void> AggregateSplitter::give_back(const Instruction& i) {
  const ValueId value = old_.operands_of(i)[0];
  Result<const Vector<Leaf>*> leaves = leaves_of(i, type_of(value));
  if (!leaves) return leaves.error();
  for (uint32_t n = 0; n < (*leaves)->size(); ++n) {
    const ValueId at = address(i, result_pointer_, type_of(value), (**leaves)[n]);
    add(i, Opcode::kStore, void_type(), {leaf(value, n), at}, 1);
  }
  add(i, i.type, {});
  return {};
}

Result<void> AggregateSplitter::rewrite(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  switch (i.opcode) {
    case Opcode::kPhi:
      return copy_phi(i);
    case Opcode::kExtractValue:
      return extract(i);
    case Opcode::kInsertValue:
      return insert(i);
    case Opcode::kCall:
      return call(i);
    case Opcode::kSelect:
    case Opcode::kFreeze:
      return is_aggregate(module_, i.type) ? each_leaf(i) : copy(i);
    case Opcode::kLoad:
      return is_aggregate(module_, i.type) ? load(i) : copy(i);
    case Opcode::kStore:
      return is_split(operands[0]) ? store(i) : copy(i);
    case Opcode::kReturn:
      return !operands.empty() && is_split(operands[0]) ? give_back(i) : copy(i);
    default:
      return copy(i);
  }
}

Result<void> AggregateSplitter::take_parameters() {
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) {
    const TypeId type = old_.argument_types[a];
    if (!is_aggregate(module_, type)) {
      new_.argument_types.push_back(type);
      values_[a].single = new_local(type);
      continue;
    }
    const Vector<Leaf>* leaves = leaves_.of(type);
    if (leaves == nullptr) {
      Diagnostic diagnostic =
          unsupported("a function parameter of a type without parts, or with too many, is not supported");
      diagnostic.where.function = old_.name;
      return diagnostic;
    }
    Vector<ValueId> values;
    for (const Leaf& leaf : *leaves) {
      new_.argument_types.push_back(leaf.type);
      values.push_back(new_local(leaf.type));
    }
    map_leaves(old_.first_local + a, values);
  }
  new_.return_type = old_.return_type;
  if (!is_aggregate(module_, old_.return_type)) return {};
  new_.return_type = void_type();
  new_.argument_types.push_back(pointer_type());
  result_pointer_ = new_local(pointer_type());
  return {};
}

/// Marks the results of operations that instructions other than extractvalue and operations use.
Result<void> AggregateSplitter::find_loose_results() {
  is_loose_.assign(old_.local_types.size(), 0);
  Vector<uint8_t> is_result(old_.local_types.size(), 0);
  for (const Instruction& i : old_.instructions) {
    const bool is_operation = i.opcode == Opcode::kDxOp || i.opcode == Opcode::kCmpXchg;
    if (i.result != kNone && is_operation) is_result[i.result - old_.first_local] = 1;
  }
  for (const Instruction& i : old_.instructions) {
    if (i.opcode == Opcode::kExtractValue || i.opcode == Opcode::kDxOp) continue;
    for (const ValueId v : old_.operands_of(i)) {
      if (is_local(v) && is_result[v - old_.first_local] != 0 && is_split(v)) {
        is_loose_[v - old_.first_local] = 1;
      }
    }
  }
  return {};
}

Result<void> AggregateSplitter::run() {
  TRELLIS_RETURN_IF_ERROR(take_parameters());
  TRELLIS_RETURN_IF_ERROR(find_loose_results());
  TRELLIS_RETURN_IF_ERROR(copy_body());
  for (const PhiPatch& patch : patches_) {
    new_.operands[patch.operand] = patch.leaf == kNone ? whole(patch.value) : leaf(patch.value, patch.leaf);
  }
  copy_names([this](ValueId value) { return mapped(value).single; });
  copy_bindings([this](ValueId value) { return mapped(value).single; });
  return {};
}

}  // namespace

bool has_aggregate_values(const dxil::Shader& shader, std::span<const uint8_t> is_reached) {
  const Module& module = shader.module;
  Vector<uint8_t> is_symbol;
  for (size_t f = 0; f < module.functions.size(); ++f) {
    if (!is_reached.empty() && is_reached[f] == 0) continue;
    const Function& function = module.functions[f];
    const auto is_one = [&module](TypeId type) { return is_aggregate(module, type); };
    if (is_one(function.return_type) || std::ranges::any_of(function.argument_types, is_one)) return true;
    Vector<ValueId> roots;
    for (const Instruction& i : function.instructions) {
      if (i.opcode == Opcode::kStore || i.opcode == Opcode::kReturn) {
        const std::span<const ValueId> operands = function.operands_of(i);
        if (!operands.empty() && is_one(module.type_of(function, operands[0]))) return true;
      }
      if (!makes_aggregate(module, i)) continue;
      if (i.opcode != Opcode::kLoad) return true;
      if (is_symbol.empty()) is_symbol = resource_symbols(shader);
      if (roots.empty()) roots = address_roots(function);
      if (!reads_resource(module, function, is_symbol, roots, i)) return true;
    }
  }
  return false;
}

Result<void> split_aggregate_values(dxil::Shader& shader) {
  Module& module = shader.module;
  const Vector<uint8_t> is_symbol = resource_symbols(shader);
  LeafTable leaves(module);
  Vector<Function> rewritten;
  rewritten.reserve(module.functions.size());
  for (const Function& function : module.functions) {
    if (function.blocks.empty()) {
      rewritten.push_back(function);
      continue;
    }
    AggregateSplitter splitter(module, function, is_symbol, leaves);
    TRELLIS_RETURN_IF_ERROR(splitter.run());
    rewritten.push_back(splitter.take());
  }
  module.functions = std::move(rewritten);
  number_locals(module);
  return {};
}

}  // namespace trellis::lower
