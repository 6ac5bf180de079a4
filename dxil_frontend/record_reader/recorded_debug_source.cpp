#include "dxil_frontend/record_reader/recorded_debug_source.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/bitcode/state.hpp"
#include "dxil_frontend/debug_info/dwarf.hpp"
#include "dxil_frontend/debug_info/expressions.hpp"

namespace trellis::dxil {

namespace {

using Fields = std::span<const uint64_t>;

DebugNode kind_of(uint8_t code) {
  switch (code) {
    case bitcode::kMdNode:
      return DebugNode::kTuple;
    case bitcode::kMdFile:
      return DebugNode::kFile;
    case bitcode::kMdCompileUnit:
      return DebugNode::kUnit;
    case bitcode::kMdSubprogram:
      return DebugNode::kFunction;
    case bitcode::kMdLexicalBlock:
      return DebugNode::kBlock;
    case bitcode::kMdLexicalBlockFile:
    case bitcode::kMdNamespace:
      return DebugNode::kOtherScope;
    case bitcode::kMdLocation:
      return DebugNode::kLocation;
    case bitcode::kMdBasicType:
      return DebugNode::kBasicType;
    case bitcode::kMdDerivedType:
      return DebugNode::kDerivedType;
    case bitcode::kMdCompositeType:
      return DebugNode::kCompositeType;
    case bitcode::kMdSubroutineType:
      return DebugNode::kFunctionType;
    case bitcode::kMdSubrange:
      return DebugNode::kRange;
    case bitcode::kMdTemplateType:
    case bitcode::kMdTemplateValue:
      return DebugNode::kTemplateArgument;
    case bitcode::kMdLocalVar:
      return DebugNode::kVariable;
    case bitcode::kMdExpression:
      return DebugNode::kExpression;
    default:
      return DebugNode::kOther;
  }
}

// Returns the version of a record's form, from the bits of its first field above "distinct".
uint64_t version_of(Fields fields) { return fields[0] >> 1; }

namespace subprogram {
bool has_packed_flags(Fields fields) { return (fields[0] & 4) != 0; }
/// Old records name the function of the program.
bool has_function(Fields fields) {
  return !has_packed_flags(fields) && (fields[0] & 2) == 0 && fields.size() >= 19;
}
constexpr size_t kFunction = 15;
}  // namespace subprogram

/// Returns 1 if the variable's record begins with the DWARF tag of old forms, else 0.
size_t tags_of_variable(Fields fields) { return (fields[0] & 2) == 0 && fields.size() > 8 ? 1 : 0; }

/// The field of each reference of a node, in the order of DebugLink; 0 if the node has none.
struct Places {
  size_t name = 0, linkage_name = 0, folder = 0, producer = 0, file = 0, scope = 0, inlined_at = 0, type = 0,
         elements = 0, arguments = 0;

