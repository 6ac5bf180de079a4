/* The C interface of dxil-spirv, version 2.68, implemented by Trellis for layers that were written for that library. Names,
 * values and layouts are those of that interface; docs/interop.md describes how each function and option is handled.
 *
 *   dxil_spv_parsed_blob blob = NULL;
 *   dxil_spv_converter converter = NULL;
 *   dxil_spv_compiled_spirv spirv;
 *   if (dxil_spv_parse_dxil_blob(data, size, &blob) == DXIL_SPV_SUCCESS &&
 *       dxil_spv_create_converter(blob, &converter) == DXIL_SPV_SUCCESS &&
 *       dxil_spv_converter_run(converter) == DXIL_SPV_SUCCESS)
 *     dxil_spv_converter_get_compiled_spirv(converter, &spirv);
 *   dxil_spv_converter_free(converter);
 *   dxil_spv_parsed_blob_free(blob);
 *
 * Rules.
 * - A blob or converter serves one thread at a time; different ones may be used concurrently. They may be used and freed on any
 *   thread.
 * - NULL where an object is expected is an invalid argument; freeing NULL does nothing. A converter may outlive its blob.
 * - What a getter returns lives as long as the object it was called on; results of a run live until the next run.
 * - A getter that fails sets its outputs to zero.
 * - The reason for a failure goes to the thread's log callback. Without a callback, errors are written to the standard error
 *   output.
 */
#ifndef TRELLIS_DXIL_SPIRV_C_H
#define TRELLIS_DXIL_SPIRV_C_H

#include "dxil_spirv_c_options.h"
#include "dxil_spirv_c_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DXIL_SPV_API_VERSION_MAJOR 2
#define DXIL_SPV_API_VERSION_MINOR 68
#define DXIL_SPV_API_VERSION_PATCH 0

#define DXIL_SPV_DESCRIPTOR_QA_INTERFACE_VERSION 2
#define DXIL_SPV_INSTRUCTION_INSTRUMENTATION_INTERFACE_VERSION 2

#ifndef DXIL_SPV_PUBLIC_API
#if defined(DXIL_SPV_EXPORT_SYMBOLS) && defined(__GNUC__)
#define DXIL_SPV_PUBLIC_API __attribute__((visibility("default")))
#elif defined(DXIL_SPV_EXPORT_SYMBOLS) && defined(_MSC_VER)
#define DXIL_SPV_PUBLIC_API __declspec(dllexport)
#else
#define DXIL_SPV_PUBLIC_API
#endif
#endif

/* Returns the version of this interface, not that of Trellis. */
DXIL_SPV_PUBLIC_API void dxil_spv_get_version(unsigned* major, unsigned* minor, unsigned* patch);

/* --- Threads -------------------------------------------------------------------------------------------------------------- */

/* Sets the callback of the calling thread. NULL: none; errors are then written to the standard error output. */
DXIL_SPV_PUBLIC_API void dxil_spv_set_thread_log_callback(dxil_spv_log_cb callback, void* userdata);
/* Between these two calls the thread keeps what can be reused from one shader to the next. The calls may be omitted or nested.
 * Objects may outlive the context they were created in. */
DXIL_SPV_PUBLIC_API void dxil_spv_begin_thread_allocator_context(void);
DXIL_SPV_PUBLIC_API void dxil_spv_end_thread_allocator_context(void);
DXIL_SPV_PUBLIC_API void dxil_spv_reset_thread_allocator_context(void);

/* --- Programs ------------------------------------------------------------------------------------------------------------- */

typedef struct dxil_spv_parsed_blob_s* dxil_spv_parsed_blob;

/* Parses a DXBC container with DXIL in it. DXBC code of shader model 5 and before is DXIL_SPV_ERROR_UNSUPPORTED_FEATURE. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parse_dxil_blob(const void* data, size_t size, dxil_spv_parsed_blob* blob);
/* The same as dxil_spv_parse_dxil_blob(): reflection comes from the program itself. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parse_reflection_dxil_blob(const void* data, size_t size,
                                                                        dxil_spv_parsed_blob* blob);
/* Parses LLVM bitcode without a container. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parse_dxil(const void* data, size_t size, dxil_spv_parsed_blob* blob);
DXIL_SPV_PUBLIC_API void dxil_spv_parsed_blob_free(dxil_spv_parsed_blob blob);

/* Prints the LLVM module to the standard output. */
DXIL_SPV_PUBLIC_API void dxil_spv_parsed_blob_dump_llvm_ir(dxil_spv_parsed_blob blob);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_disassembled_ir(dxil_spv_parsed_blob blob, const char** text);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_raw_ir(dxil_spv_parsed_blob blob, const void** data, size_t* size);

