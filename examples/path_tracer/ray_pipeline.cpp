#include "path_tracer/ray_pipeline.hpp"

#include <cstring>
#include <utility>

#include "path_tracer/ray_scene.hpp"

namespace example {
namespace {

bool bind_resource(const TrellisResourceUse& use, TrellisBinding& binding) {
  const TrellisResourceInfo& info = *use.info;
  binding.kind = TRELLIS_BIND_DESCRIPTOR;
  binding.set = 0;
  switch (info.resource_class) {
    case TRELLIS_CLASS_SRV:
      binding.binding = info.first_register;
      return info.first_register <= kSurfaceBinding;
    case TRELLIS_CLASS_UAV:
      binding.binding = kImageBinding;
      return info.first_register == 0;
    case TRELLIS_CLASS_CBV:
      binding.binding = kFrameBinding;
      return info.first_register == 0;
    default:
      return false;
  }
}

VkShaderStageFlagBits stage_bit(TrellisStage stage) {
  switch (stage) {
    case TRELLIS_STAGE_RAY_GENERATION:
      return VK_SHADER_STAGE_RAYGEN_BIT_KHR;
    case TRELLIS_STAGE_ANY_HIT:
      return VK_SHADER_STAGE_ANY_HIT_BIT_KHR;
    case TRELLIS_STAGE_CLOSEST_HIT:
      return VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR;
    case TRELLIS_STAGE_MISS:
      return VK_SHADER_STAGE_MISS_BIT_KHR;
    default:
      fail("the library has a stage that the path tracer does not use");
  }
}

void make_layout(Gpu& gpu, RayPipeline& pipeline) {
  constexpr VkDescriptorType kTypes[kBindings] = {
      VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
      VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER};
  VkDescriptorSetLayoutBinding bindings[kBindings] = {};
  for (uint32_t n = 0; n < kBindings; ++n) {
    bindings[n] = {n, kTypes[n], 1, VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR,
                   nullptr};
  }
  VkDescriptorSetLayoutCreateInfo set_info = {};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set_info.bindingCount = kBindings;
  set_info.pBindings = bindings;
  const VkDevice device = gpu.device();
  check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &pipeline.set_layout),
        "vkCreateDescriptorSetLayout");
  gpu.at_end(
      [device, layout = pipeline.set_layout] { vkDestroyDescriptorSetLayout(device, layout, nullptr); });
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &pipeline.set_layout;
  check(vkCreatePipelineLayout(device, &info, nullptr, &pipeline.layout), "vkCreatePipelineLayout");
  gpu.at_end([device, layout = pipeline.layout] { vkDestroyPipelineLayout(device, layout, nullptr); });
}

/// The pipeline's stages and groups while they are being collected.
class Groups {
 public:
  Groups(Gpu& gpu, const RayLibrary& library) : gpu_(gpu), library_(library) {}

  void add_general(const std::string& name) {
    group(VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR).generalShader = stage(name);
  }
  void add(const HitGroup& hit) {
    VkRayTracingShaderGroupCreateInfoKHR& made =
        group(VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR);
    made.closestHitShader = stage(hit.closest_hit);
    made.anyHitShader = stage(hit.any_hit);
  }
  VkPipeline make(VkPipelineLayout layout) const {
    VkRayTracingPipelineCreateInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR;
    info.stageCount = static_cast<uint32_t>(stages_.size());
    info.pStages = stages_.data();
    info.groupCount = static_cast<uint32_t>(groups_.size());
    info.pGroups = groups_.data();
    info.maxPipelineRayRecursionDepth = 2;  // The ray of a path, and the ray to the light.
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(DEVICE_FUNCTION(gpu_, vkCreateRayTracingPipelinesKHR)(gpu_.device(), VK_NULL_HANDLE, VK_NULL_HANDLE,
                                                                1, &info, nullptr, &pipeline),
          "vkCreateRayTracingPipelinesKHR");
    gpu_.at_end([device = gpu_.device(), pipeline] { vkDestroyPipeline(device, pipeline, nullptr); });
    return pipeline;
  }
  uint32_t size() const { return static_cast<uint32_t>(groups_.size()); }