  size_t of(DebugLink link) const {
    const size_t all[] = {name,  linkage_name, folder, producer, file,
                          scope, inlined_at,   type,   elements, arguments};
    return all[static_cast<size_t>(link)];
  }
};

Places places_of(uint8_t code, Fields fields) {
  switch (code) {
    case bitcode::kMdFile:
      return {.name = 1, .folder = 2};
    case bitcode::kMdCompileUnit:
      return {.producer = 3, .file = 2, .elements = 12};
    case bitcode::kMdSubprogram:
      return {.name = 2, .linkage_name = 3, .file = 4, .scope = 1, .type = 6};
    case bitcode::kMdLexicalBlock:
    case bitcode::kMdLexicalBlockFile:
      return {.file = 2, .scope = 1};
    case bitcode::kMdNamespace:
      return {.scope = 1};
    case bitcode::kMdLocation:
      return {.scope = 3, .inlined_at = 4};
    case bitcode::kMdBasicType:
      return {.name = 2};
    case bitcode::kMdDerivedType:
      return {.name = 2, .file = 3, .scope = 5, .type = 6};
    case bitcode::kMdCompositeType:
      return {.name = 2, .file = 3, .scope = 5, .type = 6, .elements = 11, .arguments = 14};
    case bitcode::kMdSubroutineType:
      return {.elements = 2};
    case bitcode::kMdTemplateType:
      return {.name = 1, .type = 2};
    case bitcode::kMdTemplateValue:
      return {.name = 2, .type = 3};
    case bitcode::kMdLocalVar: {
      const size_t tags = tags_of_variable(fields);
      return {.name = 2 + tags, .file = 3 + tags, .scope = 1 + tags, .type = 5 + tags};
    }
    case bitcode::kMdGlobalVar:
      return {.name = 2, .linkage_name = 3, .file = 4, .scope = 1, .type = 6};
    default:
      return {};
  }
}

/// LLVM stores lines in 32 bits.
uint32_t line_of(uint8_t code, Fields fields) {
  size_t place = 0;
  switch (code) {
    case bitcode::kMdLocation:
      place = 1;
      break;
    case bitcode::kMdLexicalBlock:
      place = 3;
      break;
    case bitcode::kMdDerivedType:
    case bitcode::kMdCompositeType:
      place = 4;
      break;
    case bitcode::kMdSubprogram:
    case bitcode::kMdGlobalVar:
      place = 5;
      break;
    case bitcode::kMdLocalVar:
      place = 4 + tags_of_variable(fields);
      break;
    default:
      return 0;
  }
  return static_cast<uint32_t>(fields[place]);
}

uint64_t column_of(uint8_t code, Fields fields) {
  if (code == bitcode::kMdLocation) return location_column(fields[2]);
  return code == bitcode::kMdLexicalBlock ? static_cast<uint16_t>(fields[4]) : 0;
}

bool is_type(uint8_t code) {
  return code == bitcode::kMdBasicType || code == bitcode::kMdDerivedType ||
         code == bitcode::kMdCompositeType;
}

/// Returns the size of a type. Its field follows the name, or the base type.
uint64_t bits_of(uint8_t code, Fields fields) {
  if (!is_type(code)) return 0;
  return fields[code == bitcode::kMdBasicType ? 3 : 7];
}

uint32_t flags_of(uint8_t code, Fields fields) {
  constexpr size_t kFlags = 10;
  return code == bitcode::kMdDerivedType || code == bitcode::kMdCompositeType
             ? static_cast<uint32_t>(fields[kFlags])
             : 0;
}

/// Returns the number of elements that an operation had in versions 0 to 2.
size_t old_size_of(uint64_t operation) {
  switch (operation) {
    case dwarf::kConstu:
    case dwarf::kMinus:
    case dwarf::kPlus:
      return 2;
    case dwarf::kFragment:
      return 3;
    default:
      return 1;
  }
}

/// Converts addition and subtraction to the form of version 3.
Vector<uint64_t> with_new_arithmetic(Fields old) {
  Vector<uint64_t> out;
  while (!old.empty()) {
    const size_t size = std::min(old.size(), old_size_of(old[0]));
    const Fields arguments = old.subspan(1, size - 1);
    if (old[0] == dwarf::kPlus) {
      out.push_back(dwarf::kPlusUconst);
    } else {
      out.push_back(old[0] == dwarf::kMinus ? uint64_t{dwarf::kConstu} : old[0]);
    }
    out.insert(out.end(), arguments.begin(), arguments.end());
    if (old[0] == dwarf::kMinus) out.push_back(dwarf::kMinus);
    old = old.subspan(size);
  }
  return out;
}

/// In versions 0 and 1, the value is dereferenced first; now, last.
void move_deref_to_end(Vector<uint64_t>& elements) {
  if (elements.empty() || elements[0] != dwarf::kDeref) return;
  const size_t part = elements.size() >= 3 && elements[elements.size() - 3] == dwarf::kFragment ? 3 : 0;
  std::rotate(elements.begin(), elements.begin() + 1, elements.end() - static_cast<ptrdiff_t>(part));
}

}  // namespace

RecordedDebugSource::RecordedDebugSource(const RecordedNodes& plain, std::span<const uint8_t> bitcode,
                                         RecordTables& tables)
    : DebugSource(plain), nodes_(plain), code_(plain.code()), bitcode_(bitcode), tables_(tables) {
  find_named_types();
  find_functions();
}

/// Of several types with the same name, the first that is not just a declaration counts.
void RecordedDebugSource::find_named_types() {
  constexpr uint64_t kIsNotNamed = 2;
  constexpr size_t kIdentifier = 15;
  constexpr uint32_t kIsDeclaration = 4;
  Vector<MetadataItem> declarations;
  for (MetadataItem item = 1; item <= code_.metadata.records.size(); ++item) {
    if (nodes_.record(item).code != bitcode::kMdCompositeType) continue;
    const Fields composite = fields(item);
    if (composite[kIdentifier] == 0 || composite[0] >= kIsNotNamed) continue;
    if ((flags_of(bitcode::kMdCompositeType, composite) & kIsDeclaration) != 0) {
      declarations.push_back(item);
    } else {
      named_types_.try_emplace(DebugSource::text(composite[kIdentifier]), item);
    }
  }
  for (const MetadataItem item : declarations) {
    named_types_.try_emplace(DebugSource::text(fields(item)[kIdentifier]), item);
  }
}

void RecordedDebugSource::find_functions() {
  for (MetadataItem item = 1; item <= code_.metadata.records.size(); ++item) {
    if (nodes_.record(item).code != bitcode::kMdSubprogram) continue;
    const Fields function = fields(item);
    if (!subprogram::has_function(function)) continue;
    const MetadataItem value = function[subprogram::kFunction];
    if (value == 0 || value >= item || !nodes_.is_value(value)) continue;
    const uint32_t number = nodes_.record(value).value;
    if (number < code_.values.size() && code_.values[number].kind == RecordedValue::kFunction)
      scopes_[number] = item;
  }
}

/// Returns the variable itself: newer records pair a global with an expression.
MetadataItem RecordedDebugSource::global_variable(MetadataItem item) const {
  const uint8_t code = nodes_.record(item).code;
  if (code == bitcode::kMdGlobalVarExpr) return fields(item)[1];
  return code == bitcode::kMdGlobalVar && version_of(fields(item)) == 0 ? item : 0;
}

DebugNode RecordedDebugSource::kind(MetadataItem item) const {
  if (item == 0) return DebugNode::kOther;
  return global_variable(item) != 0 ? DebugNode::kGlobal : kind_of(nodes_.record(item).code);
}

MetadataItem RecordedDebugSource::named_type(MetadataItem item) const {
  if (item == 0 || named_types_.empty() || nodes_.record(item).code != bitcode::kMdStringOld) return item;
  const auto found = named_types_.find(DebugSource::text(item));
  return found == named_types_.end() ? item : found->second;
}

MetadataItem RecordedDebugSource::link(MetadataItem node, DebugLink link) const {
  if (node == 0) return 0;
  if (const MetadataItem global = global_variable(node); global != 0) node = global;
  const uint8_t code = nodes_.record(node).code;
  if (kind_of(code) == DebugNode::kOther && code != bitcode::kMdGlobalVar) return 0;
  if (code == bitcode::kMdNode) return 0;
  const Fields all = fields(node);
  const size_t place = places_of(code, all).of(link);
  if (place == 0) return 0;
  const bool is_type = link == DebugLink::kScope || link == DebugLink::kType;
  // The bitcode check has compared the reference with the number of nodes.
  const auto item = static_cast<MetadataItem>(all[place]);
  return is_type ? named_type(item) : item;
}

uint64_t RecordedDebugSource::number(MetadataItem node, DebugNumber number) const {
  if (node == 0) return 0;
  if (const MetadataItem global = global_variable(node); global != 0) node = global;
  const uint8_t code = nodes_.record(node).code;
  if (code == bitcode::kMdNode || (kind_of(code) == DebugNode::kOther && code != bitcode::kMdGlobalVar))
    return 0;
  const Fields all = fields(node);
  const auto integer = [this](uint64_t item) {
    const auto found = item == 0 ? std::nullopt : nodes_.integer(item);
    return found ? found->bits : 0;
  };
  switch (number) {
    case DebugNumber::kTag:
      return is_type(code) ? static_cast<uint16_t>(all[1]) : 0;
    case DebugNumber::kLine:
      return line_of(code, all);
    case DebugNumber::kColumn:
      return column_of(code, all);
    case DebugNumber::kBodyLine:
      if (code != bitcode::kMdSubprogram) return 0;
      return static_cast<uint32_t>(all[subprogram::has_packed_flags(all) ? 7 : 9]);
    case DebugNumber::kBits:
      return bits_of(code, all);
    case DebugNumber::kOffset:
      return code == bitcode::kMdDerivedType ? all[9] : 0;
    case DebugNumber::kEncoding:
      return code == bitcode::kMdBasicType ? static_cast<uint32_t>(all[5]) : 0;
    case DebugNumber::kArgument:
      return code == bitcode::kMdLocalVar ? static_cast<uint16_t>(all[6 + tags_of_variable(all)]) : 0;
    case DebugNumber::kIsStatic: {
      constexpr uint32_t kStaticMember = 1 << 12;
      return (flags_of(code, all) & kStaticMember) != 0 ? 1 : 0;
    }
    case DebugNumber::kCount:
      if (code != bitcode::kMdSubrange) return 0;
      return version_of(all) == 0 ? all[1] : integer(all[1]);
    case DebugNumber::kValue:
      return code == bitcode::kMdTemplateValue ? integer(all[all.size() == 6 ? 5 : 4]) : 0;
  }
  return 0;
}

Vector<uint64_t> RecordedDebugSource::expression(MetadataItem node) const {
  if (node == 0 || nodes_.record(node).code != bitcode::kMdExpression) return {};
  const Fields all = fields(node);
  Vector<uint64_t> elements(all.begin() + 1, all.end());
  const uint64_t version = version_of(all);
  const size_t count = elements.size();
  if (version == 0 && count >= 3 && elements[count - 3] == dwarf::kBitPiece)
    elements[count - 3] = dwarf::kFragment;
  if (version <= 1) move_deref_to_end(elements);
  return version <= 2 ? with_new_arithmetic(elements) : elements;
}

std::optional<uint64_t> RecordedDebugSource::constant(MetadataItem global) const {
  if (global == 0) return std::nullopt;
  if (nodes_.record(global).code == bitcode::kMdGlobalVarExpr)
    return constant_of(expression(fields(global)[2]));
  if (global_variable(global) == 0) return std::nullopt;
  constexpr size_t kValue = 9;
  const MetadataItem value = fields(global)[kValue];
  const auto number = value == 0 ? std::nullopt : nodes_.integer(value);
  return number ? std::optional(number->bits) : constant_of(expression(value));
}

DebugValue RecordedDebugSource::value(MetadataItem item) const {
  DebugValue out;
  const MetadataRecord* record = item == 0 ? nullptr : &nodes_.record(item);
  if (record == nullptr || (record->code != bitcode::kMdValue && record->code != bitcode::kMdLocalValue)) {
    out.kind = DebugValue::Kind::kNothing;
    return out;
  }
  return tables_.debug_value(record->value);
}

void RecordedDebugSource::collect_function(uint32_t value, bool with_names, FunctionDebug& said) const {
  const RecordedFunction& function = code_.functions[code_.values[value].index];
  const auto named = scopes_.find(value);
  said.scope = named != scopes_.end() ? named->second : MetadataItem{function.debug_scope};
  if (!with_names) return;
  for (auto& [number, name] : names_of(function)) {
    const ValueId id = tables_.known_local(number);
    if (id != kNone) said.names.push_back({id, std::move(name)});
  }
}

/// Returns the names by value. Like LLVM, appends a number to a name that is already used.
Map<uint32_t, String> RecordedDebugSource::names_of(const RecordedFunction& function) const {
  Map<uint32_t, String> names;
  Map<String, uint32_t> values;
  uint32_t last_number = 0;
  for (uint32_t n = function.first_name; n < function.first_name + function.name_count; ++n) {
    const RecordedLocalName& own = code_.local_names[n];
    if (!tables_.is_argument(own.value) && own.value < tables_.first_result())
      continue;  // Constants have no names.
    if (const auto old = names.find(own.value); old != names.end()) values.erase(old->second);
    const String text = own.text.read(bitcode_);
    String name = text;
    while (!name.empty() && !values.try_emplace(name, own.value).second) name = text + decimal(++last_number);
    names[own.value] = std::move(name);
  }
  return names;
}

// ---- Debug statements.

StatementReader::StatementReader(const RecordedCode& code, std::span<const uint8_t> bitcode,
                                 RecordTables& tables)
    : code_(code), bitcode_(bitcode), tables_(tables) {
  constexpr uint64_t kLastOldVersion = 1;
  const MetadataTables& metadata = code.metadata;
  has_old_expressions_ =
      std::any_of(metadata.records.begin(), metadata.records.end(), [&](const MetadataRecord& record) {
        return record.code == bitcode::kMdExpression &&
               version_of(metadata.fields_of(record)) <= kLastOldVersion;
      });
}

MetadataItem StatementReader::item(uint64_t operand, uint32_t next_value) const {
  const uint32_t id = next_value - static_cast<uint32_t>(operand);
  const uint32_t module_count = code_.metadata.module_count;
  return MetadataItem{id < module_count ? id : function_->first_metadata + (id - module_count)} + 1;
}

/// LLVM has only one node for equal ones. Returns the first variable that was passed here of those that are
/// equal to it.
MetadataItem StatementReader::same_variable(MetadataItem variable) {
  const auto [known, is_new] = same_variables_.try_emplace(variable, variable);
  if (is_new) known->second = first_equal(variable);
  return known->second;
}

MetadataItem StatementReader::first_equal(MetadataItem variable) {
  constexpr uint64_t kDistinct = 1;
  const MetadataTables& metadata = code_.metadata;
  const MetadataRecord& record = metadata.records[variable - 1];
  if (record.code != bitcode::kMdLocalVar) return variable;
  const Fields all = metadata.fields_of(record);
  if ((all[0] & kDistinct) != 0) return variable;
  Vector<uint64_t> fields(all.begin(), all.end());
  // Two strings may be the same text.
  const uint64_t text = std::exchange(fields[places_of(record.code, all).name], 0);
  String name;
  if (text != 0 && metadata.records[text - 1].code == bitcode::kMdStringOld) {
    name = metadata.texts[metadata.records[text - 1].first_operand].read(bitcode_);
  }
  return variables_.try_emplace({std::move(fields), std::move(name)}, variable).first->second;
}

/// Whether to ignore a dereference: old declarations of parameters contain one for their address.
bool StatementReader::skips_deref(const DebugStatement& statement) const {
  const auto& records = code_.metadata.records;
  const MetadataRecord& value = records[statement.value - 1];
  return has_old_expressions_ && value.code == bitcode::kMdLocalValue && tables_.is_argument(value.value);
}

std::optional<DebugStatement> StatementReader::read(uint32_t callee, std::span<const uint64_t> arguments,
                                                    uint32_t next_value) {
  const std::string_view name = tables_.name_of(callee);
  DebugStatement statement;
  statement.is_memory = name == "llvm.dbg.declare";
  if (!statement.is_memory && name != "llvm.dbg.value") return std::nullopt;
  if (arguments.size() == 4) {
    // An offset into the value, which newer forms do not have.
    if (!tables_.is_zero(next_value - static_cast<uint32_t>(arguments[1]))) return std::nullopt;
  } else if (arguments.size() != 3) {
    return std::nullopt;
  }
  statement.value = item(arguments[0], next_value);
  statement.variable = same_variable(item(arguments[arguments.size() - 2], next_value));
  statement.expression = item(arguments.back(), next_value);
  statement.skips_deref = statement.is_memory && skips_deref(statement);
  return statement;
}

}  // namespace trellis::dxil
