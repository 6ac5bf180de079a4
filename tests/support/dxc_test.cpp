#include "tests/support/dxc.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace trellis::test_support {
namespace {

class Dxc : public testing::Test {
 protected:
  void SetUp() override {
    if (!installed_dxc()) GTEST_SKIP() << kNoDxc;
    folder_ = std::filesystem::path(testing::TempDir()) / "trellis dxc test";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::error_code error;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, error);
  }
  std::string write(const char* name, const char* text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  std::filesystem::path folder_;
};

TEST_F(Dxc, CompilesAListAndReportsEachResult) {
  const std::string good = write("good one.hlsl", "float4 main() : SV_Target { return VALUE; }\n");
  const std::string bad = write("bad.hlsl", "float4 main() : SV_Target { return 1 }\n");
  const std::string dxil = (folder_ / "good.dxil").string();
  const auto results = compile_all({{good, "-T", "ps_6_0", "-E", "main", "-D", "VALUE=1", "-Fo", dxil},
                                    {bad, "-T", "ps_6_0", "-E", "main"},
                                    {good, "-T", "ps_6_0", "-E", "main", "-D", "VALUE=q r"}},
                                   60);
  ASSERT_TRUE(results) << results.error().to_string();
  ASSERT_EQ(results->size(), 3u);
  EXPECT_TRUE((*results)[0].done) << (*results)[0].messages;
  EXPECT_TRUE(std::filesystem::exists(dxil));
  EXPECT_FALSE((*results)[1].done);
  EXPECT_NE((*results)[1].messages.find("bad.hlsl:1:37: error: expected ';'"), std::string::npos)
      << (*results)[1].messages;
  EXPECT_NE((*results)[2].messages.find("'q'"), std::string::npos) << (*results)[2].messages;
}

TEST_F(Dxc, ValidatesContainers) {
  const std::string source = write("a.hlsl", "float4 main() : SV_Target { return 1; }\n");
  const std::string dxil = (folder_ / "a.dxil").string(), cut = (folder_ / "cut.dxil").string();
  ASSERT_TRUE(compile_all({{source, "-T", "ps_6_0", "-E", "main", "-Fo", dxil}}, 60));
  std::ifstream in(dxil, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  std::ofstream(cut, std::ios::binary) << bytes.substr(0, bytes.size() / 2);
  const auto results = validate_all({dxil, cut, dxil}, 60);
  ASSERT_TRUE(results) << results.error().to_string();
  ASSERT_EQ(results->size(), 3u);
  EXPECT_TRUE((*results)[0].done) << (*results)[0].messages;
  EXPECT_FALSE((*results)[1].done);
  EXPECT_TRUE((*results)[2].done);
}

}  // namespace
}  // namespace trellis::test_support
