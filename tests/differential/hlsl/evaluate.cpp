// Evaluates the machine's expressions and resolves places.
#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/differential/hlsl/lane_values.hpp"
#include "tests/differential/hlsl/scalar_math.hpp"

namespace trellis::differential::hlsl {

namespace {

/// Returns true if the expression denotes part of a variable. Then only that part is read.
bool is_place(const Expr& e) {
  if (e.op == Op::kVariable) return true;
  const bool leads = e.op == Op::kMember || e.op == Op::kIndex || e.op == Op::kSwizzle || e.op == Op::kTexel;
  return leads && is_place(e.operands[0]);
}

}  // namespace

LaneValues LaneMachine::evaluate(const Expr& e, Lanes active) {
  if (!fault_.empty() || active == 0) return LaneValues(cells_of(program_, e.type));
  switch (e.op) {
    case Op::kConstant: {
      LaneValues made(1);
      for (uint64_t& cell : made.cells) cell = e.value;
      return made;
    }
    case Op::kVariable:
    case Op::kMember:
    case Op::kIndex:
    case Op::kSwizzle:
    case Op::kTexel:
      return is_place(e) ? load(place(e, active), active) : part_of(e, active);
    case Op::kRawLoad:
      return raw_load(e, active);
    case Op::kLogicalAnd:
    case Op::kLogicalOr:
    case Op::kChoose:
      return short_circuit(e, active);
    case Op::kConstruct:
    case Op::kDot:
    case Op::kAny:
    case Op::kAll:
    case Op::kTranspose:
      return of_vectors(e, active);
    case Op::kMatMul:
      return multiplied(e, active);
    case Op::kQuadX:
    case Op::kQuadY:
    case Op::kQuadDiagonal:
    case Op::kQuadLane:
      return of_quads(e, active);
    case Op::kCall: {
      std::vector<LaneValues> arguments;
      for (const Expr& operand : e.operands) arguments.push_back(evaluate(operand, active));
      Frame frame;
      return call(program_.functions[e.value], arguments, active, frame);
    }
    default:
      return e.op >= Op::kLaneIndex ? of_waves(e, active) : componentwise(e, active);
  }
}

LaneValues LaneMachine::part_of(const Expr& e, Lanes active) {
  const LaneValues whole = evaluate(e.operands[0], active);
  LaneValues made(cells_of(program_, e.type));
  if (e.op != Op::kSwizzle) fail("a part of a value");
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t c = 0; c < made.size; ++c) made.at(lane, c) = whole.at(lane, e.value >> (2 * c) & 3);
  });
  return made;
}

std::optional<uint64_t> LaneMachine::component_of(const Expr& e, Scalar s, const std::array<uint64_t, 3>& a) {
  switch (e.op) {
    case Op::kCast:
      return converted(s, e.type.scalar, a[0]);
    case Op::kSelect:
      return a[0] != 0 ? a[1] : a[2];
    case Op::kClamp:
      return binary(Op::kMin, s, *binary(Op::kMax, s, a[0], a[1]), a[2]);
    case Op::kMad: {
      const auto product = binary(Op::kMul, s, a[0], a[1]);
      return product ? binary(Op::kAdd, s, *product, a[2]) : product;
    }
    case Op::kHalfBits: {
      // f32tof16, the only way in which programs see bits of floats. The numbers are small and exactly
      // representable.
      const double value = float_value(a[0]);
      if (value == 0) return 0;
      int exponent = 0;
      const double mantissa = std::abs(std::frexp(value, &exponent));
      const auto whole = static_cast<uint64_t>(std::ldexp(mantissa, 11));
      const auto biased = static_cast<uint64_t>(exponent + 14);
      return (value < 0 ? 0x8000u : 0u) | biased << 10 | (whole & 0x3ff);
    }
    case Op::kFromHalfBits: {
      const auto biased = static_cast<int>(a[0] >> 10 & 31);
      if ((a[0] & 0x7fff) == 0) return 0;
      if (biased == 0 || biased == 31) return std::nullopt;
      const double value = std::ldexp(static_cast<double>((a[0] & 0x3ff) | 0x400), biased - 25);
      return float_bits(Scalar::kFloat, (a[0] & 0x8000) != 0 ? -value : value);
    }
    default:
      return e.operands.size() == 1 ? unary(e.op, s, a[0]) : binary(e.op, s, a[0], a[1]);
  }
}

