// What the check has recorded about a module.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "spirv_backend/check/grammar.hpp"
#include "support/containers.hpp"

namespace trellis::module_check {

using Id = uint32_t;

struct IdRecord {
  uint32_t at = 0;    ///< Index of the first word of the definition; 0: not defined yet.
  uint32_t type = 0;  ///< For types: index into ModuleState::types. For objects with a type: its ID.
  /// The defining block's number in the module (the first is 1); 0: defined outside blocks. Parameters belong
  /// to the function's first block.
  uint32_t block = 0;
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
  kCooperativeMatrix,
  kUntypedPointer,
  kBuffer,  ///< A buffer's descriptor in a heap.
};

struct Type {
  Base base = Base::kNothing;
  /// For scalars and vectors: base of the scalar, its bits and the number of components in one number,
  /// without signedness; 0 for all others.
  uint32_t shape = 0;
  uint32_t at = 0;     ///< Index of the instruction's first word.
  uint32_t count = 0;  ///< Number of components, columns, elements (0: unknown) or members.
  /// The element of a vector, matrix (cooperative, too) or array; the pointee of a pointer; the image of a
  /// sampled image; the result of a function.
  Id element = 0;
  uint32_t storage = 0;  ///< For pointers and buffers: the storage class.
};

constexpr uint32_t shape_of(Base scalar, uint32_t bits, uint32_t count) {
  return static_cast<uint32_t>(scalar) << 28 | bits << 20 | count;
}
constexpr Base scalar_of(uint32_t shape) { return static_cast<Base>(shape >> 28); }
constexpr uint32_t bits_of(uint32_t shape) { return shape >> 20 & 0xFF; }
constexpr uint32_t count_of(uint32_t shape) { return shape & 0xFFFFF; }
/// Returns true if the shape is the given scalar or a vector of it.
constexpr bool is_of(uint32_t shape, Base scalar) { return shape != 0 && scalar_of(shape) == scalar; }
constexpr bool is_integer_scalar(uint32_t shape) { return is_of(shape, Base::kInt) && count_of(shape) == 1; }
constexpr uint32_t with_count(uint32_t shape, uint32_t count) { return (shape & ~0xFFFFFu) | count; }
constexpr uint32_t without_count(uint32_t shape) { return shape & ~0xFFFFFu; }

/// An instruction of the module.
struct Instruction {
  const Row* row = nullptr;
  std::span<const uint32_t> words;
  uint32_t at = 0;      ///< Index of its first word.
  uint32_t number = 0;  ///< Its number in the module; the first is 1.

  uint32_t size() const { return static_cast<uint32_t>(words.size()); }
  uint32_t operator[](size_t n) const { return words[n]; }
};

/// A use of a value in a block other than the one that defines it.
struct CrossUse {
  uint32_t definition = 0, use = 0;  ///< Numbers of the blocks in the module.
  uint32_t at = 0, number = 0;       ///< The using instruction.
  Id id = 0;
};

struct Edge {
  uint32_t source = 0;  ///< Number of the block in the module.
  Id target = 0;        ///< The target's label.
  uint32_t at = 0, number = 0;
};

/// An instruction to check later.
struct Place {
  uint32_t at = 0, number = 0, block = 0;
};

/// The function that is being checked.
struct FunctionState {
  uint32_t number = 0;  ///< Number of the function in the module; the first is 1. 0: outside functions.
  Id result_type = 0;
  std::span<const uint32_t> type;  ///< The words of its OpTypeFunction.
  uint32_t parameters = 0;         ///< Number of parameters read so far.
  uint32_t first_block = 0;        ///< Number of its first block in the module.
  uint32_t block = 0;              ///< The current block; 0: between blocks.
  bool has_body = false;           ///< The current block has an instruction other than phis.
  bool has_code = false;           ///< The current block has an instruction other than phis and variables.
  bool has_merge = false;          ///< The previous instruction is a merge instruction.
  Vector<Id> labels;               ///< The labels of its blocks.
  Vector<Edge> edges;
  Vector<Place> phis;
  Vector<CrossUse> uses;
};

struct Call {
  uint32_t caller = 0;  ///< Number of the calling function.
  Id callee = 0;
  uint32_t at = 0, number = 0;
};
struct VariableUse {
  uint32_t function = 0;
  Id variable = 0;
};

/// Line lengths of a DebugSource's text, for checking positions in it. Lines end in LF, CR or both.
struct DebugText {
  Vector<uint32_t> ends;      ///< For each terminated line: the column after its last character.
  uint32_t length = 0;        ///< Length of the last line if it is not terminated.
  bool after_return = false;  ///< The last character was CR.

