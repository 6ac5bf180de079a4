// Converts the remappers' answers to Trellis' bindings.
#include <algorithm>

#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

constexpr uint32_t kUnit = 8;  // Options 13 and 24 give offsets and strides in units of this many bytes.
constexpr uint32_t kWordBytes = 4;

bool is_raw_or_structured(const TrellisResourceInfo& info) {
  return info.kind == TRELLIS_KIND_RAW_BUFFER || info.kind == TRELLIS_KIND_STRUCTURED_BUFFER;
}

/// Applies the answers for one range. Each function returns false if the answer cannot be implemented.
class Binder {
 public:
  Binder(const Run& run, const TrellisResourceInfo& info, const dxil_spv_d3d_binding& range,
         TrellisBinding& binding)
      : settings_(run.settings), run_(run), info_(info), range_(range), out_(binding) {}

  bool bind_srv(const dxil_spv_srv_vulkan_binding& answer);
  bool bind_uav(const dxil_spv_uav_vulkan_binding& answer, bool uses_counter);
  bool bind_sampler(const dxil_spv_vulkan_binding& answer) { return place(answer); }
  bool bind_cbv(const dxil_spv_cbv_vulkan_binding& answer);

 private:
  bool place(const dxil_spv_vulkan_binding& at);
  bool place_buffer(const dxil_spv_vulkan_binding& at, const dxil_spv_vulkan_binding& offsets);
  void place_acceleration_structure(const dxil_spv_vulkan_binding& at);
  bool place_counter(const dxil_spv_vulkan_binding& at);
  void place_offsets(const dxil_spv_vulkan_binding& offsets, uint32_t unit_in_element);
  uint32_t table_offset(const dxil_spv_vulkan_binding& at) const;
  bool refuse(const char* why) const;

  const Settings& settings_;
  const Run& run_;
  const TrellisResourceInfo& info_;
  const dxil_spv_d3d_binding& range_;
  TrellisBinding& out_;
};

bool Binder::refuse(const char* why) const {
  thread().log(DXIL_SPV_LOG_LEVEL_ERROR, "register " + std::to_string(range_.register_index) + " of space " +
                                             std::to_string(range_.register_space) + ": " + why);
  return false;
}

uint32_t Binder::table_offset(const dxil_spv_vulkan_binding& at) const {
  if (at.root_constant_index == UINT32_MAX) return TRELLIS_NO_OFFSET;
  const uint64_t offset =
      uint64_t{kUnit} * settings_.root_descriptors + uint64_t{kWordBytes} * at.root_constant_index;
  // Shaders index these heaps from their start, and a program without root constants may leave the number at
  // 0.
  const bool is_whole_heap = range_.register_index == UINT32_MAX && range_.register_space == UINT32_MAX;
  if (is_whole_heap && offset + kWordBytes > run_.root_bytes) return TRELLIS_NO_OFFSET;
  return static_cast<uint32_t>(offset);
}

/// Binds to a descriptor, a slice of a heap, or an address in the root data.
bool Binder::place(const dxil_spv_vulkan_binding& at) {
  if (at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_INPUT_ATTACHMENT) {
    return refuse("input attachments are not supported");
  }
  if (at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_BUFFER_DEVICE_ADDRESS) {
    out_.kind = TRELLIS_BIND_ADDRESS;
    out_.root_offset = kUnit * at.root_constant_index;
    return true;
  }
  out_.kind = at.bindless.use_heap != 0 ? TRELLIS_BIND_HEAP : TRELLIS_BIND_DESCRIPTOR;
  out_.set = at.set;
  out_.binding = at.binding;
  if (at.bindless.use_heap == 0) return true;
  out_.first_element = at.bindless.heap_root_offset;
  out_.table_offset = table_offset(at);
  return true;
}

void Binder::place_offsets(const dxil_spv_vulkan_binding& offsets, uint32_t unit_in_element) {
  out_.range_kind = TRELLIS_RANGE_TABLE;
  out_.range_set = offsets.set;
  out_.range_binding = offsets.binding;
  out_.range_stride = kUnit * settings_.binding.offset_stride;
  out_.range_offset = kUnit * unit_in_element;
}

