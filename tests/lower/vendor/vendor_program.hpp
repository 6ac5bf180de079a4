// Programs with vendor intrinsics, written as text.
#pragma once

#include <string>
#include <string_view>

#include "api/translator.hpp"

namespace trellis::test_backend {

/// Reads a compute shader whose code is `body`, in the forms of program_text() and these:
///
///   %x = ags WORD, A, B           a step of AGS
///   %x = count                    an increment of NVAPI's counter (u7, space3)
///   field K, BYTE, VALUE          a store to packet K
///   %x = result K, BYTE           a load from packet K
///
/// The body is that of a function, without `define` and the closing brace, but with its `ret`.
Result<Program> vendor_program(std::string_view body);

/// Returns options with NVAPI's slot.
TranslateOptions vendor_options();

/// Returns the error of the translation, or "" if the program translates to a valid module.
std::string refusal_of(std::string_view body, const TranslateOptions& options = vendor_options());
/// Returns the disassembly of the module.
std::string module_of(std::string_view body, const TranslateOptions& options = vendor_options());

}  // namespace trellis::test_backend