  void add(std::string_view piece);
  bool is_empty() const { return line_count() == 0; }
  uint32_t line_count() const { return static_cast<uint32_t>(ends.size()) + (length != 0 ? 1 : 0); }
  uint32_t end_of(uint32_t line) const { return line <= ends.size() ? ends[line - 1] : length + 1; }
};

struct ModuleState {
  std::span<const uint32_t> words;
  uint32_t version = 0;
  Vector<IdRecord> ids;  ///< Indexed by ID.
  /// Indexed by ID. For global variables: the last function found to use it. For functions: their number. For
  /// a DebugSource: the number of its text, counted from 1.
  Vector<uint32_t> users;
  Vector<Type> types;  ///< Entry 0 stands for "no type".
  Section section = Section::kCapabilities;
  uint32_t block_count = 0, function_count = 0;
  uint32_t memory_models = 0;
  FunctionState function;
  Vector<Call> calls;
  Vector<VariableUse> variable_uses;
  Vector<Place> globals;  ///< The global variables.
  Vector<Place> remarks;  ///< Names, annotations and execution modes, whose targets are defined later.
  Vector<Place> entry_points;
  Vector<Place> mesh_counts;  ///< OpSetMeshOutputsEXT; `block` holds the number of the function.
  Vector<DebugText> debug_texts;
  uint32_t debug_text_end = 0;  ///< Index of the word after the last instruction that added a text.
  String fault;                 ///< The first error; empty: none so far.

  const Type& type(Id id) const { return types[ids[id].kind == Kind::kType ? ids[id].type : 0]; }
  /// Returns the type of a value; ID 0 has none.
  const Type& type_of(Id value) const {
    const IdRecord& record = ids[value];
    return record.kind == Kind::kType || record.type == 0 ? types[0] : type(record.type);
  }
  Id type_id(Id value) const { return ids[value].kind == Kind::kType ? 0 : ids[value].type; }
  uint32_t shape(Id value) const { return type_of(value).shape; }

  /// Records an error about an instruction, and returns false.
  [[gnu::cold]] bool fail(const Instruction& i, String message);
  /// The same for an instruction that was read earlier.
  [[gnu::cold]] bool fail(uint32_t at, uint32_t number, String message);
};

/// Returns true if it is certain that the current block can use the value, whose ID is below the bound. ID 0
/// is not a value.
inline bool is_available(const ModuleState& m, Id id) {
  const IdRecord& record = m.ids[id];
  if (record.kind == Kind::kConstant) return true;
  if (record.kind != Kind::kValue && record.kind != Kind::kVariable) return false;
  if (record.block == 0) return record.kind == Kind::kVariable && m.users[id] == m.function.number;
  return record.block == m.function.block || record.block == m.function.first_block;
}

/// Returns the ID as text: "%12".
String name(Id id);
/// Returns the instruction at a word; it must have been found well formed.
Instruction instruction_at(const ModuleState& m, uint32_t at, uint32_t number);
/// Returns the value of an integer constant of up to 32 bits; 0 if the ID is not such a constant.
uint32_t constant_value(const ModuleState& m, Id id);
/// Returns the number of words of the string that begins at the first word; 0 if it does not end within the
/// instruction.
uint32_t string_words(std::span<const uint32_t> words);

// The parts of the check. Each calls m.fail() and returns false on error.

/// Checks the operands from word `at` on, which is among those that a row describes in one number each, or
/// follows them (Row::literals_end).
bool check_operands(ModuleState& m, const Instruction& i, uint32_t at);
/// Checks that the value can be used in the current block.
bool use_value(ModuleState& m, const Instruction& i, Id id);
/// Check the instruction's typing rule; in the order of the files.
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
/// Checks done at the end of a function: its graph, phis, uses across blocks.
bool check_function(ModuleState& m);
/// Checks done at the end of the module.
bool check_calls(ModuleState& m);
bool check_remarks(ModuleState& m);
bool check_entry_points(ModuleState& m);

}  // namespace trellis::module_check
