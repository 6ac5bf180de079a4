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

/* A container with a part RTS0 (a shader, or the result of D3D12SerializeRootSignature), or the data of such a part alone;
 * versions 1.0, 1.1 and 1.2. Everything is checked, D3D12's rules included. `options` may be NULL. On failure *signature is
 * NULL. */
TRELLIS_API TrellisResult trellis_root_signature_read(TrellisTranslator* translator, const void* data, size_t size,
                                                      const TrellisReadOptions* options, TrellisRootSignature** signature);
/* The program's own. TRELLIS_ERROR_BAD_INPUT if there is none. */
TRELLIS_API TrellisResult trellis_root_signature_of_program(TrellisTranslator* translator, const TrellisProgram* program,
                                                            TrellisRootSignature** signature);
TRELLIS_API void trellis_root_signature_destroy(TrellisRootSignature* signature);
TRELLIS_API uint32_t trellis_root_signature_parameter_count(const TrellisRootSignature* signature);
TRELLIS_API uint32_t trellis_root_signature_static_sampler_count(const TrellisRootSignature* signature);
/* D3D12_ROOT_SIGNATURE_FLAGS. */
TRELLIS_API uint32_t trellis_root_signature_flags(const TrellisRootSignature* signature);

/* --- Layouts -------------------------------------------------------------------------------------------------------------- */

typedef uint32_t TrellisTableForm;
enum {
  TRELLIS_TABLES_SETS = 0,    /* A descriptor set for each descriptor table. */
  TRELLIS_TABLES_ONE_SET = 1, /* One set for all of them. */
  TRELLIS_TABLES_HEAP = 2     /* Slices of two heaps (resources, samplers), each selected by a word of the root data. */
};
typedef uint32_t TrellisRootDescriptorForm;
enum { TRELLIS_ROOT_DESCRIPTOR_ADDRESS = 0, TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR = 1 };
typedef uint32_t TrellisTypeForm;
enum {
  TRELLIS_TYPES_SEPARATE = 0, /* SRVs, UAVs, heaps: a binding for each type of descriptor. */
  TRELLIS_TYPES_MUTABLE = 1   /* One binding of VK_DESCRIPTOR_TYPE_MUTABLE_EXT. */
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
  uint32_t push_constant_bytes;        /* Root data above this size is a uniform block as a whole. 0: always. */
  TrellisRootBlockForm root_block;
  uint32_t reserved_root_bytes;        /* Bytes at the start of the root data reserved for the caller. A multiple of 4. */
  TrellisUpdateAfterBind update_after_bind;
  uint32_t unbounded_descriptors;      /* Of the binding of an unbounded range. */
  uint32_t resource_heap_descriptors;  /* Of each binding of a heap. */
  uint32_t sampler_heap_descriptors;
  uint32_t acceleration_structures;    /* 1: tables, heaps and root SRVs that are descriptors have bindings for them. */
  uint32_t stages;                     /* VkShaderStageFlags of the pipelines; 0: unknown. */
  uint32_t most_sets;
  uint32_t root_set, resource_heap_set, sampler_heap_set, static_sampler_set; /* Or TRELLIS_AUTOMATIC_SET. */
} TrellisPipelineLayoutOptions;
#define TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT \
  {sizeof(TrellisPipelineLayoutOptions), TRELLIS_TABLES_SETS, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, \
   TRELLIS_ROOT_DESCRIPTOR_ADDRESS, TRELLIS_TYPES_SEPARATE, 128, TRELLIS_ROOT_BLOCK_INLINE_UNIFORM_BLOCK, 0, \
   TRELLIS_UPDATE_AFTER_BIND_AS_FLAGGED, 4096, 65536, 2048, 0, 0, 8, TRELLIS_AUTOMATIC_SET, TRELLIS_AUTOMATIC_SET, \
   TRELLIS_AUTOMATIC_SET, TRELLIS_AUTOMATIC_SET}

