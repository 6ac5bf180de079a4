#include "tests/graphics/renderer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "tests/execution/vulkan_names.hpp"
#include "tests/graphics/bound_resources.hpp"
#include "tests/graphics/graphics_pipeline.hpp"
#include "tests/graphics/render_targets.hpp"

namespace trellis::graphics {
namespace {

using execution::call_failed;
using execution::vulkan_structure;

Result<VkCommandBuffer> begin_commands(DeviceObjects& objects) {
  const VkDevice device = objects.handle();
  auto info = vulkan_structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.queueFamilyIndex = objects.device().queue_family();
  VkCommandPool pool = VK_NULL_HANDLE;
  VkResult result = vkCreateCommandPool(device, &info, nullptr, &pool);
  if (result != VK_SUCCESS) return call_failed("vkCreateCommandPool", result);
  objects.defer([device, pool] { vkDestroyCommandPool(device, pool, nullptr); });
  auto allocate =
      vulkan_structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate.commandPool = pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  result = vkAllocateCommandBuffers(device, &allocate, &commands);
  if (result != VK_SUCCESS) return call_failed("vkAllocateCommandBuffers", result);
  const auto begin = vulkan_structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  result = vkBeginCommandBuffer(commands, &begin);
  if (result != VK_SUCCESS) return call_failed("vkBeginCommandBuffer", result);
  return commands;
}

Result<void> record_vertices(DeviceObjects& objects, const Draw& draw, VkCommandBuffer commands) {
  for (uint32_t n = 0; n < draw.vertex_buffers.size(); ++n) {
    const std::vector<uint8_t>& contents = draw.vertex_buffers[n].contents;
    auto buffer = objects.make_buffer(contents.size(), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, contents);
    if (!buffer) return buffer.error();
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, n, 1, &buffer->buffer, &offset);
  }
  if (draw.indices.empty()) {
    vkCmdDraw(commands, draw.vertices, draw.instances, draw.first_vertex, draw.first_instance);
    return {};
  }
  auto buffer = objects.make_buffer(draw.indices.size() * sizeof(uint32_t), VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
                                    bytes_of(draw.indices));
  if (!buffer) return buffer.error();
  vkCmdBindIndexBuffer(commands, buffer->buffer, 0, VK_INDEX_TYPE_UINT32);
  vkCmdDrawIndexed(commands, draw.vertices, draw.instances, 0, static_cast<int32_t>(draw.first_vertex),
                   draw.first_instance);
  return {};
}

Result<void> record_meshes(DeviceObjects& objects, const Draw& draw, VkCommandBuffer commands) {
  const auto draw_mesh_tasks = reinterpret_cast<PFN_vkCmdDrawMeshTasksEXT>(
      vkGetDeviceProcAddr(objects.handle(), "vkCmdDrawMeshTasksEXT"));
  if (draw_mesh_tasks == nullptr) return unsupported("the device has no mesh shaders");
  draw_mesh_tasks(commands, draw.mesh_groups[0], draw.mesh_groups[1], draw.mesh_groups[2]);
  return {};
}

/// The buffers of one draw's transform feedback.
class CaptureBuffers {
 public:
  CaptureBuffers(DeviceObjects& objects, const Draw& draw) : objects_(objects), draw_(draw) {}

  Result<void> make() {
    for (const uint32_t bytes : draw_.capture_bytes) {
      auto buffer =
          objects_.make_buffer(std::max(bytes, 4u), VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT,
                               std::vector<uint8_t>(std::max(bytes, 4u), 0xCC));
      if (!buffer) return buffer.error();
      buffers_.push_back(*buffer);
    }
    return {};
  }

  Result<void> record_begin(VkCommandBuffer commands) const {
    if (buffers_.empty()) return {};
    const auto bind =
        function<PFN_vkCmdBindTransformFeedbackBuffersEXT>("vkCmdBindTransformFeedbackBuffersEXT");
    const auto begin = function<PFN_vkCmdBeginTransformFeedbackEXT>("vkCmdBeginTransformFeedbackEXT");
    if (bind == nullptr || begin == nullptr) return unsupported("the device has no transform feedback");
    for (uint32_t n = 0; n < buffers_.size(); ++n) {
      const VkDeviceSize offset = 0, bytes = buffers_[n].bytes;
      bind(commands, n, 1, &buffers_[n].buffer, &offset, &bytes);
    }
    begin(commands, 0, 0, nullptr, nullptr);
    return {};
  }

