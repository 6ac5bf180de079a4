#include "tools/platform/files.hpp"

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "support/windows/api.hpp"

namespace trellis::tools::platform {
namespace {

constexpr size_t kMostBytesAtOnce = 1 << 20;
constexpr int kAlways = _O_BINARY | _O_NOINHERIT;

FileStatus status_from(const struct _stat64& found) {
  FileStatus status;
  const unsigned kind = found.st_mode & _S_IFMT;
  status.kind = kind == _S_IFREG   ? FileKind::kRegular
                : kind == _S_IFDIR ? FileKind::kFolder
                                   : FileKind::kOther;
  if (status.kind == FileKind::kRegular) status.size = static_cast<uint64_t>(found.st_size);
  status.permissions = found.st_mode & (_S_IREAD | _S_IWRITE);
  return status;
}

int open_file(const std::string& name, int flags) {
  std::wstring wide;
  if (!windows::widen(name, wide)) {
    errno = EILSEQ;
    return -1;
  }
  int descriptor = -1;
  const int error = ::_wsopen_s(&descriptor, wide.c_str(), flags | kAlways, _SH_DENYNO, _S_IREAD | _S_IWRITE);
  errno = error;
  return error == 0 ? descriptor : -1;
}

/// Tries names in the folder for temporary files until `make` creates one. Returns an empty string if it
/// fails for any reason other than that the name exists.
std::string first_new_name(const std::string& prefix, const std::function<bool(const std::string&)>& make) {
  wchar_t folder[MAX_PATH + 1];
  const DWORD length = ::GetTempPathW(MAX_PATH + 1, folder);
  if (length == 0 || length > MAX_PATH) return {};
  const std::string start = windows::narrow(std::wstring_view(folder, length)) + prefix +
                            std::to_string(::GetCurrentProcessId()) + "-";
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const std::string name = start + std::to_string(attempt);
    errno = 0;
    if (make(name)) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

}  // namespace

const char* const kNullFile = "NUL";

FileStatus status_of(const std::string& name) {
  std::wstring wide;
  struct _stat64 found = {};
  return windows::widen(name, wide) && ::_wstat64(wide.c_str(), &found) == 0 ? status_from(found)
                                                                             : FileStatus{};
}

bool get_status(int descriptor, FileStatus& status) {
  struct _stat64 found = {};
  if (::_fstat64(descriptor, &found) != 0) return false;
  status = status_from(found);
  return true;
}

int standard_input() {
  ::_setmode(0, _O_BINARY);
  return 0;
}

int standard_output() {
  ::_setmode(1, _O_BINARY);
  return 1;
}

int open_to_read(const std::string& name) { return open_file(name, _O_RDONLY); }

int open_to_write(const std::string& name) { return open_file(name, _O_WRONLY); }

int create_file(const std::string& name) {
  // Anything with this name is left over from an earlier process with the same number, or is a link. Remove
  // it, and do not follow it.
  remove_file(name);
  return open_file(name, _O_WRONLY | _O_CREAT | _O_EXCL);
}

std::string make_temporary_file(const std::string& prefix) {
  return first_new_name(prefix, [](const std::string& name) {
    const int descriptor = open_file(name, _O_WRONLY | _O_CREAT | _O_EXCL);
    return descriptor >= 0 && close_file(descriptor);
  });
}

std::string make_temporary_folder(const std::string& prefix) {
  // Only the user can access the user's folder for temporary files.
  return first_new_name(prefix, [](const std::string& name) {
    std::wstring wide;
    return windows::widen(name, wide) && ::_wmkdir(wide.c_str()) == 0;
  });
}

int64_t read_some(int descriptor, void* bytes, size_t most) {
  return ::_read(descriptor, bytes, static_cast<unsigned>(std::min(most, kMostBytesAtOnce)));
}

int64_t write_some(int descriptor, const void* bytes, size_t most) {
  return ::_write(descriptor, bytes, static_cast<unsigned>(std::min(most, kMostBytesAtOnce)));
}

bool set_permissions(int, const FileStatus&) {
  // The folder determines access lists. A read-only file was not replaced in the first place.
  return true;
}

bool close_file(int descriptor) { return ::_close(descriptor) == 0; }

bool replace_file(const std::string& from, const std::string& to) {
  std::wstring wide_from, wide_to;
  if (!windows::widen(from, wide_from) || !windows::widen(to, wide_to)) {
    errno = EILSEQ;
    return false;
  }
  if (::MoveFileExW(wide_from.c_str(), wide_to.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) return true;
  const DWORD error = ::GetLastError();
  errno = error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION ? EACCES : EIO;
  return false;
}

void remove_file(const std::string& name) {
  std::wstring wide;
  if (windows::widen(name, wide)) ::DeleteFileW(wide.c_str());
}

// Interrupts are not held on Windows: one that arrives during a write may leave a temporary file behind.
struct InterruptHold::State {};

InterruptHold::InterruptHold() = default;

InterruptHold::~InterruptHold() = default;

}  // namespace trellis::tools::platform
