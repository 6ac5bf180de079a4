// The graphics pipeline of the triangle.
#pragma once

#include <vulkan/vulkan.h>

#include "offscreen_triangle/heap.hpp"
#include "offscreen_triangle/shaders.hpp"
#include "vulkan_helpers/gpu.hpp"

namespace example {

/// One vertex in the vertex buffer.
struct Vertex {
  float position[4];
  float texcoord[2];
  float lightmap[2];
  float normal[3];
  float tangent[4];
  uint32_t packed;
};

struct Pipeline {
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
};

/// Fails and names the input if the vertex shader reads one that Vertex does not have.
Pipeline make_pipeline(Gpu& gpu, const Shaders& shaders, const Heap& heap, VkFormat target);

}  // namespace example
