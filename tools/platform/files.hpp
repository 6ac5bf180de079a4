// File operations of the operating system that the standard library does not cover. Descriptors are those of
// POSIX, which Windows' C runtime supports as well. A function that fails sets errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace trellis::tools::platform {

/// The null device, which discards what is written to it.
extern const char* const kNullFile;

enum class FileKind : uint8_t { kNone, kRegular, kFolder, kOther };

struct FileStatus {
  FileKind kind = FileKind::kNone;
  uint64_t size = 0;         ///< Size in bytes; regular files only.
  uint32_t permissions = 0;  ///< The system's permission bits.
};

/// Returns the status of the file that the name refers to, through links; kNone if there is none.
FileStatus status_of(const std::string& name);

/// Gets the status of an open file. Returns false if that fails.
bool get_status(int descriptor, FileStatus& status);

/// The standard streams in binary mode.
int standard_input();
int standard_output();

/// Return a descriptor that child programs do not inherit, or -1.
int open_to_read(const std::string& name);
int open_to_write(const std::string& name);
/// Creates an empty file and replaces an existing one. Does not follow a symbolic link.
int create_file(const std::string& name);
/// Creates an empty file whose new name begins with `prefix` in the folder for temporary files. Returns its
/// name, or an empty string.
std::string make_temporary_file(const std::string& prefix);
/// As make_temporary_file(), but creates an empty folder that only this user can access.
std::string make_temporary_folder(const std::string& prefix);

/// Return the number of bytes moved, which may be fewer than requested (0 at the end when reading), or -1.
/// They are restarted after interrupts.
int64_t read_some(int descriptor, void* bytes, size_t most);
int64_t write_some(int descriptor, const void* bytes, size_t most);

bool set_permissions(int descriptor, const FileStatus& status);
bool close_file(int descriptor);

/// Renames a file and atomically replaces an existing one. Returns false if it fails; then both files are
/// unchanged.
bool replace_file(const std::string& from, const std::string& to);
void remove_file(const std::string& name);

/// Holds signals that would interrupt the program, for its lifetime.
class InterruptHold {
 public:
  InterruptHold();
  ~InterruptHold();
  InterruptHold(const InterruptHold&) = delete;
  InterruptHold& operator=(const InterruptHold&) = delete;

 private:
  struct State;
  std::unique_ptr<State> before_;
};

}  // namespace trellis::tools::platform
