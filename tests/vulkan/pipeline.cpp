#include "tests/vulkan/pipeline.hpp"

#include "tests/vulkan/draws/render_targets.hpp"
#include "tests/vulkan/names.hpp"
#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::vulkan {
namespace {

/// The state structures to which a pipeline's create info points.
struct States {
  explicit States(const Draw& draw);

  std::vector<VkVertexInputBindingDescription> buffers;
  std::vector<VkVertexInputAttributeDescription> attributes;
  std::vector<VkViewport> viewports;
  std::vector<VkRect2D> scissors;
  std::vector<VkPipelineColorBlendAttachmentState> blends;
  std::vector<VkFormat> formats;
  VkPipelineVertexInputStateCreateInfo input = {};
  std::vector<VkVertexInputBindingDivisorDescriptionEXT> divisors;
  VkPipelineVertexInputDivisorStateCreateInfoEXT divisor = {};
  VkPipelineInputAssemblyStateCreateInfo assembly = {};
  VkPipelineTessellationStateCreateInfo tessellation = {};
  VkPipelineViewportStateCreateInfo viewport = {};
  VkPipelineRasterizationStateCreateInfo raster = {};
  VkPipelineRasterizationStateStreamCreateInfoEXT stream = {};
  VkPipelineMultisampleStateCreateInfo multisample = {};
  VkPipelineDepthStencilStateCreateInfo depth = {};
  VkPipelineColorBlendStateCreateInfo blend = {};
  VkPipelineRenderingCreateInfo rendering = {};

 private:
  void set_input(const Draw& draw);
  void set_viewports(const Draw& draw);
  void set_targets(const Draw& draw);
};

States::States(const Draw& draw) {
  set_input(draw);
  set_viewports(draw);
  set_targets(draw);
  raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  raster.polygonMode = draw.polygon_mode;
  raster.cullMode = draw.cull_back ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE;
  raster.frontFace = VK_FRONT_FACE_CLOCKWISE;  // D3D's default.
  raster.lineWidth = 1.0f;
  stream.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_STREAM_CREATE_INFO_EXT;
  stream.rasterizationStream = draw.rasterized_stream;
  if (draw.rasterized_stream != 0) raster.pNext = &stream;
  multisample.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  multisample.rasterizationSamples = draw.samples;
  multisample.alphaToCoverageEnable = draw.alpha_to_coverage ? VK_TRUE : VK_FALSE;
}

void States::set_input(const Draw& draw) {
  for (uint32_t n = 0; n < draw.vertex_buffers.size(); ++n) {
    const VertexBuffer& buffer = draw.vertex_buffers[n];
    buffers.push_back({n, buffer.stride,
                       buffer.per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX});
    if (buffer.divisor != 1) divisors.push_back({n, buffer.divisor});
    for (const VertexAttribute& a : buffer.attributes)
      attributes.push_back({a.location, n, a.format, a.offset});
  }
  divisor.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT;
  divisor.vertexBindingDivisorCount = static_cast<uint32_t>(divisors.size());
  divisor.pVertexBindingDivisors = divisors.data();
  input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  if (!divisors.empty()) input.pNext = &divisor;
  input.vertexBindingDescriptionCount = static_cast<uint32_t>(buffers.size());
  input.pVertexBindingDescriptions = buffers.data();
  input.vertexAttributeDescriptionCount = static_cast<uint32_t>(attributes.size());
  input.pVertexAttributeDescriptions = attributes.data();
  assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  assembly.topology = draw.topology;
  tessellation.sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO;
  tessellation.patchControlPoints = draw.patch_control_points;
}

void States::set_viewports(const Draw& draw) {
  const uint32_t columns = draw.width / draw.viewports;
  for (uint32_t n = 0; n < draw.viewports; ++n) {
    viewports.push_back({static_cast<float>(n * columns), 0, static_cast<float>(columns),
                         static_cast<float>(draw.height), 0, 1});
    scissors.push_back({{0, 0}, {draw.width, draw.height}});
  }
  viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  viewport.viewportCount = viewport.scissorCount = draw.viewports;
  viewport.pViewports = viewports.data();
  viewport.pScissors = scissors.data();
}

void States::set_targets(const Draw& draw) {
  VkPipelineColorBlendAttachmentState opaque = {};
  opaque.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                          VK_COLOR_COMPONENT_A_BIT;
  for (const ColorTarget& target : draw.targets) formats.push_back(target.format);
  blends.assign(formats.size(), opaque);
  blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend.attachmentCount = static_cast<uint32_t>(blends.size());
  blend.pAttachments = blends.data();
  rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
  rendering.viewMask = draw.view_mask;
  rendering.colorAttachmentCount = static_cast<uint32_t>(formats.size());
  rendering.pColorAttachmentFormats = formats.data();
  depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  if (!draw.depth) return;
  rendering.depthAttachmentFormat = rendering.stencilAttachmentFormat = kDepthStencilFormat;
  depth.depthTestEnable = draw.depth->test ? VK_TRUE : VK_FALSE;
  depth.depthWriteEnable = draw.depth->write ? VK_TRUE : VK_FALSE;
  depth.depthCompareOp = draw.depth->compare;
  depth.stencilTestEnable = draw.depth->stencil ? VK_TRUE : VK_FALSE;
  depth.front = depth.back = draw.depth->stencil.value_or(VkStencilOpState{});
}

Result<VkPipelineShaderStageCreateInfo> make_stage(DeviceObjects& objects, VkShaderStageFlagBits stage,
                                                   const std::vector<uint32_t>& words,
                                                   const std::string& entry) {
  const auto shader = make_shader_module(objects, words);
  if (!shader) return shader.error();
  auto made =
      vulkan_structure<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  made.stage = stage;
  made.module = *shader;
  made.pName = entry.c_str();
  return made;
}

/// Values of specialization constants in the form that pipelines need.
class Specialization {
 public:
  /// The result is valid as long as this object; null if there are no constants.
  const VkSpecializationInfo* set(const std::map<uint32_t, uint32_t>& constants) {
    if (constants.empty()) return nullptr;
    for (const auto& [id, value] : constants) {
      const auto offset = static_cast<uint32_t>(values_.size() * sizeof(uint32_t));
      entries_.push_back({id, offset, sizeof(uint32_t)});
      values_.push_back(value);
    }
    info_ = {static_cast<uint32_t>(entries_.size()), entries_.data(), values_.size() * sizeof(uint32_t),
             values_.data()};
    return &info_;
  }