/* `options` may be NULL. The layout does not refer to the signature afterwards. On failure *layout is NULL. */
TRELLIS_API TrellisResult trellis_pipeline_layout_create(TrellisTranslator* translator, const TrellisRootSignature* signature,
                                                         const TrellisPipelineLayoutOptions* options,
                                                         TrellisPipelineLayout** layout);
/* The layout of one pipeline, whose `count` modules were translated with `layout`: bindings of tables and root descriptors
 * that none of them uses are omitted, mutable ones have only the types that are used. Numbers do not change: modules fit both. */
TRELLIS_API TrellisResult trellis_pipeline_layout_refine(TrellisTranslator* translator, const TrellisPipelineLayout* layout,
                                                         const TrellisModule* const* modules, uint32_t count,
                                                         TrellisPipelineLayout** refined);
/* The layout of one pipeline of these modules, which were translated without a layout: what they bind, by set and binding, with the
 * stages of all that use it, and their push constants. Of arrays of different sizes the largest counts; runtime arrays are
 * `options->unbounded_descriptors` long. `options` may be NULL, its other fields do not count. TRELLIS_ERROR_BAD_INPUT if two modules
 * have descriptors of different types in one place. Such a layout is for vkCreatePipelineLayout; it binds nothing in translations. */
TRELLIS_API TrellisResult trellis_pipeline_layout_of_modules(TrellisTranslator* translator, const TrellisModule* const* modules,
                                                             uint32_t count, const TrellisPipelineLayoutOptions* options,
                                                             TrellisPipelineLayout** layout);
TRELLIS_API void trellis_pipeline_layout_destroy(TrellisPipelineLayout* layout);

/* --- What vkCreatePipelineLayout needs ------------------------------------------------------------------------------------- */

/* Sets are numbered 0 .. count - 1; those between fixed numbers may have no bindings. */
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
  TRELLIS_PURPOSE_COUNTERS = 3, /* Hidden counters of a range of UAVs: element i is descriptor i's. */
  TRELLIS_PURPOSE_STATIC_SAMPLERS = 4,
  TRELLIS_PURPOSE_RESOURCE_HEAP = 5,
  TRELLIS_PURPOSE_COUNTER_HEAP = 6,
  TRELLIS_PURPOSE_SAMPLER_HEAP = 7,
  TRELLIS_PURPOSE_RESOURCE = 8 /* A module's own, in a layout of modules. */
};

/* A VkDescriptorSetLayoutBinding, and what it is for. */
typedef struct TrellisLayoutBindingInfo {
  uint32_t struct_size;
  uint32_t binding;
  uint32_t type;                 /* VkDescriptorType. */
  uint32_t count;                /* Inline uniform blocks: bytes. */
  uint32_t stages;               /* VkShaderStageFlags. */
  uint32_t flags;                /* VkDescriptorBindingFlags. */
  const uint32_t* mutable_types; /* VK_DESCRIPTOR_TYPE_MUTABLE_EXT: the allowed types. */
  uint32_t mutable_type_count;
  uint32_t immutable_sampler_count; /* None, or `count`: trellis_pipeline_layout_immutable_sampler(). */
  TrellisBindingPurpose purpose;
  uint32_t parameter, range;     /* Of the root signature; or TRELLIS_NO_INDEX. */
  TrellisResourceClass resource_class; /* Of ranges, root descriptors, counters and static samplers, as what follows. */
  uint32_t first_register, space;
  uint32_t registers;            /* Their number, or TRELLIS_UNBOUNDED; 0: the binding has no registers. */
  uint32_t table_offset;         /* Ranges: their first descriptor's, from the table's start. */
  const char* name;              /* Layouts of modules: the resource's in HLSL, as far as it is known; else "". */
} TrellisLayoutBindingInfo;
#define TRELLIS_LAYOUT_BINDING_INFO_INIT {sizeof(TrellisLayoutBindingInfo), 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL}
/* `index`: 0 .. binding_count - 1, by ascending number. */
TRELLIS_API TrellisResult trellis_pipeline_layout_binding(const TrellisPipelineLayout* layout, uint32_t set, uint32_t index,
                                                          TrellisLayoutBindingInfo* info);

