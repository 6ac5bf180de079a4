// Runs a conversion: converts all settings to the options of one translation.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

/// An extension that the device has only if a setting enables it.
struct GatedExtension {
  const char* name;
  bool (*is_there)(const DeviceSettings& s);
};
constexpr GatedExtension kGated[] = {
    {"SPV_EXT_demote_to_helper_invocation", [](const DeviceSettings& s) { return s.demotes; }},
    {"SPV_KHR_integer_dot_product", [](const DeviceSettings& s) { return s.dots_bytes; }},
    {"SPV_NV_shader_subgroup_partitioned", [](const DeviceSettings& s) { return s.partitions; }},
    {"SPV_NV_compute_shader_derivatives",
     [](const DeviceSettings& s) { return s.derives_nv && s.derives_by_quads; }},
    {"SPV_KHR_compute_shader_derivatives",
     [](const DeviceSettings& s) { return s.derives_khr && s.derives_by_quads; }},
    {"SPV_KHR_opacity_micromap", [](const DeviceSettings& s) { return s.micromaps_khr; }},
    {"SPV_KHR_float_controls2", [](const DeviceSettings& s) { return s.float_controls_2; }},
    // This extension is new and would be used wherever it is listed. No option of the interface covers it.
    {"SPV_EXT_long_vector", [](const DeviceSettings&) { return false; }},
};

/// Returns all known extensions, each with its gate; null if it has none.
std::vector<std::pair<const char*, const GatedExtension*>> list_extensions() {
  uint32_t count = 0;
  const char* const* known = trellis_known_extensions(&count);
  std::vector<std::pair<const char*, const GatedExtension*>> list;
  for (uint32_t n = 0; n < count; ++n) {
    // Names differ after their prefixes, so comparing the first character there rules out most of them.
    constexpr size_t kPrefix = sizeof "SPV_KHR_" - 1;
    const bool is_long = std::strlen(known[n]) > kPrefix;
    const auto* gate = std::find_if(std::begin(kGated), std::end(kGated), [&](const GatedExtension& gated) {
      return is_long && gated.name[kPrefix] == known[n][kPrefix] && std::strcmp(gated.name, known[n]) == 0;
    });
    list.emplace_back(known[n], gate == std::end(kGated) ? nullptr : gate);
  }
  return list;
}

/// Returns the extensions that the device has according to the options. Those that no option mentions are
/// assumed to be present.
std::vector<const char*> extensions_of(const DeviceSettings& s) {
  static const auto list = list_extensions();
  std::vector<const char*> extensions;
  extensions.reserve(list.size());
  for (const auto& [name, gate] : list) {
    if (gate == nullptr || gate->is_there(s)) extensions.push_back(name);
  }
  return extensions;
}

/// Ranges of the numbers that SPIR-V has assigned.
struct Numbers {
  uint32_t first, end;
};
constexpr Numbers kNumbers[] = {{0, 128}, {4096, 4608}, {5000, 6656}};
constexpr uint32_t kStorageImageReadWithoutFormat = 55;

/// All of SPIR-V's capabilities except the one for reading storage images without a format.
constexpr auto kCapabilities = [] {
  std::array<uint32_t, 128 + 512 + 1656 - 1> capabilities = {};
  size_t count = 0;
  for (const Numbers& numbers : kNumbers) {
    for (uint32_t number = numbers.first; number < numbers.end; ++number) {
      if (number != kStorageImageReadWithoutFormat) capabilities.at(count++) = number;
    }
  }
  return capabilities;
}();
static_assert(kCapabilities.back() == std::end(kNumbers)[-1].end - 1);

TrellisMinPrecision min_precision_of(const DeviceSettings& s) {
  if (s.native_16_bit) return TRELLIS_MIN_PRECISION_NATIVE;
  return s.relaxed_precision ? TRELLIS_MIN_PRECISION_RELAXED : TRELLIS_MIN_PRECISION_FULL;
}

/// The interface promises modules for Vulkan 1.1, except for features that need a newer SPIR-V.
TrellisTarget target_of(const Settings& s, const TrellisEntryPointInfo& entry_point) {
  const bool is_ray_stage =
      entry_point.stage >= TRELLIS_STAGE_RAY_GENERATION && entry_point.stage <= TRELLIS_STAGE_CALLABLE;
  const bool is_newer = is_ray_stage || entry_point.stage == TRELLIS_STAGE_MESH ||
                        entry_point.stage == TRELLIS_STAGE_AMPLIFICATION ||
                        (entry_point.uses & TRELLIS_USES_RAY_QUERIES) != 0 ||
                        s.stage_input.function != nullptr;  // Inputs may be per primitive.
  return is_newer ? TRELLIS_TARGET_VULKAN_1_2 : TRELLIS_TARGET_VULKAN_1_1;
}

/// The options of a translation, with the data that they point to.
class Options {
 public:
  Options(Run& run, const TrellisEntryPointInfo& entry_point, const Captures& captures);
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;

