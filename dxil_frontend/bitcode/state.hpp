// State shared by the parts of the bitcode check: the module as far as it has been read, and one checking
// function for each kind of block. See bitcode_check.hpp.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "dxil_frontend/bitcode/reader.hpp"
#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/bitcode/types.hpp"
#include "support/containers.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil::bitcode {

enum class ValueKind : uint8_t { kGlobal, kFunction, kInteger, kUndef, kConstant, kArgument, kInstruction };

/// The value that a value id stands for.
struct Value {
  /// kInteger: its value, zero-extended. kFunction: index into ModuleState::functions. Other pointers: the
  /// canonical type they point to, or kNoType if the bitcode no longer contains it.
  uint64_t bits = kNoType;
  uint32_t type = kNoType;  ///< Canonical type id.
  ValueKind kind = ValueKind::kConstant;

  bool is_constant() const { return kind <= ValueKind::kConstant; }
  bool is_integer() const { return kind == ValueKind::kInteger; }
};

/// LLVM's intrinsics that DXIL may contain.
enum class Intrinsic : uint8_t { kNone, kDebugDeclare, kDebugValue, kLifetime };

/// Atomic operations of DXIL whose functions may need another type (Widening).
enum class AtomicOperation : uint8_t { kNone, kBinary, kCompareExchange };

struct Function {
  uint32_t value = 0;     ///< Its value id.
  uint32_t type = 0;      ///< Canonical function type.
  uint32_t own_type = 0;  ///< Function type as in its record, not canonical.
  AtomicOperation atomic = AtomicOperation::kNone;
  bool has_body = false;
  Intrinsic intrinsic = Intrinsic::kNone;
  uint64_t body_start = 0;  ///< Bit position of its FUNCTION_BLOCK's header.
};

/// Metadata strings that control the unrolling of a loop.
enum LoopHint : uint32_t { kNoLoopHint, kUnrollDisable, kUnroll };

inline constexpr uint8_t kMdLocalValue = 200;  ///< VALUE of an argument or instruction.

/// The kinds of metadata whose attachments LLVM examines while reading, or decoding reads.
enum class AttachmentKind : uint8_t {
  kUndefined,
  kUnread,
  kPrecise,
  kNonUniform,
  kControlFlow,
  kDebugLocation,
  kTbaa,
  kLoop
};

/// The required form of an operand of a debug information node. Checked after the whole block has been read.
enum class MetadataRole : uint8_t {
  kFile,
  kTuple,
  kLocalScope,
  kLocation,
  kGlobalVariable,
  kExpression,
  kSubprograms
};

struct PendingRole {
  uint32_t node;     ///< The node that has the operand.
  uint32_t operand;  ///< The metadata id of the operand.
  MetadataRole role;
};

/// A call that passes metadata. Its callee is only known after all names have been read.
struct MetadataCall {
  uint32_t function = 0;  ///< Index into functions.
  uint32_t count = 0;
  uint32_t operands[3] = {};  ///< Codes of the passed metadata (MetadataRecord::code).
  uint32_t empty_tuple = 0;   ///< Bit i: operand i is a tuple without operands.
  uint64_t start = 0;         ///< Bit position of the call.
};

/// An operand that is replaced in the copy for LLVM.
struct Repair {
  OperandPlace place;
  uint64_t value;
};

/// The locations of the result type and the last parameter types in the record of a function type that atomic
/// operations have.
struct AtomicType {
  uint32_t type = kNoType;  ///< A type id, not canonical.
  std::optional<OperandPlace> result, before_last, last;
};

/// Describes an atomic operation's function that is called with wider values than it declares.
struct Widening {
  uint32_t function = 0;
  uint32_t type = kNoType;  ///< Canonical type of the values in the calls.
  bool is_wanted = false;
};

struct ModuleState {
  ModuleState(std::span<const uint8_t> bitcode, uint64_t file_offset)
      : reader(bitcode, file_offset), size(bitcode.size()) {
    // Slightly more than shaders need, so that most vectors are allocated once.
    values.reserve(size / 8);
    metadata.reserve(size / 32);
    metadata_operands.reserve(size / 16);
    attachment_kinds.reserve(32);
  }

  BitstreamReader reader;
  uint64_t size;  ///< Size of the bitcode in bytes; also LLVM's limit for forward references.
  TypeTable types;
  bool has_types = false;
  uint32_t version = 0;

  Vector<Value> values;
  Vector<Function> functions;
  Vector<uint32_t> bodies;  ///< Indices of the functions with bodies, in the order of the bodies.
  uint32_t next_body = 0;

  struct Initializer {
    uint32_t global, value;
  };
  Vector<Initializer> initializers;

  /// A name in the string table (version 2). Checked after the table has been read.
  struct TableName {
    uint32_t value;
    uint64_t offset, length;
  };
  Vector<TableName> table_names;

  uint32_t section_count = 0;
  uint32_t attribute_list_count = 0;
  uint32_t last_attribute_parameter = 0;  ///< Highest parameter with an attribute group.
  Vector<uint32_t> attribute_groups;