/* The values of a VkSamplerCreateInfo. */
typedef struct TrellisImmutableSamplerInfo {
  uint32_t struct_size;
  uint32_t static_sampler; /* Index among the root signature's. */
  uint32_t mag_filter, min_filter, mipmap_mode;
  uint32_t address_u, address_v, address_w;
  float mip_lod_bias;
  uint32_t anisotropy_enable;
  float max_anisotropy;
  uint32_t compare_enable, compare_op;
  float min_lod, max_lod;
  uint32_t border_color;
  uint32_t unnormalized_coordinates;
  uint32_t reduction_mode; /* Other than 0: of a VkSamplerReductionModeCreateInfo. */
} TrellisImmutableSamplerInfo;
#define TRELLIS_IMMUTABLE_SAMPLER_INFO_INIT {sizeof(TrellisImmutableSamplerInfo), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_immutable_sampler(const TrellisPipelineLayout* layout, uint32_t set,
                                                                    uint32_t index, uint32_t element,
                                                                    TrellisImmutableSamplerInfo* info);

/* The root data: push constants, or a uniform block. */
typedef struct TrellisRootDataInfo {
  uint32_t struct_size;
  uint32_t size;         /* Bytes; 0: there is none. */
  uint32_t is_uniform_block;
  uint32_t set, binding; /* Of the block. */
  uint32_t push_stages;  /* VkShaderStageFlags of the push-constant range, which begins at 0; 0: there is no range. */
  uint32_t member_count;
} TrellisRootDataInfo;
#define TRELLIS_ROOT_DATA_INFO_INIT {sizeof(TrellisRootDataInfo), 0, 0, 0, 0, 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_root_data(const TrellisPipelineLayout* layout, TrellisRootDataInfo* info);

typedef uint32_t TrellisRootMemberKind;
enum {
  TRELLIS_ROOT_MEMBER_CONSTANTS = 0,
  TRELLIS_ROOT_MEMBER_ADDRESS = 1,   /* 64 bits. */
  TRELLIS_ROOT_MEMBER_TABLE_BASE = 2 /* A word: the number of the table's first descriptor in its heap. */
};
/* The part of the root data that belongs to a root parameter. */
typedef struct TrellisRootMemberInfo {
  uint32_t struct_size;
  uint32_t parameter;
  TrellisRootMemberKind kind;
  uint32_t offset, size; /* Bytes. */
  uint32_t stages;       /* VkShaderStageFlags. */
} TrellisRootMemberInfo;
#define TRELLIS_ROOT_MEMBER_INFO_INIT {sizeof(TrellisRootMemberInfo), 0, 0, 0, 0, 0}
TRELLIS_API TrellisResult trellis_pipeline_layout_root_member(const TrellisPipelineLayout* layout, uint32_t index,
                                                              TrellisRootMemberInfo* info);

/* Where a descriptor table's descriptors are. */
typedef struct TrellisLayoutTableInfo {
  uint32_t struct_size;
  uint32_t parameter;
  uint32_t is_sampler;
  uint32_t is_heap;     /* 1: from the root data's word at root_offset on in the heap that is set `set`. */
  uint32_t set;
  uint32_t root_offset;
} TrellisLayoutTableInfo;
#define TRELLIS_LAYOUT_TABLE_INFO_INIT {sizeof(TrellisLayoutTableInfo), 0, 0, 0, 0, 0}
TRELLIS_API uint32_t trellis_pipeline_layout_table_count(const TrellisPipelineLayout* layout);
TRELLIS_API TrellisResult trellis_pipeline_layout_table(const TrellisPipelineLayout* layout, uint32_t index,
                                                        TrellisLayoutTableInfo* info);

/* All of it as JSON: what `trellis --layout` writes. */
TRELLIS_API const char* trellis_pipeline_layout_text(const TrellisPipelineLayout* layout);

#ifdef __cplusplus
}
#endif

#endif
