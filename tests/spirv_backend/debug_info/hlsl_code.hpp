// Code for a stack machine: the compiler in this folder makes it from HLSL, and the machine runs it. It is
// the oracle for the tests of debug information: it depends only on the source, and gives the value of each
// variable at each line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::test_backend::hlsl {

/// Scalar types. A literal takes the type of the operand that it is used with.
enum class Base : uint8_t { kVoid, kBool, kLiteral, kInt, kUint, kUint64 };

constexpr uint32_t kNoType = UINT32_MAX;

/// A scalar or vector; an array if `count` is not 0; a struct if `members` is not empty.
struct Type {
  Base base = Base::kVoid;
  uint32_t width = 1;
  uint32_t element = kNoType, count = 0;
  std::vector<std::pair<std::string, uint32_t>> members;
  uint32_t slots = 0;  ///< Size of the type; a slot holds one scalar.
};

enum class Op : uint8_t {
  kPush,         ///< Pushes `value`.
  kDrop,         ///< Drops `a` slots.
  kDuplicate,    ///< Duplicates the top `a` slots.
  kLoad,         ///< Pushes b slots from slot a of `space`.
  kLoadAt,       ///< Like kLoad; pops an offset that is added to a.
  kStore,        ///< Pops b slots and stores them at slot a of `space`.
  kStoreAt,      ///< Like kStore; the offset, which is added to a, is below the values on the stack.
  kBinary,       ///< Applies the Binary in `value` to two operands of a slots of type `base`.
  kCast,         ///< Converts the top a slots to `base`.
  kPick,         ///< Replaces the top a slots by those b of them that the hex digits of `value` number.
  kSplat,        ///< Replaces the top slot by a copies of it.
  kScale,        ///< Multiplies the top slot by a.
  kSelect,       ///< Pops a condition and two values of a slots, and pushes one of the values.
  kJump,         ///< Jumps to a.
  kJumpIfZero,   ///< Pops a condition, and jumps to a if it is zero.
  kArm,          ///< Pops a condition; runs the code up to a if it holds, else that from a to b, if any.
  kCall,         ///< Calls function a.
  kReturn,       ///< Returns from a function with the top a slots as its result.
  kLine,         ///< Begins line a; b is the index in Program::views of the variables in scope.
  kBufferLoad,   ///< Pops an index, pushes b words of buffer a. `value`: stride in words, 0 for a byte index.
  kBufferStore,  ///< Like kBufferLoad; pops an index and b words, and stores them.
  kBufferAtomic,  ///< Pops a byte address and an operand, applies Binary `value`, pushes the old value.
  kSharedAtomic,  ///< Like kBufferAtomic, with an offset from slot a instead of the address.
  kBarrier,
  kWave,  ///< Performs the Wave in `value`.
  kCount,
};

enum class Space : uint8_t { kLocal, kShared, kGlobal };

// clang-format off
enum class Binary : uint8_t {
  kAdd, kSub, kMul, kDiv, kMod, kAnd, kOr, kXor, kShiftLeft, kShiftRight,
  kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kMax, kMin,
  kFirstBitLow, kCountBits, kReverseBits,  ///< These use only the first operand.
};

enum class Wave : uint8_t { kReadFirst, kMax, kMin, kAllEqual };
// clang-format on

struct Instruction {
  Op op = Op::kPush;
  Space space = Space::kLocal;
  Base base = Base::kUint;
  uint32_t a = 0, b = 0;
  uint64_t value = 0;
};

/// A scalar of a variable, such as "acc" or "id.0".
struct Part {
  uint32_t name = 0;  ///< Index in Program::part_names.
  uint32_t slot = 0;
};

struct Parameter {
  uint32_t type = kNoType, slot = 0;
  bool is_in = true, is_out = false;
  std::string semantic;
};

struct Function {
  std::string name;
  uint32_t result = kNoType, begin = 0, slots = 0, parameter_slots = 0;
  std::vector<Parameter> parameters;
};

/// A buffer or constant buffer of the source.
struct Buffer {
  std::string name;
  uint32_t register_number = 0;
  char register_letter = 't';
  bool is_raw = false;
  uint32_t element = kNoType;
};

struct ConstantWords {
  uint32_t buffer = 0, word = 0, slot = 0, count = 0;
};

struct Program {
  std::vector<Type> types;
  std::vector<Instruction> code;
  std::vector<Function> functions;
  std::vector<Buffer> buffers;
  std::vector<ConstantWords> constants;
  std::vector<std::vector<Part>> views;  ///< The variables in scope at each kLine.
  std::vector<std::string> part_names;
  uint32_t start = 0;  ///< The code that fills the globals and calls main.
  uint32_t entry = 0;  ///< Index of main in `functions`.
  uint32_t shared_slots = 0, global_slots = 0;
  uint32_t group[3] = {1, 1, 1};
  std::string fault;  ///< The reason why the source does not compile, else empty.
};

/// Compiles a source. Supports functions, buffers and structs, and the statements and expressions that the
/// shaders of `variants` use.
Program compile(const std::string& source);

}  // namespace trellis::test_backend::hlsl
