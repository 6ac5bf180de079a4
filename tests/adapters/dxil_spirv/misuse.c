/* Calls that a layer should not make: they return errors and zeros, and never crash. */
#include <dxil_spirv_c.h>
#include <stdint.h>
#include <string.h>

#include "tests/adapters/dxil_spirv/layer.h"

#define CHECK(condition)               \
  do {                                 \
    if (!(condition)) return __LINE__; \
  } while (0)
#define INVALID DXIL_SPV_ERROR_INVALID_ARGUMENT

static dxil_spv_bool refuse_srv(void* user, const dxil_spv_d3d_binding* range,
                                dxil_spv_srv_vulkan_binding* answer) {
  (void)user, (void)range, (void)answer;
  return DXIL_SPV_FALSE;
}
static dxil_spv_bool refuse_uav(void* user, const dxil_spv_uav_d3d_binding* range,
                                dxil_spv_uav_vulkan_binding* answer) {
  (void)user, (void)range, (void)answer;
  return DXIL_SPV_FALSE;
}
/* Fills the answer with the byte that `user` points to. */
static dxil_spv_bool scribble_srv(void* user, const dxil_spv_d3d_binding* range,
                                  dxil_spv_srv_vulkan_binding* answer) {
  (void)range;
  memset(answer, *(int*)user, sizeof *answer);
  return DXIL_SPV_TRUE;
}
static dxil_spv_bool scribble_uav(void* user, const dxil_spv_uav_d3d_binding* range,
                                  dxil_spv_uav_vulkan_binding* answer) {
  (void)range;
  memset(answer, *(int*)user, sizeof *answer);
  return DXIL_SPV_TRUE;
}
static dxil_spv_bool scribble_cbv(void* user, const dxil_spv_d3d_binding* range,
                                  dxil_spv_cbv_vulkan_binding* answer) {
  (void)range;
  memset(answer, *(int*)user, sizeof *answer);
  return DXIL_SPV_TRUE;
}
static dxil_spv_bool refuse_stream(void* user, const dxil_spv_d3d_stream_output* output,
                                   dxil_spv_vulkan_stream_output* capture) {
  (void)user, (void)output, (void)capture;
  return DXIL_SPV_FALSE;
}

static int without_blobs(const void* dxil, size_t size) {
  dxil_spv_parsed_blob blob = (dxil_spv_parsed_blob)1;
  const void* data = &blob;
  const char* text = "";
  size_t bytes = 1;
  unsigned number = 1;
  dxil_spv_rdat_subobject subobject;
  dxil_spv_node_input_data input;
  dxil_spv_node_output_data output;
  CHECK(dxil_spv_parse_dxil_blob(dxil, size, NULL) == INVALID);
  CHECK(dxil_spv_parse_dxil_blob(NULL, size, &blob) == INVALID && blob == NULL);
  CHECK(dxil_spv_parse_dxil_blob(dxil, 0, &blob) != DXIL_SPV_SUCCESS && blob == NULL);
  CHECK(dxil_spv_parse_dxil_blob("not DXIL", 8, &blob) == DXIL_SPV_ERROR_PARSER && blob == NULL);
  CHECK(dxil_spv_parse_reflection_dxil_blob(NULL, 1, &blob) == INVALID);
  CHECK(dxil_spv_parse_dxil("BC\xC0\xDE", 4, &blob) == DXIL_SPV_ERROR_PARSER);
  for (size_t end = 1; end < size; end += size / 37 + 1) {
    CHECK(dxil_spv_parse_dxil_blob(dxil, end, &blob) != DXIL_SPV_SUCCESS && blob == NULL);
  }
  dxil_spv_parsed_blob_free(NULL);
  dxil_spv_parsed_blob_dump_llvm_ir(NULL);
  CHECK(dxil_spv_parsed_blob_get_disassembled_ir(NULL, &text) == INVALID && text == NULL);
  CHECK(dxil_spv_parsed_blob_get_raw_ir(NULL, &data, &bytes) == INVALID && data == NULL && bytes == 0);
  CHECK(dxil_spv_parsed_blob_get_shader_stage(NULL) == DXIL_SPV_STAGE_UNKNOWN);
  CHECK(dxil_spv_parsed_blob_get_shader_stage_for_entry(NULL, "main") == DXIL_SPV_STAGE_UNKNOWN);
  CHECK(dxil_spv_parsed_blob_get_num_entry_points(NULL, &number) == INVALID && number == 0);
  CHECK(dxil_spv_parsed_blob_get_entry_index_by_name(NULL, "main", &number) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_name(NULL, 0, &text) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_demangled_name(NULL, 0, &text) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_node_input(NULL, 0, &input) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_num_node_outputs(NULL, 0, &number) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_node_output(NULL, 0, 0, &output) == INVALID);
  CHECK(dxil_spv_parsed_blob_scan_resources(NULL, NULL, NULL, NULL, NULL, NULL) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_num_rdat_subobjects(NULL) == 0);
  memset(&subobject, 1, sizeof subobject);
  dxil_spv_parsed_blob_get_rdat_subobject(NULL, 7, &subobject);
  dxil_spv_parsed_blob_get_rdat_subobject(NULL, 7, NULL);
  CHECK(subobject.payload == NULL && subobject.num_exports == 0);
  return 0;
}

