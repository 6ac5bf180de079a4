// Generates random expressions.
#include <algorithm>
#include <bit>

#include "tests/differential/hlsl/generator.hpp"

namespace trellis::differential::hlsl {

Expr Generator::variable(uint32_t local) const {
  return made_expr(Op::kVariable, body_.function.variables[local].type, {}, local);
}

Expr Generator::global(uint32_t index) const {
  return made_expr(Op::kVariable, program_.globals[index].type, {}, kGlobal + uint64_t{index});
}

Expr Generator::constant(Type type) {
  static constexpr uint64_t kValues[] = {
      0,      1,      2,      3,          7,          8,          255,         256,
      0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000001, 0x8000000000000000};
  const Type scalar = type_of(type.scalar);
  std::vector<Expr> parts;
  for (uint32_t c = 0; c < type.columns; ++c) {
    uint64_t value = random_.one_in(2)   ? random_.below(10)
                     : random_.one_in(2) ? kValues[random_.below(16)]
                                         : random_.next();
    if (type.scalar == Scalar::kBool) value &= 1;
    const uint32_t width = bits_of(type.scalar);
    if (width < 64) value &= (uint64_t{1} << width) - 1;
    parts.push_back(constant_of(scalar, value));
  }
  return parts.size() == 1 ? parts[0] : made_expr(Op::kConstruct, type, std::move(parts));
}

Expr Generator::converted_to(Expr value, Type type) {
  const uint32_t columns = value.type.columns;
  if (columns != type.columns) {
    uint64_t order = 0;
    for (uint32_t c = 0; c < type.columns; ++c) order |= uint64_t{random_.below(columns)} << (2 * c);
    const Type swizzled = type_of(value.type.scalar, type.columns);
    value = made_expr(Op::kSwizzle, swizzled, {std::move(value)}, order);
  }
  if (value.type.scalar == type.scalar) return value;
  // Negative floats are only convertible to signed integers. Stored floats are small enough for int.
  if (is_float(value.type.scalar) && is_integer(type.scalar) && type.scalar != Scalar::kInt) {
    value = made_expr(Op::kCast, type_of(Scalar::kInt, type.columns), {std::move(value)});
  }
  return made_expr(Op::kCast, type, {std::move(value)});
}

Expr Generator::index_below(uint32_t count, uint32_t depth, Level wanted) {
  if (random_.one_in(3)) return uint_of(random_.below(count));
  Expr index = plain(kUintType, depth == 0 ? 0 : depth - 1, wanted);
  if (std::has_single_bit(count))
    return made_expr(Op::kAnd, kUintType, {std::move(index), uint_of(count - 1)});
  return made_expr(Op::kRem, kUintType, {std::move(index), uint_of(count)});
}

Expr Generator::part_of(Expr whole, uint32_t depth, Level wanted, bool to_write) {
  while (true) {
    const Type type = whole.type;
    if (type.length > 0) {
      whole =
          made_expr(Op::kIndex, type.element(), {std::move(whole), index_below(type.length, depth, wanted)});
    } else if (type.structure > 0) {
      const Struct& structure = program_.structs[type.structure - 1];
      const uint32_t member = random_.below(static_cast<uint32_t>(structure.members.size()));
      whole = made_expr(Op::kMember, structure.members[member], {std::move(whole)}, member);
    } else if (type.rows > 1) {
      whole =
          made_expr(Op::kIndex, type.element(), {std::move(whole), index_below(type.rows, depth, wanted)});
    } else if (type.columns > 1 && random_.one_in(3)) {
      if (random_.one_in(2)) {
        const uint32_t component = random_.below(type.columns);
        return made_expr(Op::kSwizzle, type.element(), {std::move(whole)}, component);
      }
      return made_expr(Op::kIndex, type.element(),
                       {std::move(whole), index_below(type.columns, depth, wanted)});
    } else if (to_write && type.columns > 2 && random_.one_in(3)) {
      const uint32_t first = random_.below(type.columns), second = (first + 1) % type.columns;
      return made_expr(Op::kSwizzle, type_of(type.scalar, 2), {std::move(whole)}, first | second << 2);
    } else {
      return whole;
    }
  }
}

bool Generator::readable_place(uint32_t depth, Level wanted, Expr& made) {
  if (depth > 0 && !readable_globals_.empty() && random_.one_in(4)) {
    const uint32_t index = readable_globals_[random_.below(static_cast<uint32_t>(readable_globals_.size()))];
    const Global& from = program_.globals[index];
    if (from.memory == Memory::kShared && !shared_readable_) return false;
    if (from.memory == Memory::kTexture) {
      const uint32_t height = from.type.length / from.width;
      std::vector<Expr> operands = {global(index), index_below(from.width, depth, wanted)};
      operands.push_back(index_below(height, depth, wanted));
      made = made_expr(Op::kTexel, from.type.element(), std::move(operands));
      return true;
    }
    if (from.memory == Memory::kRaw) {
      const Type type = random_raw_type();
      const uint32_t words = type.columns * (bits_of(type.scalar) / 32);
      Expr at = index_below(from.type.length / 16, depth, wanted);
      if (words <= 8) at = made_expr(Op::kMul, kUintType, {std::move(at), uint_of(8)});
      made = made_expr(Op::kRawLoad, type, {global(index), std::move(at)});
      return true;
    }
    made = part_of(global(index), depth, wanted, false);
    return true;
  }
  if (depth > 0 && wanted == Level::kNone && !own_globals_.empty() && random_.one_in(6)) {
    made = own_slot(own_globals_[random_.below(static_cast<uint32_t>(own_globals_.size()))]);
    return true;
  }
  for (uint32_t tries = 0; tries < 4; ++tries) {
    const uint32_t local = random_.below(static_cast<uint32_t>(body_.function.variables.size()));
    if (body_.levels[local] < wanted) continue;
    if (depth == 0 && !body_.function.variables[local].type.is_plain()) continue;
    made = depth == 0 ? variable(local) : part_of(variable(local), depth - 1, wanted, false);
    return true;
  }
  return false;
}

Expr Generator::leaf(Type type, uint32_t depth, Level wanted) {
  Expr made;
  if (!random_.one_in(5) && readable_place(depth, wanted, made)) return converted_to(std::move(made), type);
  if (wanted <= Level::kQuad && wanted != Level::kNone) {
    Expr quad = made_expr(Op::kShr, kUintType, {variable(0), uint_of(2)});
    return converted_to(std::move(quad), type);
  }
  if (is_float(type.scalar)) return float_leaf(type, 0, wanted).expr;
  return constant(type);
}

Expr Generator::compared(uint32_t columns, uint32_t depth, Level wanted) {
  static constexpr Op kOps[] = {Op::kLess,         Op::kLessEqual, Op::kGreater,
                                Op::kGreaterEqual, Op::kEqual,     Op::kNotEqual};
  const Type type = type_of(shape_.votes_only ? Scalar::kUint : random_scalar(), columns);
  const Op op = kOps[random_.below(6)];
  if (random_.one_in(2) && is_integer(type.scalar)) {
    // A comparison that is true for about half of the lanes.
    Expr bits = plain(type, depth, wanted);
    const uint64_t mask = random_.one_in(2) ? 1 : 3;
    std::vector<Expr> masks(columns, constant_of(type_of(type.scalar), mask)), wants;
    for (uint32_t c = 0; c < columns; ++c)
      wants.push_back(constant_of(type_of(type.scalar), random_.below(2)));
    const auto of = [&](std::vector<Expr> parts) {
      return columns == 1 ? parts[0] : made_expr(Op::kConstruct, type, std::move(parts));
    };
    bits = made_expr(Op::kAnd, type, {std::move(bits), of(std::move(masks))});
    return made_expr(random_.one_in(2) ? Op::kEqual : Op::kNotEqual, type_of(Scalar::kBool, columns),
                     {std::move(bits), of(std::move(wants))});
  }
  Expr a = plain(type, depth, wanted);
  Expr b = plain(type, depth, wanted);
  return made_expr(op, type_of(Scalar::kBool, columns), {std::move(a), std::move(b)});
}

Expr Generator::bool_vector(uint32_t columns, uint32_t depth, Level wanted) {
  if (columns == 1) return condition(depth, wanted);
  return compared(columns, depth, wanted);
}

Expr Generator::condition(uint32_t depth, Level wanted) {
  const uint32_t what = depth == 0 ? 9 + random_.below(3) : random_.below(14);
  const Level outer = level_;
  const auto behind = [&](uint32_t deeper) {  // For an operand that only some lanes evaluate.
    level_ = std::min(level_, wanted);
    Expr made = condition(deeper, wanted);
    level_ = outer;
    return made;
  };
  if (what < 4) {
    const Op op = random_.one_in(2) ? Op::kLogicalAnd : Op::kLogicalOr;
    Expr a = condition(depth - 1, wanted);
    return made_expr(op, kBoolType, {std::move(a), behind(depth - 1)});
  }
  if (what == 4) {
    Expr a = condition(depth - 1, wanted), b = behind(depth - 1);
    return made_expr(Op::kChoose, kBoolType, {std::move(a), std::move(b), behind(depth - 1)});
  }
  if (what == 5) return made_expr(Op::kLogicalNot, kBoolType, {condition(depth - 1, wanted)});
  const bool may_vote = wanted == Level::kNone || (wanted <= Level::kWave && level_ >= Level::kWave);
  if (what < 9 && may_vote) {
    Expr asked = condition(depth - 1, Level::kNone);
    switch (random_.below(5)) {
      case 0:
        return made_expr(Op::kActiveAllTrue, kBoolType, {std::move(asked)});
      case 1:
        return made_expr(Op::kActiveAnyTrue, kBoolType, {std::move(asked)});
      case 2: {
        Expr word = plain(kUintType, 1, Level::kNone);
        word = made_expr(Op::kAnd, kUintType, {std::move(word), uint_of(1)});
        return made_expr(Op::kActiveAllEqual, kBoolType, {std::move(word)});
      }
      default: {
        const Op op = random_.one_in(2) ? Op::kLess : Op::kGreaterEqual;
        Expr count = made_expr(Op::kActiveCountBits, kUintType, {std::move(asked)});
        return made_expr(op, kBoolType, {std::move(count), uint_of(1 + random_.below(6))});
      }
    }
  }
  if (what == 9 && wanted == Level::kNone && depth > 0 && functions_left_ > 0) {
    std::vector<Expr> arguments = {variable(0), variable(1), variable(2)};
    const uint32_t function = write_function(Level::kNone, true);
    for (uint32_t i = 3; i < program_.functions[function].parameters(); ++i) {
      arguments.push_back(value_for(program_.functions[function].variables[i].type, 1, Level::kNone));
    }
    Expr result = made_expr(Op::kCall, program_.functions[function].result, std::move(arguments), function);
    return converted_to(std::move(result), kBoolType);
  }
  if (what == 10 && !shape_.votes_only && depth > 0) {
    const Op op = random_.one_in(2) ? Op::kAny : Op::kAll;
    return made_expr(op, kBoolType, {compared(2 + random_.below(3), depth - 1, wanted)});
  }
  if (what == 11 && wanted == Level::kNone) {
    // (x >> k & 1) == 0
    Expr bit = made_expr(Op::kShr, kUintType, {variable(1), uint_of(random_.below(30))});
    bit = made_expr(Op::kAnd, kUintType, {std::move(bit), uint_of(1)});
    return made_expr(random_.one_in(2) ? Op::kEqual : Op::kNotEqual, kBoolType, {std::move(bit), uint_of(0)});
  }
  return compared(1, depth == 0 ? 0 : depth - 1, wanted);
}

Expr Generator::plain(Type type, uint32_t depth, Level wanted) {
  if (type.scalar == Scalar::kBool) return bool_vector(type.columns, depth, wanted);
  if (is_float(type.scalar)) return float_value(type, depth, wanted).expr;
  return integer(type, depth, wanted);
}

Expr Generator::integer(Type type, uint32_t depth, Level wanted) {
  if (depth == 0) return leaf(type, 0, wanted);
  static constexpr Op kOps[] = {Op::kAdd, Op::kSub, Op::kMul, Op::kAnd,
                                Op::kOr,  Op::kXor, Op::kMin, Op::kMax};
  const uint32_t what = random_.below(24);
  const auto operand = [&] { return integer(type, depth - 1, wanted); };
  const auto spread = [&](uint64_t value) {
    Expr scalar = constant_of(type_of(type.scalar), value);
    if (type.columns == 1) return scalar;
    return made_expr(Op::kConstruct, type, std::vector<Expr>(type.columns, scalar));
  };
  if (what < 7) {
    const Op op = kOps[random_.below(8)];
    Expr a = operand();
    return made_expr(op, type, {std::move(a), operand()});
  }
  if (what == 7) {
    Expr a = operand(), amount = made_expr(Op::kAnd, type, {operand(), spread(bits_of(type.scalar) - 1)});
    return made_expr(random_.one_in(2) ? Op::kShl : Op::kShr, type, {std::move(a), std::move(amount)});
  }
  if (what == 8) {
    Expr a = operand(), b = made_expr(Op::kAnd, type, {operand(), spread(7)});
    b = made_expr(Op::kAdd, type, {std::move(b), spread(1)});
    return made_expr(random_.one_in(2) ? Op::kDiv : Op::kRem, type, {std::move(a), std::move(b)});
  }
  if (what == 9) {
    const Op op = random_.one_in(2) ? Op::kNegate : Op::kNot;
    return made_expr(op, type, {operand()});
  }
  if (what == 10) {
    Expr a = operand(), b = operand();
    return made_expr(Op::kMad, type, {std::move(a), std::move(b), operand()});
  }
  if (what == 11 && is_signed(type.scalar)) return made_expr(Op::kAbs, type, {operand()});
  if (what == 12) {
    Expr asked = condition(depth - 1, wanted);
    const Level outer = std::exchange(level_, std::min(level_, wanted));
    Expr a = operand(), b = operand();
    level_ = outer;
    return made_expr(Op::kChoose, type, {std::move(asked), std::move(a), std::move(b)});
  }
  if (what == 13 && !shape_.votes_only) {
    Expr asked = bool_vector(type.columns, depth - 1, wanted), a = operand();
    return made_expr(Op::kSelect, type, {std::move(asked), std::move(a), operand()});
  }
  if (what < 17) {
    Expr made;
    if (wave_operation(type, depth, wanted, made)) return made;
  }
  if (what < 21) return integer_from_other(type, depth, wanted);
  return leaf(type, depth, wanted);
}

Expr Generator::integer_from_other(Type type, uint32_t depth, Level wanted) {
  if (shape_.votes_only) return leaf(type, depth, wanted);
  const uint32_t what = random_.below(8);
  const Type uints = type_of(Scalar::kUint, type.columns);
  if (what == 0) {
    static constexpr Op kOps[] = {Op::kCountBits, Op::kFirstBitLow, Op::kFirstBitHigh, Op::kReverseBits};
    const Op op = kOps[random_.below(4)];
    const Type from = op == Op::kReverseBits
                          ? uints
                          : type_of(random_.one_in(2) ? Scalar::kUint : Scalar::kInt, type.columns);
    return converted_to(made_expr(op, uints, {integer(from, depth - 1, wanted)}), type);
  }
  if (what == 1 && type.columns > 1) {
    std::vector<Expr> parts;
    for (uint32_t c = 0; c < type.columns; ++c) parts.push_back(integer(type.element(), depth - 1, wanted));
    return made_expr(Op::kConstruct, type, std::move(parts));
  }
  if (what == 2 && type.columns == 1) {
    const Type vector = type_of(type.scalar, 2 + random_.below(3));
    Expr a = integer(vector, depth - 1, wanted);
    return made_expr(Op::kDot, type, {std::move(a), integer(vector, depth - 1, wanted)});
  }
  if (what == 3) {
    Expr value = float_value(type_of(Scalar::kFloat, type.columns), depth - 1, wanted).expr;
    return converted_to(made_expr(Op::kCast, type_of(Scalar::kInt, type.columns), {std::move(value)}), type);
  }
  if (what == 4) {
    const bool of_float = random_.one_in(2);
    const Type from = type_of(of_float ? Scalar::kFloat : Scalar::kInt, type.columns);
    return converted_to(
        made_expr(Op::kSign, type_of(Scalar::kInt, type.columns), {plain(from, depth - 1, wanted)}), type);
  }
  if (what == 5) return converted_to(bool_vector(type.columns, depth - 1, wanted), type);
  if (what == 6 && type.columns > 1 && bits_of(type.scalar) == 32) {
    Type factor = type_of(type.scalar, 2 + random_.below(3));
    const Type vector = factor;
    factor.rows = type.columns;
    Expr a = matrix(factor, 1, wanted);
    return made_expr(Op::kMatMul, type, {std::move(a), integer(vector, depth - 1, wanted)});
  }
  Scalar from = random_scalar();
  if (!is_integer(from)) from = Scalar::kInt;
  return converted_to(integer(type_of(from, type.columns), depth - 1, wanted), type);
}

bool Generator::wave_operation(Type type, uint32_t depth, Level wanted, Expr& made) {
  const bool is_small = bits_of(type.scalar) == 16;
  if (is_small && random_.one_in(2)) return false;
  if (level_ >= Level::kQuad && wanted == Level::kNone && !shape_.votes_only && random_.one_in(3)) {
    static constexpr Op kQuads[] = {Op::kQuadX, Op::kQuadY, Op::kQuadDiagonal, Op::kQuadLane};
    const Op op = kQuads[random_.below(4)];
    std::vector<Expr> operands = {plain(type, depth - 1, Level::kNone)};
    if (op == Op::kQuadLane) operands.push_back(uint_of(random_.below(4)));
    made = made_expr(op, type, std::move(operands));
    return true;
  }
  const bool is_uniform_here = level_ >= Level::kWave;
  if (wanted == Level::kGroup || (wanted != Level::kNone && !is_uniform_here)) return false;
  std::vector<Op> ops = {Op::kActiveSum, Op::kActiveMin, Op::kActiveMax, Op::kActiveProduct, Op::kReadFirst};
  const bool is_bits = type.scalar == Scalar::kUint || type.scalar == Scalar::kUint64;
  if (is_bits) ops.insert(ops.end(), {Op::kActiveAnd, Op::kActiveOr, Op::kActiveXor});
  if (wanted == Level::kNone) ops.insert(ops.end(), {Op::kPrefixSum, Op::kPrefixProduct});
  if (is_uniform_here && wanted == Level::kNone) ops.push_back(Op::kReadLane);
  const Op op = ops[random_.below(static_cast<uint32_t>(ops.size()))];
  std::vector<Expr> operands = {integer(type, depth - 1, Level::kNone)};
  if (op == Op::kReadLane) {
    Expr mask = made_expr(Op::kSub, kUintType, {made_expr(Op::kLaneCount, kUintType, {}), uint_of(1)});
    operands.push_back(
        made_expr(Op::kAnd, kUintType, {plain(kUintType, depth - 1, Level::kNone), std::move(mask)}));
  }
  made = made_expr(op, type, std::move(operands));
  return true;
}

Expr Generator::wave_word(uint32_t depth) {
  const auto word = [&] {
    return made_expr(Op::kAnd, kUintType, {plain(kUintType, depth, Level::kNone), uint_of(255)});
  };
  switch (random_.below(shape_.votes_only ? 8 : 10)) {
    case 0:
    case 1:
      return made_expr(Op::kSwizzle, kUintType,
                       {made_expr(Op::kBallot, type_of(Scalar::kUint, 4), {constant_of(kBoolType, 1)})});
    case 2:
      return made_expr(Op::kSwizzle, kUintType,
                       {made_expr(Op::kBallot, type_of(Scalar::kUint, 4), {condition(depth, Level::kNone)})});
    case 3:
      return made_expr(Op::kActiveSum, kUintType, {word()});
    case 4:
      return made_expr(Op::kActiveCountBits, kUintType, {condition(depth, Level::kNone)});
    case 5:
      return made_expr(Op::kPrefixSum, kUintType, {word()});
    case 6:
      return made_expr(Op::kReadFirst, kUintType, {word()});
    case 7:
      return made_expr(Op::kPrefixCountBits, kUintType, {condition(depth, Level::kNone)});
    case 8:
      return made_expr(Op::kSwizzle, kUintType, {made_expr(Op::kMatch, type_of(Scalar::kUint, 4), {word()})});
    default:
      return converted_to(made_expr(Op::kIsFirstLane, kBoolType, {}), kUintType);
  }
}

Bounded Generator::float_leaf(Type type, uint32_t depth, Level wanted) {
  Expr place;
  if (depth > 0 && random_.one_in(2) && readable_place(depth, wanted, place) && is_float(place.type.scalar)) {
    return {converted_to(std::move(place), type), 4, 2};
  }
  if (random_.one_in(3)) {
    std::vector<Expr> parts;
    for (uint32_t c = 0; c < type.columns; ++c) {
      const double value = (static_cast<double>(random_.below(33)) - 16.0) / 4.0;
      parts.push_back(constant_of(type_of(type.scalar), value == 0 ? 0 : std::bit_cast<uint64_t>(value)));
    }
    return {parts.size() == 1 ? parts[0] : made_expr(Op::kConstruct, type, std::move(parts)), 3, 2};
  }
  const Type ints = type_of(Scalar::kInt, type.columns);
  const auto spread = [&](uint64_t value) {
    Expr scalar = constant_of(type_of(Scalar::kInt), value);
    return ints.columns == 1 ? scalar
                             : made_expr(Op::kConstruct, ints, std::vector<Expr>(ints.columns, scalar));
  };
  Expr value = made_expr(Op::kAnd, ints, {integer(ints, depth == 0 ? 0 : depth - 1, wanted), spread(7)});
  if (random_.one_in(2)) value = made_expr(Op::kSub, ints, {std::move(value), spread(4)});
  return {made_expr(Op::kCast, type, {std::move(value)}), 3, 0};
}

Bounded Generator::float_value(Type type, uint32_t depth, Level wanted) {
  if (depth == 0) return float_leaf(type, 0, wanted);
  const uint32_t what = random_.below(20), most = type.scalar == Scalar::kHalf ? 10 : 22;
  if (what < 4) return float_leaf(type, depth, wanted);
  Bounded a = float_value(type, depth - 1, wanted);
  const auto fits = [&](uint32_t bits, uint32_t fraction) { return bits + fraction <= most; };
  if (what < 14) {
    Bounded b = float_value(type, depth - 1, wanted);
    const uint32_t bits = std::max(a.bits, b.bits), fraction = std::max(a.fraction, b.fraction);
    if (what < 7 && fits(bits + 1, fraction)) {
      return {made_expr(random_.one_in(2) ? Op::kAdd : Op::kSub, type, {a.expr, b.expr}), bits + 1, fraction};
    }
    if (what < 9 && fits(a.bits + b.bits, a.fraction + b.fraction)) {
      return {made_expr(Op::kMul, type, {a.expr, b.expr}), a.bits + b.bits, a.fraction + b.fraction};
    }
    if (what < 10 && fits(2 * bits + 1, 2 * fraction)) {
      Bounded c = float_leaf(type, 0, wanted);
      const uint32_t all = std::max(2 * bits, c.bits) + 1, parts = std::max(2 * fraction, c.fraction);
      if (fits(all, parts)) return {made_expr(Op::kMad, type, {a.expr, b.expr, c.expr}), all, parts};
    }
    if (what < 11) {
      Expr asked = bool_vector(type.columns, depth - 1, wanted);
      return {made_expr(Op::kSelect, type, {std::move(asked), a.expr, b.expr}), bits, fraction};
    }
    return {made_expr(random_.one_in(2) ? Op::kMin : Op::kMax, type, {a.expr, b.expr}), bits, fraction};
  }
  if (what < 16)
    return {made_expr(random_.one_in(2) ? Op::kNegate : Op::kAbs, type, {a.expr}), a.bits, a.fraction};
  if (what == 16 && fits(a.bits + 1, 0)) {
    static constexpr Op kOps[] = {Op::kFloor, Op::kCeil, Op::kTrunc, Op::kRound};
    return {made_expr(kOps[random_.below(4)], type, {a.expr}), a.bits + 1, 0};
  }
  if (what == 17) {
    // Avoid negative halves: dxc folds frac(float16_t(-3.25)) to 0.25.
    if (type.scalar == Scalar::kHalf) a.expr = made_expr(Op::kAbs, type, {a.expr});
    return {made_expr(Op::kFrac, type, {a.expr}), 1, a.fraction};
  }
  if (what == 18) return {made_expr(Op::kSaturate, type, {a.expr}), 1, a.fraction};
  const bool may_reduce = wanted == Level::kNone || (wanted <= Level::kWave && level_ >= Level::kWave);
  if (what == 19 && may_reduce && !shape_.votes_only) {
    if (fits(a.bits + 6, a.fraction) && random_.one_in(2)) {
      return {made_expr(Op::kActiveSum, type, {a.expr}), a.bits + 6, a.fraction};
    }
    static constexpr Op kOps[] = {Op::kActiveMin, Op::kActiveMax, Op::kReadFirst};
    return {made_expr(kOps[random_.below(3)], type, {a.expr}), a.bits, a.fraction};
  }
  return a;
}

Expr Generator::stored_float(Type type, uint32_t depth, Level wanted) {
  Bounded value = float_value(type, depth, wanted);
  Expr made = std::move(value.expr);
  if (value.fraction > 2) made = made_expr(Op::kFloor, type, {std::move(made)});
  const auto bound = [&](double number) {
    Expr scalar = constant_of(type_of(type.scalar), std::bit_cast<uint64_t>(number));
    return type.columns == 1 ? scalar
                             : made_expr(Op::kConstruct, type, std::vector<Expr>(type.columns, scalar));
  };
  return made_expr(Op::kClamp, type, {std::move(made), bound(-8.0), bound(8.0)});
}

Expr Generator::matrix(Type type, uint32_t depth, Level wanted) {
  const Type row = type.element();
  std::vector<Expr> parts;
  for (uint32_t r = 0; r < type.rows; ++r)
    parts.push_back(value_for(row, depth == 0 ? 0 : depth - 1, wanted));
  Expr made = made_expr(Op::kConstruct, type, std::move(parts));
  if (is_float(type.scalar) || type.scalar == Scalar::kBool) return made;
  if (type.rows == type.columns && random_.one_in(3))
    return made_expr(Op::kTranspose, type, {std::move(made)});
  return made;
}

Expr Generator::value_for(Type type, uint32_t depth, Level wanted) {
  if (type.rows > 1) return matrix(type, depth, wanted);
  if (is_float(type.scalar)) return stored_float(type, depth, wanted);
  return plain(type, depth, wanted);
}

}  // namespace trellis::differential::hlsl
