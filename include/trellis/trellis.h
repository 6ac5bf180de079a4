/* Trellis: DXIL to SPIR-V for Vulkan, as a C library.
 *
 *   TrellisTranslator* translator = NULL;
 *   trellis_translator_create(NULL, &translator);
 *   TrellisProgram* program = NULL;
 *   TrellisModule* module = NULL;
 *   if (trellis_program_read(translator, dxil, dxil_size, NULL, &program) == TRELLIS_SUCCESS &&
 *       trellis_translate(translator, program, NULL, &module) == TRELLIS_SUCCESS) {
 *     size_t word_count = 0;
 *     const uint32_t* words = trellis_module_words(module, &word_count);
 *     ...
 *   } else {
 *     puts(trellis_translator_error(translator)->text);
 *   }
 *   trellis_module_destroy(module);
 *   trellis_program_destroy(program);
 *   trellis_translator_destroy(translator);
 *
 * Rules.
 * - Structs that callers fill in start with `struct_size`, which the TRELLIS_..._INIT macros set: a newer library accepts the
 *   smaller struct of an older header and takes its own defaults for the rest. Structs that the library fills in (`...Info`)
 *   start with it too: it writes no more than that many bytes.
 * - Nothing throws, aborts, exits or prints. Every failure is a TrellisResult; what was wrong, and where, is at the translator.
 * - Pointers that a getter returns belong to the object it was asked of and live as long as it does.
 * - A translator serves one thread at a time; have one a thread. Programs and modules are read-only once made: any number of
 *   threads may use them together. They do not refer to the translator that made them, nor to the caller's bytes.
 * - The same program and options give the same words on every machine.
 * - Destroying NULL does nothing. In builds without NDEBUG, using a destroyed object is found out and answered with
 *   TRELLIS_ERROR_INVALID_ARGUMENT (getters: with nothing).
 */
#ifndef TRELLIS_TRELLIS_H
#define TRELLIS_TRELLIS_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(TRELLIS_SHARED)
#if defined(TRELLIS_BUILDING)
#define TRELLIS_API __declspec(dllexport)
#else
#define TRELLIS_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TRELLIS_API __attribute__((visibility("default")))
#else
#define TRELLIS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The interface this header describes. A library of the same major number and the same or a higher minor number serves it. */
#define TRELLIS_API_MAJOR 0
#define TRELLIS_API_MINOR 1

/* 1 if the library serves a header of this interface, else 0. */
TRELLIS_API uint32_t trellis_api_supported(uint32_t major, uint32_t minor);
/* The translator's own version, "0.1.0". */
TRELLIS_API const char* trellis_version(void);

/* --- Results and errors ------------------------------------------------------------------------------------------------- */

typedef int32_t TrellisResult;
enum {
  TRELLIS_SUCCESS = 0,
  TRELLIS_ERROR_BAD_INPUT = 1,        /* The DXIL breaks a rule of its format. */
  TRELLIS_ERROR_UNSUPPORTED = 3,      /* It is valid, but something in it, or asked for, is not translated. */
  TRELLIS_ERROR_INTERNAL_CHECK = 4,   /* A checker refused our own result: a fault of the library, and no module. */
  TRELLIS_ERROR_INVALID_ARGUMENT = 5, /* The call itself is wrong; the text names the field. */
  TRELLIS_ERROR_OUT_OF_MEMORY = 6
};
/* "success", "bad input", ...; "unknown result" for other numbers. */
TRELLIS_API const char* trellis_result_name(TrellisResult result);

/* What went wrong. Strings are never NULL; unknown ones are empty. */
typedef struct TrellisError {
  TrellisResult result;
  uint32_t has_offset;     /* 1 if `offset` is known. */
  uint64_t offset;         /* Byte of the input. */
  const char* text;        /* Everything below as one line. */
  const char* message;
  const char* part;        /* Of the container, "DXIL"; or of the call: the field that is wrong. */
  const char* function;
  const char* block;
  const char* instruction;
  const char* operation;
} TrellisError;

/* --- Translators -------------------------------------------------------------------------------------------------------- */

typedef struct TrellisTranslator TrellisTranslator;
typedef struct TrellisProgram TrellisProgram;
typedef struct TrellisModule TrellisModule;

/* Memory of the objects a caller holds: translators, programs, modules and all that their getters return. (LLVM's reader and
 * the passes use the process's own heap while a call runs; nothing of that outlives the call but what LLVM keeps in a
 * translator.) Both functions or neither; called on the thread of the call that needs them. */
