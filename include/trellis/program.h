/* Part of trellis.h: programs (DXIL in memory), and their reflection. */
#ifndef TRELLIS_PROGRAM_H
#define TRELLIS_PROGRAM_H

#include <trellis/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrellisProgram TrellisProgram;

/* The reader of the bitcode. */
typedef uint32_t TrellisReader;
enum {
  TRELLIS_READER_ANY = 0,     /* Trellis' own reader; LLVM for what Trellis' reader does not support. */
  TRELLIS_READER_RECORDS = 1, /* Trellis' own reader only; what it does not support is TRELLIS_ERROR_UNSUPPORTED. */
  TRELLIS_READER_LLVM = 2     /* LLVM, if the library was built with it. */
};

typedef struct TrellisReadOptions {
  uint32_t struct_size;
  uint32_t ignore_digest; /* 1: read containers whose digest is wrong. */
  uint32_t debug_info;    /* 1: keep lines, names, source and variables. If there are two programs, prefer the one that has them. */
  uint32_t no_names;      /* 1: do not read the resources' names in the reflection data (the part STAT). */
  TrellisReader reader;   /* Both readers give the same program. */
  const TrellisLimits* limits; /* Limits on the work of reading; NULL: no limits. */

  /* 1: NVAPI's or AGS' buffer is at this register and space. Nothing is bound to it, so it is not among the program's
   * resources; translations of the program take intrinsics from it. */
  uint32_t has_nvapi_slot, nvapi_register, nvapi_space;
  uint32_t has_ags_slot, ags_register, ags_space;
} TrellisReadOptions;
#define TRELLIS_READ_OPTIONS_INIT {sizeof(TrellisReadOptions), 0, 0, 0, TRELLIS_READER_ANY, NULL, 0, 0, 0, 0, 0, 0}

/* Reads a program from a DXBC container with a DXIL part, a PDB file from dxc with the program in it, or raw LLVM bitcode.
 * `options` may be NULL. */
TRELLIS_API TrellisResult trellis_program_read(TrellisTranslator* translator, const void* dxil, size_t size,
                                               const TrellisReadOptions* options, TrellisProgram** program);
/* Returns the LLVM module inside as text, for human readers. It belongs to the translator and is valid until the next call
 * with it. */
TRELLIS_API TrellisResult trellis_disassemble(TrellisTranslator* translator, const void* dxil, size_t size,
                                              const TrellisReadOptions* options, const char** text);
/* Finds the bitcode that trellis_program_read() would read in the caller's bytes. TRELLIS_ERROR_UNSUPPORTED if it is not
 * contiguous, which is possible in a PDB file. */
TRELLIS_API TrellisResult trellis_find_bitcode(TrellisTranslator* translator, const void* dxil, size_t size,
                                               const TrellisReadOptions* options, const void** bitcode, size_t* bitcode_size);
TRELLIS_API void trellis_program_destroy(TrellisProgram* program);

/* Values are DXIL's own. */
typedef uint32_t TrellisStage;
enum {
  TRELLIS_STAGE_PIXEL = 0,
  TRELLIS_STAGE_VERTEX = 1,
  TRELLIS_STAGE_GEOMETRY = 2,
  TRELLIS_STAGE_HULL = 3,
  TRELLIS_STAGE_DOMAIN = 4,
  TRELLIS_STAGE_COMPUTE = 5,
  TRELLIS_STAGE_LIBRARY = 6,
  TRELLIS_STAGE_RAY_GENERATION = 7,
  TRELLIS_STAGE_INTERSECTION = 8,
  TRELLIS_STAGE_ANY_HIT = 9,
  TRELLIS_STAGE_CLOSEST_HIT = 10,
  TRELLIS_STAGE_MISS = 11,
  TRELLIS_STAGE_CALLABLE = 12,
  TRELLIS_STAGE_MESH = 13,
  TRELLIS_STAGE_AMPLIFICATION = 14,
  TRELLIS_STAGE_NODE = 15
};

