// The grammar of instructions: their operands, where they can appear, and which typing rule they obey.
#pragma once

#include <cstdint>

namespace trellis::module_check {

/// Where an instruction appears, in the order of a module (SPIR-V 1.6, section 2.4).
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
  kGlobals,  ///< Types, constants, global variables.
  kFunctions,
  // Not sections of their own:
  kBodies,   ///< Only in blocks.
  kEither,   ///< Among the globals or in blocks.
  kLines,    ///< Like kEither, and also between functions' instructions.
  kNowhere,  ///< Never emitted by Trellis.
};

/// Instructions whose types obey one rule. Grouped: part_of() relies on the order.
enum class Rule : uint8_t {
  kNone,
  // Declarations.
  kType,
  kMemoryModel,
  kConstant,
  kConstantBool,
  kAnyObject,
  kSpecialized,
  kDescriptorSize,
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
  kUntypedAccessChain,
  kBufferPointer,
  kUntypedTexelPointer,
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
  kMatrixLoad,
  kMatrixStore,
  kMatrixProduct,
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

/// The kind of object that an ID refers to.
enum class Kind : uint8_t {
  kNothing,
  kType,
  kValue,
  kConstant,
  kVariable,
  kLabel,
  kFunction,
  kImport,
  kString
};

/// Returns the kind of a rule's results in a section; kNothing if that depends on the section that the module
/// has reached.
constexpr Kind kind_of_result(Section section, Rule rule) {
  switch (rule) {
    case Rule::kVariable:
      return Kind::kVariable;
    case Rule::kFunction:
      return Kind::kFunction;
    case Rule::kLabel:
      return Kind::kLabel;
    case Rule::kType:
      return Kind::kType;
    default:
      break;
  }
  if (section == Section::kSources) return Kind::kString;
  return section == Section::kImports ? Kind::kImport : Kind::kNothing;
}

/// The functions that check typing rules, by their instructions.
enum class Part : uint8_t {
  kGlobal,  ///< Of the sections up to the globals.
  kNone,    ///< No rule.
  kDeclaration,
  kArithmetic,
  kConversion,
  kComposite,
  kMemory,
  kImage,
  kGroup,
  kExtended,
  kFlow,
};

constexpr Part part_of(Section section, Rule rule) {
  if (section <= Section::kGlobals) return Part::kGlobal;
  if (rule >= Rule::kFunction) return Part::kFlow;
  if (rule == Rule::kNone) return Part::kNone;
  if (rule <= Rule::kVariable) return Part::kDeclaration;
  if (rule <= Rule::kCopy) return Part::kArithmetic;
  if (rule <= Rule::kBitcast) return Part::kConversion;
  if (rule <= Rule::kInsert) return Part::kComposite;
  if (rule <= Rule::kAtomicCompare) return Part::kMemory;
  if (rule <= Rule::kImageOf) return Part::kImage;
  return rule <= Rule::kQuadVote ? Part::kGroup : Part::kExtended;
}

struct Row {
  constexpr Row(uint16_t number, const char* instruction, const char* letters, Section place, Rule typing)
      : opcode(number), name(instruction), operands(letters), section(place), rule(typing) {
    const bool is_typed = letters[0] == 'T' && letters[1] == 'R';
    result_word = is_typed ? 2 : letters[0] == 'R' ? 1 : 0;
    const char* letter = letters + result_word;
    const auto is_single = [&letter](char kind) {
      return *letter == kind && letter[1] != '?' && letter[1] != '*';
    };
    const auto repeats = [&letter](char kind) { return *letter == kind && letter[1] == '*'; };
    for (; is_single('v'); ++letter) ++values;
    values_end = repeats('v') ? UINT16_MAX : static_cast<uint16_t>(1 + result_word + values);
    for (; is_single('l'); ++letter) ++literals;
    const auto plain_words = static_cast<uint16_t>(1 + result_word + values + literals);
    literals_end = repeats('l') ? UINT16_MAX : plain_words;
    while (letter[0] != 0 && (letter[1] == '?' || letter[1] == '*')) letter += 2;
    least_words = *letter == 0 ? plain_words : UINT16_MAX;
    result_kind = kind_of_result(place, typing);
    part = part_of(place, typing);
  }

  /// Whether it has a result type, and the result after it.
  constexpr bool has_result() const { return result_word == 2; }
  /// Whether all words after the result are values, any number of them.
  constexpr bool ends_in_values() const { return values_end == UINT16_MAX; }

  uint16_t opcode;
  // The beginning of `operands`, which most instructions consist of: TR or R, then operands v, then l.
  uint16_t values_end = 0;    ///< Index of the word after the values; UINT16_MAX if they can be repeated.
  uint16_t literals_end = 0;  ///< The same for the literals.
  uint16_t least_words = 0;   ///< Least number of words if nothing has to follow them; else UINT16_MAX.
  const char* name;
  /// One letter per operand, followed by '?' if it is optional or '*' if it can be repeated any number of
  /// times:
  /// - T result type, R result, y type, v value, k constant, b label, f function, x import, S OpString;
  /// - a any ID, defined anywhere; e value, or any ID for debug information;
  /// - l literal, s string, n number of the result type, m memory access, g image operands, o loop control;
  /// - P value and label, C case literal and label, d operands given by the tables of annotations.
  /// A test compares this column with the grammar that SPIR-V's headers install. It is not generated from
  /// that grammar, which does not distinguish values from types and labels, and lacks the newest extensions.
  const char* operands;
  Section section;
  Rule rule;
  uint8_t values = 0, literals = 0;   ///< Number of operands v and l at the beginning.
  uint8_t result_word = 0;            ///< The word with its result; 0 if it has none.
  Kind result_kind = Kind::kNothing;  ///< See kind_of_result().
  Part part = Part::kNone;            ///< See part_of().
};

/// Returns the row of an opcode; null if Trellis never emits it.
const Row* find_row(uint32_t opcode);

}  // namespace trellis::module_check
