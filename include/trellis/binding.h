/* Part of trellis.h: where resources are bound. */
#ifndef TRELLIS_BINDING_H
#define TRELLIS_BINDING_H

#include <trellis/program.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t TrellisBindingKind;
enum {
  TRELLIS_BIND_DESCRIPTOR = 0,     /* A descriptor, or an array of them, at (set, binding). */
  TRELLIS_BIND_HEAP = 1,           /* A slice of a runtime array at (set, binding) that many resources may share. */
  TRELLIS_BIND_ROOT_CONSTANTS = 2, /* Constant buffers: words of the root data. */
  TRELLIS_BIND_ADDRESS = 3,        /* Buffers, acceleration structures: a 64-bit device address in the root data. */
  TRELLIS_BIND_DEVICE_HEAP = 4     /* Like HEAP, of the device's own heaps (SPV_EXT_descriptor_heap), without set and binding. */
};
typedef uint32_t TrellisBufferForm;
enum {
  TRELLIS_BUFFER_DEFAULT = 0, /* Constant buffers: uniform; raw, structured: storage; typed: texel. */
  TRELLIS_BUFFER_UNIFORM = 1, /* Constant buffers. */
  TRELLIS_BUFFER_STORAGE = 2, /* Constant, raw and structured buffers. */
  TRELLIS_BUFFER_TEXEL = 3,   /* Typed, raw and structured buffers (32-bit texels). */
  /* Constant, raw and structured buffers, acceleration structures: (set, binding) is one storage buffer with the 64-bit
     device address of each element, at byte address_stride * element + address_offset. */
  TRELLIS_BUFFER_ADDRESSES = 4
};
#define TRELLIS_NO_OFFSET UINT32_MAX

/* Which part of the bound buffer is the view. A D3D view begins at any element, a Vulkan descriptor at a multiple of an
 * alignment. Bind the buffer from the next lower multiple on, and pass two words to the module: the view's offset from there
 * and its size, in bytes (multiples of 4) for raw and structured buffers and in elements for typed ones. Reads outside the
 * view return zero; writes are dropped. The fourth component of an out-of-bounds typed load depends on the device: with
 * robustBufferAccess2 it is 1 if the view's format has no alpha, else 0, as in D3D12. */
typedef uint32_t TrellisRangeKind;
enum {
  TRELLIS_RANGE_WHOLE = 0,     /* The whole buffer. */
  TRELLIS_RANGE_ROOT_DATA = 1, /* The words are in the root data, from byte range_root_offset on. */
  TRELLIS_RANGE_TABLE = 2      /* (range_set, range_binding) is a storage buffer with the words of each element, at byte
                                  range_stride * element + range_offset. */
};

/* Where one range of registers is bound. Register first_register + i is element first_element + i, unless is_single_element
 * is set. */
typedef struct TrellisBinding {
  uint32_t struct_size;
  TrellisBindingKind kind;
  TrellisBufferForm form;
  uint32_t set, binding;       /* Descriptors and heaps. */
  uint32_t first_element;      /* Descriptors and heaps. */
  uint32_t array_size;         /* Descriptors: the size of the binding; 0: first_element + the number of registers. */
  uint32_t table_offset;       /* Heaps: byte offset in the root data of a word that is added to the index; or TRELLIS_NO_OFFSET. */
  uint32_t root_offset;        /* Root constants, addresses: byte offset in the root data. */
  uint32_t root_size;          /* Root constants: size in bytes. Reads out of bounds return zero. */
  /* Addresses: byte offset in the root data of the buffer's size in bytes. TRELLIS_NO_OFFSET: none; reads and writes out of
   * bounds are then undefined. */
  uint32_t bound_offset;
  TrellisBindingKind counter_kind; /* For hidden counters: any but ROOT_CONSTANTS. */
  TrellisBufferForm counter_form;  /* DEFAULT (storage), TEXEL or ADDRESSES. */
  uint32_t counter_set, counter_binding, counter_first_element, counter_table_offset, counter_root_offset;
  uint32_t address_stride, address_offset; /* For TRELLIS_BUFFER_ADDRESSES, in bytes; multiples of 4. */
  TrellisRangeKind range_kind;             /* For raw, structured and typed buffers that are descriptors. */
  uint32_t range_root_offset;
  uint32_t range_set, range_binding;
  uint32_t range_stride, range_offset;
  uint32_t counter_address_stride, counter_address_offset;
  /* 1: all registers of the range, and their counters, are the single element first_element; the index is ignored. Root
   * constants and addresses can then be used for any range. */
  uint32_t is_single_element;
  /* Addresses. 1: no address is 0. 0: reads at address 0 return zero; writes and atomics are dropped. */
  uint32_t is_never_null;
  uint32_t counter_is_never_null; /* The same for counters at addresses. */
  /* Ray stages. 1: root_offset and table_offset are byte offsets in the shader record after its group handle. */
  uint32_t in_record;
  uint32_t table_shift; /* Heaps with in_record: the word at table_offset is shifted right by this many bits. */
} TrellisBinding;
#define TRELLIS_BINDING_INIT \
  {sizeof(TrellisBinding), TRELLIS_BIND_DESCRIPTOR, TRELLIS_BUFFER_DEFAULT, 0, 0, 0, 0, TRELLIS_NO_OFFSET, 0, 0, \
   TRELLIS_NO_OFFSET, TRELLIS_BIND_DESCRIPTOR, TRELLIS_BUFFER_DEFAULT, 0, 0, 0, TRELLIS_NO_OFFSET, 0, 8, 0, \
   TRELLIS_RANGE_WHOLE, 0, 0, 0, 8, 0, 8, 0, 0, 0, 0, 0, 0}

