/* Part of trellis.h: a library's runtime data (its part RDAT): the functions it exports, and the subobjects
 * of state objects that are written in HLSL ("Subobjects in HLSL" in D3D12's specification of ray tracing).
 *
 *   for (uint32_t n = 0; n < trellis_program_subobject_count(program); ++n) {
 *     TrellisSubobjectInfo subobject = TRELLIS_SUBOBJECT_INFO_INIT;
 *     trellis_program_subobject(program, n, &subobject);
 *     if (subobject.kind == TRELLIS_SUBOBJECT_HIT_GROUP) add_group(subobject.name, subobject.closest_hit, ...);
 *   }
 *
 * Programs without that part (bare bitcode, or programs that are not libraries) have neither. Everything was checked when the
 * program was read, except the names of functions and subobjects, which may belong to other libraries. Strings and arrays
 * belong to the program; strings are never NULL. */
#ifndef TRELLIS_LIBRARY_H
#define TRELLIS_LIBRARY_H

#include <trellis/pipeline_layout.h>
#include <trellis/program.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Functions ------------------------------------------------------------------------------------------------------------- */

/* An exported function, or one of another library that such a function calls. */
typedef struct TrellisFunctionInfo {
  uint32_t struct_size;
  TrellisStage stage;        /* TRELLIS_STAGE_LIBRARY: not an entry point, but called by libraries. */
  const char* name;          /* As in the module: names of ray stages are mangled and start with a byte 01. */
  const char* source_name;   /* As in HLSL, and in exports, associations and hit groups. */
  uint32_t entry_point;      /* Its index among the program's entry points, or TRELLIS_NO_INDEX. */
  uint32_t payload_bytes;    /* For any-hit, closest-hit and miss shaders; for callable shaders, the size of the parameter. */
  uint32_t attribute_bytes;  /* For any-hit and closest-hit shaders. */
  uint32_t stages;           /* The stages where it may run, as bits 1 << TrellisStage. */
  uint64_t feature_flags;    /* D3D_SHADER_FEATURE flags of this function only. */
  uint32_t shader_model_major, shader_model_minor; /* The lowest shader model with the features that it uses. */
  uint32_t wave_size_minimum, wave_size_maximum;   /* 0: no limit. */
  const uint32_t* resources; /* The resources that it uses: indices for trellis_program_resource(), or TRELLIS_NO_INDEX. */
  uint32_t resource_count;
  uint32_t dependency_count;
  const char* const* dependencies; /* Functions of other libraries that it calls, by `name`. */
} TrellisFunctionInfo;
#define TRELLIS_FUNCTION_INFO_INIT {sizeof(TrellisFunctionInfo), 0, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL}

TRELLIS_API uint32_t trellis_program_function_count(const TrellisProgram* program);
/* Describes a function. Functions are in the order of the source, which differs from that of the entry points.
 * TRELLIS_ERROR_INVALID_ARGUMENT: there is no function with that index. */
TRELLIS_API TrellisResult trellis_program_function(const TrellisProgram* program, uint32_t index, TrellisFunctionInfo* info);

/* --- Subobjects ------------------------------------------------------------------------------------------------------------ */

/* Values are DXIL's own. */
typedef uint32_t TrellisSubobjectKind;
enum {
  TRELLIS_SUBOBJECT_STATE_OBJECT_CONFIG = 0,
  TRELLIS_SUBOBJECT_GLOBAL_ROOT_SIGNATURE = 1,
  TRELLIS_SUBOBJECT_LOCAL_ROOT_SIGNATURE = 2,
  TRELLIS_SUBOBJECT_ASSOCIATION = 8, /* SubobjectToExportsAssociation. */
  TRELLIS_SUBOBJECT_SHADER_CONFIG = 9,
  TRELLIS_SUBOBJECT_PIPELINE_CONFIG = 10,
  TRELLIS_SUBOBJECT_HIT_GROUP = 11, /* TriangleHitGroup and ProceduralPrimitiveHitGroup. */
  TRELLIS_SUBOBJECT_PIPELINE_CONFIG_1 = 12
};

#define TRELLIS_NO_FILE_OFFSET UINT64_MAX

