#include "tools/device_arguments.hpp"

#include <algorithm>

#include "api/reflection/vulkan_needs.hpp"
#include "tools/choice.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kGroup = "Device";
constexpr const char* kNothing = "none";

/// "none" stands for an empty list, and by itself.
bool is_empty_list(const std::vector<std::string>& names) {
  return names.size() == 1 && names[0] == kNothing;
}

std::string read_extensions(const std::vector<std::string>& names, spirv::DeviceOptions& device) {
  if (names.empty()) return {};
  device.extensions.emplace();
  if (is_empty_list(names)) return {};
  for (const std::string& name : names) {
    const auto extension = spirv::extension_from_name(name);
    if (!extension) return "--extensions: no module uses an extension named '" + name + "'";
    device.extensions->add(*extension);
  }
  return {};
}

std::string read_capabilities(const std::vector<std::string>& names, spirv::DeviceOptions& device) {
  if (names.empty()) return {};
  device.capabilities.emplace();
  if (is_empty_list(names)) return {};
  for (const std::string& name : names) {
    const auto capability = capability_from_name(name);
    if (!capability) return "--capabilities: no module declares a capability named '" + name + "'";
    device.capabilities->push_back(*capability);
  }
  return {};
}

uint8_t widths_of(const std::vector<std::string>& names) {
  uint8_t mask = 0;
  for (const std::string& name : names) {
    mask |= name == "16" ? spirv::kFloats16 : name == "32" ? spirv::kFloats32 : spirv::kFloats64;
  }
  return mask;
}

std::string read_float_controls(const DeviceArguments& arguments, spirv::FloatControls& floats) {
  using Floats = spirv::FloatControls;
  if (arguments.float_controls == "never") floats.policy = Floats::Policy::kNever;
  if (arguments.float_controls == "supported") floats.policy = Floats::Policy::kSupported;
  floats.preserves_denorms = widths_of(arguments.preserves_denorms);
  floats.flushes_denorms = widths_of(arguments.flushes_denorms);
  floats.keeps_special = widths_of(arguments.keeps_special_values);
  if (arguments.denorm_independence == "32") floats.independence = Floats::Independence::kOnly32;
  if (arguments.denorm_independence == "none") floats.independence = Floats::Independence::kNone;
  if (floats.policy == Floats::Policy::kSupported) return {};
  const struct {
    const char* name;
    bool is_given;
  } options[] = {{"--preserves-denorms", floats.preserves_denorms != 0},
                 {"--flushes-denorms", floats.flushes_denorms != 0},
                 {"--keeps-special-values", floats.keeps_special != 0},
                 {"--denorm-independence", !arguments.denorm_independence.empty()}};
  for (const auto& option : options) {
    if (option.is_given) return std::string(option.name) + " goes with --float-controls supported";
  }
  return {};
}

void add_float_controls(CLI::App& app, DeviceArguments& arguments) {
  add_choice(app, "--float-controls", arguments.float_controls, "WHICH", {"asked", "supported", "never"},
             "Modes of denormals, NaN and infinity: as asked by the shader; supported: that and D3D's rules, "
             "as far as the device has them; or never declared")
      ->group(kGroup);
  const auto add_widths = [&app](const char* name, std::vector<std::string>& widths, const char* text) {
    app.add_option(name, widths, text)
        ->type_name("WIDTH,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"16", "32", "64"}).description(""))
        ->group(kGroup);
  };
  add_widths("--preserves-denorms", arguments.preserves_denorms,
             "Widths of floats whose denormals the device can keep: 16, 32, 64");
  add_widths("--flushes-denorms", arguments.flushes_denorms, "Widths whose denormals it can flush to zero");
  add_widths("--keeps-special-values", arguments.keeps_special_values,
             "Widths for which it can keep NaN, infinity and the sign of zero");
  app.add_option("--denorm-independence", arguments.denorm_independence,
                 "Widths that may differ in what is done to denormals: all (default), 32 alone, none")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"all", "32", "none"}).description(""))
      ->group(kGroup);
}

void add_policies(CLI::App& app, DeviceArguments& arguments) {
  add_float_controls(app, arguments);
  add_choice(app, "--memory-model", arguments.memory_model, "MODEL", {"glsl450", "vulkan"},
             "glsl450, or vulkan (SPV_KHR_vulkan_memory_model)")
      ->group(kGroup);
  add_choice(app, "--precise", arguments.precise, "WHICH", {"marked", "propagated", "all"},
             "Arithmetic that must not be contracted: as marked by the shader, propagated to all it is "
             "computed from, all")
      ->group(kGroup);
  CLI::Option* min_precision =
      add_choice(app, "--min-precision", arguments.min_precision, "WHICH", {"relaxed", "full", "native"},
                 "Min-precision values: relaxed (RelaxedPrecision), full (32 bits), native (16 bits)")
          ->group(kGroup);
  app.add_flag("--full-min-precision", arguments.full_min_precision, "The same as --min-precision full")
      ->excludes(min_precision)
      ->group(kGroup);
  app.add_flag("--bounded-arrays", arguments.bounded_arrays,
               "Beyond groupshared, local and constant arrays, reads give zero and writes do nothing")
      ->group(kGroup);
}

}  // namespace

void add_device_arguments(CLI::App& app, DeviceArguments& arguments) {
  app.add_option(
         "--extensions", arguments.extensions,
         "SPIR-V extensions the device has, or none: no other is used (default: all the target allows)")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  app.add_option("--capabilities", arguments.capabilities,
                 "The same of SPIR-V capabilities that devices may lack: Int64, Float64, ...")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  app.add_flag("--no-demote", arguments.no_demote,
               "Discard by a flag, not by demoting to a helper invocation")
      ->group(kGroup);
  app.add_option("--subgroup-sizes", arguments.subgroup_sizes,
                 "Least and most lanes of the device's subgroups")
      ->type_name("MIN MAX")
      ->group(kGroup);
  app.add_option("--subgroup-size", arguments.required_subgroup_size,
                 "Lanes of the subgroups the pipeline is made with: WaveGetLaneCount() is this number")
      ->type_name("LANES")
      ->group(kGroup);
  add_policies(app, arguments);
}

std::string read_device_arguments(const DeviceArguments& arguments, spirv::DeviceOptions& device) {
  if (std::string wrong = read_extensions(arguments.extensions, device); !wrong.empty()) return wrong;
  if (std::string wrong = read_capabilities(arguments.capabilities, device); !wrong.empty()) return wrong;
  device.demote = !arguments.no_demote;
  if (std::string wrong = read_float_controls(arguments, device.float_controls); !wrong.empty()) return wrong;
  if (arguments.memory_model == "vulkan") device.memory_model = spirv::MemoryModel::kVulkan;
  if (arguments.precise == "propagated") device.precise = spirv::Precise::kPropagated;
  if (arguments.precise == "all") device.precise = spirv::Precise::kAll;
  if (arguments.full_min_precision || arguments.min_precision == "full")
    device.min_precision = spirv::MinPrecision::kFull;
  if (arguments.min_precision == "native") device.min_precision = spirv::MinPrecision::kNative;
  device.bounded_arrays = arguments.bounded_arrays;
  device.subgroups = {arguments.subgroup_sizes.first, arguments.subgroup_sizes.second,
                      arguments.required_subgroup_size};
  return {};
}

}  // namespace trellis::tools