 private:
  void set_device(const DeviceSettings& s);
  void set_views(const ViewSettings& s);
  void set_heaps(const Settings& s);
  void set_checks(const CheckSettings& s);

  std::vector<const char*> extensions_;
  TrellisDeviceOptions device_ = TRELLIS_DEVICE_OPTIONS_INIT;
  TrellisStageOptions stage_;
  TrellisViewOptions views_ = TRELLIS_VIEW_OPTIONS_INIT;
  TrellisHeapOptions heaps_ = TRELLIS_HEAP_OPTIONS_INIT;
  TrellisInstrumentation instruments_ = TRELLIS_INSTRUMENTATION_INIT;
};

void Options::set_device(const DeviceSettings& s) {
  extensions_ = extensions_of(s);
  device_.extensions = extensions_.data();
  device_.extension_count = static_cast<uint32_t>(extensions_.size());
  if (!s.reads_without_format) {
    device_.capabilities = kCapabilities.data();
    device_.capability_count = static_cast<uint32_t>(kCapabilities.size());
  }
  device_.no_demote = s.demotes ? 0 : 1;
  // A forced size need not be one that the device supports.
  device_.required_subgroup_size = s.forced_lanes;
  if (s.forced_lanes == 0) {
    device_.minimum_subgroup_size = s.minimum_lanes;
    device_.maximum_subgroup_size = s.maximum_lanes;
  }
  device_.float_policy = TRELLIS_FLOAT_AS_SUPPORTED;
  device_.preserves_denorms = TRELLIS_FLOATS_32;
  if (s.keeps_denorms_16) device_.preserves_denorms |= TRELLIS_FLOATS_16;
  if (s.keeps_denorms_64) device_.preserves_denorms |= TRELLIS_FLOATS_64;
  device_.flushes_denorms = TRELLIS_FLOATS_32;
  device_.keeps_special_values = TRELLIS_FLOATS_32;
  device_.memory_model = s.vulkan_memory_model ? TRELLIS_MEMORY_MODEL_VULKAN : TRELLIS_MEMORY_MODEL_GLSL450;
  device_.precise = s.precise;
  device_.bounded_arrays = s.bounded_arrays ? 1 : 0;
  device_.quad_control = s.quad_control ? 1 : 0;
  device_.min_precision = min_precision_of(s);
  device_.workarounds = s.workarounds;
  device_.branch_hints = s.branch_hints;
  // No option covers VK_KHR_maintenance8, so shaders that need it are assumed to run on devices that have it.
  device_.computed_offsets = 1;
  options.device = &device_;
}

void Options::set_views(const ViewSettings& s) {
  if (!s.is_on) return;
  views_.last_before_rasterizer = s.is_last ? 1 : 0;
  views_.packed_views_spec_id = s.views_id;
  views_.packed_viewports_spec_id = s.viewports_id;
  options.views = &views_;
}

/// Limits indices by the heap's size: the word that a meta descriptor names, or the size of the buffer that
/// contains the heap. A null descriptor follows the last one. No meta descriptor describes samplers: layers
/// allocate D3D12's maximum of 2048 for each heap, and expect an index of at most 2047.
void Options::set_heaps(const Settings& s) {
  if (!s.binding.bounded_heaps) return;
  constexpr uint32_t kLastSampler = 2047;
  heaps_.sampler_count = kLastSampler;  // With ends_with_null, it is the greatest index.
  heaps_.ends_with_null = 1;
  heaps_.bounds_slices = 1;
  options.heaps = &heaps_;
  const uint32_t after_descriptors = 8 * s.root_descriptors;
  switch (s.heap_size.kind) {
    case DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT:
      heaps_.resource_size_form = TRELLIS_HEAP_SIZE_UNIFORM_BLOCK;
      heaps_.resource_size_set = s.heap_size.set;
      heaps_.resource_size_binding = s.heap_size.binding;
      break;
    case DXIL_SPV_META_DESCRIPTOR_KIND_PUSH_CONSTANT:
      heaps_.resource_count_offset = after_descriptors + 4 * s.heap_size.binding;
      break;
    default:
      if (s.raw_heap.kind != DXIL_SPV_META_DESCRIPTOR_KIND_READONLY_SSBO) {
        thread().log_once(DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS,
                          "option 35 (DESCRIPTOR_HEAP_ROBUSTNESS) is ignored for resources: no meta "
                          "descriptor tells the heap's size");
        return;
      }
      heaps_.resource_size_form = TRELLIS_HEAP_SIZE_OF_BUFFER;
      heaps_.resource_size_set = s.raw_heap.set;
      heaps_.resource_size_binding = s.raw_heap.binding;
      heaps_.resource_size_stride = 8 * s.binding.address_stride;
  }
}

