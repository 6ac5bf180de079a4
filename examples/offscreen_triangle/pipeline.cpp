#include "offscreen_triangle/pipeline.hpp"

#include <cstddef>
#include <string_view>

namespace example {
namespace {

/// Returns the offset of an input in Vertex.
uint32_t offset_of(std::string_view semantic) {
  if (semantic == "POSITION0") return offsetof(Vertex, position);
  if (semantic == "TEXCOORD0") return offsetof(Vertex, texcoord);
  if (semantic == "TEXCOORD1") return offsetof(Vertex, lightmap);
  if (semantic == "NORMAL0") return offsetof(Vertex, normal);
  if (semantic == "TANGENT0") return offsetof(Vertex, tangent);
  if (semantic == "PACKED0") return offsetof(Vertex, packed);
  fail("the vertex shader reads " + std::string(semantic) + ", which the triangle does not have");
}

std::vector<VkVertexInputAttributeDescription> attributes(const std::vector<VertexInput>& inputs) {
  constexpr VkFormat kFloats[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT,
                                  VK_FORMAT_R32G32B32A32_SFLOAT};
  constexpr VkFormat kIntegers[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
                                    VK_FORMAT_R32G32B32A32_UINT};
  std::vector<VkVertexInputAttributeDescription> out;
  for (const VertexInput& input : inputs) {
    const VkFormat format = (input.is_integer ? kIntegers : kFloats)[input.columns - 1];
    out.push_back({input.location, 0, format, offset_of(input.semantic)});
  }
  return out;
}

VkPipelineLayout make_layout(Gpu& gpu, const Heap& heap) {
  const VkPushConstantRange root = {VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                                    sizeof(RootData)};
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = static_cast<uint32_t>(heap.layouts().size());
  info.pSetLayouts = heap.layouts().data();
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &root;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(vkCreatePipelineLayout(gpu.device(), &info, nullptr, &layout), "vkCreatePipelineLayout");
  gpu.at_end([&gpu, layout] { vkDestroyPipelineLayout(gpu.device(), layout, nullptr); });
  return layout;
}

VkPipelineShaderStageCreateInfo make_stage(Gpu& gpu, const trellis::api::Module& module,
                                           VkShaderStageFlagBits stage) {
  VkPipelineShaderStageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage = stage;
  info.module = gpu.make_shader(module);
  info.pName = module.entry_point().name;
  return info;
}

/// Fills in everything except stages, inputs, layout and target: the state for a plain triangle.
VkPipeline make_plain(Gpu& gpu, VkGraphicsPipelineCreateInfo info) {
  VkPipelineInputAssemblyStateCreateInfo assembly = {};
  assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  VkPipelineViewportStateCreateInfo viewport = {};
  viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  viewport.viewportCount = viewport.scissorCount = 1;
  VkPipelineRasterizationStateCreateInfo rasterization = {};
  rasterization.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  rasterization.cullMode = VK_CULL_MODE_BACK_BIT;
  rasterization.frontFace = VK_FRONT_FACE_CLOCKWISE;  // Front faces are clockwise by default in Direct3D.
  rasterization.lineWidth = 1;
  VkPipelineMultisampleStateCreateInfo samples = {};
  samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineColorBlendAttachmentState target = {};
  target.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                          VK_COLOR_COMPONENT_A_BIT;
  VkPipelineColorBlendStateCreateInfo blend = {};
  blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend.attachmentCount = 1;
  blend.pAttachments = &target;
  const VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  VkPipelineDynamicStateCreateInfo dynamic = {};
  dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
  dynamic.dynamicStateCount = 2;
  dynamic.pDynamicStates = states;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &rasterization;
  info.pMultisampleState = &samples;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateGraphicsPipelines(gpu.device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "vkCreateGraphicsPipelines");
  gpu.at_end([&gpu, pipeline] { vkDestroyPipeline(gpu.device(), pipeline, nullptr); });
  return pipeline;
}

}  // namespace

Pipeline make_pipeline(Gpu& gpu, const Shaders& shaders, const Heap& heap, VkFormat target) {
  const VkVertexInputBindingDescription vertices = {0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
  const std::vector<VkVertexInputAttributeDescription> inputs = attributes(shaders.inputs);
  VkPipelineVertexInputStateCreateInfo input_info = {};
  input_info.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  input_info.vertexBindingDescriptionCount = 1;
  input_info.pVertexBindingDescriptions = &vertices;
  input_info.vertexAttributeDescriptionCount = static_cast<uint32_t>(inputs.size());
  input_info.pVertexAttributeDescriptions = inputs.data();
  VkPipelineRenderingCreateInfo rendering = {};
  rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachmentFormats = &target;
  const VkPipelineShaderStageCreateInfo stages[] = {
      make_stage(gpu, shaders.vertex, VK_SHADER_STAGE_VERTEX_BIT),
      make_stage(gpu, shaders.pixel, VK_SHADER_STAGE_FRAGMENT_BIT)};
  Pipeline made;
  made.layout = make_layout(gpu, heap);
  VkGraphicsPipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  info.pNext = &rendering;
  info.stageCount = 2;
  info.pStages = stages;
  info.pVertexInputState = &input_info;
  info.layout = made.layout;
  made.pipeline = make_plain(gpu, info);
  return made;
}

}  // namespace example