LaneValues LaneMachine::componentwise(const Expr& e, Lanes active) {
  std::vector<LaneValues> operands;
  for (const Expr& operand : e.operands) operands.push_back(evaluate(operand, active));
  LaneValues made(cells_of(program_, e.type));
  if (!fault_.empty()) return made;
  const Scalar scalar = e.operands.back().type.scalar;
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t c = 0; c < made.size; ++c) {
      std::array<uint64_t, 3> a = {};
      for (size_t i = 0; i < operands.size(); ++i) a[i] = operands[i].at(lane, operands[i].size == 1 ? 0 : c);
      const auto value = component_of(e, scalar, a);
      if (!value)
        return fault_.empty() ? fail("undefined, or not exact: " + std::to_string(int(e.op))) : void();
      made.at(lane, c) = *value;
    }
  });
  return made;
}

LaneValues LaneMachine::short_circuit(const Expr& e, Lanes active) {
  LaneValues first = evaluate(e.operands[0], active);
  const Lanes yes = first.true_lanes(active);
  LaneValues made(cells_of(program_, e.type));
  const auto take = [&](const LaneValues& from, Lanes lanes) {
    for_each_lane(lanes, [&](uint32_t lane) {
      for (uint32_t c = 0; c < made.size; ++c) made.at(lane, c) = from.at(lane, c);
    });
  };
  if (e.op == Op::kChoose) {
    take(evaluate(e.operands[1], yes), yes);
    take(evaluate(e.operands[2], active & ~yes), active & ~yes);
    return made;
  }
  const Lanes on = e.op == Op::kLogicalAnd ? yes : active & ~yes;
  take(first, active & ~on);
  take(evaluate(e.operands[1], on), on);
  return made;
}

LaneValues LaneMachine::of_vectors(const Expr& e, Lanes active) {
  LaneValues made(cells_of(program_, e.type));
  uint32_t next = 0;
  if (e.op == Op::kConstruct) {
    for (const Expr& operand : e.operands) {
      const LaneValues part = evaluate(operand, active);
      for_each_lane(active, [&](uint32_t lane) {
        for (uint32_t c = 0; c < part.size; ++c) made.at(lane, next + c) = part.at(lane, c);
      });
      next += part.size;
    }
    return made;
  }
  const LaneValues a = evaluate(e.operands[0], active);
  const LaneValues b = e.op == Op::kDot ? evaluate(e.operands[1], active) : a;
  if (!fault_.empty()) return made;
  const Type& from = e.operands[0].type;
  for_each_lane(active, [&](uint32_t lane) {
    if (e.op == Op::kTranspose) {
      for (uint32_t r = 0; r < from.rows; ++r) {
        for (uint32_t c = 0; c < from.columns; ++c)
          made.at(lane, c * from.rows + r) = a.at(lane, r * from.columns + c);
      }
      return;
    }
    uint64_t value = e.op == Op::kAll ? 1 : 0;
    for (uint32_t c = 0; c < a.size; ++c) {
      if (e.op == Op::kDot) {
        const auto product = binary(Op::kMul, from.scalar, a.at(lane, c), b.at(lane, c));
        const auto sum = product ? binary(Op::kAdd, from.scalar, value, *product) : product;
        if (!sum) return fail("a dot product that is not exact");
        value = *sum;
      } else {
        value = e.op == Op::kAll ? value & a.at(lane, c) : value | a.at(lane, c);
      }
    }
    made.at(lane) = value;
  });
  return made;
}

