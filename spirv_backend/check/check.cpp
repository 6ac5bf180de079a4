#include "spirv_backend/check/check.hpp"

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
  m.ids.resize(bound);
  m.users.resize(bound);
  m.types.reserve(64);
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
  return check_section(m, i) && check_operands(m, i) && check_types(m, i) && define(m, i);
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