  void record_end(VkCommandBuffer commands) const {
    if (buffers_.empty()) return;
    function<PFN_vkCmdEndTransformFeedbackEXT>("vkCmdEndTransformFeedbackEXT")(commands, 0, 0, nullptr,
                                                                               nullptr);
  }

  std::vector<std::vector<uint8_t>> contents() const {
    std::vector<std::vector<uint8_t>> all;
    for (size_t n = 0; n < buffers_.size(); ++n) {
      all.emplace_back(buffers_[n].mapped, buffers_[n].mapped + draw_.capture_bytes[n]);
    }
    return all;
  }

 private:
  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(vkGetDeviceProcAddr(objects_.handle(), name));
  }

  DeviceObjects& objects_;
  const Draw& draw_;
  std::vector<HostBuffer> buffers_;
};

VkResult submit_and_wait(DeviceObjects& objects, VkCommandBuffer commands, double seconds) {
  const VkDevice device = objects.handle();
  const auto info = vulkan_structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  VkFence fence = VK_NULL_HANDLE;
  VkResult result = vkCreateFence(device, &info, nullptr, &fence);
  if (result != VK_SUCCESS) return result;
  objects.defer([device, fence] { vkDestroyFence(device, fence, nullptr); });
  auto submit = vulkan_structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  result = vkQueueSubmit(objects.device().queue(), 1, &submit, fence);
  if (result != VK_SUCCESS) return result;
  return vkWaitForFences(device, 1, &fence, VK_TRUE, static_cast<uint64_t>(seconds * 1e9));
}

}  // namespace

Result<std::unique_ptr<Renderer>> Renderer::create() {
  const char* name = std::getenv(execution::kDeviceVariable);
  auto device = execution::VulkanDevice::create(name != nullptr ? name : "");
  if (!device) return device.error();
  return std::unique_ptr<Renderer>(new Renderer(std::move(*device)));
}

bool Renderer::has_extension(std::string_view name) const {
  const std::vector<std::string>& all = device_->properties().extensions;
  return std::find(all.begin(), all.end(), name) != all.end();
}

VkPhysicalDeviceFeatures Renderer::features() const {
  VkPhysicalDeviceFeatures features = {};
  vkGetPhysicalDeviceFeatures(device_->physical_device(), &features);
  return features;
}

Result<Drawn> Renderer::draw(const Draw& draw) {
  if (!lost_.empty()) return internal_check("the device is lost: " + lost_);
  DeviceObjects objects(*device_);
  BoundResources resources(objects, draw.resources);
  RenderTargets targets(objects, draw);
  VkShaderStageFlags stages = 0;
  for (const StageModule& stage : draw.stages) stages |= static_cast<VkShaderStageFlags>(stage.stage);
  const GivenLayout* given = draw.layout ? &*draw.layout : nullptr;
  const auto push_bytes = static_cast<uint32_t>(draw.push_constants.size());
  if (auto made = resources.make(stages, push_bytes, given); !made) return made.error();
  for (const PlacedAddress& placed : draw.addresses) {
    if (!placed.table) return bad_input("a draw has no push constants for addresses");
    const VkDeviceAddress address = resources.address(placed.resource);
    if (auto put = resources.put_address(*placed.table, placed.offset, address); !put) return put.error();
  }
  if (auto made = targets.make(); !made) return made.error();
  CaptureBuffers captures(objects, draw);
  if (auto made = captures.make(); !made) return made.error();
  auto pipeline = make_graphics_pipeline(objects, draw, resources.pipeline_layout());
  if (!pipeline) return pipeline.error();
  auto commands = begin_commands(objects);
  if (!commands) return commands.error();
  resources.record_upload(*commands);
  targets.record_begin(*commands);
  vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_GRAPHICS, *pipeline);
  resources.record_bind(*commands);
  if (push_bytes != 0) {
    vkCmdPushConstants(*commands, resources.pipeline_layout(), stages, 0, push_bytes,
                       draw.push_constants.data());
  }
  if (auto begun = captures.record_begin(*commands); !begun) return begun.error();
  auto recorded = has_mesh_stage(draw) ? record_meshes(objects, draw, *commands)
                                       : record_vertices(objects, draw, *commands);
  if (!recorded) return recorded.error();
  captures.record_end(*commands);
  targets.record_end(*commands);
  targets.record_download(*commands);
  resources.record_download(*commands);
  order_everything(*commands);
  if (auto finished = finish(objects, *commands, draw.seconds); !finished) return finished.error();
  Drawn drawn;
  targets.read(drawn);
  drawn.resources = resources.contents();
  drawn.captures = captures.contents();
  return drawn;
}

