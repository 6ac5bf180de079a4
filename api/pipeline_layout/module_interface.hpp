// Pipeline layouts without a root signature, made from the needs of the modules themselves.
#pragma once

#include <cstdint>
#include <span>

#include "api/pipeline_layout/pipeline_layout.hpp"

namespace trellis {

/// What one module needs from its pipeline layout. Plain data that does not refer to the module.
struct ModuleInterface {
  struct Descriptor {
    uint32_t set = 0;
    LayoutBinding binding;  ///< The count is dxil::kUnboundedDescriptors for a runtime array.
  };
  String name;  ///< Name of the module's first entry point, for messages.
  Vector<Descriptor> descriptors;
  PushConstantRange push_constants;  ///< The size is 0 if there is none.
  Vector<VertexInput> vertex_inputs;
};

/// Returns the interface of a module. `program` is what the module was translated from. The buffers of
/// instruments belong to the caller and are not included.
ModuleInterface module_interface(const dxil::Shader& program, const Translation& module);

/// Returns the layout of a pipeline of these modules: descriptors by set and binding, with the stages of all
/// modules that use them. If arrays differ in size, the largest counts; a runtime array has
/// options.unbounded_descriptors elements. Fails with kBadInput, naming both, if two modules have descriptors
/// of different types in the same binding. Other options are ignored.
Result<PipelineLayout> layout_of_modules(std::span<const ModuleInterface> modules,
                                         const PipelineLayoutOptions& options = {});

}  // namespace trellis
