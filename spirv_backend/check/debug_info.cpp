// Instructions of NonSemantic.Shader.DebugInfo.100: kinds of operands, positions in the source's text, parts
// of variables.
#include <algorithm>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

enum DebugNumber : uint32_t {
  kInfoNone = 0,
  kCompilationUnit = 1,
  kTypeBasic = 2,
  kTypeArray = 5,
  kTypeVector = 6,
  kTypeFunction = 8,
  kTypeComposite = 10,
  kTypeMember = 11,
  kGlobalVariable = 18,
  kFunction = 20,
  kLexicalBlock = 21,
  kScope = 23,
  kNoScope = 24,
  kInlinedAt = 25,
  kLocalVariable = 26,
  kDeclare = 28,
  kValue = 29,
  kExpression = 31,
  kSource = 35,
  kFunctionDefinition = 101,
  kSourceContinued = 102,
  kLine = 103,
  kNoLine = 104,
  kEntryPoint = 107,
  kTypeMatrix = 108,
  kNoNumber = UINT32_MAX,
};

constexpr uint32_t kFirstDebugOperand = 5;

struct DebugRow {
  uint32_t number;
  const char* name;
  /// One letter per operand, followed by '?' if it is optional or '*' if it can be repeated:
  ///   s OpString         n number: a 32-bit unsigned constant    i integer constant   b bool constant
  ///   S DebugSource      t type     T type or OpTypeVoid         B DebugTypeBasic     W DebugTypeVector
  ///   p scope            f DebugFunction   F DebugTypeFunction   U DebugCompilationUnit
  ///   M DebugTypeMember  I DebugInlinedAt  V DebugLocalVariable  X DebugExpression    O OpFunction
  ///   g constant, variable or DebugInfoNone                      v value
  ///   m OpVariable or parameter
  const char* operands;
  bool in_block;
  /// Index of the word with the DebugSource to which the following line and column refer; 0: none.
  uint32_t source;
};
constexpr DebugRow kDebugRows[] = {
    {kInfoNone, "DebugInfoNone", "", false, 0},
    {kCompilationUnit, "DebugCompilationUnit", "nnSn", false, 0},
    {kTypeBasic, "DebugTypeBasic", "sinn", false, 0},
    {kTypeArray, "DebugTypeArray", "tii*", false, 0},
    {kTypeVector, "DebugTypeVector", "Bn", false, 0},
    {kTypeFunction, "DebugTypeFunction", "nTt*", false, 0},
    {kTypeComposite, "DebugTypeComposite", "snSnnpsinM*", false, 7},
    {kTypeMember, "DebugTypeMember", "stSnniin", false, 7},
    {kGlobalVariable, "DebugGlobalVariable", "stSnnpsgn", false, 7},
    {kFunction, "DebugFunction", "sFSnnpsnn", false, 7},
    {kLexicalBlock, "DebugLexicalBlock", "Snnp", false, 5},
    {kScope, "DebugScope", "pI?", true, 0},
    {kNoScope, "DebugNoScope", "", true, 0},
    {kInlinedAt, "DebugInlinedAt", "npI?", false, 0},
    {kLocalVariable, "DebugLocalVariable", "stSnnpnn?", false, 7},
    {kDeclare, "DebugDeclare", "VmXi*", true, 0},
    {kValue, "DebugValue", "VvXi*", true, 0},
    {kExpression, "DebugExpression", "", false, 0},
    {kSource, "DebugSource", "ss?", false, 0},
    {kFunctionDefinition, "DebugFunctionDefinition", "fO", true, 0},
    {kSourceContinued, "DebugSourceContinued", "s", false, 0},
    {kLine, "DebugLine", "Snnnn", true, 0},
    {kNoLine, "DebugNoLine", "", true, 0},
    {kEntryPoint, "DebugEntryPoint", "fUss", false, 0},
    {kTypeMatrix, "DebugTypeMatrix", "Wnb", false, 0},
};

class DebugCheck {
 public:
  DebugCheck(ModuleState& m, const Instruction& i) : m_(m), i_(i) {}

  bool run() {
    for (const DebugRow& row : kDebugRows) {
      if (row.number == i_[4]) row_ = &row;
    }
    if (row_ == nullptr)
      return m_.fail(i_, "number " + decimal(i_[4]) + " of its set is not one that Trellis emits");
    if (m_.type(i_[1]).base != Base::kVoid) return fail("result type " + name(i_[1]) + " is not void");
    const bool in_block = m_.function.block != 0;
    if (in_block != row_->in_block) return fail(in_block ? "is in a block" : "is outside all blocks");
    if (!read_operands()) return false;
    if (row_->source != 0 && !check_place(row_->source, row_->source + 1, row_->source + 2)) return false;
    return check_rest();
  }

