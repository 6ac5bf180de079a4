// The payload between amplification and mesh shaders.
#include "spirv_backend/emitter/memory/memory_access.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/stage/entry_wrapper.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

// The result is a pointer; the plan records what it refers to.
Result<void> lower_get_mesh_payload(FunctionEmitter&, const Instruction&) { return {}; }

// dispatchMesh(x, y, z, payload): all threads of the group execute it together. Unless the dispatch ends the
// entry point, the sizes are kept until its end. The payload is copied with its current contents, unless the
// program already keeps it in the payload variable.
Result<void> lower_dispatch_mesh(FunctionEmitter& e, const Instruction& i) {
  constexpr uint32_t kPayload = 3;
  const ModulePlan& plan = e.context().plan;
  if (plan.payload_object != kNone && !plan.payload_is_in_place) {
    const Reference& source = e.reference(e.operand_value(i, kPayload));
    UnitIndex at;
    if (source.kind != ReferenceKind::kMemory || !unit_index(e, e.operand_value(i, kPayload), at)) {
      return e.bad_input(i, "cannot find the object of the payload");
    }
    Result<Id> copy = payload_copy_function(e.context(), source.root);
    if (!copy) return e.bad_input(i, copy.error().message);
    const Id first = at.is_constant ? e.u32(at.constant) : at.value;
    const Id none = e.module().type_void();
    if (plan.objects[source.root].kind == MemoryObject::Kind::kGlobal) {
      e.op(Op::OpFunctionCall, none, *copy, first);
    } else {
      e.op(Op::OpFunctionCall, none, *copy, first, object_variable(e, source.root));
    }
  }
  if (plan.dispatch_ends_entry) return {};  // The return that follows is the dispatch.
  const Id x = e.operand(i, 0), y = e.operand(i, 1), z = e.operand(i, 2);
  const Id variable = dispatch_size_variable(e.context());
  const Id sizes = e.op(Op::OpCompositeConstruct, kThreeWords, x, y, z);
  e.op_void(Op::OpStore, variable, sizes);
  return {};
}

constexpr LoweringEntry kPayloadLowerings[] = {
    {dxil::Op::kGetMeshPayload, lower_get_mesh_payload},
    {dxil::Op::kDispatchMesh, lower_dispatch_mesh},
};

}  // namespace

std::span<const LoweringEntry> payload_lowerings() { return kPayloadLowerings; }

}  // namespace trellis::spirv
