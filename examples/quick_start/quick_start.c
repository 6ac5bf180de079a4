/* quick_start.c: two Direct3D 12 shaders to a picture, with the C interface of Trellis and Vulkan 1.3.
 *
 *   quick_start VERTEX.dxil PIXEL.dxil OUT.ppm
 *
 * Made for fullscreen.hlsl and clouds.hlsl in this folder: a triangle over the whole picture, and a pixel shader that adds up
 * octaves of a noise texture (t0, s0), as its constant buffer (b0) says. Step by step: docs/quick-start.md. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trellis/trellis.h>
#include <vulkan/vulkan.h>

enum { kSize = 256, kNoiseSize = 8 };

static void fail(const char* what, const char* why) {
  fprintf(stderr, "quick_start: %s: %s\n", what, why);
  exit(1);
}

static void check(VkResult result, const char* what) {
  char code[16];
  snprintf(code, sizeof code, "%d", (int)result);
  if (result != VK_SUCCESS) fail(what, code);
}

static void* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) fail(path, "cannot be opened");
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void* bytes = malloc(*size);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size) fail(path, "cannot be read");
  fclose(file);
  return bytes;
}

/* ---- DXIL to SPIR-V ---- */

typedef struct Shader {
  TrellisModule* module;
  VkShaderModule handle;
  const char* entry_point;
} Shader;

static Shader load_shader(TrellisTranslator* translator, VkDevice device, const char* path) {
  size_t size = 0, words = 0;
  void* dxil = read_file(path, &size);
  TrellisProgram* program = NULL;
  Shader shader = {0};
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.target = TRELLIS_TARGET_VULKAN_1_3;
  if (trellis_program_read(translator, dxil, size, NULL, &program) != TRELLIS_SUCCESS ||
      trellis_translate(translator, program, &options, &shader.module) != TRELLIS_SUCCESS) {
    fail(path, trellis_translator_error(translator)->text);
  }
  trellis_program_destroy(program);
  free(dxil);
  VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.pCode = trellis_module_words(shader.module, &words);
  info.codeSize = 4 * words;
  check(vkCreateShaderModule(device, &info, NULL, &shader.handle), path);
  uint32_t count = 0;
  shader.entry_point = trellis_module_entry_points(shader.module, &count)[0];
  return shader;
}

/* Returns the binding in set 0 of a register that HLSL names; `otherwise` if the shader does not use it. */
static uint32_t binding_of(const Shader* shader, uint32_t resource_class, uint32_t reg, uint32_t otherwise) {
  for (uint32_t i = 0; i < trellis_module_binding_count(shader->module); ++i) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    TrellisBinding at = TRELLIS_BINDING_INIT;
    trellis_module_binding(shader->module, i, &use, &at);
    if (use.info->resource_class == resource_class && use.info->first_register == reg) return at.binding;
  }
  return otherwise;
}

/* ---- Vulkan: a device, memory, an image ---- */

typedef struct Gpu {
  VkPhysicalDevice physical;
  VkDevice device;
  VkQueue queue;
  uint32_t family;
} Gpu;

static Gpu open_gpu(void) {
  Gpu gpu = {0};
  VkInstance instance;
  const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
  check(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance");
  uint32_t count = 1;
  if (vkEnumeratePhysicalDevices(instance, &count, &gpu.physical) < 0 || count == 0) fail("Vulkan", "no device");
  VkQueueFamilyProperties families[16];
  count = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(gpu.physical, &count, families);
  while (gpu.family < count && !(families[gpu.family].queueFlags & VK_QUEUE_GRAPHICS_BIT)) ++gpu.family;
  if (gpu.family == count) fail("Vulkan", "no graphics queue");
  /* SV_VertexID counts from 0 regardless of the draw's first vertex, which requires shaderDrawParameters.
   * trellis_module_need() gives everything else that a module needs from the device. */
  VkPhysicalDeviceVulkan11Features v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                          .shaderDrawParameters = VK_TRUE};
  VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                          .pNext = &v11,
                                          .dynamicRendering = VK_TRUE};
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = gpu.family,
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = &v13,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue_info};
  check(vkCreateDevice(gpu.physical, &info, NULL, &gpu.device), "vkCreateDevice");
  vkGetDeviceQueue(gpu.device, gpu.family, 0, &gpu.queue);
  return gpu;
}

