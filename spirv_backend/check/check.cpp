#include "spirv_backend/check/check.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

constexpr uint32_t kHeaderWords = 5;
constexpr uint32_t kMostIds = 0x3FFFFF;  // The limit of SPIR-V 1.6, section 2.17.

bool read_header(ModuleState& m) {
  if (m.words.size() < kHeaderWords) return m.fail(0, 0, "the module has no header");
  if (m.words[0] != spv::MagicNumber)
    return m.fail(0, 0, "the module does not begin with SPIR-V's magic number");
  m.version = m.words[1];
  const uint32_t bound = m.words[3];
  if (bound == 0 || bound > kMostIds + 1) return m.fail(0, 0, "the ID bound is " + decimal(bound));
  m.ids.assign(bound, IdRecord());
  m.users.resize(bound);
  m.types.reserve(64);
  m.remarks.reserve(64);
  m.types.emplace_back();
  return true;
}

/// Checks that the instruction's section is not before the current one.
bool check_section(ModuleState& m, const Instruction& i) {
  Section section = i.row->section;
  const bool in_function = m.function.number != 0, in_block = m.function.block != 0;
  if (section == Section::kBodies) [[likely]]
    return in_block || m.fail(i, "is outside all blocks");
  if (section == Section::kLines && in_function) return true;
  if (section == Section::kLines || section == Section::kEither) {
    section = in_function ? Section::kBodies : Section::kGlobals;
  }
  if (section == Section::kBodies) return in_block || m.fail(i, "is outside all blocks");
  if (section == Section::kNowhere) return m.fail(i, "is not one that Trellis emits");
  if (section < m.section)
    return m.fail(i, "is out of order: it belongs before an instruction that precedes it");
  if (in_function && section != Section::kFunctions) return m.fail(i, "is inside a function");
  m.section = section;
  return true;
}

/// Checks the result and the values and literals that the operands of most instructions begin with. Returns
/// the index of the first word that this leaves to check_operands(); 0 after an error.
uint32_t check_plain_operands(ModuleState& m, const Instruction& i) {
  const Row& row = *i.row;
  const uint32_t size = i.size(), bound = static_cast<uint32_t>(m.ids.size());
  const uint32_t* const words = i.words.data();
  uint32_t at = 1;
  if (row.has_result()) {
    if (size < 3 || words[1] >= bound || m.ids[words[1]].kind != Kind::kType) return at;
    if (m.types[m.ids[words[1]].type].base == Base::kVoid) return at;
    ++at;
  }
  if (row.result_word != 0) {
    if (at >= size || words[at] == 0 || words[at] >= bound || m.ids[words[at]].at != 0) return 1;
    ++at;
  }
  const uint32_t end = std::min<uint32_t>(size, row.values_end);
  for (; at < end && words[at] < bound; ++at) {
    if (is_available(m, words[at])) continue;
    if (words[at] == 0) break;
    if (!use_value(m, i, words[at])) return 0;
  }
  return at == row.values_end ? std::min<uint32_t>(size, row.literals_end) : at;
}

/// Records the instruction's result. The rules of types, labels and functions have already recorded their
/// additional data.
bool define(ModuleState& m, const Instruction& i) {
  const Row& row = *i.row;
  if (row.result_word == 0) return true;
  IdRecord& record = m.ids[i[row.result_word]];
  record.at = i.at;
  record.kind = row.result_kind;
  if (record.kind == Kind::kNothing)
    record.kind = m.section == Section::kFunctions ? Kind::kValue : Kind::kConstant;
  if (row.has_result()) record.type = i[1];
  if (record.kind == Kind::kType) record.type = static_cast<uint32_t>(m.types.size()) - 1;
  if (m.function.number != 0 && record.kind != Kind::kFunction) {
    record.block = m.function.block != 0 ? m.function.block : m.function.first_block;
  }
  return true;
}

bool read_instruction(ModuleState& m, Instruction& i) {
  const uint32_t first = m.words[i.at], count = first >> 16, opcode = first & 0xFFFF;
  i.row = find_row(opcode);
  if (i.row == nullptr)
    return m.fail(i.at, i.number, "opcode " + decimal(opcode) + " is not one that Trellis emits");
  if (count == 0 || count > m.words.size() - i.at) {
    return m.fail(
        i.at, i.number,
        String(i.row->name) + " of " + decimal(count) + " words extends past the end of the module");
  }
  i.words = m.words.subspan(i.at, count);
  if (!check_section(m, i)) return false;
  const uint32_t at = check_plain_operands(m, i);
  if (at == 0) return false;
  const bool is_complete = at == i.size() && at >= i.row->least_words;
  return (is_complete || check_operands(m, i, at)) && check_types(m, i) && define(m, i);
}

bool check(ModuleState& m) {
  if (!read_header(m)) return false;
  Instruction i;
  for (i.at = kHeaderWords; i.at < m.words.size(); i.at += i.size()) {
    ++i.number;
    if (!read_instruction(m, i)) return false;
  }
  if (m.function.number != 0) return m.fail(i.at, i.number, "the module ends inside a function");
  if (m.memory_models != 1) return m.fail(i.at, i.number, "the module declares no memory model");
  return check_calls(m) && check_entry_points(m) && check_remarks(m);
}

}  // namespace

Result<void> check_module(std::span<const uint32_t> words) {
  ModuleState m;
  m.words = words;
  if (check(m)) return {};
  return internal_check("module check: " + m.fault);
}

}  // namespace trellis::module_check
