#include "tests/differential/hlsl/compiler.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "support/run_program.hpp"
#include "tests/support/files.hpp"

namespace trellis::differential::hlsl {

namespace fs = std::filesystem;

namespace {

constexpr double kSecondsPerList = 900;

/// A new folder that is removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "trellis-hlsl-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::span<const uint8_t> bytes_of_text(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

fs::path numbered(const fs::path& folder, size_t number, const char* extension) {
  return folder / (std::to_string(number) + extension);
}

/// Reads lines "ok FILE" and "FAILED FILE messages", in the order of the list, and skips what a crash may
/// add. Returns the number of files with a verdict.
size_t read_verdicts(const std::string& output, size_t first, std::vector<Compiled>& made) {
  size_t count = 0;
  for (size_t at = 0; at < output.size() && first + count < made.size();) {
    const size_t end = std::min(output.find('\n', at), output.size());
    const std::string line = output.substr(at, end - at);
    at = end + 1;
    const bool is_ok = line.starts_with("ok "), has_failed = line.starts_with("FAILED ");
    if (has_failed) made[first + count].messages = line;
    count += is_ok || has_failed ? 1 : 0;
  }
  return count;
}

}  // namespace

std::optional<Compiler> Compiler::find() {
  const auto usable = [](const fs::path& file) { return ::access(file.c_str(), X_OK) == 0; };
  if (const char* named = std::getenv("TRELLIS_DXC"); named != nullptr && *named != '\0') {
    return usable(named) ? std::optional(Compiler(named)) : std::nullopt;
  }
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  fs::path folder;
  if (cache != nullptr && *cache != '\0') {
    folder = cache;
  } else if (home != nullptr) {
    folder = fs::path(home) / ".cache";
  }
  const fs::path file = folder / "trellis" / "dxc" / "dxc";
  return usable(file) ? std::optional(Compiler(file.string())) : std::nullopt;
}

Result<std::vector<Compiled>> Compiler::compile(const std::vector<Compilation>& list) const {
  const TemporaryFolder folder;
  if (folder.path().empty()) return bad_input("there is no place for temporary files");
  std::vector<Compiled> made(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    const auto written =
        test_support::write_binary_file(numbered(folder.path(), i, ".hlsl"), bytes_of_text(list[i].source));
    if (!written) return written.error();
  }
  // If dxc crashes, the next process continues after the file that crashed it.
  for (size_t first = 0; first < list.size();) {
    std::string lines;
    for (size_t i = first; i < list.size(); ++i) {
      lines += numbered(folder.path(), i, ".hlsl").string();
      for (const std::string& argument : list[i].arguments) lines += " " + argument;
      lines += " -Fo " + numbered(folder.path(), i, ".dxil").string() + "\n";
    }
    const fs::path file = folder.path() / "list";
    TRELLIS_RETURN_IF_ERROR(test_support::write_binary_file(file, bytes_of_text(lines)));
    const auto run = run_program({String(program_), "@list", String(file.string())}, {}, kSecondsPerList);
    if (!run) return run.error();
    const size_t done = read_verdicts(std::string(run->output), first, made);
    first += done;
    if (first < list.size()) made[first++].messages = "dxc ended without an answer";
  }
  for (size_t i = 0; i < list.size(); ++i) {
    if (!made[i].messages.empty()) continue;
    auto bytes = test_support::read_binary_file(numbered(folder.path(), i, ".dxil"));
    if (bytes) {
      made[i].container = std::move(*bytes);
    } else {
      made[i].messages = "dxc left no file";
    }
  }
  return made;
}

}  // namespace trellis::differential::hlsl
