#include "api/findings/sarif.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "api/translator.hpp"

namespace trellis {
namespace {

using uniformity::Step;
using Json = nlohmann::ordered_json;

/// Names come from the input, so they need not be valid UTF-8.
String json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool is_plain_in_path(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         std::string_view("-._~/").find(letter) != std::string_view::npos;
}

String encoded_path(std::string_view path) {
  String text;
  for (const char letter : path) {
    if (static_cast<unsigned char>(letter) < 0x80 && is_plain_in_path(letter)) {
      text += letter;
      continue;
    }
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(letter)));
    text += code;
  }
  return text;
}

bool has_drive(std::string_view path) {
  return path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 && path[1] == ':' &&
         (path[2] == '\\' || path[2] == '/');
}

/// FNV-1a, which gives the same value on every machine and in every version.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return hash;
}

/// Makes a sentence of a text: "move it" becomes "Move it."
String sentence(String text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

/// Returns the line of the source if it is known, else the first line of the input. Always includes the
/// location in the program.
Json location_of(const String& file, const Step& place) {
  const bool has_source = place.line != 0 && !place.file.empty();
  Json physical = Json::object();
  physical["artifactLocation"]["uri"] = has_source ? uri_of_source(place.file) : uri_of(file);
  physical["region"]["startLine"] = has_source ? place.line : 1;
  Json logical = Json::object();
  logical["fullyQualifiedName"] = place_text(place);
  logical["kind"] = "function";
  return {{"physicalLocation", std::move(physical)}, {"logicalLocations", Json::array({logical})}};
}

Json result_of(const String& file, const CheckFinding& finding, const String& fingerprint) {
  Json result = Json::object();
  result["ruleId"] = rules()[finding.rule].name;
  result["ruleIndex"] = finding.rule;
  result["level"] = name_of(finding.severity);
  result["message"]["text"] =
      sentence(finding.what + " (" + finding.operation + ")") + " " + sentence(finding.advice);
  result["locations"] = Json::array({location_of(file, finding.where)});
  Json others = Json::array();
  for (const Step& other : finding.more) {
    Json place = location_of(file, other);
    place["message"]["text"] = other.text.empty() ? "Also here" : String(other.text);
    others.push_back(std::move(place));
  }
  if (!others.empty()) result["relatedLocations"] = std::move(others);
  Json steps = Json::array();
  for (const Step& step : finding.why) {
    Json place = location_of(file, step);
    place["message"]["text"] = step.text;
    steps.push_back({{"location", std::move(place)}});
  }
  if (!steps.empty()) {
    result["codeFlows"] = Json::array({{{"threadFlows", Json::array({{{"locations", std::move(steps)}}})}}});
  }
  result["partialFingerprints"] = {{"trellisFinding/v1", fingerprint}};
  return result;
}

/// Returns the parts of a finding that do not change when lines or blocks are added above it.
String identity_of(const String& file, const CheckFinding& finding) {
  String identity;
  for (const String& part :
       {String(rules()[finding.rule].name), uri_of(file), uri_of_source(finding.where.file),
        String(finding.where.function), finding.operation}) {
    identity += part + '\n';
  }
  return identity;
}

/// Returns the URI of a page of the documentation.
String page_uri(const char* page) { return String(TRELLIS_PAGES_URI) + "/" + page; }

Json driver(std::span<const Rule> rules) {
  Json list = Json::array();
  for (const Rule& rule : rules) {
    Json json = Json::object();
    json["id"] = rule.name;
    json["shortDescription"]["text"] = rule.description;
    json["helpUri"] = page_uri(rule.page);
    // The pages may not be accessible to the reader of the log.
    json["help"]["text"] =
        String(rule.description) + ". " + rule.help + " More: docs/" + rule.page + " of Trellis.";
    json["properties"]["tags"] = Json::array({rule.check});
    list.push_back(std::move(json));
  }
  return {{"name", "trellis"},
          {"version", version()},
          {"informationUri", page_uri("command-line.md")},
          {"rules", std::move(list)}};
}

}  // namespace

String place_text(const Step& place) {
  String text;
  const auto add = [&text](const char* word, const String& value) {
    if (!text.empty()) text += ", ";
    text += word + value;
  };
  if (place.line != 0) {
    add("line ", decimal(place.line) + (place.file.empty() ? "" : " of " + String(place.file)));
  }
  if (!place.function.empty()) add("function ", place.function);
  if (place.block != uniformity::kNone) add("block ", decimal(place.block));
  if (place.instruction != uniformity::kNone) add("instruction ", decimal(place.instruction));
  return text;
}

String uri_of(std::string_view file) {
  if (file == "-") return "stdin";
  return (file.starts_with('/') ? "file://" : "") + encoded_path(file);
}

String uri_of_source(std::string_view file) {
  String path(file);
  const bool is_windows = has_drive(path);
  if (is_windows || path.find('/') == String::npos) std::replace(path.begin(), path.end(), '\\', '/');
  if (is_windows) return "file:///" + path.substr(0, 2) + encoded_path(std::string_view(path).substr(2));
  return uri_of(path);
}

String sarif_results(const String& file, std::span<const CheckFinding> findings) {
  Json results = Json::array();
  Map<String, uint32_t> counts;
  for (const CheckFinding& finding : findings) {
    const String identity = identity_of(file, finding);
    results.push_back(result_of(file, finding, sarif_fingerprint(identity, ++counts[identity])));
  }
  return json_line(results);
}

String sarif_fingerprint(std::string_view identity, uint32_t number) {
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(hash_of(identity)));
  return String(hash) + ":" + decimal(number);
}

String sarif_log(std::span<const Rule> rules, std::span<const String> parts) {
  String text =
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":"
      "[{\"tool\":{\"driver\":" +
      json_line(driver(rules)) + "},\"columnKind\":\"utf16CodeUnits\",\"results\":[";
  bool is_first = true;
  for (const String& part : parts) {
    if (part.size() <= 2) continue;  // Skips empty arrays: "[]".
    text += (is_first ? "\n" : ",\n") + part.substr(1, part.size() - 2);
    is_first = false;
  }
  return text + "\n]}]}\n";
}

}  // namespace trellis
