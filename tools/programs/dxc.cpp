#include "tools/programs/dxc.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "support/run_program.hpp"
#include "tools/file_io.hpp"
#include "tools/platform/files.hpp"
#include "tools/programs/profiles.hpp"

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

/// Where scripts/get-dxc puts it, or empty.
std::string cached_dxc() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string cache = variable("XDG_CACHE_HOME");
  if (cache.empty()) {
    cache = variable("HOME");
    if (cache.empty()) return {};
    cache += "/.cache";
  }
  return cache + "/trellis/dxc/dxc";
}

Vector<String> command_of(const Settings& settings, const std::string& profile, const std::string& source) {
  const HlslSettings& hlsl = settings.hlsl;
  Vector<String> command = {"dxc", "-nologo", "-T", profile};
  const bool is_library = profile.starts_with("lib_");
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

/// Runs dxc, from PATH or else from the cache.
Result<ProgramOutput> start_dxc(const Vector<String>& command, double seconds) {
  auto ran = run_program(command, {}, seconds);
  if (!ran || ran->found) return ran;
  const std::string cached = cached_dxc();
  if (cached.empty()) return ran;
  Vector<String> other = command;
  other[0] = cached;
  return run_program(other, {}, seconds);
}

std::optional<Outcome> run_dxc(const Settings& settings, const Vector<String>& command,
                               ProgramOutput& output) {
  auto ran = start_dxc(command, settings.seconds);
  if (!ran) return failure(kExitBadUsage, ran.error().to_string());
  output = std::move(*ran);
  if (!output.found) {
    return failure(kExitBadUsage,
                   "compiling HLSL needs the program dxc, which is not installed: it is in the Vulkan SDK and in "
                   "Microsoft's releases of DirectXShaderCompiler; on Debian, scripts/get-dxc of Trellis' sources "
                   "installs one");
  }
  if (!output.finished) return failure(kExitBadInput, "dxc did not finish in time");
  if (output.exit_status == 0) return std::nullopt;
  Outcome refused = failure(kExitUnsupported, "dxc failed to compile the shader");
  refused.is_compiler_error = true;
  return refused;
}

/// Of dxc's rule, "source: file \\ file": a file a line, with blanks in names as they are.
std::vector<std::string> prerequisites_of(std::string_view rule, const std::string& source) {
  if (rule.starts_with(source + ": ")) {
    rule.remove_prefix(source.size() + 2);
  } else {
    rule.remove_prefix(std::min(rule.size(), rule.find(": ") + 2));
  }
  std::vector<std::string> files;
  std::istringstream stream{std::string(rule)};
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '\\' || line.back() == ' ')) line.pop_back();
    line.erase(0, std::min(line.size(), line.find_first_not_of(' ')));
    if (!line.empty()) files.push_back(line);
  }
  return files;
}

}  // namespace

std::optional<Outcome> compile_hlsl(const Settings& settings, const std::string& name,
                                    std::span<const uint8_t> source, Compiled& compiled) {
  const std::string profile = profile_for(settings.hlsl.profile, name);
  if (profile.empty()) {
    return failure(kExitBadUsage, "neither the profile " + settings.hlsl.profile +
                                      " nor the file's name has a stage: use a profile such as ps_" + settings.hlsl.profile +
                                      ", or a name such as NAME.ps.hlsl or NAME.frag.hlsl");
  }
  const TemporaryFolder folder;
  if (!folder.is_there()) return failure(kExitBadUsage, "cannot create a temporary folder");
  std::string file = name;
  if (name == "-") {
    file = folder.file("stdin.hlsl");
    const std::string_view text(reinterpret_cast<const char*>(source.data()), source.size());
    if (Problem wrong = write_output(file, text); !wrong.empty())
      return failure(kExitBadUsage, std::move(wrong));
  }
  const Vector<String> command = command_of(settings, profile, file);
  Vector<String> compile = command;
  const std::string made = folder.file("made.dxil");
  compile.push_back("-Fo");
  compile.push_back(made);
  ProgramOutput output;
  auto failed = run_dxc(settings, compile, output);
  compiled.messages = output.errors;
  if (settings.hlsl.asks_for_dependencies && (!failed || failed->is_compiler_error)) {
    Vector<String> ask = command;
    ask.push_back("-M");
    // Source that does not compile still has includes, one of which may have the error.
    auto not_listed = run_dxc(settings, ask, output);
    if (!not_listed) compiled.dependencies = prerequisites_of(output.output, file);
    if (!failed && not_listed) return not_listed;
  }
  if (failed) return failed;
  if (Problem wrong = read_input(made, compiled.dxil); !wrong.empty()) {
    return failure(kExitBadInput, "dxc did not write DXIL: " + wrong);
  }
  return std::nullopt;
}

}  // namespace trellis::tools
