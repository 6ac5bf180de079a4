// The part of DebugReader that reads the debug information of a function: the positions of its instructions
// and the bindings of variables.
#include <algorithm>
#include <span>

#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/debug_info/dwarf.hpp"
#include "dxil_frontend/debug_info/expressions.hpp"
#include "dxil_frontend/debug_info/place_bindings.hpp"
#include "dxil_frontend/debug_info/value_names.hpp"
#include "dxil_frontend/module_builder/module_builder.hpp"

namespace trellis::dxil {
namespace {

bool is_number(const Type& type, const Vector<Type>& types) {
  const Type& scalar = type.kind == TypeKind::kVector ? types[type.element] : type;
  return scalar.kind == TypeKind::kInt || scalar.kind == TypeKind::kFloat;
}

/// Reads the part of a variable that an expression describes. Returns false if the expression contains
/// anything else.
bool read_part(std::span<const uint64_t> expression, DebugBinding& binding) {
  if (expression.empty()) return true;
  constexpr size_t kPartElements = 3;
  const std::optional<DebugPart> part = part_of(expression);
  if (!part || part->bits == 0 || expression.size() != kPartElements) return false;
  binding.offset_bits = part->offset;
  binding.bits = part->bits;
  return true;
}

/// Returns false if debug information cannot describe such a value.
bool read_value(const DebugValue& value, bool is_memory, DebugBinding& binding) {
  switch (value.kind) {
    case DebugValue::Kind::kNothing:
      return !is_memory;
    case DebugValue::Kind::kConstant:
      binding.kind = DebugBinding::Kind::kConstant;
      binding.constant = value.constant;
      binding.constant_bits = value.width;
      binding.is_float = value.is_float;
      return !is_memory;
    case DebugValue::Kind::kLocal:
      binding.kind = is_memory ? DebugBinding::Kind::kMemory : DebugBinding::Kind::kValue;
      binding.value = value.local;
      return true;
    default:
      return false;
  }
}

}  // namespace

/// Stores positions for all instructions as soon as one has a location.
void DebugReader::read_positions(const FunctionDebug& said, Function& function) {
  for (const LocatedCode& code : said.code) {
    if (code.first == code.end) continue;
    if (function.positions.empty()) function.positions.resize(function.instructions.size());
    SourcePosition position;
    if (code.location.line != 0) {
      const uint32_t file = files_.find_of_scope(code.location.scope);
      position = {code.location.line, code.location.column, file};
    }
    std::fill(function.positions.begin() + code.first, function.positions.begin() + code.end, position);
  }
}

Vector<uint64_t> DebugReader::expression_of(const DebugStatement& statement) const {
  Vector<uint64_t> expression = source_.expression(statement.expression);
  const bool begins_with_deref = !expression.empty() && expression[0] == dwarf::kDeref;
  if (statement.skips_deref && begins_with_deref) expression.erase(expression.begin());
  return expression;
}

std::optional<DebugBinding> DebugReader::read_binding(const DebugStatement& statement,
                                                      const Function& function) {
  DebugBinding binding;
  binding.variable = variable(statement.variable);
  binding.place = scopes_.place(statement.location);
  if (binding.variable == kNone || binding.place.scope == kNone) return std::nullopt;
  if (!source_.is(statement.expression, DebugNode::kExpression) ||
      !read_part(expression_of(statement), binding)) {
    left_out_.add("the value of a variable is computed by an expression");
    return std::nullopt;
  }
  // Debuggers cannot show pointers and handles that are values, nor values of unreachable code.
  if (!read_value(source_.value(statement.value), statement.is_memory, binding)) return std::nullopt;
  if (binding.kind == DebugBinding::Kind::kValue) {
    const Type& type = module_.types[function.local_types[binding.value & ~kLocalTag]];
    if (!is_number(type, module_.types)) return std::nullopt;
  }
  return binding;
}

void DebugReader::add_binding(const DebugStatement& statement, Function& function) {
  const std::optional<DebugBinding> binding = read_binding(statement, function);
  if (!binding) return;
  function.positions.resize(function.instructions.size());
  SourcePosition& position = function.positions[statement.before];
  if (!position.has_bindings()) {
    position.first_binding = position.end_of_bindings = static_cast<uint32_t>(function.bindings.size());
  }
  function.bindings.push_back(*binding);
  ++position.end_of_bindings;
}

/// Numbers the scopes of code and bindings in the order in which they occur.
void DebugReader::read_places(const FunctionDebug& said, Function& function) {
  if (source_.is(said.scope, DebugNode::kFunction)) function.debug_scope = scopes_.scope(said.scope);
  uint32_t next = 0;
  for (const LocatedCode& code : said.code) {
    while (next < code.end_of_statements) add_binding(said.statements[next++], function);
    if (function.positions.empty()) continue;
    const uint32_t place = scopes_.place_number(code.location);
    for (uint32_t n = code.first; n < code.end; ++n) {
      if (function.instructions[n].opcode != Opcode::kPhi) function.positions[n].place = place;
    }
  }
  while (next < said.statements.size()) add_binding(said.statements[next++], function);
}

void DebugReader::read_function(const FunctionDebug& said, Function& function) {
  if (function.blocks.empty()) return;
  read_positions(said, function);
  if (!reads_everything()) return;
  collect_names(source_, said, function);
  read_places(said, function);
  if (!function.bindings.empty()) place_bindings(function);
}

}  // namespace trellis::dxil
