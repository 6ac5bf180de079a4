// The options of the command line about the device the module is for.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "api/options.hpp"

namespace trellis::tools {

struct DeviceArguments {
  std::vector<std::string> extensions, capabilities;
  std::pair<uint32_t, uint32_t> subgroup_sizes = {0, 0};
  uint32_t required_subgroup_size = 0;
  std::string float_controls = "asked", memory_model = "glsl450", precise = "marked",
              min_precision = "relaxed";
  std::vector<std::string> preserves_denorms, flushes_denorms, keeps_special_values;  ///< Widths of floats.
  std::string denorm_independence;
  bool no_demote = false, full_min_precision = false, bounded_arrays = false;
};

void add_device_arguments(CLI::App& app, DeviceArguments& arguments);

/// A usage error as text; empty: `device` is filled in.
std::string read_device_arguments(const DeviceArguments& arguments, spirv::DeviceOptions& device);

}  // namespace trellis::tools
