#include "tools/file_io.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "tools/platform/files.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::tools {
namespace {

constexpr int kMaxLinks = 40;  // Linux follows as many.
constexpr char kTooLarge[] = "the file is larger than 1 GiB, the most that Trellis reads";

Problem problem(const char* what, int number) { return std::string(what) + ": " + std::strerror(number); }

/// Returns true if all bytes were written; otherwise errno has the reason.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const int64_t written = platform::write_some(descriptor, bytes.data(), bytes.size());
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

Problem read_all(int descriptor, std::vector<uint8_t>& bytes) {
  platform::FileStatus status;
  if (!platform::get_status(descriptor, status)) return problem("cannot read", errno);
  if (status.kind == platform::FileKind::kFolder) return "cannot read: it is a folder";
  const uint64_t expected = status.kind == platform::FileKind::kRegular ? status.size : 65536;
  if (expected > kMaxInputBytes) return kTooLarge;
  size_t used = 0;
  bytes.resize(expected + 1);
  while (true) {
    if (used == bytes.size()) bytes.resize(bytes.size() * 2);
    const int64_t count = platform::read_some(descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0) return problem("cannot read", errno);
    if (count == 0) break;
    used += static_cast<size_t>(count);
    if (used > kMaxInputBytes) return kTooLarge;
  }
  bytes.resize(used);
  return {};
}

/// Follows a chain of symbolic links to the file at its end, which need not exist. Returns any other name
/// unchanged.
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
  if (name == "-") return read_all(platform::standard_input(), bytes);
  const int descriptor = platform::open_to_read(name);
  if (descriptor < 0) return problem("cannot open", errno);
  Problem wrong = read_all(descriptor, bytes);
  platform::close_file(descriptor);
  return wrong;
}

std::string temporary_name(const std::string& name, int process) {
  const std::filesystem::path path(name);
  return (path.parent_path() / ("." + path.filename().string() + "." + std::to_string(process) + ".tmp"))
      .string();
}

Problem write_output(const std::string& wanted, std::string_view bytes) {
  const platform::InterruptHold hold;
  const std::string name = link_target(wanted);
  if (name == "-") {
    return write_all(platform::standard_output(), bytes) ? Problem()
                                                         : problem("cannot write standard output", errno);
  }
  const platform::FileStatus status = platform::status_of(name);
  const bool exists = status.kind != platform::FileKind::kNone;
  if (exists && status.kind != platform::FileKind::kRegular) {
    if (status.kind == platform::FileKind::kFolder) return "cannot write " + name + ": it is a folder";
    // A device or pipe (/dev/null, /dev/stdout) is written to directly and never replaced.
    const int descriptor = platform::open_to_write(name);
    const bool written = descriptor >= 0 && write_all(descriptor, bytes);
    const int error = errno;
    if (descriptor >= 0) platform::close_file(descriptor);
    return written ? Problem() : problem(("cannot write " + name).c_str(), error);
  }
  const std::string temporary = temporary_name(name, platform::process_number());
  const int descriptor = platform::create_file(temporary);
  if (descriptor < 0) return problem(("cannot write " + name).c_str(), errno);
  bool written = write_all(descriptor, bytes);
  // The new file keeps the permissions of the one that it replaces.
  if (written && exists) written = platform::set_permissions(descriptor, status);
  int error = errno;
  if (!platform::close_file(descriptor) && written) {
    written = false;
    error = errno;
  }
  if (written && platform::replace_file(temporary, name)) return {};
  if (written) error = errno;
  platform::remove_file(temporary);
  return problem(("cannot write " + name).c_str(), error);
}

bool holds(const std::string& name, std::string_view bytes) {
  const platform::FileStatus status = platform::status_of(name);
  if (status.kind != platform::FileKind::kRegular || status.size != bytes.size()) return false;
  std::vector<uint8_t> there;
  return read_input(name, there).empty() &&
         std::equal(there.begin(), there.end(), bytes.begin(), bytes.end(),
                    [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); });
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