/* A subobject; members that its kind does not use are zero, empty or NULL. */
typedef struct TrellisSubobjectInfo {
  uint32_t struct_size;
  TrellisSubobjectKind kind;
  const char* name;            /* Never mangled. For hit groups, the name of the export. */
  uint32_t state_object_flags; /* For state object configurations: D3D12_STATE_OBJECT_FLAGS. */
  /* For shader configurations, in bytes. */
  uint32_t max_payload_bytes, max_attribute_bytes;
  /* For pipeline configurations. */
  uint32_t max_recursion_depth;
  uint32_t pipeline_flags;     /* D3D12_RAYTRACING_PIPELINE_FLAGS, for TRELLIS_SUBOBJECT_PIPELINE_CONFIG_1. */
  /* For hit groups: names of shaders in HLSL; empty: none. */
  uint32_t is_procedural;
  uint32_t export_count;       /* For associations: 0 makes it the default for all exports. */
  const char* any_hit;
  const char* closest_hit;
  const char* intersection;
  /* For associations: the subobject, and the exports that it applies to. */
  const char* associated;
  const char* const* exports;
  /* For root signatures: offset of the data of a part RTS0 in the bytes passed to trellis_program_read(). (Programs do not
   * refer to those bytes: keep them to use the offset.) TRELLIS_NO_FILE_OFFSET: the data is not contiguous (PDB files). */
  uint64_t data_offset, data_size;
} TrellisSubobjectInfo;
#define TRELLIS_SUBOBJECT_INFO_INIT \
  {sizeof(TrellisSubobjectInfo), 0, NULL, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 0}

TRELLIS_API uint32_t trellis_program_subobject_count(const TrellisProgram* program);
/* Describes a subobject. TRELLIS_ERROR_INVALID_ARGUMENT: there is no subobject with that index. */
TRELLIS_API TrellisResult trellis_program_subobject(const TrellisProgram* program, uint32_t index, TrellisSubobjectInfo* info);
/* Creates the root signature of a subobject, global or local, for trellis_pipeline_layout_create() or
 * TrellisTranslateOptions::local_root_signature. TRELLIS_ERROR_INVALID_ARGUMENT: there is no subobject with that index, or it
 * is of another kind. TRELLIS_ERROR_UNSUPPORTED: the root signature has an unsupported version. On failure *signature is NULL. */
TRELLIS_API TrellisResult trellis_root_signature_of_subobject(TrellisTranslator* translator, const TrellisProgram* program,
                                                              uint32_t index, TrellisRootSignature** signature);

/* --- Shader records -------------------------------------------------------------------------------------------------------- */

/* The location of a parameter of a local root signature in the shader record ("Shader record layout" in D3D12's specification
 * of ray tracing), for filling shader tables. Offsets are counted from the end of the group handle: add
 * VkPhysicalDeviceRayTracingPipelinePropertiesKHR::shaderGroupHandleSize. */
typedef struct TrellisRecordMemberInfo {
  uint32_t struct_size;
  uint32_t parameter;
  TrellisRootMemberKind kind; /* TRELLIS_ROOT_MEMBER_TABLE_BASE: an 8-byte handle, see TrellisTranslateOptions. */
  uint32_t offset, size;      /* In bytes. */
} TrellisRecordMemberInfo;
#define TRELLIS_RECORD_MEMBER_INFO_INIT {sizeof(TrellisRecordMemberInfo), 0, 0, 0, 0}

/* Computes the size of all parameters in bytes, without the group handle. TRELLIS_ERROR_INVALID_ARGUMENT: the signature is not
 * live, or `size` is NULL. TRELLIS_ERROR_BAD_INPUT: the signature is not local, or does not fit into a shader record (4,096
 * bytes with D3D12's handle). On failure *size is 0. */
TRELLIS_API TrellisResult trellis_root_signature_record_size(const TrellisRootSignature* signature, uint32_t* size);
/* Describes a parameter, by its index: 0 to trellis_root_signature_parameter_count() - 1. The errors are the same, and
 * TRELLIS_ERROR_INVALID_ARGUMENT if there is no such index. */
TRELLIS_API TrellisResult trellis_root_signature_record_member(const TrellisRootSignature* signature, uint32_t parameter,
                                                               TrellisRecordMemberInfo* info);

#ifdef __cplusplus
}
#endif

#endif