  Vector<MetadataRecord> metadata;
  Vector<uint32_t> metadata_operands;
  Vector<PendingRole> pending_roles;
  Vector<AttachmentKind> attachment_kinds;  ///< Indexed by the module's kind ids.
  uint64_t forward_metadata = 0;            ///< Number of nodes that refer to later ones.
  uint32_t metadata_depth = 0;
  Vector<MetadataCall> metadata_calls;

  /// Values of a function that its metadata refers to before they are defined.
  struct LocalForward {
    uint32_t value, type;
  };
  Vector<LocalForward> local_forward;

  WorkWatch* watch = nullptr;                     ///< Null if the call has no limits.
  RecordedCode* code = nullptr;                   ///< Null if nothing is recorded.
  bool records_names = false;                     ///< Whether names of local values are recorded.
  RecordedFunction* recorded_function = nullptr;  ///< The function whose body is being read.
  uint32_t module_metadata = 0;                   ///< Number of the module's metadata, set before bodies.
  /// The recorded metadata of the bodies read so far. first_operand is an index into
  /// function_metadata_operands.
  Vector<MetadataRecord> function_metadata;
  Vector<uint32_t> function_metadata_operands;
  Vector<Repair> repairs;
  /// String attributes, by number of an attribute group in record order, or by number of an attribute list.
  struct NumberedAttributes {
    uint32_t number;
    FunctionAttributes texts;
  };
  Vector<NumberedAttributes> text_groups, text_lists;
  Vector<AtomicType> atomic_types;
  Widening widen;  ///< Set if the check fails because such a function must be widened.

  /// Returns the index in MetadataTables::records, + 1, of the metadata that a reference (id + 1, or 0)
  /// names.
  uint32_t recorded_place(uint64_t reference) const {
    const uint64_t moved =
        reference > module_metadata && recorded_function != nullptr ? function_metadata.size() : 0;
    return static_cast<uint32_t>(reference + moved);
  }

  /// Leaves the operands of the reader's record where decoding will look for them.
  CodeRecord keep_record(uint32_t record_code, uint32_t type) {
    const auto first = static_cast<uint32_t>(reader.kept_operands());
    const auto count = static_cast<uint32_t>(reader.operands().size());
    reader.keep_operands();
    return {record_code, type, first, count, 0};
  }

  [[gnu::cold]] bool fail(const String& message) { return reader.fail(message); }
  [[gnu::cold]] bool fail(const char* message) { return reader.fail(message); }
  [[gnu::cold]] bool fail_unsupported(const String& message) { return reader.fail_unsupported(message); }

  /// Checks that `id` is the id of a defined type.
  bool check_type(uint64_t id) {
    if (types.defined(id)) [[likely]]
      return true;
    return fail_type(id);
  }
  [[gnu::cold]] bool fail_type(uint64_t id);
  /// Returns Value::bits for a pointer with that type id, which is not the canonical one: the type that it
  /// points to.
  uint64_t pointee(uint32_t type) const {
    const Type& pointer = types[type];
    if (pointer.kind != TypeKind::kPointer || pointer.element == kNoType) return kNoType;
    return types[pointer.element].kind == TypeKind::kUndefined ? kNoType : types.canonical(pointer.element);
  }
};

// Each of these functions is called when the reader has entered the block, and reads past the block's end.
// Returns false on failure; the reader then has the error.

bool check_type_block(ModuleState& state);
bool check_attribute_block(ModuleState& state);
bool check_attribute_group_block(ModuleState& state);
bool check_constants_block(ModuleState& state);
bool check_metadata_block(ModuleState& state, bool in_function);
bool check_metadata_kind_block(ModuleState& state);
bool check_function_block(ModuleState& state, uint32_t function);
/// Checks a use list order: of the module's values, or of those of a function with that many blocks.
bool check_use_list_block(ModuleState& state, uint32_t block_count);

/// Checks a METADATA_ATTACHMENT block of a function with that many instructions.
bool check_metadata_attachment_block(ModuleState& state, uint64_t instruction_count);

/// Checks attachments; `operands` are pairs of kind and node id.
bool check_attachments(ModuleState& state, std::span<const uint64_t> operands, bool on_instruction);

/// Repairs a cast from groupshared to other pointers, which DXC writes as a bitcast although bitcasts keep
/// the address space: it becomes an address space cast. The types are canonical.
void repair_cast(ModuleState& state, uint64_t& opcode, uint32_t from, uint32_t to, const OperandPlace& place);

/// Checks that the cast with that number in the bitcode can convert `from` to `to`, which are canonical
/// types.
bool check_cast(ModuleState& state, uint64_t opcode, uint32_t from, uint32_t to);

/// An index of a GEP.
struct GepIndex {
  uint32_t type;     ///< Canonical type id.
  bool is_constant;  ///< Is an integer constant, which struct indices must be.
  uint64_t value;
};

/// Returns the type that a GEP of `source` (canonical) with those indices points to; the first index steps
/// over whole objects. Returns kNoType on failure; the state then has the error.
uint32_t gep_target(ModuleState& state, uint32_t source, std::span<const GepIndex> indices);

/// Whether record operands spell a text that begins with `prefix`.
bool spells_prefix(std::span<const uint64_t> characters, std::string_view prefix);
/// Returns the text that record operands spell.
String text_of(std::span<const uint64_t> characters);

}  // namespace trellis::dxil::bitcode
