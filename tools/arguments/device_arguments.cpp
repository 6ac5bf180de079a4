#include "tools/arguments/device_arguments.hpp"

#include "api/reflection/vulkan_needs.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kNothing = "none";

/// Returns true for the single name "none", which stands for an empty list.
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

/// Only the policy "supported" looks at the float controls of the device.
std::string check_float_controls(const CLI::App& app, const spirv::FloatControls& floats) {
  if (floats.policy == spirv::FloatControls::Policy::kSupported) return {};
  for (const char* option :
       {"--preserves-denorms", "--flushes-denorms", "--keeps-special-values", "--denorm-independence"}) {
    if (is_given(app, option)) return std::string(option) + " requires --float-controls supported";
  }
  return {};
}

std::string check_matrices(const CLI::App& app, const spirv::DeviceOptions& device) {
  if (!device.matrices.has_known_shape()) return "--matrix-shape: each number must be 8 or 16";
  if (device.matrices.formats == 0) {
    return is_given(app, "--matrix-shape") ? "--matrix-shape requires --matrix-formats" : "";
  }
  if (device.memory_model == spirv::MemoryModel::kVulkan) return {};
  return "--matrix-formats requires --memory-model vulkan";
}

}  // namespace

void bind_device_arguments(RowOptions& rows, DeviceArguments& arguments) {
  rows.bind("--extensions", arguments.extensions);
  rows.bind("--capabilities", arguments.capabilities);
  rows.bind("--subgroup-sizes", arguments.subgroup_sizes);
  rows.bind("--matrix-shape", arguments.matrix_shape);
  rows.bind("--full-min-precision", arguments.full_min_precision);
}

void exclude_device_options(CLI::App& app) {
  CLI::Option* full = app.get_option_no_throw("--full-min-precision");
  CLI::Option* chosen = app.get_option_no_throw("--min-precision");
  if (full != nullptr && chosen != nullptr) full->excludes(chosen);
}

std::string read_device_arguments(const CLI::App& app, const DeviceArguments& arguments,
                                  spirv::DeviceOptions& device) {
  if (std::string wrong = read_extensions(arguments.extensions, device); !wrong.empty()) return wrong;
  if (std::string wrong = read_capabilities(arguments.capabilities, device); !wrong.empty()) return wrong;
  if (std::string wrong = check_float_controls(app, device.float_controls); !wrong.empty()) return wrong;
  if (arguments.full_min_precision) device.min_precision = spirv::MinPrecision::kFull;
  device.subgroups.minimum = arguments.subgroup_sizes.first;
  device.subgroups.maximum = arguments.subgroup_sizes.second;
  std::tie(device.matrices.rows, device.matrices.columns, device.matrices.inner) = arguments.matrix_shape;
  return check_matrices(app, device);
}

}  // namespace trellis::tools
