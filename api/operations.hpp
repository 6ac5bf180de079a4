// The operations of DXIL and what becomes of each: translated, or refused with a reason. Made from the
// backend's own table of lowerings.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/dxil_op.hpp"
#include "support/containers.hpp"

namespace trellis {

struct OperationSupport {
  dxil::Op op = {};
  const char* name = nullptr;
  String overloads;            ///< "f16 f32 i32", then "vector" if it takes vectors of them. May be empty.
  String stages;               ///< "all", or "ps cs as ms".
  String since;                ///< "6.6": least shader model. Empty for reserved numbers.
  bool is_translated = false;  ///< Then there is no refusal.
  const char* refusal = nullptr;
};

/// All operations of the table, by number.
Vector<OperationSupport> operation_support();

/// Programs that Microsoft's validator accepts and that are refused, whatever the operations in them.
struct RefusedProgram {
  const char* what;
  const char* message;  ///< A part of the diagnostic's text.
  const char* reason;
};
/// All that are known.
Vector<RefusedProgram> refused_programs();

enum class ListFormat : uint8_t { kText, kJson, kMarkdown };
/// "text", "json", "markdown".
std::optional<ListFormat> list_format_from_name(std::string_view name);

/// The list as text with a final newline. kMarkdown is the page docs/operations.md. `model`: only what that
/// shader model brought, "6.9" for one; empty: all. Of a model that is not known the list is empty.
String operation_list(ListFormat format, std::string_view model = {});

}  // namespace trellis
