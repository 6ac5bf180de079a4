// compute_runner: runs a compute shader of Direct3D 12 on a Vulkan device. Trellis tells it everything that
// it needs to know about the shader: resources, thread group, required device features.
//
//   compute_runner double.dxil --buffer u0=u32:1,2,3,4 --groups 1
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <trellis/trellis.hpp>

#include "compute_runner/arguments.hpp"
#include "compute_runner/resources.hpp"
#include "vulkan_helpers/gpu.hpp"

namespace example {
namespace {

constexpr size_t kMaxPrintedWords = 256;

trellis::api::Module translate(const Arguments& arguments) {
  const std::vector<uint8_t> dxil = read_file(arguments.shader);
  trellis::api::Translator translator;
  if (!translator) fail("out of memory");
  const trellis::api::Program program = translator.read(dxil.data(), dxil.size());
  if (!program) fail(arguments.shader + ": " + translator.error().text);
  const uint32_t entry =
      arguments.entry_point.empty() ? 0 : program.find_entry_point(arguments.entry_point.c_str());
  if (entry < program.entry_point_count() &&
      (program.entry_point(entry).uses & TRELLIS_USES_DESCRIPTOR_HEAPS) != 0) {
    fail(arguments.shader + ": indexes descriptor heaps, which this program does not support");
  }

  // Every resource and every hidden counter becomes a binding of set 0: the shader may have more register
  // spaces than a device has sets.
  uint32_t next_binding = 0;
  const auto bind = [&](const TrellisResourceUse& use, TrellisBinding& binding) {
    binding.set = binding.counter_set = 0;
    binding.binding = next_binding++;
    if (use.uses_counter) binding.counter_binding = next_binding++;
    return true;
  };
  TrellisTranslateOptions options = trellis::api::translate_options();
  if (!arguments.entry_point.empty()) options.entry_point = arguments.entry_point.c_str();
  trellis::api::set_bind(options, bind);
  trellis::api::Module module = translator.translate(program, options);
  if (!module) fail(arguments.shader + ": " + translator.error().text);
  if (module.entry_point().stage != TRELLIS_STAGE_COMPUTE) fail(arguments.shader + ": not a compute shader");
  return module;
}

/// Returns the subgroup size to require of the device, or 0 if the shader accepts any.
uint32_t subgroup_size(const Gpu& gpu, const TrellisEntryPointInfo& entry) {
  if (entry.wave_size_minimum == 0) return 0;
  uint32_t minimum = 0, maximum = 0;
  gpu.subgroup_sizes(minimum, maximum);
  const uint32_t most = entry.wave_size_maximum == 0 ? entry.wave_size_minimum : entry.wave_size_maximum;
  const uint32_t low = std::max(minimum, entry.wave_size_minimum), high = std::min(maximum, most);
  if (low > high) {
    fail("the shader requires waves of " + std::to_string(entry.wave_size_minimum) + " to " +
         std::to_string(most) + " lanes, the device has " + std::to_string(minimum) + " to " +
         std::to_string(maximum));
  }
  return entry.wave_size_preferred == 0 ? low : std::clamp(entry.wave_size_preferred, low, high);
}

VkPipeline make_pipeline(Gpu& gpu, const trellis::api::Module& module, VkPipelineLayout layout) {
  const TrellisEntryPointInfo entry = module.entry_point();
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroups = {};
  subgroups.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  subgroups.requiredSubgroupSize = subgroup_size(gpu, entry);
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.layout = layout;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.pNext = subgroups.requiredSubgroupSize == 0 ? nullptr : &subgroups;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = gpu.make_shader(module);
  info.stage.pName = entry.name;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateComputePipelines(gpu.device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "vkCreateComputePipelines");
  gpu.at_end([&gpu, pipeline] { vkDestroyPipeline(gpu.device(), pipeline, nullptr); });
  return pipeline;
}

void dispatch(Gpu& gpu, const trellis::api::Module& module, const Resources& resources,
              const Arguments& arguments) {
  for (size_t i = 0; i < arguments.groups.size(); ++i) {
    const uint32_t most = gpu.properties().limits.maxComputeWorkGroupCount[i];
    if (arguments.groups[i] > most)
      fail("--groups: the device supports " + std::to_string(most) + " at most");
  }
  const VkDescriptorSetLayout set_layout = resources.layout();
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(vkCreatePipelineLayout(gpu.device(), &info, nullptr, &layout), "vkCreatePipelineLayout");
  gpu.at_end([&gpu, layout] { vkDestroyPipelineLayout(gpu.device(), layout, nullptr); });
  const VkPipeline pipeline = make_pipeline(gpu, module, layout);
  const VkDescriptorSet set = resources.set();
  gpu.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    if (set != VK_NULL_HANDLE) {
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    }
    vkCmdDispatch(commands, arguments.groups[0], arguments.groups[1], arguments.groups[2]);
  });
}

void print(const BoundBuffer& bound) {
  const size_t words = bound.buffer.size / sizeof(uint32_t), printed = std::min(words, kMaxPrintedWords);
  std::printf("%s%s: %llu bytes\n", bound.place.name().c_str(), bound.is_counter ? " counter" : "",
              static_cast<unsigned long long>(bound.buffer.size));
  for (size_t i = 0; i < printed; ++i) {
    uint32_t word = 0;
    std::memcpy(&word, bound.buffer.bytes + i * sizeof word, sizeof word);
    const bool is_last_in_line = i % 8 == 7 || i + 1 == printed;
    std::printf("%s%08x%s", i % 8 == 0 ? "  " : " ", word, is_last_in_line ? "\n" : "");
  }
  if (printed < words) std::printf("  ... %zu words more\n", words - printed);
}

void run(const Arguments& arguments) {
  const trellis::api::Module module = translate(arguments);
  DeviceNeeds needs;
  needs.add(module);
  Gpu gpu(needs, VK_QUEUE_COMPUTE_BIT, arguments.device);
  const Resources resources(gpu, module, arguments);
  dispatch(gpu, module, resources, arguments);
  for (const BoundBuffer& bound : resources.buffers()) {
    if (bound.is_written && arguments.print) print(bound);
  }
  for (const auto& [place, path] : arguments.outputs) {
    const auto found =
        std::find_if(resources.buffers().begin(), resources.buffers().end(),
                     [&, &wanted = place](const BoundBuffer& bound) {
                       return !bound.is_counter && !(bound.place < wanted) && !(wanted < bound.place);
                     });
    if (found == resources.buffers().end()) fail("--output: the shader does not use " + place.name());
    write_file(path, found->buffer.bytes, found->buffer.size);
  }
}

}  // namespace
}  // namespace example

int main(int count, char** texts) {
  if (count < 2) return std::fputs(example::kUsage, stderr), 2;
  try {
    example::run(example::parse_arguments(count, texts));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "compute_runner: %s\n", failure.what());
    return 1;
  }
  return 0;
}
