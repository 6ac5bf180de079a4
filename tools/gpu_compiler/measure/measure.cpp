#include "tools/gpu_compiler/measure/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "api/modules/validate.hpp"
#include "support/run_program.hpp"
#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::gpu_compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIn = "{in}";
constexpr const char* kOut = "{out}";
constexpr uint32_t kMagic = 0x07230203;

// A shell adds this to the number of the signal that ended its program.
constexpr int kShellSignal = 128;

/// Replaces every occurrence of `from`.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Measurement failed(Fate fate, std::string why) {
  // Reports have one line per shader.
  std::replace(why.begin(), why.end(), '\n', ' ');
  constexpr size_t kMostLength = 200;
  return {fate, why.substr(0, kMostLength), {}};
}

std::string too_long(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "took longer than %g s", seconds);
  return text;
}

/// Returns why the file is not a container; nothing if it may be one. A translator checks the rest.
std::optional<Measurement> find_unreadable(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  char magic[4] = {};
  if (!stream) return failed(Fate::kUnreadable, "cannot be opened");
  if (!stream.read(magic, sizeof magic)) return failed(Fate::kUnreadable, "has fewer than four bytes");
  if (std::memcmp(magic, "DXBC", sizeof magic) != 0)
    return failed(Fate::kUnreadable, "does not begin with DXBC");
  return std::nullopt;
}

/// Runs the translator and reads the module that it writes. Returns why there is none.
std::optional<Measurement> translate(const std::vector<std::string>& words, double seconds,
                                     const fs::path& out, std::vector<uint32_t>& module) {
  std::error_code ignored;
  fs::remove(out, ignored);
  Vector<String> arguments;
  for (const std::string& word : words) arguments.push_back(String(word));
  const auto start = std::chrono::steady_clock::now();
  const auto ran = run_program(arguments, {}, seconds);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  if (!ran) return failed(Fate::kRefused, std::string(ran.error().to_string()));
  if (!ran->found) return failed(Fate::kRefused, words[0] + " is not a program");
  // A program that is killed at the time limit ends by a signal as well.
  if (!ran->finished && passed.count() >= seconds) return failed(Fate::kLate, too_long(seconds));
  if (!ran->finished) return failed(Fate::kCrashed, "ended by a signal");
  if (ran->exit_status != 0) {
    const std::string why = "exit code " + std::to_string(ran->exit_status) + ": " + std::string(ran->errors);
    return failed(ran->exit_status > kShellSignal ? Fate::kCrashed : Fate::kRefused, why);
  }
  std::ifstream stream(out, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  module.resize(bytes.size() / sizeof(uint32_t));
  if (module.empty() || bytes.size() % sizeof(uint32_t) != 0)
    return failed(Fate::kNoModule, "wrote no words");
  std::memcpy(module.data(), bytes.data(), bytes.size());
  if (module[0] != kMagic) return failed(Fate::kNoModule, "wrote a file that is no SPIR-V");
  return std::nullopt;
}

/// Returns the driver's statistic for a column; null if there is none.
const Statistic* find_statistic(const Executable& executable, const Measured& measured) {
  const auto is = [](const Statistic& statistic, const char* name) {
    return name != nullptr && statistic.name == name;
  };
  for (const Statistic& statistic : executable.statistics) {
    if (is(statistic, measured.of_mesa) || is(statistic, measured.of_nvidia) ||
        is(statistic, measured.of_intel))
      return &statistic;
  }
  return nullptr;
}

Measurement figures_of(const CompiledModule& compiled, size_t words, bool must_count_all) {
  Measurement measurement = {Fate::kMeasured, {}, {}};
  measurement.figures.words = words;
  if (compiled.executables.empty()) return failed(Fate::kDriverRefused, "the driver reports no code");
  for (const Measured& measured : kMeasured) {
    if (measured.of_mesa == nullptr) continue;
    uint64_t& sum = measurement.figures.*measured.member;
    for (const Executable& executable : compiled.executables) {
      const Statistic* const statistic = find_statistic(executable, measured);
      if (statistic == nullptr && must_count_all)
        return failed(Fate::kDriverRefused, std::string("the driver does not count ") + measured.of_mesa);
      if (statistic == nullptr) continue;
      // Stages do not share registers.
      sum = measured.member == &Figures::registers ? std::max(sum, statistic->count) : sum + statistic->count;
    }
  }
  return measurement;
}

/// Returns the limit on address space in MiB. Drivers of real GPUs reserve as much as the GPU has memory, and
/// more.
uint64_t memory_of(const std::string& family, const Conditions& conditions) {
  constexpr uint64_t kRoomForGpus = uint64_t{1} << 24;
  return family == kLocalGpu ? std::max(kRoomForGpus, conditions.memory_mib) : conditions.memory_mib;
}

Measurement compile_for(CompilerProcess& compiler, const std::string& family,
                        const std::vector<uint32_t>& module, const Conditions& conditions) {
  const auto compiled = compiler.compile({module, {}, {}}, conditions.seconds);
  if (!compiled) {
    const bool died = compiled.error().code == ErrorCode::kInternalCheck;
    return failed(died ? Fate::kDriverCrashed : Fate::kDriverRefused, std::string(compiled.error().message));
  }
  if (compiled->is_late) return failed(Fate::kDriverLate, too_long(conditions.seconds));
  return figures_of(*compiled, module.size(), family != kLocalGpu);
}

}  // namespace

