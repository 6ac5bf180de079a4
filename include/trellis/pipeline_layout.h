/* Part of trellis.h: root signatures of D3D12, and the Vulkan pipeline layouts made from them.
 *
 *   trellis_root_signature_read(translator, blob, blob_size, NULL, &signature);
 *   trellis_pipeline_layout_create(translator, signature, NULL, &layout);
 *   options.layout = layout;                        ... for each stage: trellis_translate(...)
 *   trellis_pipeline_layout_set_count(layout) ...   ... what vkCreatePipelineLayout needs
 *
 * A layout depends only on the root signature and the options: all stages of a pipeline share it. Enumerations and flags
 * named after Vulkan have Vulkan's numbers. */
#ifndef TRELLIS_PIPELINE_LAYOUT_H
#define TRELLIS_PIPELINE_LAYOUT_H

#include <trellis/program.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrellisRootSignature TrellisRootSignature;
typedef struct TrellisPipelineLayout TrellisPipelineLayout;

/* --- Root signatures ------------------------------------------------------------------------------------------------------ */

/* Reads a root signature from a container with a part RTS0 (a shader, or the result of D3D12SerializeRootSignature), or from
 * the data of such a part; versions 1.0, 1.1 and 1.2. Everything is checked, including D3D12's rules. `options` may be NULL.
 * On failure *signature is NULL. */
TRELLIS_API TrellisResult trellis_root_signature_read(TrellisTranslator* translator, const void* data, size_t size,
                                                      const TrellisReadOptions* options, TrellisRootSignature** signature);
/* Creates the program's own root signature. TRELLIS_ERROR_BAD_INPUT if there is none. */
TRELLIS_API TrellisResult trellis_root_signature_of_program(TrellisTranslator* translator, const TrellisProgram* program,
                                                            TrellisRootSignature** signature);
TRELLIS_API void trellis_root_signature_destroy(TrellisRootSignature* signature);
TRELLIS_API uint32_t trellis_root_signature_parameter_count(const TrellisRootSignature* signature);
TRELLIS_API uint32_t trellis_root_signature_static_sampler_count(const TrellisRootSignature* signature);
/* Returns the D3D12_ROOT_SIGNATURE_FLAGS. */
TRELLIS_API uint32_t trellis_root_signature_flags(const TrellisRootSignature* signature);

/* --- Layouts -------------------------------------------------------------------------------------------------------------- */

typedef uint32_t TrellisTableForm;
enum {
  TRELLIS_TABLES_SETS = 0,    /* A descriptor set for each descriptor table. */
  TRELLIS_TABLES_ONE_SET = 1, /* One set for all tables. */
  TRELLIS_TABLES_HEAP = 2,    /* Slices of two heaps (resources, samplers), each selected by a word of the root data. */
  TRELLIS_TABLES_EXTENSION = 3 /* The same, of the device's own heaps (SPV_EXT_descriptor_heap), which have no sets. */
};
typedef uint32_t TrellisRootDescriptorForm;
enum { TRELLIS_ROOT_DESCRIPTOR_ADDRESS = 0, TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR = 1 };
typedef uint32_t TrellisTypeForm;
enum {
  TRELLIS_TYPES_SEPARATE = 0, /* SRVs, UAVs and heaps have a binding for each type of descriptor. */
  TRELLIS_TYPES_MUTABLE = 1   /* They have one binding of VK_DESCRIPTOR_TYPE_MUTABLE_EXT. */
};
typedef uint32_t TrellisRootBlockForm;
enum {
  TRELLIS_ROOT_BLOCK_INLINE_UNIFORM_BLOCK = 0,
  TRELLIS_ROOT_BLOCK_UNIFORM_BUFFER = 1,
  TRELLIS_ROOT_BLOCK_UNIFORM_BUFFER_DYNAMIC = 2
};
typedef uint32_t TrellisUpdateAfterBind;
enum {
  TRELLIS_UPDATE_AFTER_BIND_AS_FLAGGED = 0, /* Volatile descriptors (all, in version 1.0) and unbounded ranges. */
  TRELLIS_UPDATE_AFTER_BIND_NEVER = 1,
  TRELLIS_UPDATE_AFTER_BIND_ALWAYS = 2
};
#define TRELLIS_AUTOMATIC_SET UINT32_MAX
#define TRELLIS_NO_INDEX UINT32_MAX

