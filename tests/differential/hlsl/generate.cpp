#include "tests/differential/hlsl/generate.hpp"

#include <algorithm>
#include <string>

#include "tests/differential/hlsl/generator.hpp"

namespace trellis::differential::hlsl {

namespace {

constexpr uint32_t kDeepest = 5;
constexpr uint32_t kThread = 0, kState = 1, kHash = 2;  ///< The indices of an entry's parameters t, x and h.

Expr hashed(Expr hash, Expr word, uint32_t number) {
  Expr crossed = made_expr(Op::kXor, kUintType, {std::move(hash), std::move(word)});
  Expr product = made_expr(Op::kMul, kUintType, {std::move(crossed), uint_of(16777619)});
  return made_expr(Op::kAdd, kUintType, {std::move(product), uint_of(number)});
}

Statement assign(Expr place, Expr value) {
  Statement made;
  made.exprs = {std::move(place), std::move(value)};
  return made;
}

Statement of_kind(StatementKind kind) {
  Statement made;
  made.kind = kind;
  return made;
}

bool is_jump(const Statement& statement) {
  return statement.kind == StatementKind::kBreak || statement.kind == StatementKind::kContinue ||
         statement.kind == StatementKind::kReturn;
}

/// dxc passes vectors, matrices and structs only to functions that it inlines, so such functions cannot be
/// [noinline].
bool may_stay(const Function& function) {
  const auto is_simple = [](const Type& type) {
    return type.rows == 1 && type.columns == 1 && type.structure == 0;
  };
  const uint32_t parameters = function.parameters();
  for (uint32_t i = 0; i < parameters; ++i) {
    if (!is_simple(function.variables[i].type)) return false;
  }
  return !function.returns_value || is_simple(function.result);
}

bool has_jumps(const Statements& list) {
  return std::any_of(list.begin(), list.end(), [](const Statement& statement) {
    return is_jump(statement) || std::any_of(statement.lists.begin(), statement.lists.end(), has_jumps);
  });
}

}  // namespace

Program random_program(uint64_t seed, const Shape& shape) { return Generator(seed, shape).run(); }

Generator::Generator(uint64_t seed, const Shape& shape) : random_(seed), shape_(shape) {
  program_.seed = seed;
  program_.native_16_bits = !shape.votes_only && random_.one_in(2);
}

Program Generator::run() {
  add_structs();
  add_globals();
  for (uint32_t group = 0; group < shape_.entries; ++group) write_entry(group);
  return std::move(program_);
}

void Generator::add_structs() {
  if (shape_.votes_only) return;
  for (uint32_t count = 1 + random_.below(3); count > 0; --count) {
    Struct made;
    for (uint32_t members = 1 + random_.below(4); members > 0; --members) {
      Type member = random_plain_type();
      if (random_.one_in(4)) member.length = 2 + random_.below(3);
      made.members.push_back(member);
    }
    program_.structs.push_back(made);
  }
}

void Generator::add_global(Memory memory, const char* prefix, uint32_t index, Type type, uint32_t width) {
  program_.globals.push_back({prefix + std::to_string(index), memory, index, type, width});
}

void Generator::add_globals() {
  const uint32_t threads = shape_.entries * kGroupThreads;
  const auto array = [](Scalar scalar, uint32_t columns, uint32_t length) {
    Type type = type_of(scalar, columns);
    type.length = length;
    return type;
  };
  add_global(Memory::kStructured, "t", 0, array(Scalar::kUint, 1, threads));
  add_global(Memory::kRwStructured, "u", 0, array(Scalar::kUint, 2, threads));
  if (shape_.votes_only) return;
  const auto next = [&] { return static_cast<uint32_t>(program_.globals.size()); };
  const uint32_t first = next();
  add_global(Memory::kStructured, "t", 1, array(Scalar::kInt, 3, 32));
  add_global(Memory::kTyped, "t", 2, array(Scalar::kUint, 4, 16));
  add_global(Memory::kRaw, "t", 3, array(Scalar::kUint, 1, 128));
  add_global(Memory::kTexture, "t", 4, array(Scalar::kUint, 4, 32), 8);
  add_global(Memory::kTyped, "t", 5, array(Scalar::kFloat, 1, 16));
  add_global(Memory::kTexture, "t", 6, array(Scalar::kFloat, 2, 16), 4);
  add_global(Memory::kStructured, "t", 7, array(Scalar::kUint64, 1, 16));
  add_global(Memory::kConstants, "c", 0, array(Scalar::kUint, 4, 8));
  for (uint32_t i = first; i < next(); ++i) readable_globals_.push_back(i);
  const uint32_t own = next();
  add_global(Memory::kRwStructured, "u", 1, array(Scalar::kInt, 4, threads));
  add_global(Memory::kRwTyped, "u", 2, array(Scalar::kUint, 1, threads));
  add_global(Memory::kRwStructured, "u", 3, array(Scalar::kInt64, 2, threads));
  for (uint32_t i = own; i < next(); ++i) own_globals_.push_back(i);
  raw_out_ = next();
  add_global(Memory::kRwRaw, "u", 4, array(Scalar::kUint, 1, threads * 8));
  atomics_ = next();
  add_global(Memory::kRwStructured, "u", 5, array(Scalar::kUint, 1, shape_.entries * 64));
  shared_ = next();
  readable_globals_.push_back(shared_);
  const Scalar scalar = random_.one_in(2) ? Scalar::kUint : Scalar::kInt64;
  add_global(Memory::kShared, "s", 0, array(scalar, 1 + random_.below(4), kGroupThreads));
  shared_atomic_ = next();
  readable_globals_.push_back(shared_atomic_);
  add_global(Memory::kShared, "s", 1, array(Scalar::kUint, 1, kGroupThreads));
}

Scalar Generator::random_scalar() {
  if (shape_.votes_only) return Scalar::kUint;
  static constexpr Scalar kScalars[] = {Scalar::kUint,   Scalar::kInt,    Scalar::kUint,  Scalar::kInt,
                                        Scalar::kUint64, Scalar::kInt64,  Scalar::kFloat, Scalar::kFloat,
                                        Scalar::kInt16,  Scalar::kUint16, Scalar::kHalf};
  return kScalars[random_.below(program_.native_16_bits ? 11 : 8)];
}

Type Generator::random_plain_type() {
  const Scalar scalar = random_scalar();
  return type_of(scalar, random_.one_in(2) ? 1 : 2 + random_.below(3));
}

Type Generator::random_raw_type() {
  static constexpr Scalar kScalars[] = {Scalar::kUint, Scalar::kInt, Scalar::kUint64};
  const Scalar scalar = kScalars[random_.below(3)];
  return type_of(scalar, 1 + random_.below(4));
}

Type Generator::random_type() {
  if (shape_.votes_only) return kUintType;
  Type type = random_.one_in(8) ? type_of(Scalar::kBool, 1 + random_.below(2)) : random_plain_type();
  const uint32_t what = random_.below(8);
  if (what == 0) {
    type.rows = static_cast<uint8_t>(2 + random_.below(3));
    type.columns = static_cast<uint8_t>(2 + random_.below(3));
  } else if (what < 3) {
    type.length = 2 + random_.below(5);
  } else if (what == 3) {
    type = {};
    type.structure = 1 + random_.below(static_cast<uint32_t>(program_.structs.size()));
    if (random_.one_in(3)) type.length = 2 + random_.below(3);
  }
  return type;
}

uint32_t Generator::new_local(Type type, Level level) {
  Variable made{type, Passing::kLocal, 0};
  if (type.is_scalar() && is_integer(type.scalar) && !shape_.votes_only) made.initial = random_.below(100);
  body_.function.variables.push_back(made);
  body_.levels.push_back(level);
  body_.fixed.push_back(false);
  return static_cast<uint32_t>(body_.function.variables.size() - 1);
}

void Generator::add_locals(uint32_t count) {
  for (; count > 0; --count) {
    const Level level = random_.one_in(3) ? body_.level : Level::kNone;
    new_local(random_type(), level);
  }
}

void Generator::fold_locals(Statements& list) {
  const auto locals = static_cast<uint32_t>(body_.function.variables.size());
  for (uint32_t i = kHash + 1; i < locals; ++i) {
    if (body_.function.variables[i].type == kUintType && random_.one_in(2)) continue;
    for (uint32_t parts = body_.function.variables[i].type.is_plain() ? 1 : 3; parts > 0; --parts) {
      Expr part = part_of(variable(i), 1, Level::kNone, false);
      list.push_back(
          assign(variable(kHash), hashed(variable(kHash), converted_to(std::move(part), kUintType), i)));
    }
  }
}

void Generator::write_entry(uint32_t group) {
  group_ = group;
  body_ = {};
  body_.level = level_ = random_.one_in(shape_.votes_only ? 4 : 2) ? Level::kGroup : Level::kNone;
  left_ = shape_.statements;
  functions_left_ = 4;
  body_.function.name = "p" + std::to_string(group);
  body_.function.variables = {
      {kUintType, Passing::kIn}, {kUintType, Passing::kInOut}, {kUintType, Passing::kInOut}};
  body_.levels = {Level::kNone, Level::kNone, Level::kNone};
  body_.fixed = {true, false, true};
  add_locals(shape_.votes_only ? 1 : 3 + random_.below(4));
  Statements body;
  while (left_ > 0) {
    Statements part = list(0);
    if (!part.empty() && is_jump(part.back())) part.pop_back();
    body.insert(body.end(), part.begin(), part.end());
  }
  body.push_back(vote());
  if (!shape_.votes_only) fold_locals(body);
  body_.function.body = std::move(body);
  body_.function.stays = random_.one_in(4);
  program_.entries.push_back(static_cast<uint32_t>(program_.functions.size()));
  program_.functions.push_back(std::move(body_.function));
}

uint32_t Generator::write_function(Level level, bool returns_value) {
  Body outer = std::exchange(body_, {});
  const Level outer_level = std::exchange(level_, level);
  const uint32_t outer_left = std::exchange(left_, 2 + random_.below(5));
  --functions_left_;
  ++call_depth_;
  body_.level = level;
  Function& made = body_.function;
  made.name = "f" + std::to_string(group_) + "_" + std::to_string(functions_left_);
  made.returns_value = returns_value;
  const Passing passed = returns_value ? Passing::kIn : Passing::kInOut;
  made.variables = {{kUintType, Passing::kIn}, {kUintType, passed}, {kUintType, passed}};
  body_.fixed = {true, false, true};
  if (returns_value)
    made.result = type_of(random_scalar());  // dxc -Od fails on components of a vector that a call returns.
  for (uint32_t more = shape_.votes_only ? 0 : random_.below(3); more > 0; --more) {
    const Passing passing = returns_value ? Passing::kIn : static_cast<Passing>(1 + random_.below(3));
    made.variables.push_back({returns_value ? random_plain_type() : random_type(), passing});
    body_.fixed.push_back(false);
  }
  body_.levels.assign(made.variables.size(), Level::kNone);
  add_locals(random_.below(3));
  Statements body = list(0);
  if (!body.empty() && is_jump(body.back())) body.pop_back();
  if (!returns_value && !shape_.votes_only && random_.one_in(2)) fold_locals(body);
  if (returns_value) {
    Statement last = of_kind(StatementKind::kReturn);
    last.exprs.push_back(value_for(made.result, 2, Level::kNone));
    body.push_back(std::move(last));
  }
  made.body = std::move(body);
  made.stays = random_.one_in(2) && may_stay(made);
  program_.functions.push_back(std::move(body_.function));
  body_ = std::move(outer);
  level_ = outer_level;
  left_ = outer_left;
  --call_depth_;
  return static_cast<uint32_t>(program_.functions.size() - 1);
}

Level Generator::random_level() {
  if (level_ == Level::kNone || random_.one_in(2)) return Level::kNone;
  return random_.one_in(2) ? level_ : static_cast<Level>(1 + random_.below(static_cast<uint32_t>(level_)));
}

Statements Generator::inner(uint32_t depth, Level level) {
  const Level outer = std::exchange(level_, std::min(level_, level));
  Statements made = list(depth);
  level_ = outer;
  return made;
}

Statements Generator::list(uint32_t depth) {
  Statements made;
  for (uint32_t count = 1 + random_.below(depth == 0 ? 5 : 3); count > 0 && left_ > 0; --count) {
    statement(made, depth);
    if (is_jump(made.back())) break;
  }
  return made;
}

void Generator::statement(Statements& list, uint32_t depth) {
  --left_;
  const uint32_t what = random_.below(depth >= kDeepest ? 8 : 22);
  if (what < 2) return list.push_back(vote());
  if (what < 4) return list.push_back(step());
  if (what < 6) return list.push_back(shape_.votes_only ? vote() : assignment());
  if (what < 8) return list.push_back(depth == 0 ? vote() : jump());
  if (what < 12) return list.push_back(branch(depth));
  if (what < 16) return loop(list, depth);
  if (what == 16) return list.push_back(choice(depth));
  if (what == 17 && functions_left_ > 0 && call_depth_ < 3) return call(list, depth);
  if (shape_.votes_only) return list.push_back(branch(depth));
  if (what == 18 && level_ == Level::kGroup && !shared_readable_) return shared_phase(list, depth);
  if (what == 19 && level_ == Level::kGroup && !shared_readable_) return shared_atomics(list, depth);
  if (what == 20) return list.push_back(memory_statement());
  list.push_back(assignment());
}

Statement Generator::vote() {
  Expr word = wave_word(1);
  return assign(variable(kHash), hashed(variable(kHash), std::move(word), random_.below(1000)));
}

Statement Generator::step() {
  if (!shape_.votes_only && random_.one_in(2))
    return assign(variable(kState), plain(kUintType, 2, Level::kNone));
  // x = (x * 5069 + n) ^ (x >> 4)
  Expr product = made_expr(Op::kMul, kUintType, {variable(kState), uint_of(5069)});
  product = made_expr(Op::kAdd, kUintType, {std::move(product), uint_of(random_.below(10000))});
  Expr shifted = made_expr(Op::kShr, kUintType, {variable(kState), uint_of(4)});
  return assign(variable(kState), made_expr(Op::kXor, kUintType, {std::move(product), std::move(shifted)}));
}

Statement Generator::assignment() {
  const auto locals = static_cast<uint32_t>(body_.function.variables.size());
  uint32_t local = kState;
  for (uint32_t tries = 0; tries < 6; ++tries) {
    const uint32_t candidate = random_.below(locals);
    if (!body_.fixed[candidate] && body_.levels[candidate] <= level_) local = candidate;
  }
  const Level wanted = body_.levels[local];
  Expr place = part_of(variable(local), 1, wanted, true);
  Expr value = value_for(place.type, 3, wanted);
  return assign(std::move(place), std::move(value));
}

Statement Generator::jump() {
  const bool may_break = (body_.in_loop || body_.in_switch) &&
                         level_ == (body_.in_switch ? body_.switch_level : body_.loop_level);
  const bool may_continue = body_.in_loop && level_ == body_.loop_level;
  const bool may_return = body_.may_return && level_ == body_.level;
  const uint32_t what = random_.below(4);
  if (what < 2 && may_break) return of_kind(StatementKind::kBreak);
  if (what == 2 && may_continue) return of_kind(StatementKind::kContinue);
  if (what >= 2 && may_return) {
    Statement made = of_kind(StatementKind::kReturn);
    if (body_.function.returns_value) made.exprs.push_back(value_for(body_.function.result, 1, Level::kNone));
    return made;
  }
  return may_break ? of_kind(StatementKind::kBreak) : vote();
}

Statement Generator::branch(uint32_t depth) {
  const Level level = random_level();
  Statement made = of_kind(StatementKind::kIf);
  made.exprs.push_back(condition(1 + random_.below(3), level));
  if (random_.one_in(4)) made.hint = Hint::kBranch;
  made.lists.push_back(inner(depth + 1, level));
  made.lists.push_back(random_.one_in(3) ? inner(depth + 1, level) : Statements{});
  return made;
}

void Generator::loop(Statements& list, uint32_t depth) {
  if (body_.loops >= 3) return list.push_back(branch(depth));
  static constexpr StatementKind kKinds[] = {StatementKind::kFor, StatementKind::kFor, StatementKind::kWhile,
                                             StatementKind::kDoWhile, StatementKind::kForever};
  const Level level = random_level();
  Statement made = of_kind(kKinds[random_.below(5)]);
  const uint32_t counter = new_local(kUintType, level);
  body_.function.variables[counter].initial = 0;
  body_.fixed[counter] = true;
  made.number = counter;
  const uint32_t most = 1 + random_.below(4);
  const bool is_plain_for = made.kind == StatementKind::kFor && random_.one_in(3);
  Expr below = made_expr(Op::kLess, kBoolType, {variable(counter), uint_of(most)});
  const Level outer_level = level_;
  const auto more = [&] {
    const Level before = std::exchange(level_, std::min(level_, level));
    Expr asked = condition(1 + random_.below(2), level);
    level_ = before;
    return asked;
  };
  // Lanes that leave a loop in different iterations do not reconverge inside it.
  level_ = std::min(level_, level);
  if (is_plain_for || random_.one_in(3)) {
    made.exprs.push_back(below);
  } else if (random_.one_in(5)) {
    made.exprs.push_back(made_expr(Op::kChoose, kBoolType, {below, more(), constant_of(kBoolType, 0)}));
  } else if (random_.one_in(4)) {
    made.exprs.push_back(made_expr(Op::kLogicalAnd, kBoolType, {more(), below}));
  } else {
    made.exprs.push_back(made_expr(Op::kLogicalAnd, kBoolType, {below, more()}));
  }
  const bool in_loop = std::exchange(body_.in_loop, true), in_switch = std::exchange(body_.in_switch, false);
  const Level loop_level = std::exchange(body_.loop_level, level_);
  ++body_.loops;
  Statements body = inner(depth + 1, level);
  --body_.loops;
  body_.in_loop = in_loop;
  body_.in_switch = in_switch;
  body_.loop_level = loop_level;
  level_ = outer_level;
  if (made.kind == StatementKind::kFor) {
    if (is_plain_for && !has_jumps(body) && random_.one_in(2)) made.hint = Hint::kUnroll;
  } else {
    Statements first;
    if (made.kind == StatementKind::kForever) {
      Statement leave = of_kind(StatementKind::kIf);
      leave.exprs.push_back(made_expr(Op::kLogicalNot, kBoolType, {made.exprs[0]}));
      leave.lists = {{of_kind(StatementKind::kBreak)}, {}};
      first.push_back(std::move(leave));
      made.exprs.clear();
    }
    first.push_back(
        assign(variable(counter), made_expr(Op::kAdd, kUintType, {variable(counter), uint_of(1)})));
    body.insert(body.begin(), first.begin(), first.end());
    list.push_back(assign(variable(counter), uint_of(0)));
  }
  if (made.hint == Hint::kNone && random_.one_in(3)) made.hint = Hint::kLoop;
  made.lists.push_back(std::move(body));
  list.push_back(std::move(made));
}

Statement Generator::choice(uint32_t depth) {
  const Level level = random_level();
  Statement made = of_kind(StatementKind::kSwitch);
  const uint32_t cases = 2 + random_.below(3);
  Expr selector = plain(kUintType, 2, level);
  made.exprs.push_back(
      made_expr(Op::kAnd, kUintType, {std::move(selector), uint_of(random_.one_in(2) ? 3 : 7)}));
  const uint32_t defaults = random_.below(cases + 1);
  const bool in_switch = std::exchange(body_.in_switch, true);
  const Level switch_level = std::exchange(body_.switch_level, std::min(level_, level));
  for (uint32_t i = 0; i < cases; ++i) {
    made.labels.push_back(i == defaults ? kDefault : i);
    Statements list = random_.one_in(8) && i + 1 < cases ? Statements{} : inner(depth + 1, level);
    const bool may_fall = i + 1 < cases && (shape_.falls_through || list.empty());
    const bool falls = may_fall && (list.empty() || random_.one_in(3));
    const bool ends = !list.empty() && is_jump(list.back());
    if (!falls && !ends) list.push_back(of_kind(StatementKind::kBreak));
    made.lists.push_back(std::move(list));
  }
  body_.in_switch = in_switch;
  body_.switch_level = switch_level;
  return made;
}

void Generator::call(Statements& list, uint32_t) {
  const bool returns_value = random_.one_in(4);
  Statement made = of_kind(StatementKind::kCall);
  made.number = write_function(random_.one_in(2) ? level_ : Level::kNone, returns_value);
  // A copy, because evaluating the arguments may add functions.
  const Function called = program_.functions[made.number];
  made.exprs = {variable(kThread), variable(kState), variable(kHash)};
  for (uint32_t i = 3; i < called.parameters(); ++i) {
    const Variable& parameter = called.variables[i];
    const bool is_value = parameter.passing == Passing::kIn && parameter.type.is_plain();
    made.exprs.push_back(is_value ? value_for(parameter.type, 2, Level::kNone)
                                  : variable(new_local(parameter.type)));
  }
  if (returns_value) made.exprs.push_back(variable(new_local(called.result)));
  list.push_back(std::move(made));
}

Expr Generator::own_slot(uint32_t index) {
  const Type element = program_.globals[index].type.element();
  Expr slot = made_expr(Op::kAdd, kUintType, {variable(kThread), uint_of(group_ * kGroupThreads)});
  return made_expr(Op::kIndex, element, {global(index), std::move(slot)});
}

Statement Generator::memory_statement() {
  const uint32_t what = random_.below(3);
  if (what == 0) {
    Expr place = own_slot(own_globals_[random_.below(static_cast<uint32_t>(own_globals_.size()))]);
    Expr value = value_for(place.type, 3, Level::kNone);
    return assign(std::move(place), std::move(value));
  }
  if (what == 1) {
    const Type type = random_raw_type();
    Expr slot = made_expr(Op::kAdd, kUintType, {variable(kThread), uint_of(group_ * kGroupThreads)});
    Statement made = of_kind(StatementKind::kRawStore);
    made.number = raw_out_;
    made.exprs = {made_expr(Op::kMul, kUintType, {std::move(slot), uint_of(8)}),
                  plain(type, 2, Level::kNone)};
    return made;
  }
  // The order of the atomics does not matter, because each word is only changed by one kind of operation.
  Statement made = of_kind(StatementKind::kAtomic);
  made.number = random_.below(static_cast<uint32_t>(AtomicOp::kExchange));
  Expr at = made_expr(Op::kMul, kUintType, {index_below(8, 1, Level::kNone), uint_of(8)});
  at = made_expr(Op::kAdd, kUintType, {std::move(at), uint_of(made.number + group_ * 64)});
  Expr place = made_expr(Op::kIndex, kUintType, {global(atomics_), std::move(at)});
  made.exprs = {std::move(place), plain(kUintType, 2, Level::kNone)};
  return made;
}

void Generator::shared_phase(Statements& list, uint32_t depth) {
  // s[t] = ..; barrier; reads of any element; barrier.
  const auto fill = [&](uint32_t index) {
    const Type type = program_.globals[index].type.element();
    Expr place = made_expr(Op::kIndex, type, {global(index), variable(kThread)});
    list.push_back(assign(std::move(place), plain(type, 2, Level::kNone)));
  };
  fill(shared_);
  fill(shared_atomic_);
  list.push_back(of_kind(StatementKind::kBarrier));
  Body& body = body_;
  const bool in_loop = std::exchange(body.in_loop, false), in_switch = std::exchange(body.in_switch, false);
  const bool may_return = std::exchange(body.may_return, false);
  shared_readable_ = true;
  Statement block = of_kind(StatementKind::kBlock);
  left_ += 2;
  block.lists.push_back(inner(depth + 1, level_));
  for (uint32_t i = 0; i < 2; ++i) block.lists[0].push_back(assignment());
  list.push_back(std::move(block));
  shared_readable_ = false;
  body.in_loop = in_loop;
  body.in_switch = in_switch;
  body.may_return = may_return;
  list.push_back(of_kind(StatementKind::kBarrier));
}

void Generator::shared_atomics(Statements& list, uint32_t depth) {
  // s[t] = ..; barrier; atomics on any element; barrier; read s[t] and others; barrier.
  const Expr own = made_expr(Op::kIndex, kUintType, {global(shared_atomic_), variable(kThread)});
  list.push_back(assign(own, plain(kUintType, 1, Level::kNone)));
  list.push_back(of_kind(StatementKind::kBarrier));
  const uint32_t op = random_.below(static_cast<uint32_t>(AtomicOp::kExchange));
  for (uint32_t count = 1 + random_.below(2); count > 0; --count) {
    Statement atomic = of_kind(StatementKind::kAtomic);
    atomic.number = op;
    Expr at = index_below(kGroupThreads, 2, Level::kNone);
    Expr place = made_expr(Op::kIndex, kUintType, {global(shared_atomic_), std::move(at)});
    atomic.exprs = {std::move(place), plain(kUintType, 2, Level::kNone)};
    if (random_.one_in(2)) {
      list.push_back(std::move(atomic));
      continue;
    }
    Statement guarded = of_kind(StatementKind::kIf);
    guarded.exprs.push_back(condition(2, Level::kNone));
    guarded.lists = {{std::move(atomic)}, {}};
    list.push_back(std::move(guarded));
  }
  list.push_back(of_kind(StatementKind::kBarrier));
  Expr other =
      made_expr(Op::kIndex, kUintType, {global(shared_atomic_), index_below(kGroupThreads, 1, Level::kNone)});
  list.push_back(assign(variable(kHash), hashed(variable(kHash), std::move(other), depth)));
  list.push_back(of_kind(StatementKind::kBarrier));
}

}  // namespace trellis::differential::hlsl
