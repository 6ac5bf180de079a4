#include "dxil_frontend/bitcode/codes.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace trellis::dxil::bitcode {

namespace {

struct Name {
  uint32_t number;
  const char* text;
};

constexpr Name kBlocks[] = {
    {kBlockInfoBlock, "BLOCKINFO"},
    {kModuleBlock, "MODULE_BLOCK"},
    {kParamAttrBlock, "PARAMATTR_BLOCK"},
    {kParamAttrGroupBlock, "PARAMATTR_GROUP_BLOCK"},
    {kConstantsBlock, "CONSTANTS_BLOCK"},
    {kFunctionBlock, "FUNCTION_BLOCK"},
    {kIdentificationBlock, "IDENTIFICATION_BLOCK"},
    {kValueSymtabBlock, "VALUE_SYMTAB"},
    {kMetadataBlock, "METADATA_BLOCK"},
    {kMetadataAttachmentBlock, "METADATA_ATTACHMENT"},
    {kTypeBlock, "TYPE_BLOCK"},
    {kUseListBlock, "USELIST_BLOCK"},
    {kOperandBundleTagsBlock, "OPERAND_BUNDLE_TAGS"},
    {kMetadataKindBlock, "METADATA_KIND"},
    {kStrtabBlock, "STRTAB"},
    {kSymtabBlock, "SYMTAB"},
    {kSyncScopeNamesBlock, "SYNC_SCOPE_NAMES"},
};

constexpr Name kModuleRecords[] = {
    {kModuleVersion, "VERSION"},
    {kModuleTriple, "TRIPLE"},
    {kModuleDataLayout, "DATALAYOUT"},
    {4, "ASM"},
    {kModuleSectionName, "SECTIONNAME"},
    {kModuleGlobalVar, "GLOBALVAR"},
    {kModuleFunction, "FUNCTION"},
    {9, "ALIAS_OLD"},
    {11, "GCNAME"},
    {12, "COMDAT"},
    {kModuleVstOffset, "VSTOFFSET"},
    {14, "ALIAS"},
    {kModuleSourceFilename, "SOURCE_FILENAME"},
    {kModuleHash, "HASH"},
    {18, "IFUNC"},
};

constexpr Name kTypeRecords[] = {
    {kTypeNumEntry, "NUMENTRY"},
    {kTypeVoid, "VOID"},
    {kTypeFloat, "FLOAT"},
    {kTypeDouble, "DOUBLE"},
    {kTypeLabel, "LABEL"},
    {kTypeOpaque, "OPAQUE"},
    {kTypeInteger, "INTEGER"},
    {kTypePointer, "POINTER"},
    {kTypeHalf, "HALF"},
    {kTypeArray, "ARRAY"},
    {kTypeVector, "VECTOR"},
    {kTypeMetadata, "METADATA"},
    {kTypeStructAnon, "STRUCT_ANON"},
    {kTypeStructName, "STRUCT_NAME"},
    {kTypeStructNamed, "STRUCT_NAMED"},
    {kTypeFunction, "FUNCTION"},
    {kTypeBFloat, "BFLOAT"},
    {kTypeOpaquePointer, "OPAQUE_POINTER"},
    {13, "X86_FP80"},
    {14, "FP128"},
    {15, "PPC_FP128"},
    {17, "X86_MMX"},
    {22, "TOKEN"},
    {24, "X86_AMX"},
    {26, "TARGET_TYPE"},
};

constexpr Name kConstantRecords[] = {
    {kConstSetType, "SETTYPE"},
    {kConstNull, "NULL"},
    {kConstUndef, "UNDEF"},
    {kConstInteger, "INTEGER"},
    {5, "WIDE_INTEGER"},
    {kConstFloat, "FLOAT"},
    {kConstAggregate, "AGGREGATE"},
    {kConstString, "STRING"},
    {kConstCString, "CSTRING"},
    {10, "CE_BINOP"},
    {kConstCast, "CE_CAST"},
    {kConstGepOld, "CE_GEP"},
    {13, "CE_SELECT"},
    {14, "CE_EXTRACTELT"},
    {15, "CE_INSERTELT"},
    {16, "CE_SHUFFLEVEC"},
    {17, "CE_CMP"},
    {kConstInboundsGep, "CE_INBOUNDS_GEP"},
    {21, "BLOCKADDRESS"},
    {kConstData, "DATA"},
    {kConstGepInRangeOld, "CE_GEP_INRANGE"},
    {25, "CE_UNOP"},
    {kConstPoison, "POISON"},
    {kConstGep, "CE_GEP"},
    {18, "INLINEASM"},
    {23, "INLINEASM"},
    {28, "INLINEASM"},
    {30, "INLINEASM"},
};

constexpr Name kFunctionRecords[] = {
    {kDeclareBlocks, "DECLAREBLOCKS"},
    {kInstBinop, "BINOP"},
    {kInstCast, "CAST"},
    {4, "GEP_OLD"},
    {5, "SELECT_OLD"},
    {kInstExtractElement, "EXTRACTELT"},
    {kInstInsertElement, "INSERTELT"},
    {kInstShuffleVector, "SHUFFLEVEC"},
    {kInstCmp, "CMP"},
    {kInstRet, "RET"},
    {kInstBr, "BR"},
    {kInstSwitch, "SWITCH"},
    {13, "INVOKE"},
    {kInstUnreachable, "UNREACHABLE"},
    {kInstPhi, "PHI"},
    {kInstAlloca, "ALLOCA"},
    {kInstLoad, "LOAD"},
    {23, "VAARG"},
    {24, "STORE_OLD"},
    {kInstExtractValue, "EXTRACTVAL"},
    {kInstInsertValue, "INSERTVAL"},
    {kInstCmp2, "CMP2"},
    {kInstSelect, "VSELECT"},
    {30, "INBOUNDS_GEP_OLD"},
    {31, "INDIRECTBR"},
    {kDebugLocAgain, "DEBUG_LOC_AGAIN"},
    {kInstCall, "CALL"},
    {kDebugLoc, "DEBUG_LOC"},
    {kInstFence, "FENCE"},
    {kInstCmpxchgOld, "CMPXCHG_OLD"},
    {kInstAtomicRmwOld, "ATOMICRMW"},
    {39, "RESUME"},
    {40, "LANDINGPAD_OLD"},
    {kInstLoadAtomic, "LOADATOMIC"},
    {42, "STOREATOMIC_OLD"},
    {kInstGep, "GEP"},
    {kInstStore, "STORE"},
    {kInstStoreAtomic, "STOREATOMIC"},
    {kInstCmpxchg, "CMPXCHG"},
    {47, "LANDINGPAD"},
    {48, "CLEANUPRET"},
    {49, "CATCHRET"},
    {50, "CATCHPAD"},
    {51, "CLEANUPPAD"},
    {52, "CATCHSWITCH"},
    {55, "OPERAND_BUNDLE"},
    {kInstUnop, "UNOP"},
    {57, "CALLBR"},
    {kInstFreeze, "FREEZE"},
    {kInstAtomicRmw, "ATOMICRMW"},
    {60, "BLOCKADDR_USERS"},
    {61, "DEBUG_RECORD_VALUE"},
    {62, "DEBUG_RECORD_DECLARE"},
    {63, "DEBUG_RECORD_ASSIGN"},
    {64, "DEBUG_RECORD_VALUE_SIMPLE"},
    {65, "DEBUG_RECORD_LABEL"},
};

constexpr Name kMetadataRecords[] = {
    {kMdStringOld, "STRING"},
    {kMdValue, "VALUE"},
    {kMdNode, "NODE"},
    {kMdName, "NAME"},
    {kMdDistinctNode, "DISTINCT_NODE"},
    {kMdKind, "KIND"},
    {kMdLocation, "LOCATION"},
    {8, "OLD_NODE"},
    {9, "OLD_FN_NODE"},
    {kMdNamedNode, "NAMED_NODE"},
    {kMdAttachment, "ATTACHMENT"},
    {kMdGenericDebug, "GENERIC_DEBUG"},
    {kMdSubrange, "SUBRANGE"},
    {kMdEnumerator, "ENUMERATOR"},
    {kMdBasicType, "BASIC_TYPE"},
    {kMdFile, "FILE"},
    {kMdDerivedType, "DERIVED_TYPE"},
    {kMdCompositeType, "COMPOSITE_TYPE"},
    {kMdSubroutineType, "SUBROUTINE_TYPE"},
    {kMdCompileUnit, "COMPILE_UNIT"},
    {kMdSubprogram, "SUBPROGRAM"},
    {kMdLexicalBlock, "LEXICAL_BLOCK"},
    {kMdLexicalBlockFile, "LEXICAL_BLOCK_FILE"},
    {kMdNamespace, "NAMESPACE"},
    {kMdTemplateType, "TEMPLATE_TYPE"},
    {kMdTemplateValue, "TEMPLATE_VALUE"},
    {kMdGlobalVar, "GLOBAL_VAR"},
    {kMdLocalVar, "LOCAL_VAR"},
    {kMdExpression, "EXPRESSION"},
    {30, "OBJC_PROPERTY"},
    {kMdImportedEntity, "IMPORTED_ENTITY"},
    {32, "MODULE"},
    {33, "MACRO"},
    {34, "MACRO_FILE"},
    {kMdStrings, "STRINGS"},
    {kMdGlobalDeclAttachment, "GLOBAL_DECL_ATTACHMENT"},
    {kMdGlobalVarExpr, "GLOBAL_VAR_EXPR"},
    {kMdIndexOffset, "INDEX_OFFSET"},
    {kMdIndex, "INDEX"},
    {40, "LABEL"},
};

const char* find(std::span<const Name> names, uint32_t number) {
  const auto found =
      std::find_if(names.begin(), names.end(), [number](Name name) { return name.number == number; });
  return found == names.end() ? nullptr : found->text;
}

}  // namespace

const char* block_name(uint32_t block) { return find(kBlocks, block); }

const char* record_name(uint32_t block, uint32_t code) {
  switch (block) {
    case kModuleBlock:
      return find(kModuleRecords, code);
    case kTypeBlock:
      return find(kTypeRecords, code);
    case kConstantsBlock:
      return find(kConstantRecords, code);
    case kFunctionBlock:
      return find(kFunctionRecords, code);
    case kMetadataBlock:
    case kMetadataAttachmentBlock:
    case kMetadataKindBlock:
      return find(kMetadataRecords, code);
    case kParamAttrBlock:
    case kParamAttrGroupBlock:
      return "ENTRY";
    case kValueSymtabBlock:
      return code == kVstEntry           ? "ENTRY"
             : code == kVstBlockEntry    ? "BBENTRY"
             : code == kVstFunctionEntry ? "FNENTRY"
                                         : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace trellis::dxil::bitcode
