// The options by number. docs/interop.md has the same table in words.
#include <algorithm>
#include <bit>

#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

/// How an option that requests something is handled.
enum class Fate : uint8_t {
  kHonoured,
  kNeedless,  ///< What it requests is always the case, or is not needed here.
  kIgnored,   ///< It has no effect, which is logged once.
};

struct OptionRow {
  const char* name = nullptr;
  Fate fate = Fate::kIgnored;
};

constexpr OptionRow kRows[] = {
    {},
    {"SHADER_DEMOTE_TO_HELPER", Fate::kHonoured},
    {"DUAL_SOURCE_BLENDING", Fate::kHonoured},
    {"OUTPUT_SWIZZLE", Fate::kHonoured},
    {"RASTERIZER_SAMPLE_COUNT", Fate::kHonoured},
    {"ROOT_CONSTANT_INLINE_UNIFORM_BLOCK", Fate::kHonoured},
    {"BINDLESS_CBV_SSBO_EMULATION", Fate::kHonoured},
    {"PHYSICAL_STORAGE_BUFFER", Fate::kHonoured},
    {"SBT_DESCRIPTOR_SIZE_LOG2", Fate::kHonoured},
    {"SSBO_ALIGNMENT", Fate::kHonoured},
    {"TYPED_UAV_READ_WITHOUT_FORMAT", Fate::kHonoured},
    {"SHADER_SOURCE_FILE", Fate::kNeedless},
    {"BINDLESS_TYPED_BUFFER_OFFSETS", Fate::kHonoured},
    {"BINDLESS_OFFSET_BUFFER_LAYOUT", Fate::kHonoured},
    {"STORAGE_INPUT_OUTPUT_16BIT", Fate::kHonoured},
    {"DESCRIPTOR_QA", Fate::kHonoured},
    {"MIN_PRECISION_NATIVE_16BIT", Fate::kHonoured},
    {"SHADER_I8_DOT", Fate::kHonoured},
    {"SHADER_RAY_TRACING_PRIMITIVE_CULLING", Fate::kNeedless},
    {"INVARIANT_POSITION", Fate::kHonoured},
    {"SCALAR_BLOCK_LAYOUT", Fate::kNeedless},
    {"BARYCENTRIC_KHR", Fate::kNeedless},
    {"ROBUST_PHYSICAL_CBV_LOAD", Fate::kNeedless},
    {"ARITHMETIC_RELAXED_PRECISION", Fate::kHonoured},
    {"PHYSICAL_ADDRESS_DESCRIPTOR_INDEXING", Fate::kHonoured},
    {"FORCE_SUBGROUP_SIZE", Fate::kHonoured},
    {"DENORM_PRESERVE_SUPPORT", Fate::kHonoured},
    {"STRICT_HELPER_LANE_WAVE_OPS", Fate::kNeedless},
    {"SUBGROUP_PARTITIONED_NV", Fate::kHonoured},
    {"DEAD_CODE_ELIMINATE", Fate::kNeedless},
    {"PRECISE_CONTROL", Fate::kHonoured},
    {"SAMPLE_GRAD_OPTIMIZATION_CONTROL", Fate::kNeedless},
    {"OPACITY_MICROMAP_EXT", Fate::kNeedless},
    {"BRANCH_CONTROL", Fate::kHonoured},
    {"SUBGROUP_PROPERTIES", Fate::kHonoured},
    {"DESCRIPTOR_HEAP_ROBUSTNESS", Fate::kHonoured},
    {"COMPUTE_SHADER_DERIVATIVES_NV", Fate::kHonoured},
    {"QUAD_CONTROL_RECONVERGENCE", Fate::kHonoured},
    {"RAW_ACCESS_CHAINS_NV", Fate::kNeedless},
    {"DRIVER_VERSION", Fate::kNeedless},
    {"COMPUTE_SHADER_DERIVATIVES", Fate::kHonoured},
    {"INSTRUCTION_INSTRUMENTATION", Fate::kIgnored},
    {"SHADER_QUIRK", Fate::kHonoured},
    {"EXTENDED_ROBUSTNESS", Fate::kHonoured},
    {"MAX_TESS_FACTOR", Fate::kHonoured},
    {"VULKAN_MEMORY_MODEL", Fate::kHonoured},
    {"FLOAT8_SUPPORT", Fate::kNeedless},
    {"NVAPI", Fate::kHonoured},
    {"EXTENDED_NON_SEMANTIC", Fate::kIgnored},
    {"VIEW_INSTANCING", Fate::kHonoured},
    {"MIXED_FLOAT_DOT_PRODUCT", Fate::kNeedless},
    {"COMPUTE_SHADER_DERIVATIVES_QUAD", Fate::kHonoured},
    {"SSBO_ADDRESSING_BEHAVIOR", Fate::kHonoured},
    {"OPACITY_MICROMAP", Fate::kHonoured},
    {"FLOAT_CONTROLS_2", Fate::kHonoured},
    {"SHADER_ABORT", Fate::kIgnored},
    {"CONSERVATIVE_SSBO_VECTORIZATION", Fate::kNeedless},
};
constexpr unsigned kRowCount = std::size(kRows);
static_assert(kRowCount == DXIL_SPV_OPTION_CONSERVATIVE_SSBO_VECTORIZATION + 1);
static_assert(kRowCount <= kOptionNumbers);

