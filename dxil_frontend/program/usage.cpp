#include "dxil_frontend/program/usage.hpp"

#include "dxil_frontend/program/dxil_ops.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {
namespace {

uint32_t usage_of_operation(Op op) {
  const DxilOp* row = find_op(op);
  return row == nullptr ? 0 : row->usage;
}

uint32_t usage_of_type(const Module& module, TypeId id) {
  if (id >= module.types.size()) return 0;
  const Type* type = &module.types[id];
  if (type->kind == TypeKind::kVector && type->element < module.types.size()) {
    type = &module.types[type->element];
  }
  const bool is_float = type->kind == TypeKind::kFloat;
  if (!is_float && type->kind != TypeKind::kInt) return 0;
  if (type->bits == 16) return is_float ? kUsesFloat16 : kUsesInt16;
  if (type->bits == 64) return is_float ? kUsesFloat64 : kUsesInt64;
  return 0;
}

/// Whether an operand is a constant that only selects an element. Compilers also write such constants with 64
/// bits, which does not make the program use 64-bit integers.
bool is_constant_index(const Function& function, const Instruction& i, uint32_t operand) {
  const bool is_index = (i.opcode == Opcode::kExtractElement && operand == 1) ||
                        (i.opcode == Opcode::kInsertElement && operand == 2) ||
                        (i.opcode == Opcode::kGep && operand != 0) || i.opcode == Opcode::kAlloca;
  return is_index && function.operands_of(i)[operand] < function.first_local;
}

uint32_t usage_of_instruction(const Module& module, const Function& function, const Instruction& i) {
  uint32_t uses = usage_of_type(module, i.type);
  // The results of instructions are counted at those instructions. This leaves arguments and module-level
  // values.
  const ValueId first_computed = function.first_local + static_cast<ValueId>(function.argument_types.size());
  const auto operands = function.operands_of(i);
  for (uint32_t n = 0; n < operands.size(); ++n) {
    if (operands[n] < first_computed && !is_constant_index(function, i, n))
      uses |= usage_of_type(module, module.type_of(function, operands[n]));
  }
  if (i.opcode == Opcode::kDxOp) uses |= usage_of_operation(i.op());
  if (i.opcode == Opcode::kAtomicRmw || i.opcode == Opcode::kCmpXchg) uses |= kUsesGroupsharedAtomics;
  return uses;
}

}  // namespace

uint32_t usage_of(const Module& module, const EntryPoint& entry_point) {
  Vector<bool> is_reached(module.functions.size());
  Vector<uint32_t> work;
  const auto reach = [&](uint32_t function) {
    if (function >= is_reached.size() || is_reached[function]) return;
    is_reached[function] = true;
    work.push_back(function);
  };
  reach(entry_point.function);
  if (entry_point.hull) reach(entry_point.hull->patch_constant_function_index);
  uint32_t uses = 0;
  while (!work.empty()) {
    const Function& function = module.functions[work.back()];
    work.pop_back();
    if (function.waves_include_helper_lanes) uses |= kUsesHelperLaneState;
    for (const Instruction& i : function.instructions) {
      uses |= usage_of_instruction(module, function, i);
      if (i.opcode == Opcode::kCall) reach(i.aux);
    }
  }
  return uses;
}

std::span<const char* const, kUsageCount> usage_names() {
  static constexpr const char* kNames[kUsageCount] = {"wave_operations",
                                                      "quad_operations",
                                                      "derivatives",
                                                      "discard",
                                                      "barriers",
                                                      "resource_atomics",
                                                      "groupshared_atomics",
                                                      "ray_queries",
                                                      "helper_lane_state",
                                                      "descriptor_heaps",
                                                      "float16",
                                                      "float64",
                                                      "int16",
                                                      "int64",
                                                      "input_attached_sampling",
                                                      "lane_count"};
  return kNames;
}

}  // namespace trellis::dxil