static int queries_of(dxil_spv_converter c, int expected) {
  dxil_spv_compiled_spirv compiled = {&compiled, 1};
  const char* name = "";
  unsigned x = 1, y = 1, z = 1;
  dxil_spv_bool compatible = DXIL_SPV_TRUE;
  CHECK(dxil_spv_converter_get_compiled_spirv(c, &compiled) == expected && compiled.data == NULL &&
        compiled.size == 0);
  CHECK(dxil_spv_converter_get_compiled_entry_point(c, &name) == expected && name == NULL);
  CHECK(dxil_spv_converter_get_compute_workgroup_dimensions(c, &x, &y, &z) == expected && x + y + z == 0);
  x = y = z = 1;
  CHECK(dxil_spv_converter_get_compute_wave_size_range(c, &x, &y, &z) == expected && x + y + z == 0);
  x = 1;
  CHECK(dxil_spv_converter_get_compute_required_wave_size(c, &x) == expected && x == 0);
  x = 1;
  CHECK(dxil_spv_converter_get_compute_heuristic_max_wave_size(c, &x) == expected && x == 0);
  x = 1;
  CHECK(dxil_spv_converter_get_compute_heuristic_min_wave_size(c, &x) == expected && x == 0);
  x = 1;
  CHECK(dxil_spv_converter_get_patch_vertex_count(c, &x) == expected && x == 0);
  x = 1;
  CHECK(dxil_spv_converter_get_patch_location_offset(c, &x) == expected && x == 0);
  CHECK(dxil_spv_converter_is_multiview_compatible(c, &compatible) == expected &&
        compatible == DXIL_SPV_FALSE);
  CHECK(dxil_spv_converter_uses_subgroup_size(c) == DXIL_SPV_FALSE);
  CHECK(dxil_spv_converter_uses_shader_feature(c, DXIL_SPV_SHADER_FEATURE_NATIVE_16BIT_OPERATIONS) ==
        DXIL_SPV_FALSE);
  CHECK(dxil_spv_converter_get_analysis_warnings(c) == NULL);
  return 0;
}

