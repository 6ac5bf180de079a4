// Queries about the result of a run.
#include <utility>

#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

/// Returns the converter if its last run succeeded; otherwise logs the reason and returns null.
const dxil_spv_converter_s* ran(dxil_spv_converter converter) {
  if (converter != nullptr && converter->module != nullptr) return converter;
  thread().log(DXIL_SPV_LOG_LEVEL_ERROR, converter == nullptr
                                             ? "the converter is NULL"
                                             : "there is no module: the converter has not run, or it failed");
  return nullptr;
}

dxil_spv_result missing(dxil_spv_converter converter) {
  return converter == nullptr ? DXIL_SPV_ERROR_INVALID_ARGUMENT : DXIL_SPV_ERROR_GENERIC;
}

/// Sets *number to the result of `answer` for the converter, or to 0.
template <class Answer>
dxil_spv_result get_number(dxil_spv_converter converter, unsigned* number, const Answer& answer) {
  return guarded([&]() {
    if (number == nullptr) return invalid_argument("the pointer for the number is NULL");
    *number = 0;
    const dxil_spv_converter_s* known = ran(converter);
    if (known == nullptr) return missing(converter);
    *number = answer(*known);
    return DXIL_SPV_SUCCESS;
  });
}

/// Returns the subgroup size that the options force the pipeline to require; 0 if none.
uint32_t forced_wave_size(const Settings& s) {
  return s.device.requires_forced_lanes ? s.device.forced_lanes : 0;
}

uint32_t thread_count(const TrellisEntryPointInfo& entry_point) {
  return entry_point.workgroup_size[0] * entry_point.workgroup_size[1] * entry_point.workgroup_size[2];
}

uint32_t nothing(const dxil_spv_converter_s&) { return 0; }

}  // namespace
}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

dxil_spv_result dxil_spv_converter_get_compiled_spirv(dxil_spv_converter converter,
                                                      dxil_spv_compiled_spirv* compiled) {
  return guarded([&]() {
    if (compiled == nullptr) return invalid_argument("the pointer for the module is NULL");
    *compiled = {nullptr, 0};
    const dxil_spv_converter_s* known = ran(converter);
    if (known == nullptr) return missing(converter);
    size_t words = 0;
    compiled->data = trellis_module_words(known->module, &words);
    compiled->size = 4 * words;
    return DXIL_SPV_SUCCESS;
  });
}

dxil_spv_result dxil_spv_converter_get_compiled_entry_point(dxil_spv_converter converter,
                                                            const char** entry_point) {
  return guarded([&]() {
    if (entry_point == nullptr) return invalid_argument("the pointer for the name is NULL");
    *entry_point = nullptr;
    const dxil_spv_converter_s* known = ran(converter);
    if (known == nullptr) return missing(converter);
    *entry_point = known->entry_point.source_name;
    return DXIL_SPV_SUCCESS;
  });
}

dxil_spv_result dxil_spv_converter_get_compute_workgroup_dimensions(dxil_spv_converter converter, unsigned* x,
                                                                    unsigned* y, unsigned* z) {
  unsigned* const sizes[] = {x, y, z};
  dxil_spv_result result = DXIL_SPV_SUCCESS;
  for (uint32_t n = 0; n < 3; ++n) {
    const auto size = [n](const dxil_spv_converter_s& known) { return known.entry_point.workgroup_size[n]; };
    const dxil_spv_result got = get_number(converter, sizes[n], size);
    if (result == DXIL_SPV_SUCCESS) result = got;
  }
  return result;
}

dxil_spv_result dxil_spv_converter_get_compute_required_wave_size(dxil_spv_converter converter,
                                                                  unsigned* wave_size) {
  return get_number(converter, wave_size, [](const dxil_spv_converter_s& known) {
    if (const uint32_t forced = forced_wave_size(known.settings); forced != 0) return forced;
    const TrellisEntryPointInfo& entry_point = known.entry_point;
    return entry_point.wave_size_maximum == 0 ? entry_point.wave_size_minimum : 0;
  });
}

