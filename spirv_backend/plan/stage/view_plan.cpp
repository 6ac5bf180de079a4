// Checks the options for views, and plans what they mean for one stage.
#include "spirv_backend/plan/stage/view_plan.hpp"

#include <algorithm>
#include <bit>

#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using dxil::SignatureElement;

constexpr uint32_t kMaxLayersOfMultiview = 32;  // Number of bits of a view mask.

/// A number of the options, with the name of its field.
struct NamedNumber {
  String field;
  const ViewNumber* number;
};

Vector<NamedNumber> all_numbers(const ViewOptions& views) {
  Vector<NamedNumber> all = {{"views.count", &views.count}};
  if (views.mask) all.push_back({"views.mask", &*views.mask});
  for (size_t v = 0; v < kMaxViews; ++v) {
    const String location = "views.locations[" + decimal(v) + "]";
    all.push_back({location + ".viewport", &views.locations[v].viewport});
    all.push_back({location + ".layer", &views.locations[v].layer});
  }
  return all;
}

class ViewPlanner {
 public:
  explicit ViewPlanner(ModulePlan& plan)
      : plan_(plan), entry_(*plan.entry_point), views_(plan.options.stage.views), out_(plan.stage.views) {}

  Result<void> run();

 private:
  Result<void> check_options() const;
  Result<void> check_packed() const;
  Result<void> check_mask() const;
  Result<void> check_multiview() const;
  Result<void> check_stage() const;
  Result<void> check_handed() const;
  Result<void> check_captures() const;
  bool adds(ViewNumber ViewLocation::*index) const;
  bool feeds_rasterizer() const;
  Diagnostic fail(ErrorCode code, String field, String message) const {
    Location where;
    where.part = std::move(field);
    where.function = entry_.name;
    return {code, std::move(message), std::move(where)};
  }
  Diagnostic bad(String field, String message) const {
    return fail(ErrorCode::kBadInput, std::move(field), std::move(message));
  }

  ModulePlan& plan_;
  const dxil::EntryPoint& entry_;
  const ViewOptions& views_;
  ViewPlan& out_;
};

/// Checks the options for packed views, which exclude most other options.
Result<void> ViewPlanner::check_packed() const {
  const ViewOptions::Packed& packed = views_.packed;
  const String field = packed.views ? "views.packed_views_spec_id" : "views.packed_viewports_spec_id";
  if (views_.way != ViewWay::kMultiview) return bad(field, "packed views require multiview");
  if (views_.count.value != 0 || views_.count.spec_id)
    return bad(field, "excludes packed views: set one of them");
  if (views_.mask || views_.mask_offset)
    return bad(field, "multiview uses the render pass's view mask: a mask requires instancing");
  if (packed.views != packed.viewports) return {};
  return bad("views.packed_viewports_spec_id",
             "is also the ID of the packed views, " + decimal(*packed.views));
}

Result<void> ViewPlanner::check_options() const {
  if (views_.packed.is_any()) return check_packed();
  const uint32_t count = views_.count.value;
  if (count == 0 || count > kMaxViews) {
    return bad("views.count",
               "there are " + decimal(count) + " views; the range is 1 to " + decimal(kMaxViews));
  }
  const Vector<NamedNumber> all = all_numbers(views_);
  for (const NamedNumber& a : all) {
    for (const NamedNumber& b : all) {
      if (&a == &b || !a.number->spec_id || a.number->spec_id != b.number->spec_id) continue;
      return bad(b.field,
                 "has the same specialization constant as " + a.field + ", " + decimal(*a.number->spec_id));
    }
  }
  return views_.way == ViewWay::kMultiview ? check_multiview() : check_mask();
}

