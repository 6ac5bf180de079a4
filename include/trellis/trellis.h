/* Trellis: DXIL to SPIR-V for Vulkan, as a C library.
 *
 *   TrellisTranslator* translator = NULL;
 *   trellis_translator_create(NULL, &translator);
 *   TrellisProgram* program = NULL;
 *   TrellisModule* module = NULL;
 *   if (trellis_program_read(translator, dxil, dxil_size, NULL, &program) == TRELLIS_SUCCESS &&
 *       trellis_translate(translator, program, NULL, &module) == TRELLIS_SUCCESS) {
 *     size_t word_count = 0;
 *     const uint32_t* words = trellis_module_words(module, &word_count);
 *     ...
 *   } else {
 *     puts(trellis_translator_error(translator)->text);
 *   }
 *   trellis_module_destroy(module);
 *   trellis_program_destroy(program);
 *   trellis_translator_destroy(translator);
 *
 * Rules.
 * - Structs that callers fill in start with `struct_size`, which the TRELLIS_..._INIT macros set: a newer library accepts the
 *   smaller struct of an older header and uses its own defaults for the rest. Structs that the library fills in (`...Info`)
 *   start with it too: it writes no more than that many bytes.
 * - Nothing throws, aborts, exits or prints. Every failure is a TrellisResult; trellis_translator_error() returns what and where.
 * - Pointers that a getter returns belong to the object it was called on and live as long as it does.
 * - A translator is used by one thread at a time; create one per thread. Programs and modules are read-only once made: any number
 *   of threads may use them together. They do not refer to the translator that made them, nor to the caller's bytes.
 * - The same program and options produce the same words on every machine.
 * - Destroying NULL does nothing. In builds without NDEBUG, using a destroyed object is detected and reported as
 *   TRELLIS_ERROR_INVALID_ARGUMENT (getters return nothing).
 */
#ifndef TRELLIS_TRELLIS_H
#define TRELLIS_TRELLIS_H

#include <trellis/base.h>
#include <trellis/binding.h>
#include <trellis/check.h>
#include <trellis/heaps.h>
#include <trellis/instrumentation.h>
#include <trellis/library.h>
#include <trellis/pipeline_layout.h>
#include <trellis/program.h>
#include <trellis/stage_options.h>
#include <trellis/translate.h>
#include <trellis/view_instancing.h>

#endif
