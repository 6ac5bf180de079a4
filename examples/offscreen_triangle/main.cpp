// offscreen_triangle: draws a triangle with two Direct3D 12 shaders, the way a layer over Vulkan would:
// textures and constants in a bindless heap, root constants and root descriptors in push constants. Writes a
// PNG.
//
//   offscreen_triangle VERTEX.dxil PIXEL.dxil OUT.png [--compare EXPECTED.png]
//
// VERTEX is reference_shaders/stages/vs_packed_registers.dxil, PIXEL
// .../resources/rootsig_constants_cbv_and_table.dxil.
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "offscreen_triangle/heap.hpp"
#include "vulkan_helpers/picture.hpp"
#include "offscreen_triangle/pipeline.hpp"
#include "offscreen_triangle/shaders.hpp"
#include "vulkan_helpers/gpu.hpp"

namespace example {
namespace {

constexpr uint32_t kSize = 256;  // Size of the picture in pixels.
constexpr uint32_t kTextureSize = 32;
constexpr uint32_t kLogSize = 32;  // Size of the pixel shader's storage image in pixels.
constexpr VkFormat kTarget = VK_FORMAT_R8G8B8A8_UNORM;
constexpr uint32_t kSrvTable = 3, kCbvUavTable = 20;  // Slots of the heap.

// Two devices may differ in the last bits of a colour, and in the pixels along an edge.
constexpr uint32_t kTolerance = 3;
constexpr uint32_t kMaxPixelsBeyond = kSize * kSize / 500;

constexpr Vertex kTriangle[] = {
    {{0.0f, 0.8f, 0, 1}, {0.5f, 0.0f}, {0, 0}, {0, 0, -1}, {1, 0, 0, 1}, 0},
    {{0.8f, -0.7f, 0, 1}, {1.0f, 1.0f}, {0, 0}, {0, 0, -1}, {1, 0, 0, 1}, 0},
    {{-0.8f, -0.7f, 0, 1}, {0.0f, 1.0f}, {0, 0}, {0, 0, -1}, {1, 0, 0, 1}, 0},
};

/// The vertex shader's b0, column by column as HLSL stores matrices.
struct VertexConstants {
  float matrix[4][4] = {
      // A rotation by 15 degrees.
      {0.966f, 0.259f, 0, 0},
      {-0.259f, 0.966f, 0, 0},
      {0, 0, 1, 0},
      {0, 0, 0, 1}};
  float uv_scale[2] = {1, 1};
  float lightmap_offset[2] = {0, 0};
  uint32_t flags[4] = {};
};

struct Colour {
  uint8_t r, g, b, a;
};

Colour checkers(uint32_t x, uint32_t y) {
  return (x / 4 + y / 4) % 2 == 0 ? Colour{240, 200, 40, 255} : Colour{30, 60, 160, 255};
}

Colour rings(uint32_t x, uint32_t y) {
  const int dx = static_cast<int>(x) - 16, dy = static_cast<int>(y) - 16;
  return (dx * dx + dy * dy) / 40 % 2 == 0 ? Colour{255, 255, 255, 255} : Colour{0, 0, 0, 255};
}

/// A colour that no picture should show. It is in the slots next to the correct ones.
Colour wrong(uint32_t, uint32_t) { return {255, 0, 255, 255}; }

void change_layout(VkCommandBuffer commands, const Image& image, VkImageLayout from, VkImageLayout to) {
  VkImageMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image.handle;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                       nullptr, 0, nullptr, 1, &barrier);
}

VkBufferImageCopy whole(const Image& image) {
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {image.width, image.height, 1};
  return copy;
}

Image make_texture(Gpu& gpu, Colour (*colour_at)(uint32_t, uint32_t)) {
  const Image image = gpu.make_image(kTarget, kTextureSize, kTextureSize,
                                     VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const Buffer texels =
      gpu.make_buffer(kTextureSize * kTextureSize * sizeof(Colour), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  for (uint32_t i = 0; i < kTextureSize * kTextureSize; ++i) {
    const Colour colour = colour_at(i % kTextureSize, i / kTextureSize);
    std::memcpy(texels.bytes + i * sizeof colour, &colour, sizeof colour);
  }
  gpu.run([&](VkCommandBuffer commands) {
    change_layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    const VkBufferImageCopy copy = whole(image);
    vkCmdCopyBufferToImage(commands, texels.handle, image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
  });
  return image;
}

template <class T>
Buffer make_filled(Gpu& gpu, const T& contents, VkBufferUsageFlags usage) {
  const Buffer buffer = gpu.make_buffer(sizeof contents, usage);
  std::memcpy(buffer.bytes, &contents, sizeof contents);
  return buffer;
}

/// Fills the heap and returns where everything is.
RootData make_root_data(Gpu& gpu, Heap& heap, const Image& log) {
  const Image filler = make_texture(gpu, wrong);
  for (uint32_t slot = 0; slot < kCbvUavTable; ++slot) heap.put_texture(slot, filler);
  RootData root = {};
  root.srv_table = kSrvTable;
  root.cbv_uav_table = kCbvUavTable;
  root.constants = {1, 0, 2 << 1 | 1, 0};  // t1 with s0, and element 2 of the array at t5, space2.
  heap.put_texture(kSrvTable + root.constants.texture, make_texture(gpu, checkers));
  heap.put_texture(kSrvTable + kRestOffset + 2, make_texture(gpu, rings));
  heap.put_storage_image(kCbvUavTable + kLogOffset, log);
  heap.put_sampler(0, VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
  heap.put_sampler(1, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_REPEAT);

  const float tint[4] = {0.8f, 0.8f, 0.8f, 1}, weight[4] = {0.25f, 0, 0, 0}, unused[4] = {9, 9, 9, 9};
  heap.put_constants(kCbvUavTable, make_filled(gpu, weight, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT));      // b2
  heap.put_constants(kCbvUavTable + 1, make_filled(gpu, unused, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT));  // b3
  const VkBufferUsageFlags by_address =
      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  root.pixel_constants = make_filled(gpu, tint, by_address).address;
  root.vertex_constants = make_filled(gpu, VertexConstants(), by_address).address;
  return root;
}

void draw(VkCommandBuffer commands, const Pipeline& pipeline, const Heap& heap, const RootData& root,
          const Buffer& vertices, const Image& target) {
  VkRenderingAttachmentInfo colour = {};
  colour.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
  colour.imageView = target.view;
  colour.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
  colour.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  colour.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  colour.clearValue.color = {{0.1f, 0.1f, 0.12f, 1}};
  VkRenderingInfo rendering = {};
  rendering.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
  rendering.renderArea.extent = {kSize, kSize};
  rendering.layerCount = 1;
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colour;
  vkCmdBeginRendering(commands, &rendering);
  // Direct3D's y axis points up.
  const VkViewport viewport = {0, kSize, kSize, -static_cast<float>(kSize), 0, 1};
  const VkRect2D scissor = {{0, 0}, {kSize, kSize}};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &scissor);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.layout, 0,
                          static_cast<uint32_t>(heap.sets().size()), heap.sets().data(), 0, nullptr);
  vkCmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                     sizeof root, &root);
  const VkDeviceSize start = 0;
  vkCmdBindVertexBuffers(commands, 0, 1, &vertices.handle, &start);
  vkCmdDraw(commands, 3, 1, 0, 0);
  vkCmdEndRendering(commands);
}

Picture draw_triangle(const Shaders& shaders) {
  DeviceNeeds needs;
  needs.add(shaders.vertex);
  needs.add(shaders.pixel);
  for (const char* feature :
       {"descriptorBindingPartiallyBound", "descriptorBindingUniformBufferUpdateAfterBind",
        "descriptorBindingSampledImageUpdateAfterBind", "descriptorBindingStorageImageUpdateAfterBind"}) {
    needs.add_feature(std::string("VkPhysicalDeviceVulkan12Features::") + feature);
  }
  needs.add_feature("VkPhysicalDeviceVulkan13Features::dynamicRendering");
  Gpu gpu(needs, VK_QUEUE_GRAPHICS_BIT);
  Heap heap(gpu);
  const Pipeline pipeline = make_pipeline(gpu, shaders, heap, kTarget);
  const Image target = gpu.make_image(kTarget, kSize, kSize,
                                      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  const Image log =
      gpu.make_image(VK_FORMAT_R32G32B32A32_SFLOAT, kLogSize, kLogSize, VK_IMAGE_USAGE_STORAGE_BIT);
  const Buffer pixels = gpu.make_buffer(kSize * kSize * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const Buffer vertices = make_filled(gpu, kTriangle, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
  const RootData root = make_root_data(gpu, heap, log);
  gpu.run([&](VkCommandBuffer commands) {
    change_layout(commands, log, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    change_layout(commands, target, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    draw(commands, pipeline, heap, root, vertices, target);
    change_layout(commands, target, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
    const VkBufferImageCopy copy = whole(target);
    vkCmdCopyImageToBuffer(commands, target.handle, VK_IMAGE_LAYOUT_GENERAL, pixels.handle, 1, &copy);
  });
  return {kSize, kSize, std::vector<uint8_t>(pixels.bytes, pixels.bytes + pixels.size)};
}

int run(int count, char** texts) {
  const bool compares = count == 6 && std::strcmp(texts[4], "--compare") == 0;
  if (count != 4 && !compares) {
    std::fprintf(stderr,
                 "usage: offscreen_triangle VERTEX.dxil PIXEL.dxil OUT.png [--compare EXPECTED.png]\n");
    return 2;
  }
  const Picture picture = draw_triangle(translate_shaders(texts[1], texts[2]));
  write_png(texts[3], picture);
  if (!compares) return 0;
  const Difference difference = compare(picture, read_png(texts[5]), kTolerance);
  std::printf("offscreen_triangle: largest difference %u, %u pixels differ by more than %u\n",
              difference.largest, difference.pixels_beyond, kTolerance);
  return difference.pixels_beyond <= kMaxPixelsBeyond ? 0 : 1;
}

}  // namespace
}  // namespace example

int main(int count, char** texts) {
  try {
    return example::run(count, texts);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "offscreen_triangle: %s\n", failure.what());
    return 1;
  }
}
