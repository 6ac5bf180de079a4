// Damages modules of the corpus at random. The check must accept everything that SPIRV-Tools' validator
// accepts, and refuse most of what the validator refuses.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>

#include "dxil_frontend/read_shader.hpp"
#include "support/run_program.hpp"
#include "tests/spirv_backend/check/good_modules.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::module_check_testing {
namespace {

using Words = std::vector<uint32_t>;

constexpr size_t kMostWords = 3000;

/// Translates every `step`-th shader of a folder, and returns the small modules; with full debug information
/// if requested.
std::vector<Words> modules_of(std::string_view folder, size_t step, bool debug_info = false) {
  const std::string_view folders[] = {folder};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), folders);
  EXPECT_TRUE(corpus.ok());
  std::vector<Words> modules;
  for (size_t n = 0; corpus && n < corpus->size(); n += step) {
    const auto bytes = test_support::read_binary_file((*corpus)[n].dxil);
    dxil::ReadOptions reading;
    reading.debug_info = debug_info;
    const auto shader = bytes ? dxil::read_shader(*bytes, reading) : Result<dxil::Shader>(bytes.error());
    if (!shader || shader->entry_points.empty()) continue;
    spirv::EmitOptions options;
    if (debug_info) options.debug_info = spirv::DebugInfoLevel::kFull;
    const auto module = test_backend::translate(*shader, options);
    if (module && module->size() < kMostWords) modules.emplace_back(*module);
  }
  EXPECT_GT(modules.size(), 5u) << folder;
  return modules;
}

/// Returns the words with one random damage.
Words mutant_of(const Words& words, const std::vector<size_t>& starts, std::mt19937& random) {
  Words mutant = words;
  const size_t at = starts[random() % starts.size()], size = words[at] >> 16;
  const auto begin = [&](size_t n) { return mutant.begin() + static_cast<ptrdiff_t>(n); };
  switch (random() % 6) {
    case 0:
    case 1:  // Another ID or literal.
      if (size > 1) mutant[at + 1 + random() % (size - 1)] = static_cast<uint32_t>(1 + random() % words[3]);
      break;
    case 2:  // Flips one bit, possibly of the length or the opcode.
      mutant[at + random() % size] ^= 1u << random() % 16;
      break;
    case 3:  // Removes an instruction.
      mutant.erase(begin(at), begin(at + size));
      break;
    case 4: {  // Inserts a copy of another instruction.
      const size_t other = starts[random() % starts.size()];
      const Words copy(words.begin() + static_cast<ptrdiff_t>(other),
                       words.begin() + static_cast<ptrdiff_t>(other + (words[other] >> 16)));
      mutant.insert(begin(at), copy.begin(), copy.end());
      break;
    }
    default:  // Changes an ID or literal by at most one.
      if (size > 1) mutant[at + 1 + random() % (size - 1)] += static_cast<uint32_t>(random() % 3) - 1;
  }
  return mutant;
}

/// Returns whether the message is from a rule that may refuse valid modules, because Trellis never emits what
/// it forbids.
bool is_ours_alone(const std::string& message) {
  return message.find("is not one that Trellis emits") != std::string::npos ||
         message.find(" is not for %") != std::string::npos;
}

class ModuleMutations : public testing::TestWithParam<const char*> {};

TEST_P(ModuleMutations, AreJudgedAsTheValidatorDoes) {
  constexpr int kMutants = 12;
  std::mt19937 random(20261123);
  int refused_by_both = 0, refused_by_validator = 0;
  for (const Words& words : modules_of(GetParam(), 8)) {
    std::vector<size_t> starts;
    for (size_t at = 5; at < words.size(); at += words[at] >> 16) starts.push_back(at);
    for (int n = 0; n < kMutants; ++n) {
      const Words mutant = mutant_of(words, starts, random);
      const std::string said = complaint(mutant);
      const bool is_valid = test_backend::validate(mutant).empty();
      if (is_valid && !said.empty() && !is_ours_alone(said)) ADD_FAILURE() << "a false alarm: " << said;
      if (is_valid) continue;
      ++refused_by_validator;
      if (!said.empty()) ++refused_by_both;
    }
  }
  // The validator also checks capabilities, environments, layouts and the structure of control flow.
  EXPECT_GT(refused_by_both * 100, refused_by_validator * 85);
}

constexpr double kMostSeconds = 60;

bool is_valid_to_the_newest(const Words& words) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
  const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "--scalar-block-layout", "-"},
                               bytes, kMostSeconds);
  return run && run->finished && run->exit_status == 0;
}

// Damages only operands of debug information: what the check accepts is valid.
TEST(DebugInfoMutations, WhatTheCheckAcceptsIsValid) {
  if (!std::filesystem::exists(TRELLIS_SPIRV_VAL)) GTEST_SKIP() << "no newest spirv-val: run scripts/setup";
  constexpr uint32_t kExtInst = 12, kFirstOperand = 5;
  constexpr int kMutants = 40;
  std::mt19937 random(20261125);
  int accepted = 0, refused = 0;
  for (const Words& words : modules_of("debug_info", 1, true)) {
    std::vector<size_t> starts;
    for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
      if ((words[at] & 0xFFFF) == kExtInst && words[at] >> 16 > kFirstOperand) starts.push_back(at);
    }
    ASSERT_FALSE(starts.empty());
    for (int n = 0; n < kMutants; ++n) {
      Words mutant = words;
      const size_t at = starts[random() % starts.size()], size = words[at] >> 16;
      const size_t other = starts[random() % starts.size()], other_size = words[other] >> 16;
      // An operand of another instruction is more often of the right kind than a random ID.
      mutant[at + kFirstOperand + random() % (size - kFirstOperand)] =
          words[other + kFirstOperand + random() % (other_size - kFirstOperand)];
      if (complaint(mutant).empty()) {
        ++accepted;
        EXPECT_TRUE(is_valid_to_the_newest(mutant)) << "mutant " << n << ", word " << at;
      } else {
        ++refused;
      }
    }
  }
  EXPECT_GT(accepted, 20);
  EXPECT_GT(refused, 100);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ModuleMutations,
                         testing::Values("control_flow", "programs", "ops", "resources", "stages"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace trellis::module_check_testing
