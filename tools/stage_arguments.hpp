// The command line's options about inputs and outputs of stages.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "api/options.hpp"

namespace trellis::tools {

/// As CLI11 fills them in, before they are made into StageOptions.
struct StageArguments {
  std::vector<std::pair<std::string, std::string>> vertex_inputs;  // Semantic with its index, and location.
  std::vector<std::tuple<std::string, std::string, std::string>> locations;  // Signature, semantic, location.
  std::vector<std::tuple<std::string, std::string, std::string>> captures;   // Semantic, buffer, offset.
  std::vector<std::pair<std::string, std::string>> capture_strides;          // Buffer, bytes.
  std::string rasterized_stream = "0";
  std::vector<std::pair<std::string, std::string>> swizzles;  // Render target, components.
  uint32_t sample_count = 0;
  spirv::StageOptions options;  // Those that need no reading.
};

void add_stage_arguments(CLI::App& app, StageArguments& arguments);

/// Completes arguments.options. A usage error as text, or nothing.
std::string read_stage_arguments(StageArguments& arguments);

/// A whole number of 32 bits, or an empty optional.
std::optional<uint32_t> parse_number(const std::string& text);

}  // namespace trellis::tools