typedef struct TrellisAllocator {
  void* user;
  void* (*allocate)(void* user, size_t size, size_t alignment); /* NULL: out of memory. */
  void (*release)(void* user, void* memory, size_t size, size_t alignment);
} TrellisAllocator;

typedef uint32_t TrellisLogLevel;
enum { TRELLIS_LOG_INFO = 0, TRELLIS_LOG_WARNING = 1 };
/* `line` is no longer there after the call. */
typedef void (*TrellisLogCallback)(void* user, TrellisLogLevel level, const char* line);

typedef struct TrellisTranslatorOptions {
  uint32_t struct_size;
  TrellisAllocator allocator;
  TrellisLogCallback log; /* NULL: nobody listens. */
  void* log_user;
} TrellisTranslatorOptions;
#define TRELLIS_TRANSLATOR_OPTIONS_INIT {sizeof(TrellisTranslatorOptions), {NULL, NULL, NULL}, NULL, NULL}

/* `options` may be NULL. On failure *translator is NULL. */
TRELLIS_API TrellisResult trellis_translator_create(const TrellisTranslatorOptions* options, TrellisTranslator** translator);
TRELLIS_API void trellis_translator_destroy(TrellisTranslator* translator);
/* Of the last call with this translator that failed; never NULL for a live translator (its result is TRELLIS_SUCCESS when
 * nothing failed yet). Good until the next call with the translator. */
TRELLIS_API const TrellisError* trellis_translator_error(const TrellisTranslator* translator);

/* --- Programs: DXIL that was read ---------------------------------------------------------------------------------------- */

typedef struct TrellisReadOptions {
  uint32_t struct_size;
  uint32_t ignore_digest; /* 1: read containers whose digest is wrong. */
} TrellisReadOptions;
#define TRELLIS_READ_OPTIONS_INIT {sizeof(TrellisReadOptions), 0}

/* A DXBC container with a DXIL part, or raw LLVM bitcode. `options` may be NULL. */
TRELLIS_API TrellisResult trellis_program_read(TrellisTranslator* translator, const void* dxil, size_t size,
                                               const TrellisReadOptions* options, TrellisProgram** program);
TRELLIS_API void trellis_program_destroy(TrellisProgram* program);

/* DXIL's own numbers. */
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

typedef struct TrellisEntryPointInfo {
  uint32_t struct_size;
  TrellisStage stage;
  const char* name;
  uint32_t workgroup_size[3];       /* Zeros for stages without. */
  uint32_t wave_size_minimum;       /* WaveSize attribute; zeros if the program does not ask. */
  uint32_t wave_size_maximum;       /* Zero: exactly the minimum. */
  uint32_t wave_size_preferred;
  uint32_t input_control_points;    /* Hull and domain shaders. */
  uint32_t output_control_points;   /* Hull shaders. */
  uint32_t max_vertices;            /* Geometry and mesh shaders. */
  uint32_t max_primitives;          /* Mesh shaders. */
  uint32_t payload_bytes;           /* Mesh and amplification shaders. */
  uint32_t input_count, output_count, patch_constant_count; /* Of signature elements; mesh: primitive outputs. */
  uint64_t shader_flags;            /* DXIL's, as in the metadata. */
} TrellisEntryPointInfo;
#define TRELLIS_ENTRY_POINT_INFO_INIT {sizeof(TrellisEntryPointInfo), 0, NULL, {0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

TRELLIS_API uint32_t trellis_program_entry_point_count(const TrellisProgram* program);
TRELLIS_API TrellisResult trellis_program_entry_point(const TrellisProgram* program, uint32_t index, TrellisEntryPointInfo* info);
/* Its index, or UINT32_MAX. */
TRELLIS_API uint32_t trellis_program_find_entry_point(const TrellisProgram* program, const char* name);

typedef uint32_t TrellisSignature;
enum { TRELLIS_SIGNATURE_INPUT = 0, TRELLIS_SIGNATURE_OUTPUT = 1, TRELLIS_SIGNATURE_PATCH_CONSTANT = 2 };

/* One element of a signature; one variable in the module, at Location = first_register, Component = first_column. */
typedef struct TrellisSignatureElementInfo {
  uint32_t struct_size;
  uint32_t semantic_index;  /* Of its first row. */
  const char* semantic;     /* "TEXCOORD", "SV_Position". */
  const char* system_value; /* "SV_Position", ...; empty if it is none. */
  const char* component_type; /* "f32", "u32", "i16", ... */
  uint32_t rows, columns;
  int32_t first_register, first_column; /* -1: not in the register file. */
  uint32_t interpolation;   /* D3D_INTERPOLATION_MODE's number. */
  uint32_t stream;          /* Geometry shaders. */
  uint32_t used_columns;    /* Bit mask. */
} TrellisSignatureElementInfo;
#define TRELLIS_SIGNATURE_ELEMENT_INFO_INIT {sizeof(TrellisSignatureElementInfo), 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0}