/* Queries with null pointers for the answers. */
static int queries_for_nothing(dxil_spv_converter c) {
  CHECK(dxil_spv_converter_get_compiled_spirv(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_compiled_entry_point(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_compute_workgroup_dimensions(c, NULL, NULL, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_compute_wave_size_range(c, NULL, NULL, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_compute_required_wave_size(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_compute_heuristic_max_wave_size(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_compute_heuristic_min_wave_size(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_patch_vertex_count(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_get_patch_location_offset(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_is_multiview_compatible(c, NULL) == INVALID);
  return 0;
}

static int without_converters(void) {
  dxil_spv_converter c = (dxil_spv_converter)1;
  const dxil_spv_option_base option = {DXIL_SPV_OPTION_INVARIANT_POSITION};
  CHECK(dxil_spv_create_converter(NULL, &c) == INVALID && c == NULL);
  CHECK(dxil_spv_create_converter_with_reflection(NULL, NULL, &c) == INVALID);
  dxil_spv_converter_free(NULL);
  dxil_spv_converter_set_entry_point(NULL, "main");
  dxil_spv_converter_set_srv_remapper(NULL, refuse_srv, NULL);
  dxil_spv_converter_set_sampler_remapper(NULL, NULL, NULL);
  dxil_spv_converter_set_uav_remapper(NULL, refuse_uav, NULL);
  dxil_spv_converter_set_cbv_remapper(NULL, NULL, NULL);
  dxil_spv_converter_set_vertex_input_remapper(NULL, NULL, NULL);
  dxil_spv_converter_set_stage_input_remapper(NULL, NULL, NULL);
  dxil_spv_converter_set_stage_output_remapper(NULL, NULL, NULL);
  dxil_spv_converter_set_stream_output_remapper(NULL, refuse_stream, NULL);
  dxil_spv_converter_set_root_constant_word_count(NULL, 1);
  dxil_spv_converter_set_root_descriptor_count(NULL, 1);
  dxil_spv_converter_set_patch_location_offset(NULL, 1);
  dxil_spv_converter_add_local_root_constants(NULL, 0, 0, 1);
  dxil_spv_converter_add_local_root_descriptor(NULL, DXIL_SPV_RESOURCE_CLASS_SRV, 0, 0);
  dxil_spv_converter_add_local_root_descriptor_table(NULL, DXIL_SPV_RESOURCE_CLASS_SRV, 0, 0, 1, 0);
  CHECK(dxil_spv_converter_begin_local_root_descriptor_table(NULL) == INVALID);
  CHECK(dxil_spv_converter_end_local_root_descriptor_table(NULL) == INVALID);
  dxil_spv_converter_add_root_parameter_mapping(NULL, 0, 0);
  dxil_spv_converter_add_root_descriptor_mapping(NULL, 0, 0, 0);
  dxil_spv_converter_add_non_semantic_debug_info(NULL, NULL, NULL, 0);
  CHECK(dxil_spv_converter_set_meta_descriptor(NULL, DXIL_SPV_META_DESCRIPTOR_RAW_DESCRIPTOR_HEAP_VIEW,
                                               DXIL_SPV_META_DESCRIPTOR_KIND_READONLY_SSBO, 0, 0) == INVALID);
  CHECK(dxil_spv_converter_add_option(NULL, &option) == INVALID);
  CHECK(dxil_spv_converter_run(NULL) == INVALID);
  CHECK(queries_for_nothing(NULL) == 0);
  return queries_of(NULL, INVALID);
}

static int odd_options(dxil_spv_converter c) {
  /* At least as large as the largest option, and filled with invalid values. */
  union {
    dxil_spv_option_base base;
    unsigned char bytes[128];
  } option;
  const dxil_spv_option_output_swizzle nowhere = {{DXIL_SPV_OPTION_OUTPUT_SWIZZLE}, NULL, 3};
  memset(&option, 0, sizeof option);
  CHECK(dxil_spv_converter_add_option(c, NULL) == INVALID);
  CHECK(dxil_spv_converter_add_option(c, &option.base) == INVALID);
  CHECK(dxil_spv_converter_add_option(c, &nowhere.base) == INVALID);
  for (int pattern = 0; pattern < 256; pattern += 85) {
    for (int number = 1; number < 1000; ++number) {
      if (number == DXIL_SPV_OPTION_OUTPUT_SWIZZLE) continue; /* It contains a pointer. */
      memset(&option, pattern, sizeof option);
      option.base.type = (dxil_spv_option)number;
      CHECK(dxil_spv_converter_add_option(c, &option.base) == DXIL_SPV_SUCCESS);
    }
  }
  CHECK(dxil_spv_converter_supports_option(DXIL_SPV_OPTION_INVALID) == DXIL_SPV_FALSE);
  CHECK(dxil_spv_converter_supports_option((dxil_spv_option)-1) == DXIL_SPV_FALSE);
  CHECK(dxil_spv_converter_supports_option((dxil_spv_option)1000) == DXIL_SPV_FALSE);
  CHECK(dxil_spv_converter_supports_option(DXIL_SPV_OPTION_OUTPUT_SWIZZLE) == DXIL_SPV_TRUE);
  CHECK(dxil_spv_converter_supports_option(DXIL_SPV_OPTION_NVAPI) == DXIL_SPV_TRUE);
  return 0;
}

static int with_blob(dxil_spv_parsed_blob blob) {
  unsigned number = 1;
  const char* name = NULL;
  dxil_spv_node_output_data output;
  CHECK(dxil_spv_parsed_blob_get_num_entry_points(blob, &number) == DXIL_SPV_SUCCESS && number == 1);
  CHECK(dxil_spv_parsed_blob_get_num_entry_points(blob, NULL) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_name(blob, 1, &name) == INVALID && name == NULL);
  CHECK(dxil_spv_parsed_blob_get_entry_point_name(blob, 0, NULL) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_point_demangled_name(blob, UINT32_MAX, &name) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_entry_index_by_name(blob, "nobody", &number) == DXIL_SPV_ERROR_NO_DATA &&
        number == 0);
  CHECK(dxil_spv_parsed_blob_get_entry_index_by_name(blob, NULL, &number) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_shader_stage_for_entry(blob, "nobody") == DXIL_SPV_STAGE_UNKNOWN);
  CHECK(dxil_spv_parsed_blob_get_entry_point_num_node_outputs(blob, 0, &number) == DXIL_SPV_SUCCESS &&
        number == 0);
  CHECK(dxil_spv_parsed_blob_get_entry_point_node_output(blob, 0, 0, &output) == DXIL_SPV_ERROR_NO_DATA);
  CHECK(dxil_spv_parsed_blob_get_disassembled_ir(blob, NULL) == INVALID);
  CHECK(dxil_spv_parsed_blob_get_raw_ir(blob, NULL, NULL) == INVALID);
  CHECK(dxil_spv_parsed_blob_scan_resources(blob, NULL, NULL, NULL, NULL, NULL) == DXIL_SPV_SUCCESS);
  CHECK(dxil_spv_create_converter(blob, NULL) == INVALID);
  return 0;
}

/* The shader has an SRV, a UAV and a constant buffer. */
static int odd_callbacks(dxil_spv_converter c) {
  int pattern;
  dxil_spv_converter_set_srv_remapper(c, refuse_srv, NULL);
  CHECK(dxil_spv_converter_run(c) != DXIL_SPV_SUCCESS);
  CHECK(queries_of(c, DXIL_SPV_ERROR_GENERIC) == 0);
  dxil_spv_converter_set_srv_remapper(c, scribble_srv, &pattern);
  dxil_spv_converter_set_uav_remapper(c, scribble_uav, &pattern);
  dxil_spv_converter_set_cbv_remapper(c, scribble_cbv, &pattern);
  for (pattern = 0; pattern < 256; ++pattern) dxil_spv_converter_run(c); /* It may fail. */
  dxil_spv_converter_set_srv_remapper(c, NULL, NULL);
  dxil_spv_converter_set_uav_remapper(c, refuse_uav, NULL);
  dxil_spv_converter_set_cbv_remapper(c, NULL, NULL);
  CHECK(dxil_spv_converter_run(c) != DXIL_SPV_SUCCESS);
  dxil_spv_converter_set_uav_remapper(c, NULL, NULL);
  return 0;
}

static int odd_orders(dxil_spv_parsed_blob blob) {
  dxil_spv_converter c = NULL;
  dxil_spv_compiled_spirv first, second;
  const dxil_spv_option_shader_demote_to_helper option = {{DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER},
                                                          DXIL_SPV_TRUE};
  int line;
  CHECK(dxil_spv_create_converter(blob, &c) == DXIL_SPV_SUCCESS);
  dxil_spv_parsed_blob_free(blob); /* The converter no longer needs it. */
  if ((line = queries_of(c, DXIL_SPV_ERROR_GENERIC)) != 0) return line;
  if ((line = queries_for_nothing(c)) != 0) return line;
  CHECK(dxil_spv_converter_run(c) == DXIL_SPV_SUCCESS); /* Works without any option. */
  CHECK(dxil_spv_converter_get_compiled_spirv(c, &first) == DXIL_SPV_SUCCESS && first.size > 20);
  if ((line = queries_for_nothing(c)) != 0) return line;
  if ((line = odd_callbacks(c)) != 0) return line;
  CHECK(dxil_spv_converter_add_option(c, &option.base) == DXIL_SPV_SUCCESS);
  CHECK(dxil_spv_converter_add_option(c, &option.base) == DXIL_SPV_SUCCESS); /* Twice is allowed. */
  CHECK(dxil_spv_converter_run(c) == DXIL_SPV_SUCCESS);
  CHECK(dxil_spv_converter_get_compiled_spirv(c, &second) == DXIL_SPV_SUCCESS && second.size > 20);
  dxil_spv_converter_set_entry_point(c, "nobody");
  CHECK(dxil_spv_converter_run(c) == INVALID);
  dxil_spv_converter_set_entry_point(c, NULL);
  dxil_spv_converter_set_root_constant_word_count(c, UINT32_MAX);
  CHECK(dxil_spv_converter_run(c) == INVALID);
  dxil_spv_converter_set_root_constant_word_count(c, 0);
  if ((line = odd_options(c)) != 0) return line;
  dxil_spv_converter_run(c); /* These options may make it fail. */
  CHECK(dxil_spv_converter_end_local_root_descriptor_table(c) == INVALID);
  CHECK(dxil_spv_converter_begin_local_root_descriptor_table(c) == DXIL_SPV_SUCCESS);
  CHECK(dxil_spv_converter_begin_local_root_descriptor_table(c) == INVALID);
  CHECK(dxil_spv_converter_run(c) == INVALID);                             /* The table was not ended. */
  CHECK(dxil_spv_converter_end_local_root_descriptor_table(c) == INVALID); /* The table is empty. */
  for (unsigned n = 0; n < 3000; ++n) {
    dxil_spv_converter_add_local_root_constants(c, n, UINT32_MAX - n, UINT32_MAX);
    dxil_spv_converter_add_local_root_descriptor(c, (dxil_spv_resource_class)n, UINT32_MAX, n);
    dxil_spv_converter_add_local_root_descriptor_table(c, (dxil_spv_resource_class)(n % 7), 0, n, UINT32_MAX,
                                                       UINT32_MAX);
  }
  dxil_spv_converter_run(c);
  dxil_spv_converter_free(c);
  return 0;
}

int layer_misuse(const void* dxil, size_t size) {
  dxil_spv_parsed_blob blob = NULL;
  int line;
  dxil_spv_get_version(NULL, NULL, NULL);
  dxil_spv_end_thread_allocator_context(); /* There is no context. */
  dxil_spv_reset_thread_allocator_context();
  dxil_spv_set_thread_log_callback(NULL, &blob);
  if ((line = without_blobs(dxil, size)) != 0) return line;
  if ((line = without_converters()) != 0) return line;
  CHECK(dxil_spv_parse_dxil_blob(dxil, size, &blob) == DXIL_SPV_SUCCESS);
  dxil_spv_end_thread_allocator_context(); /* The blob still exists. */
  if ((line = with_blob(blob)) != 0) return line;
  return odd_orders(blob);
}
