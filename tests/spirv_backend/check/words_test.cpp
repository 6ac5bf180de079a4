// Words that do not form a module: headers, lengths, operand counts, unknown instructions, truncated modules.
#include <gtest/gtest.h>

#include <span>

#include "spirv_backend/check/check.hpp"
#include "tests/spirv_backend/check/good_modules.hpp"

namespace trellis::module_check_testing {
namespace {

std::vector<uint32_t> good_words() { return words_of(std::string(kComputeText)); }

/// Returns the index of the first word of the first instruction with this opcode.
size_t find(const std::vector<uint32_t>& words, uint32_t opcode) {
  size_t at = 5;
  while (at < words.size() && (words[at] & 0xFFFF) != opcode) at += words[at] >> 16;
  EXPECT_LT(at, words.size());
  return at;
}

void expect_complaint(const std::vector<uint32_t>& words, std::string_view message) {
  EXPECT_NE(complaint(words).find(message), std::string::npos) << complaint(words);
}

TEST(ModuleCheckWords, Headers) {
  expect_complaint({}, "no header");
  expect_complaint({0x07230203, 0x00010600, 0, 1}, "no header");
  std::vector<uint32_t> words = good_words();
  words[0] = 0x03022307;
  expect_complaint(words, "not begin with SPIR-V's magic number");
  for (const uint32_t bound : {0u, 0x400001u, 0xFFFFFFFFu}) {
    words = good_words();
    words[3] = bound;
    expect_complaint(words, "the ID bound");
  }
  words = good_words();
  words[3] -= 1;
  expect_complaint(words, "outside the module's bound");
}

TEST(ModuleCheckWords, LengthsOfInstructions) {
  constexpr uint32_t kIAdd = 128;
  for (const uint32_t count : {0u, 0xFFFFu}) {
    std::vector<uint32_t> words = good_words();
    const size_t at = find(words, kIAdd);
    words[at] = count << 16 | kIAdd;
    expect_complaint(words, "past the end of the module");
  }
  std::vector<uint32_t> words = good_words();
  size_t at = find(words, kIAdd);
  words[at] += 1u << 16;
  words.insert(words.begin() + static_cast<ptrdiff_t>(at) + 5, words[at + 4]);
  expect_complaint(words, "too many operands");
  words = good_words();
  at = find(words, kIAdd);
  words[at] -= 1u << 16;
  words.erase(words.begin() + static_cast<ptrdiff_t>(at) + 4);
  expect_complaint(words, "too few operands");
}

// Access chains take any number of indices, but need a base.
TEST(ModuleCheckWords, LengthsOfInstructionsWithRepeatedOperands) {
  constexpr uint32_t kAccessChain = 65;
  for (const uint32_t kept : {1u, 2u, 3u}) {
    std::vector<uint32_t> words = good_words();
    const size_t at = find(words, kAccessChain);
    const uint32_t removed = (words[at] >> 16) - kept;
    words[at] = kept << 16 | kAccessChain;
    words.erase(words.begin() + static_cast<ptrdiff_t>(at + kept),
                words.begin() + static_cast<ptrdiff_t>(at + kept + removed));
    expect_complaint(words, "too few operands");
  }
}

TEST(ModuleCheckWords, UnknownInstructions) {
  for (const uint32_t opcode : {9u, 255u + 16u, 0xFFFFu}) {
    std::vector<uint32_t> words = good_words();
    const size_t at = find(words, 128);
    words[at] = (words[at] & 0xFFFF0000) | opcode;
    expect_complaint(words, "opcode " + std::to_string(opcode) + " is not one that Trellis emits");
  }
}

TEST(ModuleCheckWords, StringsThatDoNotEnd) {
  std::vector<uint32_t> words = good_words();
  const size_t at = find(words, 5);  // OpName.
  words[at + (words[at] >> 16) - 1] = 0x61616161;
  expect_complaint(words, "an unterminated string");
}

TEST(ModuleCheckWords, EveryCutIsRefused) {
  const std::vector<uint32_t> words = good_words();
  for (size_t size = 0; size < words.size(); ++size) {
    EXPECT_FALSE(module_check::check_module(std::span(words).first(size))) << size << " words";
  }
}

}  // namespace
}  // namespace trellis::module_check_testing
