#include "tools/gpu_compiler/compile.hpp"

#include <algorithm>
#include <numeric>

#include "tools/gpu_compiler/executables.hpp"
#include "tools/gpu_compiler/pipelines.hpp"
#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::gpu_compiler {
namespace {

constexpr VkShaderStageFlags kRayStages = 0x3F00;

bool is_of(const VkPipelineExecutablePropertiesKHR& executable, std::span<const StageToCompile> stages) {
  // Traversal of the scene is reported as an intersection shader. It may be compiled from any stages or from
  // none.
  constexpr VkShaderStageFlags kTraversal =
      VK_SHADER_STAGE_INTERSECTION_BIT_KHR | VK_SHADER_STAGE_ANY_HIT_BIT_KHR;
  VkShaderStageFlags all = 0;
  for (const StageToCompile& stage : stages) all |= stage.entry->stage;
  return ((all & kRayStages) != 0 ? all | kTraversal : all) & executable.stages;
}

/// For ray stages, matches the executables of a stage with that stage's entry points by their order. Returns
/// an empty name if they cannot be matched.
std::string entry_of(std::span<const VkPipelineExecutablePropertiesKHR> executables, size_t index,
                     std::span<const StageToCompile> stages) {
  const VkShaderStageFlags stage = executables[index].stages;
  if ((stage & kRayStages) == 0) return stages[0].entry->name;
  const auto executables_of = [&](size_t end) {
    return std::count_if(executables.begin(), executables.begin() + static_cast<ptrdiff_t>(end),
                         [&](const auto& other) { return other.stages == stage; });
  };
  std::vector<std::string> names;
  for (const StageToCompile& each : stages) {
    if (each.entry->stage == stage) names.push_back(each.entry->name);
  }
  const bool is_traversal = stage == VK_SHADER_STAGE_INTERSECTION_BIT_KHR;
  if (is_traversal || static_cast<size_t>(executables_of(executables.size())) != names.size()) return {};
  return names[static_cast<size_t>(executables_of(index))];
}

/// Adds the executables of the given stages; the others belong to partner stages.
Result<void> add_executables(const CompilerDevice& device, VkPipeline pipeline,
                             std::span<const StageToCompile> stages, CompiledModule& compiled) {
  const auto properties = list_executables(device.handle(), device.functions(), pipeline);
  if (!properties) return properties.error();
  for (size_t index = 0; index < properties->size(); ++index) {
    const VkPipelineExecutablePropertiesKHR& property = (*properties)[index];
    if (!is_of(property, stages)) continue;
    auto statistics =
        read_statistics(device.handle(), device.functions(), pipeline, static_cast<uint32_t>(index));
    if (!statistics) return statistics.error();
    compiled.executables.push_back(
        {entry_of(*properties, index, stages), property.name, property.subgroupSize, std::move(*statistics)});
  }
  return {};
}

class Compilation {
 public:
  explicit Compilation(CompilerDevice& device) : device_(device), objects_(device) {}

  Result<CompiledModule> run(const ModuleToCompile& module) {
    std::vector<std::span<const uint32_t>> modules = {module.words};
    modules.insert(modules.end(), module.more_rays.begin(), module.more_rays.end());
    for (const auto words : modules) {
      TRELLIS_RETURN_IF_ERROR(add_module(words));
    }
    TRELLIS_RETURN_IF_ERROR(fit_sets());
    const auto layout = make_layout(objects_, all_);
    if (!layout) return layout.error();
    device_.take_messages();
    std::vector<StageToCompile> rays;
    for (size_t n = 0; n < modules_.size(); ++n) {
      const auto shader = make_module(objects_, modules_[n]);
      if (!shader) return shader.error();
      for (const ModuleEntry& entry : needs_[n].entries) {
        StageToCompile stage = {&entry, *shader, 0, needs_[n].has_views, needs_[n].tests_reports};
        const auto size = module.subgroup_sizes.find(entry.name);
        if (size != module.subgroup_sizes.end()) stage.subgroup_size = size->second;
        if ((entry.stage & kRayStages) != 0) {
          rays.push_back(stage);
        } else
          TRELLIS_RETURN_IF_ERROR(compile_stage(stage, *layout));
      }
    }
    if (!rays.empty()) {
      const auto pipeline = make_ray_pipeline(objects_, rays, *layout);
      TRELLIS_RETURN_IF_ERROR(add(pipeline, rays));
    }
    compiled_.messages = device_.take_messages();
    return std::move(compiled_);
  }

 private:
  Result<void> add_module(std::span<const uint32_t> words) {
    auto needs = read_pipeline_needs(words);
    if (!needs) return needs.error();
    if (const std::string lacking = find_lacking(words, device_.features()); !lacking.empty())
      return unsupported("the GPU lacks what the module needs: " + lacking);
    modules_.emplace_back(words.begin(), words.end());
    needs_.push_back(std::move(*needs));
    return {};
  }

  /// Numbers the sets densely if the device supports too few, and merges the needs of all modules.
  Result<void> fit_sets() {
    std::vector<uint32_t> sets;
    for (const PipelineNeeds& needs : needs_) {
      for (const ResourceVariable& resource : needs.resources) sets.push_back(resource.set);
    }
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    if (!sets.empty() && sets.back() < device_.max_sets()) {
      sets.resize(sets.back() + 1);
      std::iota(sets.begin(), sets.end(), 0u);
    }
    for (size_t n = 0; n < modules_.size(); ++n) {
      TRELLIS_RETURN_IF_ERROR(renumber_descriptor_sets(modules_[n], sets));
      for (ResourceVariable resource : needs_[n].resources) {
        resource.set =
            static_cast<uint32_t>(std::lower_bound(sets.begin(), sets.end(), resource.set) - sets.begin());
        all_.resources.push_back(resource);
      }
      all_.has_push_constants |= needs_[n].has_push_constants;
    }
    return {};
  }

  Result<void> compile_stage(const StageToCompile& stage, VkPipelineLayout layout) {
    return add(stage.entry->stage == VK_SHADER_STAGE_COMPUTE_BIT
                   ? make_compute_pipeline(objects_, stage, layout)
                   : make_graphics_library(objects_, stage, layout),
               std::span(&stage, 1));
  }

  Result<void> add(const Result<VkPipeline>& pipeline, std::span<const StageToCompile> stages) {
    if (!pipeline) {
      Diagnostic error = pipeline.error();
      if (const std::string said = device_.take_messages(); !said.empty())
        error.message += "; the driver says: " + said.substr(0, said.find('\n'));
      return error;
    }
    return add_executables(device_, *pipeline, stages, compiled_);
  }

  CompilerDevice& device_;
  DeviceObjects objects_;
  std::vector<std::vector<uint32_t>> modules_;
  std::vector<PipelineNeeds> needs_;  ///< Indexed by module.
  PipelineNeeds all_;                 ///< All needs, with renumbered sets; no entries.
  CompiledModule compiled_;
};

}  // namespace

Result<CompiledModule> compile(CompilerDevice& device, const ModuleToCompile& module) {
  return Compilation(device).run(module);
}

}  // namespace trellis::gpu_compiler