Result<void> Renderer::finish(DeviceObjects& objects, VkCommandBuffer commands, double seconds) {
  VkResult result = vkEndCommandBuffer(commands);
  if (result != VK_SUCCESS) return call_failed("vkEndCommandBuffer", result);
  result = submit_and_wait(objects, commands, seconds);
  if (result == VK_TIMEOUT || result == VK_ERROR_DEVICE_LOST) {
    // The work may still be running: nothing it uses can be freed.
    objects.abandon();
    device_->abandon();
    lost_ = result == VK_TIMEOUT ? "the work did not end in time" : execution::result_name(result);
    return internal_check(lost_);
  }
  if (result != VK_SUCCESS) return call_failed("vkQueueSubmit", result);
  return {};
}

Result<std::vector<std::vector<uint8_t>>> Renderer::compute(const Compute& compute) {
  if (!lost_.empty()) return internal_check("the device is lost: " + lost_);
  DeviceObjects objects(*device_);
  BoundResources resources(objects, compute.resources);
  std::vector<uint8_t> push_constants = compute.push_constants;
  const auto push_bytes = static_cast<uint32_t>(push_constants.size());
  const GivenLayout* given = compute.layout ? &*compute.layout : nullptr;
  const VkShaderStageFlags push_stages =
      given != nullptr ? given->push.stageFlags : VkShaderStageFlags{VK_SHADER_STAGE_COMPUTE_BIT};
  if (auto made = resources.make(VK_SHADER_STAGE_COMPUTE_BIT, push_bytes, given); !made) return made.error();
  for (const PlacedAddress& placed : compute.addresses) {
    const VkDeviceAddress address = placed.value != 0 ? placed.value : resources.address(placed.resource);
    if (placed.table) {
      if (auto put = resources.put_address(*placed.table, placed.offset, address); !put) return put.error();
      continue;
    }
    if (uint64_t{placed.offset} + sizeof(address) > push_bytes)
      return bad_input("an address beyond the push constants");
    std::memcpy(push_constants.data() + placed.offset, &address, sizeof(address));
  }
  auto pipeline = make_compute_pipeline(objects, compute, resources.pipeline_layout());
  if (!pipeline) return pipeline.error();
  std::optional<VkPipeline> first;
  if (!compute.before.empty()) {
    Compute before;
    before.words = compute.before;
    auto made = make_compute_pipeline(objects, before, resources.pipeline_layout());
    if (!made) return made.error();
    first = *made;
  }
  auto commands = begin_commands(objects);
  if (!commands) return commands.error();
  resources.record_upload(*commands);
  resources.record_bind(*commands, VK_PIPELINE_BIND_POINT_COMPUTE);
  if (first) {
    vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_COMPUTE, *first);
    vkCmdDispatch(*commands, 1, 1, 1);
    order_everything(*commands);
  }
  vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_COMPUTE, *pipeline);
  if (push_bytes != 0) {
    vkCmdPushConstants(*commands, resources.pipeline_layout(), push_stages, 0, push_bytes,
                       push_constants.data());
  }
  vkCmdDispatch(*commands, compute.groups[0], compute.groups[1], compute.groups[2]);
  order_everything(*commands);
  resources.record_download(*commands);
  order_everything(*commands);
  resources.write_late();
  if (auto finished = finish(objects, *commands, compute.seconds); !finished) return finished.error();
  return resources.contents();
}

}  // namespace trellis::graphics