/* Features that a program uses, as bits. */
typedef uint32_t TrellisUsage;
enum {
  TRELLIS_USES_WAVE_OPERATIONS = 1 << 0,
  TRELLIS_USES_QUAD_OPERATIONS = 1 << 1,
  TRELLIS_USES_DERIVATIVES = 1 << 2, /* Explicit ones, and implicit levels of detail. */
  TRELLIS_USES_DISCARD = 1 << 3,
  TRELLIS_USES_BARRIERS = 1 << 4,
  TRELLIS_USES_RESOURCE_ATOMICS = 1 << 5, /* Including hidden counters. */
  TRELLIS_USES_GROUPSHARED_ATOMICS = 1 << 6,
  TRELLIS_USES_RAY_QUERIES = 1 << 7,
  TRELLIS_USES_HELPER_LANE_STATE = 1 << 8, /* IsHelperLane, or wave operations that include helper lanes. */
  TRELLIS_USES_DESCRIPTOR_HEAPS = 1 << 9,  /* Those of shader model 6.6. */
  TRELLIS_USES_FLOAT16 = 1 << 10,          /* Including min16float. */
  TRELLIS_USES_FLOAT64 = 1 << 11,
  TRELLIS_USES_INT16 = 1 << 12, /* Including min16int and min16uint. */
  TRELLIS_USES_INT64 = 1 << 13,
  TRELLIS_USES_INPUT_ATTACHED_SAMPLING = 1 << 14, /* Inputs evaluated at samples, offsets, the centroid. */
  TRELLIS_USES_LANE_COUNT = 1 << 15               /* WaveGetLaneCount: the subgroup size must be known. */
};

