// The options of the command line about the device the module is for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "api/options.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// Those that are no plain options, as CLI11 fills them in.
struct DeviceArguments {
  std::vector<std::string> extensions, capabilities;
  std::pair<uint32_t, uint32_t> subgroup_sizes = {0, 0};
  bool full_min_precision = false;
};

void bind_device_arguments(RowOptions& rows, DeviceArguments& arguments);

/// To be called once the rows' options are there.
void exclude_device_options(CLI::App& app);

/// A usage error as text; empty: `device`, which has the plain options, is complete.
std::string read_device_arguments(const CLI::App& app, const DeviceArguments& arguments,
                                  spirv::DeviceOptions& device);

}  // namespace trellis::tools
