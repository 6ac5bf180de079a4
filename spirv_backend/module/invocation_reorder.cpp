#include "spirv_backend/module/invocation_reorder.hpp"

namespace trellis::spirv::reorder {
namespace {

struct Pair {
  spv::Op ext, nv;
};

constexpr Pair kPairs[] = {
    {kRecordMiss, spv::Op::OpHitObjectRecordMissNV},
    {kType, spv::Op::OpTypeHitObjectNV},
    {kReorderByHint, spv::Op::OpReorderThreadWithHintNV},
    {kReorder, spv::Op::OpReorderThreadWithHitObjectNV},
    {kTraceRay, spv::Op::OpHitObjectTraceRayNV},
    {kRecordEmpty, spv::Op::OpHitObjectRecordEmptyNV},
    {kExecute, spv::Op::OpHitObjectExecuteShaderNV},
    {kGetAttributes, spv::Op::OpHitObjectGetAttributesNV},
    {kGetHitKind, spv::Op::OpHitObjectGetHitKindNV},
    {kGetPrimitive, spv::Op::OpHitObjectGetPrimitiveIndexNV},
    {kGetGeometry, spv::Op::OpHitObjectGetGeometryIndexNV},
    {kGetInstance, spv::Op::OpHitObjectGetInstanceIdNV},
    {kGetCustomIndex, spv::Op::OpHitObjectGetInstanceCustomIndexNV},
    {kGetObjectOrigin, spv::Op::OpHitObjectGetObjectRayOriginNV},
    {kGetObjectDirection, spv::Op::OpHitObjectGetObjectRayDirectionNV},
    {kGetWorldDirection, spv::Op::OpHitObjectGetWorldRayDirectionNV},
    {kGetWorldOrigin, spv::Op::OpHitObjectGetWorldRayOriginNV},
    {kGetObjectToWorld, spv::Op::OpHitObjectGetObjectToWorldNV},
    {kGetWorldToObject, spv::Op::OpHitObjectGetWorldToObjectNV},
    {kGetTMax, spv::Op::OpHitObjectGetRayTMaxNV},
    {kGetTMin, spv::Op::OpHitObjectGetRayTMinNV},
    {kGetTableIndex, spv::Op::OpHitObjectGetShaderBindingTableRecordIndexNV},
    {kGetRecord, spv::Op::OpHitObjectGetShaderRecordBufferHandleNV},
    {kIsEmpty, spv::Op::OpHitObjectIsEmptyNV},
    {kIsHit, spv::Op::OpHitObjectIsHitNV},
    {kIsMiss, spv::Op::OpHitObjectIsMissNV},
};

}  // namespace

spv::Op instruction(const Extension& extension, spv::Op of_ext) {
  if (of_ext == kGetCluster) return extension.is_nv ? kGetCluster : spv::Op::OpNop;
  if (!extension.is_nv) return of_ext;
  for (const Pair& pair : kPairs) {
    if (pair.ext == of_ext) return pair.nv;
  }
  return spv::Op::OpNop;
}

}  // namespace trellis::spirv::reorder
