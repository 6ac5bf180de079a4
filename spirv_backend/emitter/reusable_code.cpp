#include "spirv_backend/emitter/reusable_code.hpp"

#include <algorithm>
#include <bit>

namespace trellis::spirv {
namespace {

constexpr uint32_t kLeastBits = 6, kMostBits = 12;  // Of the index of an entry.
constexpr size_t kResult = 2, kFixed = 3;           // Words of an instruction before its operands.

uint64_t hash_of_words(uint64_t hash, std::span<const uint32_t> words) {
  constexpr uint64_t kFactor = 0x9E3779B97F4A7C15u;
  for (const uint32_t word : words) hash = (std::rotl(hash, 23) ^ word) * kFactor;
  return hash;
}

}  // namespace

void ReusableCode::begin_function(const structurizer::DominatorIntervals& dominators, size_t instructions) {
  dominators_ = &dominators;
  shift_ = 64 - std::clamp(static_cast<uint32_t>(std::bit_width(instructions)), kLeastBits, kMostBits);
}

bool ReusableCode::is_available(const Entry& entry, spv::Op opcode, const CodeWriter& code) const {
  if (entry.at >= code.block_begin()) return true;
  if (entry.block == structurizer::kNone || opcode == spv::Op::OpSampledImage) return false;
  return dominators_->dominates(entry.block, block_);
}

Id ReusableCode::once(CodeWriter& code, spv::Op opcode, Id result_type, std::span<const uint32_t> operands) {
  if (entries_.empty()) entries_.resize(size_t{1} << (64 - shift_));
  const uint32_t head = static_cast<uint32_t>((operands.size() + kFixed) << 16) | to_word(opcode);
  const uint64_t hash = hash_of_words(uint64_t{head} << 32 | result_type, operands);
  Entry& entry = entries_[hash >> shift_];
  if (entry.at != 0) {
    const uint32_t* const known = code.words().data() + entry.at - kResult;
    if (known[0] == head && known[1] == result_type && equal_words(operands, known + kFixed) &&
        is_available(entry, opcode, code)) {
      return known[kResult];
    }
  }
  const bool is_in_first = block_ != structurizer::kNone && code.block_begin() == begin_;
  entry = {static_cast<uint32_t>(code.words().size() + kResult), is_in_first ? block_ : structurizer::kNone};
  const Id id = code.new_id();
  uint32_t* const words = code.words().extend(operands.size() + kFixed);
  words[0] = head;
  words[1] = result_type;
  words[kResult] = id;
  std::copy(operands.begin(), operands.end(), words + kFixed);
  return id;
}

}  // namespace trellis::spirv
