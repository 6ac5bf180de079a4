#include "tools/gpu_compiler/measure/report.hpp"

#include <cstdio>

namespace trellis::gpu_compiler {
namespace {

using ull = unsigned long long;

template <class... Values>
std::string format(const char* pattern, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

std::string heading() {
  std::string line;
  for (const Measured& measured : kMeasured) line += format("%13s", measured.name);
  return line + "\n";
}

std::string figures_line(const Figures& figures) {
  std::string line;
  for (const Measured& measured : kMeasured)
    line += format("%13llu", static_cast<ull>(figures.*measured.member));
  return line;
}

std::string ratios_line(const Figures& first, const Figures& second) {
  std::string line;
  for (const Measured& measured : kMeasured) {
    const double each = ratio(first.*measured.member, second.*measured.member);
    line += each < 1e6 ? format("%13.3f", each) : format("%13s", "from 0");
  }
  return line;
}

std::string list_shaders(const std::vector<Row>& rows, bool has_second) {
  std::string text = heading();
  for (const Row& row : rows) {
    if (row.first.fate == Fate::kMeasured) text += figures_line(row.first.figures) + "  " + row.shader + "\n";
    if (has_second && row.is_pair())
      text += ratios_line(row.first.figures, row.second.figures) + "  times the second's\n";
  }
  return text;
}

std::string totals_text(const std::vector<Row>& rows, bool has_second) {
  const Totals totals = add_up(rows, has_second);
  std::string text = format("Totals of %zu shaders\n", totals.shaders) + heading();
  text += figures_line(totals.first) + "\n";
  if (!has_second) return text;
  text += figures_line(totals.second) + "  second\n";
  text += ratios_line(totals.first, totals.second) + "  ratio\n";
  size_t fewer = 0, more = 0;
  for (const double each : totals.ratios) {
    fewer += each < 1 ? 1 : 0;
    more += each > 1 ? 1 : 0;
  }
  return text + format("Instructions: median ratio %.3f; fewer in %zu shaders, more in %zu\n",
                       median(totals.ratios), fewer, more);
}

std::string code_bases_text(const std::vector<Row>& rows, bool has_second) {
  std::string text = "By code base\n" + heading();
  for (const auto& [name, own] : by_code_base(rows)) {
    const Totals totals = add_up(own, has_second);
    if (totals.shaders == 0) continue;
    text += (has_second ? ratios_line(totals.first, totals.second) : figures_line(totals.first)) + "  " +
            name + format(", %zu shaders\n", totals.shaders);
  }
  return text;
}

std::string beyond_text(const std::vector<Row>& rows, double limit) {
  const std::vector<Row> found = beyond(rows, limit);
  std::string text = format("%zu shaders beyond %g in instructions or latency\n", found.size(), limit);
  for (const Row& row : found) {
    const Figures &first = row.first.figures, &second = row.second.figures;
    text += format("%8llu %8llu %7.3f %9llu %9llu %7.3f  ", static_cast<ull>(first.instructions),
                   static_cast<ull>(second.instructions), ratio(first.instructions, second.instructions),
                   static_cast<ull>(first.latency), static_cast<ull>(second.latency),
                   ratio(first.latency, second.latency)) +
            row.shader + "\n";
  }
  return text;
}

/// Names the shaders that were not measured.
std::string failures_text(const std::vector<Row>& rows, Measurement Row::*which, const char* whose) {
  std::string text;
  for (size_t n = 1; n < kFates; ++n) {
    const Fate fate = static_cast<Fate>(n);
    size_t count = 0;
    std::string names;
    for (const Row& row : rows) {
      if ((row.*which).fate != fate) continue;
      ++count;
      names += "  " + row.shader + ": " + (row.*which).why + "\n";
    }
    if (count > 0) text += format("%s: %zu %s\n", whose, count, name_of(fate)) + names;
  }
  return text;
}

std::string csv_fields(const Measurement& measurement) {
  std::string line = std::string(",") + name_of(measurement.fate);
  for (const Measured& measured : kMeasured) {
    line += ",";
    if (measurement.fate == Fate::kMeasured) line += std::to_string(measurement.figures.*measured.member);
  }
  return line;
}

/// Quotes a field that has a comma or a quotation mark.
std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string text_report(const FamilyRows& measured, const ReportStyle& style) {
  std::string text = "== " + measured.family + "\n";
  if (style.lists_shaders) text += list_shaders(measured.rows, style.has_second);
  text += totals_text(measured.rows, style.has_second);
  text += code_bases_text(measured.rows, style.has_second);
  if (style.has_second) text += beyond_text(measured.rows, style.limit);
  text += failures_text(measured.rows, &Row::first, "First");
  if (style.has_second) text += failures_text(measured.rows, &Row::second, "Second");
  return text;
}

std::string csv_report(const std::vector<FamilyRows>& measured) {
  std::string text = "family,shader";
  for (const char* whose : {"first", "second"}) {
    text += std::string(",") + whose;
    for (const Measured& each : kMeasured) text += std::string(",") + whose + "_" + each.name;
  }
  text += "\n";
  for (const FamilyRows& family : measured) {
    for (const Row& row : family.rows)
      text += family.family + "," + csv_quoted(row.shader) + csv_fields(row.first) + csv_fields(row.second) +
              "\n";
  }
  return text;
}

}  // namespace trellis::gpu_compiler