/* Return the stage of the first entry point, and of the one with that name; UNKNOWN if there is none. */
DXIL_SPV_PUBLIC_API dxil_spv_shader_stage dxil_spv_parsed_blob_get_shader_stage(dxil_spv_parsed_blob blob);
DXIL_SPV_PUBLIC_API dxil_spv_shader_stage dxil_spv_parsed_blob_get_shader_stage_for_entry(dxil_spv_parsed_blob blob,
                                                                                         const char* entry);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_num_entry_points(dxil_spv_parsed_blob blob, unsigned* count);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_entry_index_by_name(dxil_spv_parsed_blob blob, const char* entry,
                                                                                unsigned* index);
/* Return the entry point's name in the program, and that in HLSL. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_entry_point_name(dxil_spv_parsed_blob blob, unsigned index,
                                                                             const char** name);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_entry_point_demangled_name(dxil_spv_parsed_blob blob,
                                                                                       unsigned index, const char** name);

/* Work graph nodes are not supported: no entry point is reported as one. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_entry_point_node_input(dxil_spv_parsed_blob blob, unsigned index,
                                                                                   dxil_spv_node_input_data* data);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_entry_point_num_node_outputs(dxil_spv_parsed_blob blob,
                                                                                         unsigned index, unsigned* count);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_get_entry_point_node_output(dxil_spv_parsed_blob blob,
                                                                                    unsigned index, unsigned output,
                                                                                    dxil_spv_node_output_data* data);

/* Calls a callback for each range of registers of the program. Callbacks may be NULL. If one returns FALSE, the scan ends and
 * fails. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_parsed_blob_scan_resources(
    dxil_spv_parsed_blob blob, dxil_spv_srv_remapper_cb srv_remapper, dxil_spv_sampler_remapper_cb sampler_remapper,
    dxil_spv_cbv_remapper_cb cbv_remapper, dxil_spv_uav_remapper_cb uav_remapper, void* userdata);

/* Subobjects of ray tracing libraries. Names and exports live as long as the blob. Payloads (root signatures) point into the
 * bytes that the blob was parsed from, and live as long as those. */
DXIL_SPV_PUBLIC_API unsigned dxil_spv_parsed_blob_get_num_rdat_subobjects(dxil_spv_parsed_blob blob);
DXIL_SPV_PUBLIC_API void dxil_spv_parsed_blob_get_rdat_subobject(dxil_spv_parsed_blob blob, unsigned index,
                                                                 dxil_spv_rdat_subobject* subobject);

/* --- Conversions ---------------------------------------------------------------------------------------------------------- */

typedef struct dxil_spv_converter_s* dxil_spv_converter;

DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_create_converter(dxil_spv_parsed_blob blob, dxil_spv_converter* converter);
/* `reflection_blob` is ignored and may be NULL. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_create_converter_with_reflection(dxil_spv_parsed_blob blob,
                                                                              dxil_spv_parsed_blob reflection_blob,
                                                                              dxil_spv_converter* converter);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_free(dxil_spv_converter converter);

/* The last call of each setter applies, from the next run on. NULL resets the setting. */
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_entry_point(dxil_spv_converter converter, const char* entry_point);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_srv_remapper(dxil_spv_converter converter, dxil_spv_srv_remapper_cb remapper,
                                                             void* userdata);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_sampler_remapper(dxil_spv_converter converter,
                                                                 dxil_spv_sampler_remapper_cb remapper, void* userdata);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_uav_remapper(dxil_spv_converter converter, dxil_spv_uav_remapper_cb remapper,
                                                             void* userdata);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_cbv_remapper(dxil_spv_converter converter, dxil_spv_cbv_remapper_cb remapper,
                                                             void* userdata);
/* The root data consists of 8 bytes per root descriptor, followed by 4 bytes per word. */
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_root_constant_word_count(dxil_spv_converter converter, unsigned num_words);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_root_descriptor_count(dxil_spv_converter converter, unsigned count);

DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_vertex_input_remapper(dxil_spv_converter converter,
                                                                      dxil_spv_vertex_input_remapper_cb remapper,
                                                                      void* userdata);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_stage_input_remapper(dxil_spv_converter converter,
                                                                     dxil_spv_shader_stage_io_remapper_cb remapper,
                                                                     void* userdata);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_stage_output_remapper(dxil_spv_converter converter,
                                                                      dxil_spv_shader_stage_io_remapper_cb remapper,
                                                                      void* userdata);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_stream_output_remapper(dxil_spv_converter converter,
                                                                       dxil_spv_stream_output_remapper_cb remapper,
                                                                       void* userdata);
