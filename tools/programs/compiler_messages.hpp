// Splits the output of a compiler into messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// "sky.hlsl:4:10: warning: implicit truncation of vector type" and the lines that follow it: the source, a
/// caret, notes.
struct CompilerMessage {
  std::string text;               ///< The whole message, as printed.
  std::string message;            ///< "implicit truncation of vector type".
  std::string file;               ///< Empty if the message names no location.
  uint32_t line = 0, column = 0;  ///< Counted from 1; 0: not named.
  bool is_error = false;
};

/// Returns true if dxc reports that it ignores an attribute of the namespace vk, as it always does when it
/// compiles to DXIL.
bool ignores_vulkan_attributes(std::string_view text);

/// Returns the messages in the order printed. Text before the first message becomes a message of its own.
std::vector<CompilerMessage> compiler_messages(std::string_view text);

}  // namespace trellis::tools
