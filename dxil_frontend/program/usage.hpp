// What an entry point's code does that a pipeline or a device has to know, found in the instructions that it
// reaches. Shader flags say something similar about the whole program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dxil_frontend/program/shader.hpp"

namespace trellis::dxil {

/// Bits of usage_of(). Parts of the C interface: numbers stay.
enum UsageBits : uint32_t {
  kUsesWaveOperations = 1 << 0,
  kUsesQuadOperations = 1 << 1,
  kUsesDerivatives = 1 << 2,  ///< Explicit ones, and levels of detail found by them.
  kUsesDiscard = 1 << 3,
  kUsesBarriers = 1 << 4,         ///< Of memory or execution.
  kUsesResourceAtomics = 1 << 5,  ///< Hidden counters included.
  kUsesGroupsharedAtomics = 1 << 6,
  kUsesRayQueries = 1 << 7,
  kUsesHelperLaneState = 1 << 8,  ///< IsHelperLane, or wave operations that include helper lanes.
  kUsesDescriptorHeaps = 1 << 9,  ///< Shader model 6.6's.
  kUsesFloat16 = 1 << 10,         ///< min16float included.
  kUsesFloat64 = 1 << 11,
  kUsesInt16 = 1 << 12,  ///< min16int and min16uint included.
  kUsesInt64 = 1 << 13,
  kUsesInputAttachedSampling = 1 << 14,  ///< Inputs evaluated at samples, offsets, the centroid.
  kUsesLaneCount = 1 << 15,              ///< WaveGetLaneCount.
};
inline constexpr uint32_t kUsageCount = 16;

/// UsageBits of an entry point, over all the functions it reaches. Linear in their instructions.
uint32_t usage_of(const Module& module, const EntryPoint& entry_point);

/// "wave_operations", ...: by number of the bit.
std::span<const char* const, kUsageCount> usage_names();

}  // namespace trellis::dxil