TRELLIS_API TrellisResult trellis_program_signature_element(const TrellisProgram* program, uint32_t entry_point,
                                                            TrellisSignature signature, uint32_t index,
                                                            TrellisSignatureElementInfo* info);

/* DXIL's own numbers. */
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
  uint32_t count;             /* Registers, or TRELLIS_UNBOUNDED. */
  uint32_t byte_size;         /* Constant buffers. */
  uint32_t stride;            /* Structured buffers: bytes. */
  const char* name;           /* May be empty. */
  const char* component_type; /* Typed buffers and textures: "f32", ...; else empty. */
  uint32_t has_counter;
  uint32_t is_globally_coherent;
  uint32_t is_rasterizer_ordered;
  uint32_t is_comparison_sampler;
} TrellisResourceInfo;
#define TRELLIS_RESOURCE_INFO_INIT {sizeof(TrellisResourceInfo), 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, 0}

TRELLIS_API uint32_t trellis_program_resource_count(const TrellisProgram* program);
TRELLIS_API TrellisResult trellis_program_resource(const TrellisProgram* program, uint32_t index, TrellisResourceInfo* info);

/* SFI0: D3D_SHADER_FEATURE flags; 0 if the container has none. */
TRELLIS_API uint64_t trellis_program_feature_flags(const TrellisProgram* program);
/* All that the program says of itself, as JSON: what `trellis --reflect` prints. */
TRELLIS_API const char* trellis_program_reflection(const TrellisProgram* program);

/* --- Where resources are bound ------------------------------------------------------------------------------------------- */

typedef uint32_t TrellisBindingKind;
enum {
  TRELLIS_BIND_DESCRIPTOR = 0,     /* A descriptor, or an array of them, at (set, binding). */
  TRELLIS_BIND_HEAP = 1,           /* A slice of a runtime array at (set, binding) that many resources may share. */
  TRELLIS_BIND_ROOT_CONSTANTS = 2, /* Constant buffers: words of the root data. */
  TRELLIS_BIND_ADDRESS = 3         /* Buffers: a 64-bit device address in the root data. */
};
typedef uint32_t TrellisBufferForm;
enum {
  TRELLIS_BUFFER_DEFAULT = 0, /* Constant buffers: uniform; raw, structured: storage; typed: texel. */
  TRELLIS_BUFFER_UNIFORM = 1, /* Constant buffers. */
  TRELLIS_BUFFER_STORAGE = 2, /* Constant, raw and structured buffers. */
  TRELLIS_BUFFER_TEXEL = 3    /* Typed, raw and structured buffers (32-bit texels). */
};
#define TRELLIS_NO_OFFSET UINT32_MAX

/* Where one range of registers is found. Register first_register + i is element first_element + i. */
typedef struct TrellisBinding {
  uint32_t struct_size;
  TrellisBindingKind kind;
  TrellisBufferForm form;
  uint32_t set, binding;       /* Descriptors and heaps. */
  uint32_t first_element;      /* Descriptors and heaps. */
  uint32_t array_size;         /* Descriptors: of the binding; 0: first_element + as many as the range has registers. */
  uint32_t table_offset;       /* Heaps: byte of the root data where a word is that is added to the index; TRELLIS_NO_OFFSET. */
  uint32_t root_offset;        /* Root constants, addresses: their byte in the root data. */
  uint32_t root_size;          /* Root constants: bytes; what is read beyond is zero. */
  uint32_t bound_offset;       /* Addresses: byte of the root data where the buffer's size is, in bytes; TRELLIS_NO_OFFSET: none,
                                  and what is read or written out of bounds is undefined. */
  TrellisBindingKind counter_kind; /* Hidden counters: DESCRIPTOR, HEAP or ADDRESS. */
  TrellisBufferForm counter_form;  /* DEFAULT (storage) or TEXEL. */
  uint32_t counter_set, counter_binding, counter_first_element, counter_table_offset, counter_root_offset;
} TrellisBinding;
#define TRELLIS_BINDING_INIT \
  {sizeof(TrellisBinding), TRELLIS_BIND_DESCRIPTOR, TRELLIS_BUFFER_DEFAULT, 0, 0, 0, 0, TRELLIS_NO_OFFSET, 0, 0, \
   TRELLIS_NO_OFFSET, TRELLIS_BIND_DESCRIPTOR, TRELLIS_BUFFER_DEFAULT, 0, 0, 0, TRELLIS_NO_OFFSET, 0}

