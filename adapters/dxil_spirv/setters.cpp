// Creates, frees and configures converters.
#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

template <class Function>
void set_callback(dxil_spv_converter converter, Callback<Function> Settings::*which, Function function,
                  void* user) {
  if (converter != nullptr) converter->settings.*which = {function, user};
}

}  // namespace
}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

dxil_spv_result dxil_spv_create_converter(dxil_spv_parsed_blob blob, dxil_spv_converter* converter) {
  if (converter == nullptr) return invalid_argument("the pointer for the converter is NULL");
  *converter = nullptr;
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  return guarded([&]() {
    *converter = new dxil_spv_converter_s{blob->program};
    return DXIL_SPV_SUCCESS;
  });
}

dxil_spv_result dxil_spv_create_converter_with_reflection(dxil_spv_parsed_blob blob,
                                                          dxil_spv_parsed_blob reflection_blob,
                                                          dxil_spv_converter* converter) {
  static_cast<void>(reflection_blob);
  return dxil_spv_create_converter(blob, converter);
}

void dxil_spv_converter_free(dxil_spv_converter converter) { delete converter; }

void dxil_spv_converter_set_entry_point(dxil_spv_converter converter, const char* entry_point) {
  if (converter == nullptr) return;
  guarded([&]() {
    converter->settings.entry_point = entry_point == nullptr ? "" : entry_point;
    return DXIL_SPV_SUCCESS;
  });
}

void dxil_spv_converter_set_srv_remapper(dxil_spv_converter converter, dxil_spv_srv_remapper_cb remapper,
                                         void* userdata) {
  set_callback(converter, &Settings::srv, remapper, userdata);
}

void dxil_spv_converter_set_sampler_remapper(dxil_spv_converter converter,
                                             dxil_spv_sampler_remapper_cb remapper, void* userdata) {
  set_callback(converter, &Settings::sampler, remapper, userdata);
}

void dxil_spv_converter_set_uav_remapper(dxil_spv_converter converter, dxil_spv_uav_remapper_cb remapper,
                                         void* userdata) {
  set_callback(converter, &Settings::uav, remapper, userdata);
}

void dxil_spv_converter_set_cbv_remapper(dxil_spv_converter converter, dxil_spv_cbv_remapper_cb remapper,
                                         void* userdata) {
  set_callback(converter, &Settings::cbv, remapper, userdata);
}

void dxil_spv_converter_set_vertex_input_remapper(dxil_spv_converter converter,
                                                  dxil_spv_vertex_input_remapper_cb remapper,
                                                  void* userdata) {
  set_callback(converter, &Settings::vertex_input, remapper, userdata);
}

void dxil_spv_converter_set_stage_input_remapper(dxil_spv_converter converter,
                                                 dxil_spv_shader_stage_io_remapper_cb remapper,
                                                 void* userdata) {
  set_callback(converter, &Settings::stage_input, remapper, userdata);
}

void dxil_spv_converter_set_stage_output_remapper(dxil_spv_converter converter,
                                                  dxil_spv_shader_stage_io_remapper_cb remapper,
                                                  void* userdata) {
  set_callback(converter, &Settings::stage_output, remapper, userdata);
}

void dxil_spv_converter_set_stream_output_remapper(dxil_spv_converter converter,
                                                   dxil_spv_stream_output_remapper_cb remapper,
                                                   void* userdata) {
  set_callback(converter, &Settings::stream_output, remapper, userdata);
}

void dxil_spv_converter_set_root_constant_word_count(dxil_spv_converter converter, unsigned num_words) {
  if (converter != nullptr) converter->settings.root_words = num_words;
}

void dxil_spv_converter_set_root_descriptor_count(dxil_spv_converter converter, unsigned count) {
  if (converter != nullptr) converter->settings.root_descriptors = count;
}

// These setters do nothing, since their values have no effect on Trellis' modules.

void dxil_spv_converter_set_patch_location_offset(dxil_spv_converter converter, unsigned offset) {
  static_cast<void>(converter);
  static_cast<void>(offset);
}

void dxil_spv_converter_add_root_parameter_mapping(dxil_spv_converter converter,
                                                   unsigned root_parameter_index, unsigned offset) {
  static_cast<void>(converter);
  static_cast<void>(root_parameter_index);
  static_cast<void>(offset);
}

void dxil_spv_converter_add_root_descriptor_mapping(dxil_spv_converter converter,
                                                    unsigned root_parameter_index, unsigned desc_set,
                                                    unsigned binding) {
  static_cast<void>(converter);
  static_cast<void>(root_parameter_index);
  static_cast<void>(desc_set);
  static_cast<void>(binding);
}

void dxil_spv_converter_add_non_semantic_debug_info(dxil_spv_converter converter, const char* tag,
                                                    const void* data, size_t size) {
  static_cast<void>(converter);
  static_cast<void>(tag);
  static_cast<void>(data);
  static_cast<void>(size);
}

dxil_spv_result dxil_spv_converter_set_meta_descriptor(dxil_spv_converter converter,
                                                       dxil_spv_meta_descriptor meta,
                                                       dxil_spv_meta_descriptor_kind kind, unsigned desc_set,
                                                       unsigned binding_or_push_index) {
  if (converter == nullptr) return invalid_argument("the converter is NULL");
  const MetaDescriptor given = {kind, desc_set, binding_or_push_index};
  if (meta == DXIL_SPV_META_DESCRIPTOR_RESOURCE_DESCRIPTOR_HEAP_SIZE) converter->settings.heap_size = given;
  if (meta == DXIL_SPV_META_DESCRIPTOR_RAW_DESCRIPTOR_HEAP_VIEW) converter->settings.raw_heap = given;
  return DXIL_SPV_SUCCESS;
}
}
