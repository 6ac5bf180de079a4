// The generator's state, shared by its two parts: statements (generate.cpp) and expressions
// (generate_expr.cpp).
#pragma once

#include <utility>
#include <vector>

#include "tests/differential/hlsl/generate.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential::hlsl {

/// For a value: the lanes among which it is uniform. For control flow: the lanes that reach a point together,
/// all or none.
enum class Level : uint8_t { kNone, kQuad, kWave, kGroup };

inline Expr made_expr(Op op, Type type, std::vector<Expr> operands, uint64_t value = 0) {
  return {op, type, value, std::move(operands)};
}
inline constexpr Type kUintType = {};
inline constexpr Type kBoolType = {Scalar::kBool};
inline Type type_of(Scalar scalar, uint32_t columns = 1) {
  return {scalar, 1, static_cast<uint8_t>(columns)};
}
inline Expr constant_of(Type type, uint64_t value) { return made_expr(Op::kConstant, type, {}, value); }
inline Expr uint_of(uint64_t value) { return constant_of(kUintType, value); }

/// A float with the bounds that keep sums and products exact: it is a multiple of 2^-fraction and less than
/// 2^bits.
struct Bounded {
  Expr expr;
  uint32_t bits = 0, fraction = 0;
};

class Generator {
 public:
  Generator(uint64_t seed, const Shape& shape);
  Program run();

 private:
  /// State of the function being written.
  struct Body {
    Function function;
    std::vector<Level> levels;   ///< Uniformity of the variables' values.
    std::vector<bool> fixed;     ///< Variables that are only changed by loops.
    Level level = Level::kNone;  ///< Uniformity of the control flow at the function's start.
    uint32_t loops = 0;
    bool may_return = true;
    bool in_loop = false, in_switch = false;
    Level loop_level = Level::kNone, switch_level = Level::kNone;  ///< Needed to jump.
  };

  // Program (generate.cpp).
  void add_globals();
  void add_structs();
  void add_global(Memory memory, const char* prefix, uint32_t index, Type type, uint32_t width = 0);
  void write_entry(uint32_t group);
  uint32_t write_function(Level level, bool returns_value);
  void add_locals(uint32_t count);
  uint32_t new_local(Type type, Level level = Level::kNone);
  void fold_locals(Statements& list);
  Type random_type();
  Type random_plain_type();
  Type random_raw_type();  ///< A type for reads and writes of byte address buffers.
  Scalar random_scalar();

  // Statements (generate.cpp).
  Statements list(uint32_t depth);
  void statement(Statements& list, uint32_t depth);
  Statement jump();
  Statement vote();
  Statement step();
  Statement assignment();
  Statement branch(uint32_t depth);
  void loop(Statements& list, uint32_t depth);
  Statement choice(uint32_t depth);
  void call(Statements& list, uint32_t depth);
  void shared_phase(Statements& list, uint32_t depth);
  void shared_atomics(Statements& list, uint32_t depth);
  Statement memory_statement();
  Expr own_slot(uint32_t global);
  Level random_level();
  /// Writes a list under control flow of at most that level.
  Statements inner(uint32_t depth, Level level);

  // Expressions (generate_expr.cpp). `wanted` is the level at which lanes must share the value.
  Expr condition(uint32_t depth, Level wanted);
  Expr bool_vector(uint32_t columns, uint32_t depth, Level wanted);
  Expr compared(uint32_t columns, uint32_t depth, Level wanted);
  Expr plain(Type type, uint32_t depth, Level wanted);
  Expr integer(Type type, uint32_t depth, Level wanted);
  Expr integer_from_other(Type type, uint32_t depth, Level wanted);
  Expr leaf(Type type, uint32_t depth, Level wanted);
  Expr constant(Type type);
  Expr converted_to(Expr value, Type type);
  bool wave_operation(Type type, uint32_t depth, Level wanted, Expr& made);
  Expr wave_word(uint32_t depth);
  Bounded float_leaf(Type type, uint32_t depth, Level wanted);
  Bounded float_value(Type type, uint32_t depth, Level wanted);
  Expr stored_float(Type type, uint32_t depth, Level wanted);
  Expr value_for(Type type, uint32_t depth, Level wanted);  ///< A value to be stored.
  Expr matrix(Type type, uint32_t depth, Level wanted);
  Expr variable(uint32_t local) const;
  Expr global(uint32_t index) const;
  Expr index_below(uint32_t count, uint32_t depth, Level wanted);
  /// Returns a scalar or vector within `whole`.
  Expr part_of(Expr whole, uint32_t depth, Level wanted, bool to_write);
  bool readable_place(uint32_t depth, Level wanted, Expr& made);

  structurizer::testing::Random random_;
  const Shape& shape_;
  Program program_;
  Body body_;
  Level level_ = Level::kGroup;  ///< Level of the current control flow.
  bool shared_readable_ = false;
  uint32_t group_ = 0, left_ = 0, call_depth_ = 0, functions_left_ = 0;
  std::vector<uint32_t> readable_globals_, own_globals_;
  uint32_t shared_ = 0, shared_atomic_ = 0, atomics_ = 0, raw_out_ = 0;  ///< Indices of globals.
};

}  // namespace trellis::differential::hlsl
