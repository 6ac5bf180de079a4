#include "tests/execution/dispatch_objects.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "tests/execution/vulkan_names.hpp"

namespace trellis::execution {
namespace {

// Memory before, between and behind the buffers holds this byte, so that a write outside them is noticed.
constexpr uint8_t kGuardByte = 0xA5;
constexpr VkDeviceSize kGuardBytes = 256;

constexpr uint32_t kLargestDescriptorArray = 4096;

VkDescriptorType descriptor_type(BindingKind kind) {
  switch (kind) {
    case BindingKind::kStorageBuffer:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case BindingKind::kUniformBuffer:
      return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case BindingKind::kUniformTexelBuffer:
      return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case BindingKind::kStorageTexelBuffer:
      return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case BindingKind::kOther:
      break;
  }
  return VK_DESCRIPTOR_TYPE_MAX_ENUM;
}

VkBufferUsageFlags buffer_usage(BindingKind kind) {
  switch (kind) {
    case BindingKind::kStorageBuffer:
      return VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    case BindingKind::kUniformBuffer:
      return VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    case BindingKind::kUniformTexelBuffer:
      return VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    case BindingKind::kStorageTexelBuffer:
      return VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    case BindingKind::kOther:
      break;
  }
  return 0;
}

bool is_texel_buffer(BindingKind kind) {
  return kind == BindingKind::kUniformTexelBuffer || kind == BindingKind::kStorageTexelBuffer;
}

std::string place(const BufferBinding& binding) {
  std::string text = "set " + std::to_string(binding.set) + " binding " + std::to_string(binding.binding);
  if (binding.element != 0) text += " element " + std::to_string(binding.element);
  return text;
}

VkDeviceSize round_up(VkDeviceSize value, VkDeviceSize alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// A type of memory the host can write and see, on the device where there is one.
std::optional<uint32_t> memory_type(const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed) {
  const VkMemoryPropertyFlags visible =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  for (const VkMemoryPropertyFlags wanted : {visible | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, visible}) {
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const bool fits = (memory.memoryTypes[i].propertyFlags & wanted) == wanted;
      if (fits && (allowed >> i & 1u) != 0) return i;
    }
  }
  return std::nullopt;
}

/// One binding of a set layout: all the elements given for it.
struct LayoutSlot {
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_MAX_ENUM;
  std::vector<VkDescriptorType> kinds;  ///< What a mutable descriptor may be; sorted.
  std::vector<bool> given;              ///< By element.
};

using LayoutSlots = std::map<uint32_t, LayoutSlot>;

Result<void> add_slot(std::vector<LayoutSlots>& sets, const BufferBinding& binding, VkDescriptorType type,
                      uint32_t most_sets, bool may_be_mutable) {
  if (binding.set >= most_sets) {
    return unsupported(place(binding) + ": the device has " + std::to_string(most_sets) + " descriptor sets");
  }
  if (binding.element >= kLargestDescriptorArray) {
    return unsupported(place(binding) + ": descriptor arrays end at " +
                       std::to_string(kLargestDescriptorArray));
  }
  if (binding.set >= sets.size()) sets.resize(binding.set + 1);
  LayoutSlot& slot = sets[binding.set][binding.binding];
  if (type == VK_DESCRIPTOR_TYPE_MAX_ENUM) return unsupported(place(binding) + " is no buffer");
  const auto known = std::lower_bound(slot.kinds.begin(), slot.kinds.end(), type);
  if (known == slot.kinds.end() || *known != type) slot.kinds.insert(known, type);
  if (slot.kinds.size() > 1 && !may_be_mutable) {
    return bad_input(place(binding) + " is bound with two kinds of descriptors");
  }
  slot.type = slot.kinds.size() > 1 ? VK_DESCRIPTOR_TYPE_MUTABLE_EXT : type;
  if (binding.element >= slot.given.size()) slot.given.resize(binding.element + 1);
  if (slot.given[binding.element]) return bad_input(place(binding) + " is bound twice");
  slot.given[binding.element] = true;
  return {};
}

Result<std::vector<LayoutSlots>> gather_slots(const Dispatch& dispatch, uint32_t most_sets) {
  std::vector<LayoutSlots> sets;
  for (const BufferBinding& binding : dispatch.bindings) {
    auto added =
        add_slot(sets, binding, descriptor_type(binding.kind), most_sets, dispatch.mutable_descriptors);
    if (!added) return added.error();
  }
  for (const StructureBinding& structure : dispatch.structures) {
    BufferBinding binding;
    binding.set = structure.set;
    binding.binding = structure.binding;
    binding.element = structure.element;
    auto added = add_slot(sets, binding, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, most_sets,
                          dispatch.mutable_descriptors);
    if (!added) return added.error();
  }
  return sets;
}

}  // namespace

DispatchObjects::~DispatchObjects() {
  if (handle_ == VK_NULL_HANDLE) return;
  vkDestroyFence(handle_, fence_, nullptr);
  vkDestroyCommandPool(handle_, command_pool_, nullptr);
  vkDestroyPipeline(handle_, pipeline_, nullptr);
  vkDestroyShaderModule(handle_, shader_, nullptr);
  vkDestroyPipelineLayout(handle_, pipeline_layout_, nullptr);
  vkDestroyDescriptorPool(handle_, descriptor_pool_, nullptr);
  for (const VkDescriptorSetLayout layout : set_layouts_)
    vkDestroyDescriptorSetLayout(handle_, layout, nullptr);
  for (const Buffer& buffer : buffers_) {
    vkDestroyBufferView(handle_, buffer.view, nullptr);
    vkDestroyBuffer(handle_, buffer.buffer, nullptr);
  }
  vkFreeMemory(handle_, memory_, nullptr);
}

Result<void> DispatchObjects::make_buffers(std::span<const BufferBinding> bindings) {
  std::vector<VkMemoryRequirements> requirements(bindings.size());
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (auto made = make_buffer(bindings[i], requirements[i]); !made) return made;
  }
  if (auto made = make_memory(requirements); !made) return made;
  for (size_t i = 0; i < bindings.size(); ++i) {
    std::memcpy(mapped_ + buffers_[i].offset, bindings[i].contents.data(), bindings[i].contents.size());
    const VkResult result = vkBindBufferMemory(handle_, buffers_[i].buffer, memory_, buffers_[i].offset);
    if (result != VK_SUCCESS) return call_failed("vkBindBufferMemory", result);
    if (!is_texel_buffer(bindings[i].kind)) continue;
    if (auto made = make_view(bindings[i], buffers_[i]); !made) return made;
  }
  return {};
}

