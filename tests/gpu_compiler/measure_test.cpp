// scripts/measure-engines: what is measured, what is counted as wrong, and the report.
#include "tools/gpu_compiler/measure/measure.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/corpus.hpp"
#include "tools/gpu_compiler/measure/report.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::gpu_compiler {
namespace {

namespace fs = std::filesystem;

class Measuring : public testing::Test {
 protected:
  Measuring() {
    folder_ =
        fs::temp_directory_path() / ("measure-test-" + std::to_string(tools::platform::process_number()));
    fs::create_directories(folder_ / "engine");
    conditions_.families = {"navi31"};
  }
  ~Measuring() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  fs::path shader(const std::string& label) const {
    const fs::path copy = folder_ / "engine" / (fs::path(label).filename().string() + ".dxil");
    fs::copy_file(test_support::corpus_root() / (label + ".dxil"), copy,
                  fs::copy_options::overwrite_existing);
    return copy;
  }
  Measurement of(const fs::path& file, const std::string& text) const {
    const auto command = Command::parse(text);
    EXPECT_TRUE(command) << text;
    return Measurer(conditions_, folder_ / "out.spv").measure(file, *command).at(0);
  }

  fs::path folder_;
  Conditions conditions_;
  const std::string trellis_ = TRELLIS_PROGRAM;
};

TEST_F(Measuring, AShaderHasAllFigures) {
  const Measurement one = of(shader("programs/sha1_hmac_chain"), trellis_);
  ASSERT_EQ(one.fate, Fate::kMeasured) << one.why;
  EXPECT_GT(one.figures.instructions, 100u);
  EXPECT_GT(one.figures.registers, 0u);
  EXPECT_GT(one.figures.latency, one.figures.instructions);
  EXPECT_GT(one.figures.code_size, one.figures.instructions);
  EXPECT_GT(one.figures.words, 100u);
}

/// Sets an environment variable for its lifetime.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

// The local GPU is here the null device, which the driver also offers if the family is in the environment.
TEST_F(Measuring, TheLocalGpuIsMeasuredByItsOwnDriver) {
  const fs::path file = shader("programs/sha1_hmac_chain");
  const Measurement of_family = of(file, trellis_);
  const Variable family("RADV_FORCE_FAMILY", "navi31"), drivers("VK_LOADER_DRIVERS_SELECT", "*radeon*");
  conditions_.families = {"local"};
  ASSERT_TRUE(probe("local", conditions_));
  const Measurement local = of(file, trellis_);
  ASSERT_EQ(local.fate, Fate::kMeasured) << local.why;
  EXPECT_EQ(local.figures, of_family.figures);
}

TEST_F(Measuring, ALocalGpuWithoutStatisticsIsRefused) {
  const Variable drivers("VK_LOADER_DRIVERS_SELECT", "*lvp*");
  const auto probed = probe("local", conditions_);
  ASSERT_FALSE(probed);
  EXPECT_NE(probed.error().message.find("has no VK_KHR_pipeline_executable_properties"), String::npos)
      << probed.error().message;
}

TEST_F(Measuring, EachKindOfFailureHasItsFate) {
  const fs::path good = shader("programs/sha1_hmac_chain");
  const std::string shell = "sh " + write("crash.sh", "kill -SEGV $$\n").string() + " ";
  conditions_.seconds = 20;
  EXPECT_EQ(of(folder_ / "none.dxil", trellis_).fate, Fate::kUnreadable);
  EXPECT_EQ(of(write("empty.dxil", ""), trellis_).fate, Fate::kUnreadable);
  EXPECT_EQ(of(write("text.dxil", "float4 main()"), trellis_).fate, Fate::kUnreadable);
  EXPECT_EQ(of(write("cut.dxil", "DXBC, cut off"), trellis_).fate, Fate::kRefused);
  EXPECT_EQ(of(good, "/no/such/program").fate, Fate::kRefused);
  EXPECT_EQ(of(good, "false {out}").fate, Fate::kRefused);
  EXPECT_EQ(of(good, "true {out}").fate, Fate::kNoModule);
  EXPECT_EQ(of(good, "cp {in} {out}").fate, Fate::kNoModule);
  EXPECT_EQ(of(good, shell + "{out}").fate, Fate::kCrashed);
  conditions_.seconds = 0.2;
  EXPECT_EQ(of(good, "tail -f /dev/null {out}").fate, Fate::kLate);
}

TEST_F(Measuring, AnInvalidModuleIsNotCompiled) {
  // The magic number, and a header without instructions.
  const uint32_t words[] = {0x07230203, 0x00010600, 0, 1, 0};
  const fs::path module = write("bad.spv", std::string(reinterpret_cast<const char*>(words), sizeof words));
  EXPECT_EQ(of(shader("programs/sha1_hmac_chain"), "cp " + module.string() + " {out}").fate, Fate::kInvalid)
      << "a command may ignore {in}";
}

TEST_F(Measuring, OnlyContainersAreListed) {
  write("b.cso", "DXBC");
  write("notes.txt", "DXBC");
  write("engine/a.dxbc", "DXBC");
  const auto found = list_containers(folder_);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (std::vector<std::string>{"b.cso", "engine/a.dxbc"}));
  EXPECT_FALSE(list_containers(folder_ / "none"));
  fs::create_directories(folder_ / "empty");
  EXPECT_FALSE(list_containers(folder_ / "empty"));
}

