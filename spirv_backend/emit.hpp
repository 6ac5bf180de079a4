// From a DXIL program to a SPIR-V module, in two steps with the structurizer between them:
//   plan_module() decides what becomes a value and what is rebuilt at its uses, binds the resources, and
//   makes
//                 each function's structurizer::Flow;
//   emit_module() writes the module from the structured functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dxil_frontend/shader.hpp"
#include "spirv_backend/module_builder.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// dxc's --b-shift and its kin: in register space `space`, resources of the class get binding = register +
/// amount.
struct RegisterShift {
  dxil::ResourceClass resource_class = dxil::ResourceClass::kSrv;
  uint32_t amount = 0;
  uint32_t space = 0;
};

struct EmitOptions {
  Target target = Target::kVulkan13;
  std::vector<RegisterShift> shifts;
  bool debug_names = true;             ///< OpName for the entry point and the resources.
  bool maximal_reconvergence = false;  ///< Declare MaximallyReconvergesKHR.
};

/// What becomes of a function's local value.
enum class Treatment : uint8_t {
  kValue,      ///< An SSA value of the output.
  kAggregate,  ///< A struct: exists only as its components.
  kComponent,  ///< extractvalue: defined where its aggregate is.
  kHandle,     ///< A resource handle: rebuilt at each use.
  kPointer,    ///< An address: rebuilt at each use.
};

/// One function of the program and how it will be emitted.
struct FunctionPlan {
  uint32_t function = dxil::kNone;   ///< Into Module::functions.
  structurizer::Flow flow;           ///< For structurize(). Flow values are the function's ValueIds.
  std::vector<Treatment> treatment;  ///< By local value (ValueId - first_local).
  /// The extractvalue results of local aggregate a: components[component_first[a]] ..
  /// components[component_first[a + 1] - 1], ascending by field.
  struct Component {
    uint32_t field = 0;
    dxil::ValueId value = dxil::kNone;
  };
  std::vector<uint32_t> component_first;
  std::vector<Component> components;
};

/// A resource range with its place in Vulkan's binding model.
struct ResourceBinding {
  uint32_t resource = dxil::kNone;  ///< Into Shader::resources.
  uint32_t set = 0, binding = 0;
  uint32_t counter_binding = dxil::kNone;  ///< Of the hidden counter, same set; kNone: it has none.
};

/// The plan of a module. Refers to the shader, entry point and options it was made from: they must outlive
/// it.
struct ModulePlan {
  const dxil::Shader* shader = nullptr;
  const dxil::EntryPoint* entry_point = nullptr;
  EmitOptions options;
  std::vector<ResourceBinding> bindings;  ///< By index into Shader::resources.
  std::vector<FunctionPlan> functions;    ///< Reachable from the entry; the entry first, callees before use.
};

/// Errors: kUnsupported for what is not translated, kBadInput for broken references.
Result<ModulePlan> plan_module(const dxil::Shader& shader, const dxil::EntryPoint& entry_point,
                               const EmitOptions& options);

/// functions[i] is the structured form of plan.functions[i].flow. Returns the words of the module.
Result<std::vector<uint32_t>> emit_module(const ModulePlan& plan,
                                          std::span<const structurizer::Structured> functions);

}  // namespace trellis::spirv
