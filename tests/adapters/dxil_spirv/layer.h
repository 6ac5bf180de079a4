/* A layer that puts D3D12 on Vulkan, as far as it talks to the translator: in C, over the interface's header
 * alone. */
#ifndef TRELLIS_TESTS_LAYER_H
#define TRELLIS_TESTS_LAYER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits: how the layer binds. None: each resource is a descriptor of its own. */
enum LayerMode {
  LAYER_TABLES = 1,        /* Slices of bindless heaps; the first element is in a root constant. */
  LAYER_OFFSET_BUFFER = 2, /* Views begin anywhere: their offsets are in a buffer. */
  LAYER_ROOT_DESCRIPTORS =
      4, /* Raw, structured and constant buffers that are no arrays: addresses in the root data. */
  LAYER_ROOT_CONSTANTS = 8,     /* Constant buffers of up to 64 bytes: words of the root data. */
  LAYER_INLINE_BLOCK = 16,      /* The root data is an inline uniform block. */
  LAYER_STORAGE_CONSTANTS = 32, /* Constant buffers of tables are storage buffers. */
  LAYER_ONE_ELEMENT =
      64, /* Unbounded ranges are refused; what is asked again is a root descriptor or a descriptor. */
  LAYER_NO_CALLBACKS = 128
};

/* What comes back. Everything is zero after a failure. */
struct LayerModule {
  uint32_t* words; /* To be freed by layer_free(). */
  size_t count;
  unsigned workgroup[3], wave_sizes[3], patch_vertices;
  unsigned asked;   /* How often callbacks were called. */
  unsigned errors;  /* Lines of the log. */
  char error[1024]; /* The last of them. */
};

/* The interface's result, of the first call that failed; or -100 if something that it promises is not so. */
int layer_convert(const void* dxil, size_t size, unsigned mode, struct LayerModule* module);
void layer_free(struct LayerModule* module);

/* Calls every function with nothing, with too little, and in orders that make no sense. 0, or the line of the
 * check that failed. */
int layer_misuse(const void* dxil, size_t size);

#ifdef __cplusplus
}
#endif

#endif
