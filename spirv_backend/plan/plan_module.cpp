#include "spirv_backend/plan/plan_module.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/bindings/bindings.hpp"
#include "spirv_backend/plan/bindings/non_uniform.hpp"
#include "spirv_backend/plan/function_planner.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "spirv_backend/plan/stage/capture_plan.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "spirv_backend/plan/stage/subgroup_size.hpp"
#include "spirv_backend/plan/stage/view_plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::ShaderKind;

class ModulePlanner {
 public:
  /// Keeps a reference to the program.
  ModulePlanner(const lower::LoweredProgram& program, const EmitOptions& options)
      : program_(program),
        module_(program.module()),
        context_{plan_, lower::LayoutTable(module_, program.entry_point().native_16bit()),
                 {},    {},
                 {},    {},
                 {},    0,
                 0,     false,
                 false, {},
                 {},    nullptr} {
    const dxil::Shader& shader = program.shader();
    plan_.shader = &shader;
    plan_.own_shader = program.own_shader();
    plan_.entry_point = &program.entry_point();
    plan_.options = options;
    if (options.maximal_reconvergence) plan_.repacking = program.repacking();
    if (plan_.repacking) plan_.options.maximal_reconvergence = false;
    plan_.function_plans.assign(module_.functions.size(), kNone);
    plan_.object_of_global.assign(module_.globals.size(), kNone);
    plan_.resources.resize(shader.resources.size());
    plan_.references.resize(module_.values.size());
    for (SignatureSide side : kSignatureSides) {
      plan_.stage.of(side).resize(signature_of(program.entry_point(), side).size());
    }
    context_.resource_of_symbol.assign(module_.values.size(), kNone);
    for (uint32_t r = 0; r < shader.resources.size(); ++r) {
      const dxil::Resource& resource = shader.resources[r];
      if (resource.symbol < context_.resource_of_symbol.size()) {
        context_.resource_of_symbol[resource.symbol] = r;
      }
      plan_.resources[r].is_coherent = resource.globally_coherent || resource.reorder_coherent;
    }
  }

  Result<ModulePlan> run();

 private:
  Result<void> check_entry() const;
  Result<void> check_root(uint32_t function, bool may_lack) const;
  Vector<uint32_t> roots();
  Result<void> resolve_functions();
  Result<void> order_calls();
  Result<void> pass_pointers();
  void place_payload();
  Result<void> join_parameters();
  Result<void> shape_objects();
  Result<void> shape_payload(MemoryObject& object, uint32_t unit_bytes, const ObjectUse& use);
  void choose_parameter_sizes();
  void drop_placed_allocas();

  const lower::LoweredProgram& program_;
  const dxil::Module& module_;
  ModulePlan plan_;
  PlanningContext context_;
  Vector<FunctionPlanner> planners_;
  Vector<Vector<uint32_t>> parameters_;  // By planner: the objects of pointer parameters.
  Vector<uint32_t> callees_first_;       // Indices of planners; callees come before their callers.
  Vector<PassedPointer> passed_;
};

Result<void> ModulePlanner::check_entry() const {
  const dxil::EntryPoint& entry = *plan_.entry_point;
  TRELLIS_RETURN_IF_ERROR(check_stage_state(entry, plan_.options.target));
  TRELLIS_RETURN_IF_ERROR(check_root(entry.function, entry.kind == ShaderKind::kHull));
  if (entry.hull) {
    const uint32_t patch_function = entry.hull->patch_constant_function_index;
    TRELLIS_RETURN_IF_ERROR(check_root(patch_function, false));
    if (patch_function == entry.function) {
      return bad_input("entry point " + entry.name + " is its own patch constant function");
    }
  }
  if (entry.kind == ShaderKind::kCompute && !entry.thread_group_size) {
    return bad_input("entry point " + entry.name + " has no thread group size");
  }
  return check_signatures(entry);
}

