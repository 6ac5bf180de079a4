// The command line's options about the device that the module is for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "api/options.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// The options that need more than plain storage, as CLI11 fills them in.
struct DeviceArguments {
  std::vector<std::string> extensions, capabilities;
  std::pair<uint32_t, uint32_t> subgroup_sizes = {0, 0};
  std::tuple<uint32_t, uint32_t, uint32_t> matrix_shape = {16, 16, 16};
  bool full_min_precision = false;
};

void bind_device_arguments(RowOptions& rows, DeviceArguments& arguments);

/// Declares which options exclude each other. Call it after the options of the rows have been added.
void exclude_device_options(CLI::App& app);

/// Completes `device`, in which the plain options are already set. Returns a usage error, or an empty string.
std::string read_device_arguments(const CLI::App& app, const DeviceArguments& arguments,
                                  spirv::DeviceOptions& device);

}  // namespace trellis::tools
