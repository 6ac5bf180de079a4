#include "api/findings/findings.hpp"

#include <cstring>
#include <nlohmann/json.hpp>

#include "api/findings/sarif.hpp"

namespace trellis {
namespace {

using uniformity::Step;
using Json = nlohmann::ordered_json;

constexpr Rule kRules[] = {
    {"barrier-divergence", "uniformity",
     "A barrier that some threads of a thread group may reach without the others",
     "uniformity.md#barriers-in-divergent-control-flow",
     "The result is undefined, and the device may hang. Move the barrier out of the branch or loop, or make "
     "the "
     "condition the same for the whole thread group."},
    {"nonuniform-derivative", "uniformity",
     "A derivative, or a sample that needs one, for which lanes of the quad may be missing",
     "uniformity.md#derivatives-where-neighbours-are-missing",
     "The value is undefined where a neighbour in the quad has taken another path. Compute the derivative "
     "before "
     "the branch, or sample with an explicit level or gradient."},
    {"nonuniform-quad-operation", "uniformity",
     "A read of neighbours' values for which lanes of the quad may be missing", "uniformity.md#uniformity",
     "The value read from a missing lane is undefined. Read the neighbours before the branch."},
    {"nonuniform-group-operation", "uniformity",
     "An operation that runs once for a thread group, in non-uniform control flow or with non-uniform "
     "arguments",
     "uniformity.md#uniformity",
     "All threads of the group must run it, together and with the same arguments. Move it out of the "
     "branch."},
    {"nonuniform-resource-index", "uniformity",
     "A descriptor index that may differ between the lanes of a wave and is not marked NonUniform",
     "uniformity.md#descriptor-indices",
     "A device may use the index of another lane. Write NonUniformResourceIndex(index) in HLSL. Modules of "
     "Trellis "
     "have the mark unless --nonuniform declared is given."},
    {"convergence-loss", "convergence",
     "Cross-lane operations that may run in smaller groups in the module than in the program",
     "checks.md#convergence",
     "Leave loops at a single place and do not jump into them, or do not depend on which lanes take part."},
    {"undeclared-reconvergence", "convergence",
     "Cross-lane operations that run together only where the device reconverges at continue targets",
     "checks.md#convergence",
     "Run the module where VK_KHR_shader_maximal_reconvergence is enabled, or change the loop so that its "
     "lanes "
     "meet at a merge block."},
    {"undecided-loop-end", "convergence",
     "A loop for which the program does not say which cross-lane operations are in it and which follow it",
     "checks.md#convergence",
     "Compile with -Od, which keeps the order of the source, or put [branch] on the `if` of the jump."},
};

uint32_t rule_number(const char* name) {
  uint32_t number = 0;
  while (number + 1 < std::size(kRules) && std::string_view(kRules[number].name) != name) ++number;
  return number;
}

/// Returns the prefix that marks the severity of a finding in text.
const char* prefix_of(Severity severity) {
  return severity == Severity::kError ? "error: " : severity == Severity::kNote ? "note: " : "";
}

Json json_of(const Step& place) {
  Json json = Json::object();
  if (!place.text.empty()) json["text"] = place.text;
  if (!place.function.empty()) json["function"] = place.function;
  if (place.block != uniformity::kNone) json["block"] = place.block;
  if (place.instruction != uniformity::kNone) json["instruction"] = place.instruction;
  if (place.line != 0) json["line"] = place.line;
  if (!place.file.empty()) json["file"] = place.file;
  return json;
}

Json json_of(std::span<const Step> steps) {
  Json list = Json::array();
  for (const Step& step : steps) list.push_back(json_of(step));
  return list;
}

const char* shown_name(const String& file) { return file == "-" ? "<stdin>" : file.c_str(); }

String text_part(const String& file, std::span<const CheckFinding> findings) {
  String text;
  for (const CheckFinding& finding : findings) {
    text += String(shown_name(file)) + ": " + prefix_of(finding.severity) + kRules[finding.rule].name + ": " +
            finding.what + "\n";
    text += "  where  " + place_text(finding.where) + ": " + finding.operation + "\n";
    for (const Step& other : finding.more) {
      text += "  also   " + place_text(other) + (other.text.empty() ? "" : ": ") + other.text + "\n";
    }
    const char* head = "  why    ";
    for (const Step& step : finding.why) {
      text += head + String(step.text);
      if (step.line != 0) text += " (line " + decimal(step.line) + ")";
      text += "\n";
      head = "         ";
    }
    text += "  do     " + finding.advice + "\n\n";
  }
  return text;
}

const char* name_of(structurizer::Grade grade) {
  switch (grade) {
    case structurizer::Grade::kNone:
      return "none";
    case structurizer::Grade::kMaximal:
      return "maximal";
    case structurizer::Grade::kDeclared:
      break;
  }
  return "declared";
}

Json json_of(const GradedOperation& graded) {
  Step where;
  where.function = graded.function;
  where.block = graded.block;
  where.instruction = graded.instruction;
  where.line = graded.operation.line;
  where.file = graded.operation.file;
  return {{"operation", std::string_view(graded.operation.name)},
          {"grade", name_of(graded.grade)},
          {"where", json_of(where)}};
}

String json_part(const String& file, std::span<const CheckFinding> findings,
                 std::span<const GradedOperation> graded) {
  Json input = Json::object();
  input["file"] = shown_name(file);
  input["findings"] = Json::array();
  for (const CheckFinding& finding : findings) {
    Json json = Json::object();
    json["check"] = kRules[finding.rule].check;
    json["rule"] = kRules[finding.rule].name;
    json["severity"] = name_of(finding.severity);
    json["message"] = finding.what;
    json["operation"] = finding.operation;
    if (!finding.scope.empty()) json["scope"] = finding.scope;
    if (!finding.grade.empty()) json["grade"] = finding.grade;
    json["where"] = json_of(finding.where);
    json["also"] = json_of(finding.more);
    json["why"] = json_of(finding.why);
    json["advice"] = finding.advice;
    input["findings"].push_back(std::move(json));
  }
  if (!graded.empty()) input["operations"] = Json::array();
  for (const GradedOperation& operation : graded) input["operations"].push_back(json_of(operation));
  // Names come from the input, so they need not be valid UTF-8.
  return input.dump(-1, ' ', false, Json::error_handler_t::replace);
}

String json_text(std::span<const String> parts, const Checks& checks) {
  Json names = Json::array();
  if (checks.uniformity) names.push_back("uniformity");
  if (checks.convergence) names.push_back("convergence");
  String text = "{\"checks\":" + names.dump() + ",\"inputs\":[";
  for (size_t n = 0; n < parts.size(); ++n) text += (n == 0 ? "\n" : ",\n") + parts[n];
  return text + "\n]}\n";
}

}  // namespace

std::span<const Rule> rules() { return kRules; }

CheckFinding finding_of(const uniformity::Finding& finding) {
  return {rule_number(uniformity::rule_of(finding.kind)),
          Severity::kWarning,
          finding.what,
          finding.operation,
          uniformity::name_of(finding.scope),
          "",
          finding.where,
          finding.why,
          finding.more,
          finding.advice};
}

CheckFinding finding_of(const ConvergenceNote& note) {
  const bool is_lost = note.loss.grade == structurizer::Grade::kNone;
  CheckFinding finding;
  finding.rule = rule_number(is_lost ? "convergence-loss" : "undeclared-reconvergence");
  finding.grade = name_of(note.loss.grade);
  finding.severity = note.has_barrier ? Severity::kError : Severity::kWarning;
  finding.what =
      is_lost
          ? "lanes that run this operation together in the program may run it in smaller groups in the module"
          : "lanes run this operation together only on devices with maximal reconvergence";
  finding.operation = "cross-lane operations";
  finding.where.function = note.function;
  finding.where.block = note.loss.operation;
  for (const ConvergentOperation& operation : note.operations) {
    Step place = finding.where;
    place.line = operation.line;
    place.file = operation.file;
    if (&operation == &note.operations.front()) {
      finding.where = place;
      finding.operation = operation.name;
      continue;
    }
    place.text = operation.name;
    finding.more.push_back(std::move(place));
  }
  Step why;
  why.text = note.reason();
  why.function = note.function;
  why.block = note.loss.branch;
  finding.why.push_back(std::move(why));
  finding.advice = is_lost ? "leave loops at a single place and do not jump into them, or do not depend on "
                             "which lanes take part"
                           : "run the module where VK_KHR_shader_maximal_reconvergence is enabled, or "
                             "translate it for other devices";
  return finding;
}

CheckFinding finding_of(const LoopEndNote& note) {
  CheckFinding finding;
  finding.rule = rule_number("undecided-loop-end");
  finding.severity = Severity::kNote;
  finding.what = "the program does not say which cross-lane operations are in this loop and which follow it";
  finding.operation = "loop";
  finding.where.function = note.function;
  finding.where.block = note.guess.header;
  finding.where.file = note.file;
  finding.where.line = note.line;
  Step why;
  why.text = note.reason();
  why.function = note.function;
  why.block = note.guess.behind;
  finding.why.push_back(std::move(why));
  finding.advice =
      "compile with -Od, which keeps the order of the source, or put [branch] on the `if` of the jump";
  return finding;
}

const char* name_of(Severity severity) {
  return severity == Severity::kError ? "error" : severity == Severity::kNote ? "note" : "warning";
}

String report_part(const String& file, std::span<const CheckFinding> findings, ReportFormat format,
                   std::span<const GradedOperation> graded) {
  switch (format) {
    case ReportFormat::kJson:
      return json_part(file, findings, graded);
    case ReportFormat::kSarif:
      return sarif_results(file, findings);
    case ReportFormat::kText:
      break;
  }
  return text_part(file, findings);
}

String report_document(std::span<const String> parts, const Checks& checks, ReportFormat format) {
  if (format == ReportFormat::kJson) return json_text(parts, checks);
  if (format == ReportFormat::kSarif) return sarif_log(rules(), parts);
  String text;
  for (const String& part : parts) text += part;
  return text;
}

}  // namespace trellis
