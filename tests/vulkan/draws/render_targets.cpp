#include "tests/vulkan/draws/render_targets.hpp"

#include "tests/vulkan/commands.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {
namespace {

constexpr VkImageAspectFlags kDepthStencil = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;

void to_general(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspects) {
  if (image == VK_NULL_HANDLE) return;
  change_layout(commands, image, aspects, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
}

VkRenderingAttachmentInfo attachment(VkImageView view) {
  auto info = vulkan_structure<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
  info.imageView = view;
  info.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
  info.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  return info;
}

}  // namespace

Result<DeviceImage> RenderTargets::make_attachment(VkFormat format, VkSampleCountFlagBits samples,
                                                   VkImageUsageFlags usage, VkImageAspectFlags aspects) {
  auto info = vulkan_structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {draw_.width, draw_.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = draw_.layers;
  info.samples = samples;
  info.usage = usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  return objects_.make_image(info, draw_.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
                             aspects);
}

Result<void> RenderTargets::make() {
  for (const ColorTarget& target : draw_.targets) {
    Color& color = colors_.emplace_back();
    if (target.format == VK_FORMAT_UNDEFINED) continue;
    if (texel_bytes(target.format) == 0)
      return unsupported("a target of VkFormat " + std::to_string(target.format));
    auto image = make_attachment(target.format, draw_.samples, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                 VK_IMAGE_ASPECT_COLOR_BIT);
    if (!image) return image.error();
    color.image = *image;
    if (draw_.samples != VK_SAMPLE_COUNT_1_BIT) {
      auto resolved = make_attachment(target.format, VK_SAMPLE_COUNT_1_BIT,
                                      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_IMAGE_ASPECT_COLOR_BIT);
      if (!resolved) return resolved.error();
      color.resolved = *resolved;
    }
    auto buffer =
        objects_.make_buffer(texels() * texel_bytes(target.format), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    if (!buffer) return buffer.error();
    color.buffer = *buffer;
  }
  if (!draw_.depth) return {};
  auto depth = make_attachment(kDepthStencilFormat, draw_.samples,
                               VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, kDepthStencil);
  if (!depth) return depth.error();
  depth_ = *depth;
  auto buffer = objects_.make_buffer(texels() * sizeof(float), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  auto stencil = objects_.make_buffer(texels(), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!buffer) return buffer.error();
  if (!stencil) return stencil.error();
  depth_buffer_ = *buffer;
  stencil_buffer_ = *stencil;
  return {};
}

void RenderTargets::record_begin(VkCommandBuffer commands) const {
  std::vector<VkRenderingAttachmentInfo> colors;
  for (size_t n = 0; n < colors_.size(); ++n) {
    VkRenderingAttachmentInfo& info = colors.emplace_back(attachment(colors_[n].image.view));
    info.clearValue.color = draw_.targets[n].clear;
    to_general(commands, colors_[n].image.image, VK_IMAGE_ASPECT_COLOR_BIT);
    to_general(commands, colors_[n].resolved.image, VK_IMAGE_ASPECT_COLOR_BIT);
    if (colors_[n].resolved.view == VK_NULL_HANDLE) continue;
    info.resolveMode = is_integer_format(draw_.targets[n].format) ? VK_RESOLVE_MODE_SAMPLE_ZERO_BIT
                                                                  : VK_RESOLVE_MODE_AVERAGE_BIT;
    info.resolveImageView = colors_[n].resolved.view;
    info.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  }
  VkRenderingAttachmentInfo depth = attachment(depth_.view);
  to_general(commands, depth_.image, kDepthStencil);
  if (draw_.depth) depth.clearValue.depthStencil = {draw_.depth->clear_depth, draw_.depth->clear_stencil};
  auto info = vulkan_structure<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
  info.renderArea = {{0, 0}, {draw_.width, draw_.height}};
  info.layerCount = draw_.layers;
  info.viewMask = draw_.view_mask;
  info.colorAttachmentCount = static_cast<uint32_t>(colors.size());
  info.pColorAttachments = colors.data();
  info.pDepthAttachment = info.pStencilAttachment = draw_.depth ? &depth : nullptr;
  vkCmdBeginRendering(commands, &info);
}

void RenderTargets::copy(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspect,
                         const HostBuffer& to) const {
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {aspect, 0, 0, draw_.layers};
  copy.imageExtent = {draw_.width, draw_.height, 1};
  vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &copy);
}

void RenderTargets::record_download(VkCommandBuffer commands) const {
  order_everything(commands);
  for (const Color& color : colors_) {
    if (color.image.image == VK_NULL_HANDLE) continue;
    const VkImage source = color.resolved.image != VK_NULL_HANDLE ? color.resolved.image : color.image.image;
    copy(commands, source, VK_IMAGE_ASPECT_COLOR_BIT, color.buffer);
  }
  if (reads_depth()) {
    copy(commands, depth_.image, VK_IMAGE_ASPECT_DEPTH_BIT, depth_buffer_);
    copy(commands, depth_.image, VK_IMAGE_ASPECT_STENCIL_BIT, stencil_buffer_);
  }
  order_everything(commands);
}

Picture RenderTargets::picture(VkFormat format, const HostBuffer& buffer) const {
  return {format, draw_.width, draw_.height, draw_.layers, {buffer.mapped, buffer.mapped + buffer.bytes}};
}

void RenderTargets::read(Drawn& drawn) const {
  for (size_t n = 0; n < colors_.size(); ++n) {
    const bool is_there = colors_[n].image.image != VK_NULL_HANDLE;
    drawn.targets.push_back(is_there ? picture(draw_.targets[n].format, colors_[n].buffer) : Picture{});
  }
  if (!reads_depth()) return;
  drawn.depth = picture(VK_FORMAT_R32_SFLOAT, depth_buffer_);
  drawn.stencil = picture(VK_FORMAT_R8_UINT, stencil_buffer_);
}

}  // namespace trellis::vulkan
