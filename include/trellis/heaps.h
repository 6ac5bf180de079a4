/* Part of trellis.h: where shader model 6.6's descriptor heaps are. */
#ifndef TRELLIS_HEAPS_H
#define TRELLIS_HEAPS_H

#include <trellis/binding.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The type of a descriptor of the resource heap in Vulkan. */
typedef uint32_t TrellisHeapType;
enum {
  TRELLIS_HEAP_CONSTANT_BUFFER = 0,
  TRELLIS_HEAP_READ_BUFFER = 1,  /* Raw and structured buffers, read-only: storage buffers. */
  TRELLIS_HEAP_WRITE_BUFFER = 2, /* The same, writable. */
  TRELLIS_HEAP_READ_TEXELS = 3,  /* Typed buffers: uniform texel buffers. */
  TRELLIS_HEAP_WRITE_TEXELS = 4, /* Storage texel buffers. */
  TRELLIS_HEAP_TEXTURE = 5,
  TRELLIS_HEAP_WRITE_TEXTURE = 6,
  TRELLIS_HEAP_ACCELERATION_STRUCTURE = 7,
  TRELLIS_HEAP_TYPE_COUNT = 8
};

typedef struct TrellisHeapPlace {
  uint32_t set, binding;
} TrellisHeapPlace;

/* Where the number of the resource heap's descriptors is. */
typedef uint32_t TrellisHeapSizeForm;
enum {
  TRELLIS_HEAP_SIZE_NUMBER = 0,        /* resource_count, or the root data. */
  TRELLIS_HEAP_SIZE_UNIFORM_BLOCK = 1, /* The first word of a uniform buffer. */
  TRELLIS_HEAP_SIZE_OF_BUFFER = 2      /* The size of a storage buffer that contains the heap. */
};

/* The heaps are runtime arrays of descriptors. The resource heap is one array of mutable descriptors, unless types are
 * set apart: then each of those is an array of its own, with the heap's indices. Acceleration structures are apart by
 * default, because few drivers have mutable descriptors that may be acceleration structures. The bind callback is also called for each
 * form of descriptor, with these places in its binding. */
typedef struct TrellisHeapOptions {
  uint32_t struct_size;
  TrellisHeapPlace resources, counters, samplers;
  uint32_t types_apart; /* Bits 1 << TRELLIS_HEAP_...: these types are at by_type[TRELLIS_HEAP_...]. */
  TrellisHeapPlace by_type[8];
  TrellisBufferForm constant_buffer_form; /* DEFAULT (uniform buffers) or STORAGE. */
  /* Numbers of descriptors: an index out of bounds becomes the last one. 0: indices are not checked. Or, below, the byte
     of the root data with the number. */
  uint32_t resource_count, sampler_count;
  uint32_t resource_count_offset, sampler_count_offset; /* TRELLIS_NO_OFFSET: the numbers above apply. */
  TrellisHeapSizeForm resource_size_form;
  uint32_t resource_size_set, resource_size_binding; /* Of the buffer, unless it is NUMBER. */
  uint32_t resource_size_stride;                     /* OF_BUFFER: bytes per descriptor, a multiple of 4. */
  uint32_t ends_with_null; /* 1: a null descriptor follows the last one, and an index out of bounds becomes the null's. */
  uint32_t bounds_slices;  /* 1: the indices of TRELLIS_BIND_HEAP bindings are checked too, with their table's offset. */
} TrellisHeapOptions;
#define TRELLIS_HEAP_OPTIONS_INIT \
  {sizeof(TrellisHeapOptions), {0, 5000}, {0, 5001}, {0, 5002}, 0x80, \
   {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 5007}}, TRELLIS_BUFFER_DEFAULT, 0, 0, TRELLIS_NO_OFFSET, \
   TRELLIS_NO_OFFSET, TRELLIS_HEAP_SIZE_NUMBER, 0, 0, 0, 0, 0}

#ifdef __cplusplus
}
#endif

#endif
