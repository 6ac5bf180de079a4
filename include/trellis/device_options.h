/* Part of trellis.h: the device that a module is for, and how far the module is adapted to it. See docs/options.md for what
 * each option costs and when it is useful. */
#ifndef TRELLIS_DEVICE_OPTIONS_H
#define TRELLIS_DEVICE_OPTIONS_H

#include <trellis/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Widths of floats, as a mask. */
typedef uint32_t TrellisFloatWidths;
enum { TRELLIS_FLOATS_16 = 1, TRELLIS_FLOATS_32 = 2, TRELLIS_FLOATS_64 = 4 };

/* The declared modes for denormals, signed zeros, NaN and infinity (SPV_KHR_float_controls). */
typedef uint32_t TrellisFloatPolicy;
enum {
  TRELLIS_FLOAT_AS_ASKED = 0,     /* What the shader requests, or tests for, for 32-bit floats. */
  TRELLIS_FLOAT_AS_SUPPORTED = 1, /* Also preserve 16- and 64-bit denormals, but only as far as the device supports it. */
  TRELLIS_FLOAT_NOTHING = 2
};

/* VkShaderFloatControlsIndependence: which widths may have different denormal modes. */
typedef uint32_t TrellisDenormIndependence;
enum { TRELLIS_DENORMS_INDEPENDENT = 0, TRELLIS_DENORMS_INDEPENDENT_32_ONLY = 1, TRELLIS_DENORMS_DEPENDENT = 2 };

typedef uint32_t TrellisMemoryModel;
enum { TRELLIS_MEMORY_MODEL_GLSL450 = 0, TRELLIS_MEMORY_MODEL_VULKAN = 1 };

/* Which floating-point operations are decorated NoContraction. */
typedef uint32_t TrellisPrecise;
enum {
  TRELLIS_PRECISE_MARKED = 0,     /* Those that the shader marks. */
  TRELLIS_PRECISE_PROPAGATED = 1, /* Also those that they depend on, within the function. */
  TRELLIS_PRECISE_ALL = 2
};

/* The width of min-precision values (min16float, min16int, min16uint). In memory and between stages they have 32 bits. */
typedef uint32_t TrellisMinPrecision;
enum {
  TRELLIS_MIN_PRECISION_RELAXED = 0, /* 32 bits, decorated RelaxedPrecision. */
  TRELLIS_MIN_PRECISION_FULL = 1,    /* 32 bits. */
  TRELLIS_MIN_PRECISION_NATIVE = 2   /* 16 bits; needs the capability Float16, or Int16. */
};

/* Texels of the storage images that represent sampler feedback maps: see docs/binding.md. */
typedef uint32_t TrellisFeedbackTexels;
enum {
  TRELLIS_FEEDBACK_64 = 0, /* VK_FORMAT_R64_UINT: needs shaderImageInt64Atomics. */
  TRELLIS_FEEDBACK_32 = 1  /* VK_FORMAT_R32_UINT, two layers per layer of the map. */
};

/* How hit objects (shader model 6.9) are translated: docs/ray-tracing.md. */
typedef uint32_t TrellisHitObjects;
enum {
  TRELLIS_HIT_OBJECTS_PLAIN = 0,     /* Values in memory; only for rays whose flags restrict them to opaque triangles. */
  TRELLIS_HIT_OBJECTS_TRIANGLES = 1, /* The same for all rays: there are neither any-hit nor intersection shaders. */
  TRELLIS_HIT_OBJECTS_EXTENSION = 2, /* SPV_EXT_shader_invocation_reorder. */
  /* SPV_NV_shader_invocation_reorder, which supports neither hit objects of ray queries nor modified ones. */
  TRELLIS_HIT_OBJECTS_NV = 3
};

/* Direct3D semantics that the device guarantees where SPIR-V leaves them undefined, as a mask: the instructions that would ensure
 * them are omitted. Results are undefined if the guarantee does not hold. */
typedef uint32_t TrellisDeviceSemantics;
enum {
  TRELLIS_CONVERSIONS_SATURATE = 1, /* Conversions of floats to 32-bit integers clamp to the range, and NaN becomes 0. */
  TRELLIS_SHIFTS_WRAP = 2,          /* Shift amounts are taken modulo the width in bits. */
  TRELLIS_FRACTIONS_BELOW_ONE = 4,  /* GLSL.std.450 Fract gives less than 1 for tiny negative numbers. */
  TRELLIS_DIVISIONS_BY_ZERO = 8,    /* Unsigned 32-bit quotients and remainders are all ones. */
  TRELLIS_SPECIALS_KEPT = 16,       /* Infinities and NaNs are kept without SignedZeroInfNanPreserve. */
  TRELLIS_SEMANTICS_D3D = 31        /* All of these. */
};

/* Changes for programs that break the rules of Direct3D and for drivers that break Vulkan's, as a mask: docs/options.md. */
typedef uint32_t TrellisWorkarounds;
enum {
  TRELLIS_WORKAROUND_WRAPPING_ADDRESSES = 1, /* The driver wraps byte addresses in storage buffers at 32 bits before it checks them. */
  TRELLIS_WORKAROUND_MICROMAPS_IN_QUERIES = 2, /* With SPV_KHR_opacity_micromap, all ray queries traverse micromaps. */
  TRELLIS_WORKAROUND_DEVICE_BARRIERS = 4,    /* Barriers for groupshared memory also order UAVs. */
  TRELLIS_WORKAROUND_COHERENT_UAVS = 8,      /* UAVs are coherent in entry points that have barriers for them. */
  /* rsqrt() of 0 and of tiny numbers gives the greatest finite number; of negative numbers, 0. */
  TRELLIS_WORKAROUND_FINITE_ROOTS = 16,
  TRELLIS_WORKAROUND_FUSED_PRECISE = 32,     /* mad() marked as precise rounds once. */
  TRELLIS_WORKAROUND_NO_PRIMITIVE_RATES = 64, /* SV_ShadingRate written per vertex or primitive is dropped. */
  TRELLIS_WORKAROUND_HALF_DENORMS = 128,      /* 16-bit denormals are preserved where halves are packed and unpacked, too. */
  TRELLIS_WORKAROUND_BOUNDED_MESHES = 256,      /* Stores past the declared vertices and primitives of a mesh are dropped. */
  TRELLIS_WORKAROUND_GROUPSHARED_FENCES = 512,  /* A memory barrier follows each write to groupshared memory. */
  /* Explicit levels of cubes are clamped to the last one that is at least 8 texels wide. */
  TRELLIS_WORKAROUND_CUBE_LEVELS = 1024
};

