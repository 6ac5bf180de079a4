#include "tools/view_arguments.hpp"

#include "tools/stage_arguments.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kGroup = "Views";
constexpr const char* kOthers[] = {"--views-by", "--view-location", "--view-mask", "--view-handed",
                                   "--last-before-rasterizer"};

/// "3", "id:7" or "id:7=3": a specialization constant and its default.
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
         "' is no number (3, or a specialization constant with its default: id:7=3)";
}

std::string read_mask(const std::string& text, spirv::ViewOptions& views) {
  constexpr std::string_view kRoot = "root:";
  if (text.empty()) return {};
  if (text.rfind(kRoot, 0) == 0) {
    views.mask_offset = parse_number(text.substr(kRoot.size()));
    return views.mask_offset ? std::string() : "--view-mask: '" + text + "' names no byte of the root data";
  }
  views.mask = parse_view_number(text);
  return views.mask ? std::string() : not_a_number("--view-mask", text);
}

std::string read_locations(const ViewArguments& arguments, spirv::ViewOptions& views) {
  for (const auto& [view_text, viewport_text, layer_text] : arguments.locations) {
    const auto view = parse_number(view_text);
    if (!view || *view >= spirv::kMostViews)
      return "--view-location: '" + view_text + "' is no view (0 to 3)";
    const auto viewport = parse_view_number(viewport_text), layer = parse_view_number(layer_text);
    if (!viewport) return not_a_number("--view-location", viewport_text);
    if (!layer) return not_a_number("--view-location", layer_text);
    views.locations[*view] = {*viewport, *layer};
  }
  return {};
}

}  // namespace

void add_view_arguments(CLI::App& app, ViewArguments& arguments) {
  app.add_option("--views", arguments.count,
                 "How many views the pipeline has, 1 to 4, or a specialization constant: id:7=2")
      ->type_name("COUNT")
      ->group(kGroup);
  app.add_option("--views-by", arguments.way, "How they are drawn (default: multiview)")
      ->type_name("WAY")
      ->check(CLI::IsMember({"instances", "multiview"}))
      ->group(kGroup);
  app.add_option(
         "--view-location", arguments.locations,
         "What a view adds to the array indices of viewport and layer (default: view N goes to layer N)")
      ->type_name("VIEW VIEWPORT LAYER")
      ->type_size(3)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--view-mask", arguments.mask,
                 "Bits of the views that are drawn: 5, id:7=5, or root:16, a byte of the root data")
      ->type_name("MASK")
      ->group(kGroup);
  app.add_option("--view-handed", arguments.handed_location,
                 "Location at which stages tell the next one the view (default: 15)")
      ->type_name("LOCATION")
      ->group(kGroup);
  app.add_flag("--last-before-rasterizer", arguments.is_last,
               "The stage feeds the rasterizer: it adds the views' locations")
      ->group(kGroup);
}

std::string read_view_arguments(const CLI::App& app, const ViewArguments& arguments,
                                spirv::ViewOptions& views) {
  if (app.count("--views") == 0) {
    for (const char* other : kOthers) {
      if (app.count(other) != 0) return std::string(other) + ": there is no --views";
    }
    return {};
  }
  const auto count = parse_view_number(arguments.count);
  if (!count) return not_a_number("--views", arguments.count);
  views.count = *count;
  if (views.count.value == 0 && views.count.spec_id) views.count.value = 1;
  views.way = arguments.way == "instances" ? spirv::ViewWay::kInstances : spirv::ViewWay::kMultiview;
  views.is_last = arguments.is_last;
  views.handed_location = arguments.handed_location;
  if (std::string wrong = read_mask(arguments.mask, views); !wrong.empty()) return wrong;
  return read_locations(arguments, views);
}

}  // namespace trellis::tools
