#include "compute_runner/resources.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace example {
namespace {

Register first_register(const TrellisResourceInfo& info) {
  constexpr char kLetters[] = {'t', 'u', 'b', 's'};
  return {kLetters[info.resource_class], info.first_register, info.space};
}

/// Returns the descriptor type of a buffer. Fails for other resources.
VkDescriptorType descriptor_type(const TrellisResourceInfo& info, TrellisBufferForm form) {
  const bool is_uav = info.resource_class == TRELLIS_CLASS_UAV;
  switch (info.kind) {
    case TRELLIS_KIND_CONSTANT_BUFFER:
      return form == TRELLIS_BUFFER_STORAGE ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                            : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case TRELLIS_KIND_RAW_BUFFER:
    case TRELLIS_KIND_STRUCTURED_BUFFER:
      if (form != TRELLIS_BUFFER_TEXEL) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      [[fallthrough]];
    case TRELLIS_KIND_TYPED_BUFFER:
      return is_uav ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    default:
      fail(first_register(info).name() + " is not a buffer: this program binds only buffers");
  }
}

VkBufferUsageFlags usage_for(VkDescriptorType type) {
  switch (type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
      return VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
      return VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
      return VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    default:
      return VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  }
}

bool is_texel_buffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

/// Returns the texel format of a typed buffer for which the user gave none.
VkFormat default_format(const TrellisResourceInfo& info) {
  const std::string_view component = info.component_type;
  if (component == "u32") return VK_FORMAT_R32_UINT;
  if (component == "i32") return VK_FORMAT_R32_SINT;
  if (component == "f32") return VK_FORMAT_R32_SFLOAT;
  fail(first_register(info).name() + " has components of type " + info.component_type + ": add --format");
}

/// Returns the number of elements of the binding: as many as the program declares or, if it declares no
/// limit, as many as are given.
uint32_t element_count(const TrellisResourceInfo& info, const Arguments& arguments) {
  if (info.count != TRELLIS_UNBOUNDED) return info.count;
  const Register first = first_register(info);
  uint32_t count = 1;
  for (const auto& [place, contents] : arguments.buffers) {
    if (place.letter == first.letter && place.space == first.space && place.number >= first.number) {
      count = std::max(count, place.number - first.number + 1);
    }
  }
  return count;
}

}  // namespace

Resources::Resources(Gpu& gpu, const trellis::api::Module& module, const Arguments& arguments) : gpu_(gpu) {
  for (uint32_t i = 0; i < module.binding_count(); ++i) add(module.binding(i), arguments);
  for (const auto& [place, contents] : arguments.buffers) {
    const bool is_bound = std::any_of(
        buffers_.begin(), buffers_.end(),
        [&, &wanted = place](const BoundBuffer& b) { return !(b.place < wanted) && !(wanted < b.place); });
    if (!is_bound) std::fprintf(stderr, "compute_runner: the shader does not use %s\n", place.name().c_str());
  }
  make_layout();
  make_set();
}

void Resources::add(const trellis::api::BoundResource& bound, const Arguments& arguments) {
  const TrellisResourceInfo& info = *bound.use.info;
  Slot slot;
  slot.binding = bound.binding.binding;
  slot.type = descriptor_type(info, bound.binding.form);
  const uint32_t count = element_count(info, arguments);
  for (uint32_t element = 0; element < count; ++element) {
    Register place = first_register(info);
    place.number += element;
    add_element(slot, bound, place, arguments);
  }
  slots_.push_back(std::move(slot));
  if (bound.use.uses_counter) add_counters(bound, count);
}