/// Checks a function that the module calls itself. `may_lack`: a hull shader need not have one for its
/// control points.
Result<void> ModulePlanner::check_root(uint32_t function, bool may_lack) const {
  const String name = "entry point " + plan_.entry_point->name;
  if (function == kNone && may_lack) return {};
  if (function >= module_.functions.size() || module_.functions[function].blocks.empty()) {
    return bad_input(name + " has no function body");
  }
  if (is_ray_stage(plan_.entry_point->kind)) {
    return check_ray_entry(module_, *plan_.entry_point, plan_.options.target);
  }
  if (!module_.functions[function].argument_types.empty()) return unsupported(name + " has parameters");
  return {};
}

/// Returns the entry point's function and the patch constant function. Control points without a function use
/// the elements that they pass through.
Vector<uint32_t> ModulePlanner::roots() {
  const dxil::EntryPoint& entry = *plan_.entry_point;
  Vector<uint32_t> found;
  if (entry.function != kNone) found.push_back(entry.function);
  if (!entry.hull) return found;
  plan_.patch_constant_plan = static_cast<uint32_t>(found.size());
  found.push_back(entry.hull->patch_constant_function_index);
  if (entry.function != kNone) return found;
  for (size_t n = 0; n < entry.outputs.size(); ++n) {
    const uint32_t input = matching_input(entry, entry.outputs[n]);
    if (input == kNone) continue;
    plan_.stage.of(SignatureSide::kInput)[input].is_read = true;
    plan_.stage.of(SignatureSide::kOutput)[n].is_written = true;
  }
  return found;
}

Result<void> ModulePlanner::resolve_functions() {
  Vector<uint32_t> found = roots();
  for (uint32_t n = 0; n < found.size(); ++n) plan_.function_plans[found[n]] = n;
  for (size_t n = 0; n < found.size(); ++n) {
    const bool is_ray_entry = n == 0 && is_ray_stage(plan_.entry_point->kind);
    parameters_.push_back(is_ray_entry ? ray_parameter_objects(context_, found[n])
                                       : parameter_objects(context_, found[n]));
    planners_.emplace_back(context_, found[n]);
    TRELLIS_RETURN_IF_ERROR(planners_[n].resolve(parameters_[n]));
    for (const FunctionPlanner::Call& call : planners_[n].calls()) {
      if (plan_.function_plans[call.callee] != kNone) continue;
      plan_.function_plans[call.callee] = static_cast<uint32_t>(found.size());
      found.push_back(call.callee);
    }
  }
  return {};
}

// Visits the call graph in post-order. A call of a function that is still open is recursion, which neither
// DXIL nor SPIR-V supports.
Result<void> ModulePlanner::order_calls() {
  enum : uint8_t { kNew, kOpen, kDone };
  struct Frame {
    uint32_t planner;
    size_t next_call;
  };
  Vector<uint8_t> state(planners_.size(), kNew);
  Vector<Frame> stack;
  // No function calls the patch constant function, so it is a second root.
  for (const uint32_t root : {0u, plan_.patch_constant_plan}) {
    if (root == kNone || state[root] != kNew) continue;
    stack.push_back({root, 0});
    state[root] = kOpen;
    while (!stack.empty()) {
      Frame& top = stack.back();
      const std::span<const FunctionPlanner::Call> calls = planners_[top.planner].calls();
      if (top.next_call == calls.size()) {
        state[top.planner] = kDone;
        callees_first_.push_back(top.planner);
        stack.pop_back();
        continue;
      }
      const FunctionPlanner::Call& call = calls[top.next_call++];
      const uint32_t callee = plan_.function_plans[call.callee];
      if (state[callee] == kOpen) {
        return lower::diagnose(ErrorCode::kUnsupported,
                               module_.functions[planners_[top.planner].plan().function], *call.instruction,
                               "recursive functions are not supported");
      }
      if (state[callee] == kNew) {
        state[callee] = kOpen;
        stack.push_back({callee, 0});
      }
    }
  }
  return {};
}

