#include "tools/platform/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace trellis::tools::platform {
namespace {

FileStatus status_from(const struct stat& found) {
  FileStatus status;
  status.kind = S_ISREG(found.st_mode)   ? FileKind::kRegular
                : S_ISDIR(found.st_mode) ? FileKind::kFolder
                                         : FileKind::kOther;
  if (status.kind == FileKind::kRegular) status.size = static_cast<uint64_t>(found.st_size);
  status.permissions = found.st_mode & 07777;
  return status;
}

/// Returns the pattern for a temporary name; empty if there is no folder for temporary files.
std::string temporary_pattern(const std::string& prefix) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  return error ? std::string() : (folder / (prefix + "XXXXXX")).string();
}

}  // namespace

const char* const kNullFile = "/dev/null";

FileStatus status_of(const std::string& name) {
  struct stat found = {};
  return ::stat(name.c_str(), &found) == 0 ? status_from(found) : FileStatus{};
}

bool get_status(int descriptor, FileStatus& status) {
  struct stat found = {};
  if (::fstat(descriptor, &found) != 0) return false;
  status = status_from(found);
  return true;
}

int standard_input() { return STDIN_FILENO; }

int standard_output() { return STDOUT_FILENO; }

int open_to_read(const std::string& name) { return ::open(name.c_str(), O_RDONLY | O_CLOEXEC); }

int open_to_write(const std::string& name) { return ::open(name.c_str(), O_WRONLY | O_CLOEXEC); }

int create_file(const std::string& name) {
  return ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
}

std::string make_temporary_file(const std::string& prefix) {
  std::string name = temporary_pattern(prefix);
  const int descriptor = name.empty() ? -1 : ::mkstemp(name.data());
  if (descriptor < 0) return {};
  ::close(descriptor);
  return name;
}

std::string make_temporary_folder(const std::string& prefix) {
  std::string name = temporary_pattern(prefix);
  return !name.empty() && ::mkdtemp(name.data()) != nullptr ? name : std::string();
}

int64_t read_some(int descriptor, void* bytes, size_t most) {
  ssize_t count = -1;
  do {
    count = ::read(descriptor, bytes, most);
  } while (count < 0 && errno == EINTR);
  return count;
}

int64_t write_some(int descriptor, const void* bytes, size_t most) {
  ssize_t count = -1;
  do {
    count = ::write(descriptor, bytes, most);
  } while (count < 0 && errno == EINTR);
  return count;
}

bool set_permissions(int descriptor, const FileStatus& status) {
  return ::fchmod(descriptor, status.permissions) == 0;
}

bool close_file(int descriptor) { return ::close(descriptor) == 0; }

bool replace_file(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0;
}

void remove_file(const std::string& name) { ::unlink(name.c_str()); }

struct InterruptHold::State {
  sigset_t signals;
};

InterruptHold::InterruptHold() : before_(std::make_unique<State>()) {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) sigaddset(&held, signal);
  ::sigprocmask(SIG_BLOCK, &held, &before_->signals);
}

InterruptHold::~InterruptHold() { ::sigprocmask(SIG_SETMASK, &before_->signals, nullptr); }

}  // namespace trellis::tools::platform
