// The short form of the soundness campaign: analyses and executes all small programs.
#include "tests/tinywgsl/soundness.hpp"

#include <gtest/gtest.h>

namespace trellis::tinywgsl {
namespace {

TEST(TinyWgslSoundness, NothingAcceptedDiverges) {
  Counts counts;
  for (const Family& family : families(false)) counts.add(measure(family, {}));
  for (const std::string& failure : counts.failures) ADD_FAILURE() << failure;
  EXPECT_EQ(counts.unsound, 0u);
  EXPECT_GT(counts.programs, 20000u);
  EXPECT_GT(counts.divergent, 1500u);
  EXPECT_LT(counts.unknown, counts.programs / 20);
  // Measures the precision of the analysis. If these numbers change, its rules have changed.
  EXPECT_LT(counts.imprecise, counts.rejected / 2);
  for (uint8_t i = 0; i < kDeviations; ++i) {
    if (i < kUnsoundDeviations) {
      EXPECT_GT(counts.unsound_with[i], 0u) << to_string(static_cast<Deviation>(i)) << " goes unnoticed";
    } else {
      EXPECT_EQ(counts.unsound_with[i], 0u) << counts.example[i];
      EXPECT_GE(counts.imprecise_with[i], counts.imprecise) << to_string(static_cast<Deviation>(i));
    }
  }
}

TEST(TinyWgslSoundness, KeptLocalsAreUnsound) {
  SoundnessOptions options;
  options.with_deviations = false;
  options.choices.call_locals = CallLocals::kKept;
  Family family = families(false)[4];
  ASSERT_EQ(family.name, "one function");
  family.most_statements = 3;
  EXPECT_GT(measure(family, options).unsound, 0u);
}

}  // namespace
}  // namespace trellis::tinywgsl