void Binder::place_acceleration_structure(const dxil_spv_vulkan_binding& at) {
  if (at.descriptor_type != DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO) return;
  out_.form = TRELLIS_BUFFER_ADDRESSES;
  out_.address_stride = kUnit * settings_.binding.address_stride;
  out_.address_offset = kUnit * settings_.binding.address_offset;
}

bool Binder::place_buffer(const dxil_spv_vulkan_binding& at, const dxil_spv_vulkan_binding& offsets) {
  if (!place(at)) return false;
  if (info_.kind == TRELLIS_KIND_ACCELERATION_STRUCTURE) {
    place_acceleration_structure(at);
    return true;
  }
  if (out_.kind == TRELLIS_BIND_ADDRESS) return true;
  const BindingSettings& s = settings_.binding;
  const bool is_storage = at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  if (is_raw_or_structured(info_)) out_.form = is_storage ? TRELLIS_BUFFER_STORAGE : TRELLIS_BUFFER_TEXEL;
  if (is_raw_or_structured(info_) && is_storage) {
    if (range_.alignment % s.storage_alignment != 0) place_offsets(offsets, s.untyped_offset);
    return true;
  }
  const bool is_texels = is_raw_or_structured(info_) || info_.kind == TRELLIS_KIND_TYPED_BUFFER;
  if (!is_texels || !s.typed_offsets || at.bindless.use_heap == 0) return true;
  // For texel buffers the offset buffer holds texels, but for raw and structured buffers Trellis expects
  // bytes.
  if (is_raw_or_structured(info_)) {
    return refuse("raw and structured buffers as texel buffers cannot have offsets (option 12)");
  }
  place_offsets(offsets, s.typed_offset);
  return true;
}

bool Binder::bind_srv(const dxil_spv_srv_vulkan_binding& answer) {
  return place_buffer(answer.buffer_binding, answer.offset_binding);
}

bool Binder::place_counter(const dxil_spv_vulkan_binding& at) {
  if (at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_INPUT_ATTACHMENT) {
    return refuse("a counter cannot be an input attachment");
  }
  if (at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_BUFFER_DEVICE_ADDRESS) {
    out_.counter_kind = TRELLIS_BIND_ADDRESS;
    out_.counter_root_offset = kUnit * at.root_constant_index;
    return true;
  }
  out_.counter_kind = at.bindless.use_heap != 0 ? TRELLIS_BIND_HEAP : TRELLIS_BIND_DESCRIPTOR;
  out_.counter_set = at.set;
  out_.counter_binding = at.binding;
  if (at.bindless.use_heap != 0) {
    out_.counter_first_element = at.bindless.heap_root_offset;
    out_.counter_table_offset = table_offset(at);
  }
  const BindingSettings& s = settings_.binding;
  if (at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO) {
    out_.counter_form = TRELLIS_BUFFER_STORAGE;
  } else if (at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_IDENTITY && s.has_addresses &&
             at.bindless.use_heap != 0) {
    out_.counter_form = TRELLIS_BUFFER_ADDRESSES;
    out_.counter_address_stride = kUnit * s.address_stride;
    out_.counter_address_offset = kUnit * s.address_offset;
  } else {
    out_.counter_form = TRELLIS_BUFFER_TEXEL;
  }
  return true;
}

bool Binder::bind_uav(const dxil_spv_uav_vulkan_binding& answer, bool uses_counter) {
  if (!place_buffer(answer.buffer_binding, answer.offset_binding)) return false;
  return !uses_counter || place_counter(answer.counter_binding);
}

bool Binder::bind_cbv(const dxil_spv_cbv_vulkan_binding& answer) {
  if (answer.push_constant != 0) {
    const uint64_t offset = uint64_t{kUnit} * settings_.root_descriptors +
                            uint64_t{kWordBytes} * answer.vulkan.push_constant.offset_in_words;
    if (offset >= run_.root_bytes) return refuse("its root constants extend past the root data");
    const uint32_t whole = (info_.byte_size + kWordBytes - 1) / kWordBytes * kWordBytes;
    out_.kind = TRELLIS_BIND_ROOT_CONSTANTS;
    out_.root_offset = static_cast<uint32_t>(offset);
    out_.root_size = std::min(whole, run_.root_bytes - out_.root_offset);
    return true;
  }
  const dxil_spv_vulkan_binding& at = answer.vulkan.uniform_binding;
  if (!place(at)) return false;
  if (out_.kind == TRELLIS_BIND_ADDRESS) return true;
  const bool is_storage = at.descriptor_type == DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO ||
                          (settings_.binding.heap_constants_are_storage && at.bindless.use_heap != 0);
  if (is_storage) out_.form = TRELLIS_BUFFER_STORAGE;
  return true;
}