LaneValues LaneMachine::multiplied(const Expr& e, Lanes active) {
  const LaneValues a = evaluate(e.operands[0], active), b = evaluate(e.operands[1], active);
  LaneValues made(cells_of(program_, e.type));
  if (!fault_.empty()) return made;
  const Type &left = e.operands[0].type, &right = e.operands[1].type;
  const uint32_t inner = left.columns;                            // A vector on the left is a row.
  const uint32_t columns = right.rows == 1 ? 1u : right.columns;  // A vector on the right is a column.
  const Scalar s = e.type.scalar;
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t cell = 0; cell < made.size; ++cell) {
      const uint32_t r = cell / columns, c = cell % columns;
      uint64_t sum = 0;
      for (uint32_t k = 0; k < inner; ++k) {
        const auto product = binary(Op::kMul, s, a.at(lane, r * inner + k), b.at(lane, k * columns + c));
        const auto total = product ? binary(Op::kAdd, s, sum, *product) : product;
        if (!total) return fail("a matrix product that is not exact");
        sum = *total;
      }
      made.at(lane, cell) = sum;
    }
  });
  return made;
}

LaneValues LaneMachine::of_waves(const Expr& e, Lanes active) {
  const LaneValues a = e.operands.empty() ? LaneValues(1) : evaluate(e.operands[0], active);
  const LaneValues b = e.operands.size() < 2 ? LaneValues(1) : evaluate(e.operands[1], active);
  LaneValues made(cells_of(program_, e.type));
  if (!fault_.empty()) return made;
  const Lanes whole = wave_lanes_ == 64 ? ~Lanes{0} : (Lanes{1} << wave_lanes_) - 1;
  for (uint32_t first = 0; first < kGroupThreads; first += wave_lanes_) {
    const Lanes wave = active & whole << first;
    if (wave != 0) of_wave(e, a, b, wave, made);
  }
  return made;
}

void LaneMachine::of_wave(const Expr& e, const LaneValues& a, const LaneValues& b, Lanes wave,
                          LaneValues& made) {
  const auto leader = static_cast<uint32_t>(std::countr_zero(wave)),
             base = leader / wave_lanes_ * wave_lanes_;
  const Lanes said_true = a.true_lanes(wave);
  const auto everywhere = [&](uint64_t value) {
    for_each_lane(wave, [&](uint32_t lane) { made.at(lane) = value; });
  };
  const auto spread = [&](Lanes lanes) {
    for_each_lane(wave, [&](uint32_t lane) {
      made.at(lane, 0) = lanes >> base & 0xffffffffu;
      if (wave_lanes_ > 32) made.at(lane, 1) = lanes >> base >> 32;
    });
  };
  switch (e.op) {
    case Op::kLaneIndex:
      return for_each_lane(wave, [&](uint32_t lane) { made.at(lane) = lane - base; });
    case Op::kLaneCount:
      return everywhere(wave_lanes_);
    case Op::kIsFirstLane:
      return for_each_lane(wave, [&](uint32_t lane) { made.at(lane) = lane == leader; });
    case Op::kActiveCountBits:
      return everywhere(static_cast<uint64_t>(std::popcount(said_true)));
    case Op::kActiveAllTrue:
      return everywhere(said_true == wave);
    case Op::kActiveAnyTrue:
      return everywhere(said_true != 0);
    case Op::kActiveAllEqual: {
      bool equal = true;
      for_each_lane(wave, [&](uint32_t lane) { equal = equal && a.at(lane) == a.at(leader); });
      return everywhere(equal);
    }
    case Op::kBallot:
      return spread(said_true);
    case Op::kPrefixCountBits:
      return for_each_lane(wave, [&](uint32_t lane) {
        made.at(lane) = static_cast<uint64_t>(std::popcount(said_true & ((Lanes{1} << lane) - 1)));
      });
    case Op::kReadFirst:
    case Op::kReadLane:
      return for_each_lane(wave, [&](uint32_t lane) {
        const uint64_t from = e.op == Op::kReadFirst ? leader : base + b.at(lane);
        if (from >= kGroupThreads || (wave >> from & 1) == 0)
          return fail("a lane that is not active is read");
        for (uint32_t c = 0; c < made.size; ++c) made.at(lane, c) = a.at(static_cast<uint32_t>(from), c);
      });
    case Op::kMatch:
      return for_each_lane(wave, [&](uint32_t lane) {
        Lanes same = 0;
        for_each_lane(wave,
                      [&](uint32_t other) { same |= a.at(other) == a.at(lane) ? Lanes{1} << other : 0; });
        made.at(lane, 0) = same >> base & 0xffffffffu;
        if (wave_lanes_ > 32) made.at(lane, 1) = same >> base >> 32;
      });
    default:
      return scanned(e, a, wave, made);
  }
}