void log_ignored(unsigned number) {
  const std::string name = number < kRowCount ? kRows[number].name : "unknown to this library";
  thread().log_once(number, "option " + std::to_string(number) + " (" + name + ") is ignored");
}

/// Casts the option to the struct that its number stands for.
template <class Option>
const Option& as(const dxil_spv_option_base& base) {
  return reinterpret_cast<const Option&>(base);
}

dxil_spv_result set_swizzles(Settings& s, const dxil_spv_option_output_swizzle& option) {
  if (option.swizzle_count != 0 && option.swizzles == nullptr) {
    return invalid_argument("OUTPUT_SWIZZLE: swizzles is NULL, but swizzle_count is not 0");
  }
  for (uint32_t n = 0; n < std::size(s.stage.output_swizzles); ++n) {
    const uint32_t swizzle = n < option.swizzle_count ? option.swizzles[n] : TRELLIS_IDENTITY_SWIZZLE;
    s.stage.output_swizzles[n] = static_cast<uint8_t>(swizzle & 0xFF);
  }
  return DXIL_SPV_SUCCESS;
}

/// The version stands for the layout of the buffers. Another one is ignored.
void set_checks(CheckSettings& s, const dxil_spv_option_descriptor_qa& option) {
  s.is_on = option.enabled != 0 && option.version == DXIL_SPV_DESCRIPTOR_QA_INTERFACE_VERSION;
  s.reports = {option.global_desc_set, option.global_binding};
  s.heap = {option.heap_desc_set, option.heap_binding};
  s.shader_hash = option.shader_hash;
  if (option.enabled == 0 || s.is_on) return;
  thread().log_once(DXIL_SPV_OPTION_DESCRIPTOR_QA,
                    "option 15 (DESCRIPTOR_QA): version " + std::to_string(option.version) + " is ignored");
}

