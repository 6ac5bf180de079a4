#include "dxil_frontend/record_reader/record_tables.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::dxil {

RecordTables::RecordTables(const RecordedCode& code, Module& module) : code_(code), constants_(code) {
  start(module, code.functions.size());
  type_ids_.assign(code.types.size(), kNone);
  module_values_ = static_cast<uint32_t>(code.values.size());
  slots_.reserve(code.values.size() + code.records.size());
  for (const RecordedValue& value : code.values) {
    slots_.emplace_back().record = value.kind == RecordedValue::kConstant ? value.index : kNone;
  }
}

bool RecordTables::declare_all() {
  if (!DataLayout::is_usual(code_.frame.data_layout) || !collect_names()) return false;
  declare_functions();
  declare_variables();
  return set_initializers() && !failed();
}

/// Returns false if two functions, variables or struct types have the same name: LLVM renames the second one.
bool RecordTables::collect_names() {
  names_.assign(code_.values.size(), {});
  Vector<std::string_view> sorted;
  for (const RecordedName& name : code_.frame.value_names) {
    names_[name.number] = code_.frame.text(name);
    if (name.length != 0) sorted.push_back(names_[name.number]);
  }
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return false;
  for (const RecordedName& name : code_.frame.struct_names) {
    if (name.length != 0) structs_.push_back({code_.frame.text(name), name.number});
  }
  std::sort(structs_.begin(), structs_.end(),
            [](const NamedStruct& a, const NamedStruct& b) { return a.name < b.name; });
  return std::adjacent_find(structs_.begin(), structs_.end(), [](const NamedStruct& a, const NamedStruct& b) {
           return a.name == b.name;
         }) == structs_.end();
}

// ---- Functions and variables.

void RecordTables::declare_functions() {
  callees_.resize(code_.functions.size());
  for (uint32_t number = 0; number < code_.values.size(); ++number) {
    const RecordedValue& value = code_.values[number];
    if (value.kind != RecordedValue::kFunction) continue;
    const uint32_t space = code_.functions[value.index].address_space;
    callees_[value.index] = declare(names_[number], [this, space] { return pointer_type(space); });
    slots_[number].id = callees_[value.index].value;
  }
}

void RecordTables::declare_variables() {
  variable_ids_.assign(code_.frame.variables.size(), kNone);
  for (uint32_t number = 0; number < code_.values.size(); ++number) {
    const RecordedValue& value = code_.values[number];
    if (value.kind != RecordedValue::kGlobal || is_list_for_linkers(names_[number])) continue;
    const RecordedVariable& variable = code_.frame.variables[value.index];
    Global out;
    out.name = names_[number];
    out.value_type = type(variable.type);
    const TypeId pointer = pointer_type(variable.address_space);
    out.address_space = module().types[pointer].address_space;
    out.is_constant = variable.is_constant;
    out.is_external = variable.is_external;
    slots_[number].id = variable_ids_[value.index] = static_cast<uint32_t>(module().values.size());
    module().values.push_back({ValueKind::kGlobal, pointer, static_cast<uint32_t>(module().globals.size())});
    module().globals.push_back(std::move(out));
  }
}

bool RecordTables::set_initializers() {
  for (uint32_t index = 0; index < code_.frame.variables.size(); ++index) {
    const RecordedVariable& variable = code_.frame.variables[index];
    if (variable.initializer == 0 || variable_ids_[index] == kNone) continue;
    const ValueId initializer = value(variable.initializer - 1);
    if (initializer == kNone) return false;
    module().globals[module().values[variable_ids_[index]].index].initializer = initializer;
  }
  return true;
}

const Callee* RecordTables::callee(uint32_t value) const {
  if (value >= code_.values.size() || code_.values[value].kind != RecordedValue::kFunction) return nullptr;
  return &callees_[code_.values[value].index];
}

uint32_t RecordTables::function_index(uint32_t value) const {
  const Callee* found = callee(value);
  return found != nullptr && found->kind == CalleeKind::kUser ? found->index : kNone;
}

