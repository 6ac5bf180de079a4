#include "spirv_backend/debug_info/text_lines.hpp"

namespace trellis::spirv {

TextLines::TextLines(std::string_view text) {
  size_t begin = 0;
  const auto end_line = [&](size_t end, size_t next) {
    ends_.push_back(static_cast<uint32_t>(end - begin + 1));
    begin = next;
  };
  for (size_t n = 0; n < text.size(); ++n) {
    if (text[n] != '\n' && text[n] != '\r') continue;
    const bool is_pair = text[n] == '\r' && n + 1 < text.size() && text[n + 1] == '\n';
    end_line(n, n + (is_pair ? 2 : 1));
    if (is_pair) ++n;
  }
  if (begin < text.size()) end_line(text.size(), text.size());
}

uint32_t TextLines::column(uint32_t line, uint32_t column) const {
  if (ends_.empty()) return column;
  return has_line(line) && column <= ends_[line - 1] ? column : 0;
}

}  // namespace trellis::spirv
