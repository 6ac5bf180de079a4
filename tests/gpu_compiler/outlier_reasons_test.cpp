// Which shaders have a reason, and which reason it is.
#include "tests/gpu_compiler/outlier_reasons.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace trellis::gpu_compiler {
namespace {

ShaderStatistics taking(uint64_t instructions) {
  ShaderStatistics statistics;
  statistics.instructions = instructions;
  statistics.latency = 10;
  return statistics;
}

/// The other translator's module of each shader has 100 instructions.
class OutlierReasons : public testing::Test {
 protected:
  Result<Explained> explain(const std::string& label, uint64_t plainly, uint64_t loops_free,
                            uint64_t promised, const Reasons& reasons = {}) {
    const auto always = [](uint64_t n) {
      return [n](const std::string&) -> Result<ShaderStatistics> { return taking(n); };
    };
    return explain_above({{label, taking(plainly)}}, {{label, taking(100)}}, 1.05,
                         {always(plainly), always(loops_free), always(promised)}, reasons);
  }
  std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) / "trellis_outlier_reasons_test.csv";
  void TearDown() override { std::filesystem::remove(file_); }
};

TEST_F(OutlierReasons, AreTheLoopsTheGuaranteesOrTheFilesReason) {
  EXPECT_EQ(explain("a", 105, 105, 105)->text, "");
  EXPECT_EQ(explain("a", 150, 100, 100)->text, "  1.50   1.00  a: [loop]\n");
  EXPECT_NE(explain("a", 150, 140, 90)->text.find("a: what D3D defines"), std::string::npos);
  const auto known = explain("a", 150, 150, 150, {{"a", "of old, and so on"}});
  EXPECT_EQ(known->text, "  1.50   1.00  a: of old, and so on\n");
  EXPECT_EQ(known->unexplained, "");
  EXPECT_EQ(explain("a", 150, 150, 150, {{"b", "other"}})->unexplained, "  1.50   1.00  a\n");
}

TEST_F(OutlierReasons, AreReadFromLines) {
  std::ofstream(file_) << "shader,reason\na/b,first, and second\n";
  const auto reasons = read_reasons(file_);
  ASSERT_TRUE(reasons);
  EXPECT_EQ(reasons->at("a/b"), "first, and second");
  for (const char* rows : {"a/b\n", ",why\n", "a/b,\n", "a/b,one\na/b,two\n"}) {
    std::ofstream(file_) << "shader,reason\n" << rows;
    EXPECT_FALSE(read_reasons(file_)) << rows;
  }
  EXPECT_FALSE(read_reasons(file_.string() + ".none"));
}

}  // namespace
}  // namespace trellis::gpu_compiler
