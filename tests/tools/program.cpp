#include "tests/tools/program.hpp"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "support/run_program.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::tools_test {
namespace {

constexpr double kSeconds = 120;

}  // namespace

RunResult trellis(const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<std::string> command = {TRELLIS_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto ran = run_program(command, input, kSeconds);
  if (!ran || !ran->found) return {-1, {}, "the program could not be started"};
  return {ran->finished ? ran->exit_status : -1, ran->output, ran->errors};
}

RunResult trellis_on_terminal(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {TRELLIS_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  RunResult run;
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (process < 0) {
    run.output = std::string("no pseudo-terminal (is /dev/pts mounted?): ") + std::strerror(errno);
    return run;
  }
  if (process == 0) {
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("NO_COLOR");
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  char buffer[4096];
  ssize_t count = 0;
  while ((count = ::read(terminal, buffer, sizeof buffer)) > 0)
    run.output.append(buffer, static_cast<size_t>(count));
  int status = 0;
  ::waitpid(process, &status, 0);
  ::close(terminal);
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  return run;
}

std::filesystem::path shader(const std::string& label) {
  return test_support::corpus_root() / (label + ".dxil");
}

void InFolder::SetUp() {
  std::string name = (std::filesystem::temp_directory_path() / "trellis-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  folder_ = name;
}

void InFolder::TearDown() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void InFolder::write(const std::string& name, const std::string& bytes) const {
  std::filesystem::create_directories((folder_ / name).parent_path());
  std::ofstream stream(folder_ / name, std::ios::binary);
  stream << bytes;
  ASSERT_TRUE(stream.good());
}

std::string InFolder::read(const std::string& name) const { return file_bytes(folder_ / name); }

std::vector<std::string> InFolder::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
    if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(folder_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string file_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

testing::AssertionResult is_one_line(const std::string& text, const std::string& start,
                                     const std::string& part) {
  if (text.empty() || text.find('\n') != text.size() - 1) {
    return testing::AssertionFailure() << "not one line: \"" << text << '"';
  }
  if (text.rfind(start, 0) != 0) return testing::AssertionFailure() << "starts otherwise: " << text;
  if (text.find(part) == std::string::npos) {
    return testing::AssertionFailure() << '"' << part << "\" is not in: " << text;
  }
  return testing::AssertionSuccess();
}

}  // namespace trellis::tools_test
