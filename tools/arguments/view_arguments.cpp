#include "tools/arguments/view_arguments.hpp"

#include "tools/arguments/stage_arguments.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kViewsSection = "Views";
constexpr const char* kCount = "--views";
constexpr const char* kPackedViews = "--packed-views";
constexpr const char* kPackedViewports = "--packed-viewports";

/// Parses "3", "id:7" or "id:7=3": a number, or a specialization constant and its default.
std::optional<spirv::ViewNumber> parse_view_number(const std::string& text) {
  constexpr std::string_view kId = "id:";
  spirv::ViewNumber number;
  if (text.rfind(kId, 0) != 0) {
    const auto value = parse_number(text);
    if (!value) return std::nullopt;
    number.value = *value;
    return number;
  }
  const size_t equals = text.find('=');
  number.spec_id = parse_number(text.substr(kId.size(), equals - kId.size()));
  if (!number.spec_id) return std::nullopt;
  if (equals == std::string::npos) return number;
  const auto value = parse_number(text.substr(equals + 1));
  if (!value) return std::nullopt;
  number.value = *value;
  return number;
}

std::string not_a_number(const char* option, const std::string& text) {
  return std::string(option) + ": '" + text +
         "' is not a number (3) or a specialization constant with its default (id:7=3)";
}

std::string read_mask(const std::string& text, spirv::ViewOptions& views) {
  constexpr std::string_view kRoot = "root:";
  if (text.empty()) return {};
  if (text.rfind(kRoot, 0) == 0) {
    views.mask_offset = parse_number(text.substr(kRoot.size()));
    return views.mask_offset ? std::string()
                             : "--view-mask: '" + text + "' is not a byte offset in the root data";
  }
  views.mask = parse_view_number(text);
  return views.mask ? std::string() : not_a_number("--view-mask", text);
}

std::string read_locations(const ViewArguments& arguments, spirv::ViewOptions& views) {
  for (const auto& [view_text, viewport_text, layer_text] : arguments.locations) {
    const auto view = parse_number(view_text);
    if (!view || *view >= spirv::kMaxViews)
      return "--view-location: '" + view_text + "' is not a view (0 to 3)";
    const auto viewport = parse_view_number(viewport_text), layer = parse_view_number(layer_text);
    if (!viewport) return not_a_number("--view-location", viewport_text);
    if (!layer) return not_a_number("--view-location", layer_text);
    views.locations[*view] = {*viewport, *layer};
  }
  return {};
}

}  // namespace

void bind_view_arguments(RowOptions& rows, ViewArguments& arguments) {
  rows.bind(kCount, arguments.count);
  rows.bind("--view-location", arguments.locations);
  rows.bind("--view-mask", arguments.mask);
  rows.bind(kPackedViews, arguments.packed_views);
  rows.bind(kPackedViewports, arguments.packed_viewports);
}

std::string read_view_arguments(const CLI::App& app, const ViewArguments& arguments,
                                spirv::ViewOptions& views) {
  if (is_given(app, kPackedViews)) views.packed.views = arguments.packed_views;
  if (is_given(app, kPackedViewports)) views.packed.viewports = arguments.packed_viewports;
  if (!is_given(app, kCount) && views.packed.is_any()) return {};
  if (!is_given(app, kCount)) {
    for (const Row& row : option_table::rows_of(kViewsSection)) {
      if (is_given(app, row)) return std::string(row.flag) + " requires --views";
    }
    return {};
  }
  const auto count = parse_view_number(arguments.count);
  if (!count) return not_a_number(kCount, arguments.count);
  views.count = *count;
  if (views.count.value == 0 && views.count.spec_id) views.count.value = 1;
  if (std::string wrong = read_mask(arguments.mask, views); !wrong.empty()) return wrong;
  return read_locations(arguments, views);
}

}  // namespace trellis::tools