typedef struct TrellisPipelineLayoutOptions {
  uint32_t struct_size;
  TrellisTableForm tables;
  TrellisRootDescriptorForm root_cbvs, root_srvs, root_uavs;
  TrellisTypeForm types;
  uint32_t push_constant_bytes;        /* If the root data is larger than this, all of it goes into a uniform block. 0: always. */
  TrellisRootBlockForm root_block;
  uint32_t reserved_root_bytes;        /* Bytes at the start of the root data reserved for the caller. A multiple of 4. */
  TrellisUpdateAfterBind update_after_bind;
  uint32_t unbounded_descriptors;      /* Number of descriptors in the binding of an unbounded range. */
  uint32_t resource_heap_descriptors;  /* Number of descriptors in each binding of the heap. */
  uint32_t sampler_heap_descriptors;
  /* 1: tables, heaps and root SRVs that are descriptors have bindings for acceleration structures. */
  uint32_t acceleration_structures;
  uint32_t stages;                     /* VkShaderStageFlags of the pipelines; 0: unknown. */
  uint32_t most_sets;
  uint32_t root_set, resource_heap_set, sampler_heap_set, static_sampler_set; /* Or TRELLIS_AUTOMATIC_SET. */
} TrellisPipelineLayoutOptions;
#define TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT \
  {sizeof(TrellisPipelineLayoutOptions), TRELLIS_TABLES_SETS, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, \
   TRELLIS_ROOT_DESCRIPTOR_ADDRESS, TRELLIS_TYPES_SEPARATE, 128, TRELLIS_ROOT_BLOCK_INLINE_UNIFORM_BLOCK, 0, \
   TRELLIS_UPDATE_AFTER_BIND_AS_FLAGGED, 4096, 65536, 2048, 0, 0, 8, TRELLIS_AUTOMATIC_SET, TRELLIS_AUTOMATIC_SET, \
   TRELLIS_AUTOMATIC_SET, TRELLIS_AUTOMATIC_SET}

/* Creates the layout of a root signature. `options` may be NULL. The layout does not refer to the signature afterwards. On
 * failure *layout is NULL. */
TRELLIS_API TrellisResult trellis_pipeline_layout_create(TrellisTranslator* translator, const TrellisRootSignature* signature,
                                                         const TrellisPipelineLayoutOptions* options,
                                                         TrellisPipelineLayout** layout);
/* Creates the layout of one pipeline whose `count` modules were translated with `layout`. Bindings of tables and root
 * descriptors that none of them uses are omitted, and mutable bindings have only the types that are used. Numbers do not
 * change, so modules fit both layouts. */
TRELLIS_API TrellisResult trellis_pipeline_layout_refine(TrellisTranslator* translator, const TrellisPipelineLayout* layout,
                                                         const TrellisModule* const* modules, uint32_t count,
                                                         TrellisPipelineLayout** refined);
/* Creates the layout of one pipeline of these modules, which were translated without a layout: what they bind, by set and
 * binding, with the stages of all modules that use it, and their push constants. If arrays differ in size, the largest counts;
 * runtime arrays have `options->unbounded_descriptors` elements. `options` may be NULL; its other fields are ignored.
 * TRELLIS_ERROR_BAD_INPUT if two modules have descriptors of different types in the same binding. Such a layout is for
 * vkCreatePipelineLayout; it has no effect on translations. */
