// The words of a packet of NVAPI's, by what they are for.
#pragma once

#include <cstdint>

namespace trellis::lower::nvapi {

inline constexpr uint32_t kOperation = 0;
inline constexpr uint32_t kSource3 = 7;
inline constexpr uint32_t kSource0 = 19;
inline constexpr uint32_t kSource1 = 23;
inline constexpr uint32_t kSource2 = 27;
inline constexpr uint32_t kResult = 31;  ///< What is loaded.
inline constexpr uint32_t kNamesUav = 35;  ///< 1: the next store to a UAV names it for the next operation.
inline constexpr uint32_t kResultCount = 36;

/// REORDER_THREAD: its hit object is the second operand, and the first says whether there is one.
inline constexpr uint32_t kReorderThread = 71;

/// Of TraceRay and CallShader: the operand that takes the place of a handle.
inline constexpr uint32_t kMissIndex = 5, kShaderIndex = 0;
/// Of TraceRay and CallShader: payload and attributes.
inline constexpr uint32_t kPayload = 14, kAttributes = 1;

}  // namespace trellis::lower::nvapi
