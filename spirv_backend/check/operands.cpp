// Checks operands against the grammar: their number, and that IDs are defined and of the right kind.
#include <algorithm>
#include <bit>
#include <string_view>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

// Memory access (SPIR-V 1.6, section 3.26): the bits that add an operand.
constexpr uint32_t kAligned = 2, kMakesAvailable = 8, kMakesVisible = 16, kAllAccess = 63;
// Image operands (section 3.14), in the order of their bits.
constexpr uint32_t kGradients = 4, kImageWithOperand = 0x1 | 0x2 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80;
constexpr uint32_t kTexelAvailable = 0x100, kTexelVisible = 0x200, kImageOffsets = 0x10000,
                   kAllImage = 0x17FFF;
// Loop control (section 3.23): each bit in this range adds a literal.
constexpr uint32_t kFirstLoopLiteral = 4, kLastLoopLiteral = 0x100;

/// Returns true if the shape is a number that takes one word.
bool is_short_number(uint32_t shape) {
  const Base base = scalar_of(shape);
  return count_of(shape) == 1 && bits_of(shape) <= 32 && (base == Base::kInt || base == Base::kFloat);
}

bool is_id(const ModuleState& m, Id id) { return id != 0 && id < m.ids.size(); }

/// Returns the index of the word after the string at `at`; 0 if the string does not end.
uint32_t after_string(const Instruction& i, uint32_t at) {
  const uint32_t count = string_words(i.words.subspan(at));
  return count != 0 ? at + count : 0;
}

/// Checks single operands in detail.
class OperandReader {
 public:
  /// `at`: index of the operand's first word.
  OperandReader(ModuleState& m, const Instruction& i, uint32_t at) : m_(m), i_(i), at_(at) {}

  /// Checks an operand of a kind. Returns the index of the word after it; 0 after an error.
  uint32_t check(char letter) { return read(letter) ? at_ : 0; }

 private:
  bool read(char letter) {
    if (at_ >= i_.size()) return m_.fail(i_, "has too few operands");
    switch (letter) {
      case 'T':
        return type() && (m_.type(i_[at_ - 1]).base != Base::kVoid || may_be_void() ||
                          m_.fail(i_, "has a result of type void"));
      case 'R':
        return result();
      case 'y':
        return type();
      case 'v':
        return value();
      case 'k':
        return constant();
      case 'e':
        return is_of_debuggers() ? remarked() : value();
      case 'b':
      case 'f':
      case 'a':
        return id();
      case 'x':
        return id() && is_kind(Kind::kImport, "an import");
      case 'S':
        return id() && is_kind(Kind::kString, "a string");
      case 'l':
        ++at_;
        return true;
      default:
        return read_longer(letter);
    }
  }

  /// Reads operands that can have more than one word.
  bool read_longer(char letter) {
    switch (letter) {
      case 's':
        at_ = after_string(i_, at_);
        return at_ != 0 || m_.fail(i_, "has an unterminated string");
      case 'n':
        return number(m_.type(i_[1]).shape);
      case 'P':
        if (i_.size() - at_ < 2) return m_.fail(i_, "has a value without a predecessor");
        return id() && id();
      case 'C':
        return number(m_.shape(i_[1])) && read('b');
      case 'm':
        return memory_access();
      case 'g':
        return image_operands();
      case 'o':
        return loop_control();
      default:
        return m_.fail(i_, "has an operand kind that the check does not know");
    }
  }

  /// Returns true if the result can be void. Extended sets with numeric results check the type.
  bool may_be_void() const {
    return i_.row->rule == Rule::kCall || i_.row->rule == Rule::kFunction || i_.row->rule == Rule::kExtInst;
  }
  /// Returns true if the instruction belongs to a non-semantic set. Its import has already been read.
  bool is_of_debuggers() const {
    const auto* set = reinterpret_cast<const char*>(m_.words.data() + m_.ids[i_[3]].at + 2);
    return std::string_view(set).starts_with("NonSemantic.");
  }
  /// Reads an ID that is defined: types, strings and functions too; values only where they are available.
  bool remarked() {
    if (!id()) return false;
    const Id id = i_[at_ - 1];
    const Kind kind = m_.ids[id].kind;
    if (kind == Kind::kValue || kind == Kind::kVariable) return use_value(m_, i_, id);
    return kind != Kind::kNothing || m_.fail(i_, "operand " + name(id) + " is not defined before it");
  }

  bool id() {
    const Id id = i_[at_++];
    return is_id(m_, id) || m_.fail(i_, "operand " + name(id) + " is outside the module's bound of IDs");
  }
  bool is_kind(Kind kind, const char* what) {
    const Id id = i_[at_ - 1];
    if (m_.ids[id].kind == kind) return true;
    return m_.fail(i_, "operand " + name(id) +
                           (m_.ids[id].kind == Kind::kNothing ? " is not defined before it"
                                                              : String(" is not ") + what));
  }
  bool type() { return id() && is_kind(Kind::kType, "a type"); }
  bool result() {
    if (!id()) return false;
    const Id id = i_[at_ - 1];
    return m_.ids[id].at == 0 || m_.fail(i_, name(id) + " is defined twice");
  }
  bool value() { return id() && use_value(m_, i_, i_[at_ - 1]); }
  bool constant() {
    if (!id()) return false;
    const IdRecord& record = m_.ids[i_[at_ - 1]];
    const bool is_global = record.kind == Kind::kVariable && record.block == 0;
    return record.kind == Kind::kConstant || (is_global && i_.row->rule == Rule::kVariable) ||
           is_kind(Kind::kConstant, "a constant");
  }