 private:
  std::vector<VkSpecializationMapEntry> entries_;
  std::vector<uint32_t> values_;
  VkSpecializationInfo info_ = {};
};

}  // namespace

Result<VkShaderModule> make_shader_module(DeviceObjects& objects, std::span<const uint32_t> words) {
  const VkDevice device = objects.handle();
  auto info = vulkan_structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = words.size() * sizeof(uint32_t);
  info.pCode = words.data();
  VkShaderModule shader = VK_NULL_HANDLE;
  const VkResult result = vkCreateShaderModule(device, &info, nullptr, &shader);
  if (result != VK_SUCCESS) return call_failed("vkCreateShaderModule", result);
  objects.defer([device, shader] { vkDestroyShaderModule(device, shader, nullptr); });
  return shader;
}

bool has_mesh_stage(const Draw& draw) {
  for (const StageModule& stage : draw.stages) {
    if (stage.stage == VK_SHADER_STAGE_MESH_BIT_EXT) return true;
  }
  return false;
}

Result<VkPipeline> make_graphics_pipeline(DeviceObjects& objects, const Draw& draw, VkPipelineLayout layout,
                                          VkPipelineCreateFlags flags, const DeviceHeaps* heaps) {
  const VkDevice device = objects.handle();
  std::vector<VkPipelineShaderStageCreateInfo> stages;
  std::vector<Specialization> constants(draw.stages.size());
  HeapPipeline in_heaps(heaps);
  for (const StageModule& stage : draw.stages) {
    auto made = make_stage(objects, stage.stage, stage.words, stage.entry);
    if (!made) return made.error();
    made->pSpecializationInfo = constants[stages.size()].set(stage.constants);
    in_heaps.add_mappings(*made);
    stages.push_back(*made);
  }
  States states(draw);
  const bool is_mesh = has_mesh_stage(draw);
  auto info = vulkan_structure<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  info.pNext = &states.rendering;
  states.rendering.pNext = in_heaps.flags();
  info.flags = flags;
  info.stageCount = static_cast<uint32_t>(stages.size());
  info.pStages = stages.data();
  info.pVertexInputState = is_mesh ? nullptr : &states.input;
  info.pInputAssemblyState = is_mesh ? nullptr : &states.assembly;
  info.pTessellationState = draw.patch_control_points != 0 ? &states.tessellation : nullptr;
  info.pViewportState = &states.viewport;
  info.pRasterizationState = &states.raster;
  info.pMultisampleState = &states.multisample;
  info.pDepthStencilState = &states.depth;
  info.pColorBlendState = &states.blend;
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) return call_failed("vkCreateGraphicsPipelines", result);
  objects.defer([device, pipeline] { vkDestroyPipeline(device, pipeline, nullptr); });
  return pipeline;
}

Result<VkPipeline> make_compute_pipeline(DeviceObjects& objects, const std::vector<uint32_t>& words,
                                         const std::string& entry, VkPipelineLayout layout,
                                         const DeviceHeaps* heaps) {
  const VkDevice device = objects.handle();
  const auto local_size = gpu_compiler::read_local_size(words);
  if (!local_size) return local_size.error();
  auto stage = make_stage(objects, VK_SHADER_STAGE_COMPUTE_BIT, words, entry);
  if (!stage) return stage.error();
  // In HLSL, all waves have the same size and are full of consecutive threads: request this if the device
  // does not guarantee it.
  const DeviceProperties& properties = objects.device().properties();
  auto subgroup = vulkan_structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  subgroup.requiredSubgroupSize = properties.subgroup_size;
  if (properties.can_require_subgroup_size && properties.min_subgroup_size != properties.max_subgroup_size) {
    stage->pNext = &subgroup;
  }
  if (properties.can_require_full_subgroups && (*local_size)[0] % properties.max_subgroup_size == 0) {
    stage->flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  }
  auto info = vulkan_structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  HeapPipeline in_heaps(heaps);
  in_heaps.add_mappings(*stage);
  info.pNext = in_heaps.flags();
  info.stage = *stage;
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) return call_failed("vkCreateComputePipelines", result);
  objects.defer([device, pipeline] { vkDestroyPipeline(device, pipeline, nullptr); });
  return pipeline;
}

}  // namespace trellis::vulkan
