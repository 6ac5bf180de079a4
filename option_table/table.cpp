#include "option_table/table.hpp"

#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

/// Formats a number without superfluous digits: 64, 0.5.
String number_text(double value) {
  String text = decimal(static_cast<uint64_t>(value));
  return text;
}

String set_text(const Row& row, double value) {
  String text;
  for (const Word& word : row.words) {
    if ((static_cast<uint32_t>(value) & word.cpp_value) == 0) continue;
    if (!text.empty()) text += ",";
    text += word.name;
  }
  return text;
}

}  // namespace

std::span<const Section> sections() {
  static const Section kSections[] = {
      {"Options", translation_rows()},
      {"Checks", check_rows()},
      {"Binding", binding_rows()},
      {"Root signature", root_signature_rows()},
      {"Inputs and outputs", stage_rows()},
      {"Views", view_rows()},
      {"Instrumentation", instrumentation_rows()},
      {"Device", device_rows()},
      {"Processes", process_rows()},
  };
  return kSections;
}

std::span<const Row> rows_of(std::string_view heading) {
  for (const Section& section : sections()) {
    if (section.heading == heading) return section.rows;
  }
  return {};
}

std::string_view long_name(const Row& row) {
  const std::string_view flag = row.flag;
  const size_t comma = flag.find(',');
  return comma == std::string_view::npos ? flag : flag.substr(comma + 1);
}

const char* word_of(const Row& row, double value) {
  for (const Word& word : row.words) {
    if (word.cpp_value == value && *word.name != '\0') return word.name;
  }
  return nullptr;
}

String default_text(const Row& row) {
  if (row.member.kind == Kind::kNone) return row.initial;
  const double value = row.member.get({});
  switch (row.member.kind) {
    case Kind::kWord: {
      const char* word = word_of(row, value);
      return word == nullptr ? "" : word;
    }
    case Kind::kWordSet:
      return set_text(row, value);
    case Kind::kNumber:
    case Kind::kReal:
      return number_text(value);
    default:
      return {};
  }
}

String help_text(const Row& row) {
  constexpr std::string_view kPlace = "{default}";
  String text = row.help;
  const size_t at = text.find(kPlace);
  if (at != String::npos) text.replace(at, kPlace.size(), default_text(row));
  return text;
}

bool is_choice(const Row& row) { return !row.words.empty() && row.completion == Completion::kNothing; }

bool takes_value(const Row& row) { return *row.metavariable != '\0'; }

const char* path_of(CStruct owner) {
  switch (owner) {
    case CStruct::kDevice:
      return "options.device->";
    case CStruct::kStage:
      return "options.stage->";
    case CStruct::kHeaps:
      return "options.heaps->";
    case CStruct::kViews:
      return "options.views->";
    case CStruct::kInstrumentation:
      return "options.instrumentation->";
    default:
      return "options.";
  }
}

}  // namespace trellis::option_table
