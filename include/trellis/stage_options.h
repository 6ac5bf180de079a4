/* Part of trellis.h: options for the inputs and outputs of stages, and their locations in modules. */
#ifndef TRELLIS_STAGE_OPTIONS_H
#define TRELLIS_STAGE_OPTIONS_H

#include <trellis/program.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Structs without a struct_size are elements of the caller's arrays and will never grow. Semantics are given without their
 * index ("COLOR", 1), in upper or lower case. */

/* The location of a signature element between two stages; the rows of an array have consecutive locations. */
typedef struct TrellisElementLocation {
  uint32_t struct_size;
  uint32_t location;
  uint32_t component;
  uint32_t per_primitive; /* 1: PerPrimitiveEXT. For pixel shader inputs that a mesh shader writes per primitive. */
} TrellisElementLocation;
#define TRELLIS_ELEMENT_LOCATION_INIT {sizeof(TrellisElementLocation), 0, 0, 0}

/* Decides the location of an element. *place contains the default (registers, see docs/options.md) or a rule's location.
 * Returns 1, or 0 to refuse the element; the translation then fails and names it. Not called for elements that are only
 * built-ins of Vulkan. A layer, viewport index or shading rate may have a location in addition; for these, returning 0 does
 * not fail but leaves out the location. */
typedef uint32_t (*TrellisLocationCallback)(void* user, TrellisStage stage, TrellisSignature signature,
                                            const TrellisSignatureElementInfo* element, TrellisElementLocation* place);

#define TRELLIS_KEEP_COMPONENT UINT32_MAX

/* The same decision as data, for one row of a signature. The rows of an array must be consecutive. Rules for elements that the
 * shader does not have are ignored. */
typedef struct TrellisLocationRule {
  TrellisSignature signature; /* PATCH_CONSTANT: for mesh shaders, the attributes of primitives. */
  const char* semantic;
  uint32_t index;
  uint32_t location;
  uint32_t component;     /* Or TRELLIS_KEEP_COMPONENT: the register's column. */
  uint32_t per_primitive; /* 1: per primitive. 0: the default. */
} TrellisLocationRule;

/* The location of an input of a vertex shader. */
typedef struct TrellisVertexInput {
  const char* semantic;
  uint32_t index;
  uint32_t location;
} TrellisVertexInput;

/* An entry of D3D12's stream output declaration. */
typedef struct TrellisStreamOutputEntry {
  uint32_t stream;
  const char* semantic; /* NULL: a gap of component_count components. */
  uint32_t index;
  uint32_t first_component; /* Counted from the element's first. */
  uint32_t component_count; /* Or TRELLIS_ALL_COMPONENTS, but not of gaps. */
  uint32_t buffer; /* The output slot, 0 to 3. */
  uint32_t offset; /* In bytes; TRELLIS_NEXT_OFFSET: after the buffer's previous entry. */
} TrellisStreamOutputEntry;
#define TRELLIS_ALL_COMPONENTS UINT32_MAX
#define TRELLIS_NEXT_OFFSET UINT32_MAX
#define TRELLIS_NO_STREAM UINT32_MAX

/* Options for stages. Fields that are not set are off or have their default. See docs/options.md for what each option costs
 * and when it is useful. */
typedef struct TrellisStageOptions {
  uint32_t struct_size;

  /* Locations. Each source overrides those before it: registers, previous_stage, vertex_inputs, rules, callback. */
  /* The inputs get the locations of this module's outputs with the same semantics. May be NULL. */
  const TrellisModule* previous_stage;
  const TrellisVertexInput* vertex_inputs;
  uint32_t vertex_input_count;
  uint32_t location_rule_count;
  const TrellisLocationRule* location_rules;
  TrellisLocationCallback locate; /* May be NULL. */
  void* locate_user;
  const char* const* primitive_inputs; /* For pixel shaders: all inputs that a mesh shader writes per primitive ("TINT", "IDS1"). */
  uint32_t primitive_input_count;
  uint32_t max_locations; /* The device's limit for a stage's inputs or outputs; locations beyond it are refused. */

  /* Stream output, for vertex, domain and geometry shaders. */
  const TrellisStreamOutputEntry* stream_output;
  uint32_t stream_output_count;
  uint32_t stream_output_strides[4]; /* In bytes; 0: the size that the entries fill. */
  uint32_t rasterized_stream;        /* For geometry shaders; TRELLIS_NO_STREAM: none. */

  uint32_t storage_16bit_io;     /* 1: native 16-bit elements are 16 bits wide (storageInputOutput16), on both sides of a link. */
  uint32_t invert_y;             /* 1: SV_Position's y is negated where it is written. */
  uint32_t reciprocal_w;         /* 1: the w of SV_Position in pixel shaders is that of D3D. */
  uint32_t dual_source_blending; /* 1: SV_Target1 is the second blend source of target 0. */

  /* By render target: the component of SV_TargetN that is written to each component of the target, two bits each, starting
   * with the lowest. TRELLIS_IDENTITY_SWIZZLE: unchanged. */
  uint8_t output_swizzles[8];
  uint32_t alpha_to_coverage;            /* 1: target 0 always has an alpha: the shader's, regardless of the swizzle, or 1. */
  uint32_t target_sample_count;          /* The rasterizer's sample count, as shaders see it; 0: a specialization constant, */
  uint32_t target_sample_count_spec_id;  /* with this ID, 1 by default. */
  uint32_t sample_rate_shading;          /* 1: pixel shaders run per sample, with inputs interpolated there. */
  uint32_t invariant_position;           /* 1: SV_Position is Invariant. */
  float max_tess_factor;                 /* 1 to 64. */
  uint32_t refuse_dropped_targets;       /* 1: with dual-source blending, outputs from SV_Target2 on are refused, not dropped. */
} TrellisStageOptions;
#define TRELLIS_IDENTITY_SWIZZLE 0xE4
#define TRELLIS_STAGE_OPTIONS_INIT \
  {sizeof(TrellisStageOptions), NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 32, NULL, 0, {0, 0, 0, 0}, 0, 0, 0, 0, 0, \
   {0xE4, 0xE4, 0xE4, 0xE4, 0xE4, 0xE4, 0xE4, 0xE4}, 0, 0, 0, 0, 0, 64.0f, 0}

/* An element of a signature that has a variable in the module, and its location. */
typedef struct TrellisModuleElement {
  uint32_t struct_size;
  TrellisSignature signature;
  uint32_t index; /* Index in the signature. */
  const char* semantic;
  uint32_t semantic_index; /* The index of the first row. */
  uint32_t rows, columns;
  uint32_t is_builtin;
  uint32_t builtin;                            /* For built-ins: SPIR-V's number. */
  uint32_t location, component, per_primitive; /* For elements that are not built-ins. */
} TrellisModuleElement;
#define TRELLIS_MODULE_ELEMENT_INIT {sizeof(TrellisModuleElement), 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0}

TRELLIS_API uint32_t trellis_module_element_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_element(const TrellisModule* module, uint32_t index, TrellisModuleElement* element);

#ifdef __cplusplus
}
#endif

#endif
