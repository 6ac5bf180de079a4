/* Part of trellis.h: likely bugs in a program, as `trellis --check` reports them (docs/uniformity.md). */
#ifndef TRELLIS_CHECK_H
#define TRELLIS_CHECK_H

#include <trellis/program.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The checks to run, as bits. */
typedef uint32_t TrellisChecks;
enum {
  TRELLIS_CHECK_UNIFORMITY = 1 << 0, /* Barriers, derivatives and descriptor indices in divergent control flow. */
  TRELLIS_CHECK_CONVERGENCE = 1 << 1 /* Wave operations and barriers that may run in smaller groups in the module. */
};

typedef uint32_t TrellisReportFormat;
enum {
  TRELLIS_REPORT_TEXT = 0, /* Empty if nothing is found. */
  TRELLIS_REPORT_JSON = 1,
  TRELLIS_REPORT_SARIF = 2 /* Version 2.1.0. */
};

typedef struct TrellisCheckOptions {
  uint32_t struct_size;
  TrellisChecks checks;       /* At least one check. */
  TrellisReportFormat format;
  uint32_t trust_uavs;        /* 1: assume that UAVs hold uniform values at uniform addresses. */
  uint32_t trust_groupshared; /* 1: assume the same of groupshared memory. */
  const char* file;           /* The program's name in the report; NULL: "-". */
} TrellisCheckOptions;
#define TRELLIS_CHECK_OPTIONS_INIT \
  {sizeof(TrellisCheckOptions), TRELLIS_CHECK_UNIFORMITY | TRELLIS_CHECK_CONVERGENCE, TRELLIS_REPORT_TEXT, 0, 0, NULL}

/* Checks all entry points. `options` may be NULL. The report belongs to the translator and is valid until the next call with
 * it; *finding_count (may be NULL) receives the number of findings. To check convergence, the program is translated with the
 * default options; if that is not possible, the result is TRELLIS_ERROR_UNSUPPORTED. Source lines are known for programs that
 * were read with their debug information. */
TRELLIS_API TrellisResult trellis_program_check(TrellisTranslator* translator, const TrellisProgram* program,
                                                const TrellisCheckOptions* options, uint32_t* finding_count,
                                                const char** report);

#ifdef __cplusplus
}
#endif

#endif
