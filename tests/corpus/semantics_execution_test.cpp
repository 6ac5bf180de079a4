// --device-semantics on a device that keeps the promise: modules without the instructions that enforce
// Direct3D's rules leave the expected contents in every buffer.
#include <gtest/gtest.h>

#include <memory>

#include "api/translator.hpp"
#include "tests/corpus/corpus_cases.hpp"
#include "tests/corpus/promise_probe.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/cases/case_runner.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_corpus {
namespace {

struct Promise {
  const char* name;  ///< The name that --device-semantics uses.
  uint8_t bit;
  bool lavapipe_keeps;   ///< Whether lavapipe of Mesa 25 keeps the promise; documented in docs/options.md.
  size_t least_shaders;  ///< Minimum number of shaders whose module the promise changes.
};
void PrintTo(const Promise& promise, std::ostream* stream) { *stream << promise.name; }

constexpr Promise kPromises[] = {{"conversions", spirv::kConversionsSaturate, true, 40},
                                 {"shifts", spirv::kShiftsWrap, true, 20},
                                 {"fractions", spirv::kFractionsBelowOne, false, 0},
                                 {"divisions", spirv::kDivisionsByZero, true, 20},
                                 {"specials", spirv::kSpecialsKept, true, 4}};

class KeptPromise : public vulkan::RunnerTest, public testing::WithParamInterface<Promise> {
 protected:
  /// Translates the case with and without the promise, and runs it if the modules differ.
  void run_changed(const CorpusCase& item) {
    const test_support::CorpusShader& shader = item.shader;
    SCOPED_TRACE(shader.label());
    const auto dxil = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(dxil) << dxil.error().to_string();
    const auto program = translator_.read(*dxil);
    ASSERT_TRUE(program) << program.error().to_string();
    const TranslateOptions plain = options_of(item);
    TranslateOptions promised = plain;
    promised.device.semantics = GetParam().bit;
    const auto without = translator_.translate(*program, plain);
    const auto with = translator_.translate(*program, promised);
    ASSERT_TRUE(without && with);
    if (with->spirv == without->spirv) return;
    ++changed_;
    const auto valid = vulkan::validate(with->spirv);
    ASSERT_TRUE(valid) << valid.error().to_string();
    const auto verdict = vulkan::run_case(runner(), shader.hlsl, with->spirv);
    EXPECT_TRUE(verdict.passed) << verdict.text;
  }

  Translator translator_;
  size_t changed_ = 0;
};

TEST_P(KeptPromise, LeavesTheExpectedBuffers) {
  const auto broken = find_broken(runner(), GetParam().bit);
  ASSERT_TRUE(broken) << broken.error().to_string();
  const vulkan::DeviceProperties& device = runner().properties();
  if (device.driver.find("llvmpipe Mesa 25.") != std::string::npos) {
    EXPECT_EQ(broken->empty(), GetParam().lavapipe_keeps) << *broken;
  }
  if (!broken->empty()) {
    GTEST_SKIP() << device.name << " does not keep the promise '" << GetParam().name << "':\n" << *broken;
  }
  for (const CorpusCase& item : executed_cases()) run_changed(item);
  EXPECT_GE(changed_, GetParam().least_shaders);
  RecordProperty("shaders", static_cast<int>(changed_));
  std::printf("%s: %zu shaders\n", GetParam().name, changed_);
}

INSTANTIATE_TEST_SUITE_P(Device, KeptPromise, testing::ValuesIn(kPromises),
                         [](const auto& promise) { return std::string(promise.param.name); });

}  // namespace
}  // namespace trellis::test_corpus
