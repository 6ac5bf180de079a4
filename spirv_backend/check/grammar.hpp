// The grammar of instructions: what their operands are, where they may stand, and which rule their types
// obey.
#pragma once

#include <cstdint>

namespace trellis::module_check {

/// Where an instruction stands, in the order of a module (SPIR-V 1.6, section 2.4).
enum class Section : uint8_t {
  kCapabilities,
  kExtensions,
  kImports,
  kMemoryModel,
  kEntryPoints,
  kExecutionModes,
  kSources,
  kNames,
  kProcesses,
  kAnnotations,
  kGlobals,  ///< Types, constants.
  kFunctions,
  // Not sections:
  kBodies,   ///< In blocks.
  kEither,   ///< Among the globals, or in blocks.
  kLines,    ///< As kEither, and between functions' instructions.
  kNowhere,  ///< In no module of ours.
};

/// Instructions whose types obey one rule. In groups: check_types() goes by the order.
enum class Rule : uint8_t {
  kNone,
  // Declarations.
  kType,
  kMemoryModel,
  kConstant,
  kConstantBool,
  kAnyObject,
  kVariable,
  // Arithmetic.
  kFloatSame,
  kIntSame,
  kShift,
  kIntPair,
  kCompareInt,
  kCompareFloat,
  kFloatTest,
  kLogical,
  kAnyAll,
  kSelect,
  kDot,
  kIntDot,
  kScale,
  kBitInsert,
  kBitExtract,
  kBitCount,
  kCopy,
  // Conversions.
  kFloatToInt,
  kIntToFloat,
  kIntToInt,
  kFloatToFloat,
  kBitcast,
  // Composites.
  kExtractDynamic,
  kInsertDynamic,
  kShuffle,
  kConstruct,
  kExtract,
  kInsert,
  // Memory.
  kLoad,
  kStore,
  kAccessChain,
  kArrayLength,
  kTexelPointer,
  kAtomicLoad,
  kAtomicStore,
  kAtomicChange,
  kAtomicCompare,
  // Images.
  kMakeSampled,
  kSample,
  kFetch,
  kImageWrite,
  kImageQuery,
  kQueryLod,
  kTexelsResident,
  kImageOf,
  // Lane operations.
  kBoolResult,
  kGroupVote,
  kGroupMove,
  kGroupSame,
  kBallot,
  kBallotUse,
  kGroupReduce,
  kQuadVote,
  // Extended instructions.
  kExtInst,
  kRayQuery,
  kHitObject,
  kMeshCounts,
  // Functions and blocks.
  kFunction,
  kParameter,
  kFunctionEnd,
  kCall,
  kLabel,
  kPhi,
  kMerge,
  kBranch,
  kBranchConditional,
  kSwitch,
  kLeave,
  kReturn,
  kReturnValue,
};

struct Row {
  uint16_t opcode;
  const char* name;
  /// An operand a letter; '?' after one: it may be missing, '*': any number.
  ///   T result type   R result        y type          v value        k constant   b label     f function
  ///   x import        S OpString      a anything, defined anywhere   l literal    s string    n number of
  ///   the type m memory access g image operands  o loop control               P value and label        C
  ///   case and label d what the annotations' own tables say        e value, or for debuggers anything
  const char* operands;
  Section section;
  Rule rule;
};

/// Null: no module of ours has such an instruction.
const Row* find_row(uint32_t opcode);

}  // namespace trellis::module_check
