// Operations that create handles. A handle is a known resource and a descriptor index, so most emit no code.
#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

/// The index operand counts registers from 0; descriptors count from the range's lower bound.
void set_index(FunctionEmitter& e, const Instruction& i, uint32_t operand) {
  const Reference& reference = e.reference(i.result);
  if (reference.is_static) return;
  const uint32_t lower = e.context().plan.resource_info(reference.root).lower_bound;
  const Id index = e.operand(i, operand);
  e.set_result(i, lower == 0 ? index : e.op_once(Op::OpISub, kU32, index, e.u32(lower)));
}

Result<void> lower_create_handle(FunctionEmitter& e, const Instruction& i) {
  set_index(e, i, 2);
  return {};
}

Result<void> lower_create_from_binding(FunctionEmitter& e, const Instruction& i) {
  set_index(e, i, 1);
  return {};
}

Result<void> lower_create_from_heap(FunctionEmitter& e, const Instruction& i) {
  if (!e.reference(i.result).is_static) e.set_result(i, e.operand(i, 0));
  return {};
}

Result<void> lower_same_handle(FunctionEmitter& e, const Instruction& i) {
  if (!e.reference(i.result).is_static) e.set_result(i, e.reference_index(e.operand_value(i, 0)));
  return {};
}

constexpr LoweringEntry kHandlesLowerings[] = {
    {dxil::Op::kCreateHandle, lower_create_handle},
    {dxil::Op::kCreateHandleForLib, lower_same_handle},
    {dxil::Op::kAnnotateHandle, lower_same_handle},
    {dxil::Op::kCreateHandleFromBinding, lower_create_from_binding},
    {dxil::Op::kCreateHandleFromHeap, lower_create_from_heap},
};

}  // namespace

std::span<const LoweringEntry> handle_lowerings() { return kHandlesLowerings; }

}  // namespace trellis::spirv
