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
} TrellisHeapOptions;
#define TRELLIS_HEAP_OPTIONS_INIT \
  {sizeof(TrellisHeapOptions), {0, 5000}, {0, 5001}, {0, 5002}, 0x80, \
   {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 5007}}, TRELLIS_BUFFER_DEFAULT, 0, 0, TRELLIS_NO_OFFSET, \
   TRELLIS_NO_OFFSET}

#ifdef __cplusplus
}
#endif

#endif