TRELLIS_API TrellisResult trellis_pipeline_layout_of_modules(TrellisTranslator* translator, const TrellisModule* const* modules,
                                                             uint32_t count, const TrellisPipelineLayoutOptions* options,
                                                             TrellisPipelineLayout** layout);
TRELLIS_API void trellis_pipeline_layout_destroy(TrellisPipelineLayout* layout);

/* --- What vkCreatePipelineLayout needs ------------------------------------------------------------------------------------- */

/* Returns the number of sets. They are numbered 0 .. count - 1; sets between fixed numbers may have no bindings. */
TRELLIS_API uint32_t trellis_pipeline_layout_set_count(const TrellisPipelineLayout* layout);

typedef struct TrellisLayoutSetInfo {
  uint32_t struct_size;
  uint32_t binding_count;
  uint32_t flags; /* VkDescriptorSetLayoutCreateFlags. */
} TrellisLayoutSetInfo;
#define TRELLIS_LAYOUT_SET_INFO_INIT {sizeof(TrellisLayoutSetInfo), 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_set(const TrellisPipelineLayout* layout, uint32_t set,
                                                      TrellisLayoutSetInfo* info);

typedef uint32_t TrellisBindingPurpose;
enum {
  TRELLIS_PURPOSE_ROOT_DATA = 0, /* The uniform block of root data. */
  TRELLIS_PURPOSE_ROOT_DESCRIPTOR = 1,
  TRELLIS_PURPOSE_TABLE_RANGE = 2,
  TRELLIS_PURPOSE_COUNTERS = 3, /* Hidden counters of a range of UAVs: element i belongs to descriptor i. */
  TRELLIS_PURPOSE_STATIC_SAMPLERS = 4,
  TRELLIS_PURPOSE_RESOURCE_HEAP = 5,
  TRELLIS_PURPOSE_COUNTER_HEAP = 6,
  TRELLIS_PURPOSE_SAMPLER_HEAP = 7,
  TRELLIS_PURPOSE_RESOURCE = 8 /* A resource of a module, in a layout of modules. */
};

/* A VkDescriptorSetLayoutBinding and its purpose. */
typedef struct TrellisLayoutBindingInfo {
  uint32_t struct_size;
  uint32_t binding;
  uint32_t type;                 /* VkDescriptorType. */
  uint32_t count;                /* For inline uniform blocks, the size in bytes. */
  uint32_t stages;               /* VkShaderStageFlags. */
  uint32_t flags;                /* VkDescriptorBindingFlags. */
  const uint32_t* mutable_types; /* For VK_DESCRIPTOR_TYPE_MUTABLE_EXT: the allowed types. */
  uint32_t mutable_type_count;
  uint32_t immutable_sampler_count; /* 0 or `count`; see trellis_pipeline_layout_immutable_sampler(). */
  TrellisBindingPurpose purpose;
  uint32_t parameter, range;     /* Indices in the root signature, or TRELLIS_NO_INDEX. */
  /* This and the fields that follow: for ranges, root descriptors, counters and static samplers. */
  TrellisResourceClass resource_class;
  uint32_t first_register, space;
  uint32_t registers;            /* Number of registers, or TRELLIS_UNBOUNDED; 0: the binding has no registers. */
  uint32_t table_offset;         /* For ranges: offset of their first descriptor from the table's start. */
  const char* name;              /* For layouts of modules: the resource's name in HLSL, if known; else "". */
} TrellisLayoutBindingInfo;
#define TRELLIS_LAYOUT_BINDING_INFO_INIT {sizeof(TrellisLayoutBindingInfo), 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL}
/* Describes a binding. `index`: 0 .. binding_count - 1, in ascending order of binding numbers. */
TRELLIS_API TrellisResult trellis_pipeline_layout_binding(const TrellisPipelineLayout* layout, uint32_t set, uint32_t index,
                                                          TrellisLayoutBindingInfo* info);