struct QuirkRow {
  const char* name;  ///< Null if no quirk has this number.
  Fate fate = Fate::kNeedless;
  TrellisWorkarounds workaround = 0;  ///< The equivalent workaround, if there is one.
};
constexpr QuirkRow kQuirks[] = {
    {"NONE"},
    {"FORCE_DEVICE_MEMORY_BARRIERS_THREAD_GROUP_COHERENCE", Fate::kHonoured,
     TRELLIS_WORKAROUND_COHERENT_UAVS},
    {"ASSUME_BROKEN_SUB_8x8_CUBE_MIPS", Fate::kHonoured, TRELLIS_WORKAROUND_CUBE_LEVELS},
    {"ROBUST_PHYSICAL_CBV_FORWARDING"},
    {"MESH_OUTPUTS_ROBUSTNESS", Fate::kHonoured, TRELLIS_WORKAROUND_BOUNDED_MESHES},
    {"AGGRESSIVE_NONUNIFORM"},
    {"ROBUST_PHYSICAL_CBV"},
    {"PROMOTE_GROUP_TO_DEVICE_MEMORY_BARRIER", Fate::kHonoured, TRELLIS_WORKAROUND_DEVICE_BARRIERS},
    {"GROUP_SHARED_AUTO_BARRIER", Fate::kHonoured, TRELLIS_WORKAROUND_GROUPSHARED_FENCES},
    {"FIXUP_LOOP_HEADER_UNDEF_PHIS"},
    {"FIXUP_RSQRT_INF_NAN", Fate::kHonoured, TRELLIS_WORKAROUND_FINITE_ROOTS},
    {"IGNORE_PRIMITIVE_SHADING_RATE", Fate::kHonoured, TRELLIS_WORKAROUND_NO_PRIMITIVE_RATES},
    {"ROBUST_COMPUTE_QUAD_BROADCAST"},
    {"PRECISE_FMA", Fate::kHonoured, TRELLIS_WORKAROUND_FUSED_PRECISE},
    {"CLAMP_WAVE_SIZE_TO_THREAD_GROUP_32", Fate::kHonoured},
    {"NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP", Fate::kIgnored},
    {"FORCE_NONUNIFORM", Fate::kHonoured},
    {"FORCE_DENORM_PRESERVE_FP16_CONVERSIONS", Fate::kHonoured, TRELLIS_WORKAROUND_HALF_DENORMS},
};
static_assert(std::size(kQuirks) == DXIL_SPV_SHADER_QUIRK_FORCE_DENORM_PRESERVE_FP16_CONVERSIONS + 1);
static_assert(std::size(kQuirks) <= kQuirkNumbers);

void set_quirk(Settings& s, dxil_spv_shader_quirk quirk) {
  const auto number = static_cast<unsigned>(quirk);
  const QuirkRow row = number < std::size(kQuirks) ? kQuirks[number] : QuirkRow{nullptr, Fate::kIgnored};
  s.device.workarounds |= row.workaround;
  if (quirk == DXIL_SPV_SHADER_QUIRK_FORCE_NONUNIFORM) s.binding.marks_all_non_uniform = true;
  if (quirk == DXIL_SPV_SHADER_QUIRK_CLAMP_WAVE_SIZE_TO_THREAD_GROUP_32) s.clamps_waves_to_group = true;
  if (row.fate != Fate::kIgnored) return;
  thread().log_once(kOptionNumbers + std::min(number, kQuirkNumbers - 1),
                    "option 42 (SHADER_QUIRK): quirk " + std::to_string(number) + " (" +
                        (row.name != nullptr ? row.name : "unknown to this library") + ") is ignored");
}

void set_sample_count(Settings& s, const dxil_spv_option_rasterizer_sample_count& option) {
  s.stage.target_sample_count = option.spec_constant != 0 ? 0 : option.sample_count;
  s.stage.target_sample_count_spec_id = option.spec_constant != 0 ? option.sample_count : 0;
}

/// Sets options about inputs and outputs. Returns false if the number is not one of these.
bool set_stage_option(Settings& s, const dxil_spv_option_base& base) {
  switch (base.type) {
    case DXIL_SPV_OPTION_DUAL_SOURCE_BLENDING:
      s.stage.dual_source_blending = as<dxil_spv_option_dual_source_blending>(base).enabled != 0 ? 1 : 0;
      return true;
    case DXIL_SPV_OPTION_RASTERIZER_SAMPLE_COUNT:
      set_sample_count(s, as<dxil_spv_option_rasterizer_sample_count>(base));
      return true;
    case DXIL_SPV_OPTION_STORAGE_INPUT_OUTPUT_16BIT:
      s.stage.storage_16bit_io = as<dxil_spv_option_storage_input_output_16bit>(base).supported != 0 ? 1 : 0;
      return true;
    case DXIL_SPV_OPTION_INVARIANT_POSITION:
      s.stage.invariant_position = as<dxil_spv_option_invariant_position>(base).enabled != 0 ? 1 : 0;
      return true;
    case DXIL_SPV_OPTION_MAX_TESS_FACTOR: {
      constexpr unsigned kMost = 64;
      const unsigned most = as<dxil_spv_option_max_tess_factor>(base).max_tess_factor;
      s.stage.max_tess_factor = static_cast<float>(std::clamp(most, 1u, kMost));
      return true;
    }
    case DXIL_SPV_OPTION_VIEW_INSTANCING: {
      const auto& option = as<dxil_spv_option_view_instancing>(base);
      s.views = {option.enabled != 0, option.last_pre_rasterization_stage != 0,
                 option.view_index_to_view_instance_spec_id, option.view_instance_to_viewport_spec_id};
      return true;
    }
    default:
      return false;
  }
}

