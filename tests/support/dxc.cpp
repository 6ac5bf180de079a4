#include "tests/support/dxc.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/run_program.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_support {
namespace {

namespace fs = std::filesystem;

/// A temporary file, removed by the destructor.
class ListFile {
 public:
  ListFile() {
    std::string name = (fs::temp_directory_path() / "trellis-dxc-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) return;
    std::fclose(::fdopen(descriptor, "w"));
    name_ = name;
  }
  ~ListFile() {
    std::error_code error;
    if (!name_.empty()) fs::remove(name_, error);
  }
  ListFile(const ListFile&) = delete;
  ListFile& operator=(const ListFile&) = delete;

  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

std::string line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += word.find_first_of(" \t") == std::string::npos && !word.empty() ? word : '"' + word + '"';
  }
  return line;
}

bool is_expressible(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.find_first_of("\"\r\n") != std::string::npos) return false;
  }
  return !words.empty();
}

/// Reads a line that begins a result: "ok FILE" or "FAILED FILE MESSAGES". Returns false for other lines,
/// which continue the messages before them.
bool read_result(const std::string& line, const std::string& file, DxcResult& result) {
  if (line.starts_with("ok " + file)) {
    result = {true, {}};
    return true;
  }
  const std::string start = "FAILED " + file;
  if (!line.starts_with(start)) return false;
  result = {false, line.size() > start.size() ? line.substr(start.size() + 1) : std::string()};
  return true;
}

/// Returns the results of the first files, as many as the output contains.
std::vector<DxcResult> results_of(const std::string& output, const std::vector<std::string>& files) {
  std::vector<DxcResult> results;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) {
    DxcResult result;
    if (results.size() < files.size() && read_result(line, files[results.size()], result)) {
      results.push_back(std::move(result));
    } else if (!results.empty()) {
      results.back().messages += line + "|";
    }
  }
  return results;
}

}  // namespace

std::optional<std::string> installed_dxc() {
  std::string cache;
  if (const char* named = std::getenv("XDG_CACHE_HOME"); named != nullptr && *named != '\0') {
    cache = named;
  } else if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    cache = std::string(home) + "/.cache";
  }
  const std::string program = cache + "/trellis/dxc/dxc";
  std::error_code error;
  if (cache.empty() || !fs::is_regular_file(program, error)) return std::nullopt;
  return program;
}

Result<std::vector<DxcResult>> compile_all(const std::vector<std::vector<std::string>>& commands,
                                           double seconds) {
  const auto dxc = installed_dxc();
  if (!dxc) return internal_check(kNoDxc);
  std::vector<DxcResult> results;
  while (results.size() < commands.size()) {
    const ListFile list;
    std::vector<std::string> files;
    std::ofstream stream(list.name());
    for (size_t n = results.size(); n < commands.size(); ++n) {
      if (!is_expressible(commands[n])) return internal_check("a list for dxc cannot have such words");
      stream << line_of(commands[n]) << '\n';
      files.push_back(commands[n].front());
    }
    if (!stream.flush()) return internal_check("cannot write a list for dxc");
    const auto ran = run_program({*dxc, "@list", list.name()}, {}, seconds);
    if (!ran) return ran.error();
    if (!ran->finished) return internal_check("dxc did not finish in time");
    const std::vector<DxcResult> some = results_of(ran->output, files);
    results.insert(results.end(), some.begin(), some.end());
    if (some.size() < files.size()) results.push_back({false, "dxc crashed: " + std::string(ran->errors)});
  }
  return results;
}

Result<std::vector<DxcResult>> validate_all(const std::vector<std::string>& files, double seconds) {
  const auto dxc = installed_dxc();
  if (!dxc) return internal_check(kNoDxc);
  std::vector<DxcResult> results;
  while (results.size() < files.size()) {
    constexpr size_t kMostAtOnce = 500;  // Command lines have a maximum length.
    Vector<String> command = {*dxc, "@val"};
    std::vector<std::string> some;
    for (size_t n = results.size(); n < files.size() && some.size() < kMostAtOnce; ++n)
      some.push_back(files[n]);
    for (const std::string& file : some) command.push_back(file);
    const auto ran = run_program(command, {}, seconds);
    if (!ran) return ran.error();
    if (!ran->finished) return internal_check("dxc's validator did not finish in time");
    const std::vector<DxcResult> found = results_of(ran->output, some);
    results.insert(results.end(), found.begin(), found.end());
    if (found.size() < some.size())
      results.push_back({false, "dxc's validator crashed: " + std::string(ran->errors)});
  }
  return results;
}

}  // namespace trellis::test_support
