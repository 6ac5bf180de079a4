/* Part of dxil_spirv_c.h: enumerations, and the types that callbacks and queries exchange. */
#ifndef TRELLIS_DXIL_SPIRV_C_TYPES_H
#define TRELLIS_DXIL_SPIRV_C_TYPES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char dxil_spv_bool;
#define DXIL_SPV_TRUE ((dxil_spv_bool)1)
#define DXIL_SPV_FALSE ((dxil_spv_bool)0)

/* Every enumeration has an enumerator with this value, so that it is as wide as an int with every compiler. */
#define DXIL_SPV_INT_MAX_VALUE 0x7fffffff

typedef enum dxil_spv_result {
  DXIL_SPV_SUCCESS = 0,
  DXIL_SPV_ERROR_OUT_OF_MEMORY = -1,
  DXIL_SPV_ERROR_GENERIC = -2,
  DXIL_SPV_ERROR_UNSUPPORTED_FEATURE = -3,
  DXIL_SPV_ERROR_PARSER = -4,
  DXIL_SPV_ERROR_FAILED_VALIDATION = -5,
  DXIL_SPV_ERROR_INVALID_ARGUMENT = -6,
  DXIL_SPV_ERROR_NO_DATA = -7,
  DXIL_SPV_RESULT_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_result;

typedef enum dxil_spv_log_level {
  DXIL_SPV_LOG_LEVEL_DEBUG = 0,
  DXIL_SPV_LOG_LEVEL_WARN = 1,
  DXIL_SPV_LOG_LEVEL_ERROR = 2,
  DXIL_SPV_LOG_LEVEL_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_log_level;
/* The line ends with a newline. It is only valid during the call. */
typedef void (*dxil_spv_log_cb)(void* userdata, dxil_spv_log_level level, const char* line);

typedef enum dxil_spv_shader_stage {
  DXIL_SPV_STAGE_UNKNOWN = 0, /* Libraries and nodes. */
  DXIL_SPV_STAGE_VERTEX = 1,
  DXIL_SPV_STAGE_HULL = 2,
  DXIL_SPV_STAGE_DOMAIN = 3,
  DXIL_SPV_STAGE_GEOMETRY = 4,
  DXIL_SPV_STAGE_PIXEL = 5,
  DXIL_SPV_STAGE_COMPUTE = 6,
  DXIL_SPV_STAGE_INTERSECTION = 7,
  DXIL_SPV_STAGE_CLOSEST_HIT = 8,
  DXIL_SPV_STAGE_MISS = 9,
  DXIL_SPV_STAGE_ANY_HIT = 10,
  DXIL_SPV_STAGE_RAY_GENERATION = 11,
  DXIL_SPV_STAGE_CALLABLE = 12,
  DXIL_SPV_STAGE_AMPLIFICATION = 13,
  DXIL_SPV_STAGE_MESH = 14,
  DXIL_SPV_STAGE_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_shader_stage;

typedef enum dxil_spv_shader_feature {
  DXIL_SPV_SHADER_FEATURE_NATIVE_16BIT_OPERATIONS = 0,
  DXIL_SPV_SHADER_FEATURE_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_shader_feature;

/* --- Inputs and outputs of stages ----------------------------------------------------------------------------------------- */

typedef struct dxil_spv_d3d_vertex_input {
  const char* semantic;
  unsigned semantic_index;
  unsigned start_row;
  unsigned rows;
} dxil_spv_d3d_vertex_input;

typedef struct dxil_spv_vulkan_vertex_input {
  unsigned location;
} dxil_spv_vulkan_vertex_input;

typedef struct dxil_spv_d3d_stream_output {
  const char* semantic;
  unsigned semantic_index;
} dxil_spv_d3d_stream_output;

typedef struct dxil_spv_vulkan_stream_output {
  unsigned offset; /* In bytes. */
  unsigned stride;
  unsigned buffer_index;
  dxil_spv_bool enable; /* FALSE: the element is not captured. */
} dxil_spv_vulkan_stream_output;

typedef struct dxil_spv_d3d_shader_stage_io {
  const char* semantic;
  unsigned semantic_index;
  unsigned start_row;
  unsigned rows;
} dxil_spv_d3d_shader_stage_io;

enum dxil_spv_vulkan_shader_stage_io_flags {
  DXIL_SPV_SHADER_STAGE_IO_NONE = 0,
  DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE = 1
};

typedef struct dxil_spv_vulkan_shader_stage_io {
  unsigned location;
  unsigned component;
  unsigned flags;
} dxil_spv_vulkan_shader_stage_io;

/* Callbacks return TRUE, or FALSE to refuse. The conversion then fails. */
typedef dxil_spv_bool (*dxil_spv_vertex_input_remapper_cb)(void* userdata, const dxil_spv_d3d_vertex_input* input,
                                                           dxil_spv_vulkan_vertex_input* place);
typedef dxil_spv_bool (*dxil_spv_stream_output_remapper_cb)(void* userdata, const dxil_spv_d3d_stream_output* output,
                                                            dxil_spv_vulkan_stream_output* capture);
typedef dxil_spv_bool (*dxil_spv_shader_stage_io_remapper_cb)(void* userdata, const dxil_spv_d3d_shader_stage_io* element,
                                                              dxil_spv_vulkan_shader_stage_io* place);

/* --- Resources ------------------------------------------------------------------------------------------------------------ */

typedef enum dxil_spv_resource_class {
  DXIL_SPV_RESOURCE_CLASS_SRV = 0,
  DXIL_SPV_RESOURCE_CLASS_UAV = 1,
  DXIL_SPV_RESOURCE_CLASS_CBV = 2,
  DXIL_SPV_RESOURCE_CLASS_SAMPLER = 3,
  DXIL_SPV_RESOURCE_CLASS_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_resource_class;

typedef enum dxil_spv_resource_kind {
  DXIL_SPV_RESOURCE_KIND_INVALID = 0,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_1D = 1,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_2D = 2,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_2DMS = 3,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_3D = 4,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_CUBE = 5,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_1D_ARRAY = 6,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_2D_ARRAY = 7,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_2D_MS_ARRAY = 8,
  DXIL_SPV_RESOURCE_KIND_TEXTURE_CUBE_ARRAY = 9,
  DXIL_SPV_RESOURCE_KIND_TYPED_BUFFER = 10,
  DXIL_SPV_RESOURCE_KIND_RAW_BUFFER = 11,
  DXIL_SPV_RESOURCE_KIND_STRUCTURED_BUFFER = 12,
  DXIL_SPV_RESOURCE_KIND_CONSTANT_BUFFER = 13,
  DXIL_SPV_RESOURCE_KIND_SAMPLER = 14,
  DXIL_SPV_RESOURCE_KIND_TBUFFER = 15,
  DXIL_SPV_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE = 16,
  DXIL_SPV_RESOURCE_KIND_FEEDBACK_TEXTURE_2D = 17,
  DXIL_SPV_RESOURCE_KIND_FEEDBACK_TEXTURE_2D_ARRAY = 18,
  DXIL_SPV_RESOURCE_KIND_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_resource_kind;

typedef enum dxil_spv_vulkan_descriptor_type {
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_IDENTITY = 0, /* The resource's own type; for raw and structured buffers, texel buffers. */
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO = 1,
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_TEXEL_BUFFER = 2,
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_BUFFER_DEVICE_ADDRESS = 3, /* The address in root descriptor root_constant_index. */
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_UBO = 4,
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_INPUT_ATTACHMENT = 5, /* Not supported: refused. */
  DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_vulkan_descriptor_type;

/* A range of registers. For a heap of shader model 6.6, space, register and size are all UINT32_MAX. */
typedef struct dxil_spv_d3d_binding {
  dxil_spv_shader_stage stage;
  dxil_spv_resource_kind kind;
  unsigned resource_index; /* Index among the resources of its class. */
  unsigned register_space;
  unsigned register_index;
  /* UINT32_MAX: unbounded. If that is refused, the callback is called again with 1; the index is then always 0. */
  unsigned range_size;
  unsigned alignment;  /* 16 for raw buffers, the stride for structured buffers, otherwise 0. */
} dxil_spv_d3d_binding;

typedef struct dxil_spv_uav_d3d_binding {
  dxil_spv_d3d_binding d3d_binding;
  dxil_spv_bool has_counter;
} dxil_spv_uav_d3d_binding;

typedef struct dxil_spv_vulkan_binding {
  unsigned set;
  unsigned binding;
  union {
    /* For heaps: the word with the table's offset, or UINT32_MAX. For addresses: the root descriptor. */
    unsigned root_constant_index;
    unsigned input_attachment_index;
  };
  struct {
    unsigned heap_root_offset; /* In descriptors. */
    dxil_spv_bool use_heap;
  } bindless;
  dxil_spv_vulkan_descriptor_type descriptor_type;
} dxil_spv_vulkan_binding;

typedef struct dxil_spv_srv_vulkan_binding {
  dxil_spv_vulkan_binding buffer_binding;
  dxil_spv_vulkan_binding offset_binding; /* Options 9, 12 and 13 determine when and how it is used. */
} dxil_spv_srv_vulkan_binding;

typedef struct dxil_spv_uav_vulkan_binding {
  dxil_spv_vulkan_binding buffer_binding;
  dxil_spv_vulkan_binding counter_binding;
  dxil_spv_vulkan_binding offset_binding;
} dxil_spv_uav_vulkan_binding;

typedef struct dxil_spv_push_constant_mapping {
  unsigned offset_in_words; /* Offset after the root descriptors. */
} dxil_spv_push_constant_mapping;

typedef struct dxil_spv_cbv_vulkan_binding {
  union {
    dxil_spv_vulkan_binding uniform_binding;
    dxil_spv_push_constant_mapping push_constant;
  } vulkan;
  dxil_spv_bool push_constant;
} dxil_spv_cbv_vulkan_binding;

typedef struct dxil_spv_compiled_spirv {
  const void* data;
  size_t size; /* In bytes. */
} dxil_spv_compiled_spirv;

typedef dxil_spv_bool (*dxil_spv_srv_remapper_cb)(void* userdata, const dxil_spv_d3d_binding* range,
                                                  dxil_spv_srv_vulkan_binding* place);
typedef dxil_spv_bool (*dxil_spv_sampler_remapper_cb)(void* userdata, const dxil_spv_d3d_binding* range,
                                                      dxil_spv_vulkan_binding* place);
typedef dxil_spv_bool (*dxil_spv_uav_remapper_cb)(void* userdata, const dxil_spv_uav_d3d_binding* range,
                                                  dxil_spv_uav_vulkan_binding* place);
typedef dxil_spv_bool (*dxil_spv_cbv_remapper_cb)(void* userdata, const dxil_spv_d3d_binding* range,
                                                  dxil_spv_cbv_vulkan_binding* place);

typedef enum dxil_spv_meta_descriptor {
  DXIL_SPV_META_DESCRIPTOR_RESOURCE_DESCRIPTOR_HEAP_SIZE = 0,
  DXIL_SPV_META_DESCRIPTOR_RAW_DESCRIPTOR_HEAP_VIEW = 1,
  DXIL_SPV_META_DESCRIPTOR_DYNAMIC_VIEW_INSTANCING_OFFSETS = 2,
  DXIL_SPV_META_DESCRIPTOR_DYNAMIC_VIEW_INSTANCING_MASK = 3,
  DXIL_SPV_META_DESCRIPTOR_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_meta_descriptor;

typedef enum dxil_spv_meta_descriptor_kind {
  DXIL_SPV_META_DESCRIPTOR_KIND_INVALID = 0,
  DXIL_SPV_META_DESCRIPTOR_KIND_PUSH_CONSTANT = 1,
  DXIL_SPV_META_DESCRIPTOR_KIND_PUSH_BDA = 2,
  DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT = 3,
  DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_BDA = 4,
  DXIL_SPV_META_DESCRIPTOR_KIND_READONLY_SSBO = 5,
  DXIL_SPV_META_DESCRIPTOR_KIND_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_meta_descriptor_kind;

/* --- Libraries ------------------------------------------------------------------------------------------------------------ */

typedef enum dxil_spv_rdat_subobject_kind {
  DXIL_SPV_RDAT_SUBOBJECT_KIND_STATE_OBJECT_CONFIG = 0,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE = 1,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE = 2,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION = 8,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG = 9,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG = 10,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_HIT_GROUP = 11,
  DXIL_SPV_RDAT_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1 = 12,
  DXIL_SPV_RDAT_SUBOBJECT_TYPE_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_rdat_subobject_kind;

typedef enum dxil_spv_hit_group_type {
  DXIL_SPV_HIT_GROUP_TYPE_TRIANGLE = 0,
  DXIL_SPV_HIT_GROUP_TYPE_PROCEDURAL = 1,
  DXIL_SPV_HIT_GROUP_TYPE_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_hit_group_type;

typedef struct dxil_spv_rdat_subobject {
  dxil_spv_rdat_subobject_kind kind;
  const char* subobject_name;
  dxil_spv_hit_group_type hit_group_type;
  const char* const* exports;
  /* For associations: the subobject, then its exports. For hit groups: any hit, closest hit, intersection. */
  unsigned num_exports;
  unsigned args[2];           /* Flags; or sizes of payloads and attributes in bytes; or recursion depth and flags. */
  const void* payload;        /* For root signatures: the data of a part RTS0. */
  size_t payload_size;
} dxil_spv_rdat_subobject;

typedef enum dxil_spv_node_launch_type {
  DXIL_SPV_NODE_LAUNCH_TYPE_INVALID = 0,
  DXIL_SPV_NODE_LAUNCH_TYPE_BROADCASTING = 1,
  DXIL_SPV_NODE_LAUNCH_TYPE_COALESCING = 2,
  DXIL_SPV_NODE_LAUNCH_TYPE_THREAD = 3,
  DXIL_SPV_NODE_LAUNCH_TYPE_INT_MAX = DXIL_SPV_INT_MAX_VALUE
} dxil_spv_node_launch_type;

typedef struct dxil_spv_node_input_data {
  const char* node_id;
  unsigned payload_stride;
  dxil_spv_node_launch_type launch_type;
  unsigned node_array_index;
  unsigned dispatch_grid_offset;
  unsigned dispatch_grid_type_bits;
  unsigned dispatch_grid_components;
  unsigned broadcast_grid[3];
  unsigned thread_group_size_spec_id[3];
  unsigned max_broadcast_grid_spec_id[3];
  unsigned recursion_factor;
  unsigned coalesce_factor;
  const char* node_share_input_id;
  unsigned node_share_input_array_index;
  unsigned local_root_arguments_table_index;
  unsigned is_indirect_bda_stride_program_entry_spec_id;
  unsigned is_entry_point_spec_id;
  unsigned dispatch_grid_is_upper_bound_spec_id;
  unsigned is_static_broadcast_node_spec_id;
  dxil_spv_bool dispatch_grid_is_upper_bound;
  dxil_spv_bool node_track_rw_input_sharing;
  dxil_spv_bool is_program_entry;
} dxil_spv_node_input_data;

typedef struct dxil_spv_node_output_data {
  const char* node_id;
  unsigned node_array_index;
  unsigned node_array_size;
  unsigned node_index_spec_constant_id;
  unsigned max_records;
  dxil_spv_bool sparse_array;
} dxil_spv_node_output_data;

#ifdef __cplusplus
}
#endif

#endif
