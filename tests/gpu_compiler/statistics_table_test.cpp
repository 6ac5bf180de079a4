// Reading, writing and comparing files of statistics.
#include "tests/gpu_compiler/statistics_table.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace trellis::gpu_compiler {
namespace {

ShaderStatistics with(uint64_t instructions, uint64_t latency) {
  ShaderStatistics statistics;
  statistics.instructions = instructions;
  statistics.latency = latency;
  statistics.vgprs = 12;
  return statistics;
}

class Tables : public testing::Test {
 protected:
  std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) / "trellis_statistics_table_test.csv";
  void TearDown() override { std::filesystem::remove(file_); }
  void write(const char* text) { std::ofstream(file_) << text; }
};

TEST_F(Tables, AreWrittenAndReadFamilyByFamily) {
  ASSERT_TRUE(write_table(file_, "navi31", {{"a/b", with(10, 100)}, {"a/c", with(20, 200)}}));
  ASSERT_TRUE(write_table(file_, "vega10", {{"a/b", with(30, 300)}}));
  ASSERT_TRUE(write_table(file_, "navi31", {{"a/b", with(11, 100)}}));
  const auto navi = read_table(file_, "navi31");
  ASSERT_TRUE(navi) << navi.error().to_string();
  ASSERT_EQ(navi->size(), 1u);
  EXPECT_EQ(navi->at("a/b").instructions, 11u);
  EXPECT_EQ(navi->at("a/b").vgprs, 12u);
  const auto vega = read_table(file_, "vega10");
  ASSERT_TRUE(vega);
  EXPECT_EQ(vega->at("a/b").latency, 300u);
  EXPECT_FALSE(read_table(file_, "navi21"));
}

TEST_F(Tables, WithErrorsAreRefusedByLine) {
  EXPECT_FALSE(read_table(file_, "navi31"));
  constexpr const char* kHeading =
      "family,shader,instructions,code_size,vgprs,branches,copies,latency,inverse_throughput\n";
  for (const char* row :
       {"navi31,a/b,1,2,3,4,5,6\n", "navi31,a/b,1,2,3,4,5,6,x\n", "navi31,a/b,1,2,3,4,5,6,7 \n", "\n"}) {
    write((std::string(kHeading) + row).c_str());
    const auto table = read_table(file_, "navi31");
    ASSERT_FALSE(table) << row;
    EXPECT_NE(table.error().to_string().find("line 2"), String::npos) << row;
  }
  write("family,shader\n");
  EXPECT_FALSE(read_table(file_, "navi31"));
}

TEST(Rises, ReportRisesOverOnePercent) {
  const StatisticsTable recorded = {{"a", with(1000, 1000)}, {"b", with(100, 1000)}};
  EXPECT_EQ(find_rises(recorded, recorded), "");
  EXPECT_EQ(find_rises({{"a", with(1009, 1009)}, {"b", with(102, 1000)}}, recorded), "");
  EXPECT_EQ(find_rises({{"a", with(900, 1000)}, {"b", with(103, 1000)}}, recorded),
            "b: 103 instructions, recorded are 100\n");
  EXPECT_EQ(find_rises({{"a", with(1000, 1030)}, {"b", with(100, 1000)}}, recorded),
            "all shaders: latency, 1.015 times what is recorded\n");
  EXPECT_EQ(find_rises({{"c", with(1, 1)}}, recorded), "c: not recorded\n");
}

TEST(Comparisons, CountTheShadersThatBothHave) {
  const StatisticsTable now = {{"a", with(50, 100)}, {"b", with(200, 100)}, {"c", with(7, 7)}};
  const StatisticsTable other = {{"a", with(100, 100)}, {"b", with(100, 100)}};
  const std::string totals = compare_totals(now, other, "the other");
  EXPECT_NE(totals.find("2 shaders"), std::string::npos) << totals;
  EXPECT_NE(totals.find("250            200  1.250"), std::string::npos) << totals;
  EXPECT_EQ(list_above(now, other, 1.05),
            "1 shaders above 1.05 in instructions or latency\n  2.00   1.00  b\n");
}

}  // namespace
}  // namespace trellis::gpu_compiler
