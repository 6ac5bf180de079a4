// One command buffer: begun, run once, waited for.
#pragma once

#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

/// A command buffer that is being recorded; `objects` owns it.
Result<VkCommandBuffer> begin_commands(DeviceObjects& objects);

/// A barrier between everything before it and everything behind it, reads by the host included.
void order_everything(VkCommandBuffer commands);

/// Moves all levels and layers of an image from one layout to another, with a barrier around it.
void change_layout(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspects, VkImageLayout from,
                   VkImageLayout to);

/// Ends the commands, runs them and waits for them. VK_TIMEOUT: they are still running after so many seconds.
VkResult run_commands(DeviceObjects& objects, VkCommandBuffer commands, double seconds);

}  // namespace trellis::vulkan