void LaneMachine::scanned(const Expr& e, const LaneValues& a, Lanes wave, LaneValues& made) {
  const bool is_prefix = e.op == Op::kPrefixSum || e.op == Op::kPrefixProduct;
  Op op = Op::kAdd;
  switch (e.op) {
    case Op::kActiveProduct:
    case Op::kPrefixProduct:
      op = Op::kMul;
      break;
    case Op::kActiveMin:
      op = Op::kMin;
      break;
    case Op::kActiveMax:
      op = Op::kMax;
      break;
    case Op::kActiveAnd:
      op = Op::kAnd;
      break;
    case Op::kActiveOr:
      op = Op::kOr;
      break;
    case Op::kActiveXor:
      op = Op::kXor;
      break;
    default:
      break;
  }
  const Scalar s = e.type.scalar;
  const uint64_t one = is_float(s) ? std::bit_cast<uint64_t>(1.0) : 1;
  for (uint32_t c = 0; c < made.size; ++c) {
    uint64_t total = op == Op::kMul ? one : 0;
    if (!is_prefix) total = a.at(static_cast<uint32_t>(std::countr_zero(wave)), c);
    bool is_first = !is_prefix;
    for_each_lane(wave, [&](uint32_t lane) {
      if (is_prefix) made.at(lane, c) = total;
      if (std::exchange(is_first, false)) return;
      const auto next = binary(op, s, total, a.at(lane, c));
      if (!next) return fail("a reduction that is not exact");
      total = *next;
    });
    if (!is_prefix) for_each_lane(wave, [&](uint32_t lane) { made.at(lane, c) = total; });
  }
}

LaneValues LaneMachine::of_quads(const Expr& e, Lanes active) {
  const LaneValues a = evaluate(e.operands[0], active);
  LaneValues made(a.size);
  if (!fault_.empty()) return made;
  for_each_lane(active, [&](uint32_t lane) {
    uint32_t from = lane ^ (e.op == Op::kQuadX ? 1u : e.op == Op::kQuadY ? 2u : 3u);
    if (e.op == Op::kQuadLane) from = (lane & ~3u) | static_cast<uint32_t>(e.operands[1].value & 3);
    if ((active >> from & 1) == 0) return fail("a lane of the quad that is not active is read");
    for (uint32_t c = 0; c < made.size; ++c) made.at(lane, c) = a.at(from, c);
  });
  return made;
}

LaneValues LaneMachine::raw_load(const Expr& e, Lanes active) {
  const LaneValues index = evaluate(e.operands[1], active);
  LaneValues made(cells_of(program_, e.type));
  const uint64_t global = e.operands[0].value & ~uint64_t{kGlobal};
  const uint32_t words = bits_of(e.type.scalar) == 64 ? 2 : 1;
  if (!fault_.empty()) return made;
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t c = 0; c < made.size * words; ++c) {
      const size_t cell = index.at(lane) + c;
      if (cell >= contents_[global].size()) return fail("a load out of bounds");
      note_read(global, cell, lane);
      made.at(lane, c / words) |= contents_[global][cell] << (c % words * 32);
    }
  });
  return made;
}

