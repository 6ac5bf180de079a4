#include "api/operations.hpp"

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "dxil_frontend/dxil_ops.hpp"
#include "dxil_frontend/shader.hpp"
#include "spirv_backend/refusals.hpp"

namespace trellis {
namespace {

void add_word(std::string& text, const char* word) {
  if (!text.empty()) text += ' ';
  text += word;
}

std::string overload_names(uint16_t bits) {
  // In the order of dxil::OverloadBits.
  constexpr const char* kNames[] = {"f16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "struct", "object"};
  std::string names;
  for (size_t n = 0; n < std::size(kNames); ++n) {
    if ((bits >> n & 1) != 0) add_word(names, kNames[n]);
  }
  return names;
}

std::string overloads_of(const dxil::DxilOp& op) {
  std::string text = overload_names(op.overloads);
  if (op.vector_overloads == 0) return text;
  if (op.vector_overloads == op.overloads) return text + ", vectors";
  return text + (text.empty() ? "" : ", ") + "vectors of " + overload_names(op.vector_overloads);
}

std::string stages_of(const dxil::DxilOp& op) {
  if (op.is_reserved()) return {};
  if (op.stages == UINT32_MAX) return "all";
  std::string text;
  for (uint32_t kind = 0; kind < static_cast<uint32_t>(dxil::ShaderKind::kInvalid); ++kind) {
    if ((op.stages >> kind & 1) != 0) add_word(text, dxil::short_name(static_cast<dxil::ShaderKind>(kind)));
  }
  return text;
}

std::string number_text(uint32_t opcode) {
  char text[16];
  std::snprintf(text, sizeof text, opcode < 0x80000000 ? "%u" : "0x%08X", opcode);
  return text;
}

struct Counts {
  size_t translated = 0, reserved = 0, refused = 0;
};

Counts count(const std::vector<OperationSupport>& operations) {
  Counts counts;
  for (const OperationSupport& operation : operations) {
    ++(operation.is_translated ? counts.translated
                               : (operation.since.empty() ? counts.reserved : counts.refused));
  }
  return counts;
}

std::string summary(const Counts& counts) {
  return std::to_string(counts.translated) + " operations are translated, " + std::to_string(counts.refused) +
         " are refused, " + std::to_string(counts.reserved) + " numbers are reserved.";
}

std::string text_list(const std::vector<OperationSupport>& operations) {
  std::string text;
  for (const OperationSupport& operation : operations) {
    char line[128];
    std::snprintf(line, sizeof line, "%10s %-56s ", number_text(operation.opcode).c_str(), operation.name);
    text += line;
    text += operation.is_translated   ? "translated"
            : operation.since.empty() ? std::string(operation.refusal)
                                      : std::string("refused: ") + operation.refusal;
    text += '\n';
  }
  return text + summary(count(operations)) + "\n";
}

std::string json_list(const std::vector<OperationSupport>& operations) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OperationSupport& operation : operations) {
    nlohmann::ordered_json row;
    row["opcode"] = operation.opcode;
    row["name"] = operation.name;
    row["overloads"] = operation.overloads;
    row["stages"] = operation.stages;
    row["since"] = operation.since;
    row["translated"] = operation.is_translated;
    if (!operation.is_translated) row["refusal"] = operation.refusal;
    list.push_back(std::move(row));
  }
  return list.dump(2) + "\n";
}

/// Refused operations under their reasons, in the order the reasons first appear; neighbours as ranges.
std::string refusal_table(const std::vector<OperationSupport>& operations) {
  std::vector<const char*> reasons;
  std::map<std::string, std::string> names;
  for (const OperationSupport& operation : operations) {
    if (operation.is_translated || operation.since.empty()) continue;
    std::string& list = names[operation.refusal];
    if (list.empty()) reasons.push_back(operation.refusal);
    list += (list.empty() ? "" : ", ") + std::string(operation.name);
  }
  std::string text = "| reason | operations |\n|---|---|\n";
  for (const char* reason : reasons) text += std::string("| ") + reason + " | " + names[reason] + " |\n";
  return text;
}

std::string markdown_list(const std::vector<OperationSupport>& operations) {
  std::string text =
      "# The operations of DXIL\n\n"
      "This page is what `trellis --list-operations --format markdown` prints: read off the table by which "
      "the "
      "backend translates, so it\ncannot say anything else than what happens. A refused operation ends the "
      "translation with exit code 3 and a message that names the\noperation, its place and the reason.\n\n";
  text += summary(count(operations)) + "\n\n## Refused\n\n" + refusal_table(operations);
  text += "\n## All\n\n| | operation | overloads | stages | since | |\n|---|---|---|---|---|---|\n";
  for (const OperationSupport& operation : operations) {
    const char* state = operation.is_translated   ? "translated"
                        : operation.since.empty() ? "reserved"
                                                  : "refused";
    text += "| " + number_text(operation.opcode) + " | " + operation.name + " | " + operation.overloads +
            " | " + operation.stages + " | " + operation.since + " | " + state + " |\n";
  }
  return text;
}

}  // namespace

std::vector<OperationSupport> operation_support() {
  std::vector<OperationSupport> operations;
  operations.reserve(dxil::all_ops().size());
  for (const dxil::DxilOp& op : dxil::all_ops()) {
    OperationSupport operation;
    operation.opcode = op.opcode;
    operation.name = op.name;
    operation.overloads = overloads_of(op);
    operation.stages = stages_of(op);
    if (!op.is_reserved()) operation.since = "6." + std::to_string(op.min_minor);
    operation.refusal = spirv::refusal_of(op);
    operation.is_translated = operation.refusal == nullptr;
    operations.push_back(std::move(operation));
  }
  return operations;
}

std::optional<ListFormat> list_format_from_name(std::string_view name) {
  if (name == "text") return ListFormat::kText;
  if (name == "json") return ListFormat::kJson;
  if (name == "markdown") return ListFormat::kMarkdown;
  return std::nullopt;
}

std::string operation_list(ListFormat format) {
  const std::vector<OperationSupport> operations = operation_support();
  if (format == ListFormat::kJson) return json_list(operations);
  return format == ListFormat::kMarkdown ? markdown_list(operations) : text_list(operations);
}

}  // namespace trellis