Result<void> ModulePlanner::pass_pointers() {
  for (FunctionPlanner& planner : planners_) {
    const dxil::Function& caller = module_.functions[planner.plan().function];
    for (const FunctionPlanner::Call& call : planner.calls()) {
      const Vector<uint32_t>& objects = parameters_[plan_.function_plans[call.callee]];
      const std::span<const dxil::ValueId> operands = caller.operands_of(*call.instruction);
      if (operands.size() != objects.size()) {
        return lower::diagnose(ErrorCode::kBadInput, caller, *call.instruction,
                               "the call does not have as many arguments as the function has parameters");
      }
      for (size_t a = 0; a < objects.size(); ++a) {
        if (objects[a] == kNone) continue;
        Result<Reference> argument = planner.reference(operands[a]);
        if (!argument) return argument.error();
        if (argument->kind != ReferenceKind::kMemory) {
          return lower::diagnose(ErrorCode::kUnsupported, caller, *call.instruction,
                                 "cannot determine which object a pointer argument refers to");
        }
        passed_.push_back({*argument, objects[a]});
      }
    }
  }
  place_payload();
  passed_.insert(passed_.end(), context_.payloads.begin(), context_.payloads.end());
  return {};
}

// The payload is copied from groupshared memory where the program dispatches. A variable that is never read,
// in a program without barriers, can be the payload itself.
void ModulePlanner::place_payload() {
  plan_.dispatch_ends_entry =
      context_.dispatch_count == 1 && context_.dispatch_is_last && context_.entry_returns == 1;
  if (context_.payloads.size() != 1 || context_.dispatch_count != 1 || context_.has_barriers) return;
  const Reference& source = context_.payloads[0].argument;
  MemoryObject& object = plan_.objects[source.root];
  const ObjectUse& use = context_.object_uses[source.root];
  const bool is_passed = std::any_of(passed_.begin(), passed_.end(),
                                     [&](const PassedPointer& p) { return p.argument.root == source.root; });
  const lower::TypeLayout* layout = object.type == kNone ? nullptr : &context_.layouts.of(object.type);
  if (object.storage != spv::StorageClass::Workgroup || !source.is_static || source.static_index != 0 ||
      use.is_read || is_passed || layout == nullptr || !layout->is_known ||
      layout->size != plan_.entry_point->amplification_payload_bytes || use.static_end > layout->size) {
    return;
  }
  object.storage = spv::StorageClass::TaskPayloadWorkgroupEXT;
  plan_.payload_object = source.root;
  plan_.payload_is_in_place = true;
  context_.payloads.clear();
}

// The caller's object and the parameter need the same units: joins what is known of their accesses until
// nothing changes. A round can only narrow them, and the depth of the call graph bounds the rounds.
Result<void> ModulePlanner::join_parameters() {
  Vector<ObjectUse>& uses = context_.object_uses;
  for (const PassedPointer& p : passed_) {
    const dxil::TypeId type = plan_.objects[p.argument.root].type;
    if (type == kNone) continue;
    const lower::TypeLayout& layout = context_.layouts.of(type);
    ObjectUse& use = uses[p.argument.root];
    use.narrowest = std::min(use.narrowest, layout.narrowest);
    use.int_access |= layout.has_ints;
    use.float_access |= layout.has_floats;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const PassedPointer& p : passed_) {
      ObjectUse &a = uses[p.argument.root], &b = uses[p.parameter];
      ObjectUse joined = a;
      joined.narrowest = std::min(a.narrowest, b.narrowest);
      joined.int_access |= b.int_access;
      joined.float_access |= b.float_access;
      const auto same = [&joined](const ObjectUse& use) {
        return use.narrowest == joined.narrowest && use.int_access == joined.int_access &&
               use.float_access == joined.float_access;
      };
      if (same(a) && same(b) && a.is_written >= b.is_written) continue;
      changed = true;
      for (ObjectUse* use : {&a, &b}) {
        use->narrowest = joined.narrowest;
        use->int_access = joined.int_access;
        use->float_access = joined.float_access;
      }
      a.is_written |= b.is_written;
    }
  }
  return {};
}

