// Translates all entry points of a program into one module.
#pragma once

#include "api/translator.hpp"

namespace trellis {

/// Translates one entry point. The caller runs the module check.
using TranslatePart = Result<Translation> (*)(const Program&, const TranslateOptions&);

/// Translates each entry point with `options` (whose `entry` is empty), and merges the modules and the other
/// results. Unsupported entry points are left out (Translation::left_out); if all are, the error of the first
/// is returned. The module check runs on the merged module. Errors: the first one of an entry point other
/// than kUnsupported; those of merge_modules(); the check's.
Result<Translation> translate_library(const Program& program, const TranslateOptions& options,
                                      TranslatePart translate_part);

}  // namespace trellis
