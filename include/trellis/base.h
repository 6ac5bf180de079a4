/* Part of trellis.h: results, errors, and the translator, which creates all other objects. */
#ifndef TRELLIS_BASE_H
#define TRELLIS_BASE_H

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

/* The interface this header describes. A library with the same major number and the same or a higher minor number supports it. */
#define TRELLIS_API_MAJOR 0
#define TRELLIS_API_MINOR 1

/* Returns 1 if the library supports headers with this interface, else 0. */
TRELLIS_API uint32_t trellis_api_supported(uint32_t major, uint32_t minor);
/* Returns the translator's own version, "0.1.0". */
TRELLIS_API const char* trellis_version(void);

/* Returns a text that differs between libraries whose modules may differ for the same input and options. Make it part of the
 * key of every cache of modules. */
TRELLIS_API const char* trellis_cache_version(void);

/* --- Results and errors ------------------------------------------------------------------------------------------------- */

typedef int32_t TrellisResult;
enum {
  TRELLIS_SUCCESS = 0,
  TRELLIS_ERROR_BAD_INPUT = 1,        /* The DXIL violates its format. */
  TRELLIS_ERROR_UNSUPPORTED = 3,      /* The DXIL is valid, but something in it or in the options is not supported. */
  TRELLIS_ERROR_INTERNAL_CHECK = 4,   /* A checker rejected the library's own result: a bug in the library; there is no module. */
  TRELLIS_ERROR_INVALID_ARGUMENT = 5, /* The call itself is wrong, or its options do not fit the program; the text names the field. */
  TRELLIS_ERROR_OUT_OF_MEMORY = 6,
  TRELLIS_ERROR_LIMIT = 7,    /* The call would cost more than its TrellisLimits allow. */
  TRELLIS_ERROR_CANCELLED = 8 /* TrellisLimits::stop returned 1. */
};
/* Returns "success", "bad input", ...; "unknown result" for other numbers. */
TRELLIS_API const char* trellis_result_name(TrellisResult result);

/* The reason for a failure. Strings are never NULL; unknown ones are empty. */
typedef struct TrellisError {
  TrellisResult result;
  uint32_t has_offset;     /* 1 if `offset` is known. */
  uint64_t offset;         /* Offset in the input in bytes. */
  const char* text;        /* Everything below as one line. */
  const char* message;
  const char* part;        /* The part of the container, such as "DXIL", or the invalid field of the call. */
  const char* function;
  const char* block;
  const char* instruction;
  const char* operation;
  const char* file; /* The source file, if the program was read with debug information; else "". */
  uint32_t line, column;                        /* Position in that file, counted from 1; 0: not known. */
  /* Index of the block in the function, and of the instruction in the block; UINT32_MAX: not known. */
  uint32_t block_number, instruction_number;
} TrellisError;

/* Return 1 to end the call with TRELLIS_ERROR_CANCELLED. Called on the call's thread, between its passes and regularly in long
 * loops. Must not call the library or throw. */
typedef uint32_t (*TrellisStopCallback)(void* user);

/* Computes a key for a cache of modules, 32 bytes: the SHA-256 of the cache version and of `count` pieces of memory with their
 * lengths. Pass everything that a translation depends on: the DXIL, root signatures, and the values of the options (not the
 * bytes of the structs, which contain pointers). */
TRELLIS_API TrellisResult trellis_cache_key(const void* const* pieces, const size_t* sizes, uint32_t count, uint8_t* key);

/* Limits on the work of one call. 0: no limit. Without limits, a call takes as long as its input requires. */
typedef struct TrellisLimits {
  uint32_t struct_size;
  uint32_t max_blocks;       /* In all functions of the program together. */
  uint32_t max_instructions; /* In all functions of the program together. */
  uint32_t max_output_words; /* Size of the module. */
  uint32_t max_milliseconds; /* Elapsed time; checked where `stop` is called (docs/untrusted-input.md). */
  TrellisStopCallback stop;  /* NULL: no callback. */
  void* stop_user;
} TrellisLimits;
#define TRELLIS_LIMITS_INIT {sizeof(TrellisLimits), 0, 0, 0, 0, NULL, NULL}

/* --- Translators -------------------------------------------------------------------------------------------------------- */

typedef struct TrellisTranslator TrellisTranslator;
typedef struct TrellisModule TrellisModule; /* The result of a translation: translate.h. */

/* Allocates all of the library's own memory: objects with their contents and the results of their getters, and temporary
 * memory of calls. LLVM and SPIRV-Tools use the process's own heap (see docs/embedding.md). Set both functions or neither.
 * `allocate` is called on the thread of a call with the translator, or of the first call of a getter that builds a text.
 * `release` is called there too, and on whichever thread destroys the last object that needs the memory; that may be a module
 * that another translator made from a program of this one. So both must be thread-safe unless all of that happens on one
 * thread, and must work until the last object is destroyed. Neither may call the library or throw. */
typedef struct TrellisAllocator {
  void* user;
  /* `alignment` is a power of two. Return NULL if there is not enough memory; the call then returns
   * TRELLIS_ERROR_OUT_OF_MEMORY. */
  void* (*allocate)(void* user, size_t size, size_t alignment);
  /* `size` and `alignment` are those of the allocation. */
  void (*release)(void* user, void* memory, size_t size, size_t alignment);
} TrellisAllocator;

typedef uint32_t TrellisLogLevel;
enum { TRELLIS_LOG_INFO = 0, TRELLIS_LOG_WARNING = 1 };
/* `line` is only valid during the call. */
typedef void (*TrellisLogCallback)(void* user, TrellisLogLevel level, const char* line);

typedef struct TrellisTranslatorOptions {
  uint32_t struct_size;
  TrellisAllocator allocator;
  TrellisLogCallback log; /* NULL: no log. */
  void* log_user;
} TrellisTranslatorOptions;
#define TRELLIS_TRANSLATOR_OPTIONS_INIT {sizeof(TrellisTranslatorOptions), {NULL, NULL, NULL}, NULL, NULL}

/* Creates a translator. `options` may be NULL. On failure *translator is NULL. */
TRELLIS_API TrellisResult trellis_translator_create(const TrellisTranslatorOptions* options, TrellisTranslator** translator);
TRELLIS_API void trellis_translator_destroy(TrellisTranslator* translator);
/* Returns the error of the last call with this translator that failed. Never NULL for a live translator (the result is
 * TRELLIS_SUCCESS if nothing has failed yet). Valid until the next call with the translator. */
TRELLIS_API const TrellisError* trellis_translator_error(const TrellisTranslator* translator);

#ifdef __cplusplus
}
#endif

#endif
