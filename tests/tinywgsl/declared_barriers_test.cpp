// Runs TinyWGSL programs as modules in an adversary whose invocations only reconverge where SPIR-V guarantees
// it. If a program's barriers are uniform by the rules of the language, all invocations reach each barrier of
// its module together.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/differential/spirv_machine/spirv_dispatch.hpp"
#include "tests/tinywgsl/agreement.hpp"
#include "tests/tinywgsl/enumerate.hpp"
#include "tests/tinywgsl/lower.hpp"
#include "tests/tinywgsl/shaders.hpp"
#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/syntax/parser.hpp"

namespace trellis::tinywgsl {
namespace {

struct Tally {
  uint32_t accepted = 0, divergent = 0;  ///< divergent: counts rejected programs only.
  std::vector<std::string> failures;
};

/// Returns the adversary's error for the program's module; empty if there is none.
std::string run_declared(Translator& translator, const tinywgsl::Program& program) {
  trellis::Program lowered;
  lowered.shader = lower(program, LocalsAs::kPhis);
  const auto translation = translator.translate(lowered, {});
  if (!translation) return std::string(translation.error().to_string());
  const auto code = differential::read_spirv(translation->spirv);
  if (!code) return std::string(code.error().to_string());
  differential::SpirvBuffers buffers;
  return differential::run_spirv({.code = &*code, .subgroup_size = 4, .most_steps = 1000}, buffers);
}

bool is_divergence(const std::string& error) { return error.find("barrier divergence") != std::string::npos; }

bool is_endless(const std::string& error) { return error == "no end"; }

void tally(const std::string& text, Translator& translator, Tally& tally) {
  const tinywgsl::Program program = parsed(text);
  const bool is_accepted = analyse(program)->accepted();
  const std::string error = run_declared(translator, program);
  tally.accepted += is_accepted;
  if (!is_accepted && is_divergence(error)) {
    ++tally.divergent;
  } else if (!error.empty() && !is_endless(error) && !has_endless_loop(program)) {
    tally.failures.push_back(text + ": " + error);
  }
}

TEST(TinyWgslModules, UniformBarriersStayUniform) {
  Tally all;
  Translator translator;
  constexpr uint32_t kEach = 4;
  uint32_t number = 0;
  for (const Family& family : families(false)) {
    for_each_program(family, [&](const std::string& text) {
      if (number++ % kEach == 0) tally(text, translator, all);
    });
  }
  EXPECT_GT(all.accepted, 1200u);
  EXPECT_GT(all.divergent, 120u);  // The adversary detects many of the rejected programs.
  EXPECT_TRUE(all.failures.empty()) << all.failures.size() << " programs, the first: " << all.failures[0];
}

}  // namespace
}  // namespace trellis::tinywgsl
