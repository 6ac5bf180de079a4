// path_tracer: renders a box with a light, a mirror and a shutter with a ray tracing pipeline, from a library
// of Direct3D 12's ray stages. Writes a PNG.
//
//   path_tracer LIBRARY.dxil OUT.png [--size PIXELS] [--samples N] [--compare-with-cpu]
//
// LIBRARY is examples/path_tracer/path_tracer.dxil. With --compare-with-cpu the picture is rendered on the
// CPU, too, and the program ends with 1 if they differ.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "path_tracer/cpu_tracer.hpp"
#include "path_tracer/ray_pipeline.hpp"
#include "path_tracer/ray_scene.hpp"
#include "vulkan_helpers/gpu.hpp"
#include "vulkan_helpers/picture.hpp"

namespace example {
namespace {

// Both sides use the same random numbers, so paths are equal except for the last bits of sines, square roots
// and intersections. Occasionally these bits decide on which side of an edge a ray hits, or whether a slit
// lets it through. A pixel with such a path differs by that path's contribution; all other pixels agree to a
// thousandth.
constexpr float kTolerance = 1e-3f;          // Tolerance for a channel; relative for values above 1.
constexpr float kMaxPixelsBeyond = 0.01f;    // Fraction of all pixels.
constexpr float kMaxMeanDifference = 1e-3f;  // Relative difference of the mean of all channels.

struct Arguments {
  std::string library, picture;
  uint32_t size = 512, samples = 256;
  bool compares = false;
};

bool parse(int count, char** texts, Arguments& arguments) {
  if (count < 3) return false;
  arguments.library = texts[1];
  arguments.picture = texts[2];
  for (int n = 3; n < count; ++n) {
    const std::string name = texts[n];
    if (name == "--compare-with-cpu") {
      arguments.compares = true;
      continue;
    }
    if ((name != "--size" && name != "--samples") || n + 1 == count) return false;
    const unsigned long value = std::strtoul(texts[++n], nullptr, 10);
    if (value == 0 || value > 8192) return false;
    (name == "--size" ? arguments.size : arguments.samples) = static_cast<uint32_t>(value);
  }
  return true;
}

VkDescriptorSet make_set(Gpu& gpu, const RayPipeline& pipeline, VkAccelerationStructureKHR structure,
                         const Buffer& surfaces, const Image& image, const Buffer& frame) {
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1},
                                        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                        {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1},
                                        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}};
  VkDescriptorPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool_info.maxSets = 1;
  pool_info.poolSizeCount = kBindings;
  pool_info.pPoolSizes = sizes;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  check(vkCreateDescriptorPool(gpu.device(), &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  gpu.at_end([device = gpu.device(), pool] { vkDestroyDescriptorPool(device, pool, nullptr); });
  VkDescriptorSetAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &pipeline.set_layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  check(vkAllocateDescriptorSets(gpu.device(), &info, &set), "vkAllocateDescriptorSets");

  VkWriteDescriptorSetAccelerationStructureKHR structure_info = {};
  structure_info.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR;
  structure_info.accelerationStructureCount = 1;
  structure_info.pAccelerationStructures = &structure;
  const VkDescriptorBufferInfo surface_info = {surfaces.handle, 0, VK_WHOLE_SIZE},
                               frame_info = {frame.handle, 0, VK_WHOLE_SIZE};
  const VkDescriptorImageInfo image_info = {VK_NULL_HANDLE, image.view, VK_IMAGE_LAYOUT_GENERAL};
  VkWriteDescriptorSet writes[kBindings] = {};
  for (uint32_t n = 0; n < kBindings; ++n) {
    writes[n].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[n].dstSet = set;
    writes[n].dstBinding = n;
    writes[n].descriptorCount = 1;
    writes[n].descriptorType = sizes[n].type;
  }
  writes[kSceneBinding].pNext = &structure_info;
  writes[kSurfaceBinding].pBufferInfo = &surface_info;
  writes[kImageBinding].pImageInfo = &image_info;
  writes[kFrameBinding].pBufferInfo = &frame_info;
  vkUpdateDescriptorSets(gpu.device(), kBindings, writes, 0, nullptr);
  return set;
}

void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from) {
  VkImageMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                       nullptr, 0, nullptr, 1, &barrier);
}

