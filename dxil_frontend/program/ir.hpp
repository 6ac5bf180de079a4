// The program as plain data: types, constants, globals, and functions of basic blocks. Nothing after the
// front end sees an LLVM type or a record of the bitcode.
//
// Each function has one dense space of value ids: first the module-level values (constants, globals,
// functions), 0 .. Module::values.size() - 1, then the function's arguments, then the results of its
// instructions (not necessarily in the order of the instructions).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cfg/graph.hpp"
#include "dxil_frontend/program/debug_info.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

using TypeId = uint32_t;
using ValueId = uint32_t;
using cfg::BlockId;
using cfg::kNone;

enum class TypeKind : uint8_t { kVoid, kInt, kFloat, kPointer, kVector, kArray, kStruct, kFunction, kOther };

/// An interned type: equal types have equal ids. Structs are distinct by identity, as in LLVM.
struct Type {
  TypeKind kind = TypeKind::kVoid;
  uint8_t bits = 0;           ///< kInt: 1, 8, 16, 32, 64; kFloat: 16, 32, 64.
  uint8_t address_space = 0;  ///< kPointer: 0 local, 3 groupshared, ... (DXIL's address spaces).
  bool is_packed = false;     ///< kStruct: there is no padding, and the alignment is 1. dxc makes none.
  TypeId element = kNone;     ///< kVector, kArray: the element type.
  uint64_t count = 0;         ///< kVector, kArray: number of elements.
  Vector<TypeId> members;     ///< kStruct: the member types.
  String name;                ///< kStruct: the name ("dx.types.Handle", "struct.P"), or empty.
};

enum class ConstantKind : uint8_t {
  kScalar,     ///< Int or float: `bits` holds the zero-extended bit pattern.
  kNull,       ///< Zero of any type (aggregates included).
  kUndef,      ///< Undef or poison of any type.
  kAggregate,  ///< Array, struct or vector of values: elements are ValueIds in Module::constant_elements.
  kData,       ///< Array or vector of scalars: elements are bit patterns in Module::constant_data.
  kAddress,    ///< Constant GEP: base and index ValueIds; `bits` is the source element TypeId.
};

struct Constant {
  ConstantKind kind = ConstantKind::kUndef;
  uint64_t bits = 0;
  uint32_t first_element = 0;
  uint32_t element_count = 0;
};

/// A global variable: groupshared, constant table, per-thread static, or a resource symbol of a library.
struct Global {
  String name;
  TypeId value_type = kNone;
  uint8_t address_space = 0;
  bool is_constant = false;
  bool is_external = false;
  ValueId initializer = kNone;  ///< A module-level value, or kNone.
};

/// The declaration of a DXIL operation, kept for what only its name contains.
struct DxOpCallee {
  String name;      ///< "dx.op.traceRay.struct.Payload".
  String overload;  ///< The part after the call class: "struct.Payload", "f32"; empty if there is none.
  TypeId overload_type =
      kNone;  ///< The struct type that `overload` names (payload, attributes, record), or kNone.
};

enum class ValueKind : uint8_t { kConstant, kGlobal, kFunction };

/// A module-level value. `index` is that of the constant, global or function.
struct Value {
  ValueKind kind = ValueKind::kConstant;
  TypeId type = kNone;
  uint32_t index = 0;
};

