// Tests --gpu-stats on the command line. They need Mesa's driver for AMD GPUs, but no GPU.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using GpuStats = InFolder;
using Json = nlohmann::json;

// With the sanitizer, standard error stays open for its reports, so the driver's messages appear there, too.
// It also turns crashes into exits.
#ifdef TRELLIS_ADDRESS_SANITIZER
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

/// Sets an environment variable for its lifetime.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name); before != nullptr) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

std::string stage(const std::string& name) { return shader("stages/" + name).string(); }

Json report_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--gpu-stats", "navi31", "--format", "json"});
  const RunResult run = trellis(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  return Json::parse(run.output, nullptr, false);
}

uint64_t value_of(const Json& executable, const std::string& name) {
  for (const Json& statistic : executable["statistics"]) {
    if (statistic["name"] == name) return statistic["value"];
  }
  ADD_FAILURE() << "no statistic " << name << " in " << executable;
  return 0;
}

TEST_F(GpuStats, EveryStageHasFigures) {
  const std::pair<std::string, std::string> stages[] = {
      {stage("vs_packed_registers"), "vertex"},
      {stage("hs_displacement_patch"), "vertex + tessellation control"},
      {stage("ds_displacement_patch"), "tessellation evaluation"},
      {stage("gs_multiple_streams"), "vertex + geometry"},
      {stage("ps_cloth_brdf"), "fragment"},
      {stage("as_meshlet_cull"), "task"},
      {stage("ms_payload_reader"), "mesh"},
      {shader("programs/sha1_hmac_chain").string(), "compute"}};
  for (const auto& [file, name] : stages) {
    const Json report = report_of({file});
    ASSERT_TRUE(report.is_object()) << file;
    EXPECT_EQ(report["family"], "navi31");
    const Json& module = report["modules"][0];
    EXPECT_EQ(module["file"], file);
    ASSERT_EQ(module["executables"].size(), 1u) << file;
    const Json& executable = module["executables"][0];
    EXPECT_EQ(executable["name"], name);
    EXPECT_EQ(executable["entryPoint"], "main");
    for (const char* statistic :
         {"Instructions", "Code size", "VGPRs", "SGPRs", "Latency", "Inverse Throughput"})
      EXPECT_GT(value_of(executable, statistic), 0u) << file << ": " << statistic;
    for (const char* statistic : {"Spilled VGPRs", "Spilled SGPRs", "Scratch size", "Branches"})
      value_of(executable, statistic);
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(GpuStats, RayStagesOfALibraryAreCompiledTogetherOrOneByOne) {
  const std::string library = shader("raytracing/library_full_pipeline").string();
  const Json together = report_of({library, "--all-entries"})["modules"][0]["executables"];
  ASSERT_EQ(together.size(), 7u);
  EXPECT_EQ(together[0]["entryPoint"], "\1?camera@@YAXXZ");
  EXPECT_EQ(together[0]["name"], "raygen");
  EXPECT_EQ(together[6]["entryPoint"], "") << "the walk through the scene";
  const std::pair<const char*, const char*> stages[] = {{"skyMiss", "miss"},
                                                        {"triangleHit", "closest hit"},
                                                        {"sampleTexture", "callable"},
                                                        {"camera", "raygen"}};
  for (const auto& [entry, name] : stages) {
    const Json alone = report_of({library, "-E", entry})["modules"][0]["executables"];
    ASSERT_GE(alone.size(), 1u) << entry;
    EXPECT_EQ(alone[0]["name"], name);
    EXPECT_GT(value_of(alone[0], "Instructions"), 10u);
  }
  // The scene traversal, which contains the intersection shader, has no entry point of its own.
  const Json walk = report_of({shader("raytracing/intersection_torus_march").string(), "--all-entries"});
  EXPECT_EQ(walk["modules"][0]["executables"].back()["entryPoint"], "");
}

TEST_F(GpuStats, TextIsATable) {
  const RunResult run = trellis({stage("ps_cloth_brdf"), "--gpu-stats", "vega10"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(run.output.starts_with(stage("ps_cloth_brdf") +
                                     ", compiled for vega10\n  [1] main: fragment, 64 lanes\n"))
      << run.output;
  for (const char* name : {"\n  Instructions  ", "\n  VGPRs  ", "\n  Spilled VGPRs  ", "\n  Code size  "})
    EXPECT_NE(run.output.find(name), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("hash"), std::string::npos);
}

TEST_F(GpuStats, SeveralInputsShareAReportAndModulesAreWritten) {
  const RunResult run =
      trellis({stage("ps_cloth_brdf"), stage("vs_packed_registers"), "--gpu-stats", "navi31", "-o",
               path("out"), "--report", path("figures.json"), "--format", "json"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output, "");
  EXPECT_TRUE(exists("out/ps_cloth_brdf.spv") && exists("out/vs_packed_registers.spv"));
  EXPECT_EQ(Json::parse(read("figures.json"))["modules"].size(), 2u);
}

TEST_F(GpuStats, FiguresFollowTheOptionsOfTheTranslation) {
  const std::string file = shader("ops/conversions_seen_in_part").string();
  const auto instructions = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {file};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Json report = report_of(arguments);
    return value_of(report["modules"][0]["executables"][0], "Instructions");
  };
  EXPECT_LT(instructions({"--device-semantics", "d3d"}), instructions({}));
  // Sets and bindings may have any numbers.
  EXPECT_EQ(instructions({"--u-shift", "70000", "0"}), instructions({}));
  EXPECT_GT(instructions({"-O", "performance"}), 0u);
}

TEST_F(GpuStats, MissingFeaturesAreNamed) {
  const auto refused = [&](const std::string& family, const std::string& file, int code,
                           const std::string& why) {
    const RunResult run = trellis({file, "--gpu-stats", family, "-o", path("a.spv")});
    EXPECT_EQ(run.exit_code, code) << run.errors;
    EXPECT_EQ(run.output, "");
    const std::string start = "trellis: " + file + ": error: --gpu-stats: ";
    const size_t first = kIsSanitized ? run.errors.find(start) : 0;
    ASSERT_NE(first, std::string::npos) << run.errors;
    EXPECT_TRUE(is_one_line(run.errors.substr(first), start, why));
    EXPECT_TRUE(files().empty());
  };
  const std::string pixel = stage("ps_cloth_brdf");
  refused("voodoo2", pixel, 3, "Mesa's driver does not support the AMD GPU 'voodoo2'");
  refused("vega10", stage("ms_meshlet"), 3, "the GPU lacks what the module needs: VK_EXT_mesh_shader");
  refused("tahiti", stage("vs_half_and_int16_attributes"), 3, "shaderFloat16");
  {
    const Variable none("VK_DRIVER_FILES", path("none.json")), old("VK_ICD_FILENAMES", path("none.json"));
    refused("navi31", pixel, 3, "(RADV) is not installed");
  }
}

// The local GPU is here the null device, which the driver also offers if the family is in the environment.
TEST_F(GpuStats, TheLocalGpuCompilesWithItsOwnDriver) {
  const std::string pixel = stage("ps_cloth_brdf");
  Json of_family = report_of({pixel});
  const Variable family("RADV_FORCE_FAMILY", "navi31"), drivers("VK_LOADER_DRIVERS_SELECT", "*radeon*");
  const RunResult local = trellis({pixel, "--gpu-stats", "local", "--format", "json"});
  ASSERT_EQ(local.exit_code, 0) << local.errors;
  of_family["family"] = "local";
  EXPECT_EQ(Json::parse(local.output, nullptr, false), of_family);
}

TEST_F(GpuStats, ALocalGpuWithoutStatisticsIsRefused) {
  const std::string pixel = stage("ps_cloth_brdf");
  const Variable drivers("VK_LOADER_DRIVERS_SELECT", "*lvp*");
  const RunResult software = trellis({pixel, "--gpu-stats", "local"});
  EXPECT_EQ(software.exit_code, 3);
  EXPECT_NE(software.errors.find("the driver of llvmpipe"), std::string::npos) << software.errors;
  EXPECT_NE(software.errors.find("has no VK_KHR_pipeline_executable_properties"), std::string::npos)
      << software.errors;
  const Variable none("VK_DRIVER_FILES", path("none.json")), old("VK_ICD_FILENAMES", path("none.json"));
  const RunResult without = trellis({pixel, "--gpu-stats", "local"});
  EXPECT_EQ(without.exit_code, 3);
  EXPECT_NE(without.errors.find("no Vulkan driver is installed that supports Vulkan 1.3"), std::string::npos)
      << without.errors;
}

TEST_F(GpuStats, AMissingLoaderIsReported) {
  write("libvulkan.so.1", "");
  const Variable libraries("LD_LIBRARY_PATH", folder_.string());
  const RunResult run = trellis({stage("ps_cloth_brdf"), "--gpu-stats", "navi31"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.errors.find("--gpu-stats: Vulkan's loader is not installed: "), std::string::npos)
      << run.errors;
}

TEST_F(GpuStats, ACrashOfTheDriverIsReported) {
  write(
      "radeon.json",
      R"({"file_format_version": "1.0.0", "ICD": {"api_version": "1.4.0", "library_path": ")" TRELLIS_CRASHING_DRIVER
      R"("}})");
  const Variable driver("VK_DRIVER_FILES", path("radeon.json")), old("VK_ICD_FILENAMES", path("radeon.json"));
  const std::string how = kIsSanitized ? "ended" : "crashed (Segmentation fault)";
  for (const char* isolation : {"--jobs=1", "--no-isolation"}) {
    const RunResult run = trellis({stage("ps_cloth_brdf"), "--gpu-stats", "navi31", isolation});
    EXPECT_EQ(run.exit_code, 4);
    EXPECT_NE(run.errors.find("the driver " + how + " while being loaded"), std::string::npos) << run.errors;
  }
}

// The driver's time limit is separate from the translator's: only the former is exceeded here, even where the
// latter is shorter.
TEST_F(GpuStats, ASlowDriverIsEnded) {
  write(
      "radeon.json",
      R"({"file_format_version": "1.0.0", "ICD": {"api_version": "1.4.0", "library_path": ")" TRELLIS_SLOW_DRIVER
      R"("}})");
  const Variable driver("VK_DRIVER_FILES", path("radeon.json")), old("VK_ICD_FILENAMES", path("radeon.json"));
  for (const char* isolation : {"--time-limit=2", "--no-isolation"}) {
    const RunResult run = trellis({stage("ps_cloth_brdf"), "--gpu-stats", "navi31", "--gpu-time-limit", "4",
                                   isolation, "-o", path("a.spv")});
    EXPECT_EQ(run.exit_code, 6) << run.errors;
    EXPECT_NE(run.errors.find("--gpu-stats: the driver took longer than 4 s (--gpu-time-limit)"),
              std::string::npos)
        << run.errors;
    EXPECT_FALSE(exists("a.spv"));
  }
}

TEST_F(GpuStats, WrongUsesAreReported) {
  const std::string pixel = stage("ps_cloth_brdf");
  const std::pair<std::vector<std::string>, std::string> uses[] = {
      {{"--gpu-stats", ""}, "the name of the GPU is empty"},
      {{"--gpu-stats", "navi31", "--check", "uniformity"}, "--gpu-stats and --check cannot be combined"},
      {{"--gpu-stats", "navi31", "--format", "sarif"}, "--gpu-stats supports the formats text and json"},
      {{"--gpu-stats", "navi31", "--reflect"}, "--gpu-stats cannot be combined with --list-entries"},
      {{"--gpu-stats", "navi31", "--error-on-findings"}, "--error-on-findings requires --check"},
      {{"--gpu-stats", "navi31", "-o", "-"}, "cannot both go to standard output"},
      {{"--report", "a"}, "--report requires --check or --gpu-stats"}};
  for (const auto& [options, why] : uses) {
    std::vector<std::string> arguments = {pixel};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 2) << why;
    EXPECT_NE(run.errors.find(why), std::string::npos) << run.errors;
  }
}

}  // namespace
}  // namespace trellis::tools_test