Result<void> DispatchObjects::make_buffer(const BufferBinding& binding, VkMemoryRequirements& requirements) {
  const DeviceProperties& limits = device_.properties();
  const size_t bytes = binding.contents.size();
  if (bytes == 0) return bad_input(place(binding) + " has an empty buffer");
  const uint32_t most = binding.kind == BindingKind::kUniformBuffer ? limits.max_uniform_buffer_bytes
                                                                    : limits.max_storage_buffer_bytes;
  if (bytes > most) {
    return unsupported(place(binding) + ": " + std::to_string(bytes) + " bytes, the device allows " +
                       std::to_string(most) + " in a " + binding_kind_name(binding.kind));
  }
  VkBufferCreateInfo info = vulkan_structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes;
  info.usage = buffer_usage(binding.kind);
  if (info.usage == 0) return unsupported(place(binding) + " is no buffer");
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  Buffer buffer;
  const VkResult result = vkCreateBuffer(handle_, &info, nullptr, &buffer.buffer);
  if (result != VK_SUCCESS) return call_failed("vkCreateBuffer", result);
  buffers_.push_back(buffer);
  vkGetBufferMemoryRequirements(handle_, buffer.buffer, &requirements);
  return {};
}

/// One allocation for all buffers, filled with the guard byte.
Result<void> DispatchObjects::make_memory(const std::vector<VkMemoryRequirements>& requirements) {
  uint32_t allowed = UINT32_MAX;
  memory_bytes_ = kGuardBytes;
  for (size_t i = 0; i < requirements.size(); ++i) {
    allowed &= requirements[i].memoryTypeBits;
    buffers_[i].offset = round_up(memory_bytes_, requirements[i].alignment);
    memory_bytes_ = buffers_[i].offset + requirements[i].size + kGuardBytes;
  }
  const auto type = memory_type(device_.memory(), allowed);
  if (!type) return unsupported("the device has no memory that the host sees and all the buffers can use");
  VkMemoryAllocateInfo info = vulkan_structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = memory_bytes_;
  info.memoryTypeIndex = *type;
  VkResult result = vkAllocateMemory(handle_, &info, nullptr, &memory_);
  if (result != VK_SUCCESS) return call_failed("vkAllocateMemory", result);
  void* mapped = nullptr;
  result = vkMapMemory(handle_, memory_, 0, VK_WHOLE_SIZE, 0, &mapped);
  if (result != VK_SUCCESS) return call_failed("vkMapMemory", result);
  mapped_ = static_cast<uint8_t*>(mapped);
  std::memset(mapped_, kGuardByte, memory_bytes_);
  return {};
}

