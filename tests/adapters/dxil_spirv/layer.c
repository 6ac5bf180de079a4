#include "tests/adapters/dxil_spirv/layer.h"

#include <dxil_spirv_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOT_DESCRIPTORS 4
#define ROOT_WORDS 24
#define TABLE_WORDS 4 /* One per resource class; root constants follow. */
#define BROKEN_PROMISE (-100)

struct State {
  unsigned mode;
  unsigned root_descriptors, root_words; /* Number in use so far. */
  struct LayerModule* module;
};

static void log_line(void* user, dxil_spv_log_level level, const char* line) {
  struct LayerModule* module = ((struct State*)user)->module;
  if (level != DXIL_SPV_LOG_LEVEL_ERROR) return;
  ++module->errors;
  snprintf(module->error, sizeof module->error, "%s", line);
}

static int is_heap(const dxil_spv_d3d_binding* range) {
  return range->register_index == UINT32_MAX && range->register_space == UINT32_MAX &&
         range->range_size == UINT32_MAX;
}

static int is_refused(const struct State* state, const dxil_spv_d3d_binding* range) {
  return (state->mode & LAYER_ONE_ELEMENT) != 0 && range->range_size == UINT32_MAX && !is_heap(range);
}

static int take_root_descriptor(struct State* state, const dxil_spv_d3d_binding* range,
                                dxil_spv_vulkan_binding* at) {
  if ((state->mode & LAYER_ROOT_DESCRIPTORS) == 0 || range->range_size != 1) return 0;
  if (state->root_descriptors == ROOT_DESCRIPTORS) return 0;
  at->descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_BUFFER_DEVICE_ADDRESS;
  at->root_constant_index = state->root_descriptors++;
  return 1;
}

/* Binds a range in the heap for its class and type of descriptor, or by its own register. */
static void place(const struct State* state, const dxil_spv_d3d_binding* range, unsigned class_number,
                  unsigned set, unsigned binding, dxil_spv_vulkan_binding* at) {
  memset(at, 0, sizeof *at);
  if (is_heap(range)) {
    at->set = set;
    at->binding = binding;
    at->bindless.use_heap = DXIL_SPV_TRUE;
    at->root_constant_index = UINT32_MAX;
  } else if ((state->mode & LAYER_TABLES) != 0) {
    at->set = set;
    at->binding = binding;
    at->bindless.use_heap = DXIL_SPV_TRUE;
    at->bindless.heap_root_offset = range->register_index;
    at->root_constant_index = class_number;
  } else {
    at->set = 4 + class_number;
    at->binding = 100 * range->register_space % 1000 + range->register_index;
  }
}

static int is_words(dxil_spv_resource_kind kind) {
  return kind == DXIL_SPV_RESOURCE_KIND_RAW_BUFFER || kind == DXIL_SPV_RESOURCE_KIND_STRUCTURED_BUFFER;
}

static void place_offsets(const struct State* state, dxil_spv_vulkan_binding* offsets) {
  if ((state->mode & LAYER_OFFSET_BUFFER) == 0) return;
  offsets->set = 1;
  offsets->binding = 1;
}