/// An element is { i32 priority, function, associated data }. An element without a function has no effect; it
/// may end the list, as in C.
std::optional<Result<Vector<Constructor>>> RecordTables::constructors() {
  using Outcome = std::optional<Result<Vector<Constructor>>>;
  Vector<Constructor> constructors;
  const auto list = std::find(names_.begin(), names_.end(), "llvm.global_ctors");
  if (list == names_.end()) return Outcome(std::move(constructors));
  const RecordedValue& value = code_.values[static_cast<size_t>(list - names_.begin())];
  if (value.kind != RecordedValue::kGlobal) return Outcome(std::move(constructors));
  const uint32_t initializer = code_.frame.variables[value.index].initializer;
  if (initializer == 0) return Outcome(std::move(constructors));
  const uint32_t index = constant_node(initializer - 1);
  if (index == RecordConstants::kNoNode) return std::nullopt;
  const ConstantNode elements = constants_.node(index);
  using Kind = ConstantNode::Kind;
  if (elements.kind == Kind::kNull || elements.kind == Kind::kUndef || elements.kind == Kind::kPoison) {
    return Outcome(std::move(constructors));
  }
  if (elements.kind != Kind::kAggregate) return Outcome(bad_constructors(kConstructorsAreNoArray));
  for (const uint64_t part : constants_.parts_of(elements)) {
    const ConstantNode& element = constants_.node(static_cast<uint32_t>(part));
    if (element.kind == Kind::kNull) continue;
    const std::span<const uint64_t> members = constants_.parts_of(element);
    if (element.kind != Kind::kAggregate || members.size() < 2)
      return Outcome(bad_constructors(kConstructorIsNoPair));
    const ConstantNode& priority = constants_.node(static_cast<uint32_t>(members[0]));
    const ConstantNode& target = constants_.node(static_cast<uint32_t>(members[1]));
    if (priority.kind != Kind::kScalar || code_.types[priority.type].number > 32) {
      return Outcome(bad_constructors(kConstructorIsNoPair));
    }
    if (target.kind == Kind::kNull) continue;
    const bool is_function =
        target.kind == Kind::kFunction && callees_[target.bits].kind == CalleeKind::kUser;
    constructors.push_back(
        {static_cast<uint32_t>(priority.bits), is_function ? callees_[target.bits].index : kNone});
  }
  return Outcome(std::move(constructors));
}

// ---- Types.

TypeId RecordTables::add_type(uint32_t number) {
  const uint32_t canonical = code_.types.canonical(number);
  const TypeId id = new_type(canonical);
  type_ids_[number] = id;
  // Nested members wait in a list, without recursion: the input determines how deeply types nest.
  while (!pending_types_.empty()) {
    const PendingType pending = pending_types_.back();
    pending_types_.pop_back();
    fill_type(pending.id, pending.number);
  }
  return id;
}

TypeId RecordTables::new_type(uint32_t number) {
  if (type_ids_[number] != kNone) return type_ids_[number];
  const auto id = static_cast<TypeId>(module().types.size());
  module().types.emplace_back();
  type_ids_[number] = id;
  pending_types_.push_back({id, number});
  return id;
}

