// What the parts of the bitcode check share: the module as far as it has been read, and one checking function
// for each kind of block. See bitcode_check.hpp.
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

namespace trellis::dxil::bitcode {

enum class ValueKind : uint8_t { kGlobal, kFunction, kInteger, kUndef, kConstant, kArgument, kInstruction };

/// What a value id stands for.
struct Value {
  /// kInteger: its value, zero-extended. kFunction: index into ModuleState::functions. Other pointers: the
  /// canonical type they point to, or kNoType where the bitcode no longer says.
  uint64_t bits = kNoType;
  uint32_t type = kNoType;  ///< Canonical.
  ValueKind kind = ValueKind::kConstant;

  bool is_constant() const { return kind <= ValueKind::kConstant; }
  bool is_integer() const { return kind == ValueKind::kInteger; }
};

/// LLVM's own functions that DXIL may hold.
enum class Intrinsic : uint8_t { kNone, kDebugDeclare, kDebugValue, kLifetime };

/// Atomic operations of DXIL whose functions may have to be given another type.
enum class AtomicOperation : uint8_t { kNone, kBinary, kCompareExchange };

struct Function {
  uint32_t value = 0;     ///< Its value id.
  uint32_t type = 0;      ///< Canonical function type.
  uint32_t own_type = 0;  ///< Function type as its record names it.
  AtomicOperation atomic = AtomicOperation::kNone;
  bool has_body = false;
  Intrinsic intrinsic = Intrinsic::kNone;
  uint64_t body_start = 0;  ///< Bit position of its FUNCTION_BLOCK's header.
};

/// Texts that say how a loop is to be unrolled.
enum LoopHint : uint32_t { kNoLoopHint, kUnrollDisable, kUnroll };

inline constexpr uint8_t kMdLocalValue = 200;  ///< VALUE of an argument or instruction.

/// Kinds of metadata, as far as LLVM looks into attachments while it reads, or decoding does.
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

/// What an operand of a debug information node must be. Checked when the whole block has been read.
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
  uint32_t node;     ///< The node that refers.
  uint32_t operand;  ///< The id that it refers to.
  MetadataRole role;
};

/// A call that passes metadata. Which function it calls is known only when all names have been read.
struct MetadataCall {
  uint32_t function = 0;  ///< Index into functions.
  uint32_t count = 0;
  uint32_t operands[3] = {};  ///< Codes of the metadata passed (MetadataRecord::code).
  uint32_t empty_tuple = 0;   ///< Bit i: operand i is a tuple without operands.
  uint64_t start = 0;         ///< Bit position of the call.
};

/// An operand that LLVM is to see with another value.
struct Repair {
  OperandPlace place;
  uint64_t value;
};

/// Where the record of a function type that atomic operations have keeps its result and its last parameters.
struct AtomicType {
  uint32_t type = kNoType;  ///< Not canonical.
  std::optional<OperandPlace> result, before_last, last;
};

/// That an atomic operation's function is called with wider values than it declares.
struct Widening {
  uint32_t function = 0;
  uint32_t type = kNoType;  ///< Canonical: what it is called with.
  bool is_wanted = false;
};

struct ModuleState {
  ModuleState(std::span<const uint8_t> bitcode, uint64_t file_offset)
      : reader(bitcode, file_offset), size(bitcode.size()) {
    // A little more than shaders have of each, so that most vectors are allocated once.
    values.reserve(size / 8);
    metadata.reserve(size / 32);
    metadata_operands.reserve(size / 16);
  }

  BitstreamReader reader;
  uint64_t size;  ///< Bytes of bitcode; also the limit LLVM sets to forward references.
  TypeTable types;
  bool has_types = false;
  uint32_t version = 0;

  Vector<Value> values;
  Vector<Function> functions;
  Vector<uint32_t> bodies;  ///< Indices of the functions with bodies, in the order the bodies come.
  uint32_t next_body = 0;

  struct Initializer {
    uint32_t global, value;
  };
  Vector<Initializer> initializers;

  /// Names in the string table (version 2), checked when the table has been read.
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
  Vector<AttachmentKind> attachment_kinds;  ///< By the module's kind ids.
  uint64_t forward_metadata = 0;            ///< Nodes that refer to later ones.
  uint32_t metadata_depth = 0;
  Vector<MetadataCall> metadata_calls;