Radiances trace_on_gpu(const Scene& scene, const std::string& library_path, uint32_t size) {
  const RayLibrary library = translate_library(library_path);
  DeviceNeeds needs;
  for (const auto& [name, shader] : library.shaders) needs.add(shader.module);
  add_ray_scene_needs(needs);
  Gpu gpu(needs, VK_QUEUE_COMPUTE_BIT);
  // Hit groups as the TraceRay() calls expect them: group 0 for paths and 1 for rays to the light, then the
  // same two for the shutter.
  const std::vector<HitGroup> hit_groups = {
      {"shade", ""}, {"", ""}, {"shade", "shutter"}, {"", "shutterShadow"}};
  const RayPipeline pipeline =
      make_ray_pipeline(gpu, library, "render", {"escape", "unshadowed"}, hit_groups);
  const VkAccelerationStructureKHR structure = build_ray_scene(gpu, scene, 2);
  const Buffer surfaces =
      gpu.make_buffer(scene.surfaces.size() * sizeof(Surface), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  std::memcpy(surfaces.bytes, scene.surfaces.data(), surfaces.size);
  const Buffer frame = gpu.make_buffer(sizeof(Frame), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  std::memcpy(frame.bytes, &scene.frame, sizeof(Frame));
  const Image image = gpu.make_image(VK_FORMAT_R32G32B32A32_SFLOAT, size, size,
                                     VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  const Buffer pixels = gpu.make_buffer(VkDeviceSize{size} * size * 16, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const VkDescriptorSet set = make_set(gpu, pipeline, structure, surfaces, image, frame);
  const auto trace = DEVICE_FUNCTION(gpu, vkCmdTraceRaysKHR);
  gpu.run([&](VkCommandBuffer commands) {
    change_layout(commands, image.handle, VK_IMAGE_LAYOUT_UNDEFINED);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline.layout, 0, 1, &set, 0,
                            nullptr);
    const auto& table = pipeline.table;
    trace(commands, &table[0], &table[1], &table[2], &table[3], size, size, 1);
    change_layout(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL);
    VkBufferImageCopy copy = {};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {size, size, 1};
    vkCmdCopyImageToBuffer(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL, pixels.handle, 1, &copy);
  });
  Radiances out(size_t{size} * size);
  for (size_t n = 0; n < out.size(); ++n) std::memcpy(&out[n], pixels.bytes + 16 * n, sizeof(Float3));
  return out;
}

Picture develop(const Radiances& radiances, uint32_t size) {
  const auto byte = [](float value) {
    const float encoded = std::pow(std::clamp(value, 0.0f, 1.0f), 1 / 2.2f);
    return static_cast<uint8_t>(std::lround(encoded * 255));
  };
  Picture picture = {size, size, {}};
  for (const Float3& c : radiances) {
    picture.rgba.insert(picture.rgba.end(), {byte(c.x), byte(c.y), byte(c.z), 255});
  }
  return picture;
}

bool are_alike(const Radiances& found, const Radiances& expected) {
  size_t beyond = 0;
  double found_sum = 0, expected_sum = 0;
  for (size_t n = 0; n < found.size(); ++n) {
    const float a[] = {found[n].x, found[n].y, found[n].z},
                b[] = {expected[n].x, expected[n].y, expected[n].z};
    bool is_beyond = false;
    for (int i = 0; i < 3; ++i) {
      is_beyond |= !(std::fabs(a[i] - b[i]) <= kTolerance * std::max(1.0f, b[i]));
      found_sum += a[i];
      expected_sum += b[i];
    }
    beyond += is_beyond ? 1 : 0;
  }
  const double mean_difference = std::fabs(found_sum - expected_sum) / expected_sum;
  std::printf("path_tracer: %zu of %zu pixels differ by more than %g; the means, %g of each other\n", beyond,
              found.size(), static_cast<double>(kTolerance), mean_difference);
  return static_cast<double>(beyond) <=
             static_cast<double>(kMaxPixelsBeyond) * static_cast<double>(found.size()) &&
         mean_difference <= static_cast<double>(kMaxMeanDifference);
}

int run(int count, char** texts) {
  Arguments arguments;
  if (!parse(count, texts, arguments)) {
    std::fprintf(
        stderr,
        "usage: path_tracer LIBRARY.dxil OUT.png [--size PIXELS] [--samples N] [--compare-with-cpu]\n");
    return 2;
  }
  Scene scene = make_scene();
  scene.frame.samples = arguments.samples;
  const Radiances radiances = trace_on_gpu(scene, arguments.library, arguments.size);
  write_png(arguments.picture, develop(radiances, arguments.size));
  if (!arguments.compares) return 0;
  return are_alike(radiances, trace_on_cpu(scene, arguments.size)) ? 0 : 1;
}

}  // namespace
}  // namespace example

int main(int count, char** texts) {
  try {
    return example::run(count, texts);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "path_tracer: %s\n", failure.what());
    return 1;
  }
}
