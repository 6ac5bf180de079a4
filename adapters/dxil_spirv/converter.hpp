// A conversion: its settings and the result of its last run.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapters/dxil_spirv/local_root_signature.hpp"
#include "adapters/dxil_spirv/program.hpp"
#include "dxil_spirv_c.h"
#include "trellis/trellis.h"

namespace trellis::dxil_spirv {

template <class Function>
struct Callback {
  Function function = nullptr;
  void* user = nullptr;
};

/// Values of the options that describe the device.
struct DeviceSettings {
  bool demotes = false, dots_bytes = false, reads_without_format = false, partitions = false;
  bool derives_nv = true, derives_khr = false, derives_by_quads = true;
  bool keeps_denorms_16 = false, keeps_denorms_64 = false;
  bool relaxed_precision = false, native_16_bit = false;
  uint32_t minimum_lanes = 0, maximum_lanes = 0, forced_lanes = 0;
  bool requires_forced_lanes = false;
  bool forces_reconvergence = false;
  bool quad_control = false;
  bool vulkan_memory_model = false, bounded_arrays = false;
  bool micromaps_khr = false, float_controls_2 = false;
  TrellisWorkarounds workarounds = 0;
  TrellisBranchHints branch_hints = 0;
  TrellisPrecise precise = TRELLIS_PRECISE_MARKED;
};

/// Values of the options about resources.
struct BindingSettings {
  bool root_data_is_block = false;
  uint32_t block_set = 0, block_binding = 0;
  bool heap_constants_are_storage = false;
  bool has_addresses = false;
  uint32_t storage_alignment = 1;
  bool typed_offsets = false;
  // In units of 8 bytes, as in the interface.
  uint32_t untyped_offset = 0, typed_offset = 0, offset_stride = 1;
  uint32_t address_stride = 1, address_offset = 0;
  bool marks_all_non_uniform = false;
  bool bounded_heaps = false;  ///< The value of option 35.
  bool has_nvapi = false;      ///< The value of option 47.
  uint32_t nvapi_register = 0, nvapi_space = 0;
};

/// Values of option 15.
struct CheckSettings {
  bool is_on = false;
  TrellisHeapPlace reports = {}, heap = {};
  uint64_t shader_hash = 0;
};

/// A meta descriptor as set by set_meta_descriptor().
struct MetaDescriptor {
  dxil_spv_meta_descriptor_kind kind = DXIL_SPV_META_DESCRIPTOR_KIND_INVALID;
  uint32_t set = 0, binding = 0;
};

/// Values of option 49.
struct ViewSettings {
  bool is_on = false, is_last = false;
  uint32_t views_id = UINT32_MAX, viewports_id = UINT32_MAX;
};

struct Settings {
  std::string entry_point;
  uint32_t root_words = 0, root_descriptors = 0;
  Callback<dxil_spv_srv_remapper_cb> srv;
  Callback<dxil_spv_sampler_remapper_cb> sampler;
  Callback<dxil_spv_uav_remapper_cb> uav;
  Callback<dxil_spv_cbv_remapper_cb> cbv;
  Callback<dxil_spv_vertex_input_remapper_cb> vertex_input;
  Callback<dxil_spv_shader_stage_io_remapper_cb> stage_input, stage_output;
  Callback<dxil_spv_stream_output_remapper_cb> stream_output;
  LocalRootSignature local;
  /// Base-2 logarithms of the units of handles in the shader record.
  uint32_t resource_shift = 0, sampler_shift = 0;
  bool clamps_waves_to_group = false;  ///< The value of quirk 14.
  DeviceSettings device;
  BindingSettings binding;
  CheckSettings checks;
  ViewSettings views;
  MetaDescriptor heap_size, raw_heap;
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
};

/// The data that a run passes to callbacks, and their answers.
struct Run {
  const Settings& settings;
  const Program& program;
  uint32_t root_bytes = 0;
};

// Implement trellis::TrellisTranslateOptions::bind and TrellisStageOptions::locate for a Run.
uint32_t bind_resource(void* run, const TrellisResourceUse* use, TrellisBinding* binding);
uint32_t locate_element(void* run, TrellisStage stage, TrellisSignature signature,
                        const TrellisSignatureElementInfo* element, TrellisElementLocation* place);

/// What stream output captures, according to the callback.
struct Captures {
  std::vector<TrellisStreamOutputEntry> entries;
  std::array<uint32_t, 4> strides = {};
};
/// Calls the callback for each output. Returns nothing if it refused an element or gave an invalid answer.
std::optional<Captures> ask_captures(const Run& run, const TrellisEntryPointInfo& entry_point);

}  // namespace trellis::dxil_spirv

struct dxil_spv_converter_s {
  std::shared_ptr<const trellis::dxil_spirv::Program> program;
  trellis::dxil_spirv::Settings settings = {};
  // Results of the last run.
  TrellisModule* module = nullptr;
  TrellisEntryPointInfo entry_point = TRELLIS_ENTRY_POINT_INFO_INIT;
  std::string warnings = {};

  ~dxil_spv_converter_s() { trellis_module_destroy(module); }
};
