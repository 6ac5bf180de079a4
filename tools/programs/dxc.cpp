#include "tools/programs/dxc.hpp"

#include <filesystem>
#include <sstream>

#include "support/run_program.hpp"
#include "tools/file_io.hpp"
#include "tools/platform/files.hpp"

namespace trellis::tools {
namespace {

namespace fs = std::filesystem;

/// A folder that is gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : name_(platform::make_temporary_folder("trellis-")) {}
  ~TemporaryFolder() {
    std::error_code error;
    if (!name_.empty()) fs::remove_all(name_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  bool is_there() const { return !name_.empty(); }
  std::string file(const char* name) const { return name_ + "/" + name; }

 private:
  std::string name_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

Vector<String> command_of(const Settings& settings, const std::string& source) {
  const HlslSettings& hlsl = settings.hlsl;
  Vector<String> command = {"dxc", "-nologo", "-T", hlsl.profile};
  const bool is_library = hlsl.profile.starts_with("lib_");
  if (!is_library && !settings.translate.entry.empty()) {
    command.push_back("-E");
    command.push_back(settings.translate.entry);
  }
  if (settings.read.debug_info) {
    command.push_back("-Zi");
    command.push_back("-Qembed_debug");
  }
  for (const std::string& argument : hlsl.arguments) command.push_back(argument);
  command.push_back(source);
  return command;
}

/// Runs dxc. What it said goes to `output`.
std::optional<Outcome> run_dxc(const Settings& settings, const Vector<String>& command,
                               ProgramOutput& output) {
  auto ran = run_program(command, {}, settings.seconds);
  if (!ran) return failure(kExitBadUsage, ran.error().to_string());
  output = std::move(*ran);
  if (!output.found) {
    return failure(kExitBadUsage,
                   "compiling HLSL needs the program dxc, which is not installed: it is in the Vulkan SDK "
                   "and in Microsoft's releases of DirectXShaderCompiler");
  }
  if (!output.finished) return failure(kExitBadInput, "dxc did not finish in time");
  if (output.exit_status == 0) return std::nullopt;
  std::string text = "dxc failed to compile the shader";
  for (const std::string& line : lines_of(output.errors)) text += "\n" + line;
  return failure(kExitBadInput, std::move(text));
}

/// Of a Makefile's rule, "target: file file": blanks in names have a backslash in front.
std::vector<std::string> prerequisites_of(const std::string& rule) {
  std::vector<std::string> files(1);
  const size_t colon = rule.find(": ");
  for (size_t at = colon == std::string::npos ? 0 : colon + 2; at < rule.size(); ++at) {
    const char letter = rule[at];
    if (letter == '\\' && at + 1 < rule.size() && rule[at + 1] == ' ') {
      files.back() += rule[++at];
    } else if (letter == ' ' || letter == '\n' || letter == '\r' ||
               (letter == '\\' && at + 1 < rule.size() && rule[at + 1] == '\n')) {
      if (!files.back().empty()) files.emplace_back();
    } else {
      files.back() += letter;
    }
  }
  if (files.back().empty()) files.pop_back();
  return files;
}

}  // namespace

std::optional<Outcome> compile_hlsl(const Settings& settings, const std::string& name,
                                    std::span<const uint8_t> source, Compiled& compiled) {
  const TemporaryFolder folder;
  if (!folder.is_there()) return failure(kExitBadUsage, "cannot create a temporary folder");
  std::string file = name;
  if (name == "-") {
    file = folder.file("stdin.hlsl");
    const std::string_view text(reinterpret_cast<const char*>(source.data()), source.size());
    if (Problem wrong = write_output(file, text); !wrong.empty())
      return failure(kExitBadUsage, std::move(wrong));
  }
  const Vector<String> command = command_of(settings, file);
  Vector<String> compile = command;
  const std::string made = folder.file("made.dxil");
  compile.push_back("-Fo");
  compile.push_back(made);
  ProgramOutput output;
  if (auto failed = run_dxc(settings, compile, output)) return failed;
  compiled.warnings = lines_of(output.errors);
  if (settings.hlsl.asks_for_dependencies) {
    Vector<String> ask = command;
    ask.push_back("-M");
    if (auto failed = run_dxc(settings, ask, output)) return failed;
    compiled.dependencies = prerequisites_of(output.output);
  }
  if (Problem wrong = read_input(made, compiled.dxil); !wrong.empty()) {
    return failure(kExitBadInput, "dxc did not write DXIL: " + wrong);
  }
  return std::nullopt;
}

}  // namespace trellis::tools
