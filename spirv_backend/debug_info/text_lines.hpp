// Which lines and columns a file's text has: what debuggers and validators count.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::spirv {

class TextLines {
 public:
  /// Lines end in LF, CR or both. Of an empty text nothing is known, and it has all lines.
  explicit TextLines(std::string_view text);

  bool has_line(uint32_t line) const { return line != 0 && (ends_.empty() || line <= ends_.size()); }
  /// The column if the line has it, or ends before it; else 0: not known.
  uint32_t column(uint32_t line, uint32_t column) const;

 private:
  Vector<uint32_t> ends_;  ///< By line, from 1 on: the column behind its last character.
};

}  // namespace trellis::spirv
