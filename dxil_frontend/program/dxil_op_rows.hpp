// The operations of DXIL: one row each, by ascending number. This is the only place with the operations'
// numbers; dxil_op.hpp makes the enumerators from the rows, dxil_ops.cpp the table (and the abbreviations).
//
// ROW(number, name, call class, overloads, vector overloads, stages, minor, signature, memory, result,
//     {rest})
//
//   name              DXIL's own name. The enumerator of Op is this name prefixed with k.
//   call class        The middle of the declared function's name; nullptr if the number is reserved.
//   overloads         Scalar types (OverloadBits, dxil_ops.hpp), and the element types of vectors.
//   stages            The stages that may use it.
//   minor             The minimum shader model is 6.minor.
//   signature         Types of the result and the arguments: letters of DxilOp::signature (dxil_ops.hpp).
//   memory            MemoryEffect of the declaration.
//   result            ResultUniformity.
//
// The rest has designators, and is omitted where it is at its default:
//
//   .flags            OperationFlags: what moving, copying and masking the operation must respect.
//   .need             FlowNeed: the control flow it needs.
//   .uniform          Mask of the arguments that must not become less uniform than they were.
//   .handle           HandleUse: what the operation does with the resource. If it is set, every h among the
//                     arguments is a resource handle, and the use is that of the first.
//   .element          ElementUse: what the operation does with a signature element.
//   .usage            UsageBits that do not follow from the columns above.
#pragma once

