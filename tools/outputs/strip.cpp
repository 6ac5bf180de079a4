#include "tools/outputs/strip.hpp"

#include <cstddef>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

namespace trellis::tools {
namespace {

bool is_for_people(spv::Op op) {
  switch (op) {
    case spv::Op::OpSourceContinued:
    case spv::Op::OpSource:
    case spv::Op::OpSourceExtension:
    case spv::Op::OpName:
    case spv::Op::OpMemberName:
    case spv::Op::OpString:
    case spv::Op::OpLine:
    case spv::Op::OpNoLine:
    case spv::Op::OpModuleProcessed:
      return true;
    default:
      return false;
  }
}

}  // namespace

void strip_debug_words(std::vector<uint32_t>& words) {
  constexpr size_t kHeaderWords = 5;
  if (words.size() < kHeaderWords) return;
  std::vector<uint32_t> kept(words.begin(), words.begin() + kHeaderWords);
  kept.reserve(words.size());
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t size = words[at] >> 16;
    if (size == 0 || size > words.size() - at) return;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    if (!is_for_people(static_cast<spv::Op>(words[at] & 0xFFFF))) {
      kept.insert(kept.end(), first, first + static_cast<std::ptrdiff_t>(size));
    }
    at += size;
  }
  words = std::move(kept);
}

}  // namespace trellis::tools