Result<void> ModulePlanner::shape_objects() {
  for (size_t n = 0; n < plan_.objects.size(); ++n) {
    MemoryObject& object = plan_.objects[n];
    const ObjectUse& use = context_.object_uses[n];
    uint8_t unit_bytes = use.narrowest;
    bool has_ints = use.int_access, has_floats = use.float_access;
    if (object.type != kNone) {
      const lower::TypeLayout& layout = context_.layouts.of(object.type);
      if (!layout.is_known) return unsupported("a memory object of a type that cannot be stored");
      unit_bytes = std::min(unit_bytes, layout.narrowest);
      has_ints |= layout.has_ints;
      has_floats |= layout.has_floats;
      object.unit_count = static_cast<uint32_t>(std::max<uint64_t>(1, layout.size / unit_bytes));
    }
    object.unit_bytes = unit_bytes;
    if (n == plan_.payload_object) {
      TRELLIS_RETURN_IF_ERROR(shape_payload(object, unit_bytes, use));
      has_ints = true;  // Both stages of the link need the same type.
    }
    const bool is_float = has_floats && !has_ints && !use.is_atomic && unit_bytes > 1;
    object.unit = {is_float ? BaseType::kFloat : BaseType::kInt, static_cast<uint8_t>(unit_bytes * 8), 1};
  }
  return {};
}

Result<void> ModulePlanner::shape_payload(MemoryObject& object, uint32_t unit_bytes, const ObjectUse& use) {
  const dxil::EntryPoint& entry = *plan_.entry_point;
  const uint32_t bytes =
      entry.mesh ? entry.mesh->payload_bytes : entry.amplification_payload_bytes.value_or(0);
  if (use.static_end > bytes)
    return bad_input("entry point " + entry.name + " reads past the end of its payload");
  object.unit_count = std::max(1u, bytes / unit_bytes);
  return {};
}

// A parameter is passed by pointer if every caller passes a whole local array of the same size. Otherwise
// callers pass a copy, which is large enough for what the function may access.
void ModulePlanner::choose_parameter_sizes() {
  for (size_t n = 0; n < plan_.objects.size(); ++n) {
    MemoryObject& object = plan_.objects[n];
    if (object.kind != MemoryObject::Kind::kParameter) continue;
    const ObjectUse& use = context_.object_uses[n];
    uint32_t largest = 1;
    bool is_direct = true;
    uint32_t direct_count = 0;
    for (const PassedPointer& p : passed_) {
      if (p.parameter != n) continue;
      const MemoryObject& argument = plan_.objects[p.argument.root];
      largest = std::max(largest, argument.unit_count);
      const bool is_whole = argument.storage == spv::StorageClass::Function && p.argument.is_static &&
                            p.argument.static_index == 0 && argument.kind == MemoryObject::Kind::kLocal;
      if (!is_whole || (direct_count != 0 && direct_count != argument.unit_count)) is_direct = false;
      direct_count = argument.unit_count;
    }
    object.copied_arguments = !is_direct;
    if (is_direct) {
      object.unit_count = std::max(direct_count, 1u);
    } else if (use.dynamic_access) {
      object.unit_count = largest;
    } else {
      const uint64_t touched = (use.static_end + object.unit_bytes - 1) / object.unit_bytes;
      object.unit_count = static_cast<uint32_t>(std::clamp<uint64_t>(touched, 1, largest));
    }
  }
}

/// Removes the allocas that became variables of the module.
void ModulePlanner::drop_placed_allocas() {
  for (FunctionPlanner& planner : planners_) {
    Vector<uint32_t>& allocas = planner.plan().allocas;
    const auto is_placed = [this](uint32_t object) {
      return plan_.objects[object].kind != MemoryObject::Kind::kLocal;
    };
    allocas.erase(std::remove_if(allocas.begin(), allocas.end(), is_placed), allocas.end());
  }
}

