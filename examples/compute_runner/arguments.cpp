#include "compute_runner/arguments.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "vulkan_helpers/gpu.hpp"

namespace example {
namespace {

constexpr std::pair<const char*, VkFormat> kFormats[] = {
    {"r32_uint", VK_FORMAT_R32_UINT},
    {"r32_sint", VK_FORMAT_R32_SINT},
    {"r32_float", VK_FORMAT_R32_SFLOAT},
    {"rg32_uint", VK_FORMAT_R32G32_UINT},
    {"rg32_sint", VK_FORMAT_R32G32_SINT},
    {"rg32_float", VK_FORMAT_R32G32_SFLOAT},
    {"rgba32_uint", VK_FORMAT_R32G32B32A32_UINT},
    {"rgba32_sint", VK_FORMAT_R32G32B32A32_SINT},
    {"rgba32_float", VK_FORMAT_R32G32B32A32_SFLOAT},
    {"rgba16_float", VK_FORMAT_R16G16B16A16_SFLOAT},
    {"rgba8_unorm", VK_FORMAT_R8G8B8A8_UNORM},
    {"rgba8_uint", VK_FORMAT_R8G8B8A8_UINT},
};

uint32_t parse_number(const std::string& text, const std::string& what) {
  char* end = nullptr;
  errno = 0;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || *end != '\0' || errno != 0 || value > UINT32_MAX || text[0] == '-') {
    fail(what + ": '" + text + "' is not a number");
  }
  return static_cast<uint32_t>(value);
}

Register parse_register(const std::string& text) {
  Register parsed;
  const size_t comma = text.find(',');
  const std::string number =
      text.substr(text.empty() ? 0 : 1, comma == std::string::npos ? comma : comma - 1);
  if (text.empty() || std::strchr("btu", text[0]) == nullptr) {
    fail("'" + text + "' is not a buffer register: u0, t3, b1, or u0,space7 outside space 0");
  }
  parsed.letter = text[0];
  parsed.number = parse_number(number, text);
  if (comma != std::string::npos) {
    if (text.compare(comma, 6, ",space") != 0) fail("'" + text + "': only ,spaceN may follow the register");
    parsed.space = parse_number(text.substr(comma + 6), text);
  }
  return parsed;
}

template <class T, class Parse>
std::vector<uint8_t> parse_list(const std::string& list, Parse parse) {
  std::vector<uint8_t> bytes;
  for (size_t at = 0; at <= list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    const T value = parse(list.substr(at, end - at));
    bytes.resize(bytes.size() + sizeof value);
    std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
    at = end + 1;
  }
  return bytes;
}

float parse_float(const std::string& text) {
  char* end = nullptr;
  const float value = std::strtof(text.c_str(), &end);
  if (text.empty() || *end != '\0') fail("f32: '" + text + "' is not a number");
  return value;
}

/// Parses "zeros:BYTES", "u32:1,2,3", "f32:1.5,2", or the name of a file.
std::vector<uint8_t> parse_contents(const std::string& text) {
  const size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string rest = colon == std::string::npos ? std::string() : text.substr(colon + 1);
  if (colon != std::string::npos && kind == "zeros") return std::vector<uint8_t>(parse_number(rest, text));
  if (colon != std::string::npos && kind == "u32") {
    return parse_list<uint32_t>(rest, [&](const std::string& one) { return parse_number(one, "u32"); });
  }
  if (colon != std::string::npos && kind == "f32") return parse_list<float>(rest, parse_float);
  return read_file(text);
}

VkFormat parse_format(const std::string& text) {
  std::string known;
  for (const auto& [name, format] : kFormats) {
    if (text == name) return format;
    known += std::string(" ") + name;
  }
  fail("unknown format '" + text + "'; formats are" + known);
}

/// Parses "REGISTER=VALUE".
std::pair<Register, std::string> parse_assignment(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) fail("'" + text + "' is not REGISTER=VALUE");
  return {parse_register(text.substr(0, equals)), text.substr(equals + 1)};
}

}  // namespace

const char kUsage[] =
    "usage: compute_runner SHADER.dxil [options]\n"
    "  --buffer REGISTER=CONTENTS  contents of u0, t3, b1 or u0,space7: a file, zeros:BYTES, u32:1,2,3 or "
    "f32:1.5,2\n"
    "  --format REGISTER=FORMAT    of a typed buffer (rgba32_float); default: 32 bits of its component's "
    "type\n"
    "  --groups X,Y,Z              thread groups to dispatch (1,1,1)\n"
    "  --entry NAME                the entry point, if there are several\n"
    "  --output REGISTER=FILE      writes the buffer to a file after the dispatch\n"
    "  --device NAME               a Vulkan device whose name contains NAME\n"
    "  --quiet                     does not print buffers\n";

std::string Register::name() const {
  return letter + std::to_string(number) + (space == 0 ? "" : ",space" + std::to_string(space));
}

Arguments parse_arguments(int count, const char* const* texts) {
  Arguments arguments;
  const auto read_groups = [&](const std::string& text) {
    const std::vector<uint8_t> groups =
        parse_list<uint32_t>(text, [](const std::string& one) { return parse_number(one, "--groups"); });
    if (groups.size() > sizeof arguments.groups) fail("--groups: at most three numbers");
    std::memcpy(arguments.groups.data(), groups.data(), groups.size());
  };
  for (int i = 1; i < count; ++i) {
    const std::string option = texts[i];
    if (option.rfind("--", 0) != 0) {
      if (!arguments.shader.empty())
        fail("one shader at a time: '" + arguments.shader + "', '" + option + "'");
      arguments.shader = option;
      continue;
    }
    if (option == "--quiet") {
      arguments.print = false;
      continue;
    }
    if (i + 1 == count) fail(option + ": missing value");
    const std::string value = texts[++i];
    if (option == "--buffer") {
      const auto [place, contents] = parse_assignment(value);
      arguments.buffers[place] = parse_contents(contents);
      if (arguments.buffers[place].empty()) fail(place.name() + ": an empty buffer");
    } else if (option == "--format") {
      const auto [place, format] = parse_assignment(value);
      arguments.formats[place] = parse_format(format);
    } else if (option == "--output") {
      const auto [place, path] = parse_assignment(value);
      arguments.outputs[place] = path;
    } else if (option == "--groups") {
      read_groups(value);
    } else if (option == "--entry") {
      arguments.entry_point = value;
    } else if (option == "--device") {
      arguments.device = value;
    } else {
      fail("unknown option " + option);
    }
  }
  if (arguments.shader.empty()) fail("no shader given");
  return arguments;
}

}  // namespace example