 private:
  bool fail(String message) { return m_.fail(i_, String(row_->name) + ": " + message); }

  bool read_operands() {
    uint32_t at = kFirstDebugOperand;
    for (const char* letter = row_->operands; *letter != 0; ++letter) {
      const char next = letter[1];
      const bool may_be_missing = next == '?' || next == '*';
      do {
        if (at >= i_.size()) {
          if (may_be_missing) break;
          return fail("has too few operands");
        }
        if (!is_right(*letter, i_[at]))
          return fail("operand " + decimal(at - kFirstDebugOperand + 1) + ", " + name(i_[at]) +
                      ", is not of the kind it has to be");
        ++at;
      } while (next == '*');
      if (may_be_missing) ++letter;
    }
    return at == i_.size() || fail("has too many operands");
  }

  /// Returns the number in the set of the instruction that defines an ID; kNoNumber if it is not of the set.
  uint32_t number_of(Id id) const {
    const IdRecord& record = m_.ids[id];
    if (record.at == 0) return kNoNumber;
    const uint32_t* words = m_.words.data() + record.at;
    const bool is_of_set = static_cast<spv::Op>(words[0] & 0xFFFF) == spv::Op::OpExtInst && words[3] == i_[3];
    return is_of_set ? words[4] : kNoNumber;
  }
  spv::Op opcode_of(Id id) const { return static_cast<spv::Op>(m_.words[m_.ids[id].at] & 0xFFFF); }
  uint32_t operand_of(Id id, uint32_t word) const { return m_.words[m_.ids[id].at + word]; }
  uint32_t size_of(Id id) const { return m_.words[m_.ids[id].at] >> 16; }

  bool is_integer(Id id) const {
    return m_.ids[id].kind == Kind::kConstant && opcode_of(id) == spv::Op::OpConstant &&
           is_integer_scalar(m_.shape(id));
  }
  bool is_number(Id id) const {
    constexpr uint32_t kSignedness = 3;
    return is_integer(id) && bits_of(m_.shape(id)) == 32 && m_.words[m_.type_of(id).at + kSignedness] == 0;
  }
  bool is_type(uint32_t number) const {
    return number == kInfoNone || number == kTypeBasic || number == kTypeArray || number == kTypeVector ||
           number == kTypeFunction || number == kTypeComposite || number == kTypeMatrix;
  }
  bool is_scope(uint32_t number) const {
    return number == kCompilationUnit || number == kFunction || number == kLexicalBlock ||
           number == kTypeComposite;
  }
  bool is_value(Id id) const {
    const Kind kind = m_.ids[id].kind;
    const bool is_one = kind == Kind::kConstant || kind == Kind::kValue || kind == Kind::kVariable;
    return is_one && m_.type_of(id).base != Base::kVoid;
  }

  bool is_right(char letter, Id id) const {
    switch (letter) {
      case 's':
        return m_.ids[id].kind == Kind::kString;
      case 'n':
        return is_number(id);
      case 'i':
        return is_integer(id);
      case 'b':
        return m_.ids[id].kind == Kind::kConstant && m_.type_of(id).base == Base::kBool;
      case 'T':
        return m_.type(id).base == Base::kVoid || is_type(number_of(id));
      case 't':
        return is_type(number_of(id));
      case 'p':
        return is_scope(number_of(id));
      case 'v':
        return is_value(id);
      case 'g':
        return number_of(id) == kInfoNone ||
               (is_value(id) && m_.ids[id].kind != Kind::kValue && opcode_of(id) != spv::Op::OpUndef);
      case 'm':
        return m_.ids[id].kind == Kind::kVariable ||
               (m_.ids[id].kind == Kind::kValue && opcode_of(id) == spv::Op::OpFunctionParameter);
      case 'O':
        return m_.ids[id].kind == Kind::kFunction;
      default:
        return number_of(id) == number_for(letter);
    }
  }

  static uint32_t number_for(char letter) {
    switch (letter) {
      case 'S':
        return kSource;
      case 'B':
        return kTypeBasic;
      case 'W':
        return kTypeVector;
      case 'f':
        return kFunction;
      case 'F':
        return kTypeFunction;
      case 'U':
        return kCompilationUnit;
      case 'M':
        return kTypeMember;
      case 'I':
        return kInlinedAt;
      case 'V':
        return kLocalVariable;
      default:
        return letter == 'X' ? kExpression : kNoNumber;
    }
  }