Result<void> ViewPlanner::check_mask() const {
  if (views_.mask && views_.mask_offset)
    return bad("views.mask_offset", "excludes views.mask: set one of them");
  if (views_.mask && !views_.mask->spec_id && !views_.count.spec_id) {
    const uint32_t all = (1u << views_.count.value) - 1;
    if ((views_.mask->value & all) == 0)
      return bad("views.mask", "has no bit of a view: nothing would be drawn");
  }
  if (!views_.mask_offset) return {};
  const uint32_t bytes = plan_.options.root_data.size, offset = *views_.mask_offset;
  if (offset % 4 == 0 && uint64_t{offset} + 4 <= bytes) return {};
  return bad("views.mask_offset", "the word for the mask, at byte " + decimal(offset) +
                                      ", is outside the root data of " + decimal(bytes) + " bytes");
}

// Vulkan's mask selects the layers, so the locations only tell the view of each layer.
Result<void> ViewPlanner::check_multiview() const {
  if (views_.mask || views_.mask_offset) {
    return bad(views_.mask ? "views.mask" : "views.mask_offset",
               "multiview uses the render pass's view mask: a mask requires instancing");
  }
  if (views_.count.spec_id)
    return bad("views.count", "multiview requires a number, not a specialization constant");
  for (uint32_t v = 0; v < views_.count.value; ++v) {
    const ViewNumber& layer = views_.locations[v].layer;
    if (layer.spec_id) continue;
    const String field = "views.locations[" + decimal(v) + "].layer";
    if (layer.value >= kMaxLayersOfMultiview) {
      return bad(field, "is " + decimal(layer.value) + ", but multiview only has layers 0 to 31");
    }
    for (uint32_t other = 0; other < v; ++other) {
      const ViewNumber& before = views_.locations[other].layer;
      if (before.spec_id || before.value != layer.value) continue;
      return bad(field, "view " + decimal(other) + " is in layer " + decimal(layer.value) +
                            " too, which multiview does not support: use instancing");
    }
  }
  return {};
}

Result<void> ViewPlanner::check_stage() const {
  if (out_.takes || out_.hands) {
    TRELLIS_RETURN_IF_ERROR(check_handed());
  }
  return check_captures();
}

/// Checks that the location is free in the signatures where it is used.
Result<void> ViewPlanner::check_handed() const {
  const uint32_t location = views_.handed_location, limit = plan_.options.stage.max_locations;
  if (location >= limit) {
    return bad("views.handed_location",
               "is " + decimal(location) + ", but there are only " + decimal(limit) + " locations");
  }
  for (const SignatureSide side : kSignatureSides) {
    const bool is_out = is_output(entry_.kind, side);
    if (is_out ? !out_.hands : !out_.takes) continue;
    const Vector<SignatureElement>& signature = signature_of(entry_, side);
    if (side == SignatureSide::kThird && entry_.kind != ShaderKind::kMesh) continue;  // Patch constants.
    for (uint32_t n = 0; n < signature.size(); ++n) {
      const ElementPlan& element = plan_.stage.of(side)[n];
      if (!has_location(plan_, side, n) && !element.passed_at) continue;
      const uint32_t first = element.passed_at.value_or(element.at).location;
      if (location < first || location - first >= signature[n].rows) continue;
      return bad("views.handed_location", "the " + String(is_out ? "output " : "input ") +
                                              describe_element(signature[n]) + " is at location " +
                                              decimal(location) + ", which is reserved for the view");
    }
  }
  return {};
}

Result<void> ViewPlanner::check_captures() const {
  if (plan_.options.stage.stream_output.entries.empty()) return {};
  for (const StreamOutputEntry& entry : plan_.options.stage.stream_output.entries) {
    const bool is_layer = out_.adds_layer && equal_semantics(entry.semantic, "SV_RenderTargetArrayIndex");
    const bool is_viewport = out_.adds_viewport && equal_semantics(entry.semantic, "SV_ViewportArrayIndex");
    if (!is_layer && !is_viewport) continue;
    return fail(
        ErrorCode::kUnsupported, "views.locations",
        "stream output of " + entry.semantic + ", to which the views add their locations, is not supported");
  }
  return {};
}

bool ViewPlanner::feeds_rasterizer() const {
  switch (entry_.kind) {
    case ShaderKind::kMesh:
      return true;
    case ShaderKind::kVertex:
    case ShaderKind::kDomain:
      return views_.is_last;
    case ShaderKind::kGeometry:
      return views_.is_last && plan_.options.stage.stream_output.rasterized_stream != kNoStream;
    default:
      return false;
  }
}

