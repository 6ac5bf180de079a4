// SPV_EXT_shader_invocation_reorder, revision 4, by number, because it is newer than the headers of Debian
// 12; and the older SPV_NV_shader_invocation_reorder, which has most of the same instructions.
#pragma once

#include <spirv/unified1/spirv.hpp11>

namespace trellis::spirv::reorder {

/// Declarations that a module with hit objects needs.
struct Extension {
  const char* name;
  spv::Capability capability;
  spv::StorageClass attribute_storage;
  bool is_nv;
};
inline constexpr Extension kExt = {"SPV_EXT_shader_invocation_reorder", static_cast<spv::Capability>(5388),
                                   static_cast<spv::StorageClass>(5411), false};
inline constexpr Extension kNv = {"SPV_NV_shader_invocation_reorder",
                                  spv::Capability::ShaderInvocationReorderNV,
                                  spv::StorageClass::HitObjectAttributeNV, true};

// The instructions of EXT. NV does not have RecordFromQuery, SetTableIndex, GetRayFlags and GetVertices.
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
                      kGetRayFlags = static_cast<spv::Op>(5308), kGetVertices = static_cast<spv::Op>(5307);
// From SPV_NV_cluster_acceleration_structure; only for NV's hit objects.
inline constexpr auto kGetCluster = static_cast<spv::Op>(5346);

/// Returns the extension's opcode for an instruction of EXT; OpNop if it has none. The operands are the same,
/// except that NV's RecordMiss has no ray flags.
spv::Op instruction(const Extension& extension, spv::Op of_ext);

}  // namespace trellis::spirv::reorder