/// Sets options about resources. Returns false if the number is not one of these.
bool set_binding_option(BindingSettings& s, const dxil_spv_option_base& base) {
  switch (base.type) {
    case DXIL_SPV_OPTION_ROOT_CONSTANT_INLINE_UNIFORM_BLOCK: {
      const auto& option = as<dxil_spv_option_root_constant_inline_uniform_block>(base);
      s.root_data_is_block = option.enable != 0;
      s.block_set = option.desc_set;
      s.block_binding = option.binding;
      return true;
    }
    case DXIL_SPV_OPTION_BINDLESS_CBV_SSBO_EMULATION:
      s.heap_constants_are_storage = as<dxil_spv_option_bindless_cbv_ssbo_emulation>(base).enable != 0;
      return true;
    case DXIL_SPV_OPTION_PHYSICAL_STORAGE_BUFFER:
      s.has_addresses = as<dxil_spv_option_physical_storage_buffer>(base).enable != 0;
      return true;
    case DXIL_SPV_OPTION_SSBO_ALIGNMENT:
      s.storage_alignment = std::max(as<dxil_spv_option_ssbo_alignment>(base).alignment, 1u);
      return true;
    case DXIL_SPV_OPTION_BINDLESS_TYPED_BUFFER_OFFSETS:
      s.typed_offsets = as<dxil_spv_option_bindless_typed_buffer_offsets>(base).enable != 0;
      return true;
    case DXIL_SPV_OPTION_BINDLESS_OFFSET_BUFFER_LAYOUT: {
      const auto& option = as<dxil_spv_option_bindless_offset_buffer_layout>(base);
      s.untyped_offset = option.untyped_offset;
      s.typed_offset = option.typed_offset;
      s.offset_stride = option.stride;
      return true;
    }
    case DXIL_SPV_OPTION_PHYSICAL_ADDRESS_DESCRIPTOR_INDEXING: {
      const auto& option = as<dxil_spv_option_physical_address_descriptor_indexing>(base);
      s.address_stride = option.element_stride;
      s.address_offset = option.element_offset;
      return true;
    }
    case DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS:
      s.bounded_heaps = as<dxil_spv_option_descriptor_heap_robustness>(base).enabled != 0;
      return true;
    case DXIL_SPV_OPTION_NVAPI: {
      const auto& option = as<dxil_spv_option_nvapi>(base);
      s.has_nvapi = option.enabled != 0;
      s.nvapi_register = option.register_index;
      s.nvapi_space = option.register_space;
      return true;
    }
    default:
      return false;
  }
}

/// Returns the number if a device can have that many lanes, else 0.
uint32_t lanes(unsigned number) {
  constexpr unsigned kMost = 128;
  return std::has_single_bit(number) && number <= kMost ? number : 0;
}

void set_lanes(DeviceSettings& s, const dxil_spv_option_subgroup_properties& option) {
  s.minimum_lanes = lanes(option.minimum_size);
  s.maximum_lanes = lanes(option.maximum_size);
  if (s.minimum_lanes > s.maximum_lanes) s.minimum_lanes = s.maximum_lanes = 0;
}

void set_precise(DeviceSettings& s, const dxil_spv_option_precise_control& option) {
  s.precise = TRELLIS_PRECISE_MARKED;
  if (option.propagate_precise != 0) s.precise = TRELLIS_PRECISE_PROPAGATED;
  if (option.force_precise != 0) s.precise = TRELLIS_PRECISE_ALL;
}

TrellisBranchHints hints_of(const dxil_spv_option_branch_control& option) {
  TrellisBranchHints hints = option.use_shader_metadata != 0 ? 0 : TRELLIS_HINT_IGNORE_SHADER;
  if (option.force_unroll != 0) hints |= TRELLIS_HINT_UNROLL;
  if (option.force_loop != 0) hints |= TRELLIS_HINT_LOOP;
  if (option.force_flatten != 0) hints |= TRELLIS_HINT_FLATTEN;
  if (option.force_branch != 0) hints |= TRELLIS_HINT_BRANCH;
  return hints;
}

