// The lines and columns that exist in a file's text, as debuggers and validators count them.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::spirv {

class TextLines {
 public:
  /// Lines end in LF, CR or both. An empty text is unknown and accepts every line.
  explicit TextLines(std::string_view text);

  bool has_line(uint32_t line) const { return line != 0 && (ends_.empty() || line <= ends_.size()); }
  /// Returns the column if the line has it or ends right before it; else 0: unknown.
  uint32_t column(uint32_t line, uint32_t column) const;

 private:
  Vector<uint32_t> ends_;  ///< By line, counted from 1: the column after its last character.
};

}  // namespace trellis::spirv
