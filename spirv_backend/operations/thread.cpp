// Thread ids, barriers, and queries about the invocation.
#include "dxil_frontend/program/thread_group.hpp"
#include "dxil_frontend/program/wave_barrier.hpp"
#include "spirv_backend/emitter/derivatives.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

namespace {

using dxil::Instruction;

/// Returns true if the groups of all views of a mesh shader follow one another in x.
bool has_groups_of_views(FunctionEmitter& e) {
  return e.entry_point().kind == dxil::ShaderKind::kMesh && e.context().plan.stage.views.multiplies;
}

/// Returns the x component of a group or thread id within its view.
Id x_within_view(FunctionEmitter& e, spv::BuiltIn builtin) {
  const Id group = instance_of_view(e);
  if (builtin == spv::BuiltIn::WorkgroupId) return group;
  const Id thread = load_builtin_component(e, spv::BuiltIn::LocalInvocationId, kThreeWords, 0);
  const Id size = e.u32((*e.entry_point().thread_group_size)[0]);
  const Id first = e.op(Op::OpIMul, kU32, group, size);
  return e.op(Op::OpIAdd, kU32, first, thread);
}

/// Sets the result to a component of the thread's id, within the group or global.
void set_square_id(FunctionEmitter& e, const Instruction& i, bool is_global) {
  const SquareIds ids = square_ids(e, false);
  const auto component_of = [&](uint32_t n) {
    if (!is_global) return ids.thread[n];
    const Id group = load_builtin_component(e, spv::BuiltIn::WorkgroupId, kThreeWords, n);
    const Id first = e.op(Op::OpIMul, kU32, group, e.u32((*e.entry_point().thread_group_size)[n]));
    return e.op(Op::OpIAdd, kU32, first, ids.thread[n]);
  };
  if (const auto component = e.constant_operand(i, 0); component && *component < 3) {
    e.set_result(i, component_of(static_cast<uint32_t>(*component)));
    return;
  }
  const Id x = component_of(0), y = component_of(1), z = component_of(2);
  const Id all = e.op(Op::OpCompositeConstruct, kThreeWords, x, y, z), component = e.operand(i, 0);
  e.define(i, Op::OpVectorExtractDynamic, all, component);
}

template <spv::BuiltIn kBuiltIn>
Result<void> lower_thread_id(FunctionEmitter& e, const Instruction& i) {
  const auto component = e.constant_operand(i, 0);
  if (component && *component > 2) {
    // Microsoft's validator accepts such a component, but D3D does not define its value.
    e.set_result(i, e.u32(0));
    return {};
  }
  if (kBuiltIn != spv::BuiltIn::LocalInvocationId && has_groups_of_views(e)) {
    if (!component) return e.unsupported(i, "instanced views require a constant component of the thread ID");
    if (*component == 0) {
      e.set_result(i, x_within_view(e, kBuiltIn));
      return {};
    }
  }
  if (kBuiltIn != spv::BuiltIn::WorkgroupId && component &&
      dxil::is_one_thread_along(e.entry_point(), *component)) {
    const auto n = static_cast<uint32_t>(*component);
    e.set_result(i, kBuiltIn == spv::BuiltIn::LocalInvocationId
                        ? e.u32(0)
                        : load_builtin_component(e, spv::BuiltIn::WorkgroupId, kThreeWords, n));
    return {};
  }
  if (kBuiltIn != spv::BuiltIn::WorkgroupId && renumbers_threads(e)) {
    set_square_id(e, i, kBuiltIn == spv::BuiltIn::GlobalInvocationId);
    return {};
  }
  if (component) {
    e.set_result(i, load_builtin_component(e, kBuiltIn, kThreeWords, static_cast<uint32_t>(*component)));
    return {};
  }
  const Id all = load_builtin(e, kBuiltIn, kThreeWords), index = e.operand(i, 0);
  e.define(i, Op::OpVectorExtractDynamic, all, index);
  return {};
}

Result<void> lower_flattened_thread_id(FunctionEmitter& e, const Instruction& i) {
  if (dxil::is_one_thread(e.entry_point())) {
    e.set_result(i, e.u32(0));
    return {};
  }
  const bool is_renumbered = renumbers_threads(e);
  e.set_result(i, is_renumbered ? square_ids(e, true).index
                                : load_builtin(e, spv::BuiltIn::LocalInvocationIndex, kU32));
  return {};
}

/// What memory a barrier orders, in which scope, and whether threads wait for each other.
struct Barrier {
  bool sync = false;  ///< All threads of the group must arrive before any of them continues.
  bool uavs = false;
  bool groupshared = false;
  bool device = false;  ///< Device scope; false: the thread group.
};

/// Returns true if the stage's threads form workgroups in SPIR-V: a hull shader's patch is one, too.
bool has_groups(dxil::ShaderKind stage) {
  return stage == dxil::ShaderKind::kCompute || stage == dxil::ShaderKind::kMesh ||
         stage == dxil::ShaderKind::kAmplification || stage == dxil::ShaderKind::kHull;
}

Result<void> emit_barrier(FunctionEmitter& e, const Instruction& i, Barrier barrier) {
  using spv::MemorySemanticsMask;
  const auto bits = [](MemorySemanticsMask mask) { return static_cast<uint32_t>(mask); };
  const dxil::ShaderKind stage = e.entry_point().kind;
  if (!has_groups(stage)) {
    if (barrier.sync || (barrier.uavs && !barrier.device)) {
      return e.bad_input(
          i, String("a barrier of the thread group is not allowed in ") + dxil::name_of(stage) + " shaders");
    }
    barrier.groupshared = false;
  }
  if (barrier.groupshared && e.context().plan.options.device.works_around(kDeviceBarriers)) {
    barrier.uavs = barrier.device = true;
  }
  uint32_t semantics = 0;
  if (barrier.uavs) {
    semantics |= bits(MemorySemanticsMask::UniformMemory) | bits(MemorySemanticsMask::ImageMemory);
  }
  if (barrier.groupshared) semantics |= bits(MemorySemanticsMask::WorkgroupMemory);
  if (semantics != 0) semantics |= bits(MemorySemanticsMask::AcquireRelease);
  if (semantics == 0 && !barrier.sync) return {};
  const Id group = e.u32(static_cast<uint32_t>(spv::Scope::Workgroup));
  const Id scope = barrier.device ? e.u32(static_cast<uint32_t>(spv::Scope::Device)) : group;
  const Id mask = e.u32(semantics);
  if (barrier.sync) {
    e.op_void(Op::OpControlBarrier, group, scope, mask);
  } else {
    e.op_void(Op::OpMemoryBarrier, scope, mask);
  }
  return {};
}

// Memory has the scope of the group, because the memory that lanes share is the group's.
Result<void> emit_wave_barrier(FunctionEmitter& e) {
  using spv::MemorySemanticsMask;
  const auto bits = [](MemorySemanticsMask mask) { return static_cast<uint32_t>(mask); };
  const uint32_t semantics = bits(MemorySemanticsMask::AcquireRelease) |
                             bits(MemorySemanticsMask::UniformMemory) |
                             bits(MemorySemanticsMask::WorkgroupMemory);
  const Id subgroup = e.u32(static_cast<uint32_t>(spv::Scope::Subgroup));
  const Id group = e.u32(static_cast<uint32_t>(spv::Scope::Workgroup));
  e.module().capability(spv::Capability::GroupNonUniform);
  e.op_void(Op::OpControlBarrier, subgroup, group, e.u32(semantics));
  return {};
}

// Operand: the bits of the mode.
Result<void> lower_barrier(FunctionEmitter& e, const Instruction& i) {
  enum : uint64_t { kSync = 1, kUavDevice = 2, kUavGroup = 4, kGroupshared = 8, kAllBits = 15 };
  const auto mode = e.constant_operand(i, 0);
  if (!mode || *mode == 0 || *mode > kAllBits)
    return e.bad_input(i, "the barrier mode is not a known constant");
  Barrier barrier;
  barrier.sync = (*mode & kSync) != 0;
  barrier.uavs = (*mode & (kUavDevice | kUavGroup)) != 0;
  barrier.device = (*mode & kUavDevice) != 0;
  barrier.groupshared = (*mode & kGroupshared) != 0;
  return emit_barrier(e, i, barrier);
}

/// Applies the semantic flags of shader model 6.8. Without a scope, threads that wait still make their memory
/// available within the group.
bool apply_semantics(Barrier& barrier, uint64_t flags) {
  enum : uint64_t { kSync = 1, kGroupScope = 2, kDeviceScope = 4, kReorderScope = 8 };
  if (flags > (kSync | kGroupScope | kDeviceScope | kReorderScope)) return false;
  barrier.sync = (flags & kSync) != 0;
  barrier.device = (flags & (kDeviceScope | kReorderScope)) != 0;
  if (flags == 0) barrier.uavs = barrier.groupshared = false;
  return true;
}

Result<void> lower_barrier_by_memory_type(FunctionEmitter& e, const Instruction& i) {
  enum : uint64_t { kUavMemory = 1, kGroupSharedMemory = 2, kAllMemory = 15 };
  const auto memory = e.constant_operand(i, 0), semantics = e.constant_operand(i, 1);
  if (semantics && dxil::is_wave_barrier(i, *semantics)) return emit_wave_barrier(e);
  Barrier barrier;
  if (memory && *memory <= kAllMemory) {  // Node memory occurs only in work graphs.
    barrier.uavs = (*memory & kUavMemory) != 0;
    barrier.groupshared = (*memory & kGroupSharedMemory) != 0;
  }
  if (!memory || *memory > kAllMemory || !semantics || !apply_semantics(barrier, *semantics)) {
    return e.bad_input(i, "the flags of a barrier are not a known constant");
  }
  return emit_barrier(e, i, barrier);
}

// The object is a UAV: other resources cannot be named here.
Result<void> lower_barrier_by_handle(FunctionEmitter& e, const Instruction& i) {
  const auto semantics = e.constant_operand(i, 1);
  Barrier barrier;
  barrier.uavs = true;
  if (!semantics || !apply_semantics(barrier, *semantics)) {
    return e.bad_input(i, "the flags of a barrier are not a known constant");
  }
  return emit_barrier(e, i, barrier);
}

template <spv::Scope kScope>
Result<void> lower_clock(FunctionEmitter& e, const Instruction& i) {
  e.module().extension("SPV_KHR_shader_clock");
  e.module().capability(spv::Capability::ShaderClockKHR);
  const Id scope = e.u32(static_cast<uint32_t>(kScope));
  const Id clock = e.op(Op::OpReadClockKHR, kTwoWords, scope);
  set_if_used(e, i, 0, [&] { return extract(e, kU32, clock, 0); });
  set_if_used(e, i, 1, [&] { return extract(e, kU32, clock, 1); });
  return {};
}

// Only fragment shaders have helper lanes.
Result<void> lower_is_helper_lane(FunctionEmitter& e, const Instruction& i) {
  if (e.entry_point().kind != dxil::ShaderKind::kPixel) {
    e.set_result(i, e.module().constant_bool(false));
    return {};
  }
  e.set_result(i, ask_for_helper(e.context().discards, e.code()));
  return {};
}

// A Vulkan shader cannot detect a debugger, so the answer is always no.
Result<void> lower_is_debugging_enabled(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, e.module().constant_bool(false));
  return {};
}