LanePlace LaneMachine::place(const Expr& e, Lanes active) {
  LanePlace made;
  if (!fault_.empty()) return made;
  if (e.op == Op::kVariable) {
    made.variable = e.value;
    made.size = cells_of(program_, e.type);
    return made;
  }
  made = place(e.operands[0], active);
  if (!fault_.empty()) return made;
  const Type& whole = e.operands[0].type;
  made.size = cells_of(program_, e.type);
  if (e.op == Op::kMember) {
    uint32_t offset = 0;
    const Struct& structure = program_.structs[whole.structure - 1];
    for (uint64_t i = 0; i < e.value; ++i) offset += cells_of(program_, structure.members[i]);
    for (uint32_t& first : made.first) first += offset;
  } else if (e.op == Op::kSwizzle) {
    const LanePlace inner = made;  // A swizzle may apply to another swizzle.
    made.is_swizzle = true;
    for (uint32_t i = 0; i < e.type.columns; ++i) {
      made.order[i] = static_cast<uint8_t>(inner.component(e.value >> (2 * i) & 3));
    }
  } else {
    LaneValues index = evaluate(e.operands[1], active);
    if (e.op == Op::kTexel) {
      const LaneValues y = evaluate(e.operands[2], active);
      const uint32_t width = program_.globals[made.variable & ~uint64_t{kGlobal}].width;
      for_each_lane(active, [&](uint32_t lane) { index.at(lane) += y.at(lane) * width; });
    }
    const uint32_t count = whole.length > 0 ? whole.length : whole.rows > 1 ? whole.rows : whole.columns;
    for_each_lane(active, [&](uint32_t lane) {
      if (index.at(lane) >= count) return fail("an index out of bounds");
      made.first[lane] += static_cast<uint32_t>(index.at(lane)) * made.size;
    });
  }
  return made;
}

LaneValues LaneMachine::load(const LanePlace& from, Lanes active) {
  LaneValues made(from.size);
  if (!fault_.empty()) return made;
  const bool is_global = (from.variable & kGlobal) != 0;
  const uint64_t global = from.variable & ~uint64_t{kGlobal};
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t c = 0; c < from.size; ++c) {
      const uint32_t cell = from.first[lane] + from.component(c);
      if (is_global) note_read(global, cell, lane);
      made.at(lane, c) =
          is_global ? contents_[global][cell] : frame_->variables[from.variable].at(lane, cell);
    }
  });
  return made;
}

void LaneMachine::store(const LanePlace& to, const LaneValues& values, Lanes active) {
  if (!fault_.empty()) return;
  const bool is_global = (to.variable & kGlobal) != 0;
  const uint64_t global = to.variable & ~uint64_t{kGlobal};
  for_each_lane(active, [&](uint32_t lane) {
    for (uint32_t c = 0; c < to.size; ++c) {
      const uint32_t cell = to.first[lane] + to.component(c);
      if (is_global) {
        note_write(global, cell, lane, false);
        contents_[global][cell] = values.at(lane, c);
      } else {
        frame_->variables[to.variable].at(lane, cell) = values.at(lane, c);
      }
    }
  });
}

void LaneMachine::note_read(uint64_t global, size_t cell, uint32_t lane) {
  const Memory memory = program_.globals[global].memory;
  Touch& touch = touches_[global][cell];
  const uint32_t epoch = memory == Memory::kShared ? epoch_ : 1;
  if (touch.epoch == 0 && memory == Memory::kShared) fail("shared memory is read that was never written");
  if (touch.epoch != epoch) touch = {.epoch = epoch};
  const auto self = static_cast<uint16_t>(group_ * kGroupThreads + lane + 1);
  if (touch.writer != 0 && (touch.writer != self || touch.atomic)) fail("a read races with a write");
  touch.reader = touch.reader == 0 || touch.reader == self ? self : kSeveral;
}

void LaneMachine::note_write(uint64_t global, size_t cell, uint32_t lane, bool atomic) {
  Touch& touch = touches_[global][cell];
  const uint32_t epoch = program_.globals[global].memory == Memory::kShared ? epoch_ : 1;
  if (touch.epoch != epoch) touch = {.epoch = epoch};
  const auto self = static_cast<uint16_t>(group_ * kGroupThreads + lane + 1);
  if (touch.reader != 0 && touch.reader != self) fail("a write races with a read");
  const bool both_atomic = touch.atomic && atomic;
  if (touch.writer != 0 && touch.writer != self && !both_atomic) fail("two writes race");
  touch.atomic = touch.writer == 0 ? atomic : both_atomic;
  touch.writer = touch.writer == 0 || touch.writer == self ? self : kSeveral;
}

}  // namespace trellis::differential::hlsl