/* A resource that the entry point uses, and how. */
typedef struct TrellisResourceUse {
  uint32_t struct_size;
  TrellisStage stage;
  uint32_t resource;               /* Index among the program's resources. */
  const TrellisResourceInfo* info; /* As trellis_program_resource() gives it. */
  uint32_t is_read, is_written, is_atomic, uses_counter;
  uint32_t is_dynamically_indexed; /* By other than constants. */
  uint32_t is_non_uniform;         /* By what may differ within a subgroup. */
} TrellisResourceUse;
#define TRELLIS_RESOURCE_USE_INIT {sizeof(TrellisResourceUse), 0, 0, NULL, 0, 0, 0, 0, 0, 0}

/* Says where a resource is bound. *binding holds the default rule's answer. Returns 1, or 0 to refuse the resource (the
 * translation then fails and names it). */
typedef uint32_t (*TrellisBindCallback)(void* user, const TrellisResourceUse* use, TrellisBinding* binding);

/* The same as data: the first entry that holds the resource's first register serves it. */
typedef struct TrellisBindingEntry {
  TrellisResourceClass resource_class;
  uint32_t space;
  uint32_t first_register; /* Elements count from here: register first_register + i is element binding.first_element + i. */
  uint32_t count;          /* Registers, or TRELLIS_UNBOUNDED. */
  TrellisBinding binding;
} TrellisBindingEntry;

typedef uint32_t TrellisRootDataForm;
enum { TRELLIS_ROOT_DATA_PUSH_CONSTANTS = 0, TRELLIS_ROOT_DATA_UNIFORM_BLOCK = 1 };

/* --- Translation --------------------------------------------------------------------------------------------------------- */

typedef uint32_t TrellisTarget;
enum { TRELLIS_TARGET_VULKAN_1_1 = 0, TRELLIS_TARGET_VULKAN_1_2 = 1, TRELLIS_TARGET_VULKAN_1_3 = 2 };

typedef struct TrellisTranslateOptions {
  uint32_t struct_size;
  TrellisTarget target;
  const char* entry_point; /* NULL: the only one. */
  uint32_t validate;       /* 1: run SPIRV-Tools' validator over the module too. */

  /* Bindings: the callback, if there is one, else the table, then (for what the table does not hold) the default rule. */
  TrellisBindCallback bind;
  void* bind_user;
  const TrellisBindingEntry* bindings;
  uint32_t binding_count;
  uint32_t bindings_only; /* 1: a resource that the table does not hold is refused. */

  /* The root data: push constants, or a uniform (or inline uniform) block. */
  TrellisRootDataForm root_data_form;
  uint32_t root_data_size; /* Bytes. */
  uint32_t root_data_set, root_data_binding;
} TrellisTranslateOptions;
#define TRELLIS_TRANSLATE_OPTIONS_INIT \
  {sizeof(TrellisTranslateOptions), TRELLIS_TARGET_VULKAN_1_3, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0}

/* One entry point to one SPIR-V module. `options` may be NULL. On failure *module is NULL. */
TRELLIS_API TrellisResult trellis_translate(TrellisTranslator* translator, const TrellisProgram* program,
                                            const TrellisTranslateOptions* options, TrellisModule** module);
TRELLIS_API void trellis_module_destroy(TrellisModule* module);

/* The module, in this machine's byte order; *count (may be NULL) receives its number of words. */
TRELLIS_API const uint32_t* trellis_module_words(const TrellisModule* module, size_t* count);
/* The entry point, under the name it has in the module. */
TRELLIS_API TrellisResult trellis_module_entry_point(const TrellisModule* module, TrellisEntryPointInfo* info);

/* The resources the module uses, in the program's order, and where they went. */
TRELLIS_API uint32_t trellis_module_binding_count(const TrellisModule* module);
TRELLIS_API TrellisResult trellis_module_binding(const TrellisModule* module, uint32_t index, TrellisResourceUse* use,
                                                 TrellisBinding* binding);

/* What a device must offer: SPIR-V capabilities by number, and extensions by name. */
TRELLIS_API const uint32_t* trellis_module_capabilities(const TrellisModule* module, uint32_t* count);
TRELLIS_API const char* const* trellis_module_extensions(const TrellisModule* module, uint32_t* count);
/* What the translator wants known: 0 .. count - 1. */
TRELLIS_API const char* const* trellis_module_warnings(const TrellisModule* module, uint32_t* count);
/* All of the above, as JSON: the program's, with a member "module". */
TRELLIS_API const char* trellis_module_reflection(const TrellisModule* module);

#ifdef __cplusplus
}
#endif

#endif