void RecordTables::fill_type(TypeId id, uint32_t number) {
  const bitcode::Type& source = code_.types[number];
  Type out;
  switch (source.kind) {
    case bitcode::TypeKind::kVoid:
      break;
    case bitcode::TypeKind::kInt:
      if (source.number != 1 && source.number != 8 && source.number != 16 && source.number != 32 &&
          source.number != 64) {
        fail(ErrorCode::kBadInput, "integer type i" + decimal(source.number) + " is not part of DXIL");
      }
      out.kind = TypeKind::kInt;
      out.bits = static_cast<uint8_t>(source.number);
      break;
    case bitcode::TypeKind::kFloat:
      out.kind = TypeKind::kFloat;
      out.bits = static_cast<uint8_t>(source.number);
      break;
    case bitcode::TypeKind::kPointer:
      if (source.number > 255) {
        fail(ErrorCode::kBadInput, "address space " + decimal(source.number) + " of a pointer");
      }
      out.kind = TypeKind::kPointer;
      out.address_space = static_cast<uint8_t>(source.number);
      break;
    case bitcode::TypeKind::kVector:
    case bitcode::TypeKind::kArray:
      out.kind = source.kind == bitcode::TypeKind::kVector ? TypeKind::kVector : TypeKind::kArray;
      out.count = source.count;
      out.element = new_type(source.element);
      break;
    case bitcode::TypeKind::kStruct:
    case bitcode::TypeKind::kOpaqueStruct:
      out.kind = TypeKind::kStruct;
      out.is_packed = source.number == 1;
      if (source.named) out.name = struct_name(number);
      out.members.reserve(source.member_count);
      for (const uint32_t member : code_.types.members(source)) out.members.push_back(new_type(member));
      break;
    case bitcode::TypeKind::kFunction:
      out.kind = TypeKind::kFunction;
      break;
    default:
      out.kind = TypeKind::kOther;
      fail(ErrorCode::kUnsupported, "a type that is not part of DXIL");
      break;
  }
  module().types[id] = std::move(out);
}

TypeId RecordTables::void_type() {
  if (void_type_ != kNone) return void_type_;
  for (uint32_t number = 0; number < code_.types.size() && void_type_ == kNone; ++number) {
    if (code_.types.is(number, bitcode::TypeKind::kVoid)) void_type_ = type(number);
  }
  if (void_type_ == kNone) {
    void_type_ = static_cast<TypeId>(module().types.size());
    module().types.emplace_back();
  }
  return void_type_;
}

TypeId RecordTables::type_of_bytes() {
  for (uint32_t number = 0; number < code_.types.size(); ++number) {
    const bitcode::Type& known = code_.types[number];
    if (known.kind == bitcode::TypeKind::kInt && known.number == 8) return type(number);
  }
  Type& added = module().types.emplace_back();
  added.kind = TypeKind::kInt;
  added.bits = 8;
  return static_cast<TypeId>(module().types.size() - 1);
}

/// Returns the type of pointers to functions or variables. The module may have no record of such a type.
TypeId RecordTables::pointer_type(uint32_t address_space) {
  for (uint32_t number = 0; number < code_.types.size(); ++number) {
    const bitcode::Type& known = code_.types[number];
    if (known.kind == bitcode::TypeKind::kPointer && known.number == address_space) return type(number);
  }
  for (TypeId id = 0; id < module().types.size(); ++id) {
    const Type& known = module().types[id];
    if (known.kind == TypeKind::kPointer && known.address_space == address_space) return id;
  }
  if (address_space > 255)
    fail(ErrorCode::kBadInput, "address space " + decimal(address_space) + " of a pointer");
  Type& added = module().types.emplace_back();
  added.kind = TypeKind::kPointer;
  added.address_space = static_cast<uint8_t>(address_space);
  return static_cast<TypeId>(module().types.size() - 1);
}

std::string_view RecordTables::struct_name(uint32_t number) const {
  const Vector<RecordedName>& names = code_.frame.struct_names;
  const auto found =
      std::lower_bound(names.begin(), names.end(), number,
                       [](const RecordedName& name, uint32_t wanted) { return name.number < wanted; });
  return found != names.end() && found->number == number ? code_.frame.text(*found) : std::string_view();
}

bool RecordTables::has_struct(std::string_view name) const {
  return std::binary_search(structs_.begin(), structs_.end(), NamedStruct{name, 0},
                            [](const NamedStruct& a, const NamedStruct& b) { return a.name < b.name; });
}

TypeId RecordTables::struct_named(std::string_view name) {
  const auto found =
      std::lower_bound(structs_.begin(), structs_.end(), name,
                       [](const NamedStruct& one, std::string_view wanted) { return one.name < wanted; });
  return type(found->number);
}

