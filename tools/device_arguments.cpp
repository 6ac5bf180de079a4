#include "tools/device_arguments.hpp"

#include <algorithm>

#include "api/vulkan_needs.hpp"

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
}

std::string read_device_arguments(const DeviceArguments& arguments, spirv::DeviceOptions& device) {
  if (std::string wrong = read_extensions(arguments.extensions, device); !wrong.empty()) return wrong;
  if (std::string wrong = read_capabilities(arguments.capabilities, device); !wrong.empty()) return wrong;
  device.demote = !arguments.no_demote;
  device.subgroups = {arguments.subgroup_sizes.first, arguments.subgroup_sizes.second,
                      arguments.required_subgroup_size};
  return {};
}

}  // namespace trellis::tools
