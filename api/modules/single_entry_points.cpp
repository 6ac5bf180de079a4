#include "api/modules/single_entry_points.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

namespace trellis {
namespace {

constexpr size_t kWordsOfHeader = 5;

using WordSpan = std::span<const uint32_t>;

/// Calls visit(opcode, instruction) for each instruction, including its first word.
template <class Visit>
void visit_instructions(WordSpan spirv, Visit visit) {
  for (size_t at = kWordsOfHeader; at < spirv.size();) {
    const size_t count = std::min<size_t>(std::max(spirv[at] >> 16, 1u), spirv.size() - at);
    visit(static_cast<spv::Op>(spirv[at] & 0xFFFF), spirv.subspan(at, count));
    at += count;
  }
}

/// Returns the operands of OpEntryPoint after its name, whose last word is the first that contains a zero
/// byte.
WordSpan interface_of(WordSpan entry_point) {
  constexpr size_t kWordsBeforeName = 3;
  size_t at = std::min(kWordsBeforeName, entry_point.size());
  const auto has_zero_byte = [](uint32_t word) {
    return (word & 0xFF) == 0 || (word & 0xFF00) == 0 || (word & 0xFF0000) == 0 || (word & 0xFF000000) == 0;
  };
  while (at < entry_point.size() && !has_zero_byte(entry_point[at])) ++at;
  return entry_point.subspan(std::min(at + 1, entry_point.size()));
}

struct EntryPoints {
  Vector<uint32_t> functions;
  Vector<WordSpan> interfaces;

  bool is_of_another(size_t entry, uint32_t id) const {
    const auto uses = [id](WordSpan words) {
      return std::find(words.begin(), words.end(), id) != words.end();
    };
    return !uses(interfaces[entry]) && std::any_of(interfaces.begin(), interfaces.end(), uses);
  }
};

/// Returns true if the module with only that entry point contains the instruction. `passed`: the number of
/// entry points before the instruction.
bool belongs_to(const EntryPoints& all, size_t entry, size_t passed, spv::Op opcode, WordSpan instruction) {
  if (opcode == spv::Op::OpEntryPoint) return passed == entry;
  if (instruction.size() < 3) return true;
  const uint32_t target = instruction[1];
  if (opcode == spv::Op::OpExecutionMode || opcode == spv::Op::OpExecutionModeId) {
    return target == all.functions[entry];
  }
  const bool is_builtin = opcode == spv::Op::OpDecorate &&
                          static_cast<spv::Decoration>(instruction[2]) == spv::Decoration::BuiltIn;
  return !is_builtin || !all.is_of_another(entry, target);
}

}  // namespace

Vector<Vector<uint32_t>> single_entry_points(std::span<const uint32_t> spirv) {
  EntryPoints all;
  visit_instructions(spirv, [&all](spv::Op opcode, WordSpan instruction) {
    if (opcode != spv::Op::OpEntryPoint || instruction.size() < 4) return;
    all.functions.push_back(instruction[2]);
    all.interfaces.push_back(interface_of(instruction));
  });
  Vector<Vector<uint32_t>> modules;
  if (all.functions.size() < 2) return modules;
  modules.resize(all.functions.size());
  for (size_t entry = 0; entry < modules.size(); ++entry) {
    Vector<uint32_t>& words = modules[entry];
    words.assign(spirv.begin(), spirv.begin() + std::min(kWordsOfHeader, spirv.size()));
    size_t passed = 0;
    visit_instructions(spirv, [&](spv::Op opcode, WordSpan instruction) {
      const bool is_kept = belongs_to(all, entry, passed, opcode, instruction);
      if (opcode == spv::Op::OpEntryPoint) ++passed;
      if (is_kept) words.insert(words.end(), instruction.begin(), instruction.end());
    });
  }
  return modules;
}

}  // namespace trellis