 private:
  VkRayTracingShaderGroupCreateInfoKHR& group(VkRayTracingShaderGroupTypeKHR type) {
    VkRayTracingShaderGroupCreateInfoKHR made = {};
    made.sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR;
    made.type = type;
    made.generalShader = made.closestHitShader = made.anyHitShader = made.intersectionShader =
        VK_SHADER_UNUSED_KHR;
    return groups_.emplace_back(made);
  }
  uint32_t stage(const std::string& name) {
    if (name.empty()) return VK_SHADER_UNUSED_KHR;
    const auto [place, is_new] = made_.emplace(name, static_cast<uint32_t>(stages_.size()));
    if (!is_new) return place->second;
    const RayLibrary::Shader& shader = library_.shader(name);
    VkPipelineShaderStageCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage = stage_bit(shader.stage);
    info.module = gpu_.make_shader(shader.module);
    info.pName = shader.module.entry_point().name;
    stages_.push_back(info);
    return place->second;
  }

  Gpu& gpu_;
  const RayLibrary& library_;
  std::map<std::string, uint32_t> made_;
  std::vector<VkPipelineShaderStageCreateInfo> stages_;
  std::vector<VkRayTracingShaderGroupCreateInfoKHR> groups_;
};

/// Builds a table of records without data. Each region holds the handles of `counts[region]` consecutive
/// groups.
void make_table(Gpu& gpu, RayPipeline& pipeline, uint32_t groups, const std::array<uint32_t, 3>& counts) {
  VkPhysicalDeviceRayTracingPipelinePropertiesKHR properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR;
  VkPhysicalDeviceProperties2 all = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties, {}};
  vkGetPhysicalDeviceProperties2(gpu.physical_device(), &all);
  const uint32_t size = properties.shaderGroupHandleSize;
  std::vector<uint8_t> handles(size_t{size} * groups);
  check(DEVICE_FUNCTION(gpu, vkGetRayTracingShaderGroupHandlesKHR)(gpu.device(), pipeline.pipeline, 0, groups,
                                                                   handles.size(), handles.data()),
        "vkGetRayTracingShaderGroupHandlesKHR");
  // A multiple of the base alignment is also a multiple of the handle alignment.
  const VkDeviceSize base = properties.shaderGroupBaseAlignment, stride = (size + base - 1) / base * base;
  const Buffer table = gpu.make_buffer(stride * groups + base, VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR |
                                                                   VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
  const VkDeviceAddress start = (table.address + base - 1) / base * base;
  uint32_t first = 0;
  for (size_t region = 0; region < counts.size(); ++region) {
    pipeline.table[region] = {start + stride * first, stride, stride * counts[region]};
    first += counts[region];
  }
  for (uint32_t n = 0; n < groups; ++n) {
    std::memcpy(table.bytes + (start - table.address) + stride * n, handles.data() + size_t{size} * n, size);
  }
}

}  // namespace

const RayLibrary::Shader& RayLibrary::shader(const std::string& name) const {
  const auto found = shaders.find(name);
  if (found == shaders.end()) fail("the library has no entry point " + name);
  return found->second;
}

RayLibrary translate_library(const std::string& path) {
  trellis::api::Translator translator;
  if (!translator) fail("out of memory");
  const std::vector<uint8_t> dxil = read_file(path);
  const trellis::api::Program program = translator.read(dxil.data(), dxil.size());
  if (!program) fail(path + ": " + translator.error().text);
  RayLibrary library;
  for (uint32_t n = 0; n < program.entry_point_count(); ++n) {
    const TrellisEntryPointInfo entry = program.entry_point(n);
    TrellisTranslateOptions options = trellis::api::translate_options();
    options.entry_point = entry.name;
    trellis::api::set_bind(options, bind_resource);
    trellis::api::Module module = translator.translate(program, options);
    if (!module) fail(path + ": " + translator.error().text);
    library.shaders[entry.source_name] = {entry.stage, std::move(module)};
  }
  return library;
}

RayPipeline make_ray_pipeline(Gpu& gpu, const RayLibrary& library, const std::string& generation,
                              const std::vector<std::string>& misses,
                              const std::vector<HitGroup>& hit_groups) {
  RayPipeline pipeline;
  make_layout(gpu, pipeline);
  Groups groups(gpu, library);
  groups.add_general(generation);
  for (const std::string& miss : misses) groups.add_general(miss);
  for (const HitGroup& hit : hit_groups) groups.add(hit);
  pipeline.pipeline = groups.make(pipeline.layout);
  make_table(gpu, pipeline, groups.size(),
             {1, static_cast<uint32_t>(misses.size()), static_cast<uint32_t>(hit_groups.size())});
  // The region for ray generation holds one record.
  pipeline.table[0].size = pipeline.table[0].stride;
  return pipeline;
}

}  // namespace example
