#include "spirv_backend/plan/bindings/non_uniform.hpp"

#include <algorithm>

#include "spirv_backend/analysis/index_spread.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::spirv {
namespace {

// Not a function, so that any_local() does not call it by a pointer.
constexpr auto is_indexed = [](const LocalPlan& local) {
  const Reference& reference = local.reference;
  return (reference.kind == ReferenceKind::kResource || reference.kind == ReferenceKind::kHeap) &&
         !reference.is_static;
};

/// Whether indices can be marked, which needs the extension. If it is missing, marks in the program are
/// refused later.
bool has_marks(const DeviceOptions& device) {
  return !device.extensions || device.extensions->has(Extension::kDescriptorIndexing);
}

/// Whether it is an index into a thread-local array whose accesses depend on the index's uniformity
/// (emitter/memory/selected_units.hpp).
bool indexes_small_array(const ModulePlan& plan, const LocalPlan& local) {
  const Reference& reference = local.reference;
  return reference.kind == ReferenceKind::kMemory && !reference.is_static &&
         plan.objects[reference.root].is_small_array();
}

bool is_scalar(const dxil::Type& type) {
  return type.kind == dxil::TypeKind::kInt || type.kind == dxil::TypeKind::kFloat;
}

/// Whether the addresses that the instruction computes in different lanes may be more than one unit apart, as
/// far as its operands show.
bool may_step(const dxil::Module& module, const dxil::Function& function, const FunctionPlan& plan,
              const dxil::Instruction& i, NumericType unit) {
  if (i.opcode != dxil::Opcode::kGep) return false;
  dxil::TypeId element = i.aux;
  if (module.types[element].kind == dxil::TypeKind::kArray) element = module.types[element].element;
  if (!is_scalar(module.types[element]) || module.types[element].bits != unit.bits) return true;
  const auto operands = function.operands_of(i);
  return std::any_of(operands.begin() + 1, operands.end(), [&](dxil::ValueId index) {
    return index_spread(module, function, plan.bounds, i, index).step > 1;
  });
}

/// Whether the uniformity of indices into small arrays matters anywhere. If not, the analysis is skipped: it
/// takes as long as the rest of planning.
bool may_select_units(const dxil::Shader& shader, const ModulePlan& plan) {
  const auto is_small = [](const MemoryObject& object) { return object.is_small_array(); };
  if (std::none_of(plan.objects.begin(), plan.objects.end(), is_small)) return false;
  for (const FunctionPlan& planned : plan.functions) {
    const dxil::Function& function = shader.module.functions[planned.function];
    for (const dxil::Instruction& i : function.instructions) {
      if (i.result == dxil::kNone || i.result < function.first_local) continue;
      const LocalPlan& local = planned.locals[i.result - function.first_local];
      if (!indexes_small_array(plan, local)) continue;
      const MemoryObject& object = plan.objects[local.reference.root];
      const bool is_always = object.unit_count <= MemoryObject::kAlwaysSelectedUnits;
      if (is_always || may_step(shader.module, function, planned, i, object.unit)) return true;
    }
  }
  return false;
}

bool differs_in_subgroup(const uniformity::FunctionMarks& function, size_t local) {
  return (function.values_where_read[local] & bit(uniformity::Scope::kSubgroup)) != 0;
}

template <class Predicate>
bool any_local(const ModulePlan& plan, Predicate predicate) {
  return std::any_of(plan.functions.begin(), plan.functions.end(), [&](const FunctionPlan& function) {
    return std::any_of(function.locals.begin(), function.locals.end(), predicate);
  });
}

}  // namespace

void decide_non_uniform(const dxil::Shader& shader, ModulePlan& plan) {
  const NonUniformIndices mode = plan.options.non_uniform;
  const bool marks_indices =
      mode != NonUniformIndices::kDeclared && has_marks(plan.options.device) && any_local(plan, is_indexed);
  const bool has_arrays = may_select_units(shader, plan);
  if (!marks_indices && !has_arrays) return;
  const auto is_marked = [&](const LocalPlan& local) { return marks_indices && is_indexed(local); };
  const auto is_selected = [&](const LocalPlan& local) {
    return has_arrays && indexes_small_array(plan, local);
  };
  Result<uniformity::Analysis> analysis = uniformity::Analysis{};
  const bool is_asked = mode != NonUniformIndices::kAlways || has_arrays;
  if (is_asked) {
    uniformity::AnalysisRequest request;
    request.entry = plan.entry_point;
    request.want_findings = false;
    Vector<Vector<uint8_t>> wanted(shader.module.functions.size());
    for (const FunctionPlan& function : plan.functions) {
      for (const LocalPlan& local : function.locals) {
        wanted[function.function].push_back(is_marked(local) || is_selected(local) ? 1 : 0);
      }
    }
    request.wanted = wanted;
    analysis = uniformity::analyse(shader, request);
  }
  const bool is_known = is_asked && analysis.ok();
  for (FunctionPlan& function : plan.functions) {
    for (size_t local = 0; local < function.locals.size(); ++local) {
      const bool is_index = is_marked(function.locals[local]);
      if (!is_index && !is_selected(function.locals[local])) continue;
      bool& non_uniform = function.locals[local].reference.non_uniform;
      bool differs = true;
      if (is_known && !(is_index && mode == NonUniformIndices::kAlways)) {
        differs = differs_in_subgroup(analysis->functions[function.function], local);
      }
      non_uniform = differs || (is_index && non_uniform && mode == NonUniformIndices::kInferredOrDeclared);
    }
  }
}

}  // namespace trellis::spirv
