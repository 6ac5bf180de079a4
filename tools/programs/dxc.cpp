#include "tools/programs/dxc.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "support/run_program.hpp"
#include "tools/file_io.hpp"
#include "tools/platform/files.hpp"
#include "tools/platform/interrupts.hpp"
#include "tools/programs/profiles.hpp"

namespace trellis::tools {
namespace {

namespace fs = std::filesystem;

/// A temporary folder that is removed with the object.
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

/// Returns the path where scripts/get-dxc installs dxc; empty if it is not there.
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

/// Runs dxc from PATH, or otherwise from the cache.
Result<ProgramOutput> start_dxc(const Vector<String>& command, double seconds) {
  auto ran = run_program(command, {}, seconds, platform::is_interrupted);
  if (!ran || ran->found) return ran;
  const std::string cached = cached_dxc();
  if (cached.empty()) return ran;
  Vector<String> other = command;
  other[0] = cached;
  return run_program(other, {}, seconds, platform::is_interrupted);
}

std::optional<Outcome> run_dxc(const Settings& settings, const Vector<String>& command,
                               ProgramOutput& output) {
  auto ran = start_dxc(command, settings.seconds);
  if (!ran) return failure(kExitBadUsage, ran.error().to_string());
  output = std::move(*ran);
  if (!output.found) {
    return failure(
        kExitBadUsage,
        "compiling HLSL needs the program dxc, which is not installed: it is in the Vulkan SDK and in "
        "Microsoft's releases of DirectXShaderCompiler; on Debian, scripts/get-dxc of Trellis' sources "
        "installs one");
  }
  if (!output.finished)
    return failure(kExitBadInput, "dxc took longer than " + seconds_text(settings.seconds) + " s");
  if (output.exit_status == 0) return std::nullopt;
  Outcome refused = failure(kExitUnsupported, "dxc failed to compile the shader");
  refused.is_compiler_error = true;
  return refused;
}

/// Returns the files in dxc's dependency rule, "source: file \\ file". Each line has one file, and blanks in
/// names are not escaped.
std::vector<std::string> prerequisites_of(std::string_view rule, const std::string& source) {
  if (rule.starts_with(source + ": ")) {
    rule.remove_prefix(source.size() + 2);
  } else {
    rule.remove_prefix(std::min(rule.size(), rule.find(": ") + 2));
  }
  std::vector<std::string> files;
  std::istringstream stream{std::string(rule)};
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '\\' || line.back() == ' '))
      line.pop_back();
    line.erase(0, std::min(line.size(), line.find_first_not_of(' ')));
    if (!line.empty()) files.push_back(line);
  }
  return files;
}

/// One run of dxc on a source file.
class Compilation {
 public:
  Compilation(const Settings& settings, const std::string& name, Compiled& compiled)
      : settings_(settings), file_(name), compiled_(compiled) {}

  /// Runs dxc and keeps the file that it writes with the option `flag` ("-Fo"). `more` are the words before
  /// that option.
  std::optional<Outcome> run(std::span<const uint8_t> source, const Vector<String>& more, const char* flag) {
    const std::string profile = profile_for(settings_.hlsl.profile, file_);
    if (profile.empty()) return without_stage();
    if (!folder_.is_there()) return failure(kExitBadUsage, "cannot create a temporary folder");
    if (file_ == "-") {
      file_ = folder_.file("stdin.hlsl");
      const std::string_view text(reinterpret_cast<const char*>(source.data()), source.size());
      if (Problem wrong = write_output(file_, text); !wrong.empty())
        return failure(kExitBadUsage, std::move(wrong));
    }
    command_ = command_of(settings_, profile, file_);
    Vector<String> compile = command_;
    compile.insert(compile.end(), more.begin(), more.end());
    const std::string made = folder_.file("made");
    compile.push_back(flag);
    compile.push_back(made);
    ProgramOutput output;
    auto failed = run_dxc(settings_, compile, output);
    compiled_.messages = output.errors;
    if (auto not_listed = list_dependencies(failed)) return not_listed;
    if (failed) return failed;
    if (Problem wrong = read_input(made, compiled_.dxil); !wrong.empty()) {
      return failure(
          kExitBadUsage,
          "dxc wrote no output: leave out the option for dxc that asks for another kind of output, such as "
          "-P after -- (give -P itself to preprocess)");
    }
    return std::nullopt;
  }

 private:
  Outcome without_stage() const {
    return failure(kExitBadUsage, "neither the profile " + settings_.hlsl.profile +
                                      " nor the file's name has a stage: use a profile such as ps_" +
                                      settings_.hlsl.profile +
                                      ", or a name such as NAME.ps.hlsl or NAME.frag.hlsl");
  }

  /// List the includes even if the source does not compile: the error may be in one of them.
  std::optional<Outcome> list_dependencies(const std::optional<Outcome>& failed) {
    if (!settings_.hlsl.asks_for_dependencies || (failed && !failed->is_compiler_error)) return std::nullopt;
    Vector<String> ask = command_;
    ask.push_back("-M");
    ProgramOutput output;
    auto not_listed = run_dxc(settings_, ask, output);
    if (!not_listed) compiled_.dependencies = prerequisites_of(output.output, file_);
    if (failed) return std::nullopt;
    if (not_listed) return not_listed;
    // The rule must at least name the source. An empty rule would hide later changes from a build system.
    if (compiled_.dependencies.empty())
      return failure(kExitBadUsage, "dxc -M lists no files: --depfile needs a dxc that supports -M");
    return std::nullopt;
  }

  // Declared first, so that it ends the process after the folder has been removed.
  const platform::InterruptWatch watch_;
  const TemporaryFolder folder_;
  const Settings& settings_;
  std::string file_;
  Compiled& compiled_;
  Vector<String> command_;
};

}  // namespace

std::optional<Outcome> compile_hlsl(const Settings& settings, const std::string& name,
                                    std::span<const uint8_t> source, Compiled& compiled) {
  return Compilation(settings, name, compiled).run(source, {}, "-Fo");
}

std::optional<Outcome> identity_of_dxc(const Settings& settings, std::vector<uint8_t>& identity) {
  constexpr std::string_view kShader = "float4 main() : SV_Target { return 1; }\n";
  Settings plain;
  plain.hlsl.profile = "ps_6_0";
  plain.seconds = settings.seconds;
  Compiled compiled;
  auto failed = Compilation(plain, "-", compiled)
                    .run({reinterpret_cast<const uint8_t*>(kShader.data()), kShader.size()}, {}, "-Fo");
  identity = std::move(compiled.dxil);
  return failed;
}

std::optional<Outcome> preprocess_hlsl(const Settings& settings, const std::string& name,
                                       std::span<const uint8_t> source, Compiled& compiled) {
  return Compilation(settings, name, compiled).run(source, {"-P"}, "-Fi");
}

}  // namespace trellis::tools