Result<ModulePlan> ModulePlanner::run() {
  const dxil::TypeId hit_type = program_.hit_type;
  const Vector<Vector<lower::BreakMark>>& marks = program_.break_marks;
  TRELLIS_RETURN_IF_ERROR(check_entry());
  if (hit_type != kNone) {
    plan_.hits = make_routed_shared<HitPlan>();
    plan_.hits->handle_type = hit_type;
    context_.hits = plan_.hits.get();
  }
  const Result<uint32_t> lanes = required_subgroup_size(*plan_.entry_point, plan_.options.device.subgroups);
  if (!lanes) return lanes.error();
  plan_.required_subgroup_size = *lanes;
  TRELLIS_RETURN_IF_ERROR(resolve_functions());
  TRELLIS_RETURN_IF_ERROR(order_calls());
  TRELLIS_RETURN_IF_ERROR(pass_pointers());
  if (hit_type != kNone) {
    TRELLIS_RETURN_IF_ERROR(plan_hits(context_));
  }
  prepare_ray_objects(context_);
  TRELLIS_RETURN_IF_ERROR(join_parameters());
  TRELLIS_RETURN_IF_ERROR(shape_objects());
  TRELLIS_RETURN_IF_ERROR(place_ray_objects(context_));
  choose_parameter_sizes();
  plan_interlock(plan_);
  plan_coherence(plan_);
  TRELLIS_RETURN_IF_ERROR(place_elements(plan_));
  TRELLIS_RETURN_IF_ERROR(plan_views(plan_));
  TRELLIS_RETURN_IF_ERROR(plan_captures(plan_));
  TRELLIS_RETURN_IF_ERROR(assign_bindings(plan_));
  Vector<uint8_t> flags(module_.functions.size(), 0);
  for (uint32_t n : callees_first_) {
    const FunctionPlan& function = planners_[n].plan();
    planners_[n].build_flow(flags,
                            marks.empty() ? std::span<const lower::BreakMark>() : marks[function.function]);
    if (function.is_convergent) flags[function.function] |= structurizer::kConvergent;
    if (function.is_co_convergent) flags[function.function] |= structurizer::kCoConvergent;
    if (function.has_effects) flags[function.function] |= structurizer::kEffects;
  }
  if (!context_.ray_transfers.empty()) drop_placed_allocas();
  plan_.functions.reserve(planners_.size());
  for (FunctionPlanner& planner : planners_) plan_.functions.push_back(planner.take());
  // Only the branches on dx.break show that a marked block is in a loop, where values may differ between
  // iterations.
  const dxil::Shader* with_breaks = program_.with_breaks();
  decide_non_uniform(with_breaks != nullptr ? *with_breaks : program_.shader(), plan_);
  return std::move(plan_);
}

}  // namespace

Result<void> check_stage(const dxil::EntryPoint& entry) {
  if (is_translated(entry.kind)) return {};
  const String& name = entry.source_name.empty() ? entry.name : entry.source_name;
  return unsupported("entry point " + name + ": " + dxil::name_of(entry.kind) +
                     " shaders are not translated yet");
}

/// Cooperative matrices need Vulkan's memory model.
static lower::VendorDevice vendor_device(const DeviceOptions& device) {
  static_assert(kMatricesOfHalves == lower::kHalves && kMatricesOfSignedBytes == lower::kSignedBytes &&
                kMatricesOfUnsignedBytes == lower::kUnsignedBytes);
  lower::VendorDevice vendor;
  if (device.memory_model == MemoryModel::kVulkan && device.matrices.has_known_shape())
    vendor.matrix_formats = device.matrices.formats;
  const SubgroupSizes& sizes = device.subgroups;
  vendor.largest_subgroup = sizes.required != 0 ? sizes.required : sizes.maximum;
  vendor.has_pull_model = device.names(Extension::kShaderExplicitVertexParameterAmd);
  vendor.makes_hits = device.hit_objects == HitObjects::kNv;
  return vendor;
}

lower::Options lowering_options(const EmitOptions& options) {
  lower::Options lowering;
  lowering.maximal_reconvergence = options.maximal_reconvergence;
  lowering.longest_vector = longest_vector(options);
  lowering.vendor_device = vendor_device(options.device);
  return lowering;
}

Result<ModulePlan> plan_module(const lower::LoweredProgram& program, const EmitOptions& options) {
  TRELLIS_RETURN_IF_ERROR(check_stage(program.entry_point()));
  return ModulePlanner(program, options).run();
}

}  // namespace trellis::spirv
