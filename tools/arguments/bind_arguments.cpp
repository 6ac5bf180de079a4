#include "tools/arguments/bind_arguments.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "tools/arguments/stage_arguments.hpp"

namespace trellis::tools {
namespace {

constexpr std::string_view kCounter = ".counter", kPush = "push";

struct Place {
  uint32_t set = 0, binding = 0;
  bool is_pushed = false;
  uint32_t offset = spirv::kNoOffset;  ///< Byte offset in push constants; only used if is_pushed is set.
};

/// Reads "push" or "push:OFFSET".
std::optional<Place> read_push(std::string_view text) {
  Place place;
  place.is_pushed = true;
  if (text == kPush) return place;
  if (text.substr(kPush.size(), 1) != ":") return std::nullopt;
  const auto offset = parse_number(std::string(text.substr(kPush.size() + 1)));
  if (!offset) return std::nullopt;
  place.offset = *offset;
  return place;
}

std::optional<Place> read_place(const std::string& text) {
  if (text.starts_with(kPush)) return read_push(text);
  const size_t dot = text.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const auto set = parse_number(text.substr(0, dot));
  const auto binding = parse_number(text.substr(dot + 1));
  if (!set || !binding) return std::nullopt;
  return Place{*set, *binding, false, 0};
}

bool ends_with_counter(std::string_view name) {
  return name.size() > kCounter.size() && name.substr(name.size() - kCounter.size()) == kCounter;
}

}  // namespace

std::string read_named_bindings(const std::vector<std::string>& given,
                                Vector<spirv::NamedBinding>& bindings) {
  for (const std::string& text : given) {
    // Search from the end: a name may contain almost anything but an equals sign, such as "lights[0].map".
    const size_t equals = text.rfind('=');
    const auto place = equals == std::string::npos ? std::nullopt : read_place(text.substr(equals + 1));
    if (!place || equals == 0)
      return "--bind: '" + text + "' is not of the form NAME=SET.BINDING, NAME=push or NAME=push:OFFSET";
    std::string name = text.substr(0, equals);
    const bool is_counter = ends_with_counter(name);
    if (is_counter) name.resize(name.size() - kCounter.size());
    auto known = std::find_if(bindings.begin(), bindings.end(),
                              [&](const spirv::NamedBinding& other) { return other.name == String(name); });
    if (known == bindings.end()) {
      bindings.push_back({String(name), std::nullopt, std::nullopt});
      known = bindings.end() - 1;
    }
    if (is_counter ? known->counter.has_value() : known->resource.has_value()) {
      return "--bind: '" + text.substr(0, equals) + "' is given twice";
    }
    if (is_counter && place->is_pushed)
      return "--bind: the counter '" + text.substr(0, equals) + "' cannot be push constants";
    if (place->is_pushed) {
      known->resource.emplace();
      known->resource->kind = spirv::BindingKind::kRootConstants;
      known->resource->root_offset = place->offset;
    } else if (is_counter) {
      known->counter.emplace();
      known->counter->set = place->set;
      known->counter->binding = place->binding;
    } else {
      known->resource.emplace();
      known->resource->set = place->set;
      known->resource->binding = place->binding;
    }
  }
  return {};
}

}  // namespace trellis::tools
