#include "offscreen_triangle/heap.hpp"

#include "offscreen_triangle/shaders.hpp"

namespace example {
namespace {

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

}  // namespace

Heap::Heap(Gpu& gpu) : gpu_(gpu) {
  make_layouts();
  make_sets();
}

void Heap::make_layouts() {
  const VkDescriptorSetLayoutBinding heap[] = {
      {kHeapImages, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, kHeapSlots, kStages, nullptr},
      {kHeapConstants, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kHeapSlots, kStages, nullptr},
      {kHeapStorageImages, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, kHeapSlots, kStages, nullptr}};
  const VkDescriptorBindingFlags any_time =
      VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT | VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT;
  const VkDescriptorBindingFlags flags[] = {any_time, any_time, any_time};
  VkDescriptorSetLayoutBindingFlagsCreateInfo flags_info = {};
  flags_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO;
  flags_info.bindingCount = 3;
  flags_info.pBindingFlags = flags;
  VkDescriptorSetLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.pNext = &flags_info;
  info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT;
  info.bindingCount = 3;
  info.pBindings = heap;
  check(vkCreateDescriptorSetLayout(gpu_.device(), &info, nullptr, &layouts_[kHeapSet]),
        "vkCreateDescriptorSetLayout");

  const VkDescriptorSetLayoutBinding samplers = {0, VK_DESCRIPTOR_TYPE_SAMPLER, kSamplers, kStages, nullptr};
  info.pNext = nullptr;
  info.flags = 0;
  info.bindingCount = 1;
  info.pBindings = &samplers;
  check(vkCreateDescriptorSetLayout(gpu_.device(), &info, nullptr, &layouts_[kSamplerSet]),
        "vkCreateDescriptorSetLayout");
  for (const VkDescriptorSetLayout layout : layouts_) {
    gpu_.at_end([&gpu = gpu_, layout] { vkDestroyDescriptorSetLayout(gpu.device(), layout, nullptr); });
  }
}

void Heap::make_sets() {
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, kHeapSlots},
                                        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kHeapSlots},
                                        {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, kHeapSlots},
                                        {VK_DESCRIPTOR_TYPE_SAMPLER, kSamplers}};
  VkDescriptorPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool_info.flags = VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT;
  pool_info.maxSets = static_cast<uint32_t>(sets_.size());
  pool_info.poolSizeCount = 4;
  pool_info.pPoolSizes = sizes;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  check(vkCreateDescriptorPool(gpu_.device(), &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  gpu_.at_end([&gpu = gpu_, pool] { vkDestroyDescriptorPool(gpu.device(), pool, nullptr); });
  VkDescriptorSetAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool;
  info.descriptorSetCount = static_cast<uint32_t>(sets_.size());
  info.pSetLayouts = layouts_.data();
  check(vkAllocateDescriptorSets(gpu_.device(), &info, sets_.data()), "vkAllocateDescriptorSets");
}

VkWriteDescriptorSet Heap::write_of(uint32_t set, uint32_t binding, uint32_t element,
                                    VkDescriptorType type) const {
  VkWriteDescriptorSet write = {};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = sets_[set];
  write.dstBinding = binding;
  write.dstArrayElement = element;
  write.descriptorCount = 1;
  write.descriptorType = type;
  return write;
}

void Heap::put_image(uint32_t binding, uint32_t slot, const Image& image, VkDescriptorType type,
                     VkImageLayout layout) {
  const VkDescriptorImageInfo info = {VK_NULL_HANDLE, image.view, layout};
  VkWriteDescriptorSet write = write_of(kHeapSet, binding, slot, type);
  write.pImageInfo = &info;
  vkUpdateDescriptorSets(gpu_.device(), 1, &write, 0, nullptr);
}

void Heap::put_texture(uint32_t slot, const Image& image) {
  put_image(kHeapImages, slot, image, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_IMAGE_LAYOUT_GENERAL);
}

void Heap::put_storage_image(uint32_t slot, const Image& image) {
  put_image(kHeapStorageImages, slot, image, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_IMAGE_LAYOUT_GENERAL);
}

void Heap::put_constants(uint32_t slot, const Buffer& buffer) {
  const VkDescriptorBufferInfo info = {buffer.handle, 0, VK_WHOLE_SIZE};
  VkWriteDescriptorSet write = write_of(kHeapSet, kHeapConstants, slot, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
  write.pBufferInfo = &info;
  vkUpdateDescriptorSets(gpu_.device(), 1, &write, 0, nullptr);
}

void Heap::put_sampler(uint32_t element, VkFilter filter, VkSamplerAddressMode mode) {
  VkSamplerCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = info.minFilter = filter;
  info.addressModeU = info.addressModeV = info.addressModeW = mode;
  VkSampler sampler = VK_NULL_HANDLE;
  check(vkCreateSampler(gpu_.device(), &info, nullptr, &sampler), "vkCreateSampler");
  gpu_.at_end([&gpu = gpu_, sampler] { vkDestroySampler(gpu.device(), sampler, nullptr); });
  const VkDescriptorImageInfo image = {sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED};
  VkWriteDescriptorSet write = write_of(kSamplerSet, 0, element, VK_DESCRIPTOR_TYPE_SAMPLER);
  write.pImageInfo = &image;
  vkUpdateDescriptorSets(gpu_.device(), 1, &write, 0, nullptr);
}

}  // namespace example
