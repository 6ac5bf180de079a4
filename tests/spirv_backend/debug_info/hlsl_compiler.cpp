#include "tests/spirv_backend/debug_info/hlsl_compiler.hpp"

#include <algorithm>
#include <set>

namespace trellis::test_backend::hlsl {

bool Compiler::accept(const char* text) {
  if (!is(text)) return false;
  ++at_;
  return true;
}

void Compiler::expect(const char* text) {
  if (!accept(text)) fail(std::string("expected ") + text + ", found " + peek().text);
}

std::string Compiler::name() {
  if (peek().kind != Token::Kind::kName) fail("expected a name, found " + peek().text);
  return tokens_[at_++].text;
}

/// Records the first error, and skips the rest of the source.
void Compiler::fail(const std::string& why) {
  if (program_.fault.empty()) program_.fault = "line " + std::to_string(peek().line) + ": " + why;
  at_ = tokens_.size() - 1;
}

uint64_t Compiler::constant() {
  const Token& token = peek();
  if (token.kind == Token::Kind::kNumber) return tokens_[at_++].number;
  const Symbol* symbol = find(name());
  if (symbol == nullptr || symbol->kind != Symbol::Kind::kConstant) fail("no constant");
  return symbol == nullptr ? 1 : symbol->constant;
}

uint32_t Compiler::numeric(Base base, uint32_t width) {
  for (uint32_t n = 0; n < program_.types.size(); ++n) {
    const Type& known = type(n);
    const bool is_number = known.count == 0 && known.members.empty();
    if (is_number && known.base == base && known.width == width) return n;
  }
  program_.types.push_back({base, width, kNoType, 0, {}, base == Base::kVoid ? 0 : width});
  return static_cast<uint32_t>(program_.types.size() - 1);
}

std::optional<uint32_t> Compiler::find_type(const std::string& text) const {
  const auto found = type_names_.find(text);
  if (found == type_names_.end()) return std::nullopt;
  return found->second;
}

uint32_t Compiler::type_name() {
  const std::string text = name();
  const auto found = find_type(text);
  if (!found) fail("no type: " + text);
  return found.value_or(0);
}

uint32_t Compiler::array_of(uint32_t element) {
  if (!accept("[")) return element;
  const auto count = static_cast<uint32_t>(constant());
  expect("]");
  Type array;
  array.element = element;
  array.count = count;
  array.slots = count * type(element).slots;
  program_.types.push_back(array);
  return static_cast<uint32_t>(program_.types.size() - 1);
}

Instruction& Compiler::emit(Op op, uint32_t a, uint32_t b) {
  Instruction instruction;
  instruction.op = op;
  instruction.a = a;
  instruction.b = b;
  program_.code.push_back(instruction);
  return program_.code.back();
}

void Compiler::add_parts(const std::string& text, uint32_t id, uint32_t slot, std::vector<Part>& parts) {
  const Type& whole = type(id);
  const auto inner = [&](size_t n, uint32_t element, uint32_t offset) {
    add_parts(text + "." + std::to_string(n), element, slot + offset, parts);
  };
  if (!whole.members.empty()) {
    uint32_t offset = 0;
    for (size_t n = 0; n < type(id).members.size(); ++n) {
      const uint32_t member = type(id).members[n].second;
      inner(n, member, offset);
      offset += type(member).slots;
    }
  } else if (whole.count != 0) {
    const uint32_t count = whole.count, element = whole.element, stride = type(element).slots;
    for (uint32_t n = 0; n < count; ++n) inner(n, element, n * stride);
  } else if (whole.width > 1) {
    const uint32_t count = whole.width, scalar = numeric(whole.base, 1);
    for (uint32_t n = 0; n < count; ++n) inner(n, scalar, n);
  } else {
    const auto [known, is_new] =
        part_numbers_.try_emplace(text, static_cast<uint32_t>(program_.part_names.size()));
    if (is_new) program_.part_names.push_back(text);
    parts.push_back({known->second, slot});
  }
}

/// Adds a view with the function's variables that are in scope (of several with the same name, the innermost
/// one), and returns its index.
uint32_t Compiler::view() {
  std::vector<Part> parts;
  std::set<std::string> seen;
  for (size_t n = symbols_.size(); n-- > first_local_;) {
    const Symbol& symbol = symbols_[n];
    if (symbol.name.empty() || !seen.insert(symbol.name).second) continue;
    add_parts(symbol.name, symbol.type, symbol.slot, parts);
  }
  program_.views.push_back(std::move(parts));
  return static_cast<uint32_t>(program_.views.size() - 1);
}

void Compiler::mark(uint32_t line) {
  line_ = line;
  emit(Op::kLine, line, view());
}

void Compiler::land(const std::vector<uint32_t>& jumps, uint32_t target) {
  for (const uint32_t jump : jumps) program_.code[jump].a = target;
}

const Compiler::Symbol* Compiler::find(const std::string& text) const {
  for (size_t n = symbols_.size(); n-- > 0;) {
    if (symbols_[n].name == text) return &symbols_[n];
  }
  return nullptr;
}

Compiler::Symbol& Compiler::declare(const std::string& text, uint32_t id) {
  Symbol symbol;
  symbol.name = text;
  symbol.type = id;
  symbol.slot = next_slot_;
  next_slot_ += type(id).slots;
  Function& function = program_.functions[function_];
  function.slots = std::max(function.slots, next_slot_);
  symbols_.push_back(symbol);
  return symbols_.back();
}

void Compiler::structure() {
  const std::string text = name();
  expect("{");
  Type made;
  while (!accept("}") && program_.fault.empty()) {
    const uint32_t id = type_name();
    do {
      const std::string member = name();
      const uint32_t whole = array_of(id);
      made.members.emplace_back(member, whole);
      made.slots += type(whole).slots;
    } while (accept(","));
    expect(";");
  }
  expect(";");
  type_names_[text] = static_cast<uint32_t>(program_.types.size());
  program_.types.push_back(made);
}

/// Compiles a constant buffer. Each member starts at a new vector of four words.
void Compiler::constant_buffer() {
  Buffer made;
  made.name = name();
  expect(":");
  expect("register");
  expect("(");
  made.register_letter = 'b';
  made.register_number = static_cast<uint32_t>(std::stoul(name().substr(1)));
  expect(")");
  expect("{");
  const auto number = static_cast<uint32_t>(program_.buffers.size());
  for (uint32_t word = 0; !accept("}") && program_.fault.empty(); word += 4) {
    Symbol symbol;
    symbol.type = type_name();
    symbol.name = name();
    symbol.space = Space::kGlobal;
    symbol.slot = program_.global_slots;
    expect(";");
    program_.constants.push_back({number, word, symbol.slot, type(symbol.type).slots});
    program_.global_slots += type(symbol.type).slots;
    symbols_.push_back(symbol);
  }
  expect(";");
  program_.buffers.push_back(made);
}

void Compiler::buffer(const std::string& kind) {
  Buffer made;
  made.is_raw = kind.ends_with("ByteAddressBuffer");
  made.element = numeric(Base::kUint, 1);
  if (accept("<")) {
    made.element = type_name();
    expect(">");
  }
  made.name = name();
  expect(":");
  expect("register");
  expect("(");
  const std::string place = name();
  made.register_letter = place[0];
  made.register_number = static_cast<uint32_t>(std::stoul(place.substr(1)));
  expect(")");
  expect(";");
  Symbol symbol;
  symbol.kind = Symbol::Kind::kBuffer;
  symbol.name = made.name;
  symbol.slot = static_cast<uint32_t>(program_.buffers.size());
  program_.buffers.push_back(made);
  symbols_.push_back(symbol);
}

void Compiler::global_constant() {
  expect("const");
  const uint32_t id = type_name();
  do {
    Symbol symbol;
    symbol.name = name();
    symbol.space = Space::kGlobal;
    symbol.type = array_of(id);
    expect("=");
    if (!is("{")) {
      symbol.kind = Symbol::Kind::kConstant;
      symbol.constant = constant();
      symbols_.push_back(symbol);
      continue;
    }
    expect("{");
    symbol.slot = program_.global_slots;
    program_.global_slots += type(symbol.type).slots;
    for (uint32_t slot = symbol.slot; !accept("}") && program_.fault.empty(); ++slot) {
      Instruction number, store;
      number.value = constant();
      store.op = Op::kStore;
      store.space = Space::kGlobal;
      store.a = slot;
      store.b = 1;
      start_.push_back(number);
      start_.push_back(store);
      accept(",");
    }
    symbols_.push_back(symbol);
  } while (accept(","));
  expect(";");
}

void Compiler::shared_variable() {
  Symbol symbol;
  const uint32_t id = type_name();
  symbol.name = name();
  symbol.type = array_of(id);
  symbol.space = Space::kShared;
  symbol.slot = program_.shared_slots;
  program_.shared_slots += type(symbol.type).slots;
  expect(";");
  symbols_.push_back(symbol);
}

void Compiler::parameter(Function& function) {
  Parameter made;
  if (accept("inout")) {
    made.is_out = true;
  } else if (accept("out")) {
    made.is_out = true;
    made.is_in = false;
  } else {
    accept("in");
  }
  const uint32_t id = type_name();
  const std::string text = name();
  made.type = array_of(id);
  if (accept(":")) made.semantic = name();
  made.slot = declare(text, made.type).slot;
  function.parameters.push_back(made);
}

void Compiler::function(uint32_t result, const std::string& text) {
  function_ = static_cast<uint32_t>(program_.functions.size());
  function_names_[text] = function_;
  program_.functions.emplace_back();
  Function made;
  made.name = text;
  made.result = result;
  made.begin = here();
  const size_t before = symbols_.size();
  first_local_ = before;
  next_slot_ = 0;
  mark(peek().line);
  while (!accept(")") && program_.fault.empty()) {
    parameter(made);
    accept(",");
  }
  made.parameter_slots = next_slot_;
  made.slots = program_.functions[function_].slots;
  program_.functions[function_] = made;
  expect("{");
  while (!is("}") && peek().kind != Token::Kind::kEnd) statement();
  mark(peek().line);
  expect("}");
  end_leaving(0);
  emit(Op::kReturn);
  symbols_.resize(before);
  first_local_ = before;
}

void Compiler::global() {
  if (accept("[")) {
    if (accept("numthreads")) {
      expect("(");
      for (uint32_t& size : program_.group) {
        size = static_cast<uint32_t>(constant());
        accept(",");
      }
      expect(")");
    }
    while (!accept("]") && peek().kind != Token::Kind::kEnd) ++at_;
    return;
  }
  const std::string word = peek().text;
  if (accept("struct")) return structure();
  if (accept("cbuffer")) return constant_buffer();
  if (accept("static")) return global_constant();
  if (accept("groupshared")) return shared_variable();
  if (word.ends_with("Buffer")) {
    ++at_;
    return buffer(word);
  }
  const uint32_t result = type_name();
  const std::string text = name();
  expect("(");
  function(result, text);
}

Program Compiler::run() {
  const std::pair<const char*, Base> bases[] = {{"void", Base::kVoid},
                                                {"bool", Base::kBool},
                                                {"int", Base::kInt},
                                                {"uint", Base::kUint},
                                                {"uint64_t", Base::kUint64}};
  for (const auto& [text, base] : bases) {
    type_names_[text] = numeric(base, 1);
    for (uint32_t width = 2; width <= 4 && base != Base::kVoid; ++width) {
      type_names_[text + std::to_string(width)] = numeric(base, width);
    }
  }
  program_.global_slots = kSystemSlots;
  while (peek().kind != Token::Kind::kEnd) global();
  const auto entry = function_names_.find("main");
  if (entry == function_names_.end()) fail("no main");
  if (!program_.fault.empty()) return std::move(program_);
  program_.entry = entry->second;
  program_.start = here();
  program_.code.insert(program_.code.end(), start_.begin(), start_.end());
  for (const Parameter& p : program_.functions[program_.entry].parameters) {
    const uint32_t slot = p.semantic == "SV_DispatchThreadID" ? kDispatchId
                          : p.semantic == "SV_GroupID"        ? kGroupId
                          : p.semantic == "SV_GroupThreadID"  ? kThreadId
                                                              : kGroupIndex;
    emit(Op::kLoad, slot, type(p.type).slots).space = Space::kGlobal;
  }
  emit(Op::kCall, program_.entry);
  emit(Op::kReturn);
  return std::move(program_);
}

Program compile(const std::string& source) { return Compiler(source).run(); }

}  // namespace trellis::test_backend::hlsl
