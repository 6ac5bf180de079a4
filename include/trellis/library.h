/* Part of trellis.h: a library's runtime data (its part RDAT): the functions it exports, and the subobjects
 * of state objects that are written in HLSL ("Subobjects in HLSL" in D3D12's specification of ray tracing).
 *
 *   for (uint32_t n = 0; n < trellis_program_subobject_count(program); ++n) {
 *     TrellisSubobjectInfo subobject = TRELLIS_SUBOBJECT_INFO_INIT;
 *     trellis_program_subobject(program, n, &subobject);
 *     if (subobject.kind == TRELLIS_SUBOBJECT_HIT_GROUP) add_group(subobject.name, subobject.closest_hit, ...);
 *   }
 *
 * Programs without that part (bitcode alone, or not libraries) have neither. Everything was checked when the program was read,
 * except names of functions and subobjects, which may be those of other libraries. Strings and arrays belong to the
 * program; strings are never NULL. */
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
  TrellisStage stage;        /* TRELLIS_STAGE_LIBRARY: not an entry point; called by libraries. */
  const char* name;          /* As in the module: ray stages are mangled, with a byte 01 in front. */
  const char* source_name;   /* As in HLSL, and as exports, associations and hit groups have it. */
  uint32_t entry_point;      /* Its index among the program's entry points, or TRELLIS_NO_INDEX. */
  uint32_t payload_bytes;    /* Any-hit, closest-hit and miss shaders; of callable shaders the parameter's. */
  uint32_t attribute_bytes;  /* Any-hit and closest-hit shaders. */
  uint32_t stages;           /* Where it may run: bit 1 << TrellisStage. */
  uint64_t feature_flags;    /* D3D_SHADER_FEATURE flags, of this function alone. */
  uint32_t shader_model_major, shader_model_minor; /* The lowest that has what it uses. */
  uint32_t wave_size_minimum, wave_size_maximum;   /* 0: no bound. */
  const uint32_t* resources; /* Those it uses: indices for trellis_program_resource(), or TRELLIS_NO_INDEX. */
  uint32_t resource_count;
  uint32_t dependency_count;
  const char* const* dependencies; /* Functions of other libraries, by `name`. */
} TrellisFunctionInfo;
#define TRELLIS_FUNCTION_INFO_INIT {sizeof(TrellisFunctionInfo), 0, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL}

TRELLIS_API uint32_t trellis_program_function_count(const TrellisProgram* program);
/* In the order of the source, which is not that of the entry points. TRELLIS_ERROR_INVALID_ARGUMENT: no such index. */
TRELLIS_API TrellisResult trellis_program_function(const TrellisProgram* program, uint32_t index, TrellisFunctionInfo* info);

/* --- Subobjects ------------------------------------------------------------------------------------------------------------ */

/* DXIL's own numbers. */
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
  const char* name;            /* Never mangled. Of hit groups it is the export. */
  uint32_t state_object_flags; /* State object configurations: D3D12_STATE_OBJECT_FLAGS. */
  /* Shader configurations, in bytes. */
  uint32_t max_payload_bytes, max_attribute_bytes;
  /* Pipeline configurations. */
  uint32_t max_recursion_depth;
  uint32_t pipeline_flags;     /* D3D12_RAYTRACING_PIPELINE_FLAGS, of kind 12. */
  /* Hit groups: shaders by their names in HLSL; empty: none. */
  uint32_t is_procedural;
  uint32_t export_count;       /* Associations: 0 makes it the default for all exports. */
  const char* any_hit;
  const char* closest_hit;
  const char* intersection;
  /* Associations: the subobject, and the exports it is for. */
  const char* associated;
  const char* const* exports;
  /* Root signatures: offset of the data of a part RTS0 in the bytes passed to trellis_program_read(). (Programs do
   * not refer to those bytes: keep them to use it.) TRELLIS_NO_FILE_OFFSET: not contiguous (PDB files). */
  uint64_t data_offset, data_size;
} TrellisSubobjectInfo;
#define TRELLIS_SUBOBJECT_INFO_INIT \
  {sizeof(TrellisSubobjectInfo), 0, NULL, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 0}

TRELLIS_API uint32_t trellis_program_subobject_count(const TrellisProgram* program);
/* TRELLIS_ERROR_INVALID_ARGUMENT: there is none of that index. */
TRELLIS_API TrellisResult trellis_program_subobject(const TrellisProgram* program, uint32_t index, TrellisSubobjectInfo* info);
/* The root signature of a subobject, global or local: for trellis_pipeline_layout_create(), or for
 * TrellisTranslateOptions::local_root_signature. TRELLIS_ERROR_INVALID_ARGUMENT: there is no subobject with that index, or it
 * is of another kind. TRELLIS_ERROR_UNSUPPORTED: the root signature has an unsupported version. On failure *signature is
 * NULL. */
TRELLIS_API TrellisResult trellis_root_signature_of_subobject(TrellisTranslator* translator, const TrellisProgram* program,
                                                              uint32_t index, TrellisRootSignature** signature);

/* --- Shader records -------------------------------------------------------------------------------------------------------- */

/* Where a parameter of a local root signature is in the shader record ("Shader record layout" in D3D12's specification of ray
 * tracing): for filling shader tables. Offsets count from after the group handle: add VkPhysicalDevice-
 * RayTracingPipelinePropertiesKHR::shaderGroupHandleSize. */
typedef struct TrellisRecordMemberInfo {
  uint32_t struct_size;
  uint32_t parameter;
  TrellisRootMemberKind kind; /* TRELLIS_ROOT_MEMBER_TABLE_BASE: a handle of 8 bytes, see TrellisTranslateOptions. */
  uint32_t offset, size;      /* Bytes. */
} TrellisRecordMemberInfo;
#define TRELLIS_RECORD_MEMBER_INFO_INIT {sizeof(TrellisRecordMemberInfo), 0, 0, 0, 0}

/* The size of all parameters in bytes, without the group handle. TRELLIS_ERROR_INVALID_ARGUMENT: the signature is not live, or
 * `size` is NULL. TRELLIS_ERROR_BAD_INPUT: the signature is not local, or has more than fits in a shader record (4,096 bytes
 * with D3D12's handle). On failure *size is 0. */
TRELLIS_API TrellisResult trellis_root_signature_record_size(const TrellisRootSignature* signature, uint32_t* size);
/* A parameter, by its index: 0 to trellis_root_signature_parameter_count() - 1. The errors are the same,
 * and TRELLIS_ERROR_INVALID_ARGUMENT: no such index. */
TRELLIS_API TrellisResult trellis_root_signature_record_member(const TrellisRootSignature* signature, uint32_t parameter,
                                                               TrellisRecordMemberInfo* info);

#ifdef __cplusplus
}
#endif

#endif
