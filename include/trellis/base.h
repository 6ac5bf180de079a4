/* Part of trellis.h: results, errors, and the translator, which makes everything else. */
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

/* 1 if the library supports headers with this interface, else 0. */
TRELLIS_API uint32_t trellis_api_supported(uint32_t major, uint32_t minor);
/* The translator's own version, "0.1.0". */
TRELLIS_API const char* trellis_version(void);

/* Differs between libraries whose modules may differ, for the same input and options: part of the key of every cache of modules. */
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
  TRELLIS_ERROR_CANCELLED = 8 /* Its TrellisLimits::stop said so. */
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
  const char* part;        /* Of the container, "DXIL"; or the wrong field of the call. */
  const char* function;
  const char* block;
  const char* instruction;
  const char* operation;
  const char* file; /* Of the source, if the program was read with debug information; else "". */
  uint32_t line, column;                        /* In that file, from 1 on; 0: not known. */
  uint32_t block_number, instruction_number;    /* Of the function's block, and in the block; UINT32_MAX: not known. */
} TrellisError;

/* 1: the call ends with TRELLIS_ERROR_CANCELLED. Called on the thread of the call, between its passes and every so often in long
 * loops; must not call the library or throw. */
typedef uint32_t (*TrellisStopCallback)(void* user);

/* A key for a cache of modules, 32 bytes: SHA-256 of the cache version and of `count` pieces of memory, each with its length. Give all
 * that a translation depends on: the DXIL, root signatures, and the values of the options (not the structs' bytes: they have pointers). */
TRELLIS_API TrellisResult trellis_cache_key(const void* const* pieces, const size_t* sizes, uint32_t count, uint8_t* key);

/* What one call may cost; 0: anything. Without limits a call takes as long as its input asks for. */
typedef struct TrellisLimits {
  uint32_t struct_size;
  uint32_t max_blocks;       /* Of all functions of the program together. */
  uint32_t max_instructions; /* Likewise. */
  uint32_t max_output_words; /* Of the module. */
  uint32_t max_milliseconds; /* That go by. LLVM's reader and SPIRV-Tools' validator do not look at the clock. */
  uint32_t reserved;         /* 0. */
  TrellisStopCallback stop;  /* NULL: nobody. */
  void* stop_user;
} TrellisLimits;
#define TRELLIS_LIMITS_INIT {sizeof(TrellisLimits), 0, 0, 0, 0, 0, NULL, NULL}

/* --- Translators -------------------------------------------------------------------------------------------------------- */

typedef struct TrellisTranslator TrellisTranslator;
typedef struct TrellisModule TrellisModule; /* What a translation makes: translate.h. */

/* All of the library's own memory: objects, their contents and results of their getters, and temporary memory of
 * calls. LLVM and SPIRV-Tools use the process's own heap (see docs/embedding.md).
 * Both functions or neither. `allocate` is called on the thread of a call with the translator, or of a getter that builds
 * a text on its first call. `release` is called there too, and on whichever thread destroys the last object that needs the
 * memory, which may be a module that another translator made from a program of this one. So both must be thread-safe unless all
 * of that happens on one thread, and must work until the last object is gone. Neither may call the library or throw. */
typedef struct TrellisAllocator {
  void* user;
  /* `alignment`: a power of two. NULL: out of memory; the call returns TRELLIS_ERROR_OUT_OF_MEMORY. */
  void* (*allocate)(void* user, size_t size, size_t alignment);
  /* With the size and the alignment of the allocation. */
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

/* `options` may be NULL. On failure *translator is NULL. */
TRELLIS_API TrellisResult trellis_translator_create(const TrellisTranslatorOptions* options, TrellisTranslator** translator);
TRELLIS_API void trellis_translator_destroy(TrellisTranslator* translator);
/* Of the last call with this translator that failed; never NULL for a live translator (its result is TRELLIS_SUCCESS if nothing
 * has failed yet). Valid until the next call with the translator. */
TRELLIS_API const TrellisError* trellis_translator_error(const TrellisTranslator* translator);

#ifdef __cplusplus
}
#endif

#endif