// ---- Values.

void RecordTables::enter(const RecordedFunction& function, uint32_t argument_count) {
  slots_.resize(module_values_);
  argument_count_ = argument_count;
  for (uint32_t i = 0; i < argument_count; ++i) slots_.emplace_back().id = i | kLocalTag;
  constants_.enter(function, static_cast<uint32_t>(slots_.size()));
  for (uint32_t i = 0; i < function.constant_count; ++i) {
    slots_.emplace_back().record = function.first_constant + i;
  }
  first_result_ = static_cast<uint32_t>(slots_.size());
}

ValueId RecordTables::find(uint32_t number) {
  // Aliases form a cycle only in unreachable code. The number of steps is bounded nevertheless.
  uint32_t original = number;
  for (uint32_t steps = 0; slots_[original].alias != kNone; ++steps) {
    if (steps == 1u << 20) return kNone;
    original = slots_[original].alias;
  }
  ValueId id = slots_[original].id;
  if (id == kNone && original >= module_values_ && slots_[original].record == kNone) {
    fail(ErrorCode::kBadInput, "an operand is defined in a block that is never reached");
    return kNone;
  }
  if (id == kNone) {
    const uint32_t node = constant_node(original);
    if (node == RecordConstants::kNoNode) return kNone;
    id = constant(node);
    slots_[original].id = id;
  }
  for (; number != original; number = slots_[number].alias) slots_[number].id = id;
  return id;
}

ValueId RecordTables::known_local(uint32_t number) const {
  if (number >= slots_.size()) return kNone;
  const ValueId id = slots_[number].id;
  return id != kNone && (id & kLocalTag) != 0 ? id : kNone;
}

bool RecordTables::is_zero(uint32_t number) {
  const uint32_t node = constant_node(number);
  return node != RecordConstants::kNoNode && constants_.node(node).kind == ConstantNode::kScalar &&
         constants_.node(node).bits == 0;
}

DebugValue RecordTables::debug_value(uint32_t number) {
  DebugValue out;
  if (const ValueId local = known_local(number); local != kNone) {
    out.kind = DebugValue::Kind::kLocal;
    out.local = local;
    return out;
  }
  const uint32_t index = constant_node(number);
  if (index == RecordConstants::kNoNode) return out;
  const ConstantNode& node = constants_.node(index);
  if (node.kind == ConstantNode::kUndef || node.kind == ConstantNode::kPoison)
    out.kind = DebugValue::Kind::kNothing;
  if (node.kind != ConstantNode::kScalar || code_.types[node.type].number > 64) return out;
  out.kind = DebugValue::Kind::kConstant;
  out.is_float = code_.types.is(node.type, bitcode::TypeKind::kFloat);
  out.width = static_cast<uint8_t>(code_.types[node.type].number);
  out.constant = node.bits;
  return out;
}

ValueId RecordTables::find_value(uint32_t number) {
  if (slots_[number].id != kNone) return slots_[number].id;
  const uint32_t node = constant_node(number);
  return node == RecordConstants::kNoNode ? kNone : constants_.node(node).id;
}

uint32_t RecordTables::constant_node(uint32_t number) {
  if (number >= slots_.size()) return RecordConstants::kNoNode;
  if (number < module_values_) return constants_.node_of_value(number);
  const uint32_t record = slots_[number].record;
  return record == kNone ? RecordConstants::kNoNode : constants_.node_of(code_.constants[record]);
}

std::optional<ConstantInteger> RecordTables::constant_integer(uint32_t number) const {
  if (number >= slots_.size() || slots_[number].record == kNone) return std::nullopt;
  const CodeRecord& record = code_.constants[slots_[number].record];
  if (record.code != bitcode::kConstInteger) return std::nullopt;
  return ConstantInteger{code_.operands_of(record)[0], code_.types[record.type].number};
}

// ---- Constants.