bool ViewPlanner::adds(ViewNumber ViewLocation::*index) const {
  const auto is_added = [&](uint32_t view) {
    const ViewNumber& number = views_.locations[view].*index;
    return number.value != 0 || number.spec_id.has_value();
  };
  if (out_.known) return is_added(*out_.known);
  const uint32_t count = views_.count.spec_id ? kMaxViews : views_.count.value;
  for (uint32_t view = 0; view < count; ++view) {
    if (is_added(view)) return true;
  }
  return false;
}

Result<void> ViewPlanner::run() {
  const ShaderKind stage = entry_.kind;
  const bool is_drawn = stage == ShaderKind::kVertex || stage == ShaderKind::kHull ||
                        stage == ShaderKind::kDomain || stage == ShaderKind::kGeometry ||
                        stage == ShaderKind::kPixel || stage == ShaderKind::kMesh ||
                        stage == ShaderKind::kAmplification;
  const bool is_on = views_.way == ViewWay::kInstances || views_.count.value != 0 || views_.count.spec_id ||
                     views_.packed.is_any();
  if (!is_drawn || !is_on) return {};
  out_.is_on = true;
  TRELLIS_RETURN_IF_ERROR(check_options());
  if (const std::optional<uint32_t> drawn = known_views(views_); drawn && std::has_single_bit(*drawn)) {
    out_.known = static_cast<uint32_t>(std::countr_zero(*drawn));
  }
  const bool is_last = feeds_rasterizer();
  out_.adds_viewport = is_last && (views_.packed.is_any() ? views_.packed.viewports.has_value()
                                                          : adds(&ViewLocation::viewport));
  if (views_.way == ViewWay::kInstances) {
    out_.adds_layer = is_last && adds(&ViewLocation::layer);
    const bool is_first =
        stage == ShaderKind::kVertex || stage == ShaderKind::kMesh || stage == ShaderKind::kAmplification;
    out_.multiplies = is_first && !out_.known;
    const bool is_rasterized =
        stage != ShaderKind::kGeometry || plan_.options.stage.stream_output.rasterized_stream != kNoStream;
    out_.hands =
        !out_.known && stage != ShaderKind::kPixel && stage != ShaderKind::kAmplification && is_rasterized;
    out_.takes = !out_.known && !is_first &&
                 (out_.hands || out_.adds_viewport || out_.adds_layer || plan_.stage.reads_view);
  }
  return check_stage();
}

}  // namespace

std::optional<uint32_t> known_views(const ViewOptions& views) {
  if (views.packed.is_any()) return std::nullopt;
  if (views.count.spec_id || views.mask_offset || (views.mask && views.mask->spec_id)) return std::nullopt;
  return ((1u << views.count.value) - 1) & (views.mask ? views.mask->value : UINT32_MAX);
}

Result<void> plan_views(ModulePlan& plan) { return ViewPlanner(plan).run(); }

ViewUse view_use(const ModulePlan& plan) {
  const ViewPlan& views = plan.stage.views;
  const uint32_t handed = plan.options.stage.views.handed_location;
  ViewUse use;
  use.reads_view = plan.stage.reads_view;
  if (views.is_on) {
    use.way = plan.options.stage.views.way;
    use.count = plan.options.stage.views.count;
  }
  if (views.multiplies) use.mask_offset = plan.options.stage.views.mask_offset;
  if (views.takes) use.taken_at = handed;
  if (views.hands) use.handed_at = handed;
  use.adds_viewport = views.adds_viewport;
  use.adds_layer = views.adds_layer;
  const Vector<LocatedElement> elements = located_elements(plan);
  use.is_multiview_compatible =
      !views.adds_layer && std::none_of(elements.begin(), elements.end(), [](const LocatedElement& e) {
        return e.is_builtin && e.builtin == to_word(spv::BuiltIn::Layer);
      });
  return use;
}

}  // namespace trellis::spirv
