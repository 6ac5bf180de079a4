// Tests manifests, the Ninja files made from them, jobservers, and cache keys.
#include "tools/inputs/manifest.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "support/run_program.hpp"
#include "support/sha256.hpp"
#include "tests/tools/program.hpp"
#include "tools/platform/jobserver.hpp"

namespace trellis::tools_test {
namespace {

using Words = std::vector<std::string>;

bool shows(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Manifest, LinesAndPermutations) {
  std::vector<tools::ManifestEntry> entries;
  EXPECT_EQ(tools::read_manifest("# comment\n\n  sky.hlsl -T ps_6_6 -D QUALITY={0,1} -DX={a,b} # all\r\n"
                                 "\"two words.hlsl\" -o out.spv -D 'A=#1' -D B=\\{1,2}\n",
                                 entries),
            "");
  ASSERT_EQ(entries.size(), 5u);
  EXPECT_EQ(entries[0].words, (Words{"sky.hlsl", "-T", "ps_6_6", "-D", "QUALITY=0", "-DX=a"}));
  EXPECT_EQ(entries[0].permutation, ".QUALITY_0.X_a");
  EXPECT_EQ(entries[1].permutation, ".QUALITY_0.X_b");
  EXPECT_EQ(entries[3].permutation, ".QUALITY_1.X_b");
  EXPECT_EQ(entries[3].line, 3u);
  EXPECT_EQ(entries[4].words, (Words{"two words.hlsl", "-D", "A=#1", "-D", "B={1,2}"}));
  EXPECT_EQ(entries[4].output, "out.spv");
  EXPECT_EQ(entries[4].permutation, "");
}

TEST(Manifest, BracesElsewhere) {
  std::vector<tools::ManifestEntry> entries;
  EXPECT_EQ(tools::read_manifest("{vs,ps}.hlsl -D F={,x} -D G={1} -D H={ -D I={1, 2}", entries), "");
  ASSERT_EQ(entries.size(), 4u);
  EXPECT_EQ(entries[0].words, (Words{"vs.hlsl", "-D", "F=", "-D", "G={1}", "-D", "H={", "-D", "I={1,", "2}"}));
  EXPECT_EQ(entries[0].permutation, ".vs.F_");
}

TEST(Manifest, FaultsNameTheirLine) {
  std::vector<tools::ManifestEntry> entries;
  EXPECT_EQ(tools::read_manifest("a.hlsl\nb.hlsl 'x\n", entries), "2: a quotation mark is not closed");
  EXPECT_EQ(tools::read_manifest("a.hlsl -o", entries), "1: -o must be given once, with a file name");
  EXPECT_EQ(tools::read_manifest("a.hlsl -o a -o b", entries), "1: -o must be given once, with a file name");
  std::string many = "a.hlsl";
  for (int n = 0; n < 30; ++n) many += " -D A" + std::to_string(n) + "={0,1}";
  EXPECT_TRUE(shows(tools::read_manifest(many, entries), "more than a million"));
  EXPECT_TRUE(shows(tools::read_manifest(std::string("a\0b", 3), entries), "the manifest must be a text file"));
}

class Manifests : public InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    const char* path_now = ::getenv("PATH");
    path_before_ = path_now;
    for (const char* name : {"exits_rejoin_at_different_points", "break_continue_mixed"}) {
      std::filesystem::create_directories(folder_ / "shaders/sub");
      std::filesystem::copy(shader(std::string("control_flow/") + name), folder_ / "shaders/sub" / (std::string(name) + ".dxil"));
    }
    write("shaders/list.txt", "sub/exits_rejoin_at_different_points.dxil --target {vulkan1.1,vulkan1.3}\nsub/break_continue_mixed.dxil -o mixed.spvasm\n");
  }
  void TearDown() override {
    ::setenv("PATH", path_before_.c_str(), 1);
    ::unsetenv("MAKEFLAGS");
    InFolder::TearDown();
  }
  /// Installs a program dxc that copies DXIL, or with -P the source.
  void install_dxc() {
    write("bin/dxc", "#!/bin/sh\nfor source; do case $source in *.hlsl) last=$source;; esac; done\n"
                     "for word; do if [ \"$word\" = -M ]; then echo \"x: $last\"; exit 0; fi; done\n"
                     "while [ $# -gt 0 ]; do\n  if [ \"$1\" = -Fo ]; then cp '" + shader("stages/ps_view_id").string() +
                         "' \"$2\"; fi\n  if [ \"$1\" = -Fi ]; then cp \"$last\" \"$2\"; fi\n  shift\ndone\n");
    ::chmod(path("bin/dxc").c_str(), 0755);
    ::setenv("PATH", (path("bin") + ":" + path_before_).c_str(), 1);
  }
  std::vector<std::string> outputs() const {
    std::vector<std::string> found;
    for (const std::string& file : files()) {
      if (file.starts_with("out/")) found.push_back(file);
    }
    return found;
  }

