/* Part of trellis.h: modules that report errors while they run (docs/instrumentation.md). */
#ifndef TRELLIS_INSTRUMENTATION_H
#define TRELLIS_INSTRUMENTATION_H

#include <trellis/heaps.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a heap's descriptor, as bits: 1 << TRELLIS_HEAP_..., and these two. */
typedef uint32_t TrellisDescriptorBits;
enum { TRELLIS_DESCRIPTOR_SAMPLER = 1 << 8, TRELLIS_DESCRIPTOR_COUNTER = 1 << 9 };

/* The fault of an access in a report. */
typedef uint32_t TrellisDescriptorFault;
enum {
  TRELLIS_FAULT_BEYOND_RANGE = 1, /* The index is beyond the registers of its range. */
  TRELLIS_FAULT_BEYOND_HEAP = 2,
  TRELLIS_FAULT_UNWRITTEN = 3,    /* According to the table, no descriptor was written there. */
  TRELLIS_FAULT_WRONG_TYPE = 4,   /* The descriptor written there has another type. */
  TRELLIS_FAULT_NULL_ADDRESS = 5  /* The address of a root descriptor, or of its counter, is 0. */
};

/* The table of a heap: a storage buffer that the caller fills with a TrellisDescriptorTable, then `count`
 * TrellisDescriptorTableElements. */
typedef struct TrellisDescriptorTableElement {
  uint32_t bits; /* The kind of the descriptor; 0: none was written. */
  uint32_t tag;  /* Chosen by the caller, for reports. */
} TrellisDescriptorTableElement;
typedef struct TrellisDescriptorTable {
  uint32_t count; /* Number of descriptors in the heap. */
  uint32_t heap;  /* The heap's number, chosen by the caller, for reports. */
  uint32_t reserved[2]; /* Set to 0. */
  /* By bit number (TRELLIS_HEAP_...): an element of the heap with a descriptor of that type, preferably a null descriptor. It
   * is used instead for faulty accesses. The last two are for samplers and counters. */
  uint32_t safe_elements[10];
  uint32_t more_reserved[2]; /* Set to 0. */
} TrellisDescriptorTable;

/* The buffer of reports: a storage buffer with a TrellisDescriptorReports, then `capacity` structs TrellisDescriptorReport,
 * then `filter_size` words. */
typedef struct TrellisDescriptorReport {
  uint32_t shader_hash[2]; /* The lower half first. */
  uint32_t access;         /* TrellisCheckedAccess::number. */
  TrellisDescriptorFault fault;
  uint32_t index;  /* BEYOND_RANGE: index in the range; NULL_ADDRESS: 0; otherwise index in the heap. */
  uint32_t wanted; /* Kind of descriptor, as bits; BEYOND_RANGE: the number of registers in the range. */
  uint32_t found;  /* Kind of the element, as bits; BEYOND_HEAP: the number of descriptors. */
  uint32_t tag;    /* The tag of the element. */
  uint32_t heap;   /* The heap's number; UINT32_MAX: no heap is involved. */
  uint32_t reserved[3]; /* Always 0. */
} TrellisDescriptorReport;
typedef struct TrellisDescriptorReports {
  uint32_t capacity;    /* Set by the caller: the maximum number of reports. */
  /* Set by the caller: the number of words after the reports, which must be 0 at first. With 0 words, every fault is reported. */
  uint32_t filter_size;
  uint32_t reported;    /* Set to 0 at first. Counts reports, including those for which there was no room. */
  uint32_t faults;      /* Set to 0 at first. Counts faults, including those not reported again. */
} TrellisDescriptorReports;

/* The format of the table and of the reports. */
typedef uint32_t TrellisDescriptorFormat;
enum {
  TRELLIS_DESCRIPTORS_BY_TABLES = 0, /* TrellisDescriptorTable and TrellisDescriptorReports. */
  TRELLIS_DESCRIPTORS_BY_COOKIES = 1 /* TrellisCookieTable and TrellisCookieReport, as layers for D3D12 have them. */
};

/* Kinds of descriptors in the format of cookies, as bits. An access requires one or two. */
typedef uint32_t TrellisCookieBits;
enum {
  TRELLIS_COOKIE_TEXTURE = 1 << 0,
  TRELLIS_COOKIE_WRITE_TEXTURE = 1 << 1,
  TRELLIS_COOKIE_UNIFORM_BUFFER = 1 << 2,
  TRELLIS_COOKIE_STORAGE_BUFFER = 1 << 3,
  TRELLIS_COOKIE_READ_TEXELS = 1 << 4,
  TRELLIS_COOKIE_WRITE_TEXELS = 1 << 5,
  TRELLIS_COOKIE_ACCELERATION_STRUCTURE = 1 << 6,
  TRELLIS_COOKIE_ADDRESS = 1 << 8 /* A table of addresses has an entry: of a counter or an acceleration structure. */
};

/* The faults of an access in the format of cookies, as bits. */
typedef uint32_t TrellisCookieFaults;
enum {
  TRELLIS_COOKIE_BEYOND_HEAP = 1 << 0,
  TRELLIS_COOKIE_WRONG_TYPE = 1 << 1,
  TRELLIS_COOKIE_DESTROYED = 1 << 2, /* The cookie's resource does not exist. */
  TRELLIS_COOKIE_TOO_NEW = 1 << 3    /* The resource was created after the work was submitted. */
};