static VkDeviceMemory allocate(const Gpu* gpu, VkMemoryRequirements needs, VkMemoryPropertyFlags wanted) {
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(gpu->physical, &memory);
  for (uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
    if (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted) continue;
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    VkDeviceMemory result;
    check(vkAllocateMemory(gpu->device, &info, NULL, &result), "vkAllocateMemory");
    return result;
  }
  fail("Vulkan", "no such memory");
  return VK_NULL_HANDLE;
}

static VkBuffer make_buffer(const Gpu* gpu, VkDeviceSize size, VkBufferUsageFlags usage, void** mapped) {
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
  VkBuffer buffer;
  VkMemoryRequirements needs;
  check(vkCreateBuffer(gpu->device, &info, NULL, &buffer), "vkCreateBuffer");
  vkGetBufferMemoryRequirements(gpu->device, buffer, &needs);
  const VkDeviceMemory memory =
      allocate(gpu, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  check(vkBindBufferMemory(gpu->device, buffer, memory, 0), "vkBindBufferMemory");
  check(vkMapMemory(gpu->device, memory, 0, VK_WHOLE_SIZE, 0, mapped), "vkMapMemory");
  return buffer;
}

typedef struct Image {
  VkImage handle;
  VkImageView view;
} Image;

static Image make_image(const Gpu* gpu, uint32_t size, VkImageUsageFlags usage) {
  Image image;
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = VK_FORMAT_R8G8B8A8_UNORM,
                                  .extent = {size, size, 1},
                                  .mipLevels = 1,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .usage = usage};
  VkMemoryRequirements needs;
  check(vkCreateImage(gpu->device, &info, NULL, &image.handle), "vkCreateImage");
  vkGetImageMemoryRequirements(gpu->device, image.handle, &needs);
  check(vkBindImageMemory(gpu->device, image.handle, allocate(gpu, needs, 0), 0), "vkBindImageMemory");
  const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = image.handle,
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                      .format = VK_FORMAT_R8G8B8A8_UNORM,
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  check(vkCreateImageView(gpu->device, &view, NULL, &image.view), "vkCreateImageView");
  return image;
}

static void move_image(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                        .oldLayout = from,
                                        .newLayout = to,
                                        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .image = image,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1,
                       &barrier);
}

/* ---- The pixel shader's resources ---- */

typedef struct Descriptors {
  VkDescriptorSetLayout layout;
  VkDescriptorSet set;
} Descriptors;

