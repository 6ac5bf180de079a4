// Tests HLSL input with a stand-in for dxc: a script of that name that records its arguments and copies DXIL.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

class Hlsl : public InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    path_before_ = ::getenv("PATH");
    write("shader.hlsl", "float4 main() : SV_Target { return 1; }\n");
  }
  void TearDown() override {
    ::setenv("PATH", path_before_.c_str(), 1);
    InFolder::TearDown();
  }

  /// Installs a program dxc that records its arguments, runs `more`, and copies the shader to the path after
  /// -Fo.
  void install(const std::string& more = {}) {
    write("bin/dxc", "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'" + path("arguments.txt") + "'\n" + more +
                         "\nwhile [ $# -gt 0 ]; do if [ \"$1\" = -Fo ]; then cp '" + dxil_ +
                         "' \"$2\"; fi; shift; done\n");
    ::chmod(path("bin/dxc").c_str(), 0755);
    ::setenv("PATH", (path("bin") + ":" + path_before_).c_str(), 1);
  }

  std::string arguments() const { return exists("arguments.txt") ? read("arguments.txt") : std::string(); }

  const std::string dxil_ = shader("stages/ps_view_id").string();
  std::string path_before_;
};

TEST_F(Hlsl, IsCompiledAndTranslated) {
  install();
  const RunResult run = trellis({path("shader.hlsl"), "-T", "ps_6_6", "-E", "main", "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(trellis({dxil_, "-E", "main", "-o", path("b.spv")}).exit_code, 0);
  EXPECT_EQ(read("a.spv"), read("b.spv"));
  EXPECT_TRUE(arguments().starts_with("-nologo\n-T\nps_6_6\n-E\nmain\n" + path("shader.hlsl") + "\n-Fo\n"))
      << arguments();
}

TEST_F(Hlsl, WordsAfterTwoDashesGoToDxc) {
  install();
  const RunResult run = trellis({path("shader.hlsl"), "-Tps_6_6", "--debug-info", "-o", path("a.spv"), "--",
                                 "-D", "N=4", "-I", "headers", "--help"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(arguments().find("-Zi\n-Qembed_debug\n-D\nN=4\n-I\nheaders\n--help\n"), std::string::npos)
      << arguments();
  // Without a profile, the words after "--" are inputs, as in any program.
  EXPECT_EQ(trellis({"-o", path("b.spv"), "--", dxil_}).exit_code, 0);
}

TEST_F(Hlsl, DxcGetsNoEntryPointForALibrary) {
  install();
  trellis({path("shader.hlsl"), "-T", "lib_6_6", "-E", "main", "-o", path("a.spv")});
  EXPECT_EQ(arguments().find("-E\n"), std::string::npos) << arguments();
}

TEST_F(Hlsl, ComesFromStandardInputToo) {
  install("grep -q SV_Target \"$4\" || exit 9\n");
  const RunResult run = trellis({"-", "-T", "ps_6_6", "-o", path("a.spv")}, read("shader.hlsl"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
}

TEST_F(Hlsl, DxilIsNotCompiled) {
  install();
  EXPECT_EQ(trellis({dxil_, "-T", "ps_6_6", "-o", path("a.spv")}).exit_code, 0);
  EXPECT_EQ(arguments(), "");
}

TEST_F(Hlsl, DxcsMessagesArePrintedUnchanged) {
  install("echo 'shader.hlsl:1:1: warning: implicit truncation' >&2\n");
  RunResult run = trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "shader.hlsl:1:1: warning: implicit truncation\n");
  install("printf 'shader.hlsl:1:1: error: use of undeclared identifier\\n  x;\\n  ^' >&2; exit 1\n");
  run = trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("b.spv")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors, "shader.hlsl:1:1: error: use of undeclared identifier\n  x;\n  ^\ntrellis: " +
                            path("shader.hlsl") + ": error: dxc failed to compile the shader\n");
  EXPECT_FALSE(exists("b.spv"));
}

TEST_F(Hlsl, CfgCompilesItWithDebugInformation) {
  install("echo 'shader.hlsl:1:1: warning: implicit truncation' >&2\n");
  const RunResult compiled = trellis({"cfg", path("shader.hlsl"), "-T", "ps_6_6", "-E", "main", "-DN=4"});
  EXPECT_EQ(compiled.exit_code, 0) << compiled.errors;
  EXPECT_EQ(compiled.errors, "shader.hlsl:1:1: warning: implicit truncation\n");
  EXPECT_EQ(compiled.output, trellis({"cfg", dxil_}).output);
  EXPECT_NE(arguments().find("-T\nps_6_6\n-E\nmain\n-Zi\n-Qembed_debug\n-DN=4\n"), std::string::npos)
      << arguments();
}

TEST_F(Hlsl, CfgReportsWhatItCannotCompile) {
  install("echo 'shader.hlsl:1:1: error: use of undeclared identifier' >&2; exit 1\n");
  const RunResult refused = trellis({"cfg", path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.html")});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_EQ(refused.errors, "shader.hlsl:1:1: error: use of undeclared identifier\ntrellis: " +
                                path("shader.hlsl") + ": error: dxc failed to compile the shader\n");
  EXPECT_FALSE(exists("a.html"));
  EXPECT_EQ(trellis({"cfg", path("shader.hlsl"), "-T", "6_6"}).exit_code, 2);
  EXPECT_EQ(trellis({"cfg", "--random", "1", "5", "-T", "ps_6_6"}).exit_code, 2);
}

TEST_F(Hlsl, AMissingDxcIsReported) {
  ::setenv("PATH", path("bin").c_str(), 1);
  ::setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
  const RunResult run = trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.spv")});
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(is_one_line(run.errors,
                          "trellis: " + path("shader.hlsl") + ": error: ", "dxc, which is not installed"));
}

TEST_F(Hlsl, DependenciesAreInTheDepfile) {
  install(
      "for word; do if [ \"$word\" = -M ]; then echo \"$4: $4 \\\\\"; echo \" a b.hlsli \\\\\"; echo \" "
      "c.hlsli\"; exit 0; fi; done\n");
  const RunResult run =
      trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.spv"), "--depfile", path("a.d")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(read("a.d"),
            path("a.spv") + ": \\\n  " + path("shader.hlsl") + " \\\n  a\\ b.hlsli \\\n  c.hlsli\n");
}

TEST_F(Hlsl, AHangingDxcTimesOut) {
  install("sleep 60\n");
  const RunResult run =
      trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.spv"), "--time-limit", "1"});
  EXPECT_NE(run.exit_code, 0);
  EXPECT_FALSE(exists("a.spv"));
}

// If a signal interrupts trellis, or its whole process group as Ctrl-C does, dxc also ends and its folder is
// removed.
TEST_F(Hlsl, InterruptsLeaveNothing) {
  for (const bool is_whole_group : {false, true}) {
    for (const char* isolation : {"--memory-limit=4096", "--no-isolation"}) {
      const std::string folder = path("tmp" + std::string(isolation) + std::to_string(is_whole_group));
      std::filesystem::create_directories(folder);
      install("echo $$ >'" + path("dxc.pid") + "'\nsleep 60\n");
      std::filesystem::remove(path("dxc.pid"));
      const pid_t process = ::fork();
      if (process == 0) {
        ::setpgid(0, 0);
        ::signal(SIGINT, SIG_DFL);  // Shells start background jobs with SIGINT ignored.
        ::setenv("TMPDIR", folder.c_str(), 1);
        const std::string source = path("shader.hlsl"), output = path("a.spv");
        ::execl(TRELLIS_PROGRAM, "trellis", source.c_str(), "-T", "ps_6_6", "-o", output.c_str(), isolation,
                nullptr);
        ::_exit(127);
      }
      for (int n = 0; n < 1000 && (!exists("dxc.pid") || read("dxc.pid").empty()); ++n) ::usleep(10'000);
      ASSERT_TRUE(exists("dxc.pid"));
      const pid_t dxc = std::stoi(read("dxc.pid"));
      EXPECT_FALSE(std::filesystem::is_empty(folder));
      ::kill(is_whole_group ? -process : process, is_whole_group ? SIGINT : SIGTERM);
      int status = 0;
      ASSERT_EQ(::waitpid(process, &status, 0), process);
      EXPECT_TRUE(WIFSIGNALED(status));
      EXPECT_EQ(WTERMSIG(status), is_whole_group ? SIGINT : SIGTERM);
      for (int n = 0; n < 200 && ::kill(dxc, 0) == 0; ++n) ::usleep(10'000);
      EXPECT_NE(::kill(dxc, 0), 0) << "dxc goes on";
      EXPECT_TRUE(std::filesystem::is_empty(folder)) << isolation;
    }
  }
}

TEST_F(Hlsl, AnEmptyListOfDependenciesIsAnError) {
  install("for word; do if [ \"$word\" = -M ]; then exit 0; fi; done\n");
  const RunResult run =
      trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.spv"), "--depfile", path("a.d")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("dxc -M"), std::string::npos) << run.errors;
  EXPECT_FALSE(exists("a.d"));
}

TEST_F(Hlsl, IgnoredAttributesOfVulkanAreExplainedOnce) {
  install("printf \"a.hlsl:1:3: warning: 'binding' attribute ignored\\n[[vk::binding(3)]] x;\\n\" >&2\n");
  const RunResult run = trellis({path("shader.hlsl"), "-T", "ps_6_6", "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.errors.find("vk:: attributes have no effect"), std::string::npos) << run.errors;
}

TEST_F(Hlsl, MalformedProfilesAreErrors) {
  EXPECT_EQ(trellis({path("shader.hlsl"), "-T", "ps", "-o", path("a.spv")}).exit_code, 2);
}

}  // namespace
}  // namespace trellis::tools_test
