// The command line's options about stage inputs and outputs.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "api/options.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// The options that need more than plain storage, as CLI11 fills them in.
struct StageArguments {
  std::vector<std::pair<std::string, std::string>> vertex_inputs;  // Semantic with its index, and location.
  std::vector<std::tuple<std::string, std::string, std::string>> locations;  // Signature, semantic, location.
  std::vector<std::string> primitive_inputs;
  std::vector<std::tuple<std::string, std::string, std::string>> stream_output;  // Semantic, buffer, offset.
  std::vector<std::pair<std::string, std::string>> stream_output_strides;        // Buffer, stride in bytes.
  std::optional<std::string> rasterized_stream;
  std::vector<std::pair<std::string, std::string>> swizzles;  // Render target, components.
};

void bind_stage_arguments(RowOptions& rows, StageArguments& arguments);

/// Completes `options`, in which the plain options are already set. Returns a usage error, or an empty
/// string.
std::string read_stage_arguments(const StageArguments& arguments, spirv::StageOptions& options);

/// Parses a whole number of 32 bits. Returns nothing if the text is anything else.
std::optional<uint32_t> parse_number(const std::string& text);

}  // namespace trellis::tools
