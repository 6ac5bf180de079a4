// All entry points of a program in one module.
#pragma once

#include "api/translator.hpp"

namespace trellis {

/// Translates each entry point with `options` (whose entry is empty) and merges the modules, and the rest of
/// the translations, too. Errors: the first of an entry point; those of merge_modules().
Result<Translation> translate_library(const Translator& translator, const Program& program,
                                      const TranslateOptions& options);

}  // namespace trellis
