#include "tools/arguments/stage_arguments.hpp"

namespace trellis::tools {
namespace {

/// "COLOR12" is semantic COLOR with index 12. Without digits the index is 0.
struct Semantic {
  std::string name;
  uint32_t index = 0;
};

std::optional<Semantic> parse_semantic(const std::string& text) {
  const size_t digits = text.find_last_not_of("0123456789") + 1;
  const std::string index_text = text.substr(digits);
  const auto index = index_text.empty() ? std::optional<uint32_t>(0) : parse_number(index_text);
  if (digits == 0 || !index) return std::nullopt;
  return Semantic{text.substr(0, digits), *index};
}

std::string not_a_semantic(const char* option, const std::string& text) {
  return std::string(option) + ": '" + text + "' is not a semantic (a name, optionally with an index)";
}

std::string read_vertex_inputs(const StageArguments& arguments, spirv::StageOptions& options) {
  for (const auto& [text, location_text] : arguments.vertex_inputs) {
    const auto semantic = parse_semantic(text);
    if (!semantic) return not_a_semantic("--vertex-input", text);
    const auto location = parse_number(location_text);
    if (!location) return "--vertex-input: '" + location_text + "' is not a location";
    options.vertex_inputs.push_back({semantic->name, semantic->index, *location});
  }
  return {};
}

std::string read_locations(const StageArguments& arguments, spirv::StageOptions& options) {
  for (const auto& [signature, text, place] : arguments.locations) {
    spirv::LocationRule rule;
    if (signature == "output") {
      rule.side = spirv::SignatureSide::kOutput;
    } else if (signature == "patch") {
      rule.side = spirv::SignatureSide::kThird;
    } else if (signature != "input") {
      return "--location: '" + signature + "' is not a signature (input, output, patch)";
    }
    const auto semantic = parse_semantic(text);
    if (!semantic) return not_a_semantic("--location", text);
    rule.semantic = semantic->name;
    rule.index = semantic->index;
    const size_t dot = place.find('.');
    const auto location = parse_number(place.substr(0, dot));
    if (dot != std::string::npos) rule.component = parse_number(place.substr(dot + 1));
    if (!location || (dot != std::string::npos && !rule.component)) {
      return "--location: '" + place + "' is not a location (a number, optionally with a component: 4.2)";
    }
    rule.location = *location;
    options.locations.push_back(std::move(rule));
  }
  return {};
}

std::string read_primitive_inputs(const StageArguments& arguments, spirv::StageOptions& options) {
  options.primitive_inputs.assign(arguments.primitive_inputs.begin(), arguments.primitive_inputs.end());
  return {};
}

/// Parses "2:COLOR1.yz": stream, semantic, index and components.
bool parse_entry(const std::string& text, spirv::StreamOutputEntry& entry) {
  const size_t colon = text.find(':'), dot = text.find('.');
  const size_t first = colon == std::string::npos ? 0 : colon + 1;
  if (first != 0) {
    const auto stream = parse_number(text.substr(0, colon));
    if (!stream) return false;
    entry.stream = *stream;
  }
  if (dot != std::string::npos && dot < first) return false;
  const auto semantic = parse_semantic(text.substr(first, dot == std::string::npos ? dot : dot - first));
  if (!semantic) return false;
  entry.semantic = semantic->name;
  entry.index = semantic->index;
  entry.component_count = spirv::kAllComponents;
  if (dot == std::string::npos) return true;
  // The components must be consecutive.
  const std::string letters = text.substr(dot + 1), all = "xyzw";
  const size_t at = all.find(letters);
  if (letters.empty() || at == std::string::npos) return false;
  entry.first_component = static_cast<uint32_t>(at);
  entry.component_count = static_cast<uint32_t>(letters.size());
  return true;
}

std::string read_stream_output(const StageArguments& arguments, spirv::StageOptions& options) {
  spirv::StreamOutput& output = options.stream_output;
  for (const auto& [text, buffer_text, offset_text] : arguments.stream_output) {
    spirv::StreamOutputEntry entry;
    if (!parse_entry(text, entry)) {
      return "--stream-output: '" + text +
             "' is not an output (a semantic, as in COLOR1, 2:COLOR1, COLOR1.yz)";
    }
    const auto buffer = parse_number(buffer_text), offset = parse_number(offset_text);
    if (!buffer) return "--stream-output: '" + buffer_text + "' is not a buffer";
    if (!offset && offset_text != "next") {
      return "--stream-output: '" + offset_text + "' is not an offset (bytes, or next)";
    }
    entry.buffer = *buffer;
    entry.offset = offset;
    output.entries.push_back(std::move(entry));
  }
  for (const auto& [buffer_text, stride_text] : arguments.stream_output_strides) {
    const auto buffer = parse_number(buffer_text), stride = parse_number(stride_text);
    if (!buffer || *buffer >= spirv::kStreamOutputBuffers || !stride) {
      return "--stream-output-stride: '" + buffer_text + " " + stride_text +
             "' is not a buffer (0 to 3) and a number of bytes";
    }
    output.strides[*buffer] = *stride;
  }
  return {};
}

std::string read_rasterized_stream(const StageArguments& arguments, spirv::StageOptions& options) {
  if (!arguments.rasterized_stream) return {};
  const auto stream = parse_number(*arguments.rasterized_stream);
  if (!stream && *arguments.rasterized_stream != "none") {
    return "--rasterized-stream: '" + *arguments.rasterized_stream + "' is not a stream (a number, or none)";
  }
  options.stream_output.rasterized_stream = stream.value_or(spirv::kNoStream);
  return {};
}

std::string read_swizzles(const StageArguments& arguments, spirv::StageOptions& options) {
  for (const auto& [target_text, letters] : arguments.swizzles) {
    const auto target = parse_number(target_text);
    if (!target || *target >= spirv::kRenderTargets) {
      return "--output-swizzle: '" + target_text + "' is not a render target (0 to 7)";
    }
    uint32_t swizzle = 0;
    bool is_known = letters.size() == 4;
    for (uint32_t n = 0; is_known && n < 4; ++n) {
      const size_t at = std::string("rgbaxyzw").find(letters[n]);
      is_known = at != std::string::npos;
      swizzle |= static_cast<uint32_t>(at % 4) << 2 * n;
    }
    if (!is_known) return "--output-swizzle: '" + letters + "' is not four letters of r, g, b and a";
    options.output_swizzles[*target] = static_cast<uint8_t>(swizzle);
  }
  return {};
}

}  // namespace

std::optional<uint32_t> parse_number(const std::string& text) {
  if (text.empty() || text.size() > 10) return std::nullopt;
  uint64_t number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + static_cast<uint64_t>(digit - '0');
  }
  if (number > UINT32_MAX) return std::nullopt;
  return static_cast<uint32_t>(number);
}

void bind_stage_arguments(RowOptions& rows, StageArguments& arguments) {
  rows.bind("--vertex-input", arguments.vertex_inputs);
  rows.bind("--location", arguments.locations);
  rows.bind("--primitive-input", arguments.primitive_inputs);
  rows.bind("--stream-output", arguments.stream_output);
  rows.bind("--stream-output-stride", arguments.stream_output_strides);
  rows.bind("--rasterized-stream", arguments.rasterized_stream);
  rows.bind("--output-swizzle", arguments.swizzles);
}

std::string read_stage_arguments(const StageArguments& arguments, spirv::StageOptions& options) {
  for (const auto read : {read_vertex_inputs, read_locations, read_primitive_inputs, read_stream_output,
                          read_rasterized_stream, read_swizzles}) {
    if (std::string wrong = read(arguments, options); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace trellis::tools
