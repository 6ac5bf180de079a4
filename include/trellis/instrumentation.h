/* Part of trellis.h: modules that report errors while they run (docs/instrumentation.md). */
#ifndef TRELLIS_INSTRUMENTATION_H
#define TRELLIS_INSTRUMENTATION_H

#include <trellis/heaps.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a descriptor of a heap is, as bits: 1 << TRELLIS_HEAP_..., and two more. */
typedef uint32_t TrellisDescriptorBits;
enum { TRELLIS_DESCRIPTOR_SAMPLER = 1 << 8, TRELLIS_DESCRIPTOR_COUNTER = 1 << 9 };

/* What is wrong with an access, in reports. */
typedef uint32_t TrellisDescriptorFault;
enum {
  TRELLIS_FAULT_BEYOND_RANGE = 1, /* The index is beyond the registers of its range. */
  TRELLIS_FAULT_BEYOND_HEAP = 2,
  TRELLIS_FAULT_UNWRITTEN = 3,    /* According to the table, nothing was written there. */
  TRELLIS_FAULT_WRONG_TYPE = 4,   /* What was written there is of another type. */
  TRELLIS_FAULT_NULL_ADDRESS = 5  /* The address of a root descriptor, or of its counter, is 0. */
};

/* The table of a heap: a storage buffer that the caller fills. TrellisDescriptorTable, then `count` of TrellisDescriptorTableElement. */
typedef struct TrellisDescriptorTableElement {
  uint32_t bits; /* What is written there; 0: nothing. */
  uint32_t tag;  /* Chosen by the caller, for reports. */
} TrellisDescriptorTableElement;
typedef struct TrellisDescriptorTable {
  uint32_t count; /* Descriptors in the heap. */
  uint32_t heap;  /* The heap's number, chosen by the caller, for reports. */
  uint32_t reserved[2]; /* 0. */
  /* By the number of the bit, TRELLIS_HEAP_...: an element of the heap with a descriptor of the type, used for wrong
   * accesses; best a null descriptor. The last two are those of samplers and counters. */
  uint32_t safe_elements[10];
  uint32_t more_reserved[2]; /* 0. */
} TrellisDescriptorTable;

/* The buffer of reports: a storage buffer. TrellisDescriptorReports, then `capacity` of TrellisDescriptorReport, then `filter_size` words. */
typedef struct TrellisDescriptorReport {
  uint32_t shader_hash[2]; /* The lower half first. */
  uint32_t access;         /* TrellisCheckedAccess::number. */
  TrellisDescriptorFault fault;
  uint32_t index;  /* BEYOND_RANGE: in the range; NULL_ADDRESS: 0; else in the heap. */
  uint32_t wanted; /* Bits; BEYOND_RANGE: the number of registers in the range. */
  uint32_t found;  /* Bits of the element; BEYOND_HEAP: the number of descriptors. */
  uint32_t tag;    /* Of the element. */
  uint32_t heap;   /* Its number; UINT32_MAX: no heap is involved. */
  uint32_t reserved[3]; /* 0. */
} TrellisDescriptorReport;
typedef struct TrellisDescriptorReports {
  uint32_t capacity;    /* Set by the caller: the maximum number of reports. */
  uint32_t filter_size; /* Set by the caller: words after the reports, all 0 at first. 0: every fault is reported. */
  uint32_t reported;    /* 0 at first. Reports, including those for which there was no room. */
  uint32_t faults;      /* 0 at first. Faults, including those not reported again. */
} TrellisDescriptorReports;

/* The buffer of counters: a storage buffer. TrellisInstructionCounters, then `capacity` numbers of 64 bits, all 0 at first. */
typedef struct TrellisInstructionCounters {
  uint32_t capacity; /* Set by the caller: the number of counters. Blocks with higher numbers are not counted. */
  uint32_t reserved[3]; /* 0. */
} TrellisInstructionCounters;

/* None of the places may be a resource's, or the root data's. */
typedef struct TrellisInstrumentation {
  uint32_t struct_size;
  uint32_t check_descriptors; /* 1: look up every descriptor in its heap's table, and report faults. */
  TrellisHeapPlace reports;
  TrellisHeapPlace resource_table, sampler_table;
  uint64_t shader_hash; /* In reports; 0: the first 8 bytes of the container's part HASH, or 0. */

  uint32_t count_instructions; /* 1: every block of the program counts the lanes that run it. */
  uint32_t first_counter;      /* The number of the first block's counter: modules may share a buffer. */
  TrellisHeapPlace counters;
} TrellisInstrumentation;
#define TRELLIS_INSTRUMENTATION_INIT {sizeof(TrellisInstrumentation), 0, {0, 5003}, {0, 5004}, {0, 5005}, 0, 0, 0, {0, 5006}}

/* Where in the program something is. Strings are never NULL; unknown ones are empty. */
typedef struct TrellisProgramPlace {
  const char* entry_point; /* Its name in the module. */
  const char* function;
  const char* block;       /* Number. */
  const char* instruction; /* "instruction 12": of the block. */
  const char* operation;   /* "dx.op.sample (60)". */
  const char* file;        /* Of the source, if the program was read with TrellisReadOptions::debug_info. */
  uint32_t line, column;   /* From 1 on; 0: unknown. */
} TrellisProgramPlace;

/* An access to a descriptor that a module checks. */
typedef struct TrellisCheckedAccess {
  uint32_t struct_size;
  uint32_t number;      /* In reports; from 1 on, in a row. */
  uint32_t wanted;      /* Bits. */
  uint32_t is_counter;  /* 1: of the hidden counter. */
  const char* resource; /* "lights (t3, space0)", or a form of descriptor of a heap. */
  TrellisProgramPlace place;
} TrellisCheckedAccess;
#define TRELLIS_CHECKED_ACCESS_INIT \
  {sizeof(TrellisCheckedAccess), 0, 0, 0, NULL, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}}

/* A counted block of the program. The counter is how often it was run; multiply by `instructions` to count those. */
typedef struct TrellisCountedBlock {
  uint32_t struct_size;
  uint32_t counter;         /* From first_counter on, in a row. */
  uint32_t instructions;    /* Of the block: all but phis. */
  uint32_t operations;      /* Those of them that are operations of DXIL (dx.op). */
  TrellisProgramPlace place; /* Its first line; `instruction` and `operation` are empty. */
} TrellisCountedBlock;
#define TRELLIS_COUNTED_BLOCK_INIT \
  {sizeof(TrellisCountedBlock), 0, 0, 0, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}}

#ifdef __cplusplus
}
#endif

#endif