// clang-format off
enum class Opcode : uint8_t {
  // Terminators. Successors are the block's edges in the graph, in slot order.
  kReturn,       ///< operands: none, or the value.
  kBranch,       ///< one successor.
  kCondBranch,   ///< operand: condition (i1). Slot 0 if true, slot 1 if false.
  kSwitch,       ///< operand: selector. Slot 0 is the default; slot i + 1 has case value Function::case_values[aux + i].
  kUnreachable,
  // Integer and float arithmetic: two operands.
  kAdd, kSub, kMul, kUDiv, kSDiv, kURem, kSRem, kShl, kLShr, kAShr, kAnd, kOr, kXor,
  kFAdd, kFSub, kFMul, kFDiv, kFRem,
  kFNeg,         ///< one operand.
  kICmp, kFCmp,  ///< two operands; aux: Predicate.
  kSelect,       ///< condition, if true, if false.
  // Conversions: one operand. Pointer-to-pointer bitcasts do not occur (they are looked through).
  kTrunc, kZExt, kSExt, kFPTrunc, kFPExt, kFPToUI, kFPToSI, kUIToFP, kSIToFP, kBitcast, kAddrSpaceCast,
  kFreeze,       ///< one operand: a copy.
  // Memory.
  kAlloca,       ///< aux: allocated TypeId. operand: none (count 1) or a constant count.
  kLoad,         ///< operand: pointer. type: loaded type. aux: alignment in bytes.
  kStore,        ///< operands: value, pointer. aux: alignment in bytes.
  kGep,          ///< operands: base pointer, indices. aux: source element TypeId.
  kAtomicRmw,    ///< operands: pointer, value. aux: AtomicOp. Result: old value.
  kCmpXchg,      ///< operands: pointer, expected, new value. Result: struct { T old, i1 success }.
  kFence,
  // Aggregates and vectors.
  kExtractValue,    ///< operand: aggregate. aux: the one index (deeper paths are split into several).
  kInsertValue,     ///< operands: aggregate, value. aux: the one index.
  kExtractElement,  ///< operands: vector, index.
  kInsertElement,   ///< operands: vector, value, index.
  kShuffleVector,   ///< operands: two vectors. aux: first of its mask in Function::shuffle_masks (-1: undef).
  kPhi,             ///< operands: one value for each in-edge, in graph.in_edges(block) order.
  kCall,            ///< a function of the module: aux: index into Module::functions. operands: arguments.
  kDxOp,            ///< a DXIL operation: aux: the number of its Op. operands: arguments without that number.
  kIntrinsic,       ///< an LLVM intrinsic that is not a no-op: aux: index into Module::strings (its name).
};

enum class Predicate : uint8_t {
  kEq, kNe, kUgt, kUge, kUlt, kUle, kSgt, kSge, kSlt, kSle,                                   // kICmp
  kFalse, kOeq, kOgt, kOge, kOlt, kOle, kOne, kOrd, kUno, kUeq, kFUgt, kFUge, kFUlt, kFUle, kUne, kTrue,  // kFCmp
};

enum class AtomicOp : uint8_t { kAdd, kSub, kAnd, kOr, kXor, kMin, kMax, kUMin, kUMax, kExchange };
// clang-format on

/// The number of a DXIL operation (dxil_op.hpp).
enum class Op : uint32_t;

/// Bits of Instruction::flags.
enum InstructionFlags : uint8_t {
  kFast = 1,        ///< Fast-math: not "precise"; may be contracted.
  kPrecise = 2,     ///< dx.precise metadata: must not be contracted.
  kNonUniform = 4,  ///< dx.nonuniform metadata (on address computations into resource arrays).
  kVolatile = 8,
};

struct Instruction {
  Opcode opcode = Opcode::kUnreachable;
  uint8_t flags = 0;
  uint16_t callee = 0;     ///< kDxOp: 1 + index into Module::dx_op_callees; 0: unknown.
  TypeId type = kNone;     ///< The result's type; the void type if there is no result.
  ValueId result = kNone;  ///< kNone if the type is void.
  uint32_t first_operand = 0;
  uint32_t operand_count = 0;
  uint32_t aux = 0;

  /// Returns the DXIL operation. Only for kDxOp.
  Op op() const { return static_cast<Op>(aux); }
  bool is(Op op) const { return opcode == Opcode::kDxOp && this->op() == op; }
};

/// The source position of an instruction.
struct SourcePosition {
  uint32_t line = 0;       ///< From 1; 0 if unknown.
  uint32_t column = 0;     ///< From 1; 0 if unknown.
  uint32_t file = 0;       ///< Index into Module::source_files; kNone if unknown.
  uint32_t place = kNone;  ///< Index into DebugInfo::places; kNone if unknown.
  /// Range in Function::bindings: the bindings of variables that take effect right before the instruction.
  uint32_t first_binding = 0, end_of_bindings = 0;

  bool has_bindings() const { return first_binding != end_of_bindings; }
  /// Prepends the bindings of the instruction right before this one, which is being removed.
  void take_bindings_of(const SourcePosition& before) {
    if (before.has_bindings() && !has_bindings()) end_of_bindings = before.end_of_bindings;
    if (before.has_bindings()) first_binding = before.first_binding;
  }
  void drop_bindings() { first_binding = end_of_bindings = 0; }
  /// Whether both are the same position in the text; their places and bindings may differ.
  friend bool operator==(const SourcePosition& a, const SourcePosition& b) {
    return a.line == b.line && a.column == b.column && a.file == b.file;
  }
};