TEST(MeasureCommand, NeedsAPlaceForTheModule) {
  EXPECT_FALSE(Command::parse("  "));
  EXPECT_FALSE(Command::parse("a {in}"));
  const auto plain = Command::parse("trellis --device-semantics d3d");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->words("x.dxil", "y.spv"),
            (std::vector<std::string>{"trellis", "--device-semantics", "d3d", "x.dxil", "-o", "y.spv"}));
}

TEST(MeasureProbe, UnknownFamiliesAreRefused) {
  EXPECT_TRUE(probe("navi31", {}));
  EXPECT_EQ(probe("navi99", {}).error().code, ErrorCode::kUnsupported);
}

Row pair(const std::string& shader, uint64_t first, uint64_t second) {
  Row row{shader, {Fate::kMeasured, {}, {}}, {Fate::kMeasured, {}, {}}};
  row.first.figures.instructions = first;
  row.second.figures.instructions = second;
  return row;
}

TEST(MeasureReport, OnlyPairsAreCompared) {
  Row failed = pair("b/one", 1000, 10);
  failed.second = {Fate::kCrashed, "ended by a signal", {}};
  const std::vector<Row> rows = {pair("a/one", 106, 100), pair("a/two", 90, 100), pair("top", 102, 100),
                                 failed};
  const Totals totals = add_up(rows, true);
  EXPECT_EQ(totals.shaders, 3u);
  EXPECT_EQ(totals.first.instructions, 298u);
  EXPECT_EQ(totals.second.instructions, 300u);
  EXPECT_DOUBLE_EQ(median(totals.ratios), 1.02);
  EXPECT_EQ(by_code_base(rows).size(), 3u);
  ASSERT_EQ(beyond(rows, 1.03).size(), 1u);
  EXPECT_EQ(beyond(rows, 1.03)[0].shader, "a/one");
  const std::string text = text_report({"navi31", rows}, {true, false, 1.03});
  EXPECT_NE(text.find("Totals of 3 shaders"), std::string::npos) << text;
  EXPECT_NE(text.find("fewer in 1 shaders, more in 2"), std::string::npos) << text;
  EXPECT_NE(text.find("Second: 1 crashed the translator\n  b/one: ended by a signal"), std::string::npos)
      << text;
  const std::string csv = csv_report({{"navi31", rows}});
  EXPECT_NE(csv.find("navi31,a/one,measured,106,0,0,0,0,0,measured,100,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("navi31,b/one,measured,1000,0,0,0,0,0,crashed the translator,,,,,,"), std::string::npos)
      << csv;
}

}  // namespace
}  // namespace trellis::gpu_compiler
