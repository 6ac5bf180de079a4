/* Part of trellis.h: where the descriptor heaps of shader model 6.6 are bound. */
#ifndef TRELLIS_HEAPS_H
#define TRELLIS_HEAPS_H

#include <trellis/binding.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The Vulkan type of a descriptor in the resource heap. */
typedef uint32_t TrellisHeapType;
enum {
  TRELLIS_HEAP_CONSTANT_BUFFER = 0,
  TRELLIS_HEAP_READ_BUFFER = 1,  /* Read-only raw and structured buffers: storage buffers. */
  TRELLIS_HEAP_WRITE_BUFFER = 2, /* Writable raw and structured buffers: storage buffers. */
  TRELLIS_HEAP_READ_TEXELS = 3,  /* Read-only typed buffers: uniform texel buffers. */
  TRELLIS_HEAP_WRITE_TEXELS = 4, /* Writable typed buffers: storage texel buffers. */
  TRELLIS_HEAP_TEXTURE = 5,
  TRELLIS_HEAP_WRITE_TEXTURE = 6,
  TRELLIS_HEAP_ACCELERATION_STRUCTURE = 7,
  TRELLIS_HEAP_TYPE_COUNT = 8
};

typedef struct TrellisHeapPlace {
  uint32_t set, binding;
} TrellisHeapPlace;

/* Where a module finds the number of descriptors in the resource heap. */
typedef uint32_t TrellisHeapSizeForm;
enum {
  TRELLIS_HEAP_SIZE_NUMBER = 0,        /* In resource_count or the root data. */
  TRELLIS_HEAP_SIZE_UNIFORM_BLOCK = 1, /* In the first word of a uniform buffer. */
  TRELLIS_HEAP_SIZE_OF_BUFFER = 2      /* Given by the size of a storage buffer that contains the heap. */
};

/* What the heaps are in a module. */
typedef uint32_t TrellisHeapForm;
enum {
  TRELLIS_HEAPS_BINDINGS = 0,  /* Runtime arrays of descriptors at the bindings in TrellisHeapOptions. */
  TRELLIS_HEAPS_EXTENSION = 1  /* The device's own heaps: SPV_EXT_descriptor_heap, VK_EXT_descriptor_heap. */
};

/* The heaps are runtime arrays of descriptors. The resource heap is one array of mutable descriptors, except for the types in
 * types_apart: each of these has an array of its own, with the heap's indices. By default that is the case for acceleration
 * structures, because few drivers support them as mutable descriptors. The bind callback is also called for each form of
 * descriptor, with these locations in its binding. */
typedef struct TrellisHeapOptions {
  uint32_t struct_size;
  TrellisHeapPlace resources, counters, samplers;
  uint32_t types_apart; /* Bits 1 << TRELLIS_HEAP_...: the arrays of these types are at by_type[TRELLIS_HEAP_...]. */
  TrellisHeapPlace by_type[8];
  TrellisBufferForm constant_buffer_form; /* DEFAULT (uniform buffers) or STORAGE. */
  /* Numbers of descriptors: an index out of bounds becomes the last one. 0: indices are not checked. The fields below give,
   * instead, the byte offset in the root data of the number. */
  uint32_t resource_count, sampler_count;
  uint32_t resource_count_offset, sampler_count_offset; /* TRELLIS_NO_OFFSET: the numbers above apply. */
  TrellisHeapSizeForm resource_size_form;
  uint32_t resource_size_set, resource_size_binding; /* Location of the buffer, unless the form is NUMBER. */
  uint32_t resource_size_stride;                     /* For OF_BUFFER: bytes per descriptor, a multiple of 4. */
  uint32_t ends_with_null; /* 1: a null descriptor follows the last one, and an index out of bounds selects it. */
  uint32_t bounds_slices;  /* 1: the indices of slices of heaps are also checked, after adding their table's offset. */
  /* EXTENSION: the places above have no effect. The strides are bytes from one descriptor to the next, whatever their types;
   * 0: the size of the heap's largest descriptor, which the device inserts. */
  TrellisHeapForm form;
  uint32_t resource_stride, sampler_stride;
  uint32_t counter_distance; /* The hidden counter of the buffer at index i is the storage buffer at index i + distance. 0: none. */
} TrellisHeapOptions;
#define TRELLIS_HEAP_OPTIONS_INIT \
  {sizeof(TrellisHeapOptions), {0, 5000}, {0, 5001}, {0, 5002}, 0x80, \
   {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 5007}}, TRELLIS_BUFFER_DEFAULT, 0, 0, TRELLIS_NO_OFFSET, \
   TRELLIS_NO_OFFSET, TRELLIS_HEAP_SIZE_NUMBER, 0, 0, 0, 0, 0, TRELLIS_HEAPS_BINDINGS, 0, 0, 0}

#ifdef __cplusplus
}
#endif

#endif
