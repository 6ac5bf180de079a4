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

/// Returns true if it is certain that the current block can use the value. ID 0 is not a value.
bool is_available(const ModuleState& m, const IdRecord* ids, Id id) {
  const IdRecord& record = ids[id];
  if (record.kind == Kind::kConstant) return true;
  if (record.kind != Kind::kValue && record.kind != Kind::kVariable) return false;
  if (record.block == 0) return record.kind == Kind::kVariable && m.users[id] == m.function.number;
  return record.block == m.function.block || record.block == m.function.first_block;
}

/// Checks the result and the values that the operands of most instructions begin with. Returns the index of
/// the first word that this leaves to OperandReader; 0 after an error.
uint32_t check_plain(ModuleState& m, const Instruction& i) {
  const uint32_t size = i.size(), bound = static_cast<uint32_t>(m.ids.size());
  const uint32_t* const words = i.words.data();
  const IdRecord* const ids = m.ids.data();
  uint32_t at = 1;
  if (i.row->has_result()) {
    if (size < 3 || words[1] >= bound || ids[words[1]].kind != Kind::kType) return at;
    if (m.types[ids[words[1]].type].base == Base::kVoid) return at;
    if (words[2] == 0 || words[2] >= bound || ids[words[2]].at != 0) return at;
    at = 3;
  }
  const uint32_t end = std::min<uint32_t>(size, i.row->values_end);
  for (; at < end && words[at] < bound; ++at) {
    if (is_available(m, ids, words[at])) continue;
    if (words[at] == 0) break;
    if (!use_value(m, i, words[at])) return 0;
  }
  return at;
}

/// Returns true if the shape is a number that takes one word.
bool is_short_number(uint32_t shape) {
  const Base base = scalar_of(shape);
  return count_of(shape) == 1 && bits_of(shape) <= 32 && (base == Base::kInt || base == Base::kFloat);
}

/// Traverses the operands of one instruction.
class OperandReader {
 public:
  /// Begins at the operand in word `at`, described from `letter` on.
  OperandReader(ModuleState& m, const Instruction& i, const char* letter, uint32_t at)
      : m_(m),
        i_(i),
        words_(i.words.data()),
        size_(i.size()),
        ids_(m.ids.data()),
        bound_(static_cast<uint32_t>(m.ids.size())),
        letter_(letter),
        at_(at) {}

  bool run() {
    for (const char* letter = letter_; *letter != 0; ++letter) {
      const char next = letter[1];
      if (next == '?' || next == '*') {
        while (at_ < size_) {
          if (!read_plain(*letter) && !read(*letter)) return false;
          if (next == '?') break;
        }
        ++letter;
      } else if (!read_plain(*letter) && !read(*letter)) {
        return false;
      }
    }
    return at_ == size_ || m_.fail(i_, "has too many operands");
  }

 private:
  /// Fast path for most valid operands. Returns false if read() must check in detail.
  bool read_plain(char letter) {
    if (at_ >= size_) return false;
    const Id id = words_[at_];
    switch (letter) {
      case 'l':
        break;
      case 'd':  // Checked by other tables, once the targets are known.
        at_ = size_;
        return true;
      case 'v':
      case 'e':
        if (id >= bound_ || !is_available(m_, ids_, id)) return false;
        break;
      case 'P':  // Checked at the end of the function: a phi may use later values.
        if (size_ - at_ < 2 || !is_id(id) || !is_id(words_[at_ + 1])) return false;
        ++at_;
        break;
      case 'R':
        if (!is_id(id) || ids_[id].at != 0) return false;
        break;
      case 'T':
        if (id >= bound_ || ids_[id].kind != Kind::kType) return false;
        if (m_.types[ids_[id].type].base == Base::kVoid) return false;
        break;
      case 'y':
        if (id >= bound_ || ids_[id].kind != Kind::kType) return false;
        break;
      case 'k':
        if (id >= bound_ || ids_[id].kind != Kind::kConstant) return false;
        break;
      case 'x':
        if (id >= bound_ || ids_[id].kind != Kind::kImport) return false;
        break;
      case 'n':
        if (!is_short_number(m_.type(words_[1]).shape)) return false;
        break;
      case 'b':
      case 'f':
      case 'a':
        if (!is_id(id)) return false;
        break;
      default:
        return false;
    }
    ++at_;
    return true;
  }

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
      case 's': {
        const uint32_t count = string_words(i_.words.subspan(at_));
        at_ += count;
        return count != 0 || m_.fail(i_, "has an unterminated string");
      }
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

  bool is_id(Id id) const { return id != 0 && id < bound_; }
  bool id() {
    const Id id = i_[at_++];
    return is_id(id) || m_.fail(i_, "operand " + name(id) + " is outside the module's bound of IDs");
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
  // Copied from m_ and i_, which do not change while operands are read.
  const uint32_t* words_;
  uint32_t size_;
  const IdRecord* ids_;
  uint32_t bound_;
  const char* letter_;  ///< Describes the first operand to read.
  uint32_t at_;         ///< Index of the next operand's word.
};

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

bool check_operands(ModuleState& m, const Instruction& i) {
  const Row& row = *i.row;
  const uint32_t at = check_plain(m, i);
  if (at == 0) return false;
  if (at == i.size() && at >= row.least_words) return true;
  const uint32_t letters = (row.has_result() ? 2 : 0) + row.values;  // Before the repeated values.
  return OperandReader(m, i, row.operands + std::min(at - 1, letters), at).run();
}

}  // namespace trellis::module_check
