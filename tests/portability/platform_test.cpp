// The code written separately for each system: running programs, files and processes. TRELLIS_CHILD is the
// path of the program made from child.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/run_program.hpp"
#include "tools/platform/files.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::tools::platform {
namespace {

namespace fs = std::filesystem;

/// Makes a folder that is removed after the test.
class PlatformFiles : public testing::Test {
 protected:
  PlatformFiles() : folder_(make_temporary_folder("trellis-platform-")) {}
  ~PlatformFiles() override {
    std::error_code error;
    if (!folder_.empty()) fs::remove_all(folder_, error);
  }

  void SetUp() override { ASSERT_FALSE(folder_.empty()); }

  std::string path(const char* name) const { return (fs::path(folder_) / name).string(); }

  static std::string contents(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static void make(const std::string& name, const std::string& bytes) {
    const int descriptor = create_file(name);
    ASSERT_GE(descriptor, 0);
    EXPECT_EQ(write_some(descriptor, bytes.data(), bytes.size()), static_cast<int64_t>(bytes.size()));
    EXPECT_TRUE(close_file(descriptor));
  }

 private:
  std::string folder_;
};

/// Returns all 256 byte values.
std::string every_byte() {
  std::string bytes;
  for (int value = 0; value < 256; ++value) bytes += static_cast<char>(value);
  return bytes + "\r\n\x1a\n";  // Characters that a text mode would convert, or take as the end of the file.
}

TEST(PlatformRun, BytesGoThroughBothWays) {
  std::string input;
  while (input.size() < 300'000) input += every_byte();  // More than a pipe can hold.
  const auto ran = run_program({TRELLIS_CHILD}, input, 60);
  ASSERT_TRUE(ran) << ran.error().to_string();
  ASSERT_TRUE(ran->found && ran->finished);
  EXPECT_EQ(ran->exit_status, 7);
  EXPECT_TRUE(ran->output == input) << ran->output.size() << " bytes of " << input.size();
  EXPECT_EQ(ran->errors, "");
}

TEST(PlatformRun, ArgumentsArriveAsTheyAre) {
  const auto ran = run_program(
      {TRELLIS_CHILD, "", "a b", "\"", "\\", "c:\\d e\\", "\\\\\"f\\\\", "%PATH%", "$(g) `h`"}, {}, 60);
  ASSERT_TRUE(ran && ran->finished);
  EXPECT_EQ(ran->errors, "[][a b][\"][\\][c:\\d e\\][\\\\\"f\\\\][%PATH%][$(g) `h`]");
}

TEST(PlatformRun, MissingProgramIsNotAnError) {
  for (const char* name : {"no-such-program-anywhere", "./no-such-program-here"}) {
    const auto ran = run_program({name}, {}, 60);
    ASSERT_TRUE(ran) << ran.error().to_string();
    EXPECT_FALSE(ran->found);
  }
}

TEST(PlatformRun, TimeLimitEndsIt) {
  const auto start = std::chrono::steady_clock::now();
  const auto ran = run_program({TRELLIS_CHILD, "wait"}, {}, 0.3);
  ASSERT_TRUE(ran) << ran.error().to_string();
  EXPECT_TRUE(ran->found);
  EXPECT_FALSE(ran->finished);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(PlatformFiles, BytesAreWrittenAndReadAsTheyAre) {
  const std::string bytes = every_byte();
  make(path("a"), bytes);
  const int descriptor = open_to_read(path("a"));
  ASSERT_GE(descriptor, 0);
  FileStatus status;
  ASSERT_TRUE(get_status(descriptor, status));
  EXPECT_EQ(status.kind, FileKind::kRegular);
  EXPECT_EQ(status.size, bytes.size());
  std::string read(1000, '?');
  const int64_t count = read_some(descriptor, read.data(), read.size());
  EXPECT_TRUE(close_file(descriptor));
  ASSERT_EQ(count, static_cast<int64_t>(bytes.size()));
  EXPECT_EQ(read.substr(0, bytes.size()), bytes);
}

TEST_F(PlatformFiles, KindsAreDistinguished) {
  make(path("a"), "four");
  EXPECT_EQ(status_of(path("a")).kind, FileKind::kRegular);
  EXPECT_EQ(status_of(path("a")).size, 4u);
  EXPECT_EQ(status_of(path(".")).kind, FileKind::kFolder);
  EXPECT_EQ(status_of(path("b")).kind, FileKind::kNone);
  EXPECT_LT(open_to_read(path("b")), 0);
  EXPECT_EQ(errno, ENOENT);
}

TEST_F(PlatformFiles, AnotherFileIsReplaced) {
  make(path("new"), "new");
  make(path("old"), "old");
  EXPECT_TRUE(replace_file(path("new"), path("old")));
  EXPECT_EQ(contents(path("old")), "new");
  EXPECT_EQ(status_of(path("new")).kind, FileKind::kNone);
  EXPECT_FALSE(replace_file(path("new"), path("old")));
  EXPECT_EQ(contents(path("old")), "new");
  remove_file(path("old"));
  EXPECT_EQ(status_of(path("old")).kind, FileKind::kNone);
}

TEST_F(PlatformFiles, CreatedFilesBeginEmpty) {
  make(path("a"), "a long text");
  make(path("a"), "short");
  EXPECT_EQ(contents(path("a")), "short");
}

TEST_F(PlatformFiles, TemporaryNamesAreNew) {
  const std::string one = make_temporary_file("trellis-platform-"),
                    two = make_temporary_file("trellis-platform-");
  EXPECT_NE(one, two);
  EXPECT_EQ(status_of(one).kind, FileKind::kRegular);
  EXPECT_EQ(status_of(two).kind, FileKind::kRegular);
  remove_file(one);
  remove_file(two);
}

TEST_F(PlatformFiles, NullFileDiscardsWhatIsWritten) {
  const int descriptor = open_to_write(kNullFile);
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(write_some(descriptor, "abc", 3), 3);
  EXPECT_TRUE(close_file(descriptor));
}

TEST(PlatformProcess, SaysWhatItIs) {
  EXPECT_GT(process_number(), 0);
  EXPECT_GT(peak_memory_kib(), 100u);
}

/// If the system supports workers, one answers and ends; otherwise the start reports an error.
TEST(PlatformProcess, WorkerAnswersOrIsRefused) {
  WorkerProcess worker;
  const std::string wrong = worker.start(
      [](Channel parent) {
        int number = 0;
        while (parent.receive(&number, sizeof number)) {
          ++number;
          if (!parent.send(&number, sizeof number)) break;
        }
      },
      {});
  EXPECT_EQ(wrong.empty(), has_worker_processes()) << wrong;
  if (!has_worker_processes()) return;
  int number = 41;
  ASSERT_TRUE(worker.channel().send(&number, sizeof number));
  const WorkerProcess* const workers[] = {&worker};
  EXPECT_EQ(wait_for_any(workers, 60'000), std::vector<bool>{true});
  ASSERT_TRUE(worker.channel().receive(&number, sizeof number));
  EXPECT_EQ(number, 42);
  const Ending ending = worker.end(false);
  EXPECT_EQ(ending.kind, Ending::Kind::kExited);
  EXPECT_EQ(ending.exit_status, 0);
  EXPECT_FALSE(worker.runs());
}

}  // namespace
}  // namespace trellis::tools::platform
