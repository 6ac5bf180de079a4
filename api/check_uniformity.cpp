#include "api/check_uniformity.hpp"

#include <nlohmann/json.hpp>

#include "support/containers.hpp"

namespace trellis {
namespace {

using uniformity::Finding;
using uniformity::NeedKind;
using uniformity::Step;
using Json = nlohmann::ordered_json;

struct Rule {
  NeedKind kind;
  const char* description;
};
constexpr Rule kRules[] = {
    {NeedKind::kBarrier, "A barrier that some threads of a group may come to without the others"},
    {NeedKind::kDerivative,
     "A derivative, or a sample that needs one, where lanes of the quad may be missing"},
    {NeedKind::kQuadOperation, "A read of the neighbours' values where lanes of the quad may be missing"},
    {NeedKind::kGroupOperation, "An operation done once for a group that threads may disagree about"},
    {NeedKind::kResourceIndex, "A descriptor index that may differ in a wave and is not marked"},
};

/// "line 12, function main, block 3, instruction 0"; what is unknown is left out.
String text_of(const Step& place) {
  String text;
  const auto add = [&text](const char* word, const String& value) {
    if (!text.empty()) text += ", ";
    text += word + value;
  };
  if (place.line != 0) {
    add("line ", decimal(place.line) + (place.file.empty() ? "" : " of " + place.file));
  }
  if (!place.function.empty()) add("function ", place.function);
  if (place.block != uniformity::kNone) add("block ", decimal(place.block));
  if (place.instruction != uniformity::kNone) add("instruction ", decimal(place.instruction));
  return text;
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

/// Names come from the input, and need not be UTF-8.
String dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// A location of SARIF: the line of the source if it is known, and always the place in the program.
Json location_of(const String& file, const Step& place) {
  Json location = Json::object();
  location["physicalLocation"]["artifactLocation"]["uri"] = place.file.empty() ? file : place.file;
  if (place.line != 0) location["physicalLocation"]["region"]["startLine"] = place.line;
  Json logical = Json::object();
  logical["fullyQualifiedName"] = text_of(place);
  logical["kind"] = "function";
  location["logicalLocations"] = Json::array({logical});
  return location;
}

Json result_of(const String& file, const Finding& finding) {
  Json result = Json::object();
  result["ruleId"] = uniformity::rule_of(finding.kind);
  result["level"] = "warning";
  result["message"]["text"] = finding.what + " (" + finding.operation + "). " + finding.advice;
  result["locations"] = Json::array({location_of(file, finding.where)});
  Json steps = Json::array();
  for (const Step& step : finding.why) {
    Json place = location_of(file, step);
    place["message"]["text"] = step.text;
    steps.push_back({{"location", std::move(place)}});
  }
  if (!steps.empty()) {
    result["codeFlows"] = Json::array({{{"threadFlows", Json::array({{{"locations", std::move(steps)}}})}}});
  }
  return result;
}

}  // namespace

Result<Vector<Finding>> check_uniformity(const Program& program, const uniformity::Options& options) {
  uniformity::AnalysisRequest request;
  request.options = options;
  auto analysis = uniformity::analyse(program.shader, request);
  if (!analysis) return analysis.error();
  return std::move(analysis->findings);
}

String findings_as_text(const String& file, std::span<const Finding> findings) {
  String text;
  for (const Finding& finding : findings) {
    text += file + ": " + uniformity::rule_of(finding.kind) + ": " + finding.what + "\n";
    text += "  where  " + text_of(finding.where) + ": " + finding.operation + "\n";
    for (const Step& other : finding.more) text += "  also   " + text_of(other) + "\n";
    const char* head = "  why    ";
    for (const Step& step : finding.why) {
      text += head + step.text;
      if (step.line != 0) text += " (line " + decimal(step.line) + ")";
      text += "\n";
      head = "         ";
    }
    text += "  do     " + finding.advice + "\n\n";
  }
  return text;
}

String findings_as_json(const String& file, std::span<const Finding> findings) {
  Json input = Json::object();
  input["file"] = file;
  input["findings"] = Json::array();
  for (const Finding& finding : findings) {
    Json json = Json::object();
    json["rule"] = uniformity::rule_of(finding.kind);
    json["message"] = finding.what;
    json["operation"] = finding.operation;
    json["scope"] = uniformity::name_of(finding.scope);
    json["where"] = json_of(finding.where);
    json["also"] = Json::array();
    for (const Step& other : finding.more) json["also"].push_back(json_of(other));
    json["why"] = Json::array();
    for (const Step& step : finding.why) json["why"].push_back(json_of(step));
    json["advice"] = finding.advice;
    input["findings"].push_back(std::move(json));
  }
  return dump(input);
}

String json_document(std::span<const String> inputs) {
  String text = "{\"check\":\"uniformity\",\"inputs\":[";
  for (size_t n = 0; n < inputs.size(); ++n) text += (n == 0 ? "\n" : ",\n") + inputs[n];
  return text + "\n]}\n";
}

String findings_as_sarif(const String& file, std::span<const Finding> findings) {
  Json results = Json::array();
  for (const Finding& finding : findings) results.push_back(result_of(file, finding));
  return dump(results);
}

String sarif_document(std::span<const String> inputs) {
  Json rules = Json::array();
  for (const Rule& rule : kRules) {
    rules.push_back(
        {{"id", uniformity::rule_of(rule.kind)}, {"shortDescription", {{"text", rule.description}}}});
  }
  Json driver = Json::object();
  driver["name"] = "trellis";
  driver["version"] = version();
  driver["rules"] = std::move(rules);
  String text =
      "{\"$schema\":\"https://json.schemastore.org/"
      "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":"
      "{\"driver\":" +
      dump(driver) + "},\"results\":[";
  bool is_first = true;
  for (const String& input : inputs) {
    if (input.size() <= 2) continue;  // "[]"
    text += (is_first ? "\n" : ",\n") + input.substr(1, input.size() - 2);
    is_first = false;
  }
  return text + "\n]}]}\n";
}

}  // namespace trellis
