// Functions and blocks during the pass: where they begin and end, where they branch, what they return.
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

constexpr uint32_t kVersion16 = 0x00010600;

bool begin_function(ModuleState& m, const Instruction& i) {
  FunctionState& function = m.function;
  if (function.number != 0) return m.fail(i, "begins inside another function");
  const Type& type = m.type(i[4]);
  if (type.base != Base::kFunction) return m.fail(i, name(i[4]) + " is not a type of functions");
  if (type.element != i[1])
    return m.fail(i, "result type " + name(i[1]) + " is not the one of its function type");
  function.number = ++m.function_count;
  m.users[i[2]] = function.number;
  function.result_type = i[1];
  function.type = m.words.subspan(type.at, m.words[type.at] >> 16);
  function.parameters = 0;
  function.first_block = m.block_count + 1;
  function.block = 0;
  function.labels.clear();
  function.edges.clear();
  function.phis.clear();
  function.uses.clear();
  return true;
}

bool read_parameter(ModuleState& m, const Instruction& i) {
  FunctionState& function = m.function;
  if (function.number == 0 || !function.labels.empty())
    return m.fail(i, "is not at the beginning of a function");
  const uint32_t at = 3 + function.parameters++;
  if (at >= function.type.size()) return m.fail(i, "the function type has no such parameter");
  return function.type[at] == i[1] ||
         m.fail(i, "result type " + name(i[1]) + " is not the one in the function type");
}

bool end_function(ModuleState& m, const Instruction& i) {
  FunctionState& function = m.function;
  if (function.number == 0) return m.fail(i, "ends a function that was never begun");
  if (function.block != 0) return m.fail(i, "the last block has no terminator");
  if (function.labels.empty()) return m.fail(i, "the function has no blocks");
  if (3 + function.parameters != function.type.size())
    return m.fail(i, "the function has fewer parameters than the function type");
  if (!check_function(m)) return false;
  function.number = 0;
  return true;
}

bool begin_block(ModuleState& m, const Instruction& i) {
  FunctionState& function = m.function;
  if (function.number == 0) return m.fail(i, "is outside all functions");
  if (function.block != 0) return m.fail(i, "begins inside another block");
  function.block = ++m.block_count;
  function.has_body = function.has_code = function.has_merge = false;
  function.labels.push_back(i[1]);
  return true;
}

bool end_block(ModuleState& m) {
  m.function.block = 0;
  return true;
}

void add_edge(ModuleState& m, const Instruction& i, Id target, bool is_branch = true) {
  m.function.edges.push_back({is_branch ? m.function.block : 0, target, i.at, i.number});
}

bool check_branch(ModuleState& m, const Instruction& i) {
  const Type& condition = m.type_of(i[1]);
  switch (i.row->rule) {
    case Rule::kBranch:
      add_edge(m, i, i[1]);
      break;
    case Rule::kBranchConditional:
      if (condition.base != Base::kBool) return m.fail(i, "condition " + name(i[1]) + " is not bool");
      if (i.size() != 4 && i.size() != 6) return m.fail(i, "has only one branch weight");
      if (m.version >= kVersion16 && i[2] == i[3]) return m.fail(i, "branches to " + name(i[2]) + " twice");
      add_edge(m, i, i[2]);
      add_edge(m, i, i[3]);
      break;
    default: {
      if (condition.base != Base::kInt) return m.fail(i, "selector " + name(i[1]) + " is not an integer");
      const uint32_t step = bits_of(condition.shape) > 32 ? 3 : 2;
      add_edge(m, i, i[2]);
      for (uint32_t n = 2 + step; n < i.size(); n += step) add_edge(m, i, i[n]);
    }
  }
  return end_block(m);
}

bool check_return(ModuleState& m, const Instruction& i) {
  if (i.row->rule == Rule::kReturn) {
    if (m.type(m.function.result_type).base != Base::kVoid) return m.fail(i, "does not return a value");
  } else if (m.type_id(i[1]) != m.function.result_type) {
    return m.fail(i, "value " + name(i[1]) + " is not of the function's result type");
  }
  return end_block(m);
}

bool check_call(ModuleState& m, const Instruction& i) {
  m.calls.push_back({m.function.number, i[3], i.at, i.number});
  return true;
}

bool check_merge(ModuleState& m, const Instruction& i) {
  add_edge(m, i, i[1], false);
  if (static_cast<spv::Op>(i.row->opcode) == spv::Op::OpLoopMerge) add_edge(m, i, i[2], false);
  m.function.has_merge = true;
  return true;
}

bool check_phi(ModuleState& m, const Instruction& i) {
  if (m.function.has_body) return m.fail(i, "comes after other instructions of its block");
  m.function.phis.push_back({i.at, i.number, m.function.block});
  return true;
}

bool is_branch(Rule rule) {
  return rule == Rule::kBranch || rule == Rule::kBranchConditional || rule == Rule::kSwitch;
}

/// Checks the order of instructions in a block.
bool check_place(ModuleState& m, const Instruction& i) {
  FunctionState& function = m.function;
  if (function.block == 0 || i.row->rule == Rule::kPhi) return true;
  if (function.has_merge && !is_branch(i.row->rule))
    return m.fail(i, "is between a merge instruction and its branch");
  function.has_body = function.has_code = true;
  return true;
}

}  // namespace

bool check_flow(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kFunction:
      return begin_function(m, i);
    case Rule::kParameter:
      return read_parameter(m, i);
    case Rule::kFunctionEnd:
      return end_function(m, i);
    case Rule::kLabel:
      return begin_block(m, i);
    default:
      break;
  }
  if (!check_place(m, i)) return false;
  switch (i.row->rule) {
    case Rule::kCall:
      return check_call(m, i);
    case Rule::kPhi:
      return check_phi(m, i);
    case Rule::kMerge:
      return check_merge(m, i);
    case Rule::kBranch:
    case Rule::kBranchConditional:
    case Rule::kSwitch:
      return check_branch(m, i);
    case Rule::kReturn:
    case Rule::kReturnValue:
      return check_return(m, i);
    case Rule::kLeave:
      return end_block(m);
    default:
      return true;
  }
}

}  // namespace trellis::module_check
