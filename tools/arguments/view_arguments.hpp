// The command line's options about multiview rendering.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "api/options.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// The options that need more than plain storage, as CLI11 fills them in.
struct ViewArguments {
  std::string count, mask;
  uint32_t packed_views = 0, packed_viewports = 0;
  std::vector<std::tuple<std::string, std::string, std::string>> locations;  // View, viewport, layer.
};

void bind_view_arguments(RowOptions& rows, ViewArguments& arguments);

/// Completes `views`, in which the plain options are already set. Returns a usage error, or an empty string.
std::string read_view_arguments(const CLI::App& app, const ViewArguments& arguments,
                                spirv::ViewOptions& views);

}  // namespace trellis::tools
