#include "tools/file_io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace trellis::tools {
namespace {

constexpr int kMaxLinks = 40;  // As Linux follows.

/// Puts signals that would end the program off for its lifetime.
class InterruptHold {
 public:
  InterruptHold() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) sigaddset(&held, signal);
    ::sigprocmask(SIG_BLOCK, &held, &before_);
  }
  ~InterruptHold() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  InterruptHold(const InterruptHold&) = delete;
  InterruptHold& operator=(const InterruptHold&) = delete;

 private:
  sigset_t before_;
};

Problem problem(const char* what, int number) { return std::string(what) + ": " + std::strerror(number); }

/// True if all bytes went out; else errno says why not.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

Problem read_all(int descriptor, std::vector<uint8_t>& bytes) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) return problem("cannot read", errno);
  if (S_ISDIR(status.st_mode)) return "is a folder";
  const uint64_t expected = S_ISREG(status.st_mode) ? static_cast<uint64_t>(status.st_size) : 65536;
  if (expected > kMaxInputBytes) return "is larger than 1 GiB";
  size_t used = 0;
  bytes.resize(expected + 1);
  while (true) {
    if (used == bytes.size()) bytes.resize(bytes.size() * 2);
    const ssize_t count = ::read(descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return problem("cannot read", errno);
    if (count == 0) break;
    used += static_cast<size_t>(count);
    if (used > kMaxInputBytes) return "is larger than 1 GiB";
  }
  bytes.resize(used);
  return {};
}

/// The file that a chain of symbolic links leads to, there or not; other names as they are.
std::string link_target(const std::string& name) {
  std::filesystem::path path = name;
  std::error_code error;
  for (int links = 0; links < kMaxLinks && std::filesystem::is_symlink(path, error); ++links) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
    if (error) return name;
  }
  return path.string();
}

}  // namespace

Problem read_input(const std::string& name, std::vector<uint8_t>& bytes) {
  if (name == "-") return read_all(STDIN_FILENO, bytes);
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return problem("cannot open", errno);
  Problem wrong = read_all(descriptor, bytes);
  ::close(descriptor);
  return wrong;
}

std::string temporary_name(const std::string& name, int process) {
  const std::filesystem::path path(name);
  return (path.parent_path() / ("." + path.filename().string() + "." + std::to_string(process) + ".tmp"))
      .string();
}

Problem write_output(const std::string& wanted, std::string_view bytes) {
  const InterruptHold hold;
  const std::string name = link_target(wanted);
  if (name == "-") {
    return write_all(STDOUT_FILENO, bytes) ? Problem() : problem("cannot write standard output", errno);
  }
  struct stat status = {};
  const bool exists = ::stat(name.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    if (S_ISDIR(status.st_mode)) return "cannot write " + name + ": is a folder";
    // A device or a pipe (/dev/null, /dev/stdout) is written to, never replaced.
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
    const bool written = descriptor >= 0 && write_all(descriptor, bytes);
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    return written ? Problem() : problem(("cannot write " + name).c_str(), error);
  }
  const std::string temporary = temporary_name(name, ::getpid());
  const int descriptor =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return problem(("cannot write " + name).c_str(), errno);
  bool written = write_all(descriptor, bytes);
  // What replaces a file keeps who may read it.
  if (written && exists) written = ::fchmod(descriptor, status.st_mode & 07777) == 0;
  int error = errno;
  if (::close(descriptor) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && ::rename(temporary.c_str(), name.c_str()) == 0) return {};
  if (written) error = errno;
  ::unlink(temporary.c_str());
  return problem(("cannot write " + name).c_str(), error);
}

Problem make_parent_folder(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (folder.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return "cannot make the folder " + folder.string() + ": " + error.message();
}

}  // namespace trellis::tools
