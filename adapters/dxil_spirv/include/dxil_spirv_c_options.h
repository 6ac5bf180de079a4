/* Part of dxil_spirv_c.h: the options of a conversion. docs/interop.md describes how each is handled. */
#ifndef TRELLIS_DXIL_SPIRV_C_OPTIONS_H
#define TRELLIS_DXIL_SPIRV_C_OPTIONS_H

#include "dxil_spirv_c_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dxil_spv_option {
  DXIL_SPV_OPTION_INVALID = 0,
  DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER = 1,
  DXIL_SPV_OPTION_DUAL_SOURCE_BLENDING = 2,
  DXIL_SPV_OPTION_OUTPUT_SWIZZLE = 3,
  DXIL_SPV_OPTION_RASTERIZER_SAMPLE_COUNT = 4,
  DXIL_SPV_OPTION_ROOT_CONSTANT_INLINE_UNIFORM_BLOCK = 5,
  DXIL_SPV_OPTION_BINDLESS_CBV_SSBO_EMULATION = 6,
  DXIL_SPV_OPTION_PHYSICAL_STORAGE_BUFFER = 7,
  DXIL_SPV_OPTION_SBT_DESCRIPTOR_SIZE_LOG2 = 8,
  DXIL_SPV_OPTION_SSBO_ALIGNMENT = 9,
  DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT = 10,
  DXIL_SPV_OPTION_SHADER_SOURCE_FILE = 11,
  DXIL_SPV_OPTION_BINDLESS_TYPED_BUFFER_OFFSETS = 12,
  DXIL_SPV_OPTION_BINDLESS_OFFSET_BUFFER_LAYOUT = 13,
  DXIL_SPV_OPTION_STORAGE_INPUT_OUTPUT_16BIT = 14,
  DXIL_SPV_OPTION_DESCRIPTOR_QA = 15,
  DXIL_SPV_OPTION_MIN_PRECISION_NATIVE_16BIT = 16,
  DXIL_SPV_OPTION_SHADER_I8_DOT = 17,
  DXIL_SPV_OPTION_SHADER_RAY_TRACING_PRIMITIVE_CULLING = 18,
  DXIL_SPV_OPTION_INVARIANT_POSITION = 19,
  DXIL_SPV_OPTION_SCALAR_BLOCK_LAYOUT = 20,
  DXIL_SPV_OPTION_BARYCENTRIC_KHR = 21,
  DXIL_SPV_OPTION_ROBUST_PHYSICAL_CBV_LOAD = 22,
  DXIL_SPV_OPTION_ARITHMETIC_RELAXED_PRECISION = 23,
  DXIL_SPV_OPTION_PHYSICAL_ADDRESS_DESCRIPTOR_INDEXING = 24,
  DXIL_SPV_OPTION_FORCE_SUBGROUP_SIZE = 25,
  DXIL_SPV_OPTION_DENORM_PRESERVE_SUPPORT = 26,
  DXIL_SPV_OPTION_STRICT_HELPER_LANE_WAVE_OPS = 27,
  DXIL_SPV_OPTION_SUBGROUP_PARTITIONED_NV = 28,
  DXIL_SPV_OPTION_DEAD_CODE_ELIMINATE = 29,
  DXIL_SPV_OPTION_PRECISE_CONTROL = 30,
  DXIL_SPV_OPTION_SAMPLE_GRAD_OPTIMIZATION_CONTROL = 31,
  DXIL_SPV_OPTION_OPACITY_MICROMAP_EXT = 32,
  DXIL_SPV_OPTION_BRANCH_CONTROL = 33,
  DXIL_SPV_OPTION_SUBGROUP_PROPERTIES = 34,
  DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS = 35,
  DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES_NV = 36,
  DXIL_SPV_OPTION_QUAD_CONTROL_RECONVERGENCE = 37,
  DXIL_SPV_OPTION_RAW_ACCESS_CHAINS_NV = 38,
  DXIL_SPV_OPTION_DRIVER_VERSION = 39,
  DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES = 40,
  DXIL_SPV_OPTION_INSTRUCTION_INSTRUMENTATION = 41,
  DXIL_SPV_OPTION_SHADER_QUIRK = 42,
  DXIL_SPV_OPTION_EXTENDED_ROBUSTNESS = 43,
  DXIL_SPV_OPTION_MAX_TESS_FACTOR = 44,
  DXIL_SPV_OPTION_VULKAN_MEMORY_MODEL = 45,
  DXIL_SPV_OPTION_FLOAT8_SUPPORT = 46,
  DXIL_SPV_OPTION_NVAPI = 47,
  DXIL_SPV_OPTION_EXTENDED_NON_SEMANTIC = 48,
  DXIL_SPV_OPTION_VIEW_INSTANCING = 49,
  DXIL_SPV_OPTION_MIXED_FLOAT_DOT_PRODUCT = 50,
  DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES_QUAD = 51,
  /* These options are newer than version 2.68. */
  DXIL_SPV_OPTION_SSBO_ADDRESSING_BEHAVIOR = 52,
  DXIL_SPV_OPTION_OPACITY_MICROMAP = 53,
  DXIL_SPV_OPTION_FLOAT_CONTROLS_2 = 54,
  DXIL_SPV_OPTION_SHADER_ABORT = 55,
  DXIL_SPV_OPTION_CONSERVATIVE_SSBO_VECTORIZATION = 56,
  DXIL_SPV_OPTION_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_option;