/// Calls the callback for a range and fills in its answer. Returns false if it refuses.
template <class Function, class Range, class Answer>
bool ask(const Callback<Function>& callback, const Range& range, Answer& answer) {
  return callback.function == nullptr || callback.function(callback.user, &range, &answer) != 0;
}

dxil_spv_vulkan_binding default_place(const dxil_spv_d3d_binding& range, uint32_t more_sets = 0) {
  dxil_spv_vulkan_binding place = {};
  place.set = range.register_space + more_sets;
  place.binding = range.register_index;
  return place;
}

bool ask_srv(const Settings& s, const dxil_spv_d3d_binding& range, Binder& binder) {
  dxil_spv_srv_vulkan_binding answer = {};
  answer.buffer_binding = default_place(range);
  return ask(s.srv, range, answer) && binder.bind_srv(answer);
}

bool ask_uav(const Settings& s, const dxil_spv_d3d_binding& range, bool uses_counter, Binder& binder) {
  dxil_spv_uav_vulkan_binding answer = {};
  answer.buffer_binding = default_place(range);
  answer.counter_binding = default_place(range, 1);
  const dxil_spv_uav_d3d_binding asked = {range, uses_counter ? DXIL_SPV_TRUE : DXIL_SPV_FALSE};
  return ask(s.uav, asked, answer) && binder.bind_uav(answer, uses_counter);
}

bool ask_cbv(const Settings& s, const dxil_spv_d3d_binding& range, Binder& binder) {
  dxil_spv_cbv_vulkan_binding answer = {};
  answer.vulkan.uniform_binding = default_place(range);
  return ask(s.cbv, range, answer) && binder.bind_cbv(answer);
}

bool ask_sampler(const Settings& s, const dxil_spv_d3d_binding& range, Binder& binder) {
  dxil_spv_vulkan_binding answer = default_place(range);
  return ask(s.sampler, range, answer) && binder.bind_sampler(answer);
}

bool has_callback(const Settings& s, TrellisResourceClass resource_class) {
  switch (resource_class) {
    case TRELLIS_CLASS_SRV:
      return s.srv.function != nullptr;
    case TRELLIS_CLASS_UAV:
      return s.uav.function != nullptr;
    case TRELLIS_CLASS_CBV:
      return s.cbv.function != nullptr;
    default:
      return s.sampler.function != nullptr;
  }
}

/// Calls the callback for a range with the given size.
bool ask_for(const Run& run, const TrellisResourceUse& use, uint32_t size, TrellisBinding& binding) {
  const TrellisResourceInfo& info = *use.info;
  const uint32_t index =
      use.heap == TRELLIS_HEAP_NONE ? run.program.index_in_class(use.resource) : UINT32_MAX;
  const dxil_spv_d3d_binding range = range_of(info, use.stage, index, size);
  Binder binder(run, info, range, binding);
  switch (info.resource_class) {
    case TRELLIS_CLASS_SRV:
      return ask_srv(run.settings, range, binder);
    case TRELLIS_CLASS_UAV:
      return ask_uav(run.settings, range, use.uses_counter != 0, binder);
    case TRELLIS_CLASS_CBV:
      return ask_cbv(run.settings, range, binder);
    default:
      return ask_sampler(run.settings, range, binder);
  }
}

/// Binds a resource of the local root signature, which is in the shader record. For tables, the remapper
/// gives the heap.
bool bind_locally(const Run& run, const TrellisResourceUse& use, const LocalRootSignature::Place& place,
                  TrellisBinding& binding) {
  const TrellisResourceInfo& info = *use.info;
  const LocalParameter& parameter = *place.parameter;
  if (parameter.kind == TRELLIS_BIND_HEAP) {
    if (!ask_for(run, use, info.count, binding)) return false;
    const bool is_sampler = info.resource_class == TRELLIS_CLASS_SAMPLER;
    const uint32_t first = place.range->heap_offset + (info.first_register - place.range->first_register);
    binding.first_element = first;
    binding.table_offset = parameter.offset;
    binding.table_shift = is_sampler ? run.settings.sampler_shift : run.settings.resource_shift;
    if (use.uses_counter != 0) {
      binding.counter_first_element = first;
      binding.counter_table_offset = parameter.offset;
    }
  }
  binding.kind = parameter.kind;
  binding.in_record = 1;
  binding.root_offset = parameter.offset;
  binding.root_size = kWordBytes * std::min(parameter.words, (info.byte_size + kWordBytes - 1) / kWordBytes);
  return true;
}