static Descriptors make_descriptors(const Gpu* gpu, const Shader* pixel, VkImageView noise, VkBuffer constants) {
  const uint32_t at[3] = {binding_of(pixel, TRELLIS_CLASS_CBV, 0, 0), binding_of(pixel, TRELLIS_CLASS_SRV, 0, 1000),
                          binding_of(pixel, TRELLIS_CLASS_SAMPLER, 0, 3000)};
  const VkDescriptorType types[3] = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                     VK_DESCRIPTOR_TYPE_SAMPLER};
  VkSampler sampler;
  const VkSamplerCreateInfo sampler_info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                            .magFilter = VK_FILTER_LINEAR,
                                            .minFilter = VK_FILTER_LINEAR};
  check(vkCreateSampler(gpu->device, &sampler_info, NULL, &sampler), "vkCreateSampler");
  const VkDescriptorBufferInfo buffer = {constants, 0, VK_WHOLE_SIZE};
  const VkDescriptorImageInfo images[3] = {
      {0}, {.imageView = noise, .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}, {.sampler = sampler}};

  Descriptors result;
  VkDescriptorSetLayoutBinding bindings[3];
  VkDescriptorPoolSize sizes[3];
  for (int i = 0; i < 3; ++i) {
    bindings[i] = (VkDescriptorSetLayoutBinding){at[i], types[i], 1, VK_SHADER_STAGE_FRAGMENT_BIT, NULL};
    sizes[i] = (VkDescriptorPoolSize){types[i], 1};
  }
  const VkDescriptorSetLayoutCreateInfo layout_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 3, .pBindings = bindings};
  check(vkCreateDescriptorSetLayout(gpu->device, &layout_info, NULL, &result.layout), "vkCreateDescriptorSetLayout");
  VkDescriptorPool pool;
  const VkDescriptorPoolCreateInfo pool_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 3, .pPoolSizes = sizes};
  check(vkCreateDescriptorPool(gpu->device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                .descriptorPool = pool,
                                                .descriptorSetCount = 1,
                                                .pSetLayouts = &result.layout};
  check(vkAllocateDescriptorSets(gpu->device, &set_info, &result.set), "vkAllocateDescriptorSets");
  for (int i = 0; i < 3; ++i) {
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = result.set,
                                        .dstBinding = at[i],
                                        .descriptorCount = 1,
                                        .descriptorType = types[i],
                                        .pImageInfo = &images[i],
                                        .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
  }
  return result;
}

/* ---- The pipeline ---- */

static VkPipeline make_pipeline(const Gpu* gpu, const Shader* vertex, const Shader* pixel, VkPipelineLayout layout) {
  const VkPipelineShaderStageCreateInfo stages[2] = {
      {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
       .stage = VK_SHADER_STAGE_VERTEX_BIT,
       .module = vertex->handle,
       .pName = vertex->entry_point},
      {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
       .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
       .module = pixel->handle,
       .pName = pixel->entry_point}};
  const VkPipelineVertexInputStateCreateInfo input = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  const VkPipelineInputAssemblyStateCreateInfo assembly = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
                                                           .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  /* D3D's clip space has y upwards and Vulkan's has it downwards: a viewport of negative height turns the picture the right way up. */
  const VkViewport viewport = {0, kSize, kSize, -(float)kSize, 0, 1};
  const VkRect2D scissor = {{0, 0}, {kSize, kSize}};
  const VkPipelineViewportStateCreateInfo viewports = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                       .viewportCount = 1,
                                                       .pViewports = &viewport,
                                                       .scissorCount = 1,
                                                       .pScissors = &scissor};
  const VkPipelineRasterizationStateCreateInfo raster = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                                                         .lineWidth = 1};
  const VkPipelineMultisampleStateCreateInfo samples = {.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  const VkPipelineColorBlendAttachmentState target = {.colorWriteMask = 0xF};
  const VkPipelineColorBlendStateCreateInfo blend = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &target};
  const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  const VkPipelineRenderingCreateInfo rendering = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                   .colorAttachmentCount = 1,
                                                   .pColorAttachmentFormats = &format};
  const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                             .pNext = &rendering,
                                             .stageCount = 2,
                                             .pStages = stages,
                                             .pVertexInputState = &input,
                                             .pInputAssemblyState = &assembly,
                                             .pViewportState = &viewports,
                                             .pRasterizationState = &raster,
                                             .pMultisampleState = &samples,
                                             .pColorBlendState = &blend,
                                             .layout = layout};
  VkPipeline pipeline;
  check(vkCreateGraphicsPipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");
  return pipeline;
}

/* ---- What is drawn ---- */

static void fill_noise(uint8_t* texels) {
  uint32_t state = 1;
  for (int i = 0; i < kNoiseSize * kNoiseSize; ++i) {
    state = state * 1664525u + 1013904223u;
    const uint32_t white = state >> 24; /* From blue sky to white cloud. */
    const uint32_t texel[4] = {white, 90 + white * 165 / 255, 200 + white * 55 / 255, 255};
    for (int c = 0; c < 4; ++c) texels[4 * i + c] = (uint8_t)texel[c];
  }
}

