#include "tests/dxil_frontend/readers/same_module.hpp"

#include <algorithm>

namespace trellis::dxil::test {
namespace {

template <class T, class Equal>
bool same(const Vector<T>& a, const Vector<T>& b, Equal equal) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

bool same_type(const Type& a, const Type& b) {
  return a.kind == b.kind && a.bits == b.bits && a.address_space == b.address_space &&
         a.element == b.element && a.count == b.count && a.members == b.members &&
         a.is_packed == b.is_packed && a.name == b.name;
}

bool same_value(const Value& a, const Value& b) {
  return a.kind == b.kind && a.type == b.type && a.index == b.index;
}

bool same_constant(const Constant& a, const Constant& b) {
  return a.kind == b.kind && a.bits == b.bits && a.first_element == b.first_element &&
         a.element_count == b.element_count;
}

bool same_global(const Global& a, const Global& b) {
  return a.name == b.name && a.value_type == b.value_type && a.address_space == b.address_space &&
         a.is_constant == b.is_constant && a.is_external == b.is_external && a.initializer == b.initializer;
}

bool same_callee(const DxOpCallee& a, const DxOpCallee& b) {
  return a.name == b.name && a.overload == b.overload && a.overload_type == b.overload_type;
}

bool same_instruction(const Instruction& a, const Instruction& b) {
  return a.opcode == b.opcode && a.flags == b.flags && a.callee == b.callee && a.type == b.type &&
         a.result == b.result && a.first_operand == b.first_operand && a.operand_count == b.operand_count &&
         a.aux == b.aux;
}

bool same_block(const BasicBlock& a, const BasicBlock& b) {
  return a.first_instruction == b.first_instruction && a.instruction_count == b.instruction_count &&
         a.hints.flatten == b.hints.flatten && a.hints.branch == b.hints.branch &&
         a.hints.unroll == b.hints.unroll && a.hints.dont_unroll == b.hints.dont_unroll;
}

bool same_graph(const cfg::Graph& a, const cfg::Graph& b) {
  if (a.block_count() != b.block_count()) return false;
  for (BlockId block = 0; block < a.block_count(); ++block) {
    const auto x = a.successors(block), y = b.successors(block);
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) return false;
  }
  return true;
}

bool same_file(const SourceFile& a, const SourceFile& b) { return a.name == b.name && a.text == b.text; }

bool same_member(const DebugMember& a, const DebugMember& b) {
  return a.name == b.name && a.type == b.type && a.line == b.line && a.offset_bits == b.offset_bits &&
         a.bits == b.bits;
}

bool same_debug_type(const DebugType& a, const DebugType& b) {
  return a.kind == b.kind && a.encoding == b.encoding && a.name == b.name && a.bits == b.bits &&
         a.file == b.file && a.line == b.line && a.element == b.element && a.count == b.count &&
         a.rows == b.rows && same(a.members, b.members, same_member);
}

bool same_scope(const DebugScope& a, const DebugScope& b) {
  return a.is_function == b.is_function && a.parent == b.parent && a.file == b.file && a.line == b.line &&
         a.column == b.column && a.name == b.name && a.linkage_name == b.linkage_name && a.type == b.type &&
         a.body_line == b.body_line;
}

bool same_inlining(const DebugInlining& a, const DebugInlining& b) {
  return a.line == b.line && a.scope == b.scope && a.caller == b.caller;
}

bool same_variable(const DebugVariable& a, const DebugVariable& b) {
  return a.name == b.name && a.type == b.type && a.scope == b.scope && a.file == b.file && a.line == b.line &&
         a.argument == b.argument;
}

bool same_debug_global(const DebugGlobal& a, const DebugGlobal& b) {
  return a.name == b.name && a.linkage_name == b.linkage_name && a.type == b.type && a.file == b.file &&
         a.line == b.line && a.constant == b.constant;
}

bool same_binding(const DebugBinding& a, const DebugBinding& b) {
  return a.kind == b.kind && a.is_float == b.is_float && a.constant_bits == b.constant_bits &&
         a.value == b.value && a.constant == b.constant && a.variable == b.variable && a.place == b.place &&
         a.offset_bits == b.offset_bits && a.bits == b.bits;
}

bool same_position(const SourcePosition& a, const SourcePosition& b) {
  return a == b && a.place == b.place && a.first_binding == b.first_binding &&
         a.end_of_bindings == b.end_of_bindings;
}

bool same_name(const ValueName& a, const ValueName& b) { return a.value == b.value && a.name == b.name; }

std::string debug_difference(const DebugInfo& a, const DebugInfo& b) {
  if (a.producer != b.producer || a.arguments != b.arguments || a.main_file != b.main_file) return "unit";
  if (!same(a.types, b.types, same_debug_type)) return "types of the source";
  if (!same(a.scopes, b.scopes, same_scope)) return "scopes";
  if (!same(a.inlinings, b.inlinings, same_inlining)) return "inlined calls";
  if (a.places != b.places) return "places";
  if (!same(a.variables, b.variables, same_variable)) return "variables";
  return same(a.globals, b.globals, same_debug_global) ? "" : "globals of the source";
}

std::string function_difference(const Function& a, const Function& b) {
  if (a.name != b.name || a.return_type != b.return_type || a.first_local != b.first_local ||
      a.argument_types != b.argument_types || a.denorm_mode != b.denorm_mode ||
      a.waves_include_helper_lanes != b.waves_include_helper_lanes) {
    return "head";
  }
  if (!same(a.blocks, b.blocks, same_block)) return "blocks";
  if (!same_graph(a.graph, b.graph)) return "graph";
  if (!same(a.instructions, b.instructions, same_instruction)) return "instructions";
  if (a.local_types != b.local_types) return "types of locals";
  if (a.operands != b.operands) return "operands";
  if (a.case_values != b.case_values) return "cases";
  if (a.shuffle_masks != b.shuffle_masks) return "masks";
  if (a.debug_scope != b.debug_scope) return "scope";
  if (!same(a.positions, b.positions, same_position)) return "positions";
  if (!same(a.names, b.names, same_name)) return "names";
  return same(a.bindings, b.bindings, same_binding) ? "" : "bindings";
}

}  // namespace

std::string first_difference(const Module& a, const Module& b) {
  if (!same(a.types, b.types, same_type)) return "types";
  if (!same(a.values, b.values, same_value)) return "values";
  if (!same(a.constants, b.constants, same_constant)) return "constants";
  if (a.constant_elements != b.constant_elements || a.constant_data != b.constant_data) return "elements";
  if (!same(a.globals, b.globals, same_global)) return "globals";
  if (!same(a.dx_op_callees, b.dx_op_callees, same_callee)) return "operations";
  if (a.strings != b.strings) return "strings";
  if (a.functions.size() != b.functions.size()) return "number of functions";
  for (size_t i = 0; i < a.functions.size(); ++i) {
    const std::string difference = function_difference(a.functions[i], b.functions[i]);
    if (!difference.empty()) return "function " + std::string(a.functions[i].name) + ": " + difference;
  }
  if (!same(a.source_files, b.source_files, same_file)) return "files";
  return debug_difference(a.debug, b.debug);
}

}  // namespace trellis::dxil::test
