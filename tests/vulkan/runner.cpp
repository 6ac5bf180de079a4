#include "tests/vulkan/runner.hpp"

#include <cstdlib>
#include <utility>

#include "tests/vulkan/bound_resources.hpp"
#include "tests/vulkan/commands.hpp"
#include "tests/vulkan/draws/render_targets.hpp"
#include "tests/vulkan/draws/stream_output.hpp"
#include "tests/vulkan/names.hpp"
#include "tests/vulkan/pipeline.hpp"

namespace trellis::vulkan {
namespace {

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
  PFN_vkCmdDrawMeshTasksEXT draw_mesh_tasks = nullptr;
  load_function(objects.handle(), "vkCmdDrawMeshTasksEXT", draw_mesh_tasks);
  if (draw_mesh_tasks == nullptr) return unsupported("the device has no mesh shaders");
  draw_mesh_tasks(commands, draw.mesh_groups[0], draw.mesh_groups[1], draw.mesh_groups[2]);
  return {};
}

std::function<void(const Draw&)>& draw_observer() {
  static std::function<void(const Draw&)> observer;
  return observer;
}

void record_push_constants(VkCommandBuffer commands, const BoundResources& resources,
                           VkShaderStageFlags stages, const std::vector<uint8_t>& bytes) {
  if (bytes.empty()) return;
  vkCmdPushConstants(commands, resources.pipeline_layout(), stages, 0, static_cast<uint32_t>(bytes.size()),
                     bytes.data());
}

Result<void> make_heaps(DeviceObjects& objects, uint32_t stride, std::optional<DeviceHeaps>& heaps,
                        BindingNeeds& needs) {
  if (!DeviceHeaps::are_supported(objects.device())) {
    return unsupported("the device has no VK_EXT_descriptor_heap");
  }
  needs.heaps = &heaps.emplace(objects, stride);
  return {};
}

}  // namespace

Result<std::unique_ptr<Runner>> Runner::create() {
  const char* name = std::getenv(kDeviceVariable);
  return create(name != nullptr ? name : "");
}

Result<std::unique_ptr<Runner>> Runner::create(const std::string& device_name_part) {
  auto device = Device::create(device_name_part);
  if (!device) return device.error();
  return std::unique_ptr<Runner>(new Runner(std::move(*device)));
}

Result<std::vector<std::vector<uint8_t>>> Runner::dispatch(const Dispatch& dispatch) {
  if (!lost_.empty()) return internal_check("the device is lost: " + lost_);
  DeviceObjects objects(*device_);
  BoundResources resources(objects, dispatch.resources);
  std::vector<uint8_t> push_constants = dispatch.push_constants;
  BindingNeeds needs;
  needs.push_constant_bytes = static_cast<uint32_t>(push_constants.size());
  needs.may_be_mutable = dispatch.mutable_descriptors;
  std::optional<DeviceHeaps> heaps;
  if (dispatch.uses_heaps) {
    TRELLIS_RETURN_IF_ERROR(make_heaps(objects, dispatch.heap_stride, heaps, needs));
  }
  TRELLIS_RETURN_IF_ERROR(resources.make(needs, dispatch.layout));
  TRELLIS_RETURN_IF_ERROR(resources.place_addresses(dispatch.addresses, push_constants));
  const VkPipelineLayout layout = resources.pipeline_layout();
  auto pipeline = make_compute_pipeline(objects, dispatch.words, dispatch.entry, layout, needs.heaps);
  if (!pipeline) return pipeline.error();
  Result<VkPipeline> before = VkPipeline(VK_NULL_HANDLE);
  if (!dispatch.before.empty()) before = make_compute_pipeline(objects, dispatch.before, "main", layout);
  if (!before) return before.error();

  auto commands = begin_commands(objects);
  if (!commands) return commands.error();
  resources.record_upload(*commands);
  resources.record_bind(*commands);
  if (heaps) heaps->bind(*commands);
  if (*before != VK_NULL_HANDLE) {
    vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_COMPUTE, *before);
    vkCmdDispatch(*commands, 1, 1, 1);
    order_everything(*commands);
  }
  vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_COMPUTE, *pipeline);
  if (heaps) {
    heaps->push(*commands, push_constants);
    push_constants.clear();
  }
  record_push_constants(*commands, resources,
                        dispatch.layout ? dispatch.layout->push.stageFlags : needs.stages, push_constants);
  vkCmdDispatch(*commands, dispatch.groups[0], dispatch.groups[1], dispatch.groups[2]);
  order_everything(*commands);
  resources.record_download(*commands);
  order_everything(*commands);
  resources.write_late();
  TRELLIS_RETURN_IF_ERROR(finish(objects, *commands, dispatch.seconds));
  return resources.contents();
}