Result<void> DispatchObjects::make_view(const BufferBinding& binding, Buffer& buffer) {
  VkFormatProperties format = {};
  vkGetPhysicalDeviceFormatProperties(device_.physical_device(), binding.format, &format);
  const VkFormatFeatureFlags needed = binding.kind == BindingKind::kStorageTexelBuffer
                                          ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                          : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
  if ((format.bufferFeatures & needed) == 0) {
    return unsupported(place(binding) + ": the device has no " + binding_kind_name(binding.kind) +
                       " of VkFormat " + std::to_string(binding.format));
  }
  VkBufferViewCreateInfo info =
      vulkan_structure<VkBufferViewCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO);
  info.buffer = buffer.buffer;
  info.format = binding.format;
  info.range = VK_WHOLE_SIZE;
  const VkResult result = vkCreateBufferView(handle_, &info, nullptr, &buffer.view);
  if (result != VK_SUCCESS) return call_failed("vkCreateBufferView", result);
  return {};
}

Result<void> DispatchObjects::make_descriptors(const Dispatch& dispatch) {
  if (auto made = make_set_layouts(dispatch); !made) return made;
  VkPipelineLayoutCreateInfo info =
      vulkan_structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<uint32_t>(set_layouts_.size());
  info.pSetLayouts = set_layouts_.data();
  const VkResult result = vkCreatePipelineLayout(handle_, &info, nullptr, &pipeline_layout_);
  if (result != VK_SUCCESS) return call_failed("vkCreatePipelineLayout", result);
  if (set_layouts_.empty()) return {};
  if (auto made = allocate_sets(dispatch); !made) return made;
  write_descriptors(dispatch.bindings);
  write_structures(dispatch.structures);
  return {};
}