Result<Command> Command::parse(const std::string& text) {
  Command command;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) command.words_.push_back(word);
  if (command.words_.empty()) return bad_choice("the command of a translator is empty");
  const bool has_in = text.find(kIn) != std::string::npos, has_out = text.find(kOut) != std::string::npos;
  if (has_in && !has_out) return bad_choice("the command has {in} but not {out}: " + text);
  if (!has_out) command.words_.insert(command.words_.end(), {kIn, "-o", kOut});
  return command;
}

std::vector<std::string> Command::words(const std::string& in, const std::string& out) const {
  std::vector<std::string> words;
  for (const std::string& word : words_) words.push_back(replaced(replaced(word, kOut, out), kIn, in));
  return words;
}

Result<std::vector<std::string>> list_containers(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const std::string extension = at->path().extension().string();
    const bool is_container = extension == ".dxil" || extension == ".dxbc" || extension == ".cso";
    std::error_code unknown;
    if (is_container && !at->is_directory(unknown))
      found.push_back(at->path().lexically_relative(folder).generic_string());
  }
  if (error) return bad_input("cannot read the folder " + folder.string() + ": " + error.message());
  if (found.empty()) return bad_input(folder.string() + " has no file .dxil, .dxbc or .cso");
  std::sort(found.begin(), found.end());
  return found;
}

Result<void> probe(const std::string& family, const Conditions& conditions) {
  // A device that exists reports that these are not a module.
  const auto compiled = compile_in_child(family, {}, memory_of(family, conditions), conditions.seconds);
  if (!compiled && compiled.error().code != ErrorCode::kBadInput) return compiled.error();
  return {};
}

Measurer::Measurer(Conditions conditions, fs::path scratch)
    : conditions_(std::move(conditions)), scratch_(std::move(scratch)) {
  for (const std::string& family : conditions_.families)
    compilers_.push_back(std::make_unique<CompilerProcess>(family, memory_of(family, conditions_)));
}

Measurer::~Measurer() {
  std::error_code ignored;
  fs::remove(scratch_, ignored);
}

std::vector<Measurement> Measurer::measure(const fs::path& container, const Command& command) {
  const auto all = [&](const Measurement& measurement) {
    return std::vector<Measurement>(conditions_.families.size(), measurement);
  };
  if (const auto wrong = find_unreadable(container)) return all(*wrong);
  std::vector<uint32_t> module;
  const auto words = command.words(container.string(), scratch_.string());
  if (const auto wrong = translate(words, conditions_.seconds, scratch_, module)) return all(*wrong);
  if (const auto valid = validate_module(module, Target::kVulkan1_4); !valid)
    return all(failed(Fate::kInvalid, std::string(valid.error().message)));
  if (const auto separate = separate_bindings(module); !separate)
    return all(failed(Fate::kInvalid, std::string(separate.error().message)));
  std::vector<Measurement> measurements;
  for (size_t n = 0; n < compilers_.size(); ++n)
    measurements.push_back(compile_for(*compilers_[n], conditions_.families[n], module, conditions_));
  return measurements;
}

}  // namespace trellis::gpu_compiler
