#include "c_api/options/view_instancing.hpp"

#include "c_api/objects.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

static_assert(TRELLIS_MAX_VIEWS == spirv::kMaxViews);

spirv::ViewNumber number_of(const TrellisViewNumber& given) {
  spirv::ViewNumber number = {given.value, {}};
  if (given.spec_id != TRELLIS_NO_SPEC_ID) number.spec_id = given.spec_id;
  return number;
}

}  // namespace

Result<void> read_view_options(const TrellisViewOptions* from, option_table::Asked& asked) {
  TrellisViewOptions given = TRELLIS_VIEW_OPTIONS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(from, "options.views", given));
  if (from != nullptr) {  // Otherwise the defaults apply, which equal those of C++.
    TRELLIS_RETURN_IF_ERROR(read_fields(given, asked));
  }
  spirv::ViewOptions& views = asked.translate.stage.views;
  views.count = number_of(given.count);
  for (uint32_t v = 0; v < spirv::kMaxViews; ++v) {
    const TrellisViewLocation& location = given.locations[v];
    views.locations[v] = {number_of(location.viewport), number_of(location.layer)};
  }
  const bool is_all = given.mask.value == UINT32_MAX && given.mask.spec_id == TRELLIS_NO_SPEC_ID;
  if (!is_all) views.mask = number_of(given.mask);
  if (given.packed_views_spec_id != TRELLIS_NO_SPEC_ID) views.packed.views = given.packed_views_spec_id;
  if (given.packed_viewports_spec_id != TRELLIS_NO_SPEC_ID) {
    views.packed.viewports = given.packed_viewports_spec_id;
  }
  if (given.mask_offset != TRELLIS_NO_OFFSET) views.mask_offset = given.mask_offset;
  return {};
}

}  // namespace trellis::c_api

using namespace trellis::c_api;

extern "C" TrellisResult trellis_module_views(const TrellisModule* module, TrellisModuleViews* views) {
  if (!is_live(module)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  if (!module->translation.views) return TRELLIS_ERROR_UNSUPPORTED;
  const trellis::spirv::ViewUse& use = *module->translation.views;
  TrellisModuleViews known = TRELLIS_MODULE_VIEWS_INIT;
  known.reads_view = use.reads_view ? 1 : 0;
  known.multiview_compatible = use.is_multiview_compatible ? 1 : 0;
  known.taken_at = use.taken_at.value_or(TRELLIS_NO_LOCATION);
  known.handed_at = use.handed_at.value_or(TRELLIS_NO_LOCATION);
  known.adds_viewport = use.adds_viewport ? 1 : 0;
  known.adds_layer = use.adds_layer ? 1 : 0;
  return write_versioned(known, views) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}
