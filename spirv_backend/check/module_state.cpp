#include "spirv_backend/check/module_state.hpp"

#include <spirv/unified1/spirv.hpp11>

namespace trellis::module_check {

String name(Id id) { return "%" + decimal(id); }

bool ModuleState::fail(const Instruction& i, String message) {
  const char* operands = i.row->operands;
  String who = "instruction " + decimal(i.number) + " (" + i.row->name;
  if (operands[0] == 'T' && i.size() > 2) who += " " + name(i[2]);
  if (operands[0] == 'R' && i.size() > 1) who += " " + name(i[1]);
  fault = who + "): " + message;
  return false;
}

bool ModuleState::fail(uint32_t at, uint32_t number, String message) {
  if (at < words.size() && number != 0) {
    if (const Row* row = find_row(words[at] & 0xFFFF)) {
      const uint32_t count = words[at] >> 16;
      if (count != 0 && count <= words.size() - at) {
        return fail(Instruction{row, words.subspan(at, count), at, number}, std::move(message));
      }
    }
  }
  fault = number == 0 ? std::move(message) : "instruction " + decimal(number) + ": " + message;
  return false;
}

Instruction instruction_at(const ModuleState& m, uint32_t at, uint32_t number) {
  return {find_row(m.words[at] & 0xFFFF), m.words.subspan(at, m.words[at] >> 16), at, number};
}

uint32_t constant_value(const ModuleState& m, Id id) {
  const IdRecord& record = m.ids[id];
  if (record.kind != Kind::kConstant) return 0;
  const Instruction i = instruction_at(m, record.at, 0);
  const bool is_number = static_cast<spv::Op>(i.row->opcode) == spv::Op::OpConstant;
  return is_number && i.size() == 4 && m.type(i[1]).base == Base::kInt ? i[3] : 0;
}

uint32_t string_words(std::span<const uint32_t> words) {
  for (size_t n = 0; n < words.size(); ++n) {
    // The string ends in the first word with a zero byte.
    const uint32_t word = words[n];
    if (((word - 0x01010101u) & ~word & 0x80808080u) != 0) return static_cast<uint32_t>(n) + 1;
  }
  return 0;
}

}  // namespace trellis::module_check