/* Not needed: the locations of patch constants follow from their registers in both stages. */
DXIL_SPV_PUBLIC_API void dxil_spv_converter_set_patch_location_offset(dxil_spv_converter converter, unsigned offset);

/* Local root signatures of ray tracing libraries, parameter by parameter in the order of the shader record. A range that is
 * added outside a table forms a table of its own. */
DXIL_SPV_PUBLIC_API void dxil_spv_converter_add_local_root_constants(dxil_spv_converter converter, unsigned register_space,
                                                                     unsigned register_index, unsigned num_words);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_add_local_root_descriptor(dxil_spv_converter converter,
                                                                      dxil_spv_resource_class resource_class,
                                                                      unsigned register_space, unsigned register_index);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_begin_local_root_descriptor_table(dxil_spv_converter converter);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_add_local_root_descriptor_table(dxil_spv_converter converter,
                                                                            dxil_spv_resource_class resource_class,
                                                                            unsigned register_space, unsigned register_index,
                                                                            unsigned num_descriptors_in_range,
                                                                            unsigned offset_in_heap);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_end_local_root_descriptor_table(dxil_spv_converter converter);

/* For debuggers; ignored. */
DXIL_SPV_PUBLIC_API void dxil_spv_converter_add_root_parameter_mapping(dxil_spv_converter converter,
                                                                       unsigned root_parameter_index, unsigned offset);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_add_root_descriptor_mapping(dxil_spv_converter converter,
                                                                        unsigned root_parameter_index, unsigned desc_set,
                                                                        unsigned binding);
DXIL_SPV_PUBLIC_API void dxil_spv_converter_add_non_semantic_debug_info(dxil_spv_converter converter, const char* tag,
                                                                        const void* data, size_t size);

DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_set_meta_descriptor(dxil_spv_converter converter,
                                                                           dxil_spv_meta_descriptor meta,
                                                                           dxil_spv_meta_descriptor_kind kind,
                                                                           unsigned desc_set, unsigned binding_or_push_index);

/* Returns TRUE if the option has an effect, or if what it requests is always the case. */
DXIL_SPV_PUBLIC_API dxil_spv_bool dxil_spv_converter_supports_option(dxil_spv_option option);
/* Succeeds for any option number. Ignored options are logged once per thread and log callback. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_add_option(dxil_spv_converter converter,
                                                                  const dxil_spv_option_base* option);

DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_run(dxil_spv_converter converter);

/* --- Results of the last run; DXIL_SPV_ERROR_GENERIC or FALSE if it did not succeed ---------------------------------------- */

DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compiled_spirv(dxil_spv_converter converter,
                                                                          dxil_spv_compiled_spirv* compiled);
/* Returns the entry point's name in the program. In the module it is "main". */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compiled_entry_point(dxil_spv_converter converter,
                                                                                const char** entry_point);
/* Returns zeros for stages that have none. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compute_workgroup_dimensions(dxil_spv_converter converter,
                                                                                        unsigned* x, unsigned* y, unsigned* z);
/* Returns the number of a [WaveSize] attribute with one number; 0: none. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compute_required_wave_size(dxil_spv_converter converter,
                                                                                      unsigned* wave_size);
/* Returns the range of a [WaveSize] attribute; zeros: none. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compute_wave_size_range(dxil_spv_converter converter,
                                                                                   unsigned* minimum, unsigned* maximum,
                                                                                   unsigned* preferred);
/* Returns 0 if there is no suggestion. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compute_heuristic_max_wave_size(dxil_spv_converter converter,
                                                                                           unsigned* wave_size);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_compute_heuristic_min_wave_size(dxil_spv_converter converter,
                                                                                           unsigned* wave_size);
/* Returns the number of control points of a hull shader's input patches; 0 for other stages. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_patch_vertex_count(dxil_spv_converter converter,
                                                                              unsigned* patch_vertices);
/* Always returns 0. */
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_get_patch_location_offset(dxil_spv_converter converter,
                                                                                 unsigned* patch_location_offset);
DXIL_SPV_PUBLIC_API dxil_spv_bool dxil_spv_converter_uses_subgroup_size(dxil_spv_converter converter);
DXIL_SPV_PUBLIC_API dxil_spv_bool dxil_spv_converter_uses_shader_feature(dxil_spv_converter converter,
                                                                         dxil_spv_shader_feature feature);
DXIL_SPV_PUBLIC_API dxil_spv_result dxil_spv_converter_is_multiview_compatible(dxil_spv_converter converter,
                                                                               dxil_spv_bool* result);
/* Returns the warnings, one per line; NULL if there are none. */
DXIL_SPV_PUBLIC_API const char* dxil_spv_converter_get_analysis_warnings(dxil_spv_converter converter);

#ifdef __cplusplus
}
#endif

#endif
