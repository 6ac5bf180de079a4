// The operations of DXIL and how each is handled: translated, or refused with a reason. Generated from the
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
  /// For example "f16 f32 i32", followed by "vector" if vectors of them are allowed. May be empty.
  String overloads;
  String stages;               ///< "all", or for example "ps cs as ms".
  String since;                ///< Minimum shader model, for example "6.6". Empty for reserved numbers.
  bool is_translated = false;  ///< If true, there is no reason for refusal.
  const char* refusal = nullptr;
};

/// Returns all operations of the table, by number.
Vector<OperationSupport> operation_support();

/// A kind of program that Microsoft's validator accepts but Trellis refuses, regardless of its operations.
struct RefusedProgram {
  const char* what;
  const char* message;  ///< A part of the diagnostic's text.
  const char* reason;
};
/// Returns all known kinds of refused programs.
Vector<RefusedProgram> refused_programs();

enum class ListFormat : uint8_t { kText, kJson, kMarkdown };
/// Parses "text", "json" or "markdown".
std::optional<ListFormat> list_format_from_name(std::string_view name);

/// Returns the list as text with a final newline. kMarkdown is the page docs/operations.md. `model`: list
/// only what that shader model introduced, for example "6.9"; empty: list everything. For an unknown model
/// the list is empty.
String operation_list(ListFormat format, std::string_view model = {});

}  // namespace trellis