void Runner::observe_draws(std::function<void(const Draw&)> observer) {
  draw_observer() = std::move(observer);
}

Result<Drawn> Runner::draw(const Draw& draw) {
  if (draw_observer()) draw_observer()(draw);
  if (!lost_.empty()) return internal_check("the device is lost: " + lost_);
  DeviceObjects objects(*device_);
  BoundResources resources(objects, draw.resources);
  RenderTargets targets(objects, draw);
  StreamOutputBuffers stream_outputs(objects, draw);
  std::vector<uint8_t> push_constants = draw.push_constants;
  BindingNeeds needs;
  needs.point = VK_PIPELINE_BIND_POINT_GRAPHICS;
  needs.stages = 0;
  for (const StageModule& stage : draw.stages) needs.stages |= static_cast<VkShaderStageFlags>(stage.stage);
  needs.push_constant_bytes = static_cast<uint32_t>(push_constants.size());
  std::optional<DeviceHeaps> heaps;
  if (draw.uses_heaps) TRELLIS_RETURN_IF_ERROR(make_heaps(objects, 0, heaps, needs));
  TRELLIS_RETURN_IF_ERROR(resources.make(needs, draw.layout));
  TRELLIS_RETURN_IF_ERROR(resources.place_addresses(draw.addresses, push_constants));
  TRELLIS_RETURN_IF_ERROR(targets.make());
  TRELLIS_RETURN_IF_ERROR(stream_outputs.make());
  auto pipeline = make_graphics_pipeline(objects, draw, resources.pipeline_layout(), 0, needs.heaps);
  if (!pipeline) return pipeline.error();

  auto commands = begin_commands(objects);
  if (!commands) return commands.error();
  resources.record_upload(*commands);
  targets.record_begin(*commands);
  vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_GRAPHICS, *pipeline);
  resources.record_bind(*commands);
  if (heaps) {
    heaps->bind(*commands);
    heaps->push(*commands, push_constants);
  } else {
    record_push_constants(*commands, resources, needs.stages, push_constants);
  }
  TRELLIS_RETURN_IF_ERROR(stream_outputs.record_begin(*commands));
  auto recorded = has_mesh_stage(draw) ? record_meshes(objects, draw, *commands)
                                       : record_vertices(objects, draw, *commands);
  if (!recorded) return recorded.error();
  stream_outputs.record_end(*commands);
  targets.record_end(*commands);
  targets.record_download(*commands);
  resources.record_download(*commands);
  order_everything(*commands);
  resources.write_late();
  TRELLIS_RETURN_IF_ERROR(finish(objects, *commands, draw.seconds));
  Drawn drawn;
  targets.read(drawn);
  auto contents = resources.contents();
  if (!contents) return contents.error();
  drawn.resources = std::move(*contents);
  drawn.stream_outputs = stream_outputs.contents();
  return drawn;
}

Result<void> Runner::finish(DeviceObjects& objects, VkCommandBuffer commands, double seconds) {
  const VkResult result = run_commands(objects, commands, seconds);
  if (result == VK_TIMEOUT || result == VK_ERROR_DEVICE_LOST) {
    // The work may still be running: nothing that it uses can be freed, and waiting for it could take
    // forever.
    objects.abandon();
    device_->abandon();
    lost_ = result == VK_TIMEOUT ? "the work did not end in time" : result_name(result);
    return internal_check(lost_);
  }
  if (result != VK_SUCCESS) return call_failed("vkQueueSubmit", result);
  return {};
}

}  // namespace trellis::vulkan
