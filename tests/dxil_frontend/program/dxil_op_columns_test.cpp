// Compares columns of the table of operations with independent lists.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/usage.hpp"

namespace trellis::dxil {
namespace {

using Ops = std::vector<Op>;

template <class Predicate>
Ops ops_where(const Predicate& holds) {
  Ops ops;
  for (const DxilOp& op : all_ops()) {
    if (holds(op)) ops.push_back(op.id);
  }
  return ops;
}

Ops ops_with(OperationFlags flag) {
  return ops_where([flag](const DxilOp& op) { return (op.flags & flag) != 0; });
}
Ops ops_with(HandleUse use) {
  return ops_where([use](const DxilOp& op) { return op.handle == use; });
}
Ops ops_with(ElementUse use) {
  return ops_where([use](const DxilOp& op) { return op.element == use; });
}

TEST(DxilOpColumns, EveryRowIsFoundByItsOperation) {
  ASSERT_EQ(all_ops().size(), kOpCount);
  std::set<std::string_view> names;
  for (uint32_t n = 0; n < kOpCount; ++n) {
    const DxilOp& op = all_ops()[n];
    EXPECT_EQ(op.id, kAllOps[n]);
    EXPECT_EQ(index_of(op.id), n);
    EXPECT_EQ(find_op(op.id), &op);
    EXPECT_TRUE(names.insert(op.name).second) << op.name << " twice";
  }
}

TEST(DxilOpColumns, HelperLanesAreExcludedWhereLanesAreCombined) {
  EXPECT_EQ(ops_with(kExcludesHelpers),
            (Ops{Op::kWaveIsFirstLane, Op::kWaveAnyTrue, Op::kWaveAllTrue, Op::kWaveActiveAllEqual,
                 Op::kWaveActiveBallot, Op::kWaveReadLaneFirst, Op::kWaveActiveOp, Op::kWaveActiveBit,
                 Op::kWavePrefixOp, Op::kWaveAllBitCount, Op::kWavePrefixBitCount, Op::kWaveMatch,
                 Op::kWaveMultiPrefixOp, Op::kWaveMultiPrefixBitCount}));
}

TEST(DxilOpColumns, SpecialFloats) {
  EXPECT_EQ(ops_with(kTestsSpecialFloats), (Ops{Op::kIsNaN, Op::kIsInf, Op::kIsFinite, Op::kIsNormal}));
}

TEST(DxilOpColumns, RayQueries) {
  EXPECT_EQ(ops_with(kAllocatesRayQuery), (Ops{Op::kAllocateRayQuery, Op::kAllocateRayQuery2}));
  for (const DxilOp& op : all_ops()) {
    const std::string_view name = op.name;
    EXPECT_EQ((op.flags & kOnRayQuery) != 0,
              name.starts_with("RayQuery_") || name.starts_with("HitObject_FromRayQuery"))
        << name;
  }
}

TEST(DxilOpColumns, OperationsThatNeedQuads) {
  EXPECT_EQ(ops_where([](const DxilOp& op) { return op.needs_quads(); }),
            (Ops{Op::kSample, Op::kSampleBias, Op::kSampleCmp, Op::kDerivCoarseX, Op::kDerivCoarseY,
                 Op::kDerivFineX, Op::kDerivFineY, Op::kQuadReadLaneAt, Op::kQuadOp, Op::kQuadVote,
                 Op::kSampleCmpBias}));
}

TEST(DxilOpColumns, WritesToResources) {
  EXPECT_EQ(ops_where([](const DxilOp& op) { return op.writes_resource(); }),
            (Ops{Op::kTextureStore, Op::kBufferStore, Op::kBufferUpdateCounter, Op::kAtomicBinOp,
                 Op::kAtomicCompareExchange, Op::kRawBufferStore, Op::kWriteSamplerFeedback,
                 Op::kWriteSamplerFeedbackBias, Op::kWriteSamplerFeedbackLevel, Op::kWriteSamplerFeedbackGrad,
                 Op::kTextureStoreSample, Op::kRawBufferVectorStore}));
}

TEST(DxilOpColumns, UsesOfHandles) {
  EXPECT_EQ(ops_with(HandleUse::kMakesHandle),
            (Ops{Op::kCreateHandle, Op::kCreateHandleForLib, Op::kAnnotateHandle,
                 Op::kCreateHandleFromBinding, Op::kCreateHandleFromHeap}));
  EXPECT_EQ(ops_with(HandleUse::kReadsConstants), (Ops{Op::kCBufferLoad, Op::kCBufferLoadLegacy}));
  EXPECT_EQ(ops_with(HandleUse::kReadsBuffer),
            (Ops{Op::kBufferLoad, Op::kRawBufferLoad, Op::kRawBufferVectorLoad}));
  EXPECT_EQ(ops_with(HandleUse::kWritesBuffer),
            (Ops{Op::kBufferStore, Op::kRawBufferStore, Op::kRawBufferVectorStore}));
  EXPECT_EQ(ops_with(HandleUse::kReadsTexture), Ops{Op::kTextureLoad});
  EXPECT_EQ(ops_with(HandleUse::kSamples), (Ops{Op::kSample, Op::kSampleBias, Op::kSampleLevel,
                                                Op::kSampleGrad, Op::kTextureGather, Op::kTextureGatherRaw}));
  EXPECT_EQ(ops_with(HandleUse::kCompares),
            (Ops{Op::kSampleCmp, Op::kSampleCmpLevelZero, Op::kTextureGatherCmp, Op::kSampleCmpLevel,
                 Op::kSampleCmpGrad, Op::kSampleCmpBias}));
  EXPECT_EQ(ops_with(HandleUse::kQueriesLevel), Ops{Op::kCalculateLOD});
  EXPECT_EQ(ops_with(HandleUse::kQueries), (Ops{Op::kGetDimensions, Op::kTexture2DMSGetSamplePosition}));
  EXPECT_EQ(ops_with(HandleUse::kAtomic), (Ops{Op::kAtomicBinOp, Op::kAtomicCompareExchange}));
  EXPECT_EQ(ops_with(HandleUse::kCounter), Ops{Op::kBufferUpdateCounter});
  EXPECT_EQ(ops_with(HandleUse::kTraces),
            (Ops{Op::kTraceRay, Op::kRayQuery_TraceRayInline, Op::kHitObject_TraceRay}));
  EXPECT_EQ(ops_with(HandleUse::kAnything),
            (Ops{Op::kBarrierByMemoryHandle, Op::kLinAlgMatrixLoadFromDescriptor,
                 Op::kLinAlgMatrixStoreToDescriptor, Op::kLinAlgMatrixAccumulateToDescriptor,
                 Op::kLinAlgVectorAccumulateToDescriptor}));
}

// If its row had no use, the plan would not contain the resource that the operation's handle refers to.
TEST(DxilOpColumns, EveryHandleHasAUse) {
  for (const DxilOp& op : all_ops()) {
    const std::string_view name = op.name, signature = op.signature;
    const bool is_other = name.starts_with("HitObject_") || name.find("Node") != name.npos ||
                          name == "IncrementOutputCount" || name == "OutputComplete" ||
                          name == "GetInputRecordCount" || name == "FinishedCrossGroupSharing" ||
                          name == "MaybeReorderThread";
    if (is_other && op.id != Op::kHitObject_TraceRay) {
      EXPECT_EQ(op.handle, HandleUse::kNoHandle) << name;
    } else {
      EXPECT_EQ(op.handle != HandleUse::kNoHandle, signature.find('h') != signature.npos) << name;
    }
  }
}

/// Operations whose handles are not just argument 0.
TEST(DxilOpColumns, ArgumentsThatAreHandles) {
  const auto with_arguments = [](uint16_t arguments) {
    return ops_where([arguments](const DxilOp& op) { return op.handle_arguments == arguments; });
  };
  EXPECT_EQ(with_arguments(0b11),
            (Ops{Op::kSample, Op::kSampleBias, Op::kSampleLevel, Op::kSampleGrad, Op::kSampleCmp,
                 Op::kSampleCmpLevelZero, Op::kTextureGather, Op::kTextureGatherCmp, Op::kCalculateLOD,
                 Op::kTextureGatherRaw, Op::kSampleCmpLevel, Op::kSampleCmpGrad, Op::kSampleCmpBias}));
  EXPECT_EQ(with_arguments(0b10), (Ops{Op::kRayQuery_TraceRayInline, Op::kLinAlgMatrixStoreToDescriptor,
                                       Op::kLinAlgMatrixAccumulateToDescriptor}));
  EXPECT_EQ(with_arguments(0b111), (Ops{Op::kWriteSamplerFeedback, Op::kWriteSamplerFeedbackBias,
                                        Op::kWriteSamplerFeedbackLevel, Op::kWriteSamplerFeedbackGrad}));
  for (const DxilOp& op : all_ops()) {
    if (op.handle_arguments == 0) continue;
    EXPECT_LE(op.handle_arguments, 0b111) << op.name;
    EXPECT_TRUE(op.is_handle(op.first_handle())) << op.name;
    EXPECT_FALSE(op.is_handle(op.first_handle() - 1)) << op.name;
  }
}

TEST(DxilOpColumns, UsesOfElements) {
  EXPECT_EQ(ops_with(ElementUse::kReadsInput), Ops{Op::kLoadInput});
  EXPECT_EQ(ops_with(ElementUse::kReadsInputAtVertex), Ops{Op::kAttributeAtVertex});
  EXPECT_EQ(ops_with(ElementUse::kEvaluatesInput),
            (Ops{Op::kEvalSnapped, Op::kEvalSampleIndex, Op::kEvalCentroid}));
  EXPECT_EQ(ops_with(ElementUse::kWritesOutput), (Ops{Op::kStoreOutput, Op::kStoreVertexOutput}));
  EXPECT_EQ(ops_with(ElementUse::kReadsControlPoint), Ops{Op::kLoadOutputControlPoint});
  EXPECT_EQ(ops_with(ElementUse::kReadsPatchConstant), Ops{Op::kLoadPatchConstant});
  EXPECT_EQ(ops_with(ElementUse::kWritesPatchConstant), Ops{Op::kStorePatchConstant});
  EXPECT_EQ(ops_with(ElementUse::kWritesPrimitive), Ops{Op::kStorePrimitiveOutput});
}

/// Returns the usage that follows from the operation's name.
uint32_t usage_by_name(const DxilOp& op) {
  const std::string_view name = op.name;
  if (name == "WaveGetLaneCount") return kUsesWaveOperations | kUsesLaneCount;
  if (name.starts_with("Wave") || name.starts_with("GetGroupWave")) return kUsesWaveOperations;
  if (name.starts_with("Quad")) return kUsesQuadOperations;
  if (name.starts_with("Deriv") || op.need == FlowNeed::kImplicitLod) return kUsesDerivatives;
  if (name == "Discard") return kUsesDiscard;
  if (name.starts_with("Barrier")) return kUsesBarriers;
  if (name.starts_with("Atomic") || name == "BufferUpdateCounter") return kUsesResourceAtomics;
  if (name.starts_with("AllocateRayQuery")) return kUsesRayQueries;
  if (name == "IsHelperLane") return kUsesHelperLaneState;
  if (name == "CreateHandleFromHeap") return kUsesDescriptorHeaps;
  if (name.starts_with("Eval")) return kUsesInputAttachedSampling;
  return 0;
}

TEST(DxilOpColumns, Usage) {
  for (const DxilOp& op : all_ops()) EXPECT_EQ(op.usage, usage_by_name(op)) << op.name;
}

}  // namespace
}  // namespace trellis::dxil