/* The table of the resource heap: a storage buffer that the caller fills with a TrellisCookieTable, then `count`
 * TrellisCookieTableElements. A null descriptor must follow the heap's last descriptor: faulty accesses go there. */
typedef struct TrellisCookieTableElement {
  uint32_t cookie;    /* Chosen by the caller: the number of the resource. */
  uint32_t timestamp; /* Of the resource's creation. */
  TrellisCookieBits bits;
} TrellisCookieTableElement;
typedef struct TrellisCookieTable {
  uint32_t count; /* Number of descriptors in the heap. */
  uint32_t heap;  /* The heap's number, chosen by the caller, for reports. */
} TrellisCookieTable;

/* The buffer of reports: a storage buffer with one TrellisCookieReport, then words with a bit for each cookie, which is 1
 * while the resource exists (bit 0 of the first word: cookie 0). */
typedef struct TrellisCookieReport {
  uint32_t shader_hash[2]; /* The lower half first. */
  uint32_t index;          /* In the heap. */
  uint32_t heap;           /* The heap's number. */
  uint32_t cookie;         /* Of the element; 0: BEYOND_HEAP. */
  uint32_t fault_count;    /* Faults since the caller set it to 0. Only the first one is reported. */
  uint32_t access;         /* TrellisCheckedAccess::number. */
  TrellisCookieBits wanted;
  TrellisCookieBits found;   /* Those of the element; 0: BEYOND_HEAP. */
  TrellisCookieFaults fault; /* Written last. After reading, set it to 0, and then fault_count. */
  uint32_t timestamp;        /* Set by the caller: when the work was submitted. */
} TrellisCookieReport;

/* The buffer of counters: a storage buffer with a TrellisInstructionCounters, then `capacity` 64-bit numbers, all 0 at first. */
typedef struct TrellisInstructionCounters {
  uint32_t capacity; /* Set by the caller: the number of counters. Blocks with higher numbers are not counted. */
  uint32_t reserved[3]; /* Set to 0. */
} TrellisInstructionCounters;

/* The locations must differ from those of resources and of the root data. */
typedef struct TrellisInstrumentation {
  uint32_t struct_size;
  uint32_t check_descriptors; /* 1: look up every descriptor in its heap's table, and report faults. */
  TrellisHeapPlace reports;
  TrellisHeapPlace resource_table, sampler_table;
  uint64_t shader_hash; /* Appears in reports. 0: the first 8 bytes of the container's part HASH, or 0 if it has none. */

  uint32_t count_instructions; /* 1: every block of the program counts the lanes that run it. */
  uint32_t first_counter;      /* The number of the first block's counter: modules may share a buffer. */
  TrellisHeapPlace counters;

  TrellisDescriptorFormat descriptor_format; /* With check_descriptors. Cookies use no sampler_table. */
} TrellisInstrumentation;
#define TRELLIS_INSTRUMENTATION_INIT {sizeof(TrellisInstrumentation), 0, {0, 5003}, {0, 5004}, {0, 5005}, 0, 0, 0, {0, 5006}, 0}

/* A location in the program. Strings are never NULL; unknown ones are empty. */
typedef struct TrellisProgramPlace {
  const char* entry_point; /* Its name in the module. */
  const char* function;
  const char* block;       /* The block's number. */
  const char* instruction; /* For example "instruction 12", counted in the block. */
  const char* operation;   /* For example "dx.op.sample (60)". */
  const char* file;        /* The source file, if the program was read with TrellisReadOptions::debug_info. */
  uint32_t line, column;   /* Counted from 1; 0: unknown. */
} TrellisProgramPlace;

/* An access to a descriptor that a module checks. */
typedef struct TrellisCheckedAccess {
  uint32_t struct_size;
  uint32_t number;      /* The number in reports: consecutive, starting with 1. */
  uint32_t wanted;      /* The required kind of descriptor, as bits: of the format that was chosen. */
  uint32_t is_counter;  /* 1: it accesses the hidden counter. */
  const char* resource; /* For example "lights (t3, space0)", or a form of descriptor of a heap. */
  TrellisProgramPlace place;
} TrellisCheckedAccess;
#define TRELLIS_CHECKED_ACCESS_INIT \
  {sizeof(TrellisCheckedAccess), 0, 0, 0, NULL, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}}

/* A counted block of the program. The counter holds how often it was run; multiply it by `instructions` for the number of
 * instructions run. */
typedef struct TrellisCountedBlock {
  uint32_t struct_size;
  uint32_t counter;         /* Consecutive, starting with first_counter. */
  uint32_t instructions;    /* Number of instructions of the block, without phis. */
  uint32_t operations;      /* How many of them are DXIL operations (dx.op). */
  TrellisProgramPlace place; /* The block's first line; `instruction` and `operation` are empty. */
} TrellisCountedBlock;
#define TRELLIS_COUNTED_BLOCK_INIT \
  {sizeof(TrellisCountedBlock), 0, 0, 0, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}}

#ifdef __cplusplus
}
#endif

#endif
