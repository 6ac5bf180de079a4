#include "api/operations.hpp"

#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/instructions/refusals.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

constexpr uint32_t kLastMinor = 10;  // The last minor version of shader model 6 in the table.

void add_word(String& text, const char* word) {
  if (!text.empty()) text += ' ';
  text += word;
}

String overload_names(uint16_t bits) {
  // In the order of dxil::OverloadBits.
  constexpr const char* kNames[] = {"f16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "struct", "object"};
  String names;
  for (size_t n = 0; n < std::size(kNames); ++n) {
    if ((bits >> n & 1) != 0) add_word(names, kNames[n]);
  }
  return names;
}

String overloads_of(const dxil::DxilOp& op) {
  String text = overload_names(op.overloads);
  if (op.vector_overloads == 0) return text;
  if (op.vector_overloads == op.overloads) return text + ", vectors";
  return text + (text.empty() ? "" : ", ") + "vectors of " + overload_names(op.vector_overloads);
}

String stages_of(const dxil::DxilOp& op) {
  if (op.is_reserved()) return {};
  if (op.stages == UINT32_MAX) return "all";
  String text;
  for (uint32_t kind = 0; kind < static_cast<uint32_t>(dxil::ShaderKind::kInvalid); ++kind) {
    if ((op.stages >> kind & 1) != 0) add_word(text, dxil::short_name(static_cast<dxil::ShaderKind>(kind)));
  }
  return text;
}

struct Counts {
  size_t translated = 0, reserved = 0, refused = 0;
};

Counts count(const Vector<OperationSupport>& operations) {
  Counts counts;
  for (const OperationSupport& operation : operations) {
    ++(operation.is_translated ? counts.translated
                               : (operation.since.empty() ? counts.reserved : counts.refused));
  }
  return counts;
}

String summary(const Counts& counts) {
  return decimal(counts.translated) + " operations are translated, " + decimal(counts.refused) +
         " are refused, " + decimal(counts.reserved) + " numbers are reserved.";
}

/// Counts the operations that each shader model introduced.
Vector<std::pair<String, Counts>> count_by_model(const Vector<OperationSupport>& operations) {
  Vector<std::pair<String, Counts>> models;
  for (uint32_t minor = 0; minor <= kLastMinor; ++minor) {
    const String model = "6." + decimal(minor);
    Counts counts;
    for (const OperationSupport& operation : operations) {
      if (operation.since == model) ++(operation.is_translated ? counts.translated : counts.refused);
    }
    if (counts.translated + counts.refused > 0) models.emplace_back(model, counts);
  }
  return models;
}

String text_list(const Vector<OperationSupport>& operations) {
  String text;
  for (const OperationSupport& operation : operations) {
    char line[128];
    std::snprintf(line, sizeof line, "%10s %-56s %-4s ", dxil::number_text(operation.op).c_str(),
                  operation.name, operation.since.c_str());
    text += line;
    text += operation.is_translated   ? "translated"
            : operation.since.empty() ? String(operation.refusal)
                                      : String("refused: ") + operation.refusal;
    text += '\n';
  }
  for (const auto& [model, counts] : count_by_model(operations)) {
    text += "shader model " + model + ": " + decimal(counts.translated) + " translated, " +
            decimal(counts.refused) + " refused\n";
  }
  return text + summary(count(operations)) + "\n";
}

String json_list(const Vector<OperationSupport>& operations) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OperationSupport& operation : operations) {
    nlohmann::ordered_json row;
    row["opcode"] = dxil::number_of(operation.op);
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

/// Lists refused operations by reason, in the order in which the reasons first occur. Consecutive operations
/// are written as ranges.
String refusal_table(const Vector<OperationSupport>& operations) {
  Vector<const char*> reasons;
  Map<String, String> names;
  for (const OperationSupport& operation : operations) {
    if (operation.is_translated || operation.since.empty()) continue;
    String& list = names[operation.refusal];
    if (list.empty()) reasons.push_back(operation.refusal);
    list += (list.empty() ? "" : ", ") + String(operation.name);
  }
  String text = "| reason | operations |\n|---|---|\n";
  for (const char* reason : reasons) text += String("| ") + reason + " | " + names[reason] + " |\n";
  return text;
}

constexpr RefusedProgram kRefusedPrograms[] = {
    {"work graphs", "node shaders are not translated yet", "not translated yet"},
    {"libraries without entry points, to be linked", "none of them an entry point",
     "there is nothing that a pipeline could run: link them with dxc first"},
    {"geometry shaders that read patches (`InputPatch`)", "patches as the input of a geometry shader",
     "Vulkan's geometry shaders have no patches as input"},
    {"`GatherCmpGreen`, `GatherCmpBlue`, `GatherCmpAlpha`",
     "a comparing gather can only gather the first channel",
     "Vulkan compares the first channel, as depth has no other"},
    {"`EvaluateAttribute...` of clip and cull distances", "evaluating a system value at another position",
     "SPIR-V interpolates variables of the program, not built-ins"},
};

/// Forms that no compiler generates.
constexpr RefusedProgram kRefusedForms[] = {
    {"handles of ray queries that come from no allocation",
     "cannot determine which allocation the ray query handle comes from",
     "in SPIR-V a ray query is a variable, which has to be known"},
    {"stores to a column that the signature's element does not have", "has no column",
     "there is nowhere to store it"},
    {"properties of a typed resource without a component type",
     "the handle's properties have no component type", "an image has a type in SPIR-V"},
};

/// Lists what is refused for reasons other than an operation.
String refused_program_table() {
  const auto rows_of = [](std::span<const RefusedProgram> programs) {
    String rows = "\n| program | message | reason |\n|---|---|---|\n";
    for (const RefusedProgram& program : programs) {
      rows += String("| ") + program.what + " | `" + program.message + "` | " + program.reason + " |\n";
    }
    return rows;
  };
  return "Programs that Microsoft's validator accepts are also refused for these reasons; a test compiles an "
         "example of each "
         "with dxc:\n" +
         rows_of(kRefusedPrograms) +
         "\nIt also accepts these, which no compiler is known to write; a test makes an example of each out "
         "of a "
         "compiled shader:\n" +
         rows_of(kRefusedForms);
}

String markdown_list(const Vector<OperationSupport>& operations) {
  String text =
      "# The operations of DXIL\n"
      "\n"
      "`trellis --list-operations --format markdown` prints this page from the table that the backend "
      "translates by, so it is always\n"
      "up to date. If a shader uses a refused operation, `trellis` exits with code 3 and a message that "
      "names the operation, its place\n"
      "and the reason.\n"
      "\n";
  text += summary(count(operations)) + "\n\n| new in shader model | translated | refused |\n|---|---|---|\n";
  for (const auto& [model, counts] : count_by_model(operations)) {
    text += "| " + model + " | " + decimal(counts.translated) + " | " + decimal(counts.refused) + " |\n";
  }
  text += "\n## Refused\n\n" + refusal_table(operations) + "\n" + refused_program_table();
  text += "\n## All\n\n| | operation | overloads | stages | since | |\n|---|---|---|---|---|---|\n";
  for (const OperationSupport& operation : operations) {
    const char* state = operation.is_translated   ? "translated"
                        : operation.since.empty() ? "reserved"
                                                  : "refused";
    text += "| " + dxil::number_text(operation.op) + " | " + operation.name + " | " + operation.overloads +
            " | " + operation.stages + " | " + operation.since + " | " + state + " |\n";
  }
  return text;
}

}  // namespace

