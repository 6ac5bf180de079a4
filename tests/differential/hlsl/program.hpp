// Compute programs in HLSL as trees: what the generator makes, the writer prints and the machine executes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::differential::hlsl {

/// Invocations of a group: its x is 64.
inline constexpr uint32_t kGroupThreads = 64;

enum class Scalar : uint8_t { kBool, kInt16, kUint16, kInt, kUint, kInt64, kUint64, kHalf, kFloat };

inline bool is_signed(Scalar s) { return s == Scalar::kInt16 || s == Scalar::kInt || s == Scalar::kInt64; }
inline bool is_float(Scalar s) { return s >= Scalar::kHalf; }
inline bool is_integer(Scalar s) { return s != Scalar::kBool && !is_float(s); }
uint32_t bits_of(Scalar s);  ///< 1 for bool.

/// A scalar, a vector (of several columns), a matrix (of several rows) or a struct, or an array of such.
struct Type {
  Scalar scalar = Scalar::kUint;
  uint8_t rows = 1, columns = 1;
  uint32_t length = 0;     ///< Of the array; 0: none.
  uint32_t structure = 0;  ///< 1 + index of the struct; 0: none.

  bool operator==(const Type&) const = default;
  bool is_scalar() const { return rows == 1 && columns == 1 && length == 0 && structure == 0; }
  bool is_plain() const { return rows == 1 && length == 0 && structure == 0; }  ///< A scalar or a vector.
  Type element() const;  ///< Of an array; the row of a matrix; the component of a vector.
};

enum class Op : uint8_t {
  kConstant,  ///< value: the bits; of floats those of a double.
  // Places.
  kVariable,  ///< value: the local variable's index, or kGlobal + the global one's.
  kMember,    ///< value: the member's index.
  kIndex,     ///< Of arrays, matrices and vectors: the second operand.
  kSwizzle,   ///< value: 2 bits a component, the first lowest.
  kTexel,     ///< Of a texture: the operands x and y follow it.
  kRawLoad,   ///< Of a byte address buffer: the index of the first word follows it.
  // Componentwise.
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
  // Of scalars, evaluated as far as needed.
  kLogicalAnd,
  kLogicalOr,
  kChoose,
  // Of vectors and matrices.
  kConstruct,
  kDot,
  kAny,
  kAll,
  kMatMul,
  kTranspose,
  kHalfBits,
  kFromHalfBits,
  // Of waves.
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
  // Of quads.
  kQuadX,
  kQuadY,
  kQuadDiagonal,
  kQuadLane,
  kCall,  ///< value: the function, which has no inout parameters.
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
  kSwitch,  ///< exprs: selector; lists by label. A list that ends without break falls into the next.
  kCall,    ///< number: the function; exprs: arguments, then the place of the result if it has one.
  kBlock,   ///< { lists[0] }
  kBreak,
  kContinue,
  kReturn,  ///< exprs: the value, if the function has one.
  kBarrier,
  kAtomic,    ///< number: an AtomicOp; exprs: place, value, and where to put the old value, or nothing.
  kRawStore,  ///< number: the global; exprs: index of the first word, value.
};

enum class AtomicOp : uint8_t { kAdd, kMin, kMax, kAnd, kOr, kXor, kExchange };
inline constexpr uint32_t kAtomicOps = 7;

/// Before loops and branches.
enum class Hint : uint8_t { kNone, kLoop, kUnroll, kBranch };

inline constexpr uint32_t kGlobal = 1u << 31;
inline constexpr uint32_t kDefault = 0xffffffff;  ///< A label.

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
  std::vector<Type> members;  ///< Neither structs nor arrays of them.
};

enum class Passing : uint8_t { kLocal, kIn, kInOut, kOut };

struct Variable {
  Type type;
  Passing passing = Passing::kLocal;
  uint64_t initial = 0;  ///< Of scalar locals; others start as zeros.
};

struct Function {
  std::string name;
  std::vector<Variable> variables;  ///< The parameters first.
  bool returns_value = false;
  Type result;
  bool stays = false;  ///< [noinline]
  Statements body;
  uint32_t parameters() const;
};

enum class Memory : uint8_t {
  kShared,     ///< groupshared
  kConstants,  ///< A constant buffer of rows of 16 bytes.
  kStructured,
  kRwStructured,
  kTyped,
  kRwTyped,
  kRaw,
  kRwRaw,
  kTexture,
  kRwTexture,
};

/// One array that all invocations share; kShared: those of a group.
struct Global {
  std::string name;
  Memory memory = Memory::kShared;
  uint32_t index = 0;  ///< Of its register.
  Type type;           ///< With the length; raw buffers: uint.
  uint32_t width = 0;  ///< Of textures; the height follows from the length.
};

/// Groups run one entry function each: `void NAME(uint t, inout uint x, inout uint h)`. x is the first input
/// buffer's element, h the hash; both are written to the first output buffer at the end.
struct Program {
  uint64_t seed = 0;
  std::vector<Struct> structs;
  std::vector<Global> globals;
  std::vector<Function> functions;  ///< A function calls only those before it.
  std::vector<uint32_t> entries;    ///< By group; functions.
  bool native_16_bits = false;
};

uint32_t cells_of(const Program& program, const Type& type);

/// The first globals of every program: t0, by thread and group, and u0.
inline constexpr uint32_t kInput = 0, kOutput = 1;

std::string to_hlsl(const Program& program);

/// Names of types: "uint3", "float16_t", "S0"; arrays without their length.
std::string type_name(const Type& type);

}  // namespace trellis::differential::hlsl
