// What the check knows of a module while it goes over it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "spirv_backend/check/grammar.hpp"
#include "support/containers.hpp"

namespace trellis::module_check {

using Id = uint32_t;

/// What an ID names.
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

struct IdRecord {
  uint32_t at = 0;    ///< First word of the definition; 0: none yet.
  uint32_t type = 0;  ///< Of things that have one, the ID of it; of types, the index into ModuleState::types.
  /// Block that defines it, by number in the module (the first is 1); 0: no block does. Parameters belong to
  /// the block that their function begins with.
  uint32_t block = 0;
  /// Of global variables: the last function seen to use it; of functions: their number; of a DebugSource: the
  /// number of its text, from 1 on.
  uint32_t user = 0;
  Kind kind = Kind::kNothing;
};

enum class Base : uint8_t {
  kNothing,
  kVoid,
  kBool,
  kInt,
  kFloat,
  kVector,
  kMatrix,
  kImage,
  kSampler,
  kSampledImage,
  kArray,
  kRuntimeArray,
  kStruct,
  kPointer,
  kFunction,
  kAccelerationStructure,
  kRayQuery,
  kHitObject,
};

struct Type {
  Base base = Base::kNothing;
  /// Of scalars and vectors: base of the scalar, its bits and the number of components as one number, signs
  /// left out; 0 for all others.
  uint32_t shape = 0;
  uint32_t at = 0;       ///< First word of the instruction.
  uint32_t count = 0;    ///< Components, columns, elements (0: not known), members.
  Id element = 0;        ///< Of a vector, matrix, array; a pointee; an image of a sampled image; a result.
  uint32_t storage = 0;  ///< Of pointers.
};

constexpr uint32_t shape_of(Base scalar, uint32_t bits, uint32_t count) {
  return static_cast<uint32_t>(scalar) << 28 | bits << 20 | count;
}
constexpr Base scalar_of(uint32_t shape) { return static_cast<Base>(shape >> 28); }
constexpr uint32_t bits_of(uint32_t shape) { return shape >> 20 & 0xFF; }
constexpr uint32_t count_of(uint32_t shape) { return shape & 0xFFFFF; }
/// True if it is that scalar, or a vector of it.
constexpr bool is_of(uint32_t shape, Base scalar) { return shape != 0 && scalar_of(shape) == scalar; }
constexpr bool is_integer_scalar(uint32_t shape) { return is_of(shape, Base::kInt) && count_of(shape) == 1; }
constexpr uint32_t with_count(uint32_t shape, uint32_t count) { return (shape & ~0xFFFFFu) | count; }
constexpr uint32_t without_count(uint32_t shape) { return shape & ~0xFFFFFu; }

/// One instruction of the module.
struct Instruction {
  const Row* row = nullptr;
  std::span<const uint32_t> words;
  uint32_t at = 0;      ///< Its first word.
  uint32_t number = 0;  ///< Among the module's instructions; the first is 1.

  uint32_t size() const { return static_cast<uint32_t>(words.size()); }
  uint32_t operator[](size_t n) const { return words[n]; }
};

/// A use of a value in another block than the one that defines it.
struct CrossUse {
  uint32_t definition = 0, use = 0;  ///< Blocks, by number in the module.
  uint32_t at = 0, number = 0;       ///< The instruction that uses it.
  Id id = 0;
};

struct Edge {
  uint32_t source = 0;  ///< Block, by number in the module.
  Id target = 0;        ///< Label.
  uint32_t at = 0, number = 0;
};

/// An instruction to come back to.
struct Place {
  uint32_t at = 0, number = 0, block = 0;
};

/// The function that is being read.
struct FunctionState {
  uint32_t number = 0;  ///< Among the module's functions; the first is 1. 0: outside all functions.
  Id result_type = 0;
  std::span<const uint32_t> type;  ///< OpTypeFunction.
  uint32_t parameters = 0;         ///< Read so far.
  uint32_t first_block = 0;        ///< Number in the module of its first block.
  uint32_t block = 0;              ///< The block that is being read; 0: between blocks.
  bool has_body = false;           ///< The block has instructions that are no phis.
  bool has_code = false;           ///< The block has instructions that are neither phis nor variables.
  bool has_merge = false;          ///< A merge instruction came just before.
  Vector<Id> labels;               ///< Of its blocks.
  Vector<Edge> edges;
  Vector<Place> phis;
  Vector<CrossUse> uses;
};

struct Call {
  uint32_t caller = 0;  ///< Number of the function.
  Id callee = 0;
  uint32_t at = 0, number = 0;
};
struct VariableUse {
  uint32_t function = 0;
  Id variable = 0;
};

/// The text of a DebugSource, as far as places in it are checked. Lines end in LF, CR or both.
struct DebugText {
  Vector<uint32_t> ends;      ///< Of lines that have an end: the column behind the last character.
  uint32_t length = 0;        ///< Of the line that has none yet.
  bool after_return = false;  ///< The last character was CR.