ValueId RecordTables::constant(uint32_t node) {
  const ValueId id = new_constant(node);
  while (!pending_constants_.empty()) {
    const PendingConstant pending = pending_constants_.back();
    pending_constants_.pop_back();
    fill_constant(pending.index, pending.node);
  }
  return id;
}

// Gives the constant its id. The constants that it contains wait in the list of pending ones.
ValueId RecordTables::new_constant(uint32_t index) {
  ConstantNode& node = constants_.node(index);
  if (node.id != kNone) return node.id;
  using Kind = ConstantNode::Kind;
  if (node.kind == Kind::kVariable && variable_ids_[node.bits] != kNone)
    return node.id = variable_ids_[node.bits];
  if (node.kind == Kind::kFunction && callees_[node.bits].value != kNone)
    return node.id = callees_[node.bits].value;
  node.id = static_cast<ValueId>(module().values.size());
  const auto number = static_cast<uint32_t>(module().constants.size());
  const bool has_type = node.type != bitcode::kNoType;
  module().values.push_back({ValueKind::kConstant, has_type ? type(node.type) : void_type(), number});
  Constant& out = module().constants.emplace_back();
  switch (node.kind) {
    case Kind::kScalar:
      out.kind = ConstantKind::kScalar;
      out.bits = node.bits;
      break;
    case Kind::kUndef:
    case Kind::kPoison:
      out.kind = ConstantKind::kUndef;
      break;
    case Kind::kNull:
      out.kind = ConstantKind::kNull;
      break;
    default:
      pending_constants_.push_back({number, index});
      break;
  }
  return node.id;
}

/// Returns the number of a function or variable in the bitcode.
uint32_t RecordTables::node_value(const ConstantNode& node) const {
  const auto kind = node.kind == ConstantNode::kFunction ? RecordedValue::kFunction : RecordedValue::kGlobal;
  uint32_t number = 0;
  while (code_.values[number].kind != kind || code_.values[number].index != node.bits) ++number;
  return number;
}

void RecordTables::fill_constant(uint32_t index, uint32_t number) {
  const ConstantNode node = constants_.node(number);
  using Kind = ConstantNode::Kind;
  switch (node.kind) {
    case Kind::kData: {
      Constant& out = module().constants[index];
      const std::span<const uint64_t> bits = constants_.parts_of(node);
      out.kind = ConstantKind::kData;
      out.first_element = static_cast<uint32_t>(module().constant_data.size());
      out.element_count = node.part_count;
      module().constant_data.insert(module().constant_data.end(), bits.begin(), bits.end());
      break;
    }
    case Kind::kAggregate:
      module().constants[index].kind = ConstantKind::kAggregate;
      fill_elements(index, number);
      break;
    case Kind::kAddress: {
      const TypeId element = type(node.element);
      module().constants[index].kind = ConstantKind::kAddress;
      module().constants[index].bits = element;
      fill_elements(index, number);
      break;
    }
    case Kind::kSpaceCast: {
      // The cast keeps the location: it is an address without indices.
      const TypeId element = type_of_bytes();
      module().constants[index].kind = ConstantKind::kAddress;
      module().constants[index].bits = element;
      fill_elements(index, number);
      break;
    }
    default: {
      const bool is_function = node.kind == Kind::kFunction;
      fail(ErrorCode::kUnsupported, String("the address of ") + (is_function ? "function" : "variable") +
                                        " '" + printable(names_[node_value(node)]) + "' is used as a value");
      break;
    }
  }
}

void RecordTables::fill_elements(uint32_t index, uint32_t number) {
  const auto first = static_cast<uint32_t>(module().constant_elements.size());
  const ConstantNode node = constants_.node(number);
  module().constant_elements.resize(first + node.part_count, kNone);
  for (uint32_t i = 0; i < node.part_count; ++i) {
    const ValueId element = new_constant(static_cast<uint32_t>(constants_.parts_of(node)[i]));
    module().constant_elements[first + i] = element;
  }
  module().constants[index].first_element = first;
  module().constants[index].element_count = node.part_count;
}

}  // namespace trellis::dxil
