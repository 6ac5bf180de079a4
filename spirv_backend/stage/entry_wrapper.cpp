#include "spirv_backend/stage/entry_wrapper.hpp"

#include <algorithm>

#include "spirv_backend/emitter/interface/view_outputs.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/stage/stream_output.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using dxil::SignatureElement;
using spv::Op;
using spv::StorageClass;

constexpr NumericType kThreeWords{BaseType::kInt, 32, 3};

/// The variable of the sizes given to DispatchMesh; 0 until first use.
struct DispatchSize {
  Id variable = 0;
};

Id input(ModuleContext& context, FunctionWriter& f, spv::BuiltIn builtin) {
  const Id variable = context.builder.builtin_input(builtin, kU32);
  return f.op(Op::OpLoad, context.builder.type_int(32), variable);
}

/// If a hull shader has no function for control points, its inputs are passed through unchanged.
Result<void> copy_control_points(ModuleContext& context, FunctionWriter& f) {
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  const Id vertex = input(context, f, spv::BuiltIn::InvocationId);
  for (const SignatureElement& output : entry.outputs) {
    const InterfaceElement& to = context.interface.element(SignatureSide::kOutput, output.id);
    const uint32_t source = matching_input(entry, output);
    if (source == dxil::kNone || to.variable == 0) continue;
    const InterfaceElement& from = context.interface.element(SignatureSide::kInput, entry.inputs[source].id);
    const Id type = to.vertex_type;
    if (from.variable == 0 || type != from.vertex_type) {
      return bad_input("entry point " + entry.name + " passes control points through, but " +
                       describe_element(output) + " differs between input and output");
    }
    const Id from_type = context.builder.type_pointer(StorageClass::Input, type);
    const Id from_pointer = f.op(Op::OpAccessChain, from_type, from.variable, vertex);
    const Id value = f.op(Op::OpLoad, type, from_pointer);
    const Id to_type = context.builder.type_pointer(StorageClass::Output, type);
    const Id to_pointer = f.op(Op::OpAccessChain, to_type, to.variable, vertex);
    f.op_void(Op::OpStore, to_pointer, value);
  }
  return {};
}

// Each thread computes its control point; when all have finished, one thread computes the patch constants
// from them.
Result<void> write_hull(ModuleContext& context) {
  ModuleBuilder& builder = context.builder;
  FunctionWriter f(builder, context.entry_id, builder.type_void());
  const uint32_t patch_plan = context.plan.patch_constant_plan;
  f.label();
  if (context.plan.entry_point->function == dxil::kNone) {
    TRELLIS_RETURN_IF_ERROR(copy_control_points(context, f));
  } else {
    f.call(context.function_ids[0]);
  }
  hand_view_of_control_point(context.views, f);
  const Id group = builder.constant_u32(to_word(spv::Scope::Workgroup));
  const Id invocation = builder.constant_u32(to_word(spv::Scope::Invocation));
  const Id nothing = builder.constant_u32(0);
  f.op_void(Op::OpControlBarrier, group, invocation, nothing);
  const Id thread = input(context, f, spv::BuiltIn::InvocationId);
  const Id is_first = f.op(Op::OpIEqual, builder.type_bool(), thread, nothing);
  const Id patch = builder.new_id(), end = builder.new_id();
  f.selection(is_first, patch, end, end);
  f.label(patch);
  f.call(context.function_ids[patch_plan]);
  f.op_void(Op::OpBranch, end);
  f.label(end);
  f.op_void(Op::OpReturn);
  f.finish();
  return {};
}

void emit_group_barrier(ModuleBuilder& builder, FunctionWriter& f) {
  const Id group = builder.constant_u32(to_word(spv::Scope::Workgroup));
  const Id semantics = builder.constant_u32(to_word(spv::MemorySemanticsMask::AcquireRelease) |
                                            to_word(spv::MemorySemanticsMask::WorkgroupMemory));
  f.op_void(Op::OpControlBarrier, group, group, semantics);
}

// In SPIR-V, the dispatch ends the entry point; in the program, code may follow it.
Result<void> write_amplification(ModuleContext& context) {
  ModuleBuilder& builder = context.builder;
  FunctionWriter f(builder, context.entry_id, builder.type_void());
  f.label();
  f.call(context.function_ids[0]);
  emit_group_barrier(builder, f);
  const Id variable = dispatch_size_variable(context);
  const Id sizes = f.op(Op::OpLoad, builder.type(kThreeWords), variable);
  Id size[3] = {};
  for (uint32_t n = 0; n < 3; ++n) size[n] = f.op(Op::OpCompositeExtract, builder.type(kU32), sizes, n);
  if (context.plan.stage.views.multiplies) {
    const Id views = load_drawn_count(context.views, f);
    size[0] = f.op(Op::OpIMul, builder.type(kU32), size[0], views);
  }
  const uint32_t payload = context.plan.payload_object;
  if (payload == dxil::kNone) {
    f.op_void(Op::OpEmitMeshTasksEXT, size[0], size[1], size[2]);
  } else {
    f.op_void(Op::OpEmitMeshTasksEXT, size[0], size[1], size[2], context.object_variable(payload));
  }
  f.finish();
  return {};
}

