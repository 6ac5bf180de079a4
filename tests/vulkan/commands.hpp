// Recording and running a single command buffer.
#pragma once

#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

/// Returns a command buffer in the recording state; `objects` owns it.
Result<VkCommandBuffer> begin_commands(DeviceObjects& objects);

/// A barrier between all commands before it and all commands after it, including reads by the host.
void order_everything(VkCommandBuffer commands);

/// Changes the layout of all levels and layers of an image, with a full barrier.
void change_layout(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspects, VkImageLayout from,
                   VkImageLayout to);

/// Ends the command buffer, submits it and waits. Returns VK_TIMEOUT if it is still running after `seconds`.
VkResult run_commands(DeviceObjects& objects, VkCommandBuffer commands, double seconds);

}  // namespace trellis::vulkan