/* Shader model 6.6's descriptor heaps. */
typedef uint32_t TrellisHeap;
enum { TRELLIS_HEAP_NONE = 0, TRELLIS_HEAP_RESOURCES = 1, TRELLIS_HEAP_SAMPLERS = 2 };

/* A resource that the entry point uses, and how. For a heap, one form of descriptor that the entry point uses from it: `info`
 * then has neither register nor space (both UINT32_MAX), and a count of TRELLIS_UNBOUNDED. */
typedef struct TrellisResourceUse {
  uint32_t struct_size;
  TrellisStage stage;
  uint32_t resource;               /* Index among the program's resources; UINT32_MAX for heaps. */
  const TrellisResourceInfo* info; /* As from trellis_program_resource(). */
  uint32_t is_read, is_written, is_atomic, uses_counter;
  uint32_t is_dynamically_indexed; /* Indexed by a value that is not constant. */
  uint32_t is_non_uniform;         /* The index may diverge within a subgroup. */
  TrellisHeap heap;
  uint32_t needs_integer_view; /* An image or typed buffer of floats whose bits are compared: its descriptor
                                  must be a view of the texels as VK_FORMAT_R32_UINT. */
} TrellisResourceUse;
#define TRELLIS_RESOURCE_USE_INIT {sizeof(TrellisResourceUse), 0, 0, NULL, 0, 0, 0, 0, 0, 0, TRELLIS_HEAP_NONE, 0}

/* Decides where a resource is bound. *binding arrives pre-filled with the default: change the members that differ. Returns 1, or
 * 0 to refuse the resource (the translation then fails and names it). */
typedef uint32_t (*TrellisBindCallback)(void* user, const TrellisResourceUse* use, TrellisBinding* binding);

/* The same decision as data: the first entry that contains the resource's first register applies. For heaps, see
 * TrellisHeapOptions. */
typedef struct TrellisBindingEntry {
  TrellisResourceClass resource_class;
  uint32_t space;
  uint32_t first_register; /* Elements count from here: register first_register + i is element binding.first_element + i. */
  uint32_t count;          /* Number of registers, or TRELLIS_UNBOUNDED. */
  TrellisBinding binding;
} TrellisBindingEntry;

/* The same decision by name, as in HLSL and in TrellisResourceInfo. Root constants with a root_size of 0 are the whole
 * constant buffer: the root data (TrellisTranslateOptions::root_data_size) grows to hold it, from byte root_offset on or, if
 * that is TRELLIS_NO_OFFSET, from the first multiple of 16 after its end. trellis_pipeline_layout_of_modules() gives the
 * resulting size. */
typedef struct TrellisNamedBinding {
  const char* name;
  TrellisBinding binding;
} TrellisNamedBinding;

typedef uint32_t TrellisRootDataForm;
enum { TRELLIS_ROOT_DATA_PUSH_CONSTANTS = 0, TRELLIS_ROOT_DATA_UNIFORM_BLOCK = 1 };

#ifdef __cplusplus
}
#endif

#endif
