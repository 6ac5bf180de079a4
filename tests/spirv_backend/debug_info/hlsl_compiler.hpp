// A one-pass compiler from tokens to code. Expressions are in hlsl_expressions.cpp.
#pragma once

#include <map>
#include <optional>

#include "tests/spirv_backend/debug_info/hlsl_code.hpp"
#include "tests/spirv_backend/debug_info/hlsl_lexer.hpp"

namespace trellis::test_backend::hlsl {

/// The first globals, which the machine sets: SV_DispatchThreadID, SV_GroupID, SV_GroupThreadID and
/// SV_GroupIndex.
constexpr uint32_t kDispatchId = 0, kGroupId = 3, kThreadId = 6, kGroupIndex = 9, kSystemSlots = 10;
/// The value of variables that the source has not initialized.
constexpr uint64_t kUndefined = 0xBAD0'BAD0'BAD0'BAD0;

class Compiler {
 public:
  explicit Compiler(const std::string& source) : tokens_(lex(source)) {}
  Program run();

 private:
  struct Symbol {
    enum class Kind : uint8_t { kVariable, kConstant, kBuffer } kind = Kind::kVariable;
    std::string name;
    uint32_t type = kNoType, slot = 0;  ///< For a buffer, its number.
    Space space = Space::kLocal;
    uint64_t constant = 0;
  };
  /// An operand: on the stack, or at a place. If the place is computed, its offset is on the stack.
  struct Value {
    enum class Kind : uint8_t { kNone, kStacked, kPlace, kElement, kBuffer } kind = Kind::kNone;
    uint32_t type = kNoType, slot = 0;
    Space space = Space::kLocal;
    bool is_computed = false;
  };
  /// Jumps out of a loop or switch whose target is not known yet.
  struct Exits {
    bool is_loop = false;
    std::vector<uint32_t> breaks, continues;
    std::vector<std::pair<uint64_t, uint32_t>> cases;
    uint32_t otherwise = UINT32_MAX;
  };

  // Tokens.
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool is(const char* text) const { return peek().text == text; }
  bool accept(const char* text);
  void expect(const char* text);
  std::string name();
  void fail(const std::string& why);
  uint64_t constant();

  // Types.
  uint32_t numeric(Base base, uint32_t width);
  std::optional<uint32_t> find_type(const std::string& name) const;
  uint32_t type_name();
  uint32_t array_of(uint32_t element);  ///< Reads "[N]" if it is present.
  const Type& type(uint32_t id) const { return program_.types[id]; }

  // Emitting code.
  uint32_t here() const { return static_cast<uint32_t>(program_.code.size()); }
  Instruction& emit(Op op, uint32_t a = 0, uint32_t b = 0);
  void push(uint64_t value) { emit(Op::kPush).value = value; }
  void mark(uint32_t line);
  void mark_new(uint32_t line) {
    if (line != line_) mark(line);
  }
  uint32_t view();
  void add_parts(const std::string& name, uint32_t type, uint32_t slot, std::vector<Part>& parts);
  void land(const std::vector<uint32_t>& jumps, uint32_t target);

  // Declarations.
  void global();
  void structure();
  void constant_buffer();
  void buffer(const std::string& kind);
  void global_constant();
  void shared_variable();
  void function(uint32_t result, const std::string& name);
  void parameter(Function& function);
  const Symbol* find(const std::string& name) const;
  Symbol& declare(const std::string& name, uint32_t type);

  // Statements.
  void statement();
  void block();
  void declaration();
  void if_statement();
  void for_statement();
  void while_statement();
  void do_statement();
  void switch_statement();
  void return_statement();
  bool label();
  bool just_left() const;
  void end_leaving(size_t from);
  uint32_t condition();
  void loop_body(Exits& exits);
  Exits* innermost(bool is_loop);

  // Expressions.
  Value expression();
  Value ternary();
  Value binary(int least);
  Value unary();
  Value postfix(Value value);
  Value primary();
  Value called(const std::string& name);
  Value call_function(uint32_t number);
  Value construct(uint32_t type);
  Value method(const Value& buffer, const std::string& name);
  Value interlocked(const std::string& name);
  std::optional<Value> intrinsic(const std::string& name);
  Value member(Value value, const std::string& name);
  Value element(Value value);
  Value step(Value value, bool is_up, bool is_before);
  Value assign(Value target);
  Value stacked(uint32_t type);
  Value combine(const std::string& mark, const Value& left, const Value& right);
  void load(Value& value);
  void store(const Value& value);
  void convert(Value& value, uint32_t type);
  void as_bool(Value& value);
  void drop(const Value& value);
  uint32_t argument(uint32_t type);

  std::vector<Token> tokens_;
  size_t at_ = 0;
  Program program_;
  std::map<std::string, uint32_t> type_names_, function_names_, part_numbers_;
  std::vector<Symbol> symbols_;
  size_t first_local_ = 0;
  std::vector<Exits> exits_;
  /// The ifs of the block whose arm leaves the block: what follows is their other arm.
  std::vector<uint32_t> leaving_;
  std::vector<Instruction> start_;  ///< The code that fills the globals.
  uint32_t function_ = 0, next_slot_ = 0, line_ = 0;
};

}  // namespace trellis::test_backend::hlsl