Vector<OperationSupport> operation_support() {
  Vector<OperationSupport> operations;
  operations.reserve(dxil::all_ops().size());
  for (const dxil::DxilOp& op : dxil::all_ops()) {
    OperationSupport operation;
    operation.op = op.id;
    operation.name = op.name;
    operation.overloads = overloads_of(op);
    operation.stages = stages_of(op);
    if (!op.is_reserved()) operation.since = "6." + decimal(op.min_minor);
    operation.refusal = spirv::refusal_of(op);
    operation.is_translated = operation.refusal == nullptr;
    operations.push_back(std::move(operation));
  }
  return operations;
}

Vector<RefusedProgram> refused_programs() {
  return {std::begin(kRefusedPrograms), std::end(kRefusedPrograms)};
}

std::optional<ListFormat> list_format_from_name(std::string_view name) {
  if (name == "text") return ListFormat::kText;
  if (name == "json") return ListFormat::kJson;
  if (name == "markdown") return ListFormat::kMarkdown;
  return std::nullopt;
}

String operation_list(ListFormat format, std::string_view model) {
  Vector<OperationSupport> operations = operation_support();
  if (!model.empty()) {
    std::erase_if(operations,
                  [model](const OperationSupport& operation) { return operation.since != model; });
  }
  if (format == ListFormat::kJson) return json_list(operations);
  return format == ListFormat::kMarkdown ? markdown_list(operations) : text_list(operations);
}

}  // namespace trellis