  std::string path_before_;
};

TEST_F(Manifests, EachLineIsTranslated) {
  const RunResult run = trellis({"--manifest", path("shaders/list.txt"), "-o", path("out")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(shows(run.errors, "3 of 3 done")) << run.errors;
  EXPECT_EQ(outputs(), (Words{"out/mixed.spvasm", "out/sub/exits_rejoin_at_different_points.vulkan11.spv", "out/sub/exits_rejoin_at_different_points.vulkan13.spv"}));
  EXPECT_TRUE(read("out/mixed.spvasm").starts_with("; SPIR-V"));
  ASSERT_EQ(trellis({path("shaders/sub/exits_rejoin_at_different_points.dxil"), "--target", "vulkan1.1", "-o", path("a.spv")}).exit_code, 0);
  EXPECT_EQ(read("out/sub/exits_rejoin_at_different_points.vulkan11.spv"), read("a.spv"));
}

TEST_F(Manifests, OptionsOfTheCallCountForAllLines) {
  const RunResult run = trellis({"--manifest", path("shaders/list.txt"), "-o", path("out"), "--target", "vulkan1.2", "--quiet"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  ASSERT_EQ(trellis({path("shaders/sub/break_continue_mixed.dxil"), "--target", "vulkan1.2", "-o", path("a.spvasm")}).exit_code, 0);
  EXPECT_EQ(read("out/mixed.spvasm"), read("a.spvasm")) << "the call's, where the line has none";
  ASSERT_EQ(trellis({path("shaders/sub/exits_rejoin_at_different_points.dxil"), "--target", "vulkan1.1", "-o", path("a.spv")}).exit_code, 0);
  EXPECT_EQ(read("out/sub/exits_rejoin_at_different_points.vulkan11.spv"), read("a.spv")) << "the line's own";
}

TEST_F(Manifests, ErrorsNameTheirLine) {
  const auto expect = [&](const std::string& manifest, const std::string& part) {
    write("m.txt", manifest);
    const RunResult run = trellis({"--manifest", path("m.txt"), "-o", path("out")});
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    EXPECT_TRUE(shows(run.errors, part)) << run.errors;
    EXPECT_EQ(run.output, "");
  };
  expect("a.dxil\nb.dxil --no-such-option\n", "m.txt:2: unknown option --no-such-option");
  expect("a.dxil b.dxil\n", "m.txt:1: each line must name one shader, but this one names 2");
  expect("-\n", "each line must name one shader, but this one names standard input");
  expect("shaders\n", "is a folder");
  for (const char* word : {"--help", "--version"}) {
    expect(std::string("a.dxil ") + word + "\n", "m.txt:1: --help, --version and --list-operations cannot be in a manifest");
  }
  expect("# nothing\n", "lists no shaders");
  expect("a.dxil\na.dxil\n", "would both be written to");
  expect("a.dxil --manifest m.txt -o x.spv\nb.dxil -o x.spv\n", "would both be written to");
  EXPECT_EQ(trellis({"--manifest", path("none.txt"), "-o", path("out")}).exit_code, 2);
  EXPECT_EQ(trellis({"--manifest", path("shaders/list.txt")}).exit_code, 2) << "no folder";
  EXPECT_EQ(trellis({path("a.dxil"), "--manifest", path("shaders/list.txt"), "-o", path("out")}).exit_code, 2);
  // A missing shader is a failure like any other.
  write("m.txt", "none.dxil\nshaders/sub/exits_rejoin_at_different_points.dxil\n");
  const RunResult run = trellis({"--manifest", path("m.txt"), "-o", path("out")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(shows(run.errors, "1 of 2 done")) << run.errors;
}

TEST_F(Manifests, HlslIsCompiledWithEachLinesOptions) {
  install_dxc();
  write("shaders/sky.hlsl", "float4 main() : SV_Target { return 1; }\n");
  write("shaders/hlsl.txt", "sky.hlsl -T ps_6_6 -D Q={0,1}\nsky.hlsl -T ps_6_6 -E other\n");
  const RunResult run = trellis({"--manifest", path("shaders/hlsl.txt"), "-o", path("out"), "--depfile", path("all.d"), "-I", "x"});
  EXPECT_EQ(run.exit_code, 1) << "the shader has no entry point 'other': " << run.errors;
  EXPECT_EQ(outputs(), (Words{"out/sky.Q_0.spv", "out/sky.Q_1.spv"}));
  EXPECT_TRUE(shows(read("all.d"), path("out/sky.Q_1.spv") + ": ")) << read("all.d");
}

TEST_F(Manifests, SeveralEntryPointsOfOneFile) {
  install_dxc();
  write("sky.hlsl", "float4 main() : SV_Target { return 1; }\n");
  const RunResult run = trellis({path("sky.hlsl"), "-T", "ps_6_6", "-E", "main", "-T", "ps_6_7", "-E", "none", "-o", path("out/sky.spv")});
  EXPECT_EQ(run.exit_code, 1) << run.errors;
  EXPECT_EQ(outputs(), Words{"out/sky.main.spv"});
  const std::string library = shader("raytracing/ambient_occlusion_hemisphere").string();
  const RunResult list = trellis({library, "--list-entries"});
  std::istringstream lines(list.output);
  std::string first, second, rest;
  lines >> first >> rest >> second;
  const RunResult both = trellis({library, "-E", first, "-E", second, "-o", path("rays/scene.spv")});
  EXPECT_EQ(both.exit_code, 0) << both.errors;
  EXPECT_TRUE(exists("rays/scene." + first + ".spv") && exists("rays/scene." + second + ".spv"));
  EXPECT_EQ(trellis({library, "-E", first, "-E", second}).exit_code, 2) << "where to?";
  EXPECT_EQ(trellis({library, "-E", first, "-E", first, "-o", path("x.spv")}).exit_code, 2);
}

TEST_F(Manifests, NinjaMakesWhatTheCallWouldMake) {
  install_dxc();
  write("shaders/a sky.hlsl", "float4 main() : SV_Target { return 1; }\n");
  write("shaders/all.txt", "'a sky.hlsl' -T ps_6_6 -D Q={0,1} -D 'S=a $b'\nsub/exits_rejoin_at_different_points.dxil --t-shift 5 all\n");
  ASSERT_EQ(trellis({"--manifest", path("shaders/all.txt"), "-o", path("out"), "--write-ninja", path("build.ninja"), "--t-shift", "1", "2"}).exit_code, 0);
  EXPECT_TRUE(shows(read("build.ninja"), "--t-shift 1 2 --t-shift 5 all")) << "options that add up";
  ASSERT_EQ(trellis({"--manifest", path("shaders/list.txt"), "-o", path("out"), "--write-ninja", "-", "--target", "vulkan1.2"}).output.find("--target=vulkan1.2 --target"), std::string::npos)
      << "the last value counts";
  // A line that needs no compiler does not get the call's options for dxc.
  ASSERT_EQ(trellis({"--manifest", path("shaders/all.txt"), "-o", path("out"), "--write-ninja", path("build.ninja"), "-I", "include"}).exit_code, 0);
  EXPECT_TRUE(outputs().empty()) << "nothing is made yet";
  const std::string text = read("build.ninja");
  EXPECT_TRUE(shows(text, "restat = 1") && shows(text, "deps = gcc") && shows(text, "--t-shift 5 all")) << text;
  // An unchanged file is not written again.
  const auto written = std::filesystem::last_write_time(path("build.ninja"));
  ASSERT_EQ(trellis({"--manifest", path("shaders/all.txt"), "-o", path("out"), "--write-ninja", path("build.ninja"), "-I", "include"}).exit_code, 0);
  EXPECT_EQ(std::filesystem::last_write_time(path("build.ninja")), written);
  const auto ninja = [&] { return run_program({"ninja", "-C", String(folder_.string())}, {}, 120); };
  auto ran = ninja();
  if (!ran->found) GTEST_SKIP() << "Ninja is not installed";
  ASSERT_EQ(ran->exit_status, 0) << ran->output << ran->errors;
  EXPECT_EQ(outputs(), (Words{"out/a sky.Q_0.spv", "out/a sky.Q_1.spv", "out/sub/exits_rejoin_at_different_points.spv"}));
  ran = ninja();
  EXPECT_TRUE(shows(std::string(ran->output), "no work to do")) << ran->output;
  // Ninja does not rebuild further after a change that leaves the output the same.
  const auto module = std::filesystem::last_write_time(path("out/a sky.Q_0.spv"));
  write("shaders/a sky.hlsl", "float4 main() : SV_Target { return 1; } // the same\n");
  ran = ninja();
  ASSERT_EQ(ran->exit_status, 0) << ran->output;
  EXPECT_EQ(std::filesystem::last_write_time(path("out/a sky.Q_0.spv")), module);
  EXPECT_TRUE(shows(std::string(ninja()->output), "no work to do"));
}

TEST_F(Manifests, WhatNinjaFilesCannotExpressIsRefused) {
  const std::string good = path("shaders/sub/exits_rejoin_at_different_points.dxil");
  EXPECT_EQ(trellis({good, "--write-ninja", path("build.ninja"), "--check", "uniformity"}).exit_code, 2);
  EXPECT_EQ(trellis({"-", "-o", path("a.spv"), "--write-ninja", path("build.ninja")}).exit_code, 2);
  EXPECT_FALSE(exists("build.ninja"));
}

TEST_F(Manifests, KeysChangeWithWhatOutputsDependOn) {
  const std::string a = path("shaders/sub/exits_rejoin_at_different_points.dxil"), b = path("shaders/sub/break_continue_mixed.dxil");
  const auto key = [&](std::vector<std::string> words) {
    words.emplace_back("--print-cache-key");
    const RunResult run = trellis(words);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output.substr(0, 64);
  };
  const std::string plain = key({a, "-o", path("x.spv")});
  EXPECT_EQ(plain.find_first_not_of("0123456789abcdef"), std::string::npos) << plain;
  EXPECT_EQ(key({a, "-o", path("elsewhere/y.spv")}), plain) << "where it goes does not matter";
  EXPECT_EQ(key({"--jobs", "2", "--time-limit", "9", "-q", a, "-o", path("x.spv")}), plain);
  EXPECT_EQ(key({"--output", path("x.spv"), a}), plain) << "nor how it is spelled";
  std::set<std::string> all = {plain};
  for (const std::vector<std::string>& other : {std::vector<std::string>{b, "-o", path("x.spv")}, {a, "-o", path("x.spvasm")},
                                                {a, "-o", path("x.spv"), "--target", "vulkan1.1"}, {a, "-o", path("x.spv"), "--strip"},
                                                {a, "-o", path("x.h")}, {a, "-o", path("y.h")}, {a, "-o", path("x.spv"), "--t-shift", "1", "2"},
                                                {a, "-o", path("x.spv"), "--t-shift", "12", "2"}}) {
    EXPECT_TRUE(all.insert(key(other)).second) << other.back();
  }
  const RunResult many = trellis({"--manifest", path("shaders/list.txt"), "-o", "out", "--print-cache-key"});
  EXPECT_EQ(many.exit_code, 0) << many.errors;
  EXPECT_TRUE(shows(many.output, "  out/sub/exits_rejoin_at_different_points.vulkan11.spv\n")) << many.output;
  EXPECT_FALSE(exists("x.spv"));
}

TEST_F(Manifests, KeysOfHlslAreOfThePreprocessedSource) {
  install_dxc();
  write("a.hlsl", "float4 main() : SV_Target { return 1; }\n");
  const auto key = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {path("a.hlsl"), "-T", "ps_6_6", "-o", path("a.spv"), "--print-cache-key"};
    words.insert(words.end(), more.begin(), more.end());
    const RunResult run = trellis(words);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
  };
  const std::string first = key({});
  EXPECT_EQ(key({}), first);
  EXPECT_NE(key({"-D", "A"}), first);
  write("a.hlsl", "float4 main() : SV_Target { return 2; }\n");
  EXPECT_NE(key({}), first);
}

TEST_F(Manifests, PreprocessedSourceCanBeWritten) {
  install_dxc();
  write("a.hlsl", "float4 main() : SV_Target { return 1; }\n");
  EXPECT_EQ(trellis({path("a.hlsl"), "-T", "ps_6_6", "-P"}).output, read("a.hlsl"));
  EXPECT_EQ(trellis({path("a.hlsl"), "-T", "ps_6_6", "-P", "-o", path("out/a.i")}).exit_code, 0);
  EXPECT_EQ(read("out/a.i"), read("a.hlsl"));
  EXPECT_EQ(trellis({path("a.hlsl"), "-P"}).exit_code, 2) << "no profile";
  EXPECT_EQ(trellis({path("shaders/sub/exits_rejoin_at_different_points.dxil"), "-T", "ps_6_6", "-P"}).exit_code, 2);
}

TEST(Sha256, OfTheStandardsExamples) {
  const auto of = [](std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return std::string(text_of(hash.finish()));
  };
  EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  Sha256 hash;
  for (int n = 0; n < 1000; ++n) hash.add(std::string(1000, 'a'));
  EXPECT_EQ(std::string(text_of(hash.finish())), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

class Jobservers : public InFolder {
 protected:
  void TearDown() override {
    ::unsetenv("MAKEFLAGS");
    InFolder::TearDown();
  }
};

TEST_F(Jobservers, TokensAreTakenAndGivenBack) {
  ::setenv("MAKEFLAGS", "", 1);
  EXPECT_FALSE(tools::platform::Jobserver().exists());
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  const int fifo = ::open(path("fifo").c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_EQ(::write(fifo, "ab", 2), 2);
  ::setenv("MAKEFLAGS", ("s -j3 --jobserver-auth=fifo:" + path("fifo")).c_str(), 1);
  {
    tools::platform::Jobserver server;
    EXPECT_TRUE(server.exists());
    EXPECT_TRUE(server.take());
    EXPECT_TRUE(server.take());
    EXPECT_FALSE(server.take());
    server.give();
    EXPECT_TRUE(server.take());
  }
  char tokens[4] = {};
  EXPECT_EQ(::read(fifo, tokens, 4), 2) << "all are back";
  EXPECT_EQ(std::string(tokens, 2).find_first_not_of("ab"), std::string::npos) << "as they were";
  ::close(fifo);
}

TEST_F(Jobservers, TokensComeThroughAPipeToo) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "+", 1), 1);
  ::setenv("MAKEFLAGS", (" --jobserver-fds=" + std::to_string(ends[0]) + "," + std::to_string(ends[1]) + " -j").c_str(), 1);
  {
    tools::platform::Jobserver server;
    EXPECT_TRUE(server.take());
    EXPECT_FALSE(server.take());
  }
  char token = 0;
  EXPECT_EQ(::read(ends[0], &token, 1), 1);
  EXPECT_EQ(token, '+');
  ::close(ends[0]);
  ::close(ends[1]);
  tools::platform::Jobserver gone;
  EXPECT_TRUE(gone.exists());
  EXPECT_FALSE(gone.take()) << "make has closed it";
  for (const char* nonsense : {"--jobserver-auth=", "--jobserver-auth=x,y", "--jobserver-auth=5", "--jobserver-auth=-2,-1", "--jobserver-auth=fifo:/none"}) {
    ::setenv("MAKEFLAGS", nonsense, 1);
    tools::platform::Jobserver server;
    EXPECT_FALSE(server.take()) << nonsense;
  }
}

// All shaders are translated whatever tokens the jobserver has, and every token is returned.
TEST_F(Jobservers, ARunGivesBackItsTokens) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  const int fifo = ::open(path("fifo").c_str(), O_RDWR | O_NONBLOCK);
  const std::string folder = shader("control_flow/exits_rejoin_at_different_points").parent_path().string();
  for (const std::string& held : {std::string(), std::string("xyz")}) {
    ASSERT_EQ(::write(fifo, held.data(), held.size()), static_cast<ssize_t>(held.size()));
    ::setenv("MAKEFLAGS", ("--jobserver-auth=fifo:" + path("fifo")).c_str(), 1);
    const RunResult run = trellis({folder, "-o", path("out")});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    char tokens[8] = {};
    const ssize_t count = ::read(fifo, tokens, sizeof tokens);
    EXPECT_EQ(std::max<ssize_t>(count, 0), static_cast<ssize_t>(held.size()));
  }
  ::close(fifo);
}

}  // namespace
}  // namespace trellis::tools_test
