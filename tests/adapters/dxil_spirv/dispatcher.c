/* A library that exports the interface's names and forwards calls to the adapter, as one that dispatches to
 * two translators does. It counts calls that the adapter makes back to this library. */
#define _GNU_SOURCE
#define DXIL_SPV_EXPORT_SYMBOLS
#include <dlfcn.h>
#include <dxil_spirv_c.h>
#include <stddef.h>

static int depth, returned;

static void* find(const char* name) {
  static void* library;
  if (library == NULL) library = dlopen(TRELLIS_ADAPTER_FILE, RTLD_NOW | RTLD_LOCAL);
  return library == NULL ? NULL : dlsym(library, name);
}

#define FORWARD(type, failure, name, parameters, arguments) \
  DXIL_SPV_PUBLIC_API type name parameters {                \
    type(*function) parameters;                             \
    type result = failure;                                  \
    *(void**)&function = find(#name);                       \
    if (depth != 0) ++returned;                             \
    if (function == NULL || depth != 0) return result;      \
    ++depth;                                                \
    result = function arguments;                            \
    --depth;                                                \
    return result;                                          \
  }
#define FORWARD_RESULT(name, parameters, arguments) \
  FORWARD(dxil_spv_result, DXIL_SPV_ERROR_GENERIC, name, parameters, arguments)

FORWARD_RESULT(dxil_spv_parse_dxil_blob, (const void* data, size_t size, dxil_spv_parsed_blob* blob),
               (data, size, blob))
FORWARD_RESULT(dxil_spv_parse_reflection_dxil_blob,
               (const void* data, size_t size, dxil_spv_parsed_blob* blob), (data, size, blob))
FORWARD_RESULT(dxil_spv_create_converter, (dxil_spv_parsed_blob blob, dxil_spv_converter* converter),
               (blob, converter))
FORWARD_RESULT(dxil_spv_create_converter_with_reflection,
               (dxil_spv_parsed_blob blob, dxil_spv_parsed_blob reflection, dxil_spv_converter* converter),
               (blob, reflection, converter))
FORWARD_RESULT(dxil_spv_converter_run, (dxil_spv_converter converter), (converter))
FORWARD_RESULT(dxil_spv_converter_get_compiled_spirv,
               (dxil_spv_converter converter, dxil_spv_compiled_spirv* compiled), (converter, compiled))

/* Returns how many calls from inside the adapter reached this library. */
DXIL_SPV_PUBLIC_API int dispatcher_returned_calls(void);
DXIL_SPV_PUBLIC_API int dispatcher_returned_calls(void) { return returned; }
