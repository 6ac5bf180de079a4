#include "api/pipeline_layout/module_interface.hpp"

#include <algorithm>
#include <utility>

#include "api/pipeline_layout/layout_types.hpp"
#include "api/translator.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

using spirv::BindingKind;
using spirv::BufferForm;

DescriptorType type_of(const dxil::Resource& resource, BufferForm form) {
  switch (form) {
    case BufferForm::kDefault:
      break;
    case BufferForm::kUniform:
      return DescriptorType::kUniformBuffer;
    case BufferForm::kTexel:
      return resource.resource_class == dxil::ResourceClass::kUav ? DescriptorType::kStorageTexelBuffer
                                                                  : DescriptorType::kUniformTexelBuffer;
    default:  // Storage, and the buffer that holds the addresses.
      return DescriptorType::kStorageBuffer;
  }
  return descriptor_type(resource);
}

/// Returns the number of elements that a binding needs if the resource's part starts at `first`.
uint32_t count_of(const spirv::ResourceUse& use, const spirv::Binding& place, uint32_t first) {
  const bool is_endless = place.kind == BindingKind::kHeap || use.heap != spirv::DescriptorHeap::kNone ||
                          use.info->count == dxil::kUnboundedDescriptors;
  if (is_endless) return dxil::kUnboundedDescriptors;
  return first + (place.is_single_element ? 1 : use.info->count);
}

class InterfaceReader {
 public:
  InterfaceReader(const dxil::Shader& program, const Translation& module)
      : program_(program), module_(module) {}

  ModuleInterface run() {
    if (!module_.entry_points.empty()) made_.name = module_.entry_points.front();
    for (const BoundResource& bound : module_.bindings) add(bound);
    add_root_data();
    add_vertex_inputs();
    return std::move(made_);
  }

 private:
  void add(const BoundResource& bound) {
    const spirv::ResourceUse& use = bound.use;
    const spirv::Binding& place = bound.binding;
    stages_ |= stage_bit(use.stage);
    if (has_set(place.kind)) {
      const uint32_t count =
          place.array_size != 0 ? place.array_size : count_of(use, place, place.first_element);
      add(use, place.set, place.binding, type_of(*use.info, place.form), count, BindingPurpose::kResource);
    }
    if (place.range.kind == spirv::RangeKind::kTable) {
      add(use, place.range.set, place.range.binding, DescriptorType::kStorageBuffer, 1,
          BindingPurpose::kResource);
    }
    if (!use.uses_counter || !has_set(place.counter.kind)) return;
    add(use, place.counter.set, place.counter.binding, type_of(*use.info, counter_form(place.counter)),
        count_of(use, place, place.counter.first_element), BindingPurpose::kCounters);
  }

  static BufferForm counter_form(const spirv::CounterBinding& counter) {
    return counter.form == BufferForm::kDefault ? BufferForm::kStorage : counter.form;
  }

  void add(const spirv::ResourceUse& use, uint32_t set, uint32_t binding, DescriptorType type, uint32_t count,
           BindingPurpose purpose) {
    ModuleInterface::Descriptor& made = made_.descriptors.emplace_back();
    made.set = set;
    made.binding.binding = binding;
    made.binding.type = type;
    made.binding.count = count;
    made.binding.stages = stage_bit(use.stage);
    made.binding.purpose = purpose;
    made.binding.name = use.info->name;
    if (use.heap != spirv::DescriptorHeap::kNone) return;
    made.binding.registers = {use.info->resource_class, use.info->lower_bound, use.info->count,
                              use.info->space};
  }

  void add_root_data() {
    const spirv::RootData& root = module_.root_data;
    if (root.size == 0) return;
    if (!root.is_uniform_block) {
      made_.push_constants = {stages_, 0, root.size};
      return;
    }
    ModuleInterface::Descriptor& block = made_.descriptors.emplace_back();
    block.set = root.set;
    block.binding.binding = root.binding;
    block.binding.type = DescriptorType::kUniformBuffer;
    block.binding.stages = stages_;
    block.binding.purpose = BindingPurpose::kRootData;
  }