/* Hints to unroll loops and to flatten branches that replace the shader's own, as a mask. Of two contradictory hints, neither
 * is given. */
typedef uint32_t TrellisBranchHints;
enum {
  TRELLIS_HINT_UNROLL = 1,
  TRELLIS_HINT_LOOP = 2,
  TRELLIS_HINT_FLATTEN = 4,
  TRELLIS_HINT_BRANCH = 8,
  TRELLIS_HINT_IGNORE_SHADER = 16 /* The shader's own hints are dropped. */
};

/* Formats of matrices that the device multiplies, as a mask; 0: products do not use cooperative matrices. */
typedef uint32_t TrellisMatrixFormats;
enum {
  TRELLIS_MATRICES_OF_HALVES = 1,        /* 16-bit floats; the result has 32-bit floats. */
  TRELLIS_MATRICES_OF_SIGNED_BYTES = 2,  /* The result has 32-bit integers. */
  TRELLIS_MATRICES_OF_UNSIGNED_BYTES = 4
};

typedef struct TrellisDeviceOptions {
  uint32_t struct_size;

  /* 1: implement discard by a flag and a kill at the end, although the device can demote. Automatic without the extension. */
  uint32_t no_demote;

  /* The SPIR-V extensions ("SPV_KHR_ray_query") that are enabled; NULL: all that the target allows. Extensions that Vulkan
   * guarantees for the target need not be listed. Without an extension, an alternative is used if there is one; otherwise the
   * shader is refused (TRELLIS_ERROR_UNSUPPORTED) with the operation and the extension. Names that are not in
   * trellis_known_extensions() are invalid arguments. */
  const char* const* extensions;
  /* The same for SPIR-V capabilities, by number. Capabilities that need no Vulkan feature need not be listed. */
  const uint32_t* capabilities;
  uint32_t extension_count, capability_count;

  /* Subgroup sizes that can be required on the device (VkPhysicalDeviceSubgroupSizeControlProperties); 0: not known. */
  uint32_t minimum_subgroup_size, maximum_subgroup_size;
  /* The subgroup size of the pipeline, if it is fixed: WaveGetLaneCount becomes a constant. 0: not fixed. */
  uint32_t required_subgroup_size;

  TrellisFloatPolicy float_policy;
  /* Properties of the device (VkPhysicalDeviceFloatControlsProperties), for TRELLIS_FLOAT_AS_SUPPORTED. */
  TrellisFloatWidths preserves_denorms, flushes_denorms, keeps_special_values;
  TrellisDenormIndependence denorm_independence;

  TrellisMemoryModel memory_model; /* The Vulkan model is also possible for target 1.1, with the extension. */
  TrellisPrecise precise;
  uint32_t full_min_precision; /* 1: same as TRELLIS_MIN_PRECISION_FULL. */
  /* 1: reads out of bounds of groupshared, local and constant arrays return zero; writes are dropped. */
  uint32_t bounded_arrays;
  TrellisMinPrecision min_precision;
  /* 1: texel offsets of samples may be computed values (VK_KHR_maintenance8). 0: they are added to the coordinates. */
  uint32_t computed_offsets;
  TrellisFeedbackTexels feedback_texels;
  TrellisHitObjects hit_objects;
  TrellisDeviceSemantics semantics;
  /* 1: declare SubgroupUniformControlFlowKHR where wave operations are used (VK_KHR_shader_subgroup_uniform_control_flow). */
  uint32_t subgroup_uniform_control_flow;
  /* 1: pixel shaders declare the execution modes of VK_KHR_shader_quad_control, and quad votes use its instructions. */
  uint32_t quad_control;
  TrellisWorkarounds workarounds;
  TrellisBranchHints branch_hints;
  /* The products of matrices that the device has at subgroup scope (VkCooperativeMatrixPropertiesKHR), with matrices of `rows`
   * by `inner` and of `inner` by `columns` elements, each 8 or 16. Products of AGS use them with TRELLIS_MEMORY_MODEL_VULKAN. */
  TrellisMatrixFormats matrix_formats;
  uint32_t matrix_rows, matrix_columns, matrix_inner;
} TrellisDeviceOptions;
#define TRELLIS_DEVICE_OPTIONS_INIT                                                                                   \
  {sizeof(TrellisDeviceOptions), 0, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
   0, 16, 16, 16}

/* Returns the names of all extensions that a module may use. They live as long as the library. */
TRELLIS_API const char* const* trellis_known_extensions(uint32_t* count);

/* What a module needs from its pipeline, besides capabilities and extensions. */
typedef struct TrellisPipelineNeeds {
  uint32_t struct_size;
  /* For VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: nothing to require. */
  uint32_t required_subgroup_size;
} TrellisPipelineNeeds;
#define TRELLIS_PIPELINE_NEEDS_INIT {sizeof(TrellisPipelineNeeds), 0}

#ifdef __cplusplus
}
#endif

#endif
