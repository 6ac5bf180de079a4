#include <algorithm>
#include <string_view>

#include "tests/spirv_backend/debug_info/hlsl_compiler.hpp"

namespace trellis::test_backend::hlsl {
namespace {

struct Operator {
  std::string_view mark;
  int level;
  Binary meaning;
};

constexpr Operator kOperators[] = {
    {"||", 1, Binary::kOr},         {"&&", 2, Binary::kAnd},          {"|", 3, Binary::kOr},
    {"^", 4, Binary::kXor},         {"&", 5, Binary::kAnd},           {"==", 6, Binary::kEqual},
    {"!=", 6, Binary::kNotEqual},   {"<", 7, Binary::kLess},          {"<=", 7, Binary::kLessEqual},
    {">", 7, Binary::kGreater},     {">=", 7, Binary::kGreaterEqual}, {"<<", 8, Binary::kShiftLeft},
    {">>", 8, Binary::kShiftRight}, {"+", 9, Binary::kAdd},           {"-", 9, Binary::kSub},
    {"*", 10, Binary::kMul},        {"/", 10, Binary::kDiv},          {"%", 10, Binary::kMod}};

const Operator* find_operator(std::string_view mark) {
  for (const Operator& known : kOperators) {
    if (known.mark == mark) return &known;
  }
  return nullptr;
}

bool is_comparison(Binary meaning) { return meaning >= Binary::kEqual && meaning <= Binary::kGreaterEqual; }

}  // namespace

Compiler::Value Compiler::stacked(uint32_t id) {
  Value value;
  value.kind = Value::Kind::kStacked;
  value.type = id;
  return value;
}

void Compiler::load(Value& value) {
  if (value.kind == Value::Kind::kPlace) {
    emit(value.is_computed ? Op::kLoadAt : Op::kLoad, value.slot, type(value.type).slots).space = value.space;
  } else if (value.kind == Value::Kind::kElement) {
    const uint32_t words = type(value.type).slots;
    emit(Op::kBufferLoad, value.slot, words).value = words;
  } else if (value.kind != Value::Kind::kStacked) {
    return fail("no value");
  }
  value = stacked(value.type);
}

/// Pops the top of the stack and stores it at the place.
void Compiler::store(const Value& value) {
  if (value.kind == Value::Kind::kPlace) {
    const Op op = value.is_computed ? Op::kStoreAt : Op::kStore;
    emit(op, value.slot, type(value.type).slots).space = value.space;
  } else if (value.kind == Value::Kind::kElement) {
    const uint32_t words = type(value.type).slots;
    emit(Op::kBufferStore, value.slot, words).value = words;
  } else {
    fail("nothing that can be assigned to");
  }
}

void Compiler::convert(Value& value, uint32_t wanted) {
  load(value);
  if (!program_.fault.empty()) return;
  const Type from = type(value.type), to = type(wanted);
  const bool is_numeric = to.count == 0 && to.members.empty();
  if (is_numeric && from.base != to.base) emit(Op::kCast, from.width).base = to.base;
  if (is_numeric && from.width == 1 && to.width > 1) emit(Op::kSplat, to.width);
  value = stacked(wanted);
}

void Compiler::as_bool(Value& value) {
  load(value);
  if (program_.fault.empty()) convert(value, numeric(Base::kBool, type(value.type).width));
}

void Compiler::drop(const Value& value) {
  if (value.kind == Value::Kind::kStacked) emit(Op::kDrop, type(value.type).slots);
  if (value.kind != Value::Kind::kPlace || !value.is_computed) return;
  emit(Op::kDrop, 1);
}

/// Compiles an expression and converts it to the type.
uint32_t Compiler::argument(uint32_t wanted) {
  Value value = expression();
  convert(value, wanted);
  return wanted;
}

Compiler::Value Compiler::expression() {
  const Value left = ternary();
  if (peek().kind != Token::Kind::kMark || !peek().text.ends_with("=")) return left;
  return find_operator(peek().text) == nullptr ? assign(left) : left;
}

Compiler::Value Compiler::assign(Value target) {
  const std::string mark = tokens_[at_++].text;
  if (mark == "=") {
    argument(target.type);
  } else {
    if (target.kind == Value::Kind::kElement) fail("a compound assignment to an element");
    if (target.is_computed) emit(Op::kDuplicate, 1);
    Value left = target;
    load(left);
    Value right = expression();
    load(right);
    if (!program_.fault.empty()) return {};
    Value result = combine(mark.substr(0, mark.size() - 1), left, right);
    convert(result, target.type);
  }
  store(target);
  return {};
}

Compiler::Value Compiler::ternary() {
  Value test = binary(1);
  if (!accept("?")) return test;
  as_bool(test);
  Value yes = expression();
  load(yes);
  expect(":");
  Value no = ternary();
  load(no);
  if (!program_.fault.empty()) return {};
  const bool is_first = type(yes.type).base >= type(no.type).base;
  const uint32_t result = is_first ? yes.type : no.type;
  emit(Op::kSelect, type(result).slots);
  return stacked(result);
}

/// Compiles an operator that replaces two values on the stack by one.
Compiler::Value Compiler::combine(const std::string& mark, const Value& left, const Value& right) {
  const Operator* found = find_operator(mark);
  if (found == nullptr) {
    fail("no operator: " + mark);
    return {};
  }
  const Type a = type(left.type), b = type(right.type);
  if (a.width > 1 && b.width == 1) emit(Op::kSplat, a.width);
  if (a.width == 1 && b.width > 1) fail("a scalar before a vector");
  const bool is_shift = found->meaning == Binary::kShiftLeft || found->meaning == Binary::kShiftRight;
  const Base base = is_shift ? a.base : std::max(a.base, b.base);
  Instruction& made = emit(Op::kBinary, a.width);
  made.base = base;
  made.value = static_cast<uint64_t>(found->meaning);
  const bool is_truth = is_comparison(found->meaning) || (found->level <= 2);
  const bool is_sum = base == Base::kBool && !is_truth && found->level > 5;
  return stacked(numeric(is_truth ? Base::kBool : is_sum ? Base::kInt : base, a.width));
}

Compiler::Value Compiler::binary(int least) {
  Value left = unary();
  while (peek().kind == Token::Kind::kMark) {
    const std::string mark = peek().text;
    const Operator* found = find_operator(mark);
    if (found == nullptr || found->level < least) break;
    mark_new(peek().line);
    ++at_;
    const bool is_logical = found->level <= 2;
    if (is_logical) {
      as_bool(left);
    } else {
      load(left);
    }
    Value right = binary(found->level + 1);
    if (is_logical) {
      as_bool(right);
    } else {
      load(right);
    }
    if (!program_.fault.empty()) return {};
    left = combine(mark, left, right);
  }
  return left;
}

/// Increments or decrements a variable. Leaves the new value on the stack if the operator comes before the
/// variable, else the old one. Leaves nothing if the place is computed.
Compiler::Value Compiler::step(Value value, bool is_up, bool is_before) {
  if (value.kind != Value::Kind::kPlace) {
    fail("no variable to step");
    return {};
  }
  if (value.is_computed) emit(Op::kDuplicate, 1);
  Value old = value;
  load(old);
  if (!value.is_computed && !is_before) emit(Op::kDuplicate, 1);
  push(1);
  Instruction& made = emit(Op::kBinary, 1);
  made.base = type(value.type).base;
  made.value = static_cast<uint64_t>(is_up ? Binary::kAdd : Binary::kSub);
  if (!value.is_computed && is_before) emit(Op::kDuplicate, 1);
  store(value);
  return value.is_computed ? Value() : stacked(value.type);
}

Compiler::Value Compiler::unary() {
  mark_new(peek().line);
  for (const bool is_up : {true, false}) {
    if (accept(is_up ? "++" : "--")) return step(unary(), is_up, true);
  }
  const bool is_not = is("!"), is_minus = is("-");
  if (!is_not && !is_minus && !is("~")) return postfix(primary());
  ++at_;
  Value value = unary();
  if (is_not) as_bool(value);
  load(value);
  if (!program_.fault.empty()) return {};
  const Type operand = type(value.type);
  push(is_not ? 1 : UINT64_MAX);
  emit(Op::kSplat, operand.width);
  Instruction& made = emit(Op::kBinary, operand.width);
  made.base = operand.base;
  made.value = static_cast<uint64_t>(is_minus ? Binary::kMul : Binary::kXor);
  return value;
}

Compiler::Value Compiler::member(Value value, const std::string& text) {
  if (value.kind == Value::Kind::kElement) load(value);
  if (!program_.fault.empty()) return {};
  const Type whole = type(value.type);
  uint32_t offset = 0;
  for (const auto& [known, id] : whole.members) {
    if (known != text) {
      offset += type(id).slots;
      continue;
    }
    if (value.kind != Value::Kind::kPlace) fail("a member of a value");
    value.type = id;
    value.slot += offset;
    return value;
  }
  constexpr std::string_view kNames = "xyzw";
  uint64_t digits = 0;
  for (size_t n = 0; n < text.size(); ++n) {
    const size_t component = kNames.find(text[n]);
    if (component >= whole.width) {
      fail("no component: " + text);
      return {};
    }
    digits |= static_cast<uint64_t>(component) << (4 * n);
  }
  const uint32_t result = numeric(whole.base, static_cast<uint32_t>(text.size()));
  if (value.kind == Value::Kind::kPlace && text.size() == 1) {
    value.slot += static_cast<uint32_t>(digits);
    value.type = result;
    return value;
  }
  load(value);
  emit(Op::kPick, whole.width, static_cast<uint32_t>(text.size())).value = digits;
  return stacked(result);
}

Compiler::Value Compiler::element(Value value) {
  if (value.kind == Value::Kind::kBuffer) {
    const uint32_t id = program_.buffers[value.slot].element;
    argument(numeric(Base::kUint, 1));
    expect("]");
    value.kind = Value::Kind::kElement;
    value.type = id;
    return value;
  }
  if (value.kind != Value::Kind::kPlace) {
    fail("an element of a value");
    return {};
  }
  argument(numeric(Base::kUint, 1));
  expect("]");
  const Type whole = type(value.type);
  value.type = whole.count != 0 ? whole.element : numeric(whole.base, 1);
  emit(Op::kScale, type(value.type).slots);
  if (value.is_computed) {
    Instruction& sum = emit(Op::kBinary, 1);
    sum.base = Base::kUint64;
    sum.value = static_cast<uint64_t>(Binary::kAdd);
  }
  value.is_computed = true;
  return value;
}

Compiler::Value Compiler::postfix(Value value) {
  for (;;) {
    if (accept("[")) {
      value = element(value);
    } else if (accept(".")) {
      const std::string text = name();
      value = value.kind == Value::Kind::kBuffer ? method(value, text) : member(value, text);
    } else if (is("++") || is("--")) {
      const bool is_up = is("++");
      ++at_;
      value = step(value, is_up, false);
    } else {
      return value;
    }
  }
}

Compiler::Value Compiler::primary() {
  if (accept("(")) {
    const Value value = expression();
    expect(")");
    return value;
  }
  if (peek().kind == Token::Kind::kNumber) {
    const Token token = tokens_[at_++];
    push(token.number);
    return stacked(numeric(token.is_unsigned ? Base::kUint : Base::kLiteral, 1));
  }
  const std::string text = name();
  if (text == "true" || text == "false") {
    push(text == "true" ? 1 : 0);
    return stacked(numeric(Base::kBool, 1));
  }
  if (accept("(")) return called(text);
  const Symbol* symbol = find(text);
  if (symbol == nullptr) {
    fail("no variable: " + text);
    return {};
  }
  if (symbol->kind == Symbol::Kind::kConstant) {
    push(symbol->constant);
    return stacked(symbol->type);
  }
  Value value;
  value.kind = symbol->kind == Symbol::Kind::kBuffer ? Value::Kind::kBuffer : Value::Kind::kPlace;
  value.type = symbol->type;
  value.slot = symbol->slot;
  value.space = symbol->space;
  return value;
}

}  // namespace trellis::test_backend::hlsl
