#include "tools/reports/problems.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "api/findings/sarif.hpp"
#include "tools/programs/compiler_messages.hpp"

namespace trellis::tools {
namespace {

using Json = nlohmann::ordered_json;

/// Replaces invalid bytes: names come from the input and need not be UTF-8.
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
  if (where.block_number) json["blockNumber"] = *where.block_number;
  if (where.instruction_number) json["instructionNumber"] = *where.instruction_number;
  if (where.line == 0) return;
  json["sourceFile"] = std::string(where.file);
  json["line"] = where.line;
  if (where.column != 0) json["column"] = where.column;
}

constexpr const char* kWarning = "translation-warning";
constexpr const char *kCompilerError = "compiler-error", *kCompilerWarning = "compiler-warning";

constexpr Rule kProblems[] = {
    {"bad-input", "translation", "The input violates its format", "messages.md#messages-and-exit-codes",
     "The message names the part of the file. Compile the shader again; if the file comes unchanged from a "
     "compiler whose validator accepts it, this is a bug in Trellis: please report it with the shader."},
    {"usage", "translation", "The command line or the environment is wrong",
     "messages.md#messages-and-exit-codes", "`trellis --help` lists the options."},
    {"unsupported", "translation", "The input is valid, but something in it is not supported",
     "messages.md#messages-and-exit-codes",
     "The page docs/operations.md of Trellis lists what is refused, and why."},
    {"internal-check-failed", "translation", "A checker rejected the translator's own result",
     "messages.md#messages-and-exit-codes",
     "No module was written. This is a bug in Trellis: please report it with the shader."},
    {kWarning, "translation", "The module was written, but deserves attention",
     "messages.md#messages-and-exit-codes",
     "The message says what the module may do differently, and which option decides it."},
    {kCompilerError, "translation", "dxc refused the HLSL source", "command-line.md#hlsl-as-input",
     "The message is that of dxc. No output was written."},
    {kCompilerWarning, "translation", "dxc compiled the HLSL source with warnings",
     "command-line.md#hlsl-as-input", "The message is that of dxc. The output was written."},
};

/// Collects the errors and warnings of a run as SARIF results.
class ProblemResults {
 public:
  void add(const Job& job, const char* level, const char* rule, const std::string& text,
           const Location& where) {
    const String uri = where.file.empty() ? uri_of(job.input) : uri_of_source(where.file);
    Json physical = {{"artifactLocation", {{"uri", std::string(uri)}}}};
    if (where.line != 0) {
      physical["region"]["startLine"] = where.line;
      if (where.column != 0) physical["region"]["startColumn"] = where.column;
    } else if (where.offset) {
      physical["region"]["byteOffset"] = *where.offset;
    } else {
      physical["region"]["startLine"] = 1;
    }
    Json location = {{"physicalLocation", std::move(physical)}};
    if (!where.function.empty()) {
      location["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", std::string(where.function)}, {"kind", "function"}}});
    }
    const auto is_it = [rule](const Rule& known) { return std::string_view(known.name) == rule; };
    const auto index =
        std::find_if(std::begin(kProblems), std::end(kProblems), is_it) - std::begin(kProblems);
    const String identity = String(rule) + "\n" + uri + "\n" + where.function + "\n" + where.operation;
    const String fingerprint = sarif_fingerprint(identity, ++counts_[identity]);
    results_.push_back({{"ruleId", rule},
                        {"ruleIndex", index},
                        {"level", level},
                        {"message", {{"text", text}}},
                        {"locations", uri.empty() ? Json::array() : Json::array({std::move(location)})},
                        {"partialFingerprints", {{"trellisFinding/v1", std::string(fingerprint)}}}});
  }
  String log() const {
    const String part = line_of(results_);
    return sarif_log(kProblems, {&part, 1});
  }

 private:
  Json results_ = Json::array();
  std::map<String, uint32_t> counts_;
};

/// An error or a warning of a job.
struct Message {
  bool is_error = false;
  const char* kind = "";
  std::string message;  ///< The message without its location.
  std::string text;     ///< The message with its location.
  Location where;
};

Message message_of(const CompilerMessage& said) {
  Message made{said.is_error, said.is_error ? kCompilerError : kCompilerWarning, said.message, said.text, {}};
  made.where.file = said.file;
  made.where.line = said.line;
  made.where.column = said.column;
  return made;
}

/// Returns dxc's messages first, each with the source lines that it quotes.
std::vector<Message> messages_of(const Outcome& outcome) {
  std::vector<Message> messages;
  bool has_error = false;
  for (const CompilerMessage& said : compiler_messages(outcome.compiler_text)) {
    messages.push_back(message_of(said));
    has_error = has_error || said.is_error;
  }
  for (const Warning& warning : outcome.warnings) {
    messages.push_back({false, kWarning, warning.text, warning.text, warning.where});
  }
  if (outcome.done() || (outcome.is_compiler_error && has_error)) return messages;
  const char* kind = outcome.is_compiler_error ? kCompilerError : tools::kind_of(outcome.exit_code);
  messages.push_back(
      {true, kind, outcome.message.empty() ? outcome.error : outcome.message, outcome.error, outcome.where});
  return messages;
}

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
    for (const Message& found : messages_of(outcomes[n])) {
      Json json = problem(jobs[n], found.is_error ? "error" : "warning", found.kind);
      json["message"] = found.message;
      json["text"] = found.text;
      add_place(json, found.where);
      lines += line_of(json) + "\n";
    }
  }
  return lines;
}

std::string problem_log(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes) {
  ProblemResults results;
  for (size_t n = 0; n < jobs.size(); ++n) {
    for (const Message& found : messages_of(outcomes[n])) {
      results.add(jobs[n], found.is_error ? "error" : "warning", found.kind, found.text, found.where);
    }
  }
  return results.log();
}

void print_general_error(ErrorFormat format, int exit_code, const std::string& text) {
  if (format == ErrorFormat::kText) {
    std::fprintf(stderr, "trellis: error: %s\n", text.c_str());
    return;
  }
  const std::vector<Job> jobs = {{"", {}, {}, {}}};
  const std::vector<Outcome> outcomes = {failure(exit_code, text)};
  std::fputs(
      (format == ErrorFormat::kJson ? problem_lines(jobs, outcomes) : problem_log(jobs, outcomes)).c_str(),
      stderr);
}

}  // namespace trellis::tools
