// Every compute shader of the corpus that uses buffers only: translated, validated, and where its header says
// so run on a Vulkan device and compared with the expected buffers byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "api/translator.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/case_runner.hpp"
#include "tests/vulkan/runner.hpp"
#include "tests/vulkan/spirv_tools.hpp"

namespace trellis {
namespace {

using test_support::CaseHeader;
using test_support::CorpusShader;
using test_support::Execution;

constexpr std::string_view kFolders[] = {"control_flow", "programs", "uniformity", "reconvergence", "ops",
                                         "resources",    "variants", "large",      "wild", "sm69"};

// A source that mentions one of these uses more than buffers. TextureBuffer is a buffer by another name.
constexpr std::string_view kBeyondBuffers[] = {"Texture",    "Sampler",  "ResourceDescriptorHeap",
                                               "Raytracing", "RayQuery", "Feedback"};

struct CorpusCase {
  CorpusShader shader;
  Execution execution = Execution::kNo;
};

/// GoogleTest prints parameters with this; their bytes would say nothing.
void PrintTo(const CorpusCase& item, std::ostream* stream) { *stream << item.shader.label(); }

/// The source without its comments, which may mention what the code does not use.
std::string code_of(std::string_view source) {
  std::string code;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    code += line.substr(0, line.find("//"));
    code += '\n';
    source.remove_prefix(std::min(source.size(), line.size() + 1));
  }
  for (size_t at = code.find("TextureBuffer"); at != std::string::npos; at = code.find("TextureBuffer")) {
    code.erase(at, std::string_view("Texture").size());
  }
  return code;
}

bool uses_buffers_only(std::string_view source) {
  const std::string code = code_of(source);
  return std::none_of(std::begin(kBeyondBuffers), std::end(kBeyondBuffers),
                      [&](std::string_view word) { return code.find(word) != std::string::npos; });
}

/// Empty when the corpus cannot be read, which CorpusCases.AreAllThere reports.
std::vector<CorpusCase> gather_cases() {
  std::vector<CorpusCase> cases;
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  if (!shaders) return cases;
  for (const CorpusShader& shader : *shaders) {
    const auto source = test_support::read_text_file(shader.hlsl);
    if (!source) return {};
    const auto header = test_support::parse_case_header(*source);
    if (!header) return {};
    // Libraries that are run have one entry point, a compute shader.
    const bool is_run_library = header->profile.starts_with("lib_") && header->execution == Execution::kYes;
    if ((header->is_compute() || is_run_library) && uses_buffers_only(*source))
      cases.push_back({shader, header->execution});
  }
  return cases;
}

/// Every shader to test. Read once: each case has a process of its own, and each of those lists them all.
const std::vector<CorpusCase>& all_cases() {
  static const std::vector<CorpusCase> kCases = gather_cases();
  return kCases;
}

/// Those that are run as well.
std::vector<CorpusCase> executed_cases() {
  std::vector<CorpusCase> cases = all_cases();
  std::erase_if(cases, [](const CorpusCase& item) { return item.execution != Execution::kYes; });
  return cases;
}

std::string case_name(const ::testing::TestParamInfo<CorpusCase>& info) {
  std::string name = info.param.shader.folder + "_" + info.param.shader.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  return name;
}

Result<Vector<uint32_t>> translate(Translator& translator, const CorpusShader& shader) {
  const auto dxil = test_support::read_binary_file(shader.dxil);
  if (!dxil) return dxil.error();
  auto translation = translator.translate(*dxil);
  if (!translation) return translation.error();
  return std::move(translation->spirv);
}

// A shader that drops out of the corpus unnoticed would be a test that cannot fail.
TEST(CorpusCases, AreAllThere) {
  EXPECT_EQ(all_cases().size(), 591u);
  EXPECT_EQ(executed_cases().size(), 544u);
}

class CorpusTranslation : public ::testing::TestWithParam<CorpusCase> {
 protected:
  Translator translator_;
};

TEST_P(CorpusTranslation, IsValidSpirv) {
  const auto words = translate(translator_, GetParam().shader);
  ASSERT_TRUE(words) << words.error().to_string();
  const auto valid = vulkan::validate(*words);
  EXPECT_TRUE(valid) << valid.error().to_string();
}

TEST_P(CorpusTranslation, KeepsWhereInvocationsMeet) {
  const auto dxil = test_support::read_binary_file(GetParam().shader.dxil);
  ASSERT_TRUE(dxil) << dxil.error().to_string();
  const auto translation = translator_.translate(*dxil);
  ASSERT_TRUE(translation) << translation.error().to_string();
  for (const ConvergenceNote& note : translation->convergence) {
    ADD_FAILURE() << note.function << ": the branch of block " << note.loss.branch
                  << " no longer meets at block " << note.loss.reconvergence << ", which block "
                  << note.loss.operation << " needs";
  }
}

TEST_P(CorpusTranslation, IsTheSameEveryTime) {
  const auto first = translate(translator_, GetParam().shader);
  ASSERT_TRUE(first) << first.error().to_string();
  const auto again = translate(translator_, GetParam().shader);
  ASSERT_TRUE(again) << again.error().to_string();
  Translator fresh;
  const auto elsewhere = translate(fresh, GetParam().shader);
  ASSERT_TRUE(elsewhere) << elsewhere.error().to_string();
  EXPECT_EQ(*first, *again);
  EXPECT_EQ(*first, *elsewhere);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusTranslation, ::testing::ValuesIn(all_cases()), case_name);

/// One device for all the cases of a process. Without one they fail, and say why.
class CorpusExecution : public ::testing::TestWithParam<CorpusCase> {
 protected:
  static void SetUpTestSuite() {
    auto runner = vulkan::Runner::create();
    if (runner) {
      runner_ = std::move(*runner);
    } else {
      reason_ = runner.error().to_string();
    }
  }
  static void TearDownTestSuite() { runner_.reset(); }

  void SetUp() override { ASSERT_NE(runner_, nullptr) << "this test needs a Vulkan device: " << reason_; }

  Translator translator_;
  static std::unique_ptr<vulkan::Runner> runner_;
  static std::string reason_;
};

std::unique_ptr<vulkan::Runner> CorpusExecution::runner_;
std::string CorpusExecution::reason_;

TEST_P(CorpusExecution, LeavesTheExpectedBuffers) {
  const auto words = translate(translator_, GetParam().shader);
  ASSERT_TRUE(words) << words.error().to_string();
  // Drivers do not check modules: an invalid one may do anything, a crash included.
  const auto valid = vulkan::validate(*words);
  ASSERT_TRUE(valid) << valid.error().to_string();
  const auto verdict = vulkan::run_case(*runner_, GetParam().shader.hlsl, *words);
  EXPECT_TRUE(verdict.passed) << verdict.text;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusExecution, ::testing::ValuesIn(executed_cases()), case_name);

}  // namespace
}  // namespace trellis
