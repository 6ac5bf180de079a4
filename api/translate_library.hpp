// All entry points of a program in one module.
#pragma once

#include "api/translator.hpp"

namespace trellis {

/// Translates one entry point. The module check is left to the caller.
using TranslatePart = Result<Translation> (*)(const Program&, const TranslateOptions&);

/// Translates each entry point with `options` (whose entry is empty) and merges the modules, and the rest of
/// the translations, too. The module check sees the merged module. Errors: the first of an entry point; those
/// of merge_modules(); the check's.
Result<Translation> translate_library(const Program& program, const TranslateOptions& options,
                                      TranslatePart translate_part);

}  // namespace trellis
