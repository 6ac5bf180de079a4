// Numbers of LLVM's bitcode format: blocks, and the record codes that occur in DXIL.
#pragma once

#include <cstdint>

namespace trellis::dxil::bitcode {

enum BlockId : uint32_t {
  kBlockInfoBlock = 0,
  kModuleBlock = 8,
  kParamAttrBlock = 9,
  kParamAttrGroupBlock = 10,
  kConstantsBlock = 11,
  kFunctionBlock = 12,
  kIdentificationBlock = 13,
  kValueSymtabBlock = 14,
  kMetadataBlock = 15,
  kMetadataAttachmentBlock = 16,
  kTypeBlock = 17,
  kUseListBlock = 18,
  kOperandBundleTagsBlock = 21,
  kMetadataKindBlock = 22,
  kStrtabBlock = 23,
  kSymtabBlock = 25,
  kSyncScopeNamesBlock = 26,
  kNoBlock = UINT32_MAX,  ///< The top level of the stream.
};

enum BlockInfoCode : uint32_t { kSetBid = 1, kBlockName = 2, kSetRecordName = 3 };

enum ModuleCode : uint32_t {
  kModuleVersion = 1,
  kModuleTriple = 2,
  kModuleDataLayout = 3,
  kModuleSectionName = 5,
  kModuleGlobalVar = 7,
  kModuleFunction = 8,
  kModuleVstOffset = 13,
  kModuleSourceFilename = 16,
  kModuleHash = 17,
};

enum AttributeCode : uint32_t { kParamAttrEntry = 2, kParamAttrGroupEntry = 3 };

enum TypeCode : uint32_t {
  kTypeNumEntry = 1,
  kTypeVoid = 2,
  kTypeFloat = 3,
  kTypeDouble = 4,
  kTypeLabel = 5,
  kTypeOpaque = 6,
  kTypeInteger = 7,
  kTypePointer = 8,
  kTypeHalf = 10,
  kTypeArray = 11,
  kTypeVector = 12,
  kTypeMetadata = 16,
  kTypeStructAnon = 18,
  kTypeStructName = 19,
  kTypeStructNamed = 20,
  kTypeFunction = 21,
  kTypeBFloat = 23,
  kTypeOpaquePointer = 25,
};

enum SymtabCode : uint32_t { kVstEntry = 1, kVstBlockEntry = 2, kVstFunctionEntry = 3 };

enum ConstantCode : uint32_t {
  kConstSetType = 1,
  kConstNull = 2,
  kConstUndef = 3,
  kConstInteger = 4,
  kConstFloat = 6,
  kConstAggregate = 7,
  kConstString = 8,
  kConstCString = 9,
  kConstBinary = 10,
  kConstCast = 11,
  kConstGepOld = 12,
  kConstSelect = 13,
  kConstExtractElement = 14,
  kConstInsertElement = 15,
  kConstShuffle = 16,
  kConstCompare = 17,
  kConstInboundsGep = 20,
  kConstData = 22,
  kConstGepInRangeOld = 24,
  kConstPoison = 26,
  kConstGep = 32,
};

enum FunctionCode : uint32_t {
  kDeclareBlocks = 1,
  kInstBinop = 2,
  kInstCast = 3,
  kInstExtractElement = 6,
  kInstInsertElement = 7,
  kInstShuffleVector = 8,
  kInstCmp = 9,
  kInstRet = 10,
  kInstBr = 11,
  kInstSwitch = 12,
  kInstUnreachable = 15,
  kInstPhi = 16,
  kInstAlloca = 19,
  kInstLoad = 20,
  kInstExtractValue = 26,
  kInstInsertValue = 27,
  kInstCmp2 = 28,
  kInstSelect = 29,
  kDebugLocAgain = 33,
  kInstCall = 34,
  kDebugLoc = 35,
  kInstFence = 36,
  kInstCmpxchgOld = 37,
  kInstAtomicRmwOld = 38,
  kInstLoadAtomic = 41,
  kInstGep = 43,
  kInstStore = 44,
  kInstStoreAtomic = 45,
  kInstCmpxchg = 46,
  kInstUnop = 56,
  kInstFreeze = 58,
  kInstAtomicRmw = 59,
};

/// Conversions, with their numbers in the bitcode.
enum CastOpcode : uint64_t {
  kTrunc,
  kZext,
  kSext,
  kFpToUi,
  kFpToSi,
  kUiToFp,
  kSiToFp,
  kFpTrunc,
  kFpExt,
  kPtrToInt,
  kIntToPtr,
  kBitcast,
  kAddrSpaceCast
};

enum MetadataCode : uint32_t {
  kMdStringOld = 1,
  kMdValue = 2,
  kMdNode = 3,
  kMdName = 4,
  kMdDistinctNode = 5,
  kMdKind = 6,
  kMdLocation = 7,
  kMdNamedNode = 10,
  kMdAttachment = 11,
  kMdGenericDebug = 12,
  kMdSubrange = 13,
  kMdEnumerator = 14,
  kMdBasicType = 15,
  kMdFile = 16,
  kMdDerivedType = 17,
  kMdCompositeType = 18,
  kMdSubroutineType = 19,
  kMdCompileUnit = 20,
  kMdSubprogram = 21,
  kMdLexicalBlock = 22,
  kMdLexicalBlockFile = 23,
  kMdNamespace = 24,
  kMdTemplateType = 25,
  kMdTemplateValue = 26,
  kMdGlobalVar = 27,
  kMdLocalVar = 28,
  kMdExpression = 29,
  kMdImportedEntity = 31,
  kMdStrings = 35,
  kMdGlobalDeclAttachment = 36,
  kMdGlobalVarExpr = 37,
  kMdIndexOffset = 38,
  kMdIndex = 39,
};

/// Returns "FUNCTION_BLOCK" and so on; null for an unknown block.
const char* block_name(uint32_t block);
/// Returns "CALL", "GLOBALVAR" and so on; null for codes that do not occur in DXIL.
const char* record_name(uint32_t block, uint32_t code);

}  // namespace trellis::dxil::bitcode