/* The values of a VkSamplerCreateInfo. */
typedef struct TrellisImmutableSamplerInfo {
  uint32_t struct_size;
  uint32_t static_sampler; /* Index among the root signature's static samplers. */
  uint32_t mag_filter, min_filter, mipmap_mode;
  uint32_t address_u, address_v, address_w;
  float mip_lod_bias;
  uint32_t anisotropy_enable;
  float max_anisotropy;
  uint32_t compare_enable, compare_op;
  float min_lod, max_lod;
  uint32_t border_color;
  uint32_t unnormalized_coordinates;
  uint32_t reduction_mode; /* If not 0, the value of a VkSamplerReductionModeCreateInfo. */
} TrellisImmutableSamplerInfo;
#define TRELLIS_IMMUTABLE_SAMPLER_INFO_INIT {sizeof(TrellisImmutableSamplerInfo), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_immutable_sampler(const TrellisPipelineLayout* layout, uint32_t set,
                                                                    uint32_t index, uint32_t element,
                                                                    TrellisImmutableSamplerInfo* info);

/* The root data: push constants, or a uniform block. */
typedef struct TrellisRootDataInfo {
  uint32_t struct_size;
  uint32_t size;         /* In bytes; 0: there is no root data. */
  uint32_t is_uniform_block;
  uint32_t set, binding; /* Location of the block. */
  uint32_t push_stages;  /* VkShaderStageFlags of the push-constant range, which begins at 0; 0: there is no range. */
  uint32_t member_count;
} TrellisRootDataInfo;
#define TRELLIS_ROOT_DATA_INFO_INIT {sizeof(TrellisRootDataInfo), 0, 0, 0, 0, 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_root_data(const TrellisPipelineLayout* layout, TrellisRootDataInfo* info);

typedef uint32_t TrellisRootMemberKind;
enum {
  TRELLIS_ROOT_MEMBER_CONSTANTS = 0,
  TRELLIS_ROOT_MEMBER_ADDRESS = 1,   /* A 64-bit device address. */
  TRELLIS_ROOT_MEMBER_TABLE_BASE = 2 /* A word: the index of the table's first descriptor in its heap. */
};
/* The part of the root data that belongs to a root parameter. */
typedef struct TrellisRootMemberInfo {
  uint32_t struct_size;
  uint32_t parameter;
  TrellisRootMemberKind kind;
  uint32_t offset, size; /* In bytes. */
  uint32_t stages;       /* VkShaderStageFlags. */
} TrellisRootMemberInfo;
#define TRELLIS_ROOT_MEMBER_INFO_INIT {sizeof(TrellisRootMemberInfo), 0, 0, 0, 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_root_member(const TrellisPipelineLayout* layout, uint32_t index,
                                                              TrellisRootMemberInfo* info);

/* The location of a descriptor table's descriptors. */
typedef struct TrellisLayoutTableInfo {
  uint32_t struct_size;
  uint32_t parameter;
  uint32_t is_sampler;
  /* 1: the table is a slice of the heap in set `set` (TRELLIS_NO_INDEX: of the device's own heap); the word at root_offset in
   * the root data holds its start. */
  uint32_t is_heap;
  uint32_t set;
  uint32_t root_offset;
} TrellisLayoutTableInfo;
#define TRELLIS_LAYOUT_TABLE_INFO_INIT {sizeof(TrellisLayoutTableInfo), 0, 0, 0, 0, 0}
TRELLIS_API uint32_t trellis_pipeline_layout_table_count(const TrellisPipelineLayout* layout);
TRELLIS_API TrellisResult trellis_pipeline_layout_table(const TrellisPipelineLayout* layout, uint32_t index,
                                                        TrellisLayoutTableInfo* info);

/* Returns the whole layout as JSON, as `trellis --layout` writes it. */
TRELLIS_API const char* trellis_pipeline_layout_description(const TrellisPipelineLayout* layout);

#ifdef __cplusplus
}
#endif

#endif
