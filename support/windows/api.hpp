// Windows' own interface, without what its header would take from others, and names as it has them.
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

/// UTF-8 as UTF-16. False: the text is no UTF-8, or has a zero in it, and names nothing.
bool widen(std::string_view text, std::wstring& wide);

/// UTF-16 as UTF-8; empty if it is none.
std::string narrow(std::wstring_view wide);

/// What the system says of one of its error numbers, without a full stop.
std::string error_text(DWORD number);

}  // namespace trellis::windows