/// The instruction set of breakpoints; 0 until first use.
struct BreakpointSet {
  Id set = 0;
};

// For debuggers and other tools that support the set; for all other consumers, it does nothing.
Result<void> lower_debug_break(FunctionEmitter& e, const Instruction&) {
  constexpr uint32_t kDebugBreak = 1;
  Id& set = e.context().caches.get<BreakpointSet>().set;
  if (set == 0) {
    e.module().extension("SPV_KHR_non_semantic_info", kSpirv16);
    set = e.module().import("NonSemantic.DebugBreak");
  }
  e.op(Op::OpExtInst, e.module().type_void(), set, kDebugBreak);
  return {};
}

Result<void> lower_to_nothing(FunctionEmitter&, const Instruction&) { return {}; }

constexpr LoweringEntry kThreadLowerings[] = {
    {dxil::Op::kBarrier, lower_barrier},
    {dxil::Op::kThreadId, lower_thread_id<spv::BuiltIn::GlobalInvocationId>},
    {dxil::Op::kGroupId, lower_thread_id<spv::BuiltIn::WorkgroupId>},
    {dxil::Op::kThreadIdInGroup, lower_thread_id<spv::BuiltIn::LocalInvocationId>},
    {dxil::Op::kFlattenedThreadIdInGroup, lower_flattened_thread_id},
    {dxil::Op::kCycleCounterLegacy, lower_clock<spv::Scope::Subgroup>},
    {dxil::Op::kVendorDeviceClock, lower_clock<spv::Scope::Device>},
    {dxil::Op::kIsHelperLane, lower_is_helper_lane},
    {dxil::Op::kBarrierByMemoryType, lower_barrier_by_memory_type},
    {dxil::Op::kBarrierByMemoryHandle, lower_barrier_by_handle},
    {dxil::Op::kExperimentalNop, lower_to_nothing},
    {dxil::Op::kDebugBreak, lower_debug_break},
    {dxil::Op::kIsDebuggingEnabled, lower_is_debugging_enabled},
};

}  // namespace

std::span<const LoweringEntry> thread_lowerings() { return kThreadLowerings; }

}  // namespace trellis::spirv
