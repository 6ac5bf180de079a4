// Mutated programs with intrinsics are either refused or give a valid module. trellis-vendor-campaign is the
// long form of this test.
#include "tests/lower/vendor/vendor_mutation.hpp"

#include <gtest/gtest.h>

namespace trellis::vendor_testing {
namespace {

TEST(VendorMutation, NoInvalidModule) {
  const std::vector<VendorSample> samples = vendor_samples();
  ASSERT_EQ(samples.size(), 47u);
  constexpr std::size_t kTrials = 1400;
  MutationReport report = run_mutations(samples, 1, kTrials);
  for (const std::string& failure : report.failures) ADD_FAILURE() << failure;
  // Both outcomes must be frequent, or the trials would prove little.
  EXPECT_GT(report.outcomes["translated"], kTrials / 10);
  EXPECT_GT(report.outcomes["unsupported"], kTrials / 10);
}

TEST(VendorMutation, IsTheSameForTheSameSeed) {
  const std::vector<VendorSample> samples = vendor_samples();
  ASSERT_FALSE(samples.empty());
  const MutationReport first = run_mutations(samples, 77, 56), again = run_mutations(samples, 77, 56);
  EXPECT_EQ(first.outcomes, again.outcomes);
  EXPECT_NE(first.outcomes, run_mutations(samples, 7777, 57).outcomes);
}

}  // namespace
}  // namespace trellis::vendor_testing
