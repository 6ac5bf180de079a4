// The Windows API, without the macros of its header that conflict with other names, and conversions of text.
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <string>
#include <string_view>

namespace trellis::windows {

/// Converts UTF-8 to UTF-16. Returns false if the text is not valid UTF-8 or contains a zero, so that it
/// cannot name anything.
bool widen(std::string_view text, std::wstring& wide);

/// Converts UTF-16 to UTF-8; empty if the text is invalid.
std::string narrow(std::wstring_view wide);

/// Returns the system's description of one of its error numbers, without a full stop.
std::string error_text(DWORD number);

}  // namespace trellis::windows
