// Bad input: one line that says what is wrong and where, the right exit code, and no output file left behind.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>
#include <utility>

#include "dxil_frontend/container/digest.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

class BadInput : public InFolder {
 protected:
  /// Translates the bytes as in.dxil and expects one error line and no output.
  void expect_refused(const std::string& bytes, int exit_code, const std::string& part) {
    write("in.dxil", bytes);
    const RunResult run = trellis({path("in.dxil"), "-o", path("out.spv")});
    EXPECT_EQ(run.exit_code, exit_code) << run.errors;
    EXPECT_TRUE(is_one_line(run.errors, "trellis: " + path("in.dxil") + ": error: ", part));
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(files(), std::vector<std::string>{"in.dxil"});
  }

  const std::string good_ = file_bytes(shader("control_flow/break_continue_mixed"));
};

TEST_F(BadInput, Empty) { expect_refused("", 1, ""); }

TEST_F(BadInput, WrongMagic) {
  expect_refused("hello, this is not a shader at all, but long enough to be one", 1, "");
}

TEST_F(BadInput, OtherFormatsAreNamed) {
  const std::string hlsl = shader("control_flow/gcd_three_forms").replace_extension(".hlsl");
  ASSERT_EQ(trellis({shader("control_flow/gcd_three_forms"), "-o", path("module")}).exit_code, 0);
  ASSERT_EQ(trellis({path("module"), "-o", path("out.spv")}).exit_code, 1);
  const std::string module = read("module");
  std::filesystem::remove(path("module"));
  expect_refused(module, 1, "a SPIR-V module");
  std::string wide = "\xFF\xFE";
  for (const char letter : std::string("[numthreads(8, 8, 1)]")) wide += std::string{letter, '\0'};
  for (const auto& [bytes, part] : std::vector<std::pair<std::string, std::string>>{
           {file_bytes(hlsl), "HLSL source: to compile it with dxc first"},
           {wide, "HLSL source"},
           {"\xEF\xBB\xBF#version 450\nvoid main() {}\n", "GLSL source"},
           {"@compute @workgroup_size(1)\nfn main() {}\n", "WGSL source"},
           {"; SPIR-V\n; Version: 1.6\n", "SPIR-V assembly"},
           {"; ModuleID = 'a'\ntarget triple = \"dxil-ms-dx\"\n", "LLVM assembly"},
           {"dear reader,\n", "not DXIL but text"},
           {"Shaders\n\n## Capabilities\n\n`OpCapability Shader` and SV_Target\n",
            "not DXIL but text in Markdown"},
           {"void main(uint id : SV_VertexID, out float4 p : SV_Position) {}\n", "not DXIL but HLSL source"},
           {"SV_a -> b\nb -> ((\n", "not DXIL but text: "},
           {"", "an empty file"},
           {std::string("MZ\x90\0\3", 5), "a Windows executable"},
           {std::string("\0\3\xFF\xFF\1\2", 6), "bytecode of Direct3D 9"}}) {
    expect_refused(bytes, 1, part);
  }
  // An unknown format, and damaged DXIL.
  expect_refused(std::string("\1\2\0\4", 4), 1, "expected a DXBC container");
  EXPECT_EQ(trellis({"-", "-o", path("out.spv")}, "DXB").errors.find("not DXIL but"), std::string::npos);
  write("main.hlsl", "int main() { return 0; }\n");
  EXPECT_NE(trellis({path("main.hlsl"), "-o", path("out.spv")}).errors.find("HLSL source"),
            std::string::npos);
  EXPECT_NE(trellis({"cfg", path("main.hlsl")}).errors.find("HLSL source"), std::string::npos);
  EXPECT_FALSE(exists("out.spv"));
}

TEST_F(BadInput, TruncatedAnywhere) {
  for (const size_t size : {size_t{1}, size_t{4}, size_t{19}, size_t{31}, size_t{32}, size_t{40},
                            good_.size() / 4, good_.size() / 2, good_.size() - 4, good_.size() - 1}) {
    SCOPED_TRACE(size);
    expect_refused(good_.substr(0, size), 1, "");
  }
}

TEST_F(BadInput, BitsFlippedUnderADigest) {
  // The digest covers the whole container: one flipped bit is enough.
  std::string signed_shader = good_;
  const auto* bytes_after = reinterpret_cast<const uint8_t*>(good_.data()) + 20;
  const dxil::Digest digest =
      dxil::container_digest({bytes_after, good_.size() - 20}, dxil::DigestVariant::kRetail);
  std::copy(digest.begin(), digest.end(), signed_shader.begin() + 4);
  write("signed.dxil", signed_shader);
  EXPECT_EQ(trellis({path("signed.dxil"), "-o", "/dev/null"}).exit_code, 0);
  std::filesystem::remove(path("signed.dxil"));
  for (size_t i = 1; i < 16; ++i) {
    std::string bytes = signed_shader;
    const size_t at = 20 + (bytes.size() - 21) * i / 16;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    SCOPED_TRACE(at);
    expect_refused(bytes, 1, "");
  }
}