/// Sets options about the translation of operations and values. Returns false if the number is not one of
/// these.
bool set_value_option(DeviceSettings& s, const dxil_spv_option_base& base) {
  switch (base.type) {
    case DXIL_SPV_OPTION_MIN_PRECISION_NATIVE_16BIT:
      s.native_16_bit = as<dxil_spv_option_min_precision_native_16bit>(base).enabled != 0;
      return true;
    case DXIL_SPV_OPTION_ARITHMETIC_RELAXED_PRECISION:
      s.relaxed_precision = as<dxil_spv_option_arithmetic_relaxed_precision>(base).enabled != 0;
      return true;
    case DXIL_SPV_OPTION_FORCE_SUBGROUP_SIZE: {
      const auto& option = as<dxil_spv_option_force_subgroup_size>(base);
      s.forced_lanes = lanes(option.forced_value);
      s.requires_forced_lanes = option.wave_size_enable != 0;
      return true;
    }
    case DXIL_SPV_OPTION_PRECISE_CONTROL:
      set_precise(s, as<dxil_spv_option_precise_control>(base));
      return true;
    case DXIL_SPV_OPTION_EXTENDED_ROBUSTNESS: {
      const auto& option = as<dxil_spv_option_extended_robustness>(base);
      s.bounded_arrays =
          option.robust_group_shared != 0 || option.robust_alloca != 0 || option.robust_constant_lut != 0;
      return true;
    }
    case DXIL_SPV_OPTION_BRANCH_CONTROL:
      s.branch_hints = hints_of(as<dxil_spv_option_branch_control>(base));
      return true;
    case DXIL_SPV_OPTION_VULKAN_MEMORY_MODEL:
      s.vulkan_memory_model = as<dxil_spv_option_vulkan_memory_model>(base).enabled != 0;
      return true;
    default:
      return false;
  }
}

/// Sets options that describe the device. Returns false if the number is not one of these.
bool set_device_option(DeviceSettings& s, const dxil_spv_option_base& base) {
  switch (base.type) {
    case DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER:
      s.demotes = as<dxil_spv_option_shader_demote_to_helper>(base).supported != 0;
      return true;
    case DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT:
      s.reads_without_format = as<dxil_spv_option_typed_uav_read_without_format>(base).supported != 0;
      return true;
    case DXIL_SPV_OPTION_SHADER_I8_DOT:
      s.dots_bytes = as<dxil_spv_option_shader_i8_dot>(base).supported != 0;
      return true;
    case DXIL_SPV_OPTION_DENORM_PRESERVE_SUPPORT: {
      const auto& option = as<dxil_spv_option_denorm_preserve_support>(base);
      s.keeps_denorms_16 = option.supports_float16_denorm_preserve != 0;
      s.keeps_denorms_64 = option.supports_float64_denorm_preserve != 0;
      return true;
    }
    case DXIL_SPV_OPTION_SUBGROUP_PARTITIONED_NV:
      s.partitions = as<dxil_spv_option_subgroup_partitioned_nv>(base).supported != 0;
      return true;
    case DXIL_SPV_OPTION_SUBGROUP_PROPERTIES:
      set_lanes(s, as<dxil_spv_option_subgroup_properties>(base));
      return true;
    case DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES_NV:
      s.derives_nv = as<dxil_spv_option_compute_shader_derivatives_nv>(base).supported != 0;
      return true;
    case DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES: {
      const auto& option = as<dxil_spv_option_compute_shader_derivatives>(base);
      s.derives_nv = option.supports_nv != 0;
      s.derives_khr = option.supports_khr != 0;
      return true;
    }
    case DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES_QUAD:
      s.derives_by_quads = as<dxil_spv_option_compute_shader_derivatives_quad>(base).supports_quad != 0;
      return true;
    case DXIL_SPV_OPTION_SSBO_ADDRESSING_BEHAVIOR: {
      // Modules have no raw access chains that could wrap.
      constexpr TrellisWorkarounds kWraps = TRELLIS_WORKAROUND_WRAPPING_ADDRESSES;
      const bool wraps = as<dxil_spv_option_ssbo_addressing_behavior>(base).ssbo_wraps != 0;
      s.workarounds = (s.workarounds & ~kWraps) | (wraps ? kWraps : 0);
      return true;
    }
    case DXIL_SPV_OPTION_OPACITY_MICROMAP: {
      constexpr TrellisWorkarounds kForced = TRELLIS_WORKAROUND_MICROMAPS_IN_QUERIES;
      const auto& option = as<dxil_spv_option_opacity_micromap>(base);
      const bool forces = option.ray_query_force_omm_execution_mode_in_legacy_sm != 0;
      s.micromaps_khr = forces || option.trace_ray_enabled != 0;
      s.workarounds = (s.workarounds & ~kForced) | (forces ? kForced : 0);
      return true;
    }
    case DXIL_SPV_OPTION_FLOAT_CONTROLS_2:
      s.float_controls_2 = as<dxil_spv_options_float_controls_2>(base).supported != 0;
      return true;
    case DXIL_SPV_OPTION_QUAD_CONTROL_RECONVERGENCE: {
      const auto& option = as<dxil_spv_option_quad_control_reconvergence>(base);
      s.forces_reconvergence = option.force_maximal_reconvergence != 0;
      s.quad_control = option.supports_quad_control != 0;
      return true;
    }
    default:
      return false;
  }
}

