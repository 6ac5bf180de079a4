#include "tools/programs/spirv_programs.hpp"

#include <cstring>
#include <string_view>

#include "api/modules/validate.hpp"
#include "support/run_program.hpp"
#include "tools/file_io.hpp"
#include "tools/programs/debug_definitions.hpp"

namespace trellis::tools {
namespace {

constexpr double kSeconds = 60;

/// Runs a program on the module. `wanted_by` is the option that needs it; `what` begins the error message:
/// "spirv-cross cannot convert this module to GLSL".
std::optional<Outcome> run_over(const Vector<String>& command, const std::vector<uint32_t>& spirv,
                                const std::string& wanted_by, const std::string& package,
                                const std::string& what, std::string& output) {
  const auto ran = run_program(command, bytes_of(spirv), kSeconds);
  if (!ran) return failure(kExitBadUsage, ran.error().to_string());
  if (!ran->found) {
    return failure(kExitBadUsage, wanted_by + " needs the program " + std::string(command.front()) +
                                      ", which is not installed (Debian: the package " + package + ")");
  }
  if (!ran->finished || ran->exit_status != 0) {
    const std::string errors = ran->errors;
    const std::string reason = errors.substr(0, errors.find('\n'));
    return failure(kExitUnsupported, what + (reason.empty() ? std::string() : ": " + reason));
  }
  output = ran->output;
  return std::nullopt;
}

const char* environment_of(spirv::Target target) {
  switch (target) {
    case spirv::Target::kVulkan1_1:
      return "--target-env=vulkan1.1";
    case spirv::Target::kVulkan1_1Spirv1_4:
      return "--target-env=vulkan1.1spv1.4";
    case spirv::Target::kVulkan1_2:
      return "--target-env=vulkan1.2";
    case spirv::Target::kVulkan1_3:
    // Debian 12's spirv-opt does not know this target; the SPIR-V is the same.
    case spirv::Target::kVulkan1_4:
      break;
  }
  return "--target-env=vulkan1.3";
}

}  // namespace

std::optional<Outcome> write_source(const std::vector<uint32_t>& spirv, SourceLanguage language,
                                    std::string& source) {
  if (language == SourceLanguage::kGlsl) {
    return run_over({"spirv-cross", "-", "--vulkan-semantics"}, spirv, "--emit glsl", "spirv-cross",
                    "spirv-cross cannot convert this module to GLSL", source);
  }
  if (language == SourceLanguage::kMsl) {
    return run_over({"spirv-cross", "-", "--msl", "--msl-version", "20400"}, spirv, "--emit msl",
                    "spirv-cross", "spirv-cross cannot convert this module to MSL", source);
  }
  return run_over({"spirv-cross", "-", "--hlsl", "--shader-model", "60"}, spirv, "--emit hlsl", "spirv-cross",
                  "spirv-cross cannot convert this module to HLSL", source);
}

std::optional<Outcome> version_of_program(const std::string& program, std::string& version) {
  const auto ran =
      run_program({String(program), program == "spirv-cross" ? "--revision" : "--version"}, {}, kSeconds);
  if (!ran) return failure(kExitBadUsage, ran.error().to_string());
  if (!ran->found)
    return failure(kExitBadUsage, "the key depends on the program " + program + ", which is not installed");
  version = std::string(ran->output) + std::string(ran->errors);
  return std::nullopt;
}

/// Returns the options for spirv-opt. Its own recipe for performance begins with --merge-return, which puts
/// functions with several exits into a loop that runs once, across which drivers move no code. The other
/// passes of that recipe change nothing on Mesa's compiler for AMD GPUs (docs/internals/output-quality.md).
static std::span<const char* const> passes_of(Optimize optimize) {
  static constexpr const char* kSize[] = {"-Os"};
  static constexpr const char* kPerformance[] = {
      "--eliminate-dead-code-aggressive", "--redundancy-elimination",         "--simplify-instructions",
      "--redundancy-elimination",         "--eliminate-dead-code-aggressive", "--merge-blocks"};
  if (optimize == Optimize::kSize) return kSize;
  return kPerformance;
}

std::optional<Outcome> optimize(const Settings& settings, std::vector<uint32_t>& spirv,
                                std::vector<Warning>& warnings) {
  const auto warn = [&warnings](const std::string& why) {
    warnings.push_back({"the module is not optimized: " + why});
    return std::nullopt;
  };
  Vector<String> command = {"spirv-opt", environment_of(settings.translate.target)};
  for (const char* pass : passes_of(settings.optimize)) command.push_back(pass);
  for (const char* word : {"-", "-o", "-"}) command.push_back(word);
  std::string output;
  if (auto failed =
          run_over(command, spirv, "--optimize", "spirv-tools", "spirv-opt cannot optimize it", output)) {
    if (failed->exit_code != kExitUnsupported) return failed;
    return warn(failed->error);
  }
  if (output.empty() || output.size() % sizeof(uint32_t) != 0)
    return warn("spirv-opt did not write a module");
  std::vector<uint32_t> words(output.size() / sizeof(uint32_t));
  std::memcpy(words.data(), output.data(), output.size());
  move_debug_definitions(words);
  const auto valid =
      validate_module(words, settings.translate.target, settings.translate.device.computed_offsets);
  if (!valid) {
    return warn("the validator refuses what spirv-opt made of it: " + std::string(valid.error().message));
  }
  spirv = std::move(words);
  return std::nullopt;
}

}  // namespace trellis::tools
