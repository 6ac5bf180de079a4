// The operations of DXIL and what becomes of each: translated, or refused with a reason. Read off the
// backend's own table of lowerings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trellis {

struct OperationSupport {
  uint32_t opcode = 0;
  const char* name = nullptr;
  std::string overloads;       ///< "f16 f32 i32"; "vector" follows those it takes vectors of. May be empty.
  std::string stages;          ///< "all", or "ps cs as ms".
  std::string since;           ///< "6.6": least shader model. Empty for reserved numbers.
  bool is_translated = false;  ///< Then there is no refusal.
  const char* refusal = nullptr;
};

/// All operations of the table, by opcode.
std::vector<OperationSupport> operation_support();

enum class ListFormat : uint8_t { kText, kJson, kMarkdown };
/// "text", "json", "markdown".
std::optional<ListFormat> list_format_from_name(std::string_view name);

/// The list as text with a final newline. kMarkdown is the page docs/operations.md.
std::string operation_list(ListFormat format);

}  // namespace trellis
