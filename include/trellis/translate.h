/* Part of trellis.h: translations, and the resulting modules. */
#ifndef TRELLIS_TRANSLATE_H
#define TRELLIS_TRANSLATE_H

#include <trellis/binding.h>
#include <trellis/device_options.h>
#include <trellis/pipeline_layout.h>
#include <trellis/stage_options.h>
#include <trellis/heaps.h>
#include <trellis/instrumentation.h>
#include <trellis/view_instancing.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t TrellisTarget;
enum {
  TRELLIS_TARGET_VULKAN_1_1 = 0,
  TRELLIS_TARGET_VULKAN_1_2 = 1,
  TRELLIS_TARGET_VULKAN_1_3 = 2,
  TRELLIS_TARGET_VULKAN_1_4 = 3,
  TRELLIS_TARGET_VULKAN_1_1_SPIRV_1_4 = 4 /* Vulkan 1.1 with VK_KHR_spirv_1_4. */
};

/* Which accesses to resources with a non-constant index are decorated NonUniform. */
typedef uint32_t TrellisNonUniform;
enum {
  TRELLIS_NON_UNIFORM_INFERRED_OR_DECLARED = 0, /* Those of both the next two. */
  TRELLIS_NON_UNIFORM_DECLARED = 1,             /* Those that the shader marks with NonUniformResourceIndex. */
  TRELLIS_NON_UNIFORM_INFERRED = 2,             /* Those whose index is not proven uniform in a subgroup. */
  TRELLIS_NON_UNIFORM_ALWAYS = 3
};

/* How much of the program's debug information a module has. */
typedef uint32_t TrellisDebugInfo;
enum {
  TRELLIS_DEBUG_INFO_NONE = 0,
  TRELLIS_DEBUG_INFO_LINES = 1, /* OpLine, OpSource, and OpName for values and variables. */
  /* NonSemantic.Shader.DebugInfo.100: source, lines, scopes and inlined calls, types, variables with their values, and names.
   * Requires SPV_KHR_non_semantic_info, which Vulkan 1.3 includes. */
  TRELLIS_DEBUG_INFO_FULL = 2
};

/* How to handle programs that use intrinsics of AGS or NVAPI. If a buffer only looks like NVAPI's, or is Intel's, accesses to
 * it are translated as ordinary accesses with a warning, unless they are refused. */
typedef uint32_t TrellisVendor;
enum {
  TRELLIS_VENDOR_TRANSLATE = 0, /* Intrinsics that are not supported give TRELLIS_ERROR_UNSUPPORTED. */
  TRELLIS_VENDOR_REFUSE = 1,    /* All intrinsics give TRELLIS_ERROR_UNSUPPORTED. */
  TRELLIS_VENDOR_ZERO = 2       /* Intrinsics that are not supported give zero, with a warning. */
};

typedef struct TrellisTranslateOptions {
  uint32_t struct_size;
  TrellisTarget target;
  const char* entry_point; /* The entry point's name, or its HLSL name if that is unique. NULL: the only entry point. */
  uint32_t validate;       /* 1: also run SPIRV-Tools' validator on the module. */

  /* Bindings come from the callback if there is one. Otherwise they come from the table and, for resources not in the table,
   * from the default rule. */
  TrellisBindCallback bind;
  void* bind_user;
  const TrellisBindingEntry* bindings;
  uint32_t binding_count;
  uint32_t bindings_only; /* 1: a resource that is not in the table is refused. */

  /* The root data: push constants, or a uniform (or inline uniform) block. */
  TrellisRootDataForm root_data_form;
  uint32_t root_data_size; /* In bytes. */
  uint32_t root_data_set, root_data_binding;

  uint32_t all_entry_points; /* 1: translate all entry points of a library into one module; entry_point must then be NULL. */
  TrellisNonUniform non_uniform;
  uint32_t debug_info; /* TrellisDebugInfo, for programs read with debug information. */
  /* 1: declare MaximallyReconvergesKHR. A shader for which that cannot be guaranteed is refused. */
  uint32_t maximal_reconvergence;
  const TrellisDeviceOptions* device; /* NULL: the defaults. */
  const TrellisStageOptions* stage;   /* Inputs and outputs; NULL: the defaults. */
  const TrellisHeapOptions* heaps;    /* NULL: the defaults. */

  /* Bindings from a root signature: resources, heaps and root data (root_data_size must be 0). The callback or the table is
   * used for resources that are not in the root signature; without them, such resources are refused. May be NULL. */
  const TrellisPipelineLayout* layout;
  const TrellisViewOptions* views; /* View instancing; NULL: SV_ViewID is the view index of multiview. */

  /* Bindings of resources by name, overriding all other rules. An unknown name is an error that lists
   * the known ones (TRELLIS_ERROR_INVALID_ARGUMENT). */
  const TrellisNamedBinding* named_bindings;
  uint32_t named_binding_count;
  /* Name of the single entry point in the module, "main"; NULL: as in the program. */
  const char* module_entry_point;
  uint32_t shared_bindings; /* 1: several resources may share a set and binding; the caller ensures that they agree. */

  /* For ray stages: the resources of a local root signature are in the shader record, after the group handle, in the order of
   * its parameters. Its descriptor tables are slices of the heaps (at their locations in `layout`, or else in `heaps`); a
   * handle is the index of a descriptor times a power of two. May be NULL. */
  const TrellisRootSignature* local_root_signature;
  uint32_t record_resource_shift, record_sampler_shift; /* Base-2 logarithms of those powers of two. */

  const TrellisInstrumentation* instrumentation; /* What the module reports while it runs; NULL: nothing. */

  TrellisVendor vendor_intrinsics;
  /* 1: NVAPI's buffer is at this register and space; 0: at that of TrellisReadOptions, if one is there. Otherwise a buffer that
   * is accessed like NVAPI's gives a warning. */
  uint32_t has_nvapi_slot, nvapi_register, nvapi_space;

  /* 1: the default rule maps the register spaces of the program, in ascending order, to sets 0, 1, ... */
  uint32_t dense_sets;

  const TrellisLimits* limits; /* Limits on the work of the translation; NULL: no limits. */
  /* 1: without module_entry_point, entry points are named as in HLSL (TrellisEntryPointInfo::source_name) if that name is
   * unique. */
  uint32_t hlsl_entry_names;

  /* 1: AGS' buffer is at this register and space; 0: at that of TrellisReadOptions, if one is there. A buffer in AGS' default
   * space is recognized without either. */
  uint32_t has_ags_slot, ags_register, ags_space;
} TrellisTranslateOptions;
#define TRELLIS_TRANSLATE_OPTIONS_INIT \
  {sizeof(TrellisTranslateOptions), TRELLIS_TARGET_VULKAN_1_3, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, \
   NULL, NULL, NULL, NULL, NULL, 0, NULL, 0, NULL, 0, 0, NULL, TRELLIS_VENDOR_TRANSLATE, 0, 0, 0, 0, NULL, 0, 0, 0, 0}

