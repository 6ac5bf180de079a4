// Programs with intrinsics, as text.
#pragma once

#include <string>
#include <string_view>

#include "api/translator.hpp"

namespace trellis::test_backend {

/// A compute shader whose code is `body`, in the forms of program_text() and these:
///
///   %x = ags WORD, A, B           a step of AGS
///   %x = count                    an increment of NVAPI's counter (u7, space3)
///   field K, BYTE, VALUE          a store to packet K
///   %x = result K, BYTE           a load from it
///
/// The body is a function's, without `define` and the closing brace, but with its `ret`.
Result<Program> vendor_program(std::string_view body);

/// The options with NVAPI's slot.
TranslateOptions vendor_options();

/// The message that refuses it; "" if it is translated, which the validator checks.
std::string refusal_of(std::string_view body, const TranslateOptions& options = vendor_options());
/// Its module as text.
std::string module_of(std::string_view body, const TranslateOptions& options = vendor_options());

}  // namespace trellis::test_backend
