#include <algorithm>

#include "tests/spirv_backend/debug_info/hlsl_compiler.hpp"

namespace trellis::test_backend::hlsl {

/// Returns whether the code compiled so far ends with a jump or return.
bool Compiler::just_left() const {
  size_t last = program_.code.size() - 1;
  if (last > 0 && program_.code[last].op == Op::kLine) --last;
  return program_.code[last].op == Op::kJump || program_.code[last].op == Op::kReturn;
}

void Compiler::end_leaving(size_t from) {
  for (size_t n = from; n < leaving_.size(); ++n) program_.code[leaving_[n]].b = here();
  leaving_.resize(from);
}

void Compiler::block() {
  const size_t before = symbols_.size(), leaving = leaving_.size();
  while (!is("}") && peek().kind != Token::Kind::kEnd) statement();
  mark(peek().line);
  expect("}");
  end_leaving(leaving);
  symbols_.resize(before);
}

void Compiler::declaration() {
  accept("const");
  const uint32_t id = type_name();
  do {
    const std::string text = name();
    const uint32_t whole = array_of(id);
    if (accept("=")) {
      argument(whole);
    } else {
      push(kUndefined);
      emit(Op::kSplat, type(whole).slots);
    }
    const uint32_t slot = declare(text, whole).slot;
    emit(Op::kStore, slot, type(whole).slots);
  } while (accept(","));
  expect(";");
}

/// Emits a jump that is taken if the condition does not hold, and returns its index.
uint32_t Compiler::condition() {
  Value value = expression();
  as_bool(value);
  emit(Op::kJumpIfZero);
  return here() - 1;
}

void Compiler::if_statement() {
  expect("(");
  const uint32_t test = condition();
  expect(")");
  program_.code[test].op = Op::kArm;
  statement();
  if (!accept("else")) {
    program_.code[test].a = here();
    if (just_left()) leaving_.push_back(test);
    return;
  }
  const uint32_t past = here();
  emit(Op::kJump);
  program_.code[test].a = here();
  statement();
  program_.code[test].b = here();
  program_.code[past].a = here();
}

void Compiler::loop_body(Exits& exits) {
  exits.is_loop = true;
  exits_.push_back(exits);
  statement();
  exits = exits_.back();
  exits_.pop_back();
}

void Compiler::for_statement() {
  const uint32_t line = peek().line;
  const size_t before = symbols_.size();
  expect("(");
  if (!accept(";")) statement();
  mark(line);
  const uint32_t begin = here();
  Exits exits;
  if (!is(";")) exits.breaks.push_back(condition());
  expect(";");
  // The step expression precedes the body in the text but follows it in the code.
  const size_t step_at = at_;
  for (int depth = 0; depth >= 0 && peek().kind != Token::Kind::kEnd; ++at_) {
    depth += is("(") ? 1 : is(")") ? -1 : 0;
  }
  loop_body(exits);
  const size_t behind = at_;
  land(exits.continues, here());
  mark(line);
  at_ = step_at;
  if (!is(")")) drop(expression());
  mark(line);
  if (program_.fault.empty()) at_ = behind;
  emit(Op::kJump, begin);
  land(exits.breaks, here());
  symbols_.resize(before);
}

void Compiler::while_statement() {
  Exits exits;
  const uint32_t begin = here();
  mark(peek().line);
  expect("(");
  exits.breaks.push_back(condition());
  expect(")");
  loop_body(exits);
  land(exits.continues, begin);
  emit(Op::kJump, begin);
  land(exits.breaks, here());
}

void Compiler::do_statement() {
  Exits exits;
  const uint32_t begin = here();
  loop_body(exits);
  land(exits.continues, here());
  mark(peek().line);
  expect("while");
  expect("(");
  exits.breaks.push_back(condition());
  expect(")");
  expect(";");
  emit(Op::kJump, begin);
  land(exits.breaks, here());
}

void Compiler::switch_statement() {
  expect("(");
  Value selector = expression();
  load(selector);
  expect(")");
  const size_t before = symbols_.size();
  const uint32_t slot = declare("", selector.type).slot;
  emit(Op::kStore, slot, 1);
  const uint32_t choice = here();
  emit(Op::kJump);
  exits_.emplace_back();
  statement();
  Exits exits = exits_.back();
  exits_.pop_back();
  exits.breaks.push_back(here());
  emit(Op::kJump);
  program_.code[choice].a = here();
  for (const auto& [value, target] : exits.cases) {
    emit(Op::kLoad, slot, 1);
    push(value);
    emit(Op::kBinary, 1).value = static_cast<uint64_t>(Binary::kNotEqual);
    emit(Op::kJumpIfZero, target);
  }
  if (exits.otherwise != UINT32_MAX) emit(Op::kJump, exits.otherwise);
  land(exits.breaks, here());
  symbols_.resize(before);
}

Compiler::Exits* Compiler::innermost(bool is_loop) {
  for (size_t n = exits_.size(); n-- > 0;) {
    if (exits_[n].is_loop || !is_loop) return &exits_[n];
  }
  fail("a jump out of nothing");
  return nullptr;
}

void Compiler::return_statement() {
  uint32_t slots = 0;
  if (!accept(";")) {
    const uint32_t result = program_.functions[function_].result;
    argument(result);
    slots = type(result).slots;
    expect(";");
  }
  emit(Op::kReturn, slots);
}

/// Compiles a case label, which may be inside any statement of the switch. Returns false if there is none.
bool Compiler::label() {
  const bool is_default = is("default");
  if (!is_default && !is("case")) return false;
  ++at_;
  Exits* exits = nullptr;
  for (size_t n = exits_.size(); n-- > 0 && exits == nullptr;) {
    if (!exits_[n].is_loop) exits = &exits_[n];
  }
  if (exits == nullptr) {
    fail("a label outside a switch");
    return true;
  }
  if (is_default) {
    exits->otherwise = here();
  } else {
    exits->cases.emplace_back(constant(), here());
  }
  expect(":");
  return true;
}

void Compiler::statement() {
  while (accept("[")) {
    while (!accept("]") && peek().kind != Token::Kind::kEnd) ++at_;
  }
  if (label() || accept(";")) return;
  if (accept("{")) return block();
  mark(peek().line);
  if (accept("if")) return if_statement();
  if (accept("for")) return for_statement();
  if (accept("while")) return while_statement();
  if (accept("do")) return do_statement();
  if (accept("switch")) return switch_statement();
  if (accept("return")) return return_statement();
  const bool is_break = is("break");
  if (is_break || is("continue")) {
    ++at_;
    expect(";");
    Exits* exits = innermost(!is_break);
    if (exits == nullptr) return;
    (is_break ? exits->breaks : exits->continues).push_back(here());
    emit(Op::kJump);
    return;
  }
  const bool is_declaration = is("const") || (find_type(peek().text) && peek(1).text != "(");
  if (is_declaration) return declaration();
  drop(expression());
  expect(";");
}

}  // namespace trellis::test_backend::hlsl
