// Pipeline layouts without a root signature: what modules themselves need.
#pragma once

#include <cstdint>
#include <span>

#include "api/pipeline_layout/pipeline_layout.hpp"

namespace trellis {

/// What one module needs of the layout of its pipeline. Plain data, which does not refer to the module.
struct ModuleInterface {
  struct Descriptor {
    uint32_t set = 0;
    LayoutBinding binding;  ///< count: dxil::kUnboundedDescriptors for a runtime array.
  };
  String name;  ///< Of its first entry point, for messages.
  Vector<Descriptor> descriptors;
  PushConstantRange push_constants;  ///< size 0: none.
  Vector<VertexInput> vertex_inputs;
};

/// `program`: what the module was translated from. The buffers of instruments are the caller's own and not in it.
ModuleInterface module_interface(const dxil::Shader& program, const Translation& module);

/// The layout of a pipeline of these modules: descriptors by set and binding, with the stages of all that use them. Of arrays of
/// different sizes the largest counts, a runtime array is options.unbounded_descriptors long. kBadInput, naming both, if two modules
/// have descriptors of different types in one place. Other options do not count.
Result<PipelineLayout> layout_of_modules(std::span<const ModuleInterface> modules, const PipelineLayoutOptions& options = {});

}  // namespace trellis
