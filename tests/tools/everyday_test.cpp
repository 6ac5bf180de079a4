// Tests the options that build systems, editors and people use every day.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/support/corpus.hpp"
#include "tests/tools/program.hpp"

extern char** environ;

namespace trellis::tools_test {
namespace {

using Json = nlohmann::json;

class Everyday : public InFolder {
 protected:
  uint32_t version_of(const std::string& file) const {
    uint32_t version = 0;
    const std::string bytes = read(file);
    std::memcpy(&version, bytes.data() + 4, sizeof version);
    return version;
  }

  std::string read_shader_without_tail() const {
    const std::string bytes = file_bytes(shader_);
    return bytes.substr(0, bytes.size() - 40);
  }

  const std::string shader_ = shader("programs/sha1_hmac_chain").string();
  const std::string other_ = shader("control_flow/gcd_three_forms").string();
};

TEST_F(Everyday, TargetsGoByVulkanOrSpirv) {
  const std::pair<const char*, uint32_t> targets[] = {
      {"vulkan1.1", 0x10300}, {"spv1.3", 0x10300},    {"spv1.4", 0x10400},    {"vulkan1.2", 0x10500},
      {"spv1.5", 0x10500},    {"vulkan1.3", 0x10600}, {"vulkan1.4", 0x10600}, {"spv1.6", 0x10600}};
  for (const auto& [target, version] : targets) {
    const RunResult run = trellis({shader_, "--target", target, "--validate", "-o", path("a.spv")});
    EXPECT_EQ(run.exit_code, 0) << target << ": " << run.errors;
    EXPECT_EQ(version_of("a.spv"), version) << target;
  }
  EXPECT_EQ(trellis({shader_, "--target", "spv1.7", "-o", path("b.spv")}).exit_code, 2);
}

TEST_F(Everyday, RayTracingNeedsNoMoreThanSpirv14) {
  const std::string library = shader("raytracing/library_full_pipeline").string();
  const RunResult run =
      trellis({library, "--all-entries", "--target", "spv1.4", "--validate", "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(trellis({library, "--all-entries", "--target", "spv1.3", "-o", path("b.spv")}).exit_code, 3);
}

TEST_F(Everyday, ArgumentsComeFromFiles) {
  write("more.txt", "--target 'vulkan1.1'\n\t--validate");
  write("all.txt", "\"" + shader_ + "\" @" + path("more.txt") + " -o " + path("a\\ b.spv") + "\n");
  const RunResult run = trellis({"@" + path("all.txt")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(version_of("a b.spv"), 0x10300u);
}

TEST_F(Everyday, WrongArgumentFilesAreNamed) {
  const auto refused = [&](const std::string& name, const std::string& why) {
    const RunResult run = trellis({"@" + path(name)});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("@" + path(name) + ": " + why), std::string::npos) << run.errors;
  };
  refused("none.txt", "cannot");
  write("open.txt", "'a");
  refused("open.txt", "a quotation mark is not closed");
  write("self.txt", "@" + path("self.txt"));
  refused("self.txt", "response files include each other");
}

TEST_F(Everyday, QuietOnlyPrintsErrors) {
  write("bad.dxil", "nonsense");
  const RunResult normal = trellis({shader_, path("bad.dxil"), "-o", path("out")});
  EXPECT_NE(normal.errors.find("1 of 2 done"), std::string::npos) << normal.errors;
  const RunResult quiet = trellis({shader_, path("bad.dxil"), "-q", "-o", path("out")});
  EXPECT_EQ(quiet.exit_code, 1);
  EXPECT_TRUE(is_one_line(quiet.errors, "trellis: " + path("bad.dxil") + ": error: ", ""));
}

TEST_F(Everyday, VerboseReportsEachInput) {
  const RunResult run = trellis({shader_, other_, "--verbose", "-o", path("out")});
  EXPECT_NE(run.errors.find(shader_ + ": done: " + path("out/sha1_hmac_chain.spv") + ", "), std::string::npos)
      << run.errors;
  EXPECT_EQ(trellis({shader_, "-q", "-v", "-o", path("a.spv")}).exit_code, 2);
}

TEST_F(Everyday, DepfilesHaveARuleForEachOutput) {
  ASSERT_EQ(trellis({shader_, other_, "-o", path("out dir"), "--depfile", path("all.d")}).exit_code, 0);
  const std::string rules = read("all.d");
  EXPECT_NE(rules.find("out\\ dir/sha1_hmac_chain.spv: \\\n  " + shader_ + "\n"), std::string::npos) << rules;
  EXPECT_NE(rules.find("out\\ dir/gcd_three_forms.spv: \\\n  " + other_ + "\n"), std::string::npos) << rules;
  const std::string root = shader("resources/rootsig_constants_cbv_and_table").string();
  ASSERT_EQ(
      trellis({root, "--root-signature", root, "-o", path("b.spv"), "--depfile", path("b.d")}).exit_code, 0);
  EXPECT_EQ(read("b.d"), path("b.spv") + ": \\\n  " + root + " \\\n  " + root + "\n");
  EXPECT_EQ(trellis({shader_, "-o", "-", "--depfile", path("c.d")}).exit_code, 2);
}

TEST_F(Everyday, ErrorsComeAsJson) {
  write("bad.dxil", read_shader_without_tail());
  const RunResult run = trellis({path("bad.dxil"), shader_, "--error-format", "json", "-o", path("out")});
  EXPECT_EQ(run.exit_code, 1);
  const Json error = Json::parse(run.errors);
  EXPECT_EQ(error["file"], path("bad.dxil"));
  EXPECT_EQ(error["severity"], "error");
  EXPECT_EQ(error["kind"], "bad-input");
  EXPECT_NE(error["text"].get<std::string>().find(error["message"].get<std::string>()), std::string::npos)
      << error;
}

TEST_F(Everyday, ErrorLocationsAreSeparateFields) {
  const std::string query = shader("raytracing/rayquery_closest_compute").string();
  const RunResult run =
      trellis({query, "--extensions", "none", "--error-format", "json", "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 3);
  const Json error = Json::parse(run.errors);
  EXPECT_EQ(error["kind"], "unsupported");
  EXPECT_EQ(error["message"], "needs SPV_KHR_ray_query, which the device does not have");
  EXPECT_EQ(error["function"], "main");
  EXPECT_EQ(error["block"], "0");
  EXPECT_NE(error["operation"].get<std::string>().find("RayQuery_TraceRayInline"), std::string::npos)
      << error;
  EXPECT_EQ(Json::parse(trellis({"-", "--error-format", "json", "-o", path("b.spv")}, "DXBC").errors)["file"],
            "<stdin>");
}

TEST_F(Everyday, ErrorsComeAsSarif) {
  write("a b.dxil", read_shader_without_tail());
  const RunResult run = trellis({path("a b.dxil"), "--error-format", "sarif", "-o", path("a.spv")});
  const Json result = Json::parse(run.errors)["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "bad-input");
  const Json rules = Json::parse(run.errors)["runs"][0]["tool"]["driver"]["rules"];
  EXPECT_EQ(rules[result["ruleIndex"].get<size_t>()]["id"], "bad-input");
  EXPECT_NE(rules[0]["helpUri"].get<std::string>().find("messages.md"), std::string::npos);
  EXPECT_EQ(result["partialFingerprints"].size(), 1u);
  EXPECT_EQ(result["level"], "error");
  EXPECT_NE(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>().find(
                "a%20b.dxil"),
            std::string::npos);
  const RunResult fine = trellis({shader_, "--error-format", "sarif", "-o", path("a.spv")});
  EXPECT_TRUE(Json::parse(fine.errors)["runs"][0]["results"].empty());
}

TEST_F(Everyday, ErrorsOfNoInputFollowTheFormat) {
  RunResult run = trellis({shader_, shader_, "-o", path("a.spv"), "--error-format", "json"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(Json::parse(run.errors)["kind"], "usage") << run.errors;
  // The layout cannot be written to a folder.
  run = trellis({shader_, "--layout", path("."), "--error-format", "json"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(Json::parse(run.errors)["kind"], "usage") << run.errors;
  run = trellis({shader_, "--layout", path("."), "--error-format", "sarif"});
  const Json results = Json::parse(run.errors)["runs"][0]["results"];
  ASSERT_EQ(results.size(), 1u) << run.errors;
  EXPECT_EQ(results[0]["ruleId"], "usage");
  EXPECT_TRUE(results[0]["locations"].empty());
}

TEST_F(Everyday, TheOptimizerMakesASmallerModule) {
  if (trellis({shader_, "-O", "size", "-o", path("small.spv")}).exit_code == 2)
    GTEST_SKIP() << "no spirv-opt";
  ASSERT_EQ(trellis({shader_, "-o", path("plain.spv")}).exit_code, 0);
  ASSERT_EQ(trellis({shader_, "--optimize", "performance", "-o", path("fast.spv")}).exit_code, 0);
  EXPECT_LT(read("small.spv").size(), read("plain.spv").size());
  EXPECT_NE(read("fast.spv"), read("plain.spv"));
  EXPECT_EQ(trellis({shader_, "-O", "size", "--reflect"}).exit_code, 2);
}

// Versions of SPIRV-Tools know different extensions: an old one only costs its optimizations.
TEST_F(Everyday, ModulesThatTheOptimizerRefusesStayAsTheyAre) {
  ASSERT_EQ(trellis({shader_, "-o", path("plain.spv")}).exit_code, 0);
  const std::string path_before = ::getenv("PATH");
  std::filesystem::create_directory(folder_ / "bin");
  ::setenv("PATH", (path("bin") + ":" + path_before).c_str(), 1);
  const std::pair<const char*, const char*> programs[] = {
      {"echo 'error: line 1: Invalid capability operand: 5350' >&2; exit 1",
       "Invalid capability operand: 5350"},
      {"exit 1", "spirv-opt cannot optimize it"},
      {"true", "did not write a module"},
      {"echo abc", "the validator refuses what spirv-opt made of it"},
      {"printf abc", "did not write a module"}};
  for (const auto& [commands, message] : programs) {
    write("bin/spirv-opt", std::string("#!/bin/sh\ncat >/dev/null\n") + commands + "\n");
    std::filesystem::permissions(folder_ / "bin/spirv-opt", std::filesystem::perms::owner_all);
    const RunResult run = trellis({shader_, "-O", "performance", "-o", path("same.spv")});
    EXPECT_EQ(run.exit_code, 0) << commands << ": " << run.errors;
    EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "warning: the module is not optimized: ")) << commands;
    EXPECT_NE(run.errors.find(message), std::string::npos) << run.errors;
    EXPECT_EQ(read("same.spv"), read("plain.spv")) << commands;
    std::filesystem::remove(folder_ / "same.spv");
  }
  ::setenv("PATH", path_before.c_str(), 1);
}

// spirv-opt inserts a block in front of the one that contains the DebugFunctionDefinition.
TEST_F(Everyday, OptimizedModulesKeepWhatDebuggersRead) {
  const std::string torus =
      (test_support::corpus_root() / "containers/intersection_torus_march.full.pdb").string();
  const RunResult run = trellis({torus, "--debug-info=full", "-O", "performance", "-o", path("torus.spv")});
  if (run.exit_code == 2) GTEST_SKIP() << "no spirv-opt";
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(read("torus.spv").find("NonSemantic.Shader.DebugInfo.100"), std::string::npos);
}

TEST_F(Everyday, HlslIsWrittenBySpirvCross) {
  const RunResult run = trellis({shader_, "--emit", "hlsl"});
  if (run.exit_code == 2) GTEST_SKIP() << run.errors;
  EXPECT_NE(run.output.find("[numthreads(32, 2, 1)]"), std::string::npos) << run.output;
}

TEST_F(Everyday, TheVersionNamesItsComponents) {
  const std::string version = trellis({"--version"}).output;
  for (const char* part : {"trellis 0.1.0", "SPIRV-Tools v", "LLVM 19."}) {
    EXPECT_NE(version.find(part), std::string::npos) << version;
  }
}

/// A running program with the given arguments; it is killed at the end.
class Running {
 public:
  explicit Running(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), TRELLIS_PROGRAM);
    std::vector<char*> words;
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    is_started_ = ::posix_spawn(&process_, TRELLIS_PROGRAM, &actions, nullptr, words.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Running() {
    if (!is_started_) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  bool is_started() const { return is_started_; }

 private:
  pid_t process_ = -1;
  bool is_started_ = false;
};

/// Returns true if the condition becomes true within half a minute.
template <class Condition>
bool soon(Condition condition) {
  for (int n = 0; n < 600; ++n) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

TEST_F(Everyday, WatchingTranslatesWhatChanges) {
  write("in/a.dxil", file_bytes(shader_));
  ASSERT_EQ(trellis({shader_, "-o", path("first.spv")}).exit_code, 0);
  ASSERT_EQ(trellis({other_, "-o", path("second.spv")}).exit_code, 0);
  const Running running({path("in"), "-o", path("out"), "--watch"});
  ASSERT_TRUE(running.is_started());
  EXPECT_TRUE(soon([&] { return exists("out/a.spv") && read("out/a.spv") == read("first.spv"); }));
  write("in/a.dxil", file_bytes(other_));
  EXPECT_TRUE(soon([&] { return read("out/a.spv") == read("second.spv"); }));
  write("in/new.dxil", file_bytes(shader_));  // New files are noticed, too.
  EXPECT_TRUE(soon([&] { return exists("out/new.spv") && read("out/new.spv") == read("first.spv"); }));
}

TEST_F(Everyday, WatchingNeedsFiles) {
  EXPECT_EQ(trellis({"-", "--watch", "-o", path("a.spv")}, "").exit_code, 2);
  EXPECT_EQ(trellis({shader_, "--watch", "-o", "-"}).exit_code, 2);
}

}  // namespace
}  // namespace trellis::tools_test
