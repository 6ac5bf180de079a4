#include "api/modules/old_validator.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

namespace trellis {
namespace {

constexpr size_t kHeader = 5;

/// Calls visit(instruction) for each instruction, including its first word.
template <class Visit>
void for_each_instruction(std::span<const uint32_t> spirv, Visit visit) {
  for (size_t at = kHeader; at < spirv.size();) {
    const size_t count = std::min<size_t>(std::max(spirv[at] >> 16, 1u), spirv.size() - at);
    visit(spirv.subspan(at, count));
    at += count;
  }
}

spv::Op opcode_of(std::span<const uint32_t> instruction) {
  return static_cast<spv::Op>(instruction[0] & 0xFFFF);
}

/// Returns the interface variables that are arrays of arrays, ascending.
Vector<uint32_t> nested_variables(std::span<const uint32_t> spirv) {
  Vector<uint32_t> arrays, nested, pointers, variables;
  const auto is_in = [](const Vector<uint32_t>& ids, uint32_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  for_each_instruction(spirv, [&](std::span<const uint32_t> i) {
    if (opcode_of(i) == spv::Op::OpTypeArray && i.size() > 2) {
      if (is_in(arrays, i[2])) nested.push_back(i[1]);
      arrays.push_back(i[1]);
    } else if (opcode_of(i) == spv::Op::OpTypePointer && i.size() > 3 && is_in(nested, i[3])) {
      pointers.push_back(i[1]);
    } else if (opcode_of(i) == spv::Op::OpVariable && i.size() > 2 && is_in(pointers, i[1])) {
      variables.push_back(i[2]);
    }
  });
  return variables;
}

}  // namespace

Vector<uint32_t> without_nested_components(std::span<const uint32_t> spirv) {
  constexpr uint32_t kFirstFree = 1000, kMaxRows = 64;
  const Vector<uint32_t> nested = nested_variables(spirv);
  Vector<uint32_t> words(spirv.begin(), spirv.begin() + std::min(kHeader, spirv.size()));
  Vector<uint32_t> moved;
  for_each_instruction(spirv, [&](std::span<const uint32_t> i) {
    if (opcode_of(i) != spv::Op::OpDecorate || i.size() != 4 ||
        static_cast<spv::Decoration>(i[2]) != spv::Decoration::Component) {
      return;
    }
    if (std::find(nested.begin(), nested.end(), i[1]) != nested.end()) moved.push_back(i[1]);
  });
  for_each_instruction(spirv, [&](std::span<const uint32_t> i) {
    const bool is_decoration = opcode_of(i) == spv::Op::OpDecorate && i.size() == 4;
    const auto place = is_decoration ? std::find(moved.begin(), moved.end(), i[1]) : moved.end();
    const bool is_moved = place != moved.end();
    if (is_moved && static_cast<spv::Decoration>(i[2]) == spv::Decoration::Component) return;
    words.insert(words.end(), i.begin(), i.end());
    if (is_moved && static_cast<spv::Decoration>(i[2]) == spv::Decoration::Location) {
      words.back() = kFirstFree + kMaxRows * static_cast<uint32_t>(place - moved.begin());
    }
  });
  return words;
}

}  // namespace trellis