typedef struct TrellisEntryPointInfo {
  uint32_t struct_size;
  TrellisStage stage;
  const char* name;
  uint32_t workgroup_size[3];       /* Zeros for stages that have none. */
  uint32_t wave_size_minimum;       /* WaveSize attribute; zeros if there is none. */
  uint32_t wave_size_maximum;       /* Zero: exactly the minimum. */
  uint32_t wave_size_preferred;
  uint32_t input_control_points;    /* For hull and domain shaders. */
  uint32_t output_control_points;   /* For hull shaders. */
  uint32_t max_vertices;            /* For geometry and mesh shaders. */
  uint32_t max_primitives;          /* For mesh shaders. */
  uint32_t payload_bytes;           /* For mesh, amplification and ray shaders. */
  /* Numbers of signature elements. For mesh shaders, patch_constant_count is that of primitive outputs. */
  uint32_t input_count, output_count, patch_constant_count;
  uint64_t shader_flags;            /* DXIL's flags, as in the metadata. */
  TrellisUsage uses;                /* Features used by its code that matter for a pipeline. */
  uint32_t attribute_bytes;         /* For hit shaders. */
  const char* source_name;          /* As in HLSL, without the mangling of library functions. */
  uint32_t groupshared_bytes;       /* Size of the groupshared variables that it uses. */
  uint32_t groupshared_limit;       /* The attribute GroupSharedLimit, in bytes; zero if there is none. */
} TrellisEntryPointInfo;
#define TRELLIS_ENTRY_POINT_INFO_INIT \
  {sizeof(TrellisEntryPointInfo), 0, NULL, {0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0}

TRELLIS_API uint32_t trellis_program_entry_point_count(const TrellisProgram* program);
TRELLIS_API TrellisResult trellis_program_entry_point(const TrellisProgram* program, uint32_t index, TrellisEntryPointInfo* info);
/* Returns the index of the entry point with that name, or with that HLSL name if it is unique; UINT32_MAX if there is none. */
TRELLIS_API uint32_t trellis_program_find_entry_point(const TrellisProgram* program, const char* name);

/* Values are DXIL's own. */
typedef uint32_t TrellisComponentType;
enum {
  TRELLIS_COMPONENT_NONE = 0, /* A struct, or not known. */
  TRELLIS_COMPONENT_I1 = 1,
  TRELLIS_COMPONENT_I16 = 2,
  TRELLIS_COMPONENT_U16 = 3,
  TRELLIS_COMPONENT_I32 = 4,
  TRELLIS_COMPONENT_U32 = 5,
  TRELLIS_COMPONENT_I64 = 6,
  TRELLIS_COMPONENT_U64 = 7,
  TRELLIS_COMPONENT_F16 = 8,
  TRELLIS_COMPONENT_F32 = 9,
  TRELLIS_COMPONENT_F64 = 10,
  TRELLIS_COMPONENT_SNORM_F16 = 11,
  TRELLIS_COMPONENT_UNORM_F16 = 12,
  TRELLIS_COMPONENT_SNORM_F32 = 13,
  TRELLIS_COMPONENT_UNORM_F32 = 14,
  TRELLIS_COMPONENT_SNORM_F64 = 15,
  TRELLIS_COMPONENT_UNORM_F64 = 16,
  TRELLIS_COMPONENT_PACKED_S8X32 = 17,
  TRELLIS_COMPONENT_PACKED_U8X32 = 18,
  TRELLIS_COMPONENT_I8 = 19,
  TRELLIS_COMPONENT_U8 = 20,
  TRELLIS_COMPONENT_F8_E4M3 = 21,
  TRELLIS_COMPONENT_F8_E5M2 = 22,
  TRELLIS_COMPONENT_BF16 = 23
};

/* Values are those of D3D_INTERPOLATION_MODE. */
typedef uint32_t TrellisInterpolation;
enum {
  TRELLIS_INTERPOLATION_UNDEFINED = 0,
  TRELLIS_INTERPOLATION_CONSTANT = 1,
  TRELLIS_INTERPOLATION_LINEAR = 2,
  TRELLIS_INTERPOLATION_LINEAR_CENTROID = 3,
  TRELLIS_INTERPOLATION_LINEAR_NOPERSPECTIVE = 4,
  TRELLIS_INTERPOLATION_LINEAR_NOPERSPECTIVE_CENTROID = 5,
  TRELLIS_INTERPOLATION_LINEAR_SAMPLE = 6,
  TRELLIS_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE = 7
};

typedef uint32_t TrellisSignature;
enum { TRELLIS_SIGNATURE_INPUT = 0, TRELLIS_SIGNATURE_OUTPUT = 1, TRELLIS_SIGNATURE_PATCH_CONSTANT = 2 };

/* One element of a signature. In the module it is one variable, by default at Location first_register and Component
 * first_column. */
typedef struct TrellisSignatureElementInfo {
  uint32_t struct_size;
  uint32_t semantic_index;  /* The index of the first row. */
  const char* semantic;     /* For example "TEXCOORD" or "SV_Position". */
  const char* system_value; /* For example "SV_Position"; empty if it is not a system value. */
  const char* component_type; /* "f32", "u32", "i16", ... */
  uint32_t rows, columns;
  int32_t first_register, first_column; /* -1: not in the register file. */
  TrellisInterpolation interpolation;
  uint32_t stream;          /* For geometry shaders. */
  uint32_t used_columns;    /* As a bit mask. */
  TrellisComponentType component; /* component_type as a number. */
} TrellisSignatureElementInfo;
#define TRELLIS_SIGNATURE_ELEMENT_INFO_INIT {sizeof(TrellisSignatureElementInfo), 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0}

TRELLIS_API TrellisResult trellis_program_signature_element(const TrellisProgram* program, uint32_t entry_point,
                                                            TrellisSignature signature, uint32_t index,
                                                            TrellisSignatureElementInfo* info);

/* Values are DXIL's own. */
typedef uint32_t TrellisResourceClass;
enum { TRELLIS_CLASS_SRV = 0, TRELLIS_CLASS_UAV = 1, TRELLIS_CLASS_CBV = 2, TRELLIS_CLASS_SAMPLER = 3 };
typedef uint32_t TrellisResourceKind;
enum {
  TRELLIS_KIND_INVALID = 0,
  TRELLIS_KIND_TEXTURE_1D = 1,
  TRELLIS_KIND_TEXTURE_2D = 2,
  TRELLIS_KIND_TEXTURE_2D_MS = 3,
  TRELLIS_KIND_TEXTURE_3D = 4,
  TRELLIS_KIND_TEXTURE_CUBE = 5,
  TRELLIS_KIND_TEXTURE_1D_ARRAY = 6,
  TRELLIS_KIND_TEXTURE_2D_ARRAY = 7,
  TRELLIS_KIND_TEXTURE_2D_MS_ARRAY = 8,
  TRELLIS_KIND_TEXTURE_CUBE_ARRAY = 9,
  TRELLIS_KIND_TYPED_BUFFER = 10,
  TRELLIS_KIND_RAW_BUFFER = 11,
  TRELLIS_KIND_STRUCTURED_BUFFER = 12,
  TRELLIS_KIND_CONSTANT_BUFFER = 13,
  TRELLIS_KIND_SAMPLER = 14,
  TRELLIS_KIND_TEXTURE_BUFFER = 15,
  TRELLIS_KIND_ACCELERATION_STRUCTURE = 16,
  TRELLIS_KIND_FEEDBACK_TEXTURE_2D = 17,
  TRELLIS_KIND_FEEDBACK_TEXTURE_2D_ARRAY = 18
};
#define TRELLIS_UNBOUNDED UINT32_MAX

/* A range of registers, as the program declares it. */
typedef struct TrellisResourceInfo {
  uint32_t struct_size;
  TrellisResourceClass resource_class;
  TrellisResourceKind kind;
  uint32_t first_register;
  uint32_t space;
  uint32_t count;             /* Number of registers, or TRELLIS_UNBOUNDED. */
  uint32_t byte_size;         /* For constant buffers. */
  uint32_t stride;            /* For structured buffers, in bytes. */
  const char* name;           /* May be empty. */
  const char* component_type; /* For typed buffers and textures: "f32", ...; otherwise empty. */
  uint32_t has_counter;
  uint32_t is_globally_coherent;
  uint32_t is_rasterizer_ordered;
  uint32_t is_comparison_sampler;
  TrellisComponentType component; /* component_type as a number. */
  /* The struct that a constant buffer, or an element of a structured buffer, holds: an index for trellis_program_struct().
   * UINT32_MAX: not known, or not a struct. */
  uint32_t struct_index;
} TrellisResourceInfo;
#define TRELLIS_RESOURCE_INFO_INIT {sizeof(TrellisResourceInfo), 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, 0, 0, UINT32_MAX}

/* Buffers of vendors' intrinsics are left out, since nothing is bound to them: AGS' in the register space that AMD reserves
 * for it, and those that TrellisReadOptions names. */
TRELLIS_API uint32_t trellis_program_resource_count(const TrellisProgram* program);
TRELLIS_API TrellisResult trellis_program_resource(const TrellisProgram* program, uint32_t index, TrellisResourceInfo* info);

/* A struct of a constant or structured buffer, as HLSL declares it. Structs are in the container's reflection data (the part
 * STAT). There are none if it is stripped or TrellisReadOptions::no_names is set. */
typedef struct TrellisStructInfo {
  uint32_t struct_size;
  uint32_t byte_size;
  const char* name;
  uint32_t member_count;
} TrellisStructInfo;
#define TRELLIS_STRUCT_INFO_INIT {sizeof(TrellisStructInfo), 0, NULL, 0}
typedef struct TrellisStructMemberInfo {
  uint32_t struct_size;
  uint32_t byte_offset; /* Offset from the start of the struct. */
  const char* name;
  TrellisComponentType component; /* NONE: a struct, or not known. */
  uint32_t struct_index;          /* The index of the struct; UINT32_MAX if the member is not a struct. */
  uint32_t rows, columns;         /* Size of a matrix; vectors have one row. */
  uint32_t is_column_major;       /* For matrices. */
  uint32_t array_size_count;      /* 0: not an array. */
  const uint32_t* array_sizes;    /* array_size_count sizes, outermost first. */
} TrellisStructMemberInfo;
#define TRELLIS_STRUCT_MEMBER_INFO_INIT {sizeof(TrellisStructMemberInfo), 0, NULL, 0, UINT32_MAX, 1, 1, 0, 0, NULL}
TRELLIS_API uint32_t trellis_program_struct_count(const TrellisProgram* program);
TRELLIS_API TrellisResult trellis_program_struct(const TrellisProgram* program, uint32_t index, TrellisStructInfo* info);
TRELLIS_API TrellisResult trellis_program_struct_member(const TrellisProgram* program, uint32_t index, uint32_t member,
                                                        TrellisStructMemberInfo* info);

/* Returns the container's hash of the bitcode (its part HASH), 16 bytes. Programs with the same hash have the same code. NULL
 * if the container has none. */
TRELLIS_API const uint8_t* trellis_program_hash(const TrellisProgram* program);
/* Returns the D3D_SHADER_FEATURE flags of the part SFI0; 0 if the container has none. */
TRELLIS_API uint64_t trellis_program_feature_flags(const TrellisProgram* program);
/* Returns the program's reflection as JSON, as `trellis --reflect` prints it. */
TRELLIS_API const char* trellis_program_reflection(const TrellisProgram* program);

#ifdef __cplusplus
}
#endif

#endif