/// A file that positions refer to.
struct SourceFile {
  String name;
  String text;  ///< From dx.source.contents, or empty.
};

/// The source name of a local value.
struct ValueName {
  ValueId value = kNone;
  String name;
};

/// Hints from dx.controlflow.hints and llvm.loop on a block's terminator.
struct BlockHints {
  bool flatten = false, branch = false;      ///< Apply to the selection at this block.
  bool unroll = false, dont_unroll = false;  ///< Apply to the loop whose latch this block is.
};

struct BasicBlock {
  uint32_t first_instruction = 0;
  uint32_t instruction_count = 0;  ///< Phis first, one terminator last.
  BlockHints hints;
};

struct Function {
  String name;
  TypeId return_type = kNone;
  ValueId first_local = 0;        ///< The id of the first argument: Module::values.size().
  Vector<TypeId> argument_types;  ///< Argument i is value first_local + i.
  Vector<TypeId> local_types;     ///< Entry i is the type of value first_local + i, arguments included.
  Vector<BasicBlock> blocks;      ///< Empty for a declaration. Block 0 is the entry.
  Vector<Instruction> instructions;
  Vector<ValueId> operands;
  Vector<uint64_t> case_values;
  Vector<int32_t> shuffle_masks;
  cfg::Graph graph;                  ///< The control flow graph of the blocks.
  Vector<SourcePosition> positions;  ///< One for each instruction; empty without debug info.
  Vector<ValueName> names;           ///< At most one for each value; empty if names were not requested.
  Vector<DebugBinding> bindings;     ///< In the order of the instructions they precede.
  uint32_t debug_scope = kNone;      ///< The source function: into DebugInfo::scopes; kNone if unknown.
  String denorm_mode;                ///< Attribute fp32-denorm-mode ("any", "preserve", "ftz"), or empty.
  bool waves_include_helper_lanes = false;  ///< Attribute waveops-include-helper-lanes.

  std::span<const Instruction> instructions_of(BlockId block) const {
    return {instructions.data() + blocks[block].first_instruction, blocks[block].instruction_count};
  }
  std::span<const ValueId> operands_of(const Instruction& instruction) const {
    return {operands.data() + instruction.first_operand, instruction.operand_count};
  }
  /// Returns the source position of an instruction of this function; its line is 0 if it is unknown.
  SourcePosition position_of(const Instruction& instruction) const {
    if (positions.empty()) return {};
    return positions[static_cast<size_t>(&instruction - instructions.data())];
  }
};

struct Module {
  Vector<Type> types;
  Vector<Value> values;
  Vector<Constant> constants;
  Vector<ValueId> constant_elements;
  Vector<uint64_t> constant_data;
  Vector<Global> globals;
  Vector<Function> functions;  ///< Without DXIL operations. User functions may lack a body.
  Vector<DxOpCallee> dx_op_callees;
  Vector<String> strings;
  Vector<SourceFile> source_files;  ///< In the order in which positions first name them.
  DebugInfo debug;                  ///< Empty if it was not requested.

  struct Size {
    uint64_t blocks = 0, instructions = 0;
  };
  /// Returns the total over all functions.
  Size size() const {
    Size sum;
    for (const Function& function : functions) {
      sum.blocks += function.blocks.size();
      sum.instructions += function.instructions.size();
    }
    return sum;
  }
  TypeId type_of(const Function& function, ValueId value) const {
    return value < values.size() ? values[value].type : function.local_types[value - function.first_local];
  }
  bool is_module_value(ValueId value) const { return value < values.size(); }
  /// Returns the constant that a value is, or null.
  const Constant* constant(ValueId value) const {
    return value < values.size() && values[value].kind == ValueKind::kConstant
               ? &constants[values[value].index]
               : nullptr;
  }
  /// Returns the bit pattern of a scalar constant: zero for null and, arbitrarily, for undef. Empty for other
  /// values.
  std::optional<uint64_t> scalar_bits(ValueId value) const {
    const Constant* c = constant(value);
    if (c == nullptr) return std::nullopt;
    if (c->kind == ConstantKind::kScalar) return c->bits;
    if (c->kind == ConstantKind::kNull || c->kind == ConstantKind::kUndef) return 0;
    return std::nullopt;
  }
  bool is_undef(ValueId value) const {
    const Constant* c = constant(value);
    return c != nullptr && c->kind == ConstantKind::kUndef;
  }
};

}  // namespace trellis::dxil
