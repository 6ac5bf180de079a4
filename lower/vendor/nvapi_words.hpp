// The words of an NVAPI packet, by purpose.
#pragma once

#include <cstdint>

namespace trellis::lower::nvapi {

inline constexpr uint32_t kOperation = 0;
inline constexpr uint32_t kSource3 = 7;
inline constexpr uint32_t kSource0 = 19;
inline constexpr uint32_t kSource1 = 23;
inline constexpr uint32_t kSource2 = 27;
inline constexpr uint32_t kResult = 31;    ///< The first word of the results.
inline constexpr uint32_t kNamesUav = 35;  ///< 1: the next store to a UAV names it for the next operation.
inline constexpr uint32_t kResultCount = 36;

/// Has a contribution and a multiplier where MAKE_HIT_WITH_RECORD_INDEX has the index of the shader record.
inline constexpr uint32_t kMakeHit = 68;
/// REORDER_THREAD: the first operand tells whether there is a hit object, which is the second operand.
inline constexpr uint32_t kReorderThread = 71;

/// The operand of TraceRay and CallShader that holds a handle instead of an index.
inline constexpr uint32_t kMissIndex = 5, kShaderIndex = 0;
/// Operands of TraceRay and CallShader: payload and attributes.
inline constexpr uint32_t kPayload = 14, kAttributes = 1;
/// Operands of TraceRay: the acceleration structure, and the ray from here to the payload.
inline constexpr uint32_t kStructure = 0, kRay = 6;

}  // namespace trellis::lower::nvapi