TEST_F(BadInput, BitsFlippedWithoutADigest) {
  // A digest of zeros means that there is none, so the reader itself has to cope.
  std::string unsigned_shader = good_;
  std::fill(unsigned_shader.begin() + 4, unsigned_shader.begin() + 20, '\0');
  for (size_t i = 0; i < 64; ++i) {
    std::string bytes = unsigned_shader;
    const size_t at = 20 + (bytes.size() - 21) * i / 64;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << (i % 8)));
    write("in.dxil", bytes);
    const RunResult run = trellis({path("in.dxil"), "-o", path("out.spv"), "--time-limit", "20"});
    SCOPED_TRACE(at);
    if (run.exit_code == 0) {  // The flipped bit did not matter, or made another valid shader.
      std::filesystem::remove(path("out.spv"));
      continue;
    }
    EXPECT_TRUE(run.exit_code == 1 || run.exit_code == 3) << run.exit_code << ": " << run.errors;
    EXPECT_TRUE(is_one_line(run.errors, "trellis: " + path("in.dxil") + ": error: ", ""));
    EXPECT_EQ(run.errors.find("crashed"), std::string::npos) << run.errors;
    EXPECT_EQ(files(), std::vector<std::string>{"in.dxil"});
  }
}

TEST_F(BadInput, WrongDigestMayBeIgnored) {
  std::string bytes = good_;
  bytes[4] = static_cast<char>(bytes[4] ^ 1);
  expect_refused(bytes, 1, "digest");
  const RunResult run = trellis({path("in.dxil"), "-o", path("out.spv"), "--ignore-digest"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
}

TEST_F(BadInput, NoDxilPart) {
  std::string bytes = good_;
  std::fill(bytes.begin() + 4, bytes.begin() + 20, '\0');
  // Renames every part DXIL to XXXX.
  for (size_t at = bytes.find("DXIL", 32); at != std::string::npos; at = bytes.find("DXIL", at)) {
    bytes.replace(at, 4, "XXXX");
  }
  expect_refused(bytes, 1, "DXIL");
}

TEST_F(BadInput, Missing) {
  const RunResult run = trellis({path("nowhere.dxil"), "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(
      is_one_line(run.errors, "trellis: " + path("nowhere.dxil") + ": error: ", "No such file or directory"));
  EXPECT_TRUE(files().empty());
}

TEST_F(BadInput, Unreadable) {
  write("in.dxil", good_);
  const RunResult under_a_file = trellis({path("in.dxil/shader.dxil"), "-o", path("out.spv")});
  EXPECT_EQ(under_a_file.exit_code, 1);
  EXPECT_TRUE(is_one_line(under_a_file.errors, "trellis: ", "Not a directory"));
  if (::geteuid() == 0) return;  // Permissions do not apply to the superuser.
  ::chmod(path("in.dxil").c_str(), 0);
  const RunResult run = trellis({path("in.dxil"), "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: " + path("in.dxil") + ": error: ", "Permission denied"));
}

TEST_F(BadInput, FolderWithoutShaders) {
  std::filesystem::create_directory(path("in"));
  const RunResult run = trellis({path("in"), "-o", path("out")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(
      run.errors.find("trellis: " + path("in") +
                      ": error: the folder contains no *.dxil or *.cso files; *.hlsl files need --profile\n"),
      std::string::npos)
      << run.errors;
  EXPECT_FALSE(exists("out"));
}

TEST_F(BadInput, StandardInput) {
  const RunResult run = trellis({"-", "-o", path("out.spv")}, "no shader");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: <stdin>: error: ", ""));
  EXPECT_TRUE(files().empty());
}

TEST_F(BadInput, OlderOutputStays) {
  write("in.dxil", good_.substr(0, 100));
  write("out.spv", "older");
  EXPECT_EQ(trellis({path("in.dxil"), "-o", path("out.spv")}).exit_code, 1);
  EXPECT_EQ(read("out.spv"), "older");
}

TEST_F(BadInput, UnsupportedStagesAreNamed) {
  const RunResult run = trellis(
      {shader("raytracing/wg_finished_cross_group_sharing"), "--entry", "tally", "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 3) << run.errors;
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "node shaders are not translated yet"));
  EXPECT_TRUE(files().empty());
}

TEST_F(BadInput, LibrariesWithoutEntryPointsHaveNothingToTranslate) {
  const RunResult run = trellis({shader("raytracing/exported_helpers_only"), "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 3) << run.errors;
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "nothing to translate: 4 exported functions"));
  EXPECT_TRUE(files().empty());
}

TEST_F(BadInput, OneBadFileDoesNotStopTheOthers) {
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  for (const std::string& name : names) write("in/" + name + ".dxil", good_);
  write("in/c.dxil", good_.substr(0, good_.size() / 2));
  const RunResult run = trellis({path("in"), "-o", path("out"), "--jobs", "2"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.errors.find("trellis: " + path("in/c.dxil") + ": error: "), std::string::npos) << run.errors;
  EXPECT_NE(run.errors.find("trellis: 4 of 5 done, 1 failed (1 bad input)"), std::string::npos) << run.errors;
  for (const std::string& name : names) EXPECT_EQ(exists("out/" + name + ".spv"), name != "c") << name;
  EXPECT_EQ(files().size(), 9u);
}

TEST_F(BadInput, HighestExitCodeOfMany) {
  write("in/bad.dxil", "bad");
  write("in/vertex.dxil", file_bytes(shader("raytracing/exported_helpers_only")));
  EXPECT_EQ(trellis({path("in"), "-o", path("out")}).exit_code, 3);
  EXPECT_FALSE(exists("out"));
}

TEST_F(BadInput, TimeLimitIsKept) {
  // Opening a pipe without a writer blocks forever.
  ASSERT_EQ(::mkfifo(path("pipe.dxil").c_str(), 0600), 0);
  write("good.dxil", good_);
  const RunResult run =
      trellis({path("pipe.dxil"), path("good.dxil"), "-o", path("out"), "--time-limit", "3"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.errors.find("pipe.dxil: error: the translator took longer than 3 s while opening the file"),
            std::string::npos)
      << run.errors;
  EXPECT_TRUE(exists("out/good.spv"));
}

TEST_F(BadInput, MemoryLimitIsKept) {
#ifdef TRELLIS_ADDRESS_SANITIZER
  GTEST_SKIP() << "the address sanitizer's shadow memory leaves no room for a limit";
#endif
  write("in/good.dxil", good_);
  // The largest file that is read, but sparse: it takes no space on the disk.
  write("in/huge.dxil", "");
  std::filesystem::resize_file(path("in/huge.dxil"), uint64_t{1} << 30);
  const RunResult run = trellis({path("in"), "-o", path("out"), "--memory-limit", "256"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.errors.find(
                "huge.dxil: error: the translator ran out of memory (limit 256 MiB) while opening the file"),
            std::string::npos)
      << run.errors;
  EXPECT_EQ(files(), (std::vector<std::string>{"in/good.dxil", "in/huge.dxil", "out/good.spv"}));
}

/// Empty if there is no such process.
std::string command_line(const std::string& process) { return file_bytes("/proc/" + process + "/cmdline"); }

/// Sends the signal to the first process that has the input on its command line and is the one that is meant.
void signal_process_of(const std::string& input, int signal,
                       const std::function<bool(const std::string& process)>& is_meant) {
  for (int attempt = 0; attempt < 2000; ++attempt) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const std::string process = entry.path().filename().string();
      if (process.find_first_not_of("0123456789") != std::string::npos) continue;
      if (command_line(process).find(input) == std::string::npos || !is_meant(process)) continue;
      ::kill(std::stoi(process), signal);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Kills the worker that processes this input, once it exists: its parent has the name on its command line,
/// too.
void crash_worker_of(const std::string& input) {
  signal_process_of(input, SIGKILL, [&](const std::string& process) {
    std::istringstream status(file_bytes("/proc/" + process + "/stat"));
    std::string number, name, state, parent;
    status >> number >> name >> state >> parent;
    return command_line(parent).find(input) != std::string::npos;
  });
}

/// Returns true if the process handles the signal.
bool handles(const std::string& process, int signal) {
  constexpr const char kCaught[] = "SigCgt:\t";
  const std::string status = file_bytes("/proc/" + process + "/status");
  const size_t at = status.find(kCaught);
  if (at == std::string::npos) return false;
  const uint64_t caught = std::stoull(status.substr(at + sizeof kCaught - 1, 16), nullptr, 16);
  return (caught >> (signal - 1) & 1) != 0;
}

TEST_F(BadInput, LargerThanAnyShader) {
  write("in.dxil", "");
  std::filesystem::resize_file(path("in.dxil"), (uint64_t{1} << 30) + 1);
  const RunResult run = trellis({path("in.dxil"), "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(
      is_one_line(run.errors, "trellis: " + path("in.dxil") + ": error: ", "the file is larger than 1 GiB"));
}

TEST_F(BadInput, CrashCostsOneFileOnly) {
  // The worker blocks on opening the pipe until it is killed.
  ASSERT_EQ(::mkfifo(path("pipe.dxil").c_str(), 0600), 0);
  for (const char* name : {"a.dxil", "b.dxil", "c.dxil"}) write(name, good_);
  std::thread killer([this] { crash_worker_of(path("pipe.dxil")); });
  const RunResult run = trellis({path("pipe.dxil"), path("a.dxil"), path("b.dxil"), path("c.dxil"), "-o",
                                 path("out"), "--jobs", "1", "--time-limit", "30"});
  killer.join();
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.errors.find("pipe.dxil: error: the translator crashed (Killed) while opening the file"),
            std::string::npos)
      << run.errors;
  EXPECT_NE(run.errors.find("3 of 4 done"), std::string::npos) << run.errors;
  for (const char* name : {"out/a.spv", "out/b.spv", "out/c.spv"}) EXPECT_TRUE(exists(name)) << name;
}

/// The only input of a call has no worker: the program starts over to report what went wrong.
class OnlyInput : public BadInput {
 protected:
  void SetUp() override {
    BadInput::SetUp();
#if defined(TRELLIS_ADDRESS_SANITIZER) || defined(TRELLIS_THREAD_SANITIZER)
    GTEST_SKIP() << "the sanitizers handle crashes themselves";
#endif
    // Opening a pipe without a writer blocks forever.
    ASSERT_EQ(::mkfifo(path("pipe.dxil").c_str(), 0600), 0);
  }

  /// Sends the signal to the program while it opens the pipe.
  RunResult interrupt(int signal, std::vector<std::string> arguments) {
    std::thread sender([&] {
      signal_process_of(path("pipe.dxil"), signal,
                        [&](const std::string& process) { return handles(process, SIGSEGV); });
    });
    RunResult run = trellis(arguments);
    sender.join();
    return run;
  }
};

TEST_F(OnlyInput, ACrashIsReported) {
  const std::pair<int, const char*> crashes[] = {
      {SIGSEGV, "Segmentation fault"}, {SIGABRT, "Aborted"}, {SIGILL, "Illegal instruction"}};
  for (const auto& [signal, name] : crashes) {
    const RunResult run = interrupt(signal, {path("pipe.dxil"), "-o", path("out.spv"), "--time-limit", "30"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.errors, "trellis: " + path("pipe.dxil") + ": error: the translator crashed (" + name +
                              ") while opening the file\n");
  }
  EXPECT_EQ(files(), std::vector<std::string>{"pipe.dxil"});
}

TEST_F(OnlyInput, ACrashIsReportedAsAnyError) {
  const RunResult run =
      interrupt(SIGSEGV, {path("pipe.dxil"), "-o", path("out.spv"), "--error-format", "json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(
      is_one_line(run.errors, "{\"file\":", "\"message\":\"the translator crashed (Segmentation fault)"));
}

TEST_F(OnlyInput, AnInterruptEndsTheProgram) {
  EXPECT_EQ(interrupt(SIGTERM, {path("pipe.dxil"), "-o", path("out.spv")}).exit_code, -1);
  EXPECT_EQ(files(), std::vector<std::string>{"pipe.dxil"});
}

TEST_F(OnlyInput, LimitsAreKept) {
  const RunResult slow = trellis({path("pipe.dxil"), "-o", path("out.spv"), "--time-limit", "0.5"});
  EXPECT_EQ(slow.exit_code, 1);
  EXPECT_TRUE(is_one_line(slow.errors, "trellis: ", "took longer than 0.5 s while opening the file"));
  write("huge.dxil", "");
  std::filesystem::resize_file(path("huge.dxil"), uint64_t{1} << 30);
  const RunResult large = trellis({path("huge.dxil"), "-o", path("out.spv"), "--memory-limit", "256"});
  EXPECT_EQ(large.exit_code, 1);
  EXPECT_TRUE(
      is_one_line(large.errors, "trellis: ", "ran out of memory (limit 256 MiB) while opening the file"));
  EXPECT_EQ(files(), (std::vector<std::string>{"huge.dxil", "pipe.dxil"}));
}

TEST_F(OnlyInput, AResponseFileMayBeAPipe) {
  // The words of the second start are those that the pipe contained.
  ASSERT_EQ(::mkfifo(path("words").c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream(path("words")) << path("pipe.dxil") << " -o " << path("out.spv") << " --time-limit 0.5";
  });
  const RunResult run = trellis({"@" + path("words")});
  writer.join();
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "took longer than 0.5 s while opening the file"));
}

TEST_F(OnlyInput, AStrangeVariableChangesNothing) {
  for (const char* value : {"", "junk", "9011C", "0-11C", "00110"}) {
    ::setenv("TRELLIS_ENDED_WORK", value, 1);
    const RunResult run = trellis({shader("control_flow/break_continue_mixed"), "-o", path("out.spv")});
    ::unsetenv("TRELLIS_ENDED_WORK");
    EXPECT_EQ(run.exit_code, 0) << value << run.errors;
  }
}

}  // namespace
}  // namespace trellis::tools_test