void Options::set_checks(const CheckSettings& s) {
  if (!s.is_on) return;
  instruments_.check_descriptors = 1;
  instruments_.descriptor_format = TRELLIS_DESCRIPTORS_BY_COOKIES;
  instruments_.reports = s.reports;
  instruments_.resource_table = s.heap;
  instruments_.shader_hash = s.shader_hash;
  options.instrumentation = &instruments_;
}

Options::Options(Run& run, const TrellisEntryPointInfo& entry_point, const Captures& captures)
    : stage_(run.settings.stage) {
  const Settings& s = run.settings;
  options.target = target_of(s, entry_point);
  options.entry_point = entry_point.name;
  options.module_entry_point = "main";
  // As in the interface's own default rule, registers of every class start at binding 0.
  options.shared_bindings = 1;
  options.bind = bind_resource;
  options.bind_user = &run;
  options.root_data_form =
      s.binding.root_data_is_block ? TRELLIS_ROOT_DATA_UNIFORM_BLOCK : TRELLIS_ROOT_DATA_PUSH_CONSTANTS;
  options.root_data_size = run.root_bytes;
  options.root_data_set = s.binding.block_set;
  options.root_data_binding = s.binding.block_binding;
  if (s.binding.marks_all_non_uniform) options.non_uniform = TRELLIS_NON_UNIFORM_ALWAYS;
  options.maximal_reconvergence = s.device.forces_reconvergence ? 1 : 0;
  set_device(s.device);
  stage_.locate = locate_element;
  stage_.locate_user = &run;
  stage_.stream_output = captures.entries.data();
  stage_.stream_output_count = static_cast<uint32_t>(captures.entries.size());
  std::copy(captures.strides.begin(), captures.strides.end(), stage_.stream_output_strides);
  options.stage = &stage_;
  set_views(s.views);
  set_heaps(s);
  set_checks(s.checks);
  if (s.binding.has_nvapi) {
    options.has_nvapi_slot = 1;
    options.nvapi_register = s.binding.nvapi_register;
    options.nvapi_space = s.binding.nvapi_space;
  }
}

/// Returns the size of the root data; nothing if there are more words than any root data has.
std::optional<uint32_t> root_bytes(const Settings& s) {
  constexpr uint32_t kMostWords = 1u << 20;
  if (s.root_descriptors > kMostWords || s.root_words > kMostWords) return std::nullopt;
  return 8 * s.root_descriptors + 4 * s.root_words;
}

void note_warnings(dxil_spv_converter_s& converter) {
  uint32_t count = 0;
  const char* const* lines = trellis_module_warnings(converter.module, &count);
  for (uint32_t n = 0; n < count; ++n) converter.warnings.append(lines[n]).push_back('\n');
}

TrellisResult translate(TrellisTranslator* translator, Options& options, dxil_spv_converter_s& converter) {
  const TrellisProgram* program = converter.program->get();
  const TrellisResult result = trellis_translate(translator, program, &options.options, &converter.module);
  if (result != TRELLIS_ERROR_UNSUPPORTED || options.options.maximal_reconvergence == 0) return result;
  thread().log(DXIL_SPV_LOG_LEVEL_WARN, trellis_translator_error(translator)->text);
  options.options.maximal_reconvergence = 0;  // A module without the guarantee is better than none.
  return trellis_translate(translator, program, &options.options, &converter.module);
}

dxil_spv_result run_converter(dxil_spv_converter_s& converter) {
  trellis_module_destroy(converter.module);
  converter.module = nullptr;
  converter.warnings.clear();
  const Settings& s = converter.settings;
  Thread& own = thread();
  TrellisTranslator* translator = own.translator();
  if (translator == nullptr) return DXIL_SPV_ERROR_OUT_OF_MEMORY;
  if (s.local.is_in_table())
    return invalid_argument("a table of the local root signature has not been ended");
  const TrellisEntryPointInfo* entry_point = converter.program->find_entry_point(s.entry_point.c_str());
  if (entry_point == nullptr) return invalid_argument(("no such entry point: " + s.entry_point).c_str());
  const std::optional<uint32_t> bytes = root_bytes(s);
  if (!bytes) return invalid_argument("too many root constants or root descriptors");
  Run run{s, *converter.program, *bytes};
  const std::optional<Captures> captures = ask_captures(run, *entry_point);
  if (!captures) return DXIL_SPV_ERROR_GENERIC;
  Options options(run, *entry_point, *captures);
  if (translate(translator, options, converter) != TRELLIS_SUCCESS) return own.fail(DXIL_SPV_ERROR_GENERIC);
  converter.entry_point = *entry_point;
  note_warnings(converter);
  return DXIL_SPV_SUCCESS;
}

}  // namespace
}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" dxil_spv_result dxil_spv_converter_run(dxil_spv_converter converter) {
  if (converter == nullptr) return invalid_argument("the converter is NULL");
  return guarded([&]() { return run_converter(*converter); });
}
