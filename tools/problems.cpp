#include "tools/problems.hpp"

#include <nlohmann/json.hpp>

#include "api/findings/sarif.hpp"
#include "api/translator.hpp"

namespace trellis::tools {
namespace {

using Json = nlohmann::ordered_json;

/// Names come from the input, and need not be UTF-8.
std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json problem(const Job& job, const char* severity, const char* kind) {
  return {{"file", job.input == "-" ? "<stdin>" : job.input}, {"severity", severity}, {"kind", kind}};
}

void add_place(Json& json, const Location& where) {
  const std::pair<const char*, const String*> texts[] = {{"part", &where.part},
                                                         {"function", &where.function},
                                                         {"block", &where.block},
                                                         {"instruction", &where.instruction},
                                                         {"operation", &where.operation}};
  for (const auto& [name, text] : texts) {
    if (!text->empty()) json[name] = std::string(*text);
  }
  if (where.offset) json["offset"] = *where.offset;
}

Json result_of(const Job& job, const char* level, const char* rule, const std::string& text, const Location& where) {
  Json physical = {{"artifactLocation", {{"uri", std::string(uri_of(job.input))}}}};
  if (where.offset) {
    physical["region"]["byteOffset"] = *where.offset;
  } else {
    physical["region"]["startLine"] = 1;
  }
  Json location = {{"physicalLocation", std::move(physical)}};
  if (!where.function.empty()) {
    location["logicalLocations"] = Json::array({{{"fullyQualifiedName", std::string(where.function)}, {"kind", "function"}}});
  }
  return {{"ruleId", rule}, {"level", level}, {"message", {{"text", text}}}, {"locations", Json::array({std::move(location)})}};
}

constexpr const char* kWarning = "translation-warning";

}  // namespace

const char* kind_of(int exit_code) {
  switch (exit_code) {
    case kExitBadInput:
      return "bad-input";
    case kExitBadUsage:
      return "usage";
    case kExitUnsupported:
      return "unsupported";
    default:
      return "internal-check-failed";
  }
}

std::string problem_lines(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes) {
  std::string lines;
  for (size_t n = 0; n < jobs.size(); ++n) {
    for (const std::string& warning : outcomes[n].warnings) {
      Json json = problem(jobs[n], "warning", kWarning);
      json["message"] = json["text"] = warning;
      lines += line_of(json) + "\n";
    }
    if (outcomes[n].done()) continue;
    Json json = problem(jobs[n], "error", kind_of(outcomes[n].exit_code));
    json["message"] = outcomes[n].message.empty() ? outcomes[n].error : outcomes[n].message;
    json["text"] = outcomes[n].error;
    add_place(json, outcomes[n].where);
    lines += line_of(json) + "\n";
  }
  return lines;
}

std::string problem_log(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes) {
  Json rules = Json::array();
  for (const char* rule : {"bad-input", "usage", "unsupported", "internal-check-failed", kWarning}) {
    rules.push_back({{"id", rule}});
  }
  Json results = Json::array();
  for (size_t n = 0; n < jobs.size(); ++n) {
    for (const std::string& warning : outcomes[n].warnings) {
      results.push_back(result_of(jobs[n], "warning", kWarning, warning, {}));
    }
    if (outcomes[n].done()) continue;
    results.push_back(
        result_of(jobs[n], "error", kind_of(outcomes[n].exit_code), outcomes[n].error, outcomes[n].where));
  }
  Json driver = {{"name", "trellis"}, {"version", version()}, {"rules", std::move(rules)}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({{{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}}})}};
  return line_of(log) + "\n";
}

}  // namespace trellis::tools