Result<void> DispatchObjects::make_set_layouts(const Dispatch& dispatch) {
  auto sets = gather_slots(dispatch, device_.properties().max_bound_sets);
  if (!sets) return sets.error();
  for (const LayoutSlots& slots : *sets) {
    std::vector<VkDescriptorSetLayoutBinding> layout;
    std::vector<VkDescriptorBindingFlags> flags;
    std::vector<VkMutableDescriptorTypeListEXT> kinds;
    bool is_mutable = false;
    for (const auto& [number, slot] : slots) {
      const auto count = static_cast<uint32_t>(slot.given.size());
      const bool has_kinds = slot.type == VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
      kinds.push_back({has_kinds ? static_cast<uint32_t>(slot.kinds.size()) : 0, slot.kinds.data()});
      is_mutable |= has_kinds;
      layout.push_back({number, slot.type, count, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
      const bool partial = std::find(slot.given.begin(), slot.given.end(), false) != slot.given.end();
      const bool allowed = device_.properties().has_partially_bound_arrays;
      flags.push_back(partial && allowed ? VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT : 0);
    }
    VkDescriptorSetLayoutBindingFlagsCreateInfo flags_info =
        vulkan_structure<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    flags_info.bindingCount = static_cast<uint32_t>(flags.size());
    flags_info.pBindingFlags = flags.data();
    auto mutable_info = vulkan_structure<VkMutableDescriptorTypeCreateInfoEXT>(
        VK_STRUCTURE_TYPE_MUTABLE_DESCRIPTOR_TYPE_CREATE_INFO_EXT);
    mutable_info.mutableDescriptorTypeListCount = static_cast<uint32_t>(kinds.size());
    mutable_info.pMutableDescriptorTypeLists = kinds.data();
    if (is_mutable) flags_info.pNext = &mutable_info;
    VkDescriptorSetLayoutCreateInfo info = vulkan_structure<VkDescriptorSetLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.pNext = &flags_info;
    info.bindingCount = static_cast<uint32_t>(layout.size());
    info.pBindings = layout.data();
    VkDescriptorSetLayout made = VK_NULL_HANDLE;
    const VkResult result = vkCreateDescriptorSetLayout(handle_, &info, nullptr, &made);
    if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorSetLayout", result);
    set_layouts_.push_back(made);
  }
  return {};
}

Result<void> DispatchObjects::allocate_sets(const Dispatch& dispatch) {
  // An array counts as many descriptors as its last element, so its gaps have to be counted as well.
  std::map<VkDescriptorType, uint32_t> counts;
  auto sets = gather_slots(dispatch, device_.properties().max_bound_sets);
  if (!sets) return sets.error();
  for (const LayoutSlots& slots : *sets) {
    for (const auto& [number, slot] : slots) counts[slot.type] += static_cast<uint32_t>(slot.given.size());
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& [type, count] : counts) sizes.push_back({type, count});
  VkDescriptorPoolCreateInfo pool =
      vulkan_structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = static_cast<uint32_t>(set_layouts_.size());
  pool.poolSizeCount = static_cast<uint32_t>(sizes.size());
  pool.pPoolSizes = sizes.data();
  VkResult result = vkCreateDescriptorPool(handle_, &pool, nullptr, &descriptor_pool_);
  if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorPool", result);
  sets_.resize(set_layouts_.size());
  VkDescriptorSetAllocateInfo info =
      vulkan_structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = descriptor_pool_;
  info.descriptorSetCount = static_cast<uint32_t>(set_layouts_.size());
  info.pSetLayouts = set_layouts_.data();
  result = vkAllocateDescriptorSets(handle_, &info, sets_.data());
  if (result != VK_SUCCESS) return call_failed("vkAllocateDescriptorSets", result);
  return {};
}

void DispatchObjects::write_descriptors(std::span<const BufferBinding> bindings) {
  const auto write = [&](uint32_t set, uint32_t binding, uint32_t element, BindingKind kind,
                         const Buffer& buffer) {
    const VkDescriptorBufferInfo info = {buffer.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet update =
        vulkan_structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    update.dstSet = sets_[set];
    update.dstBinding = binding;
    update.dstArrayElement = element;
    update.descriptorCount = 1;
    update.descriptorType = descriptor_type(kind);
    update.pBufferInfo = is_texel_buffer(kind) ? nullptr : &info;
    update.pTexelBufferView = is_texel_buffer(kind) ? &buffer.view : nullptr;
    vkUpdateDescriptorSets(handle_, 1, &update, 0, nullptr);
  };
  if (device_.properties().has_null_descriptors) {
    // Every element up to the one given; those given as well are written again below.
    for (const BufferBinding& binding : bindings) {
      for (uint32_t element = 0; element < binding.element; ++element) {
        write(binding.set, binding.binding, element, binding.kind, Buffer{});
      }
    }
  }
  for (size_t i = 0; i < bindings.size(); ++i) {
    write(bindings[i].set, bindings[i].binding, bindings[i].element, bindings[i].kind, buffers_[i]);
  }
}

void DispatchObjects::write_structures(std::span<const StructureBinding> structures) {
  for (const StructureBinding& structure : structures) {
    auto what = vulkan_structure<VkWriteDescriptorSetAccelerationStructureKHR>(
        VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR);
    what.accelerationStructureCount = 1;
    what.pAccelerationStructures = &structure.structure;
    auto update = vulkan_structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    update.pNext = &what;
    update.dstSet = sets_[structure.set];
    update.dstBinding = structure.binding;
    update.dstArrayElement = structure.element;
    update.descriptorCount = 1;
    update.descriptorType = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    vkUpdateDescriptorSets(handle_, 1, &update, 0, nullptr);
  }
}

Result<void> DispatchObjects::make_pipeline(const Dispatch& dispatch) {
  auto interface = read_module_interface(dispatch.words, dispatch.mutable_descriptors);
  if (!interface) return interface.error();
  VkShaderModuleCreateInfo module =
      vulkan_structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  module.codeSize = dispatch.words.size_bytes();
  module.pCode = dispatch.words.data();
  VkResult result = vkCreateShaderModule(handle_, &module, nullptr, &shader_);
  if (result != VK_SUCCESS) return call_failed("vkCreateShaderModule", result);

  // HLSL's waves are of one size and full of consecutive threads: ask for that where the device leaves it
  // open.
  const DeviceProperties& properties = device_.properties();
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup =
      vulkan_structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
          VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  subgroup.requiredSubgroupSize = properties.subgroup_size;
  VkComputePipelineCreateInfo info =
      vulkan_structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  if (properties.can_require_subgroup_size && properties.min_subgroup_size != properties.max_subgroup_size) {
    info.stage.pNext = &subgroup;
  }
  if (properties.can_require_full_subgroups && interface->local_size[0] % properties.max_subgroup_size == 0) {
    info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  }
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader_;
  info.stage.pName = dispatch.entry.c_str();
  info.layout = pipeline_layout_;
  result = vkCreateComputePipelines(handle_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_);
  if (result != VK_SUCCESS) return call_failed("vkCreateComputePipelines", result);
  return {};
}

Result<void> DispatchObjects::record(const Dispatch& dispatch) {
  VkCommandPoolCreateInfo pool =
      vulkan_structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool.queueFamilyIndex = device_.queue_family();
  VkResult result = vkCreateCommandPool(handle_, &pool, nullptr, &command_pool_);
  if (result != VK_SUCCESS) return call_failed("vkCreateCommandPool", result);
  VkCommandBufferAllocateInfo allocate =
      vulkan_structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate.commandPool = command_pool_;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  result = vkAllocateCommandBuffers(handle_, &allocate, &commands_);
  if (result != VK_SUCCESS) return call_failed("vkAllocateCommandBuffers", result);
  VkCommandBufferBeginInfo begin =
      vulkan_structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  result = vkBeginCommandBuffer(commands_, &begin);
  if (result != VK_SUCCESS) return call_failed("vkBeginCommandBuffer", result);
  vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  if (!sets_.empty()) {
    vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout_, 0,
                            static_cast<uint32_t>(sets_.size()), sets_.data(), 0, nullptr);
  }
  vkCmdDispatch(commands_, dispatch.groups[0], dispatch.groups[1], dispatch.groups[2]);
  // The host's own writes are visible to a submission; its reads of what the shader wrote need this.
  VkMemoryBarrier barrier = vulkan_structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                       &barrier, 0, nullptr, 0, nullptr);
  result = vkEndCommandBuffer(commands_);
  if (result != VK_SUCCESS) return call_failed("vkEndCommandBuffer", result);
  VkFenceCreateInfo fence = vulkan_structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  result = vkCreateFence(handle_, &fence, nullptr, &fence_);
  if (result != VK_SUCCESS) return call_failed("vkCreateFence", result);
  return {};
}

VkResult DispatchObjects::submit_and_wait(double seconds) {
  VkSubmitInfo submit = vulkan_structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands_;
  const VkResult result = vkQueueSubmit(device_.queue(), 1, &submit, fence_);
  if (result != VK_SUCCESS) return result;
  return vkWaitForFences(handle_, 1, &fence_, VK_TRUE, static_cast<uint64_t>(seconds * 1e9));
}

Result<std::vector<std::vector<uint8_t>>> DispatchObjects::read_back(
    std::span<const BufferBinding> bindings) const {
  std::vector<std::vector<uint8_t>> contents;
  VkDeviceSize guard_begin = 0;
  std::string before = "the first buffer";
  for (size_t i = 0; i <= bindings.size(); ++i) {
    const VkDeviceSize guard_end = i < bindings.size() ? buffers_[i].offset : memory_bytes_;
    for (VkDeviceSize at = guard_begin; at < guard_end; ++at) {
      if (mapped_[at] == kGuardByte) continue;
      return internal_check("the shader wrote outside the buffers, " + std::to_string(at - guard_begin) +
                            " bytes behind the end of " + before);
    }
    if (i == bindings.size()) break;
    const size_t bytes = bindings[i].contents.size();
    contents.emplace_back(mapped_ + guard_end, mapped_ + guard_end + bytes);
    guard_begin = guard_end + bytes;
    before = place(bindings[i]);
  }
  return contents;
}

}  // namespace trellis::execution
