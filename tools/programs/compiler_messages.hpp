// What a compiler prints about a source, message by message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// "sky.hlsl:4:10: warning: implicit truncation of vector type" and the lines that follow it: the source, a caret, notes.
struct CompilerMessage {
  std::string text;     ///< All of it, as printed.
  std::string message;  ///< "implicit truncation of vector type".
  std::string file;     ///< Empty: no place is named.
  uint32_t line = 0, column = 0;  ///< From 1 on; 0: not named.
  bool is_error = false;
};

/// True if dxc says that it ignores an attribute of the namespace vk, which it does wherever it makes DXIL.
bool ignores_vulkan_attributes(std::string_view text);

/// In the order printed. Text before the first message is one of its own.
std::vector<CompilerMessage> compiler_messages(std::string_view text);

}  // namespace trellis::tools