  /// Values of a function that its metadata refers to before they are defined.
  struct LocalForward {
    uint32_t value, type;
  };
  Vector<LocalForward> local_forward;

  RecordedCode* code = nullptr;                   ///< Null if nothing is to be recorded.
  bool records_names = false;                     ///< Those of arguments and results, too.
  RecordedFunction* recorded_function = nullptr;  ///< The one whose body is being read.
  uint32_t module_metadata = 0;                   ///< Their number, when bodies are being read.
  /// Recorded of the bodies that have been read. First operands count from the first of these operands on.
  Vector<MetadataRecord> function_metadata;
  Vector<uint32_t> function_metadata_operands;
  Vector<Repair> repairs;
  /// By number of an attribute group, in the order of the records, or by number of a list: those that are texts.
  struct NumberedAttributes {
    uint32_t number;
    FunctionAttributes texts;
  };
  Vector<NumberedAttributes> text_groups, text_lists;
  Vector<AtomicType> atomic_types;
  Widening widen;  ///< Set when the check fails for this reason.

  /// The place that the metadata of a reference (id + 1, or 0) has in MetadataTables::records, + 1.
  uint32_t recorded_place(uint64_t reference) const {
    const uint64_t moved = reference > module_metadata && recorded_function != nullptr ? function_metadata.size() : 0;
    return static_cast<uint32_t>(reference + moved);
  }

  bool fail(const String& message) { return reader.fail(message); }
  bool fail_unsupported(const String& message) { return reader.fail_unsupported(message); }

  /// Whether `id` is the id of a defined type; fails if not.
  bool check_type(uint64_t id) {
    if (types.defined(id)) [[likely]]
      return true;
    return fail_type(id);
  }
  bool fail_type(uint64_t id);
  /// Value::bits for a pointer whose type has that id (not the canonical one): the type it points to.
  uint64_t pointee(uint32_t type) const {
    const Type& pointer = types[type];
    if (pointer.kind != TypeKind::kPointer || pointer.element == kNoType) return kNoType;
    return types[pointer.element].kind == TypeKind::kUndefined ? kNoType : types.canonical(pointer.element);
  }
};

// Each of these is called when the reader has entered the block, and returns after the block's end. False:
// the reader has the error.

bool check_type_block(ModuleState& state);
bool check_attribute_block(ModuleState& state);
bool check_attribute_group_block(ModuleState& state);
bool check_constants_block(ModuleState& state);
bool check_metadata_block(ModuleState& state, bool in_function);
bool check_metadata_kind_block(ModuleState& state);
bool check_function_block(ModuleState& state, uint32_t function);
/// The order of uses: of the module's values, or of the values of a function with that many blocks.
bool check_use_list_block(ModuleState& state, uint32_t block_count);

/// A METADATA_ATTACHMENT block of a function with that many instructions.
bool check_metadata_attachment_block(ModuleState& state, uint64_t instruction_count);

/// `operands`: pairs of kind and node id.
bool check_attachments(ModuleState& state, std::span<const uint64_t> operands, bool on_instruction);

/// DXC writes casts from groupshared to other pointers as bitcasts, which are for pointers of one address
/// space: such a cast, of canonical types, becomes the one that it has to be.
void repair_cast(ModuleState& state, uint64_t& opcode, uint32_t from, uint32_t to, const OperandPlace& place);

/// Whether the cast with that number in the bitcode can convert one type to the other (both canonical).
bool check_cast(ModuleState& state, uint64_t opcode, uint32_t from, uint32_t to);

/// One index of a GEP.
struct GepIndex {
  uint32_t type;     ///< Canonical.
  bool is_constant;  ///< An integer constant: the only index that a struct takes.
  uint64_t value;
};

/// The type at the end of a GEP of `source` (canonical) with those indices; the first index steps over whole
/// objects. kNoType: the state has the error.
uint32_t gep_target(ModuleState& state, uint32_t source, std::span<const GepIndex> indices);

/// Whether record operands spell text that begins with `prefix`.
bool spells_prefix(std::span<const uint64_t> characters, std::string_view prefix);
/// Record operands as the text they spell.
String text_of(std::span<const uint64_t> characters);

}  // namespace trellis::dxil::bitcode