  /// Reads a literal number of a type.
  bool number(uint32_t shape) {
    const Base base = scalar_of(shape);
    if (shape == 0 || count_of(shape) != 1 || (base != Base::kInt && base != Base::kFloat)) {
      return m_.fail(i_, "has a literal whose type is not a number");
    }
    const uint32_t count = bits_of(shape) > 32 ? 2 : 1;
    if (i_.size() - at_ < count) return m_.fail(i_, "has a literal that is too short");
    at_ += count;
    return true;
  }

  bool literals(uint32_t count) {
    if (i_.size() - at_ < count) return m_.fail(i_, "has too few operands");
    at_ += count;
    return true;
  }

  bool memory_access() {
    const uint32_t mask = i_[at_++];
    if ((mask & ~kAllAccess) != 0) return m_.fail(i_, "has unknown bits in its memory access");
    if ((mask & kAligned) != 0 && !literals(1)) return false;
    if ((mask & kMakesAvailable) != 0 && !read('k')) return false;
    return (mask & kMakesVisible) == 0 || read('k');
  }

  bool image_operands() {
    const uint32_t mask = i_[at_++];
    if ((mask & ~kAllImage) != 0) return m_.fail(i_, "has unknown image operands");
    int count = std::popcount(mask & kImageWithOperand) + ((mask & kGradients) != 0 ? 2 : 0) +
                std::popcount(mask & (kTexelAvailable | kTexelVisible | kImageOffsets));
    for (; count > 0; --count) {
      if (!read('v')) return false;
    }
    return true;
  }

  bool loop_control() {
    const uint32_t mask = i_[at_++];
    uint32_t count = 0;
    for (uint32_t bit = kFirstLoopLiteral; bit <= kLastLoopLiteral; bit <<= 1)
      count += (mask & bit) != 0 ? 1 : 0;
    return literals(count);
  }

  ModuleState& m_;
  const Instruction& i_;
  uint32_t at_;
};

/// Returns the index of the word after an operand that is clearly valid, as most are. Returns 0 if
/// OperandReader must check it.
uint32_t past_plain(const ModuleState& m, const Instruction& i, char letter, uint32_t at) {
  if (at >= i.size()) return 0;
  const Id id = i[at], bound = static_cast<uint32_t>(m.ids.size());
  const auto is_kind = [&](Kind kind) { return id < bound && m.ids[id].kind == kind; };
  switch (letter) {
    case 'l':
      return at + 1;
    case 'd':  // Checked by other tables, once the targets are known.
      return i.size();
    case 'v':
    case 'e':
      return id < bound && is_available(m, id) ? at + 1 : 0;
    case 'P':  // Checked at the end of the function: a phi may use later values.
      return at + 2 <= i.size() && is_id(m, id) && is_id(m, i[at + 1]) ? at + 2 : 0;
    case 'T':
      return is_kind(Kind::kType) && m.types[m.ids[id].type].base != Base::kVoid ? at + 1 : 0;
    case 'y':
      return is_kind(Kind::kType) ? at + 1 : 0;
    case 'k':
      return is_kind(Kind::kConstant) ? at + 1 : 0;
    case 'x':
      return is_kind(Kind::kImport) ? at + 1 : 0;
    case 'n':
      return is_short_number(m.type(i[1]).shape) ? at + 1 : 0;
    case 's':
      return after_string(i, at);
    case 'b':
    case 'f':
    case 'a':
      return is_id(m, id) ? at + 1 : 0;
    default:
      return 0;
  }
}

bool fail_undefined(ModuleState& m, const Instruction& i, Id id) {
  return m.fail(i, "operand " + name(id) + " is not defined before it");
}

}  // namespace

bool use_value(ModuleState& m, const Instruction& i, Id id) {
  const IdRecord& record = m.ids[id];
  switch (record.kind) {
    case Kind::kConstant:
      return true;
    case Kind::kVariable:
    case Kind::kValue:
      break;
    case Kind::kNothing:
      return fail_undefined(m, i, id);
    default:
      return m.fail(i, "operand " + name(id) + " is not a value");
  }
  if (record.block == 0) {
    if (m.users[id] != m.function.number) {
      m.users[id] = m.function.number;
      m.variable_uses.push_back({m.function.number, id});
    }
    return true;
  }
  if (record.block < m.function.first_block || m.function.number == 0) {
    return m.fail(i, "operand " + name(id) + " belongs to another function");
  }
  // The first block dominates all reachable blocks.
  if (record.block != m.function.block && record.block != m.function.first_block) {
    m.function.uses.push_back({record.block, m.function.block, i.at, i.number, id});
  }
  return true;
}

bool check_operands(ModuleState& m, const Instruction& i, uint32_t at) {
  const Row& row = *i.row;
  // Before the repeated operands, each letter stands for one word.
  const uint32_t single = uint32_t{row.result_word} + row.values + row.literals;
  for (const char* letter = row.operands + std::min(at - 1, single); *letter != 0; ++letter) {
    const char next = letter[1];
    const bool can_be_absent = next == '?' || next == '*';
    while (!can_be_absent || at < i.size()) {
      uint32_t past = past_plain(m, i, *letter, at);
      if (past == 0) past = OperandReader(m, i, at).check(*letter);
      if (past == 0) return false;
      at = past;
      if (next != '*') break;
    }
    if (can_be_absent) ++letter;
  }
  return at == i.size() || m.fail(i, "has too many operands");
}

}  // namespace trellis::module_check
