// SPV_EXT_shader_invocation_reorder, revision 4, by number: newer than the headers that Debian 12 has.
#pragma once

#include <spirv/unified1/spirv.hpp11>

namespace trellis::spirv::reorder {

inline constexpr const char* kExtension = "SPV_EXT_shader_invocation_reorder";
inline constexpr auto kCapability = static_cast<spv::Capability>(5388);
inline constexpr auto kAttributeStorage = static_cast<spv::StorageClass>(5411);

inline constexpr auto kRecordFromQuery = static_cast<spv::Op>(5304), kRecordMiss = static_cast<spv::Op>(5305),
                      kSetTableIndex = static_cast<spv::Op>(5309), kType = static_cast<spv::Op>(5313),
                      kReorderByHint = static_cast<spv::Op>(5314), kReorder = static_cast<spv::Op>(5315),
                      kTraceRay = static_cast<spv::Op>(5316), kRecordEmpty = static_cast<spv::Op>(5318),
                      kExecute = static_cast<spv::Op>(5319), kGetAttributes = static_cast<spv::Op>(5321),
                      kGetHitKind = static_cast<spv::Op>(5322), kGetPrimitive = static_cast<spv::Op>(5323),
                      kGetGeometry = static_cast<spv::Op>(5324), kGetInstance = static_cast<spv::Op>(5325),
                      kGetCustomIndex = static_cast<spv::Op>(5326),
                      kGetObjectOrigin = static_cast<spv::Op>(5327),
                      kGetObjectDirection = static_cast<spv::Op>(5328),
                      kGetWorldDirection = static_cast<spv::Op>(5329),
                      kGetWorldOrigin = static_cast<spv::Op>(5330),
                      kGetObjectToWorld = static_cast<spv::Op>(5331),
                      kGetWorldToObject = static_cast<spv::Op>(5332), kGetTMax = static_cast<spv::Op>(5333),
                      kGetTMin = static_cast<spv::Op>(5347), kGetTableIndex = static_cast<spv::Op>(5348),
                      kGetRecord = static_cast<spv::Op>(5349), kIsEmpty = static_cast<spv::Op>(5350),
                      kIsHit = static_cast<spv::Op>(5351), kIsMiss = static_cast<spv::Op>(5352),
                      kGetRayFlags = static_cast<spv::Op>(5308);

}  // namespace trellis::spirv::reorder