typedef enum dxil_spv_instruction_instrumentation_type {
  DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_FULL_NAN_INF = 0,
  DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_EXTERNALLY_VISIBLE_WRITE_NAN_INF = 1,
  DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_FLUSH_NAN_TO_ZERO = 2,
  DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_EXPECT_ASSUME = 3,
  DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_BUFFER_SYNCHRONIZATION_VALIDATION = 4,
  DXIL_SPV_INSTRUCTION_INSTRUMENTATION_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_instruction_instrumentation_type;

typedef enum dxil_spv_shader_quirk {
  DXIL_SPV_SHADER_QUIRK_NONE = 0,
  DXIL_SPV_SHADER_QUIRK_FORCE_DEVICE_MEMORY_BARRIERS_THREAD_GROUP_COHERENCE = 1,
  DXIL_SPV_SHADER_QUIRK_ASSUME_BROKEN_SUB_8x8_CUBE_MIPS = 2,
  DXIL_SPV_SHADER_QUIRK_ROBUST_PHYSICAL_CBV_FORWARDING = 3,
  DXIL_SPV_SHADER_QUIRK_MESH_OUTPUTS_ROBUSTNESS = 4,
  DXIL_SPV_SHADER_QUIRK_AGGRESSIVE_NONUNIFORM = 5,
  DXIL_SPV_SHADER_QUIRK_ROBUST_PHYSICAL_CBV = 6,
  DXIL_SPV_SHADER_QUIRK_PROMOTE_GROUP_TO_DEVICE_MEMORY_BARRIER = 7,
  DXIL_SPV_SHADER_QUIRK_GROUP_SHARED_AUTO_BARRIER = 8,
  DXIL_SPV_SHADER_QUIRK_FIXUP_LOOP_HEADER_UNDEF_PHIS = 9,
  DXIL_SPV_SHADER_QUIRK_FIXUP_RSQRT_INF_NAN = 10,
  DXIL_SPV_SHADER_QUIRK_IGNORE_PRIMITIVE_SHADING_RATE = 11,
  DXIL_SPV_SHADER_QUIRK_ROBUST_COMPUTE_QUAD_BROADCAST = 12,
  DXIL_SPV_SHADER_QUIRK_PRECISE_FMA = 13,
  DXIL_SPV_SHADER_QUIRK_CLAMP_WAVE_SIZE_TO_THREAD_GROUP_32 = 14,
  DXIL_SPV_SHADER_QUIRK_NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP = 15,
  DXIL_SPV_SHADER_QUIRK_FORCE_NONUNIFORM = 16,
  DXIL_SPV_SHADER_QUIRK_FORCE_DENORM_PRESERVE_FP16_CONVERSIONS = 17,
  DXIL_SPV_SHADER_QUIRK_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_shader_quirk;

/* The start of every option. The number determines the rest of the struct. */
typedef struct dxil_spv_option_base {
  dxil_spv_option type;
} dxil_spv_option_base;

typedef struct dxil_spv_option_shader_demote_to_helper {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_shader_demote_to_helper;

typedef struct dxil_spv_option_dual_source_blending {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_dual_source_blending;

/* By render target: two bits for each component, the first component lowest. The numbers are copied. */
typedef struct dxil_spv_option_output_swizzle {
  dxil_spv_option_base base;
  const unsigned* swizzles;
  unsigned swizzle_count;
} dxil_spv_option_output_swizzle;

/* The sample count, or the ID of a specialization constant that holds it. */
typedef struct dxil_spv_option_rasterizer_sample_count {
  dxil_spv_option_base base;
  unsigned sample_count;
  dxil_spv_bool spec_constant;
} dxil_spv_option_rasterizer_sample_count;

typedef struct dxil_spv_option_root_constant_inline_uniform_block {
  dxil_spv_option_base base;
  unsigned desc_set;
  unsigned binding;
  dxil_spv_bool enable;
} dxil_spv_option_root_constant_inline_uniform_block;

typedef struct dxil_spv_option_bindless_cbv_ssbo_emulation {
  dxil_spv_option_base base;
  dxil_spv_bool enable;
} dxil_spv_option_bindless_cbv_ssbo_emulation;

typedef struct dxil_spv_option_physical_storage_buffer {
  dxil_spv_option_base base;
  dxil_spv_bool enable;
} dxil_spv_option_physical_storage_buffer;

typedef struct dxil_spv_option_sbt_descriptor_size_log2 {
  dxil_spv_option_base base;
  unsigned size_log2_srv_uav_cbv;
  unsigned size_log2_sampler;
} dxil_spv_option_sbt_descriptor_size_log2;

typedef struct dxil_spv_option_ssbo_alignment {
  dxil_spv_option_base base;
  unsigned alignment;
} dxil_spv_option_ssbo_alignment;

typedef struct dxil_spv_option_typed_uav_read_without_format {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_typed_uav_read_without_format;

/* The text need not outlive the call. */
typedef struct dxil_spv_option_shader_source_file {
  dxil_spv_option_base base;
  const char* name;
} dxil_spv_option_shader_source_file;

typedef struct dxil_spv_option_bindless_typed_buffer_offsets {
  dxil_spv_option_base base;
  dxil_spv_bool enable;
} dxil_spv_option_bindless_typed_buffer_offsets;

/* In units of two 32-bit words. */
typedef struct dxil_spv_option_bindless_offset_buffer_layout {
  dxil_spv_option_base base;
  unsigned untyped_offset;
  unsigned typed_offset;
  unsigned stride;
} dxil_spv_option_bindless_offset_buffer_layout;

typedef struct dxil_spv_option_storage_input_output_16bit {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_storage_input_output_16bit;

typedef struct dxil_spv_option_descriptor_qa {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
  unsigned version;
  unsigned global_desc_set;
  unsigned global_binding;
  unsigned heap_desc_set;
  unsigned heap_binding;
  unsigned long long shader_hash;
} dxil_spv_option_descriptor_qa;

typedef struct dxil_spv_option_min_precision_native_16bit {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_min_precision_native_16bit;

typedef struct dxil_spv_option_shader_i8_dot {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_shader_i8_dot;

typedef struct dxil_spv_option_shader_ray_tracing_primitive_culling {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_shader_ray_tracing_primitive_culling;

typedef struct dxil_spv_option_invariant_position {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_invariant_position;

typedef struct dxil_spv_option_scalar_block_layout {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
  dxil_spv_bool supports_per_component_robustness;
} dxil_spv_option_scalar_block_layout;

typedef struct dxil_spv_option_barycentric_khr {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_barycentric_khr;

typedef struct dxil_spv_option_robust_physical_cbv_load {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_robust_physical_cbv_load;

typedef struct dxil_spv_option_arithmetic_relaxed_precision {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_arithmetic_relaxed_precision;

/* In units of 64-bit words. */
typedef struct dxil_spv_option_physical_address_descriptor_indexing {
  dxil_spv_option_base base;
  unsigned element_stride;
  unsigned element_offset;
} dxil_spv_option_physical_address_descriptor_indexing;

typedef struct dxil_spv_option_force_subgroup_size {
  dxil_spv_option_base base;
  unsigned forced_value;
  dxil_spv_bool wave_size_enable;
} dxil_spv_option_force_subgroup_size;

typedef struct dxil_spv_option_denorm_preserve_support {
  dxil_spv_option_base base;
  dxil_spv_bool supports_float16_denorm_preserve;
  dxil_spv_bool supports_float64_denorm_preserve;
} dxil_spv_option_denorm_preserve_support;

typedef struct dxil_spv_option_strict_helper_lane_wave_ops {
  dxil_spv_option_base base;
  dxil_spv_bool enable;
} dxil_spv_option_strict_helper_lane_wave_ops;

typedef struct dxil_spv_option_subgroup_partitioned_nv {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_subgroup_partitioned_nv;

typedef struct dxil_spv_option_dead_code_eliminate {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_dead_code_eliminate;

typedef struct dxil_spv_option_precise_control {
  dxil_spv_option_base base;
  dxil_spv_bool force_precise;
  dxil_spv_bool propagate_precise;
} dxil_spv_option_precise_control;

typedef struct dxil_spv_option_sample_grad_optimization_control {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
  dxil_spv_bool assume_uniform_scale;
} dxil_spv_option_sample_grad_optimization_control;

/* Option 32: VK_EXT_opacity_micromap. */
typedef struct dxil_spv_option_opacity_micromap_ext {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_opacity_micromap_ext;

typedef struct dxil_spv_option_branch_control {
  dxil_spv_option_base base;
  dxil_spv_bool use_shader_metadata;
  dxil_spv_bool force_unroll;
  dxil_spv_bool force_loop;
  dxil_spv_bool force_flatten;
  dxil_spv_bool force_branch;
} dxil_spv_option_branch_control;

typedef struct dxil_spv_option_subgroup_properties {
  dxil_spv_option_base base;
  unsigned minimum_size;
  unsigned maximum_size;
} dxil_spv_option_subgroup_properties;

typedef struct dxil_spv_option_descriptor_heap_robustness {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_descriptor_heap_robustness;

typedef struct dxil_spv_option_compute_shader_derivatives_nv {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_compute_shader_derivatives_nv;

typedef struct dxil_spv_option_quad_control_reconvergence {
  dxil_spv_option_base base;
  dxil_spv_bool supports_quad_control;
  dxil_spv_bool supports_maximal_reconvergence;
  dxil_spv_bool force_maximal_reconvergence;
} dxil_spv_option_quad_control_reconvergence;

typedef struct dxil_spv_option_raw_access_chains_nv {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_option_raw_access_chains_nv;

typedef struct dxil_spv_option_driver_version {
  dxil_spv_option_base base;
  unsigned driver_id;
  unsigned driver_version;
} dxil_spv_option_driver_version;

typedef struct dxil_spv_option_compute_shader_derivatives {
  dxil_spv_option_base base;
  dxil_spv_bool supports_nv;
  dxil_spv_bool supports_khr;
} dxil_spv_option_compute_shader_derivatives;

typedef struct dxil_spv_option_instruction_instrumentation {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
  unsigned version;
  unsigned control_desc_set;
  unsigned control_binding;
  unsigned payload_desc_set;
  unsigned payload_binding;
  unsigned long long shader_hash;
  dxil_spv_instruction_instrumentation_type type;
} dxil_spv_option_instruction_instrumentation;

typedef struct dxil_spv_option_shader_quirk {
  dxil_spv_option_base base;
  dxil_spv_shader_quirk quirk;
} dxil_spv_option_shader_quirk;

typedef struct dxil_spv_option_extended_robustness {
  dxil_spv_option_base base;
  dxil_spv_bool robust_group_shared;
  dxil_spv_bool robust_alloca;
  dxil_spv_bool robust_constant_lut;
} dxil_spv_option_extended_robustness;

typedef struct dxil_spv_option_max_tess_factor {
  dxil_spv_option_base base;
  unsigned max_tess_factor;
} dxil_spv_option_max_tess_factor;

typedef struct dxil_spv_option_vulkan_memory_model {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_vulkan_memory_model;

typedef struct dxil_spv_option_float8_support {
  dxil_spv_option_base base;
  dxil_spv_bool wmma_fp8;
  dxil_spv_bool nv_cooperative_matrix2_conversions;
} dxil_spv_option_float8_support;

typedef struct dxil_spv_option_nvapi {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
  unsigned register_index;
  unsigned register_space;
} dxil_spv_option_nvapi;

typedef struct dxil_spv_option_extended_non_semantic {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_extended_non_semantic;

/* Use UINT32_MAX for the ID of a specialization constant that does not exist. */
typedef struct dxil_spv_option_view_instancing {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
  dxil_spv_bool last_pre_rasterization_stage;
  unsigned view_index_to_view_instance_spec_id;
  unsigned view_instance_to_viewport_spec_id;
} dxil_spv_option_view_instancing;

typedef struct dxil_spv_option_mixed_float_dot_product {
  dxil_spv_option_base base;
  dxil_spv_bool fp16_fp16_fp32;
  dxil_spv_bool reserved[4];
} dxil_spv_option_mixed_float_dot_product;

typedef struct dxil_spv_option_compute_shader_derivatives_quad {
  dxil_spv_option_base base;
  dxil_spv_bool supports_quad;
} dxil_spv_option_compute_shader_derivatives_quad;

/* Set if the driver wraps byte addresses at 32 bits before it compares them with a buffer's size. */
typedef struct dxil_spv_option_ssbo_addressing_behavior {
  dxil_spv_option_base base;
  dxil_spv_bool ssbo_wraps;
  dxil_spv_bool raw_access_chains_wrap;
} dxil_spv_option_ssbo_addressing_behavior;

/* Option 53: VK_KHR_opacity_micromap. */
typedef struct dxil_spv_option_opacity_micromap {
  dxil_spv_option_base base;
  dxil_spv_bool trace_ray_enabled;
  dxil_spv_bool ray_query_force_omm_execution_mode_in_legacy_sm;
} dxil_spv_option_opacity_micromap;

typedef struct dxil_spv_options_float_controls_2 {
  dxil_spv_option_base base;
  dxil_spv_bool supported;
} dxil_spv_options_float_controls_2;

typedef struct dxil_spv_option_shader_abort {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_shader_abort;

typedef struct dxil_spv_option_conservative_ssbo_vectorization {
  dxil_spv_option_base base;
  dxil_spv_bool enabled;
} dxil_spv_option_conservative_ssbo_vectorization;

#ifdef __cplusplus
}
#endif

#endif