dxil_spv_result dxil_spv_converter_get_compute_wave_size_range(dxil_spv_converter converter,
                                                               unsigned* minimum, unsigned* maximum,
                                                               unsigned* preferred) {
  dxil_spv_result result = get_number(converter, minimum, [](const dxil_spv_converter_s& known) {
    const uint32_t forced = forced_wave_size(known.settings);
    return forced != 0 ? forced : known.entry_point.wave_size_minimum;
  });
  for (const auto& [to, from] : {std::pair(maximum, &TrellisEntryPointInfo::wave_size_maximum),
                                 std::pair(preferred, &TrellisEntryPointInfo::wave_size_preferred)}) {
    const auto size = [from = from](const dxil_spv_converter_s& known) {
      return forced_wave_size(known.settings) != 0 ? 0 : known.entry_point.*from;
    };
    const dxil_spv_result got = get_number(converter, to, size);
    if (result == DXIL_SPV_SUCCESS) result = got;
  }
  return result;
}

dxil_spv_result dxil_spv_converter_get_compute_heuristic_max_wave_size(dxil_spv_converter converter,
                                                                       unsigned* wave_size) {
  return get_number(converter, wave_size, [](const dxil_spv_converter_s& known) {
    constexpr uint32_t kLanes = 32;
    const bool is_one_wave =
        known.settings.clamps_waves_to_group && thread_count(known.entry_point) == kLanes;
    return is_one_wave ? kLanes : 0;
  });
}

dxil_spv_result dxil_spv_converter_get_compute_heuristic_min_wave_size(dxil_spv_converter converter,
                                                                       unsigned* wave_size) {
  return get_number(converter, wave_size, nothing);
}

dxil_spv_result dxil_spv_converter_get_patch_vertex_count(dxil_spv_converter converter,
                                                          unsigned* patch_vertices) {
  return get_number(converter, patch_vertices, [](const dxil_spv_converter_s& known) {
    const bool is_hull = known.entry_point.stage == TRELLIS_STAGE_HULL;
    return is_hull ? known.entry_point.input_control_points : 0;
  });
}

dxil_spv_result dxil_spv_converter_get_patch_location_offset(dxil_spv_converter converter,
                                                             unsigned* patch_location_offset) {
  return get_number(converter, patch_location_offset, nothing);
}

dxil_spv_bool dxil_spv_converter_uses_subgroup_size(dxil_spv_converter converter) {
  if (converter == nullptr || converter->module == nullptr) return DXIL_SPV_FALSE;
  return (converter->entry_point.uses & TRELLIS_USES_LANE_COUNT) != 0 ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
}

dxil_spv_bool dxil_spv_converter_uses_shader_feature(dxil_spv_converter converter,
                                                     dxil_spv_shader_feature feature) {
  if (converter == nullptr || converter->module == nullptr) return DXIL_SPV_FALSE;
  if (feature != DXIL_SPV_SHADER_FEATURE_NATIVE_16BIT_OPERATIONS) return DXIL_SPV_FALSE;
  // The capabilities by which native 16-bit types appear in a module. Int16 counts too, since min-precision
  // integers are 16 bits wide only on request.
  constexpr uint32_t kFloat16 = 9, kInt16 = 22, kStorageBuffer16 = 4433, kUniform16 = 4434,
                     kInputOutput16 = 4436;
  uint32_t count = 0;
  const uint32_t* capabilities = trellis_module_capabilities(converter->module, &count);
  for (uint32_t n = 0; n < count; ++n) {
    for (const uint32_t wanted : {kFloat16, kInt16, kStorageBuffer16, kUniform16, kInputOutput16}) {
      if (capabilities[n] == wanted) return DXIL_SPV_TRUE;
    }
  }
  return DXIL_SPV_FALSE;
}

dxil_spv_result dxil_spv_converter_is_multiview_compatible(dxil_spv_converter converter,
                                                           dxil_spv_bool* result) {
  return guarded([&]() {
    if (result == nullptr) return invalid_argument("the pointer for the answer is NULL");
    *result = DXIL_SPV_FALSE;
    const dxil_spv_converter_s* known = ran(converter);
    if (known == nullptr) return missing(converter);
    TrellisModuleViews views = TRELLIS_MODULE_VIEWS_INIT;
    const TrellisResult asked = trellis_module_views(known->module, &views);
    if (asked == TRELLIS_SUCCESS && views.multiview_compatible != 0) *result = DXIL_SPV_TRUE;
    return DXIL_SPV_SUCCESS;
  });
}

const char* dxil_spv_converter_get_analysis_warnings(dxil_spv_converter converter) {
  if (converter == nullptr || converter->module == nullptr || converter->warnings.empty()) return nullptr;
  return converter->warnings.c_str();
}
}