/* Translates one entry point, or all of them, to one SPIR-V module. `options` may be NULL. On failure *module is NULL. */
TRELLIS_API TrellisResult trellis_translate(TrellisTranslator* translator, const TrellisProgram* program,
                                            const TrellisTranslateOptions* options, TrellisModule** module);
TRELLIS_API void trellis_module_destroy(TrellisModule* module);

/* Returns the module in this machine's byte order; *count (may be NULL) receives its number of words. */
TRELLIS_API const uint32_t* trellis_module_words(const TrellisModule* module, size_t* count);
/* Returns the names of the entry points in the module. */
TRELLIS_API const char* const* trellis_module_entry_points(const TrellisModule* module, uint32_t* count);
/* Describes the entry point, or the first one if there are several. */
TRELLIS_API TrellisResult trellis_module_entry_point(const TrellisModule* module, TrellisEntryPointInfo* info);

/* Returns the number of resources that the module uses. They are in the program's order. */
TRELLIS_API uint32_t trellis_module_binding_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_binding(const TrellisModule* module, uint32_t index, TrellisResourceUse* use,
                                                 TrellisBinding* binding);

/* Returns what a device must support: SPIR-V capabilities by number, and extensions by name. */
TRELLIS_API const uint32_t* trellis_module_capabilities(const TrellisModule* module, uint32_t* count);
TRELLIS_API const char* const* trellis_module_extensions(const TrellisModule* module, uint32_t* count);

/* What these capabilities and extensions require in Vulkan: each feature, property and extension once. Enable these when you
 * create the device. */
typedef struct TrellisDeviceNeed {
  uint32_t struct_size;
  const char* name;      /* What needs it, in SPIR-V's terms: "Int64", "DenormPreserve 32". */
  const char* feature;   /* "VkPhysicalDeviceFeatures::shaderInt64"; a property if it names a Properties struct; may be empty. */
  const char* bit;       /* The bit that must be set in the feature or property; empty: it must be true. */
  const char* extension; /* The Vulkan extension, for Vulkan versions that do not include it; may be empty. */
} TrellisDeviceNeed;
#define TRELLIS_DEVICE_NEED_INIT {sizeof(TrellisDeviceNeed), NULL, NULL, NULL, NULL}
TRELLIS_API uint32_t trellis_module_need_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_need(const TrellisModule* module, uint32_t index, TrellisDeviceNeed* need);

/* Specialization constants, 32 bits each, by ID. */
typedef struct TrellisSpecConstant {
  uint32_t struct_size;
  uint32_t id; /* VkSpecializationMapEntry::constantID. */
  uint32_t default_value;
  const char* name; /* May be empty. */
} TrellisSpecConstant;
#define TRELLIS_SPEC_CONSTANT_INIT {sizeof(TrellisSpecConstant), 0, 0, NULL}
TRELLIS_API uint32_t trellis_module_spec_constant_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_spec_constant(const TrellisModule* module, uint32_t index, TrellisSpecConstant* constant);

/* Returns what a pipeline needs to be created with to run the entry point, given its index among
 * trellis_module_entry_points(). */
TRELLIS_API TrellisResult trellis_module_pipeline_needs(const TrellisModule* module, uint32_t entry_point,
                                                        TrellisPipelineNeeds* needs);
/* Returns the number of accesses that a module checks. They are ordered by number. */
TRELLIS_API uint32_t trellis_module_checked_access_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_checked_access(const TrellisModule* module, uint32_t index,
                                                        TrellisCheckedAccess* access);
/* Returns the number of blocks that a module counts. They are ordered by counter. */
TRELLIS_API uint32_t trellis_module_counted_block_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_counted_block(const TrellisModule* module, uint32_t index, TrellisCountedBlock* block);
/* Returns the warnings 0 .. count - 1. docs/messages.md explains them. */
TRELLIS_API const char* const* trellis_module_warnings(const TrellisModule* module, uint32_t* count);
/* Returns the module as SPIR-V assembly. The text belongs to the module. NULL if there is not enough memory. */
TRELLIS_API const char* trellis_module_disassemble(const TrellisModule* module);
/* Returns all of the above as JSON: the program's reflection with a member "module". */
TRELLIS_API const char* trellis_module_reflection(const TrellisModule* module);

#ifdef __cplusplus
}
#endif

#endif