uint32_t bind(const Run& run, const TrellisResourceUse& use, TrellisBinding& binding) {
  const TrellisResourceInfo& info = *use.info;
  // Heaps have no registers that identify them, so Trellis' own rule determines their bindings.
  if (use.heap != TRELLIS_HEAP_NONE && !has_callback(run.settings, info.resource_class)) return 1;
  if (use.heap == TRELLIS_HEAP_NONE) {
    const LocalRootSignature::Place local = run.settings.local.find(info);
    if (local.parameter != nullptr) return bind_locally(run, use, local, binding) ? 1 : 0;
  }
  const TrellisBinding untouched = binding;
  if (ask_for(run, use, info.count, binding)) return 1;
  if (info.count != TRELLIS_UNBOUNDED || use.heap != TRELLIS_HEAP_NONE) return 0;
  binding = untouched;
  if (!ask_for(run, use, 1, binding)) return 0;
  binding.is_single_element = 1;
  return 1;
}

/// A scan ignores the answers. It assumes that counters are used if the range has them.
dxil_spv_bool scan(const Program& program, uint32_t resource, TrellisStage stage, const Settings& callbacks) {
  const TrellisResourceInfo& info = program.resources()[resource];
  const dxil_spv_d3d_binding range = range_of(info, stage, program.index_in_class(resource), info.count);
  switch (info.resource_class) {
    case TRELLIS_CLASS_SRV: {
      dxil_spv_srv_vulkan_binding answer = {};
      return ask(callbacks.srv, range, answer) ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
    }
    case TRELLIS_CLASS_UAV: {
      dxil_spv_uav_vulkan_binding answer = {};
      const dxil_spv_uav_d3d_binding asked = {range, info.has_counter != 0 ? DXIL_SPV_TRUE : DXIL_SPV_FALSE};
      return ask(callbacks.uav, asked, answer) ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
    }
    case TRELLIS_CLASS_CBV: {
      dxil_spv_cbv_vulkan_binding answer = {};
      return ask(callbacks.cbv, range, answer) ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
    }
    default: {
      dxil_spv_vulkan_binding answer = {};
      return ask(callbacks.sampler, range, answer) ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
    }
  }
}

}  // namespace

uint32_t bind_resource(void* run, const TrellisResourceUse* use, TrellisBinding* binding) {
  try {
    return bind(*static_cast<const Run*>(run), *use, *binding);
  } catch (const std::bad_alloc&) {  // Thrown while a line for the log is composed.
    return 0;
  }
}

}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" dxil_spv_result dxil_spv_parsed_blob_scan_resources(dxil_spv_parsed_blob blob,
                                                               dxil_spv_srv_remapper_cb srv_remapper,
                                                               dxil_spv_sampler_remapper_cb sampler_remapper,
                                                               dxil_spv_cbv_remapper_cb cbv_remapper,
                                                               dxil_spv_uav_remapper_cb uav_remapper,
                                                               void* userdata) {
  return guarded([&]() {
    if (blob == nullptr) return invalid_argument("the blob is NULL");
    const Program& program = *blob->program;
    const TrellisEntryPointInfo* entry_point = program.find_entry_point(nullptr);
    TrellisStage stage = TRELLIS_STAGE_LIBRARY;
    if (entry_point != nullptr) stage = entry_point->stage;
    Settings callbacks;
    callbacks.srv = {srv_remapper, userdata};
    callbacks.sampler = {sampler_remapper, userdata};
    callbacks.cbv = {cbv_remapper, userdata};
    callbacks.uav = {uav_remapper, userdata};
    for (uint32_t n = 0; n < program.resources().size(); ++n) {
      if (scan(program, n, stage, callbacks) == DXIL_SPV_FALSE) return DXIL_SPV_ERROR_GENERIC;
    }
    return DXIL_SPV_SUCCESS;
  });
}