static dxil_spv_bool remap_srv(void* user, const dxil_spv_d3d_binding* range,
                               dxil_spv_srv_vulkan_binding* answer) {
  struct State* state = user;
  ++state->module->asked;
  if (is_refused(state, range)) return DXIL_SPV_FALSE;
  if (range->kind == DXIL_SPV_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE) {
    place(state, range, 0, 1, 0, &answer->buffer_binding);
    if (answer->buffer_binding.bindless.use_heap)
      answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
    return DXIL_SPV_TRUE;
  }
  if (is_words(range->kind)) {
    if (take_root_descriptor(state, range, &answer->buffer_binding)) return DXIL_SPV_TRUE;
    place(state, range, 0, 2, 0, &answer->buffer_binding);
    answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  } else {
    place(state, range, 0, 1, 2, &answer->buffer_binding);
  }
  place_offsets(state, &answer->offset_binding);
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool remap_uav(void* user, const dxil_spv_uav_d3d_binding* asked,
                               dxil_spv_uav_vulkan_binding* answer) {
  struct State* state = user;
  const dxil_spv_d3d_binding* range = &asked->d3d_binding;
  ++state->module->asked;
  if (is_refused(state, range)) return DXIL_SPV_FALSE;
  if (asked->has_counter) place(state, range, 1, 1, 0, &answer->counter_binding);
  if (is_words(range->kind)) {
    if (!asked->has_counter && take_root_descriptor(state, range, &answer->buffer_binding))
      return DXIL_SPV_TRUE;
    place(state, range, 1, 2, 0, &answer->buffer_binding);
    answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  } else {
    place(state, range, 1, 1, 2, &answer->buffer_binding);
  }
  place_offsets(state, &answer->offset_binding);
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool remap_cbv(void* user, const dxil_spv_d3d_binding* range,
                               dxil_spv_cbv_vulkan_binding* answer) {
  struct State* state = user;
  ++state->module->asked;
  if (is_refused(state, range)) return DXIL_SPV_FALSE;
  if ((state->mode & LAYER_ROOT_CONSTANTS) != 0 && range->range_size == 1 && state->root_words == 0) {
    state->root_words = 16;
    answer->push_constant = DXIL_SPV_TRUE;
    answer->vulkan.push_constant.offset_in_words = TABLE_WORDS;
    return DXIL_SPV_TRUE;
  }
  if (take_root_descriptor(state, range, &answer->vulkan.uniform_binding)) return DXIL_SPV_TRUE;
  place(state, range, 2, 2, 0, &answer->vulkan.uniform_binding);
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool remap_sampler(void* user, const dxil_spv_d3d_binding* range,
                                   dxil_spv_vulkan_binding* answer) {
  struct State* state = user;
  ++state->module->asked;
  if (is_refused(state, range)) return DXIL_SPV_FALSE;
  place(state, range, 3, 0, 0, answer);
  return DXIL_SPV_TRUE;
}

static dxil_spv_bool remap_vertex_input(void* user, const dxil_spv_d3d_vertex_input* input,
                                        dxil_spv_vulkan_vertex_input* place) {
  (void)user;
  place->location = input->start_row;
  return DXIL_SPV_TRUE;
}

static int add(dxil_spv_converter converter, const dxil_spv_option_base* option, int* result) {
  if (*result == DXIL_SPV_SUCCESS) *result = dxil_spv_converter_add_option(converter, option);
  return *result;
}

/* Sets most of the options that a layer sets for every shader, in the same order. */
static int set_options(dxil_spv_converter converter, unsigned mode) {
  int result = DXIL_SPV_SUCCESS;
  const int has_offsets = (mode & LAYER_OFFSET_BUFFER) != 0;
  const dxil_spv_option_ssbo_alignment alignment = {{DXIL_SPV_OPTION_SSBO_ALIGNMENT}, has_offsets ? 16 : 1};
  const dxil_spv_option_root_constant_inline_uniform_block block = {
      {DXIL_SPV_OPTION_ROOT_CONSTANT_INLINE_UNIFORM_BLOCK}, 9, 1, DXIL_SPV_TRUE};
  const dxil_spv_option_bindless_cbv_ssbo_emulation storage = {{DXIL_SPV_OPTION_BINDLESS_CBV_SSBO_EMULATION},
                                                               DXIL_SPV_TRUE};
  const dxil_spv_option_physical_storage_buffer addresses = {{DXIL_SPV_OPTION_PHYSICAL_STORAGE_BUFFER},
                                                             DXIL_SPV_TRUE};
  const dxil_spv_option_bindless_typed_buffer_offsets typed = {
      {DXIL_SPV_OPTION_BINDLESS_TYPED_BUFFER_OFFSETS}, DXIL_SPV_TRUE};
  const dxil_spv_option_sbt_descriptor_size_log2 sbt = {{DXIL_SPV_OPTION_SBT_DESCRIPTOR_SIZE_LOG2}, 5, 5};
  const dxil_spv_option_bindless_offset_buffer_layout layout = {
      {DXIL_SPV_OPTION_BINDLESS_OFFSET_BUFFER_LAYOUT}, 0, 1, 2};
  const dxil_spv_option_precise_control precise = {
      {DXIL_SPV_OPTION_PRECISE_CONTROL}, DXIL_SPV_FALSE, DXIL_SPV_FALSE};
  const dxil_spv_option_shader_source_file file = {{DXIL_SPV_OPTION_SHADER_SOURCE_FILE},
                                                   "0123456789abcdef.dxil"};
  const dxil_spv_option_subgroup_properties subgroups = {{DXIL_SPV_OPTION_SUBGROUP_PROPERTIES}, 4, 64};
  const dxil_spv_option_shader_demote_to_helper demote = {{DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER},
                                                          DXIL_SPV_TRUE};
  const dxil_spv_option_typed_uav_read_without_format read = {{DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT},
                                                              DXIL_SPV_TRUE};
  const dxil_spv_option_shader_i8_dot dot = {{DXIL_SPV_OPTION_SHADER_I8_DOT}, DXIL_SPV_TRUE};
  const dxil_spv_option_scalar_block_layout scalar = {
      {DXIL_SPV_OPTION_SCALAR_BLOCK_LAYOUT}, DXIL_SPV_TRUE, DXIL_SPV_FALSE};
  const dxil_spv_option_arithmetic_relaxed_precision relaxed = {
      {DXIL_SPV_OPTION_ARITHMETIC_RELAXED_PRECISION}, DXIL_SPV_TRUE};
  const dxil_spv_option_compute_shader_derivatives derivatives = {
      {DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES}, DXIL_SPV_FALSE, DXIL_SPV_TRUE};
  const dxil_spv_option_compute_shader_derivatives_quad quads = {
      {DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES_QUAD}, DXIL_SPV_TRUE};
  const dxil_spv_option_denorm_preserve_support denorms = {
      {DXIL_SPV_OPTION_DENORM_PRESERVE_SUPPORT}, DXIL_SPV_TRUE, DXIL_SPV_TRUE};
  const dxil_spv_option_base later = {(dxil_spv_option)55}; /* Of a later version of the interface. */
  add(converter, &alignment.base, &result);
  if ((mode & LAYER_INLINE_BLOCK) != 0) add(converter, &block.base, &result);
  if ((mode & LAYER_STORAGE_CONSTANTS) != 0) add(converter, &storage.base, &result);
  if ((mode & LAYER_ROOT_DESCRIPTORS) != 0) add(converter, &addresses.base, &result);
  if (has_offsets) add(converter, &typed.base, &result);
  add(converter, &sbt.base, &result);
  add(converter, &layout.base, &result);
  add(converter, &precise.base, &result);
  add(converter, &file.base, &result);
  add(converter, &precise.base, &result);
  add(converter, &subgroups.base, &result);
  add(converter, &demote.base, &result);
  add(converter, &read.base, &result);
  add(converter, &dot.base, &result);
  add(converter, &scalar.base, &result);
  add(converter, &relaxed.base, &result);
  add(converter, &derivatives.base, &result);
  add(converter, &quads.base, &result);
  add(converter, &denorms.base, &result);
  return add(converter, &later, &result);
}

static void set_callbacks(dxil_spv_converter converter, struct State* state) {
  dxil_spv_converter_set_root_constant_word_count(converter, ROOT_WORDS);
  dxil_spv_converter_set_root_descriptor_count(converter, ROOT_DESCRIPTORS);
  if ((state->mode & LAYER_NO_CALLBACKS) != 0) return;
  dxil_spv_converter_set_srv_remapper(converter, remap_srv, state);
  dxil_spv_converter_set_sampler_remapper(converter, remap_sampler, state);
  dxil_spv_converter_set_uav_remapper(converter, remap_uav, state);
  dxil_spv_converter_set_cbv_remapper(converter, remap_cbv, state);
  dxil_spv_converter_set_vertex_input_remapper(converter, remap_vertex_input, state);
}

/* Copies the module as a layer does, and queries what a pipeline needs to know about it. */
static int take_module(dxil_spv_converter converter, struct LayerModule* module) {
  dxil_spv_compiled_spirv compiled;
  unsigned heuristics[2] = {1, 1}, location = 1;
  int result = dxil_spv_converter_get_compiled_spirv(converter, &compiled);
  if (result != DXIL_SPV_SUCCESS) return result;
  if (compiled.size % 4 != 0) return BROKEN_PROMISE;
  module->words = malloc(compiled.size);
  if (module->words == NULL) return DXIL_SPV_ERROR_OUT_OF_MEMORY;
  memcpy(module->words, compiled.data, compiled.size);
  module->count = compiled.size / 4;
  dxil_spv_converter_get_compute_workgroup_dimensions(converter, &module->workgroup[0], &module->workgroup[1],
                                                      &module->workgroup[2]);
  dxil_spv_converter_get_patch_vertex_count(converter, &module->patch_vertices);
  dxil_spv_converter_get_patch_location_offset(converter, &location);
  dxil_spv_converter_get_compute_wave_size_range(converter, &module->wave_sizes[0], &module->wave_sizes[1],
                                                 &module->wave_sizes[2]);
  dxil_spv_converter_get_compute_heuristic_min_wave_size(converter, &heuristics[0]);
  dxil_spv_converter_get_compute_heuristic_max_wave_size(converter, &heuristics[1]);
  return heuristics[0] == 0 && heuristics[1] == 0 && location == 0 ? DXIL_SPV_SUCCESS : BROKEN_PROMISE;
}

int layer_convert(const void* dxil, size_t size, unsigned mode, struct LayerModule* module) {
  struct State state = {mode, 0, 0, module};
  dxil_spv_parsed_blob blob = NULL;
  dxil_spv_converter converter = NULL;
  const char* name = NULL;
  unsigned entry_points = 0;
  int result;
  memset(module, 0, sizeof *module);
  dxil_spv_set_thread_log_callback(log_line, &state);
  dxil_spv_begin_thread_allocator_context();
  result = dxil_spv_parse_dxil_blob(dxil, size, &blob);
  if (result == DXIL_SPV_SUCCESS) result = dxil_spv_parsed_blob_get_num_entry_points(blob, &entry_points);
  if (result == DXIL_SPV_SUCCESS)
    result = dxil_spv_parsed_blob_get_entry_point_demangled_name(blob, 0, &name);
  if (result == DXIL_SPV_SUCCESS) result = dxil_spv_create_converter(blob, &converter);
  if (result == DXIL_SPV_SUCCESS) result = set_options(converter, mode);
  if (result == DXIL_SPV_SUCCESS) {
    set_callbacks(converter, &state);
    if (entry_points > 1) dxil_spv_converter_set_entry_point(converter, name);
    result = dxil_spv_converter_run(converter);
  }
  if (result == DXIL_SPV_SUCCESS) result = take_module(converter, module);
  if (result != DXIL_SPV_SUCCESS) layer_free(module);
  dxil_spv_converter_free(converter);
  dxil_spv_parsed_blob_free(blob);
  dxil_spv_end_thread_allocator_context();
  dxil_spv_set_thread_log_callback(NULL, NULL);
  return result;
}

void layer_free(struct LayerModule* module) {
  free(module->words);
  module->words = NULL;
  module->count = 0;
}