  bool check_rest() {
    switch (row_->number) {
      case kSource:
        return begin_text();
      case kSourceContinued:
        return continue_text();
      case kTypeVector:
      case kTypeMatrix: {
        const uint32_t count = constant_value(m_, i_[6]);
        return (count >= 1 && count <= 4) || fail("has " + decimal(count) + " parts");
      }
      case kLine:
        return check_lines();
      case kFunctionDefinition:
        if (m_.users[i_[6]] != m_.function.number || m_.function.block != m_.function.first_block) {
          return fail("is not in the first block of " + name(i_[6]));
        }
        return true;
      case kDeclare:
      case kValue:
        return check_part();
      default:
        return true;
    }
  }

  // ---- Texts.

  std::string_view text_of(Id string) const {
    return reinterpret_cast<const char*>(m_.words.data() + m_.ids[string].at + 2);
  }

  bool begin_text() {
    m_.debug_texts.emplace_back();
    m_.users[i_[2]] = static_cast<uint32_t>(m_.debug_texts.size());
    m_.debug_text_end = i_.at + i_.size();
    constexpr uint32_t kText = 6;
    if (i_.size() > kText) m_.debug_texts.back().add(text_of(i_[kText]));
    return true;
  }

  bool continue_text() {
    if (m_.debug_text_end != i_.at) return fail("does not follow a DebugSource");
    m_.debug_text_end += i_.size();
    m_.debug_texts.back().add(text_of(i_[kFirstDebugOperand]));
    return true;
  }

  /// Line 0 means unknown.
  bool check_place(uint32_t source, uint32_t line_word, uint32_t column_word) {
    const DebugText& text = m_.debug_texts[m_.users[i_[source]] - 1];
    const uint32_t line = constant_value(m_, i_[line_word]), column = constant_value(m_, i_[column_word]);
    if (line == 0 || text.is_empty()) return true;
    if (line > text.line_count()) {
      return fail("line " + decimal(line) + " is after the last of " + decimal(text.line_count()) +
                  " lines of the source");
    }
    return column <= text.end_of(line) ||
           fail("column " + decimal(column) + " is past the end of line " + decimal(line));
  }

  bool check_lines() {
    constexpr uint32_t kFirstLine = 6, kLastLine = 7, kFirstColumn = 8, kLastColumn = 9;
    const uint32_t first = constant_value(m_, i_[kFirstLine]), last = constant_value(m_, i_[kLastLine]);
    if (first == 0) return fail("has line 0");
    const bool is_reversed = last < first || (first == last && constant_value(m_, i_[kLastColumn]) <
                                                                   constant_value(m_, i_[kFirstColumn]));
    if (is_reversed) return fail("ends before it begins");
    return check_place(kFirstDebugOperand, kFirstLine, kFirstColumn) &&
           check_place(kFirstDebugOperand, kLastLine, kLastColumn);
  }

  // ---- Parts of variables.

  /// Returns the type of a part, one level down; 0: there is no such part.
  Id part_of(Id type, uint32_t index) const {
    constexpr uint32_t kElement = 5, kCount = 6, kFirstMember = 14, kMemberType = 6;
    switch (number_of(type)) {
      case kTypeArray:
      case kTypeVector:
      case kTypeMatrix: {
        // Trellis does not emit multidimensional arrays.
        const uint32_t count = constant_value(m_, operand_of(type, kCount));
        return index < count || count == 0 ? operand_of(type, kElement) : 0;
      }
      case kTypeComposite: {
        const uint32_t count = size_of(type) - kFirstMember;
        return index < count ? operand_of(operand_of(type, kFirstMember + index), kMemberType) : 0;
      }
      default:
        return 0;
    }
  }

  bool check_part() {
    constexpr uint32_t kVariableType = 6, kFirstIndex = 8;
    Id type = operand_of(i_[kFirstDebugOperand], kVariableType);
    for (uint32_t n = kFirstIndex; n < i_.size(); ++n) {
      type = part_of(type, constant_value(m_, i_[n]));
      if (type == 0) return fail("index " + name(i_[n]) + " leads to no part of the variable's type");
    }
    return true;
  }

  ModuleState& m_;
  const Instruction& i_;
  const DebugRow* row_ = nullptr;
};

}  // namespace

// A line end of two characters may be split between two pieces of the text.
void DebugText::add(std::string_view piece) {
  for (const char c : piece) {
    const bool is_second = after_return && c == '\n';
    after_return = c == '\r';
    if (is_second) continue;
    if (c == '\n' || c == '\r') {
      ends.push_back(length + 1);
      length = 0;
    } else {
      ++length;
    }
  }
}

bool check_debug_info(ModuleState& m, const Instruction& i) { return DebugCheck(m, i).run(); }

}  // namespace trellis::module_check
