// DXIL's numbers of the operations that planning and resource lowering know by name.
#pragma once

#include <cstdint>

namespace trellis::spirv::operation {

inline constexpr uint32_t kIsNan = 8, kIsNormal = 11;  ///< The tests of special floats.
inline constexpr uint32_t kCreateHandle = 57, kCBufferLoad = 58, kCBufferLoadLegacy = 59, kSample = 60,
                          kSampleBias = 61, kSampleLevel = 62, kSampleGrad = 63, kSampleCmp = 64,
                          kSampleCmpLevelZero = 65, kTextureLoad = 66, kTextureStore = 67, kBufferLoad = 68,
                          kBufferStore = 69, kBufferUpdateCounter = 70, kCheckAccessFullyMapped = 71,
                          kGetDimensions = 72, kTextureGather = 73, kTextureGatherCmp = 74,
                          kSamplePosition = 75, kAtomicBinOp = 78, kAtomicCompareExchange = 79,
                          kCalculateLod = 81, kDiscard = 82, kRawBufferLoad = 139, kRawBufferStore = 140,
                          kCreateHandleForLib = 160, kGetMeshPayload = 170, kDispatchMesh = 173,
                          kAnnotateHandle = 216, kCreateHandleFromBinding = 217, kCreateHandleFromHeap = 218,
                          kTextureGatherRaw = 223, kSampleCmpLevel = 224, kTextureStoreSample = 225,
                          kSampleCmpGrad = 254, kSampleCmpBias = 255, kRawBufferVectorLoad = 303,
                          kRawBufferVectorStore = 304, kVectorReduceAnd = 309, kVectorReduceOr = 310,
                          kFDot = 311;

/// Derivatives of a value: coarse and fine, along x and y. And samples whose level follows from them.
constexpr bool takes_derivatives(uint32_t opcode) {
  return (opcode >= 83 && opcode <= 86) || opcode == kSample || opcode == kSampleBias ||
         opcode == kSampleCmp || opcode == kSampleCmpBias;
}

/// Group barriers, and those of shader model 6.8 by memory, by resource, by record.
constexpr bool is_barrier(uint32_t opcode) { return opcode == 80 || (opcode >= 244 && opcode <= 246); }

/// Inline ray queries: those that allocate one, and those on one (their first argument).
inline constexpr uint32_t kAllocateRayQuery = 178, kAllocateRayQuery2 = 258, kFirstOnRayQuery = 179,
                          kCommittedRayT = 200, kLastOnRayQuery = 215, kGeometryIndex = 213;
constexpr bool allocates_ray_query(uint32_t opcode) {
  return opcode == kAllocateRayQuery || opcode == kAllocateRayQuery2;
}
constexpr bool is_ray_query(uint32_t opcode) {
  return allocates_ray_query(opcode) ||
         (opcode >= kFirstOnRayQuery && opcode <= kLastOnRayQuery && opcode != kGeometryIndex);
}

}  // namespace trellis::spirv::operation