void Resources::add_element(Slot& slot, const trellis::api::BoundResource& bound, Register place,
                            const Arguments& arguments) {
  const TrellisResourceInfo& info = *bound.use.info;
  const auto given = arguments.buffers.find(place);
  const bool is_array = info.count != 1;
  if (given == arguments.buffers.end() && is_array && gpu_.has_null_descriptors()) {
    slot.buffers.push_back({VK_NULL_HANDLE, 0, VK_WHOLE_SIZE});
    slot.views.push_back(VK_NULL_HANDLE);
    return;
  }
  VkDeviceSize size = info.byte_size;  // Constant buffers that are not given contain zeros.
  if (given != arguments.buffers.end()) size = std::max<VkDeviceSize>(given->second.size(), size);
  if (size == 0) {
    const std::string stride =
        info.stride == 0 ? "" : " of " + std::to_string(info.stride) + "-byte elements";
    fail("the shader uses " + place.name() + stride + ": add --buffer");
  }
  const Buffer buffer = gpu_.make_buffer(size, usage_for(slot.type));
  if (given != arguments.buffers.end()) std::memcpy(buffer.bytes, given->second.data(), given->second.size());
  buffers_.push_back({place, buffer, info.resource_class == TRELLIS_CLASS_UAV, false});
  slot.buffers.push_back({buffer.handle, 0, VK_WHOLE_SIZE});
  if (!is_texel_buffer(slot.type)) return;

  const auto asked = arguments.formats.find(place);
  const VkFormat format = asked != arguments.formats.end() ? asked->second : default_format(info);
  const VkFormatFeatureFlags feature = slot.type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                           ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                           : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
  if (!gpu_.has_texel_buffers(format, feature))
    fail(place.name() + ": the device has no texel buffers of its format");
  slot.views.push_back(gpu_.make_view(buffer, format));
}

/// Hidden counters start at zero.
void Resources::add_counters(const trellis::api::BoundResource& bound, uint32_t count) {
  Slot slot;
  slot.binding = bound.binding.counter_binding;
  for (uint32_t element = 0; element < count; ++element) {
    Register place = first_register(*bound.use.info);
    place.number += element;
    const Buffer buffer = gpu_.make_buffer(sizeof(uint32_t), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    buffers_.push_back({place, buffer, true, true});
    slot.buffers.push_back({buffer.handle, 0, VK_WHOLE_SIZE});
  }
  slots_.push_back(std::move(slot));
}

void Resources::make_layout() {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (const Slot& slot : slots_) {
    bindings.push_back({slot.binding, slot.type, static_cast<uint32_t>(slot.buffers.size()),
                        VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  }
  VkDescriptorSetLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.bindingCount = static_cast<uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  check(vkCreateDescriptorSetLayout(gpu_.device(), &info, nullptr, &layout_), "vkCreateDescriptorSetLayout");
  gpu_.at_end(
      [&gpu = gpu_, layout = layout_] { vkDestroyDescriptorSetLayout(gpu.device(), layout, nullptr); });
}

void Resources::make_set() {
  if (slots_.empty()) return;
  std::vector<VkDescriptorPoolSize> sizes;
  for (const Slot& slot : slots_) sizes.push_back({slot.type, static_cast<uint32_t>(slot.buffers.size())});
  VkDescriptorPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool_info.maxSets = 1;
  pool_info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  pool_info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  check(vkCreateDescriptorPool(gpu_.device(), &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  gpu_.at_end([&gpu = gpu_, pool] { vkDestroyDescriptorPool(gpu.device(), pool, nullptr); });
  VkDescriptorSetAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout_;
  check(vkAllocateDescriptorSets(gpu_.device(), &info, &set_), "vkAllocateDescriptorSets");
  for (const Slot& slot : slots_) {
    VkWriteDescriptorSet write = {};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set_;
    write.dstBinding = slot.binding;
    write.descriptorCount = static_cast<uint32_t>(slot.buffers.size());
    write.descriptorType = slot.type;
    write.pBufferInfo = slot.buffers.data();
    write.pTexelBufferView = slot.views.data();
    vkUpdateDescriptorSets(gpu_.device(), 1, &write, 0, nullptr);
  }
}

}  // namespace example
