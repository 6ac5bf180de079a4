// What an entry point's code uses that a pipeline or a device must know, found in the instructions reachable
// from it. Shader flags contain similar information about the whole program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dxil_frontend/program/shader.hpp"

namespace trellis::dxil {

/// The result of usage_of(). The bits are part of the C interface: their numbers never change.
enum UsageBits : uint32_t {
  kUsesWaveOperations = 1 << 0,
  kUsesQuadOperations = 1 << 1,
  kUsesDerivatives = 1 << 2,  ///< Explicit derivatives, and those of implicit levels of detail.
  kUsesDiscard = 1 << 3,
  kUsesBarriers = 1 << 4,         ///< Memory or execution barriers.
  kUsesResourceAtomics = 1 << 5,  ///< Including hidden counters.
  kUsesGroupsharedAtomics = 1 << 6,
  kUsesRayQueries = 1 << 7,
  kUsesHelperLaneState = 1 << 8,  ///< IsHelperLane, or wave operations that include helper lanes.
  kUsesDescriptorHeaps = 1 << 9,  ///< ResourceDescriptorHeap and SamplerDescriptorHeap of shader model 6.6.
  kUsesFloat16 = 1 << 10,         ///< Including min16float.
  kUsesFloat64 = 1 << 11,
  kUsesInt16 = 1 << 12,  ///< Including min16int and min16uint.
  kUsesInt64 = 1 << 13,
  kUsesInputAttachedSampling = 1 << 14,  ///< Evaluation of inputs at samples, offsets or the centroid.
  kUsesLaneCount = 1 << 15,              ///< WaveGetLaneCount.
};
inline constexpr uint32_t kUsageCount = 16;

/// Returns the UsageBits of an entry point, over all functions reachable from it. Linear in their
/// instructions.
uint32_t usage_of(const Module& module, const EntryPoint& entry_point);

/// Returns the names of the bits ("wave_operations", ...), indexed by bit number.
std::span<const char* const, kUsageCount> usage_names();

}  // namespace trellis::dxil
