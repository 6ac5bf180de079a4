/* The part of a D3D12-to-Vulkan layer that calls the translator, written in C with only the interface's
 * header. */
#ifndef TRELLIS_TESTS_LAYER_H
#define TRELLIS_TESTS_LAYER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags: how the layer binds resources. Without any, each resource is a separate descriptor. */
enum LayerMode {
  LAYER_TABLES = 1,        /* Slices of bindless heaps; a root constant has the first element. */
  LAYER_OFFSET_BUFFER = 2, /* Views start at any offset, which a buffer contains. */
  LAYER_ROOT_DESCRIPTORS =
      4, /* Raw, structured and constant buffers, except arrays: addresses in the root data. */
  LAYER_ROOT_CONSTANTS = 8,     /* Constant buffers of up to 64 bytes: stored in the root data. */
  LAYER_INLINE_BLOCK = 16,      /* The root data is an inline uniform block. */
  LAYER_STORAGE_CONSTANTS = 32, /* Constant buffers of tables are storage buffers. */
  LAYER_ONE_ELEMENT = 64,       /* Refuses unbounded ranges; when asked again for one element, binds that. */
  LAYER_NO_CALLBACKS = 128
};

/* The result of a conversion. There are no words after a failure. */
struct LayerModule {
  uint32_t* words; /* Freed by layer_free(). */
  size_t count;
  unsigned workgroup[3], wave_sizes[3], patch_vertices;
  unsigned asked;   /* Number of calls of the callbacks. */
  unsigned errors;  /* Number of errors in the log. */
  char error[1024]; /* The last error. */
};

/* Returns the result of the first call that failed, or -100 if the interface breaks one of its guarantees. */
int layer_convert(const void* dxil, size_t size, unsigned mode, struct LayerModule* module);
void layer_free(struct LayerModule* module);

/* Calls every function with null pointers, with incomplete arguments and in the wrong order. Returns 0, or
 * the line of the check that failed. */
int layer_misuse(const void* dxil, size_t size);

#ifdef __cplusplus
}
#endif

#endif
