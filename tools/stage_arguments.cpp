#include "tools/stage_arguments.hpp"

namespace trellis::tools {
namespace {

/// "COLOR12": semantic COLOR, index 12; without digits the index is 0.
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
  return std::string(option) + ": '" + text + "' is not a semantic (a name, and perhaps an index behind it)";
}

std::string read_vertex_inputs(StageArguments& arguments) {
  for (const auto& [text, location_text] : arguments.vertex_inputs) {
    const auto semantic = parse_semantic(text);
    if (!semantic) return not_a_semantic("--vertex-input", text);
    const auto location = parse_number(location_text);
    if (!location) return "--vertex-input: '" + location_text + "' is not a location";
    arguments.options.vertex_inputs.push_back({semantic->name, semantic->index, *location});
  }
  return {};
}

std::string read_locations(StageArguments& arguments) {
  for (const auto& [signature, text, place] : arguments.locations) {
    spirv::LocationRule rule;
    if (signature == "output") {
      rule.side = spirv::SignatureSide::kOutput;
    } else if (signature == "patch") {
      rule.side = spirv::SignatureSide::kThird;
    } else if (signature != "input") {
      return "--location: '" + signature + "' is no signature (input, output, patch)";
    }
    const auto semantic = parse_semantic(text);
    if (!semantic) return not_a_semantic("--location", text);
    rule.semantic = semantic->name;
    rule.index = semantic->index;
    const size_t dot = place.find('.');
    const auto location = parse_number(place.substr(0, dot));
    if (dot != std::string::npos) rule.component = parse_number(place.substr(dot + 1));
    if (!location || (dot != std::string::npos && !rule.component)) {
      return "--location: '" + place + "' is not a location (a number, and perhaps a component: 4.2)";
    }
    rule.location = *location;
    arguments.options.locations.push_back(std::move(rule));
  }
  return {};
}

/// "2:COLOR1.yz": stream, semantic, index, components.
bool parse_captured(const std::string& text, spirv::StreamOutputEntry& entry) {
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
  // Components that follow one another.
  const std::string letters = text.substr(dot + 1), all = "xyzw";
  const size_t at = all.find(letters);
  if (letters.empty() || at == std::string::npos) return false;
  entry.first_component = static_cast<uint32_t>(at);
  entry.component_count = static_cast<uint32_t>(letters.size());
  return true;
}

std::string read_captures(StageArguments& arguments) {
  spirv::StreamOutput& output = arguments.options.stream_output;
  for (const auto& [text, buffer_text, offset_text] : arguments.captures) {
    spirv::StreamOutputEntry entry;
    if (!parse_captured(text, entry)) {
      return "--stream-output: '" + text + "' is no output (a semantic, as in COLOR1, 2:COLOR1, COLOR1.yz)";
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
  for (const auto& [buffer_text, stride_text] : arguments.capture_strides) {
    const auto buffer = parse_number(buffer_text), stride = parse_number(stride_text);
    if (!buffer || *buffer >= spirv::kStreamOutputBuffers || !stride) {
      return "--stream-output-stride: '" + buffer_text + " " + stride_text +
             "' is not a buffer (0 to 3) and a number of bytes";
    }
    output.strides[*buffer] = *stride;
  }
  const auto stream = parse_number(arguments.rasterized_stream);
  if (!stream && arguments.rasterized_stream != "none") {
    return "--rasterized-stream: '" + arguments.rasterized_stream + "' is not a stream (a number, or none)";
  }
  output.rasterized_stream = stream.value_or(spirv::kNoStream);
  return {};
}

std::string read_targets(StageArguments& arguments) {
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
    if (!is_known) return "--output-swizzle: '" + letters + "' are not four of r, g, b and a";
    arguments.options.output_swizzles[*target] = static_cast<uint8_t>(swizzle);
  }
  if (arguments.sample_count != 0) arguments.options.target_sample_count = arguments.sample_count;
  return {};
}

constexpr const char* kGroup = "Inputs and outputs";

void add_stream_output(CLI::App& app, StageArguments& arguments) {
  app.add_option("--stream-output", arguments.captures,
                 "Capture an output by transform feedback: SV_Position.xyz 0 next")
      ->type_name("OUTPUT BUFFER OFFSET")
      ->type_size(3)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--stream-output-stride", arguments.capture_strides,
                 "Bytes from vertex to vertex of a buffer (default: what its entries fill)")
      ->type_name("BUFFER BYTES")
      ->type_size(2)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--rasterized-stream", arguments.rasterized_stream,
                 "The stream of a geometry shader that is rasterized (default: 0), or none")
      ->type_name("STREAM")
      ->group(kGroup);
}

void add_targets(CLI::App& app, StageArguments& arguments) {
  spirv::StageOptions& options = arguments.options;
  app.add_flag("--dual-source-blending", options.dual_source_blending,
               "SV_Target1 is the second source of blending of target 0")
      ->group(kGroup);
  app.add_option("--output-swizzle", arguments.swizzles,
                 "What a render target's components get of SV_TargetN: 0 bgra")
      ->type_name("TARGET COMPONENTS")
      ->type_size(2)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_flag("--alpha-to-coverage", options.alpha_to_coverage,
               "Target 0 has an alpha in any case: the program's own, or 1")
      ->group(kGroup);
  app.add_option("--sample-count", arguments.sample_count,
                 "The rasterizer's number of samples (default: a specialization constant)")
      ->type_name("N")
      ->group(kGroup);
  app.add_option("--sample-count-id", options.target_sample_count_spec_id,
                 "Id of that specialization constant (default: 0)")
      ->type_name("ID")
      ->group(kGroup);
  app.add_flag("--sample-rate-shading", options.sample_rate_shading, "Run pixel shaders once a sample")
      ->group(kGroup);
  app.add_flag("--invariant-position", options.invariant_position, "SV_Position is Invariant")->group(kGroup);
  app.add_option("--max-tess-factor", options.max_tess_factor, "Limit of tess factors (default: 64)")
      ->type_name("FACTOR")
      ->check(CLI::Range(1.0, 64.0).description(""))
      ->group(kGroup);
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

void add_stage_arguments(CLI::App& app, StageArguments& arguments) {
  spirv::StageOptions& options = arguments.options;
  app.add_option("--vertex-input", arguments.vertex_inputs,
                 "Location of a vertex shader's input: COLOR1 4 (default: its register)")
      ->type_name("SEMANTIC LOCATION")
      ->type_size(2)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--location", arguments.locations,
                 "Location, and perhaps component, of an input, output or patch constant: output COLOR1 4.2")
      ->type_name("SIGNATURE SEMANTIC LOCATION")
      ->type_size(3)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--primitive-input", options.primitive_inputs,
                 "A pixel shader's input that a mesh shader gives for each primitive: TINT, IDS1")
      ->type_name("SEMANTIC")
      ->allow_extra_args(false)
      ->group(kGroup);
  add_stream_output(app, arguments);
  app.add_flag("--16-bit-io", options.storage_16bit_io,
               "Native 16-bit inputs and outputs are 16 bits wide, not converted from and to 32")
      ->group(kGroup);
  app.add_flag("--invert-y", options.invert_y, "Negate SV_Position's y where it is written")->group(kGroup);
  app.add_flag("--reciprocal-w", options.reciprocal_w,
               "Pixel shaders read D3D's w of SV_Position, not its reciprocal")
      ->group(kGroup);
  add_targets(app, arguments);
}

std::string read_stage_arguments(StageArguments& arguments) {
  for (const auto read : {read_vertex_inputs, read_locations, read_captures, read_targets}) {
    if (std::string wrong = read(arguments); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace trellis::tools
