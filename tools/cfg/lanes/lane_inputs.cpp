#include "tools/cfg/lanes/lane_inputs.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace trellis::tools {
namespace {

using Json = nlohmann::json;
using Words = std::vector<uint32_t>;

constexpr size_t kMostWords = size_t{1} << 22;  ///< Of a buffer.
constexpr uint32_t kElementWords = 4;           ///< Of typed buffers in the interpreter.
constexpr const char* kHeap = "heap";

Diagnostic wrong(const std::string& where, const std::string& what) { return bad_input(where + ": " + what); }

/// Returns the word of a number: with a point or an exponent it is a float.
Result<uint32_t> word_of(const Json& json, const std::string& where) {
  if (json.is_boolean()) return json.get<bool>() ? 1 : 0;
  if (json.is_number_float()) return std::bit_cast<uint32_t>(json.get<float>());
  if (json.is_number_unsigned() && json.get<uint64_t>() <= UINT32_MAX)
    return static_cast<uint32_t>(json.get<uint64_t>());
  if (json.is_number_integer() && !json.is_number_unsigned() && json.get<int64_t>() >= INT32_MIN) {
    return static_cast<uint32_t>(json.get<int64_t>());
  }
  return wrong(where, json.is_number() ? "an integer must fit 32 bits" : "must be a number or a boolean");
}

/// Reads a number, or a list of numbers.
Result<Words> words_of(const Json& json, const std::string& where) {
  Words words;
  const auto add = [&](const Json& part) -> Result<void> {
    const auto word = word_of(part, where);
    if (!word) return word.error();
    words.push_back(*word);
    return {};
  };
  if (!json.is_array()) {
    TRELLIS_RETURN_IF_ERROR(add(json));
    return words;
  }
  for (const Json& part : json) TRELLIS_RETURN_IF_ERROR(add(part));
  return words;
}

Result<std::vector<Words>> elements_of(const Json& json, const std::string& where) {
  if (!json.is_array()) return wrong(where, "must be a list");
  std::vector<Words> elements;
  size_t count = 0;
  for (const Json& part : json) {
    auto words = words_of(part, where);
    if (!words) return words.error();
    count += words->size();
    elements.push_back(std::move(*words));
  }
  if (count > kMostWords) return wrong(where, "has more than " + std::to_string(kMostWords) + " words");
  return elements;
}

using Named = std::map<std::string, std::vector<Words>>;

Result<Named> named_of(const Json& json, const std::string& where) {
  if (!json.is_object()) return wrong(where, "must be an object");
  Named named;
  for (const auto& [name, value] : json.items()) {
    auto elements = elements_of(value, where + "." + name);
    if (!elements) return elements.error();
    named.emplace(name, std::move(*elements));
  }
  return named;
}

Result<void> read_member(const std::string& name, const Json& value, LaneInputs& inputs) {
  if (name == "buffers" || name == "inputs") {
    auto named = named_of(value, name);
    if (!named) return named.error();
    (name == "buffers" ? inputs.buffers : inputs.place.inputs) = std::move(*named);
    return {};
  }
  if (name == "group") {
    const auto words = words_of(value, name);
    if (!words) return words.error();
    if (!value.is_array() || words->size() != 3) return wrong(name, "must be a list of three numbers");
    std::copy_n(words->begin(), 3, inputs.place.group.begin());
    return {};
  }
  if (name != "first_thread")
    return wrong(name, "unknown; there are buffers, first_thread, group and inputs");
  const auto word = word_of(value, name);
  if (!word) return word.error();
  inputs.place.first_thread = *word;
  return {};
}

std::optional<uint32_t> number_of(std::string_view text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

bool is_buffer(dxil::ResourceKind kind) {
  return kind == dxil::ResourceKind::kTypedBuffer || kind == dxil::ResourceKind::kRawBuffer ||
         kind == dxil::ResourceKind::kStructuredBuffer || kind == dxil::ResourceKind::kCBuffer ||
         kind == dxil::ResourceKind::kTBuffer;
}

Result<void> check_stage_input(const std::string& name, const std::vector<Words>& lanes,
                               const dxil::EntryPoint& entry) {
  std::string known;
  for (const dxil::SignatureElement& element : entry.inputs) {
    for (const uint32_t index : element.semantic_indices) {
      const std::string semantic = std::string(element.semantic) + std::to_string(index);
      if (semantic != name) {
        known += (known.empty() ? "" : ", ") + semantic;
        continue;
      }
      if (lanes.size() == kLaneCount) return {};
      return wrong("inputs." + name,
                   "must have " + std::to_string(kLaneCount) + " elements, one for each lane");
    }
  }
  return wrong("inputs." + name, known.empty() ? "the entry point has no such inputs"
                                               : "the entry point has no such input; it has " + known);
}

}  // namespace

const dxil::Resource* find_resource(std::string_view name, const dxil::Shader& shader) {
  constexpr std::string_view kLetters = "tubs", kSpace = ".space";
  const size_t end = name.find(kSpace);
  const auto space = end == std::string_view::npos ? std::optional<uint32_t>(0)
                                                   : number_of(name.substr(end + kSpace.size()));
  const size_t letter = name.empty() ? std::string_view::npos : kLetters.find(name[0]);
  const auto number = name.empty() ? std::nullopt : number_of(name.substr(0, end).substr(1));
  if (letter == std::string_view::npos || !space || !number) return nullptr;
  for (const dxil::Resource& resource : shader.resources) {
    if (static_cast<size_t>(resource.resource_class) != letter || resource.space != *space) continue;
    if (*number >= resource.lower_bound && *number - resource.lower_bound < resource.count) return &resource;
  }
  return nullptr;
}

Result<LaneInputs> read_lane_inputs(std::string_view json) {
  const Json parsed = Json::parse(json, nullptr, false);
  if (parsed.is_discarded()) return bad_input("the inputs are not JSON");
  if (!parsed.is_object()) return bad_input("the inputs must be a JSON object");
  LaneInputs inputs;
  for (const auto& [name, value] : parsed.items()) TRELLIS_RETURN_IF_ERROR(read_member(name, value, inputs));
  return inputs;
}

Result<void> check_lane_inputs(const LaneInputs& inputs, const dxil::Shader& shader,
                               const dxil::EntryPoint& entry_point) {
  for (const auto& [name, elements] : inputs.buffers) {
    if (name.starts_with(kHeap)) continue;
    const dxil::Resource* resource = find_resource(name, shader);
    if (resource == nullptr) return wrong("buffers." + name, "the shader has no such resource");
    if (!is_buffer(resource->kind)) {
      return wrong("buffers." + name,
                   std::string("is a ") + dxil::name_of(resource->kind) + "; only buffers can be given");
    }
  }
  for (const auto& [name, lanes] : inputs.place.inputs) {
    TRELLIS_RETURN_IF_ERROR(check_stage_input(name, lanes, entry_point));
  }
  const auto size = entry_point.thread_group_size;
  if (size && inputs.place.first_thread >= (*size)[0] * (*size)[1] * (*size)[2]) {
    return wrong("first_thread",
                 "the group has only " + std::to_string((*size)[0] * (*size)[1] * (*size)[2]) + " threads");
  }
  return {};
}

LaneMemory memory_of(const LaneInputs& inputs, const dxil::Shader& shader) {
  LaneMemory memory;
  for (const auto& [name, elements] : inputs.buffers) {
    const dxil::Resource* resource = name.starts_with(kHeap) ? nullptr : find_resource(name, shader);
    const bool is_typed = resource != nullptr && (resource->kind == dxil::ResourceKind::kTypedBuffer ||
                                                  resource->kind == dxil::ResourceKind::kTBuffer);
    std::vector<uint8_t> bytes;
    for (Words words : elements) {
      if (is_typed) words.resize(kElementWords);
      for (const uint32_t word : words) {
        for (uint32_t n = 0; n < 4; ++n) bytes.push_back(static_cast<uint8_t>(word >> (8 * n)));
      }
    }
    memory.give(name, bytes);
  }
  return memory;
}

}  // namespace trellis::tools
