// HLSL as code for a stack machine: what the compiler of this folder makes, and its machine runs. It is the
// oracle of the debug information's tests: it knows the source alone, and says what each variable is at each
// line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::test_backend::hlsl {

/// Scalars; a literal takes the type of what it is used with.
enum class Base : uint8_t { kVoid, kBool, kLiteral, kInt, kUint, kUint64 };

constexpr uint32_t kNoType = UINT32_MAX;

/// Scalar or vector; with a count, an array of elements; with members, a struct.
struct Type {
  Base base = Base::kVoid;
  uint32_t width = 1;
  uint32_t element = kNoType, count = 0;
  std::vector<std::pair<std::string, uint32_t>> members;
  uint32_t slots = 0;  ///< A slot holds one scalar.
};

enum class Op : uint8_t {
  kPush,        ///< value
  kDrop,        ///< a slots
  kDuplicate,   ///< the top a slots
  kLoad,        ///< b slots from slot a of `space`
  kLoadAt,      ///< the same; the slot's offset is popped
  kStore,       ///< the top b slots to slot a of `space`
  kStoreAt,     ///< the same; beneath them lies the offset
  kBinary,      ///< value: Binary; two of a slots each of `base`
  kCast,        ///< a slots to `base`
  kPick,        ///< of a slots those whose numbers are the b digits of value, lowest first
  kSplat,       ///< the top slot a times
  kScale,       ///< the top slot times a
  kSelect,      ///< condition, two of a slots
  kJump,        ///< a
  kJumpIfZero,  ///< a
  kArm,     ///< The code up to a is run if the popped condition is not zero; else that from a to b, if any.
  kCall,    ///< function a
  kReturn,  ///< with a slots
  kLine,    ///< line a; b: variables in view
  kBufferLoad,    ///< of buffer a, b words; value: stride in words, or 0 if the index counts bytes
  kBufferStore,   ///< the same
  kBufferAtomic,  ///< value: Binary; pops a byte address and a number, pushes the old number
  kSharedAtomic,  ///< value: Binary; pops an offset from slot a, and a number
  kBarrier,
  kWave,  ///< value: Wave
  kCount,
};

enum class Space : uint8_t { kLocal, kShared, kGlobal };

// clang-format off
enum class Binary : uint8_t {
  kAdd, kSub, kMul, kDiv, kMod, kAnd, kOr, kXor, kShiftLeft, kShiftRight,
  kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kMax, kMin,
  kFirstBitLow, kCountBits, kReverseBits,  ///< Of the first number alone.
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

/// A scalar of a variable: "acc", "id.0".
struct Part {
  uint32_t name = 0;  ///< Into Program::part_names.
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

/// A buffer of the source, or a constant buffer: where its words begin among the globals.
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
  std::vector<std::vector<Part>> views;  ///< What kLine sees.
  std::vector<std::string> part_names;
  uint32_t start = 0;  ///< Fills the globals and calls main.
  uint32_t entry = 0;  ///< A function.
  uint32_t shared_slots = 0, global_slots = 0;
  uint32_t group[3] = {1, 1, 1};
  std::string fault;  ///< Why there is no program.
};

/// Functions, buffers and structs; what the shaders of `variants` use of statements and expressions.
Program compile(const std::string& source);

}  // namespace trellis::test_backend::hlsl