static void write_picture(const char* path, const uint8_t* rgba) {
  FILE* file = fopen(path, "wb");
  if (file == NULL) fail(path, "cannot be written");
  fprintf(file, "P6\n%d %d\n255\n", kSize, kSize);
  for (int i = 0; i < kSize * kSize; ++i) fwrite(rgba + 4 * i, 1, 3, file);
  if (fclose(file) != 0) fail(path, "cannot be written");
}

static void draw(const Gpu* gpu, VkPipeline pipeline, VkPipelineLayout layout, VkDescriptorSet set, VkBuffer texels, Image noise,
                 Image target, VkBuffer picture) {
  VkCommandPool pool;
  VkCommandBuffer commands;
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .queueFamilyIndex = gpu->family};
  check(vkCreateCommandPool(gpu->device, &pool_info, NULL, &pool), "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  check(vkAllocateCommandBuffers(gpu->device, &info, &commands), "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");

  VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {kNoiseSize, kNoiseSize, 1}};
  move_image(commands, noise.handle, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  vkCmdCopyBufferToImage(commands, texels, noise.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  move_image(commands, noise.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  move_image(commands, target.handle, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);

  const VkRenderingAttachmentInfo colour = {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                            .imageView = target.view,
                                            .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                            .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
  const VkRenderingInfo rendering = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                     .renderArea = {{0, 0}, {kSize, kSize}},
                                     .layerCount = 1,
                                     .colorAttachmentCount = 1,
                                     .pColorAttachments = &colour};
  vkCmdBeginRendering(commands, &rendering);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &set, 0, NULL);
  vkCmdDraw(commands, 3, 1, 0, 0);
  vkCmdEndRendering(commands);

  copy.imageExtent = (VkExtent3D){kSize, kSize, 1};
  move_image(commands, target.handle, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  vkCmdCopyImageToBuffer(commands, target.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, picture, 1, &copy);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(gpu->queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkDeviceWaitIdle(gpu->device), "vkDeviceWaitIdle");
}

int main(int argc, char** argv) {
  if (argc != 4) fail("usage", "quick_start VERTEX.dxil PIXEL.dxil OUT.ppm");
  const Gpu gpu = open_gpu();
  TrellisTranslator* translator = NULL;
  if (trellis_translator_create(NULL, &translator) != TRELLIS_SUCCESS) fail("Trellis", "no memory");
  const Shader vertex = load_shader(translator, gpu.device, argv[1]);
  const Shader pixel = load_shader(translator, gpu.device, argv[2]);

  void *texels, *constants, *picture;
  const VkBuffer texel_buffer =
      make_buffer(&gpu, kNoiseSize * kNoiseSize * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, &texels);
  const VkBuffer constant_buffer = make_buffer(&gpu, 16, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, &constants);
  const VkBuffer picture_buffer = make_buffer(&gpu, kSize * kSize * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT, &picture);
  fill_noise(texels);
  const struct {
    uint32_t octaves, stop_at;
    float lacunarity, gain;
  } values = {5, 100, 2, 0.5f};
  memcpy(constants, &values, sizeof values);

  const Image noise = make_image(&gpu, kNoiseSize, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  const Image target = make_image(&gpu, kSize, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  const Descriptors descriptors = make_descriptors(&gpu, &pixel, noise.view, constant_buffer);
  VkPipelineLayout layout;
  const VkPipelineLayoutCreateInfo layout_info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &descriptors.layout};
  check(vkCreatePipelineLayout(gpu.device, &layout_info, NULL, &layout), "vkCreatePipelineLayout");
  const VkPipeline pipeline = make_pipeline(&gpu, &vertex, &pixel, layout);

  draw(&gpu, pipeline, layout, descriptors.set, texel_buffer, noise, target, picture_buffer);
  write_picture(argv[3], picture);
  printf("%s: %d x %d\n", argv[3], kSize, kSize);
  /* The process ends here, which releases all Vulkan objects. */
  trellis_module_destroy(vertex.module);
  trellis_module_destroy(pixel.module);
  trellis_translator_destroy(translator);
  return 0;
}
