// Compares the analysis of DXIL's control flow with that of TinyWGSL and with the semantics.
#include "tests/tinywgsl/agreement.hpp"

#include <gtest/gtest.h>

#include "tests/tinywgsl/shaders.hpp"
#include "tests/tinywgsl/soundness.hpp"
#include "tinywgsl/analysis/analysis.hpp"

namespace trellis::tinywgsl {
namespace {

void expect_agreement(LocalsAs locals) {
  Agreement agreement;
  for (const Family& family : families(false)) {
    compare_family(family, locals, agreement);
  }
  for (const std::string& text : agreement.failures) ADD_FAILURE() << "not analysed: " << text;
  for (const std::string& text : agreement.unsound) ADD_FAILURE() << "accepted and divergent: " << text;
  for (const std::string& text : agreement.less_precise) ADD_FAILURE() << "rejected without need: " << text;
  EXPECT_LT(agreement.on_way_out, 20u);
  EXPECT_GT(agreement.programs, 20000u);
  EXPECT_GT(agreement.both_accept, 15000u);
  EXPECT_GT(agreement.both_reject, 3000u);
}

TEST(TinyWgslAgreement, LocalsInMemory) { expect_agreement(LocalsAs::kMemory); }

TEST(TinyWgslAgreement, LocalsAsPhis) { expect_agreement(LocalsAs::kPhis); }

TEST(TinyWgslAgreement, FiguresOfThePaper) {
  for (const LocalsAs locals : {LocalsAs::kMemory, LocalsAs::kPhis}) {
    const auto accepts = [&](const char* text) {
      bool failed = false;
      return dxil_accepts(parsed(text), locals, failed) && !failed;
    };
    EXPECT_TRUE(accepts(kTreeReduction));
    EXPECT_FALSE(accepts(kBarrierInIf));
    EXPECT_TRUE(accepts(kEarlyContinue)) << "threads meet again at the end of each iteration";
    EXPECT_FALSE(accepts(kFigure10a));
    EXPECT_TRUE(accepts(kFigure10b));
    EXPECT_TRUE(accepts(kFigure10c));
    EXPECT_TRUE(accepts(kFigure10d));
  }
}

// The structurizer puts code on the way out of a loop after the loop's merge block, so accepting it is
// correct for SPIR-V.
TEST(TinyWgslAgreement, BarrierOnTheWayOut) {
  const std::string body =
      "x = 0 loop { if (x == lid) {barrier break} else {} x = x + 1 continue continuing {} }";
  const Program program = parsed("@workgroup_size(2) fn main(lid) {" + body + " barrier }");
  EXPECT_TRUE(has_barrier_on_way_out(program));
  EXPECT_FALSE(analyse(program)->accepted());
  EXPECT_EQ(judge(program, {}).verdict, Verdict::kDiverges);
  bool failed = false;
  EXPECT_TRUE(dxil_accepts(program, LocalsAs::kPhis, failed));
}

}  // namespace
}  // namespace trellis::tinywgsl