// Vertex and domain shaders: captured outputs are copied when all outputs have been written.
Result<void> write_vertex(ModuleContext& context) {
  const Id copy = capture_function(context, 0);
  FunctionWriter f(context.builder, context.entry_id, context.builder.type_void());
  f.label();
  f.call(context.function_ids[0]);
  f.call(copy);
  f.op_void(Op::OpReturn);
  f.finish();
  return {};
}

}  // namespace

Result<void> write_wrapper(ModuleContext& context) {
  const ShaderKind stage = context.plan.entry_point->kind;
  if (stage == ShaderKind::kHull) return write_hull(context);
  if (stage == ShaderKind::kAmplification) return write_amplification(context);
  return write_vertex(context);
}

Id dispatch_size_variable(ModuleContext& context) {
  Id& variable = context.caches.get<DispatchSize>().variable;
  if (variable == 0) {
    const Id type = context.builder.type(kThreeWords);
    const Id none = context.builder.constant_null(type);
    variable = context.builder.variable(StorageClass::Private, type, none);
  }
  return variable;
}

Result<Id> payload_copy_function(ModuleContext& context, uint32_t source) {
  const uint32_t payload = context.plan.payload_object;
  const MemoryObject &from = context.plan.objects[source], &to = context.plan.objects[payload];
  if (from.unit_bytes != to.unit_bytes || to.unit_count > from.unit_count) {
    return bad_input("the payload is larger than the memory it is read from");
  }
  ModuleBuilder& builder = context.builder;
  const uint32_t key = to_word(Op::OpEmitMeshTasksEXT) << 16 | source;
  if (const Id known = builder.shared_function(key); known != 0) return known;
  const Id function = builder.new_id();
  builder.shared_function(key) = function;
  const Id word = builder.type_int(32);
  const bool is_shared = from.kind == MemoryObject::Kind::kGlobal;
  Vector<Id> parameters = {word};
  if (!is_shared) {
    parameters.push_back(builder.type_pointer(StorageClass::Function, context.object_type(source)));
  }
  FunctionWriter f(builder, function, builder.type_void(), parameters);
  const Id entry = builder.new_id(), head = builder.new_id(), body = builder.new_id(),
           latch = builder.new_id(), merge = builder.new_id(), next = builder.new_id();
  const std::array<uint32_t, 3>& group = *context.plan.entry_point->thread_group_size;
  const Id threads = builder.constant_u32(group[0] * group[1] * group[2]);
  const Id count = builder.constant_u32(to.unit_count);
  const Id step = is_shared ? threads : builder.constant_u32(1);
  f.label(entry);
  emit_group_barrier(builder, f);
  Id first = input(context, f, spv::BuiltIn::LocalInvocationIndex);
  if (!is_shared) {
    const Id zero = builder.constant_u32(0);
    const Id is_first = f.op(Op::OpIEqual, builder.type_bool(), first, zero);
    first = f.op(Op::OpSelect, word, is_first, zero, count);
  }
  f.op_void(Op::OpBranch, head);
  f.label(head);
  const Id at = f.op(Op::OpPhi, word, first, entry, next, latch);
  const Id is_inside = f.op(Op::OpULessThan, builder.type_bool(), at, count);
  f.op_void(Op::OpLoopMerge, merge, latch, spv::LoopControlMask::MaskNone);
  f.op_void(Op::OpBranchConditional, is_inside, body, merge);
  f.label(body);
  const auto unit_pointer = [&](uint32_t object, Id index) {
    const Id variable = !is_shared && object == source ? f.parameter(1) : context.object_variable(object);
    if (context.plan.objects[object].unit_count == 1) return variable;
    return f.op(Op::OpAccessChain, context.unit_pointer_type(object), variable, index);
  };
  const Id from_index = f.op(Op::OpIAdd, word, at, f.parameter(0));
  const Id from_pointer = unit_pointer(source, from_index), to_pointer = unit_pointer(payload, at);
  Id value = f.op(Op::OpLoad, builder.type(from.unit), from_pointer);
  if (from.unit != to.unit) value = f.op(Op::OpBitcast, builder.type(to.unit), value);
  f.op_void(Op::OpStore, to_pointer, value);
  f.op_void(Op::OpBranch, latch);
  f.label(latch);
  f.define(next, Op::OpIAdd, word, at, step);
  f.op_void(Op::OpBranch, head);
  f.label(merge);
  f.op_void(Op::OpReturn);
  f.finish();
  return function;
}

}  // namespace trellis::spirv
