#include "support/windows/api.hpp"

namespace trellis::windows {

bool widen(std::string_view text, std::wstring& wide) {
  wide.clear();
  if (text.empty()) return true;
  if (text.size() > 0x7fff'ffff || text.find('\0') != text.npos) return false;
  const int length = static_cast<int>(text.size());
  const int needed = ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), length, nullptr, 0);
  if (needed <= 0) return false;
  wide.resize(static_cast<size_t>(needed));
  return ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), length, wide.data(), needed) ==
         needed;
}

std::string narrow(std::wstring_view wide) {
  if (wide.empty() || wide.size() > 0x7fff'ffff) return {};
  const int length = static_cast<int>(wide.size());
  const int needed =
      ::WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide.data(), length, nullptr, 0, nullptr, nullptr);
  if (needed <= 0) return {};
  std::string text(static_cast<size_t>(needed), '\0');
  const int made = ::WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide.data(), length, text.data(),
                                         needed, nullptr, nullptr);
  return made == needed ? text : std::string();
}

std::string error_text(DWORD number) {
  wchar_t buffer[512];
  const DWORD length =
      ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, number, 0, buffer,
                       static_cast<DWORD>(sizeof buffer / sizeof buffer[0]), nullptr);
  std::string text = narrow(std::wstring_view(buffer, length));
  while (!text.empty() && std::string_view("\r\n. ").find(text.back()) != std::string_view::npos)
    text.pop_back();
  return text.empty() ? "error " + std::to_string(number) : text;
}

}  // namespace trellis::windows
