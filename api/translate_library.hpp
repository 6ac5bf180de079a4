// All entry points of a program in one module.
#pragma once

#include "api/translator.hpp"

namespace trellis {

/// Translates each entry point with `options` (whose entry is empty) and merges the modules; what is told of
/// each is told of the whole. Errors: the first entry point's that has one; what merge_modules() says.
Result<Translation> translate_library(const Translator& translator, const Program& program,
                                      const TranslateOptions& options);

}  // namespace trellis