  void add_vertex_inputs() {
    if (module_.entry_point >= program_.entry_points.size()) return;
    if (program_.entry_points[module_.entry_point].kind != dxil::ShaderKind::kVertex) return;
    for (const spirv::LocatedElement& element : module_.elements) {
      if (element.side != spirv::SignatureSide::kInput || element.is_builtin) continue;
      for (uint32_t row = 0; row < element.info->rows; ++row) {
        VertexInput& made = made_.vertex_inputs.emplace_back();
        made.location = element.at.location + row;
        made.component = element.at.component;
        made.semantic = element.info->semantic;
        made.semantic_index =
            row < element.info->semantic_indices.size() ? element.info->semantic_indices[row] : row;
        made.type = element.info->component_type;
        made.components = element.info->columns;
      }
    }
  }

  const dxil::Shader& program_;
  const Translation& module_;
  ModuleInterface made_;
  uint32_t stages_ = 0;
};

class Merger {
 public:
  explicit Merger(const PipelineLayoutOptions& options) { layout_.options = options; }

  Result<void> add(const ModuleInterface& module) {
    for (const ModuleInterface::Descriptor& descriptor : module.descriptors) {
      TRELLIS_RETURN_IF_ERROR(add(module, descriptor));
    }
    if (module.push_constants.size != 0) {
      if (layout_.push_constants.empty()) layout_.push_constants.push_back({});
      PushConstantRange& range = layout_.push_constants.front();
      range.stages |= module.push_constants.stages;
      range.size = std::max(range.size, module.push_constants.size);
      layout_.root_data.size = range.size;
    }
    layout_.vertex_inputs.insert(layout_.vertex_inputs.end(), module.vertex_inputs.begin(),
                                 module.vertex_inputs.end());
    return {};
  }

  PipelineLayout finish() {
    for (LayoutSet& set : layout_.sets) {
      for (LayoutBinding& binding : set.bindings) {
        if (binding.count == dxil::kUnboundedDescriptors) {
          binding.count = layout_.options.unbounded_descriptors;
          binding.flags |= kPartiallyBound;
        }
      }
    }
    return std::move(layout_);
  }

 private:
  /// Sets are numbered densely, and no device has this many.
  static constexpr uint32_t kMostSets = 4096;

  Result<void> add(const ModuleInterface& module, const ModuleInterface::Descriptor& descriptor) {
    if (descriptor.set >= kMostSets) {
      return unsupported("a layout with set " + decimal(descriptor.set) + " (" + module.name + ", " +
                         descriptor.binding.name + "): sets up to " + decimal(kMostSets - 1) +
                         " are supported");
    }
    if (layout_.sets.size() <= descriptor.set) layout_.sets.resize(descriptor.set + 1);
    Vector<LayoutBinding>& bindings = layout_.sets[descriptor.set].bindings;
    const auto at =
        std::lower_bound(bindings.begin(), bindings.end(), descriptor.binding.binding,
                         [](const LayoutBinding& known, uint32_t number) { return known.binding < number; });
    if (at == bindings.end() || at->binding != descriptor.binding.binding) {
      bindings.insert(at, descriptor.binding);
      return {};
    }
    if (at->type != descriptor.binding.type) {
      return bad_input("set " + decimal(descriptor.set) + ", binding " + decimal(at->binding) + " is " +
                       name_of(at->type) + " (" + at->name + ") and " + name_of(descriptor.binding.type) +
                       " (" + descriptor.binding.name + " of " + module.name + ")");
    }
    at->count = std::max(at->count, descriptor.binding.count);
    at->stages |= descriptor.binding.stages;
    return {};
  }

  PipelineLayout layout_;
};

}  // namespace

ModuleInterface module_interface(const dxil::Shader& program, const Translation& module) {
  return InterfaceReader(program, module).run();
}

Result<PipelineLayout> layout_of_modules(std::span<const ModuleInterface> modules,
                                         const PipelineLayoutOptions& options) {
  Merger merger(options);
  for (const ModuleInterface& module : modules) {
    TRELLIS_RETURN_IF_ERROR(merger.add(module));
  }
  return merger.finish();
}

}  // namespace trellis