/// Returns true if an ignored option requests something. Each has a switch, which must be on for that.
bool asks(const dxil_spv_option_base& base) {
  switch (base.type) {
    case DXIL_SPV_OPTION_INSTRUCTION_INSTRUMENTATION:
      return as<dxil_spv_option_instruction_instrumentation>(base).enabled != 0;
    case DXIL_SPV_OPTION_EXTENDED_NON_SEMANTIC:
      return as<dxil_spv_option_extended_non_semantic>(base).enabled != 0;
    case DXIL_SPV_OPTION_SHADER_ABORT:
      return as<dxil_spv_option_shader_abort>(base).enabled != 0;
    default:
      return true;
  }
}

}  // namespace
}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

dxil_spv_bool dxil_spv_converter_supports_option(dxil_spv_option option) {
  const auto number = static_cast<unsigned>(option);
  const bool is_known = number > 0 && number < kRowCount && kRows[number].fate != Fate::kIgnored;
  return is_known ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
}

dxil_spv_result dxil_spv_converter_add_option(dxil_spv_converter converter,
                                              const dxil_spv_option_base* option) {
  return guarded([&]() {
    if (converter == nullptr || option == nullptr) {
      return invalid_argument("the converter or the option is NULL");
    }
    Settings& settings = converter->settings;
    const auto number = static_cast<unsigned>(option->type);
    if (number == DXIL_SPV_OPTION_INVALID) return invalid_argument("the option's number is 0");
    if (number == DXIL_SPV_OPTION_OUTPUT_SWIZZLE) {
      return set_swizzles(settings, as<dxil_spv_option_output_swizzle>(*option));
    }
    if (number == DXIL_SPV_OPTION_DESCRIPTOR_QA) {
      set_checks(settings.checks, as<dxil_spv_option_descriptor_qa>(*option));
      return DXIL_SPV_SUCCESS;
    }
    if (number == DXIL_SPV_OPTION_SHADER_QUIRK) {
      set_quirk(settings, as<dxil_spv_option_shader_quirk>(*option).quirk);
      return DXIL_SPV_SUCCESS;
    }
    if (number == DXIL_SPV_OPTION_SBT_DESCRIPTOR_SIZE_LOG2) {
      const auto& sizes = as<dxil_spv_option_sbt_descriptor_size_log2>(*option);
      settings.resource_shift = sizes.size_log2_srv_uav_cbv;
      settings.sampler_shift = sizes.size_log2_sampler;
      return DXIL_SPV_SUCCESS;
    }
    if (set_stage_option(settings, *option) || set_binding_option(settings.binding, *option) ||
        set_value_option(settings.device, *option) || set_device_option(settings.device, *option)) {
      return DXIL_SPV_SUCCESS;
    }
    if (number >= kRowCount || (kRows[number].fate == Fate::kIgnored && asks(*option))) log_ignored(number);
    return DXIL_SPV_SUCCESS;
  });
}
}
