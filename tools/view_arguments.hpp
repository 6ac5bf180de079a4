// The command line's options about views.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "api/options.hpp"

namespace trellis::tools {

/// As CLI11 fills them in.
struct ViewArguments {
  std::string count, way = "multiview", mask;
  std::vector<std::tuple<std::string, std::string, std::string>> locations;  // View, viewport, layer.
  uint32_t handed_location = spirv::ViewOptions{}.handed_location;
  bool is_last = false;
};

void add_view_arguments(CLI::App& app, ViewArguments& arguments);

/// A usage error as text, or nothing.
std::string read_view_arguments(const CLI::App& app, const ViewArguments& arguments,
                                spirv::ViewOptions& views);

}  // namespace trellis::tools
