// Files as the operating system has them, where the standard library says too little. Descriptors are those
// of POSIX, which Windows' C runtime has as well. What fails says why in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace trellis::tools::platform {

/// The file that forgets what is written to it.
extern const char* const kNullFile;

enum class FileKind : uint8_t { kNone, kRegular, kFolder, kOther };

struct FileStatus {
  FileKind kind = FileKind::kNone;
  uint64_t size = 0;         ///< Of a regular file, in bytes.
  uint32_t permissions = 0;  ///< As the system has them.
};

/// Of what the name leads to; kNone if it leads nowhere.
FileStatus status_of(const std::string& name);

/// Of an open file; false if it cannot be had.
bool get_status(int descriptor, FileStatus& status);

/// The standard streams, for bytes.
int standard_input();
int standard_output();

/// Descriptors that child programs do not inherit, or -1.
int open_to_read(const std::string& name);
int open_to_write(const std::string& name);
/// An empty file, in the place of another if need be; a symbolic link is not followed.
int create_file(const std::string& name);
/// An empty file of a new name that begins with `prefix`, in the folder for temporary files: its name, or
/// empty.
std::string make_temporary_file(const std::string& prefix);
/// The same, of an empty folder that is this user's alone.
std::string make_temporary_folder(const std::string& prefix);

/// How many bytes were moved, which may be fewer than asked for (reading: 0 at the end), or -1. Interruptions
/// are not told.
int64_t read_some(int descriptor, void* bytes, size_t most);
int64_t write_some(int descriptor, const void* bytes, size_t most);

bool set_permissions(int descriptor, const FileStatus& status);
bool close_file(int descriptor);

/// Gives a file another's name, which is the file's from one moment to the next. False: both are as before.
bool replace_file(const std::string& from, const std::string& to);
void remove_file(const std::string& name);

/// Puts off what would interrupt the program, for its lifetime.
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
