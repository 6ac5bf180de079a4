// HLSL compute programs as trees. The generator makes them, the writer prints them and the machine executes
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::differential::hlsl {

/// Invocations per group, all along x.
inline constexpr uint32_t kGroupThreads = 64;

enum class Scalar : uint8_t { kBool, kInt16, kUint16, kInt, kUint, kInt64, kUint64, kHalf, kFloat };

inline bool is_signed(Scalar s) { return s == Scalar::kInt16 || s == Scalar::kInt || s == Scalar::kInt64; }
inline bool is_float(Scalar s) { return s >= Scalar::kHalf; }
inline bool is_integer(Scalar s) { return s != Scalar::kBool && !is_float(s); }
uint32_t bits_of(Scalar s);  ///< 1 for bool.

/// A scalar, a vector (several columns), a matrix (several rows) or a struct, or an array of one of these.
struct Type {
  Scalar scalar = Scalar::kUint;
  uint8_t rows = 1, columns = 1;
  uint32_t length = 0;     ///< Length of the array; 0: not an array.
  uint32_t structure = 0;  ///< 1 + index of the struct; 0: not a struct.

  bool operator==(const Type&) const = default;
  bool is_scalar() const { return rows == 1 && columns == 1 && length == 0 && structure == 0; }
  /// Returns true for a scalar or a vector.
  bool is_plain() const { return rows == 1 && length == 0 && structure == 0; }
  Type element() const;  ///< The type of an array's element, a matrix' row or a vector's component.
};

enum class Op : uint8_t {
  kConstant,  ///< value: the bits; a float has those of a double.
  // Places: expressions that can be assigned to.
  kVariable,  ///< value: the local variable's index, or kGlobal + the global variable's.
  kMember,    ///< value: the member's index.
  kIndex,     ///< Of arrays, matrices and vectors; operands: the place, the index.
  kSwizzle,   ///< value: 2 bits per component, the first in the lowest bits.
  kTexel,     ///< Of a texture; operands: the texture, x, y.
  kRawLoad,   ///< Of a byte address buffer; operands: the buffer, the index of the first word.
  // Componentwise operations.
  kNegate,
  kNot,
  kLogicalNot,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kAnd,
  kOr,
  kXor,
  kShl,
  kShr,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kMin,
  kMax,
  kClamp,
  kAbs,
  kSign,
  kCountBits,
  kReverseBits,
  kFirstBitLow,
  kFirstBitHigh,
  kMad,
  kSelect,
  kFloor,
  kCeil,
  kTrunc,
  kRound,
  kFrac,
  kSaturate,
  kCast,
  // Operations on scalars with short-circuit evaluation.
  kLogicalAnd,
  kLogicalOr,
  kChoose,
  // Operations on vectors and matrices.
  kConstruct,
  kDot,
  kAny,
  kAll,
  kMatMul,
  kTranspose,
  kHalfBits,
  kFromHalfBits,
  // Wave operations.
  kLaneIndex,
  kLaneCount,
  kIsFirstLane,
  kActiveSum,
  kActiveProduct,
  kActiveMin,
  kActiveMax,
  kActiveAnd,
  kActiveOr,
  kActiveXor,
  kActiveCountBits,
  kActiveAllTrue,
  kActiveAnyTrue,
  kActiveAllEqual,
  kBallot,
  kPrefixSum,
  kPrefixProduct,
  kPrefixCountBits,
  kReadFirst,
  kReadLane,
  kMatch,
  // Quad operations.
  kQuadX,
  kQuadY,
  kQuadDiagonal,
  kQuadLane,
  kCall,  ///< value: the function, which must not have inout parameters.
};

struct Expr {
  Op op = Op::kConstant;
  Type type;
  uint64_t value = 0;
  std::vector<Expr> operands;
};

enum class StatementKind : uint8_t {
  kAssign,  ///< exprs: place, value.
  kIf,      ///< exprs: condition; lists: then, else.
  kFor,     ///< for (counter = 0; condition; ++counter) lists[0]; number: the counter, a local variable.
  kWhile,
  kDoWhile,
  kForever,
  kSwitch,  ///< exprs: selector; lists: one per label. A list without a final break falls through into the
            ///< next.
  kCall,    ///< number: the function; exprs: arguments, then the place of the result if it has one.
  kBlock,   ///< { lists[0] }
  kBreak,
  kContinue,
  kReturn,  ///< exprs: the value, if the function has one.
  kBarrier,
  kAtomic,    ///< number: an AtomicOp; exprs: place, value, and optionally the place of the old value.
  kRawStore,  ///< number: the global; exprs: index of the first word, value.
};

enum class AtomicOp : uint8_t { kAdd, kMin, kMax, kAnd, kOr, kXor, kExchange };
inline constexpr uint32_t kAtomicOps = 7;

/// The attribute of a loop or branch.
enum class Hint : uint8_t { kNone, kLoop, kUnroll, kBranch };

inline constexpr uint32_t kGlobal = 1u << 31;
inline constexpr uint32_t kDefault = 0xffffffff;  ///< The label of the default case.

struct Statement;
using Statements = std::vector<Statement>;

struct Statement {
  StatementKind kind = StatementKind::kAssign;
  uint32_t number = 0;
  Hint hint = Hint::kNone;
  std::vector<Expr> exprs;
  std::vector<Statements> lists;
  std::vector<uint32_t> labels;
};

struct Struct {
  std::vector<Type> members;  ///< The members' types: neither structs nor arrays of structs.
};

enum class Passing : uint8_t { kLocal, kIn, kInOut, kOut };

struct Variable {
  Type type;
  Passing passing = Passing::kLocal;
  uint64_t initial = 0;  ///< The initial value of a scalar local; others are zero-initialized.
};

struct Function {
  std::string name;
  std::vector<Variable> variables;  ///< The parameters come first.
  bool returns_value = false;
  Type result;
  bool stays = false;  ///< The function is [noinline].
  Statements body;
  uint32_t parameters() const;
};

enum class Memory : uint8_t {
  kShared,     ///< groupshared
  kConstants,  ///< A constant buffer with rows of 16 bytes.
  kStructured,
  kRwStructured,
  kTyped,
  kRwTyped,
  kRaw,
  kRwRaw,
  kTexture,
  kRwTexture,
};

/// An array shared by all invocations; with kShared, by those of a group.
struct Global {
  std::string name;
  Memory memory = Memory::kShared;
  uint32_t index = 0;  ///< The number of its register.
  Type type;           ///< Includes the length; raw buffers have uint.
  uint32_t width = 0;  ///< The width of a texture; the height follows from the length.
};

/// Each group runs one entry function: `void NAME(uint t, inout uint x, inout uint h)`. x is the group's
/// element of the first input buffer, h the hash; both are written to the first output buffer at the end.
struct Program {
  uint64_t seed = 0;
  std::vector<Struct> structs;
  std::vector<Global> globals;
  std::vector<Function> functions;  ///< A function only calls earlier ones.
  std::vector<uint32_t> entries;    ///< The entry function of each group.
  bool native_16_bits = false;
};

uint32_t cells_of(const Program& program, const Type& type);

/// The first globals of every program: t0, indexed by thread and group, and u0.
inline constexpr uint32_t kInput = 0, kOutput = 1;

std::string to_hlsl(const Program& program);

/// Returns a type's name: "uint3", "float16_t", "S0"; an array's without its length.
std::string type_name(const Type& type);

}  // namespace trellis::differential::hlsl