// clang-format off
#define TRELLIS_DXIL_OPS(ROW) \
  /* Registers of older bytecode, inputs and outputs. */ \
  ROW(0, TempRegLoad, "tempRegLoad", kSmallWords, 0, kAll, 0, "Ti", kReads, kLane) \
  ROW(1, TempRegStore, "tempRegStore", kSmallWords, 0, kAll, 0, "viT", kAny, kArguments) \
  ROW(2, MinPrecXRegLoad, "minPrecXRegLoad", kF16|kI16, 0, kAll, 0, "Tpic", kReads, kLane) \
  ROW(3, MinPrecXRegStore, "minPrecXRegStore", kF16|kI16, 0, kAll, 0, "vpicT", kAny, kArguments) \
  ROW(4, LoadInput, "loadInput", kSmallWords, 0, kAll, 0, "Tiici", kPure, kInput, {.element = kReadsInput}) \
  ROW(5, StoreOutput, "storeOutput", kSmallWords, 0, kAll, 0, "viicT", kAny, kArguments, {.element = kWritesOutput}) \
  /* Arithmetic. */ \
  ROW(6, FAbs, "unary", kFloats, kFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(7, Saturate, "unary", kFloats, kFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(8, IsNaN, "isSpecialFloat", kSmallFloats, kSmallFloats, kAll, 0, "BT", kPure, kArguments, {.flags = kTestsSpecialFloats}) \
  ROW(9, IsInf, "isSpecialFloat", kSmallFloats, kSmallFloats, kAll, 0, "BT", kPure, kArguments, {.flags = kTestsSpecialFloats}) \
  ROW(10, IsFinite, "isSpecialFloat", kSmallFloats, kSmallFloats, kAll, 0, "BT", kPure, kArguments, {.flags = kTestsSpecialFloats}) \
  ROW(11, IsNormal, "isSpecialFloat", kSmallFloats, kSmallFloats, kAll, 0, "BT", kPure, kArguments, {.flags = kTestsSpecialFloats}) \
  ROW(12, Cos, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(13, Sin, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(14, Tan, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(15, Acos, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(16, Asin, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(17, Atan, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(18, Hcos, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(19, Hsin, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(20, Htan, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(21, Exp, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(22, Frc, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(23, Log, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(24, Sqrt, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(25, Rsqrt, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(26, Round_ne, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(27, Round_ni, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(28, Round_pi, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(29, Round_z, "unary", kSmallFloats, kSmallFloats, kAll, 0, "TT", kPure, kArguments) \
  ROW(30, Bfrev, "unary", kInts, kInts, kAll, 0, "TT", kPure, kArguments) \
  ROW(31, Countbits, "unaryBits", kInts, kInts, kAll, 0, "IT", kPure, kArguments) \
  ROW(32, FirstbitLo, "unaryBits", kInts, kInts, kAll, 0, "IT", kPure, kArguments) \
  ROW(33, FirstbitHi, "unaryBits", kInts, kInts, kAll, 0, "IT", kPure, kArguments) \
  ROW(34, FirstbitSHi, "unaryBits", kInts, kInts, kAll, 0, "IT", kPure, kArguments) \
  ROW(35, FMax, "binary", kFloats, kFloats, kAll, 0, "TTT", kPure, kArguments) \
  ROW(36, FMin, "binary", kFloats, kFloats, kAll, 0, "TTT", kPure, kArguments) \
  ROW(37, IMax, "binary", kInts, kInts, kAll, 0, "TTT", kPure, kArguments) \
  ROW(38, IMin, "binary", kInts, kInts, kAll, 0, "TTT", kPure, kArguments) \
  ROW(39, UMax, "binary", kInts, kInts, kAll, 0, "TTT", kPure, kArguments) \
  ROW(40, UMin, "binary", kInts, kInts, kAll, 0, "TTT", kPure, kArguments) \
  ROW(41, IMul, "binaryWithTwoOuts", kI32, 0, kAll, 0, "2TT", kPure, kArguments) \
  ROW(42, UMul, "binaryWithTwoOuts", kI32, 0, kAll, 0, "2TT", kPure, kArguments) \
  ROW(43, UDiv, "binaryWithTwoOuts", kI32, 0, kAll, 0, "2TT", kPure, kArguments) \
  ROW(44, UAddc, "binaryWithCarryOrBorrow", kI32, 0, kAll, 0, "QTT", kPure, kArguments) \
  ROW(45, USubb, "binaryWithCarryOrBorrow", kI32, 0, kAll, 0, "QTT", kPure, kArguments) \
  ROW(46, FMad, "tertiary", kFloats, kFloats, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(47, Fma, "tertiary", kF64, kF64, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(48, IMad, "tertiary", kInts, kInts, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(49, UMad, "tertiary", kInts, kInts, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(50, Msad, "tertiary", kI32, 0, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(51, Ibfe, "tertiary", kI32, 0, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(52, Ubfe, "tertiary", kI32, 0, kAll, 0, "TTTT", kPure, kArguments) \
  ROW(53, Bfi, "quaternary", kI32, 0, kAll, 0, "TTTTT", kPure, kArguments) \
  ROW(54, Dot2, "dot2", kSmallFloats, 0, kAll, 0, "TTTTT", kPure, kArguments) \
  ROW(55, Dot3, "dot3", kSmallFloats, 0, kAll, 0, "TTTTTTT", kPure, kArguments) \
  ROW(56, Dot4, "dot4", kSmallFloats, 0, kAll, 0, "TTTTTTTTT", kPure, kArguments) \
  /* Resources. */ \
  ROW(57, CreateHandle, "createHandle", 0, 0, kAll, 0, "hciib", kReads, kArguments, {.uniform = 0x4, .handle = kMakesHandle}) \
  ROW(58, CBufferLoad, "cbufferLoad", kNumbers, 0, kAll, 0, "Thii", kReads, kContents, {.uniform = 0x1, .handle = kReadsConstants}) \
  ROW(59, CBufferLoadLegacy, "cbufferLoadLegacy", kWords, 0, kAll, 0, "Chi", kReads, kContents, {.uniform = 0x1, .handle = kReadsConstants}) \
  ROW(60, Sample, "sample", kSmallWords, 0, kQuads, 0, "Rhhffffiiif", kReads, kContents, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x3F, .handle = kSamples}) \
  ROW(61, SampleBias, "sampleBias", kSmallWords, 0, kQuads, 0, "Rhhffffiiiff", kReads, kContents, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x3F, .handle = kSamples}) \
  ROW(62, SampleLevel, "sampleLevel", kSmallWords, 0, kAll, 0, "Rhhffffiiif", kReads, kContents, {.uniform = 0x3, .handle = kSamples}) \
  ROW(63, SampleGrad, "sampleGrad", kSmallWords, 0, kAll, 0, "Rhhffffiiifffffff", kReads, kContents, {.uniform = 0x3, .handle = kSamples}) \
  ROW(64, SampleCmp, "sampleCmp", kSmallFloats, 0, kQuads, 0, "Rhhffffiiiff", kReads, kContents, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x3F, .handle = kCompares}) \
  ROW(65, SampleCmpLevelZero, "sampleCmpLevelZero", kSmallFloats, 0, kAll, 0, "Rhhffffiiif", kReads, kContents, {.uniform = 0x3, .handle = kCompares}) \
  ROW(66, TextureLoad, "textureLoad", kSmallWords, 0, kAll, 0, "Rhiiiiiii", kReads, kContents, {.uniform = 0x1, .handle = kReadsTexture}) \
  ROW(67, TextureStore, "textureStore", kSmallWords, 0, kAll, 0, "vhiiiTTTTc", kAny, kArguments, {.uniform = 0x1, .handle = kWritesTexture}) \
  ROW(68, BufferLoad, "bufferLoad", kSmallWords, 0, kAll, 0, "Rhii", kReads, kContents, {.uniform = 0x1, .handle = kReadsBuffer}) \
  ROW(69, BufferStore, "bufferStore", kSmallWords, 0, kAll, 0, "vhiiTTTTc", kAny, kArguments, {.uniform = 0x1, .handle = kWritesBuffer}) \
  ROW(70, BufferUpdateCounter, "bufferUpdateCounter", 0, 0, kAll, 0, "ihc", kAny, kLane, {.uniform = 0x1, .handle = kCounter}) \
  ROW(71, CheckAccessFullyMapped, "checkAccessFullyMapped", kI32, 0, kAll, 0, "bT", kReads, kArguments) \
  ROW(72, GetDimensions, "getDimensions", 0, 0, kAll, 0, "4hi", kReads, kArguments, {.uniform = 0x1, .handle = kQueries}) \
  ROW(73, TextureGather, "textureGather", kSmallWords, 0, kAll, 0, "Rhhffffiii", kReads, kContents, {.uniform = 0x3, .handle = kSamples}) \
  ROW(74, TextureGatherCmp, "textureGatherCmp", kSmallWords, 0, kAll, 0, "Rhhffffiiif", kReads, kContents, {.uniform = 0x3, .handle = kCompares}) \
  ROW(75, Texture2DMSGetSamplePosition, "texture2DMSGetSamplePosition", 0, 0, kAll, 0, "Phi", kReads, kArguments, {.uniform = 0x1, .handle = kQueries}) \
  ROW(76, RenderTargetGetSamplePosition, "renderTargetGetSamplePosition", 0, 0, kPs, 0, "Pi", kReads, kArguments) \
  ROW(77, RenderTargetGetSampleCount, "renderTargetGetSampleCount", 0, 0, kPs, 0, "i", kReads, kGroup) \
  ROW(78, AtomicBinOp, "atomicBinOp", kI64|kI32, 0, kAll, 0, "ThiiiiT", kAny, kLane, {.uniform = 0x1, .handle = kAtomic}) \
  ROW(79, AtomicCompareExchange, "atomicCompareExchange", kI64|kI32, 0, kAll, 0, "ThiiiTT", kAny, kLane, {.uniform = 0x1, .handle = kAtomic}) \
  /* Synchronization, derivatives, inputs of pixel and compute shaders. */ \
  ROW(80, Barrier, "barrier", 0, 0, kAll, 0, "vi", kAny, kArguments, {.flags = kNoDuplicate|kConvergent, .need = kGroupSync}) \
  ROW(81, CalculateLOD, "calculateLOD", kF32, 0, kQuads, 0, "fhhTTTb", kReads, kArguments, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x1F, .handle = kQueriesLevel}) \
  ROW(82, Discard, "discard", 0, 0, kPs, 0, "vb", kAny, kArguments, {.usage = kUsesDiscard}) \
  ROW(83, DerivCoarseX, "unary", kSmallFloats, kSmallFloats, kQuads, 0, "TT", kPure, kArguments, {.flags = kConvergent, .need = kDerivative, .uniform = 0x1}) \
  ROW(84, DerivCoarseY, "unary", kSmallFloats, kSmallFloats, kQuads, 0, "TT", kPure, kArguments, {.flags = kConvergent, .need = kDerivative, .uniform = 0x1}) \
  ROW(85, DerivFineX, "unary", kSmallFloats, kSmallFloats, kQuads, 0, "TT", kPure, kArguments, {.flags = kConvergent, .need = kDerivative, .uniform = 0x1}) \
  ROW(86, DerivFineY, "unary", kSmallFloats, kSmallFloats, kQuads, 0, "TT", kPure, kArguments, {.flags = kConvergent, .need = kDerivative, .uniform = 0x1}) \
  ROW(87, EvalSnapped, "evalSnapped", kSmallFloats, 0, kPs, 0, "Tiicii", kPure, kInput, {.element = kEvaluatesInput, .usage = kUsesInputAttachedSampling}) \
  ROW(88, EvalSampleIndex, "evalSampleIndex", kSmallFloats, 0, kPs, 0, "Tiici", kPure, kInput, {.element = kEvaluatesInput, .usage = kUsesInputAttachedSampling}) \
  ROW(89, EvalCentroid, "evalCentroid", kSmallFloats, 0, kPs, 0, "Tiic", kPure, kInput, {.element = kEvaluatesInput, .usage = kUsesInputAttachedSampling}) \
  ROW(90, SampleIndex, "sampleIndex", kI32, 0, kPs, 0, "T", kPure, kLane) \
  ROW(91, Coverage, "coverage", kI32, 0, kPs, 0, "T", kPure, kLane) \
  ROW(92, InnerCoverage, "innerCoverage", kI32, 0, kPs, 0, "T", kPure, kLane) \
  ROW(93, ThreadId, "threadId", kI32, 0, kGroups, 0, "Ti", kPure, kLane) \
  ROW(94, GroupId, "groupId", kI32, 0, kGroups, 0, "Ti", kPure, kGroup) \
  ROW(95, ThreadIdInGroup, "threadIdInGroup", kI32, 0, kGroups, 0, "Ti", kPure, kLane) \
  ROW(96, FlattenedThreadIdInGroup, "flattenedThreadIdInGroup", kI32, 0, kGroups, 0, "T", kPure, kLane) \
  /* Geometry and tessellation. */ \
  ROW(97, EmitStream, "emitStream", 0, 0, kGs, 0, "vc", kAny, kArguments) \
  ROW(98, CutStream, "cutStream", 0, 0, kGs, 0, "vc", kAny, kArguments) \
  ROW(99, EmitThenCutStream, "emitThenCutStream", 0, 0, kGs, 0, "vc", kAny, kLane) \
  ROW(100, GSInstanceID, "gsInstanceID", kI32, 0, kGs, 0, "T", kPure, kLane) \
  ROW(101, MakeDouble, "makeDouble", kF64, 0, kAll, 0, "Tii", kPure, kArguments) \
  ROW(102, SplitDouble, "splitDouble", kF64, 0, kAll, 0, "2T", kPure, kArguments) \
  ROW(103, LoadOutputControlPoint, "loadOutputControlPoint", kSmallWords, 0, kDs|kHs, 0, "Tiici", kPure, kInput, {.element = kReadsControlPoint}) \
  ROW(104, LoadPatchConstant, "loadPatchConstant", kSmallWords, 0, kDs|kHs, 0, "Tiic", kPure, kInput, {.element = kReadsPatchConstant}) \
  ROW(105, DomainLocation, "domainLocation", kF32, 0, kDs, 0, "Tc", kPure, kLane) \
  ROW(106, StorePatchConstant, "storePatchConstant", kSmallWords, 0, kHs, 0, "viicT", kAny, kArguments, {.element = kWritesPatchConstant}) \
  ROW(107, OutputControlPointID, "outputControlPointID", kI32, 0, kHs, 0, "T", kPure, kLane) \
  ROW(108, PrimitiveID, "primitiveID", kI32, 0, kGs|kDs|kHs, 0, "T", kPure, kLane) \
  /* Waves and quads. */ \
  ROW(109, CycleCounterLegacy, "cycleCounterLegacy", 0, 0, kAll, 0, "2", kAny, kLane) \
  ROW(110, WaveIsFirstLane, "waveIsFirstLane", 0, 0, kWaves, 0, "b", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(111, WaveGetLaneIndex, "waveGetLaneIndex", 0, 0, kWaves, 0, "i", kReads, kLane, {.usage = kUsesWaveOperations}) \
  ROW(112, WaveGetLaneCount, "waveGetLaneCount", 0, 0, kWaves, 0, "i", kPure, kGroup, {.usage = kUsesWaveOperations|kUsesLaneCount}) \
  ROW(113, WaveAnyTrue, "waveAnyTrue", 0, 0, kWaves, 0, "bb", kAny, kBroadcast, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(114, WaveAllTrue, "waveAllTrue", 0, 0, kWaves, 0, "bb", kAny, kBroadcast, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(115, WaveActiveAllEqual, "waveActiveAllEqual", kScalars, kScalars, kWaves, 0, "BT", kAny, kBroadcast, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(116, WaveActiveBallot, "waveActiveBallot", 0, 0, kWaves, 0, "4b", kAny, kSubgroup, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(117, WaveReadLaneAt, "waveReadLaneAt", kScalars, kScalars, kWaves, 0, "TTi", kAny, kBroadcast, {.flags = kWaveOp, .uniform = 0x2}) \
  ROW(118, WaveReadLaneFirst, "waveReadLaneFirst", kScalars, kScalars, kWaves, 0, "TT", kAny, kBroadcast, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(119, WaveActiveOp, "waveActiveOp", kScalars, kScalars, kWaves, 0, "TTcc", kAny, kSubgroup, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(120, WaveActiveBit, "waveActiveBit", kWaveInts, kWaveInts, kWaves, 0, "TTc", kAny, kSubgroup, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(121, WavePrefixOp, "wavePrefixOp", kNumbers, kNumbers, kWaves, 0, "TTcc", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(122, QuadReadLaneAt, "quadReadLaneAt", kScalars, kScalars, kQuads, 0, "TTi", kAny, kQuadBroadcast, {.flags = kConvergent, .need = kQuadWide, .uniform = 0x2}) \
  ROW(123, QuadOp, "quadOp", kNumbers, kNumbers, kQuads, 0, "TTc", kAny, kArguments, {.flags = kConvergent, .need = kQuadWide}) \
  /* Conversions. */ \
  ROW(124, BitcastI16toF16, "bitcastI16toF16", 0, 0, kAll, 0, "es", kPure, kArguments) \
  ROW(125, BitcastF16toI16, "bitcastF16toI16", 0, 0, kAll, 0, "se", kPure, kArguments) \
  ROW(126, BitcastI32toF32, "bitcastI32toF32", 0, 0, kAll, 0, "fi", kPure, kArguments) \
  ROW(127, BitcastF32toI32, "bitcastF32toI32", 0, 0, kAll, 0, "if", kPure, kArguments) \
  ROW(128, BitcastI64toF64, "bitcastI64toF64", 0, 0, kAll, 0, "dl", kPure, kArguments) \
  ROW(129, BitcastF64toI64, "bitcastF64toI64", 0, 0, kAll, 0, "ld", kPure, kArguments) \
  ROW(130, LegacyF32ToF16, "legacyF32ToF16", 0, 0, kAll, 0, "if", kPure, kArguments) \
  ROW(131, LegacyF16ToF32, "legacyF16ToF32", 0, 0, kAll, 0, "fi", kPure, kArguments) \
  ROW(132, LegacyDoubleToFloat, "legacyDoubleToFloat", 0, 0, kAll, 0, "fd", kPure, kArguments) \
  ROW(133, LegacyDoubleToSInt32, "legacyDoubleToSInt32", 0, 0, kAll, 0, "id", kPure, kArguments) \
  ROW(134, LegacyDoubleToUInt32, "legacyDoubleToUInt32", 0, 0, kAll, 0, "id", kPure, kArguments) \
  /* Waves, pixel inputs and raw buffers of shader models 6.0 to 6.2. */ \
  ROW(135, WaveAllBitCount, "waveAllOp", 0, 0, kWaves, 0, "ib", kAny, kSubgroup, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(136, WavePrefixBitCount, "wavePrefixOp", 0, 0, kWaves, 0, "ib", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(137, AttributeAtVertex, "attributeAtVertex", kSmallWords, 0, kPs, 1, "Tiicc", kPure, kInput, {.element = kReadsInputAtVertex}) \
  ROW(138, ViewID, "viewID", kI32, 0, kVs|kHs|kDs|kGs|kPs|kMs, 1, "T", kPure, kQuad) \
  ROW(139, RawBufferLoad, "rawBufferLoad", kWords, 0, kAll, 2, "Rhiici", kReads, kContents, {.uniform = 0x1, .handle = kReadsBuffer}) \
  ROW(140, RawBufferStore, "rawBufferStore", kWords, 0, kAll, 2, "vhiiTTTTci", kAny, kArguments, {.uniform = 0x1, .handle = kWritesBuffer}) \
  /* Ray tracing. */ \
  ROW(141, InstanceID, "instanceID", kI32, 0, kHit, 3, "T", kPure, kLane) \
  ROW(142, InstanceIndex, "instanceIndex", kI32, 0, kHit, 3, "T", kPure, kLane) \
  ROW(143, HitKind, "hitKind", kI32, 0, kHit, 3, "T", kPure, kLane) \
  ROW(144, RayFlags, "rayFlags", kI32, 0, kRay, 3, "T", kPure, kLane) \
  ROW(145, DispatchRaysIndex, "dispatchRaysIndex", kI32, 0, kLib|kRgs|kIs|kAhs|kChs|kMiss|kCall, 3, "Tc", kPure, kLane) \
  ROW(146, DispatchRaysDimensions, "dispatchRaysDimensions", kI32, 0, kLib|kRgs|kIs|kAhs|kChs|kMiss|kCall, 3, "Tc", kPure, kGroup) \
  ROW(147, WorldRayOrigin, "worldRayOrigin", kF32, 0, kRay, 3, "Tc", kPure, kLane) \
  ROW(148, WorldRayDirection, "worldRayDirection", kF32, 0, kRay, 3, "Tc", kPure, kLane) \
  ROW(149, ObjectRayOrigin, "objectRayOrigin", kF32, 0, kHit, 3, "Tc", kPure, kLane) \
  ROW(150, ObjectRayDirection, "objectRayDirection", kF32, 0, kHit, 3, "Tc", kPure, kLane) \
  ROW(151, ObjectToWorld, "objectToWorld", kF32, 0, kHit, 3, "Tic", kPure, kLane) \
  ROW(152, WorldToObject, "worldToObject", kF32, 0, kHit, 3, "Tic", kPure, kLane) \
  ROW(153, RayTMin, "rayTMin", kF32, 0, kRay, 3, "T", kPure, kLane) \
  ROW(154, RayTCurrent, "rayTCurrent", kF32, 0, kRay, 3, "T", kReads, kLane) \
  ROW(155, IgnoreHit, "ignoreHit", 0, 0, kAhs, 3, "v", kAny, kArguments, {.flags = kNoReturn}) \
  ROW(156, AcceptHitAndEndSearch, "acceptHitAndEndSearch", 0, 0, kAhs, 3, "v", kAny, kArguments, {.flags = kNoReturn}) \
  ROW(157, TraceRay, "traceRay", kUserType, 0, kHits, 3, "vhiiiiiffffffffp", kAny, kArguments, {.uniform = 0x1, .handle = kTraces}) \
  ROW(158, ReportHit, "reportHit", kUserType, 0, kLib|kIs, 3, "bfip", kAny, kLane) \
  ROW(159, CallShader, "callShader", kUserType, 0, kLib|kChs|kRgs|kMiss|kCall, 3, "vip", kAny, kArguments) \
  ROW(160, CreateHandleForLib, "createHandleForLib", kObject, 0, kAll, 3, "h*", kReads, kArguments, {.uniform = 0x1, .handle = kMakesHandle}) \
  ROW(161, PrimitiveIndex, "primitiveIndex", kI32, 0, kHit, 3, "T", kPure, kLane) \
  /* Packed dot products, matching waves. */ \
  ROW(162, Dot2AddHalf, "dot2AddHalf", kF32, 0, kAll, 4, "TTeeee", kPure, kArguments) \
  ROW(163, Dot4AddI8Packed, "dot4AddPacked", kI32, 0, kAll, 4, "TTii", kPure, kArguments) \
  ROW(164, Dot4AddU8Packed, "dot4AddPacked", kI32, 0, kAll, 4, "TTii", kPure, kArguments) \
  ROW(165, WaveMatch, "waveMatch", kNumbers, kNumbers, kWaves, 5, "4T", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(166, WaveMultiPrefixOp, "waveMultiPrefixOp", kNumbers, kNumbers, kWaves, 5, "TTiiiicc", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers}) \
  ROW(167, WaveMultiPrefixBitCount, "waveMultiPrefixBitCount", 0, 0, kWaves, 5, "ibiiii", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers}) \
  /* Mesh shaders. */ \
  ROW(168, SetMeshOutputCounts, "setMeshOutputCounts", 0, 0, kMs, 5, "vii", kAny, kArguments, {.flags = kConvergent, .need = kGroupWide, .uniform = 0x3}) \
  ROW(169, EmitIndices, "emitIndices", 0, 0, kMs, 5, "viiii", kAny, kArguments) \
  ROW(170, GetMeshPayload, "getMeshPayload", kUserType, 0, kMs, 5, "p", kReads, kGroup) \
  ROW(171, StoreVertexOutput, "storeVertexOutput", kSmallWords, 0, kMs, 5, "viicTi", kAny, kArguments, {.element = kWritesOutput}) \
  ROW(172, StorePrimitiveOutput, "storePrimitiveOutput", kSmallWords, 0, kMs, 5, "viicTi", kAny, kArguments, {.element = kWritesPrimitive}) \
  ROW(173, DispatchMesh, "dispatchMesh", kUserType, 0, kAs, 5, "viiip", kAny, kArguments, {.flags = kConvergent, .need = kGroupWide, .uniform = 0x7}) \
  /* Sampler feedback. */ \
  ROW(174, WriteSamplerFeedback, "writeSamplerFeedback", 0, 0, kLib|kPs, 5, "vhhhfffff", kAny, kArguments, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x7F, .handle = kWritesTexture}) \
  ROW(175, WriteSamplerFeedbackBias, "writeSamplerFeedbackBias", 0, 0, kLib|kPs, 5, "vhhhffffff", kAny, kArguments, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x7F, .handle = kWritesTexture}) \
  ROW(176, WriteSamplerFeedbackLevel, "writeSamplerFeedbackLevel", 0, 0, kAll, 5, "vhhhfffff", kAny, kArguments, {.uniform = 0x7, .handle = kWritesTexture}) \
  ROW(177, WriteSamplerFeedbackGrad, "writeSamplerFeedbackGrad", 0, 0, kAll, 5, "vhhhfffffffffff", kAny, kArguments, {.uniform = 0x7, .handle = kWritesTexture}) \
  /* Inline ray queries. */ \
  ROW(178, AllocateRayQuery, "allocateRayQuery", 0, 0, kAll, 5, "ii", kAny, kLane, {.flags = kAllocatesRayQuery}) \
  ROW(179, RayQuery_TraceRayInline, "rayQuery_TraceRayInline", 0, 0, kAll, 5, "vihiiffffffff", kAny, kArguments, {.flags = kOnRayQuery, .uniform = 0x2, .handle = kTraces}) \
  ROW(180, RayQuery_Proceed, "rayQuery_Proceed", kI1, 0, kAll, 5, "Ti", kAny, kLane, {.flags = kOnRayQuery}) \
  ROW(181, RayQuery_Abort, "rayQuery_Abort", 0, 0, kAll, 5, "vi", kAny, kLane, {.flags = kOnRayQuery}) \
  ROW(182, RayQuery_CommitNonOpaqueTriangleHit, "rayQuery_CommitNonOpaqueTriangleHit", 0, 0, kAll, 5, "vi", kAny, kLane, {.flags = kOnRayQuery}) \
  ROW(183, RayQuery_CommitProceduralPrimitiveHit, "rayQuery_CommitProceduralPrimitiveHit", 0, 0, kAll, 5, "vif", kAny, kLane, {.flags = kOnRayQuery}) \
  ROW(184, RayQuery_CommittedStatus, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(185, RayQuery_CandidateType, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(186, RayQuery_CandidateObjectToWorld3x4, "rayQuery_StateMatrix", kF32, 0, kAll, 5, "Tiic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(187, RayQuery_CandidateWorldToObject3x4, "rayQuery_StateMatrix", kF32, 0, kAll, 5, "Tiic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(188, RayQuery_CommittedObjectToWorld3x4, "rayQuery_StateMatrix", kF32, 0, kAll, 5, "Tiic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(189, RayQuery_CommittedWorldToObject3x4, "rayQuery_StateMatrix", kF32, 0, kAll, 5, "Tiic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(190, RayQuery_CandidateProceduralPrimitiveNonOpaque, "rayQuery_StateScalar", kI1, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(191, RayQuery_CandidateTriangleFrontFace, "rayQuery_StateScalar", kI1, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(192, RayQuery_CommittedTriangleFrontFace, "rayQuery_StateScalar", kI1, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(193, RayQuery_CandidateTriangleBarycentrics, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(194, RayQuery_CommittedTriangleBarycentrics, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(195, RayQuery_RayFlags, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(196, RayQuery_WorldRayOrigin, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(197, RayQuery_WorldRayDirection, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(198, RayQuery_RayTMin, "rayQuery_StateScalar", kF32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(199, RayQuery_CandidateTriangleRayT, "rayQuery_StateScalar", kF32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(200, RayQuery_CommittedRayT, "rayQuery_StateScalar", kF32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(201, RayQuery_CandidateInstanceIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(202, RayQuery_CandidateInstanceID, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(203, RayQuery_CandidateGeometryIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(204, RayQuery_CandidatePrimitiveIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(205, RayQuery_CandidateObjectRayOrigin, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(206, RayQuery_CandidateObjectRayDirection, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(207, RayQuery_CommittedInstanceIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(208, RayQuery_CommittedInstanceID, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(209, RayQuery_CommittedGeometryIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(210, RayQuery_CommittedPrimitiveIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(211, RayQuery_CommittedObjectRayOrigin, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(212, RayQuery_CommittedObjectRayDirection, "rayQuery_StateVector", kF32, 0, kAll, 5, "Tic", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(213, GeometryIndex, "geometryIndex", kI32, 0, kHit, 5, "T", kPure, kLane) \
  ROW(214, RayQuery_CandidateInstanceContributionToHitGroupIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(215, RayQuery_CommittedInstanceContributionToHitGroupIndex, "rayQuery_StateScalar", kI32, 0, kAll, 5, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  /* Handles and packing of shader model 6.6. */ \
  ROW(216, AnnotateHandle, "annotateHandle", 0, 0, kAll, 6, "hh*", kPure, kArguments, {.handle = kMakesHandle}) \
  ROW(217, CreateHandleFromBinding, "createHandleFromBinding", 0, 0, kAll, 6, "h*ib", kPure, kArguments, {.uniform = 0x2, .handle = kMakesHandle}) \
  ROW(218, CreateHandleFromHeap, "createHandleFromHeap", 0, 0, kAll, 6, "hibb", kPure, kArguments, {.uniform = 0x1, .handle = kMakesHandle, .usage = kUsesDescriptorHeaps}) \
  ROW(219, Unpack4x8, "unpack4x8", kI32|kI16, 0, kAll, 6, "Uci", kPure, kArguments) \
  ROW(220, Pack4x8, "pack4x8", kI32|kI16, 0, kAll, 6, "icTTTT", kPure, kArguments) \
  ROW(221, IsHelperLane, "isHelperLane", kI1, 0, kAll, 6, "T", kReads, kLane, {.usage = kUsesHelperLaneState}) \
  /* Shader model 6.7. */ \
  ROW(222, QuadVote, "quadVote", kI1, 0, kQuads, 7, "bbc", kAny, kQuadBroadcast, {.flags = kWaveOp, .need = kQuadWide}) \
  ROW(223, TextureGatherRaw, "textureGatherRaw", kInts, 0, kAll, 7, "Rhhffffii", kReads, kContents, {.uniform = 0x3, .handle = kSamples}) \
  ROW(224, SampleCmpLevel, "sampleCmpLevel", kSmallFloats, 0, kAll, 7, "Rhhffffiiiff", kReads, kContents, {.uniform = 0x3, .handle = kCompares}) \
  ROW(225, TextureStoreSample, "textureStoreSample", kSmallWords, 0, kAll, 7, "vhiiiTTTTci", kAny, kArguments, {.uniform = 0x1, .handle = kWritesTexture}) \
  ROW(226, Reserved0, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(227, Reserved1, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(228, Reserved2, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(229, Reserved3, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(230, Reserved4, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(231, Reserved5, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(232, Reserved6, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(233, Reserved7, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(234, Reserved8, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(235, Reserved9, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(236, Reserved10, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(237, Reserved11, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  /* Work graphs and barriers of shader model 6.8. */ \
  ROW(238, AllocateNodeOutputRecords, "allocateNodeOutputRecords", 0, 0, kNode, 8, "hhib", kAny, kLane, {.flags = kConvergent, .need = kGroupWide}) \
  ROW(239, GetNodeRecordPtr, "getNodeRecordPtr", kUserType, 0, kNode, 8, "phi", kPure, kArguments) \
  ROW(240, IncrementOutputCount, "incrementOutputCount", 0, 0, kNode, 8, "vhib", kAny, kArguments, {.flags = kConvergent, .need = kGroupWide}) \
  ROW(241, OutputComplete, "outputComplete", 0, 0, kNode, 8, "vh", kAny, kArguments, {.flags = kConvergent, .need = kGroupWide}) \
  ROW(242, GetInputRecordCount, "getInputRecordCount", 0, 0, kNode, 8, "ih", kReads, kGroup) \
  ROW(243, FinishedCrossGroupSharing, "finishedCrossGroupSharing", 0, 0, kNode, 8, "bh", kAny, kGroup, {.flags = kConvergent, .need = kGroupWide}) \
  ROW(244, BarrierByMemoryType, "barrierByMemoryType", 0, 0, kAll, 8, "vii", kAny, kArguments, {.flags = kNoDuplicate|kConvergent, .need = kGroupSync}) \
  ROW(245, BarrierByMemoryHandle, "barrierByMemoryHandle", 0, 0, kAll, 8, "vhi", kAny, kArguments, {.flags = kNoDuplicate|kConvergent, .need = kGroupSync, .handle = kAnything}) \
  ROW(246, BarrierByNodeRecordHandle, "barrierByNodeRecordHandle", 0, 0, kNode, 8, "vhi", kAny, kArguments, {.flags = kNoDuplicate|kConvergent, .need = kGroupSync}) \
  ROW(247, CreateNodeOutputHandle, "createNodeOutputHandle", 0, 0, kNode, 8, "hi", kPure, kGroup) \
  ROW(248, IndexNodeHandle, "indexNodeHandle", 0, 0, kNode, 8, "hhi", kPure, kArguments, {.uniform = 0x2}) \
  ROW(249, AnnotateNodeHandle, "annotateNodeHandle", 0, 0, kNode, 8, "hh*", kPure, kArguments) \
  ROW(250, CreateNodeInputRecordHandle, "createNodeInputRecordHandle", 0, 0, kNode, 8, "hi", kPure, kGroup) \
  ROW(251, AnnotateNodeRecordHandle, "annotateNodeRecordHandle", 0, 0, kNode, 8, "hh*", kPure, kArguments) \
  ROW(252, NodeOutputIsValid, "nodeOutputIsValid", 0, 0, kNode, 8, "bh", kReads, kArguments) \
  ROW(253, GetRemainingRecursionLevels, "getRemainingRecursionLevels", 0, 0, kNode, 8, "i", kReads, kGroup) \
  /* Samples and vertices of shader model 6.8. */ \
  ROW(254, SampleCmpGrad, "sampleCmpGrad", kSmallFloats, 0, kAll, 8, "Rhhffffiiiffffffff", kReads, kContents, {.uniform = 0x3, .handle = kCompares}) \
  ROW(255, SampleCmpBias, "sampleCmpBias", kSmallFloats, 0, kQuads, 8, "Rhhffffiiifff", kReads, kContents, {.flags = kConvergent, .need = kImplicitLod, .uniform = 0x3F, .handle = kCompares}) \
  ROW(256, StartVertexLocation, "startVertexLocation", kI32, 0, kVs, 8, "T", kPure, kLane) \
  ROW(257, StartInstanceLocation, "startInstanceLocation", kI32, 0, kVs, 8, "T", kPure, kLane) \
  /* Shader model 6.9: hit objects, long vectors. */ \
  ROW(258, AllocateRayQuery2, "allocateRayQuery2", 0, 0, kAll, 9, "iii", kAny, kLane, {.flags = kAllocatesRayQuery}) \
  ROW(259, ReservedA0, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(260, ReservedA1, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(261, ReservedA2, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(262, HitObject_TraceRay, "hitObject_TraceRay", kUserType, 0, kHits, 9, "hhiiiiiffffffffp", kAny, kLane, {.handle = kTraces}) \
  ROW(263, HitObject_FromRayQuery, "hitObject_FromRayQuery", 0, 0, kHits, 9, "hi", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(264, HitObject_FromRayQueryWithAttrs, "hitObject_FromRayQueryWithAttrs", kUserType, 0, kHits, 9, "hiip", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(265, HitObject_MakeMiss, "hitObject_MakeMiss", 0, 0, kHits, 9, "hiiffffffff", kPure, kLane) \
  ROW(266, HitObject_MakeNop, "hitObject_MakeNop", 0, 0, kHits, 9, "h", kPure, kLane) \
  ROW(267, HitObject_Invoke, "hitObject_Invoke", kUserType, 0, kHits, 9, "vhp", kAny, kArguments) \
  ROW(268, MaybeReorderThread, "maybeReorderThread", 0, 0, kLib|kRgs, 9, "vhii", kAny, kArguments) \
  ROW(269, HitObject_IsMiss, "hitObject_StateScalar", kI1, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(270, HitObject_IsHit, "hitObject_StateScalar", kI1, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(271, HitObject_IsNop, "hitObject_StateScalar", kI1, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(272, HitObject_RayFlags, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(273, HitObject_RayTMin, "hitObject_StateScalar", kF32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(274, HitObject_RayTCurrent, "hitObject_StateScalar", kF32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(275, HitObject_WorldRayOrigin, "hitObject_StateVector", kF32, 0, kHits, 9, "Thi", kPure, kLane) \
  ROW(276, HitObject_WorldRayDirection, "hitObject_StateVector", kF32, 0, kHits, 9, "Thi", kPure, kLane) \
  ROW(277, HitObject_ObjectRayOrigin, "hitObject_StateVector", kF32, 0, kHits, 9, "Thi", kPure, kLane) \
  ROW(278, HitObject_ObjectRayDirection, "hitObject_StateVector", kF32, 0, kHits, 9, "Thi", kPure, kLane) \
  ROW(279, HitObject_ObjectToWorld3x4, "hitObject_StateMatrix", kF32, 0, kHits, 9, "Thii", kPure, kLane) \
  ROW(280, HitObject_WorldToObject3x4, "hitObject_StateMatrix", kF32, 0, kHits, 9, "Thii", kPure, kLane) \
  ROW(281, HitObject_GeometryIndex, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(282, HitObject_InstanceIndex, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(283, HitObject_InstanceID, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(284, HitObject_PrimitiveIndex, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(285, HitObject_HitKind, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(286, HitObject_ShaderTableIndex, "hitObject_StateScalar", kI32, 0, kHits, 9, "Th", kPure, kLane) \
  ROW(287, HitObject_SetShaderTableIndex, "hitObject_SetShaderTableIndex", 0, 0, kHits, 9, "hhi", kPure, kLane) \
  ROW(288, HitObject_LoadLocalRootTableConstant, "hitObject_LoadLocalRootTableConstant", 0, 0, kHits, 9, "ihi", kReads, kLane) \
  ROW(289, HitObject_Attributes, "hitObject_Attributes", kUserType, 0, kHits, 9, "vhp", kAny, kArguments) \
  ROW(290, ReservedB28, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(291, ReservedB29, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(292, ReservedB30, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(293, ReservedC0, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(294, ReservedC1, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(295, ReservedC2, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(296, ReservedC3, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(297, ReservedC4, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(298, ReservedC5, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(299, ReservedC6, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(300, ReservedC7, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(301, ReservedC8, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(302, ReservedC9, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(303, RawBufferVectorLoad, "rawBufferVectorLoad", kWords, kWords, kAll, 9, "Rhiii", kReads, kContents, {.uniform = 0x1, .handle = kReadsBuffer}) \
  ROW(304, RawBufferVectorStore, "rawBufferVectorStore", kWords, kWords, kAll, 9, "vhiiTi", kAny, kArguments, {.uniform = 0x1, .handle = kWritesBuffer}) \
  ROW(305, ReservedD0, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(306, ReservedD1, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(307, ReservedD2, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(308, ReservedD3, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(309, VectorReduceAnd, "vectorReduce", 0, kI1|kI8|kI16|kI32|kI64, kAll, 9, "ET", kPure, kArguments) \
  ROW(310, VectorReduceOr, "vectorReduce", 0, kI1|kI8|kI16|kI32|kI64, kAll, 9, "ET", kPure, kArguments) \
  ROW(311, FDot, "dot", 0, kSmallFloats, kAll, 9, "ETT", kPure, kArguments) \
  /* Shader model 6.10, a preview. */ \
  ROW(0x80000000, ExperimentalNop, "nop", 0, 0, kAll, 10, "v", kPure, kArguments) \
  ROW(0x80000001, GetGroupWaveIndex, "getGroupWaveIndex", 0, 0, kGroups, 10, "i", kPure, kSubgroup, {.usage = kUsesWaveOperations}) \
  ROW(0x80000002, GetGroupWaveCount, "getGroupWaveCount", 0, 0, kGroups, 10, "i", kPure, kGroup, {.usage = kUsesWaveOperations}) \
  ROW(0x80000003, ClusterID, "clusterID", 0, 0, kLib|kAhs|kChs, 10, "i", kPure, kLane) \
  ROW(0x80000004, RayQuery_CandidateClusterID, "rayQuery_StateScalar", kI32, 0, kAll, 10, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(0x80000005, RayQuery_CommittedClusterID, "rayQuery_StateScalar", kI32, 0, kAll, 10, "Ti", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(0x80000006, HitObject_ClusterID, "hitObject_StateScalar", kI32, 0, kHits, 10, "Th", kPure, kLane, {.uniform = 0x1}) \
  ROW(0x80000007, TriangleObjectPosition, "triangleObjectPosition", kF32, 0, kLib|kAhs|kChs, 10, "*", kPure, kLane) \
  ROW(0x80000008, RayQuery_CandidateTriangleObjectPosition, "rayQuery_CandidateTriangleObjectPosition", kF32, 0, kAll, 10, "*i", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(0x80000009, RayQuery_CommittedTriangleObjectPosition, "rayQuery_CommittedTriangleObjectPosition", kF32, 0, kAll, 10, "*i", kReads, kLane, {.flags = kOnRayQuery}) \
  ROW(0x8000000A, HitObject_TriangleObjectPosition, "hitObject_TriangleObjectPosition", kF32, 0, kHits, 10, "*h", kPure, kLane, {.uniform = 0x1}) \
  ROW(0x8000000B, LinAlgMatrixMultiplyAccumulate, "linAlgMatrixMultiplyAccumulate", kObject, 0, kCs, 10, "****", kAny, kLane) \
  ROW(0x8000000C, LinAlgFillMatrix, "linAlgFillMatrix", kObject, 0, kCs, 10, "**", kAny, kLane) \
  ROW(0x8000000D, LinAlgCopyConvertMatrix, "linAlgCopyConvertMatrix", kObject, 0, kCs, 10, "**b", kAny, kLane) \
  ROW(0x8000000E, LinAlgMatrixLoadFromDescriptor, "linAlgMatrixLoadFromDescriptor", kObject, 0, kAll, 10, "*hiiii", kAny, kLane, {.uniform = 0x1, .handle = kAnything}) \
  ROW(0x8000000F, LinAlgMatrixLoadFromMemory, "linAlgMatrixLoadFromMemory", kObject, 0, kCs, 10, "*piii", kAny, kLane) \
  ROW(0x80000010, LinAlgMatrixLength, "linAlgMatrixLength", kObject, 0, kCs, 10, "i*", kAny, kLane) \
  ROW(0x80000011, LinAlgMatrixGetCoordinate, "linAlgMatrixGetCoordinate", kObject, 0, kCs, 10, "**i", kAny, kLane) \
  ROW(0x80000012, LinAlgMatrixGetElement, "linAlgMatrixGetElement", kWords, 0, kCs, 10, "**i", kAny, kLane) \
  ROW(0x80000013, LinAlgMatrixSetElement, "linAlgMatrixSetElement", kObject, 0, kCs, 10, "**i*", kAny, kLane) \
  ROW(0x80000014, LinAlgMatrixStoreToDescriptor, "linAlgMatrixStoreToDescriptor", kObject, 0, kCs, 10, "v*hiiii", kAny, kArguments, {.uniform = 0x2, .handle = kAnything}) \
  ROW(0x80000015, LinAlgMatrixStoreToMemory, "linAlgMatrixStoreToMemory", kObject, 0, kCs, 10, "v*piii", kAny, kArguments) \
  ROW(0x80000016, LinAlgMatrixQueryAccumulatorLayout, "linAlgMatrixQueryAccumulatorLayout", 0, 0, kAll, 10, "i", kAny, kGroup) \
  ROW(0x80000017, LinAlgMatrixMultiply, "linAlgMatrixMultiply", kObject, 0, kCs, 10, "***", kAny, kLane) \
  ROW(0x80000018, LinAlgMatrixAccumulate, "linAlgMatrixAccumulate", kObject, 0, kCs, 10, "***", kAny, kLane) \
  ROW(0x80000019, LinAlgMatVecMul, "linAlgMatVecMul", 0, kWords, kAll, 10, "**b*i", kAny, kLane) \
  ROW(0x8000001A, LinAlgMatVecMulAdd, "linAlgMatVecMulAdd", 0, kWords, kAll, 10, "**b*i*", kAny, kLane) \
  ROW(0x8000001B, LinAlgMatrixAccumulateToDescriptor, "linAlgMatrixAccumulateToDescriptor", kObject, 0, kAll, 10, "v*hiiii", kAny, kArguments, {.uniform = 0x2, .handle = kAnything}) \
  ROW(0x8000001C, LinAlgMatrixAccumulateToMemory, "linAlgMatrixAccumulateToMemory", kObject, 0, kCs, 10, "v*piiii", kAny, kArguments) \
  ROW(0x8000001D, LinAlgMatrixOuterProduct, "linAlgMatrixOuterProduct", kObject, 0, kAll, 10, "***", kAny, kLane) \
  ROW(0x8000001E, LinAlgConvert, "linAlgConvert", 0, kWords, kAll, 10, "**ii", kAny, kLane) \
  ROW(0x8000001F, LinAlgVectorAccumulateToDescriptor, "linAlgVectorAccumulateToDescriptor", 0, kWords, kAll, 10, "vhiiT", kAny, kArguments, {.uniform = 0x1, .handle = kAnything}) \
  ROW(0x80000020, ReservedE0, nullptr, 0, 0, 0, 0, "v", kAny, kArguments, {.flags = kReserved}) \
  ROW(0x80000021, DebugBreak, "debugBreak", 0, 0, kAll, 10, "v", kAny, kArguments, {.flags = kNoDuplicate}) \
  ROW(0x80000022, IsDebuggingEnabled, "isDebuggingEnabled", 0, 0, kAll, 10, "b", kAny, kGroup)

// What vendors' intrinsics do that no operation of DXIL does (lower/vendor/). No program has them.
#define TRELLIS_VENDOR_OPS(ROW) \
  ROW(0xC0000000, VendorDrawIndex, "vendorDrawIndex", kI32, 0, kVs, 0, "T", kPure, kLane, {.flags = kInternal}) \
  ROW(0xC0000001, VendorDeviceClock, "vendorDeviceClock", 0, 0, kAll, 0, "2", kAny, kLane, {.flags = kInternal}) \
  /* Like WavePrefixOp, but also for minima and maxima. */ \
  ROW(0xC0000002, VendorPrefixOp, "vendorPrefixOp", kNumbers, 0, kWaves, 0, "TTcc", kAny, kLane, {.flags = kWaveOp|kExcludesHelpers|kInternal}) \
  /* The word at a device address, in two halves, plus an offset. */ \
  ROW(0xC0000003, VendorLoadAddress, "vendorLoadAddress", 0, 0, kAll, 0, "iiii", kReads, kLane, {.flags = kInternal}) \
  /* Handle, kind (VendorAtomic), coordinates, value. Halves come in pairs, as a word. */ \
  ROW(0xC0000004, VendorAtomicFloat, "vendorAtomicFloat", kF32, 0, kAll, 0, "ThiiiiT", kAny, kLane, {.flags = kInternal, .uniform = 0x1, .handle = kAtomic}) \
  ROW(0xC0000005, VendorAtomicHalves, "vendorAtomicHalves", kI32, 0, kAll, 0, "ThiiiiT", kAny, kLane, {.flags = kInternal, .uniform = 0x1, .handle = kAtomic}) \
  /* A component of AMD's barycentrics for the pull model. */ \
  ROW(0xC0000006, VendorPullModel, "vendorPullModel", kF32, 0, kPs, 0, "Ti", kPure, kLane, {.flags = kInternal}) \
  /* Structure, instance, geometry, primitive, hit kind, contribution and multiplier (or the record's index), ray, attributes. */ \
  ROW(0xC0000007, VendorMakeHit, "vendorMakeHit", kUserType, 0, kHits, 0, "hhiiiiiiffffffffp", kAny, kLane, {.flags = kInternal, .handle = kTraces}) \
  ROW(0xC0000008, VendorMakeHitOfRecord, "vendorMakeHitOfRecord", kUserType, 0, kHits, 0, "hhiiiiiffffffffp", kAny, kLane, {.flags = kInternal, .handle = kTraces}) \
  /* Groupshared words, the first of the matrices in it, format (MatrixUnits), whether the whole group calls it. */ \
  ROW(0xC0000009, VendorMatrixProduct, "vendorMatrixProduct", 0, 0, kCs, 0, "vpiii", kAny, kArguments, {.flags = kNoDuplicate|kConvergent|kInternal, .need = kGroupSync})
// clang-format on