  void add(std::string_view piece);
  bool is_empty() const { return line_count() == 0; }
  uint32_t line_count() const { return static_cast<uint32_t>(ends.size()) + (length != 0 ? 1 : 0); }
  uint32_t end_of(uint32_t line) const { return line <= ends.size() ? ends[line - 1] : length + 1; }
};

struct ModuleState {
  std::span<const uint32_t> words;
  uint32_t version = 0;
  Vector<IdRecord> ids;  ///< By ID.
  Vector<Type> types;    ///< The first is of things that have no type.
  Section section = Section::kCapabilities;
  uint32_t block_count = 0, function_count = 0;
  uint32_t memory_models = 0;
  FunctionState function;
  Vector<Call> calls;
  Vector<VariableUse> variable_uses;
  Vector<Place> globals;  ///< Global variables.
  Vector<Place> remarks;  ///< Names, annotations and execution modes: of things that come later.
  Vector<Place> entry_points;
  Vector<Place> mesh_counts;  ///< OpSetMeshOutputsEXT; `block` is the number of the function.
  Vector<DebugText> debug_texts;
  uint32_t debug_text_end = 0;  ///< The word behind the last instruction that has given a text.
  String fault;                 ///< What is wrong; empty: nothing so far.

  const Type& type(Id id) const { return types[ids[id].kind == Kind::kType ? ids[id].type : 0]; }
  /// Of a value; ID 0 has none.
  const Type& type_of(Id value) const {
    const IdRecord& record = ids[value];
    return record.kind == Kind::kType || record.type == 0 ? types[0] : type(record.type);
  }
  Id type_id(Id value) const { return ids[value].kind == Kind::kType ? 0 : ids[value].type; }
  uint32_t shape(Id value) const { return type_of(value).shape; }

  /// Records what is wrong with an instruction, and returns false.
  bool fail(const Instruction& i, String message);
  /// The same for one that was read before.
  bool fail(uint32_t at, uint32_t number, String message);
};

/// "%12".
String name(Id id);
/// The instruction at a word, which has been read and found well formed.
Instruction instruction_at(const ModuleState& m, uint32_t at, uint32_t number);
/// The value of an integer constant of up to 32 bits; 0 if the ID is no such constant.
uint32_t constant_value(const ModuleState& m, Id id);
/// Words of a string that begins at the word; 0 if it does not end in the instruction.
uint32_t string_words(std::span<const uint32_t> words);

// The parts of the check. Each returns false after m.fail().

bool check_operands(ModuleState& m, const Instruction& i);
/// That the value may be used in the block that is being read.
bool use_value(ModuleState& m, const Instruction& i, Id id);
/// The rule of the instruction, in the order of files.
bool check_types(ModuleState& m, const Instruction& i);
bool check_type_declaration(ModuleState& m, const Instruction& i);
bool check_arithmetic(ModuleState& m, const Instruction& i);
bool check_conversion(ModuleState& m, const Instruction& i);
bool check_composite(ModuleState& m, const Instruction& i);
bool check_memory(ModuleState& m, const Instruction& i);
bool check_image(ModuleState& m, const Instruction& i);
bool check_group(ModuleState& m, const Instruction& i);
bool check_extended(ModuleState& m, const Instruction& i);
bool check_debug_info(ModuleState& m, const Instruction& i);
bool check_flow(ModuleState& m, const Instruction& i);
/// What is known when a function has ended: its graph, phis, uses in other blocks.
bool check_function(ModuleState& m);
/// What is known when the module has ended.
bool check_calls(ModuleState& m);
bool check_remarks(ModuleState& m);
bool check_entry_points(ModuleState& m);

}  // namespace trellis::module_check
