#include "tests/gpu_compiler/statistics_table.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

namespace trellis::gpu_compiler {
namespace {

constexpr const char* kFamily = "family";
constexpr const char* kShader = "shader";
constexpr double kLimit = 1.01;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

std::string heading() {
  std::string line = std::string(kFamily) + "," + kShader;
  for (const Column& column : kColumns) line += std::string(",") + column.name;
  return line;
}

std::string row_of(const std::string& family, const std::string& shader, const ShaderStatistics& statistics) {
  std::string line = family + "," + shader;
  for (const Column& column : kColumns) line += "," + std::to_string(statistics.*column.member);
  return line;
}

bool read_row(const std::vector<std::string>& fields, ShaderStatistics& statistics) {
  if (fields.size() != 2 + std::size(kColumns)) return false;
  size_t n = 2;
  for (const Column& column : kColumns) {
    const std::string& field = fields[n++];
    const char* end = field.data() + field.size();
    const auto read = std::from_chars(field.data(), end, statistics.*column.member);
    if (read.ec != std::errc() || read.ptr != end) return false;
  }
  return true;
}

template <class... Values>
std::string format(const char* pattern, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

double ratio(uint64_t now, uint64_t other) {
  return other == 0 ? (now == 0 ? 1.0 : 1e9) : static_cast<double>(now) / static_cast<double>(other);
}

struct Totals {
  ShaderStatistics now, other;
  size_t shaders = 0;
};

Totals add_up(const StatisticsTable& now, const StatisticsTable& other) {
  Totals totals;
  for (const auto& [label, statistics] : now) {
    const auto found = other.find(label);
    if (found == other.end()) continue;
    ++totals.shaders;
    for (const Column& column : kColumns) {
      totals.now.*column.member += statistics.*column.member;
      totals.other.*column.member += found->second.*column.member;
    }
  }
  return totals;
}

}  // namespace

Result<StatisticsTable> read_table(const std::filesystem::path& file, const std::string& family) {
  std::ifstream text(file);
  std::string line;
  if (!std::getline(text, line)) return bad_input("cannot read " + file.string());
  if (line != heading()) return bad_input(file.string() + ": the first line is not " + heading());
  StatisticsTable table;
  for (size_t number = 2; std::getline(text, line); ++number) {
    const std::vector<std::string> fields = fields_of(line);
    ShaderStatistics statistics;
    if (!read_row(fields, statistics))
      return bad_input(file.string() + ": line " + std::to_string(number) + " is not a row");
    if (fields[0] == family) table[fields[1]] = statistics;
  }
  if (table.empty()) return bad_input(file.string() + " has no rows of " + family);
  return table;
}

Result<void> write_table(const std::filesystem::path& file, const std::string& family,
                         const StatisticsTable& table) {
  std::vector<std::string> rows;
  std::ifstream old(file);
  std::string line;
  std::getline(old, line);
  while (std::getline(old, line)) {
    if (!line.starts_with(family + ",")) rows.push_back(line);
  }
  old.close();
  for (const auto& [label, statistics] : table) rows.push_back(row_of(family, label, statistics));
  std::stable_sort(rows.begin(), rows.end(), [](const std::string& a, const std::string& b) {
    return a.substr(0, a.find(',')) < b.substr(0, b.find(','));
  });
  std::ofstream text(file);
  text << heading() << '\n';
  for (const std::string& row : rows) text << row << '\n';
  if (!text.flush()) return bad_input("cannot write " + file.string());
  return {};
}

std::string compare_totals(const StatisticsTable& now, const StatisticsTable& other,
                           const std::string& other_name) {
  const Totals totals = add_up(now, other);
  std::string text = format("%zu shaders         %14s %14s\n", totals.shaders, "now", other_name.c_str());
  for (const Column& column : kColumns) {
    const uint64_t here = totals.now.*column.member, there = totals.other.*column.member;
    text += format("%-20s %14llu %14llu  %.3f\n", column.name, static_cast<unsigned long long>(here),
                   static_cast<unsigned long long>(there), ratio(here, there));
  }
  return text;
}

std::string list_above(const StatisticsTable& now, const StatisticsTable& other, double limit) {
  struct Outlier {
    std::string label;
    double instructions, latency;
    double worst() const { return std::max(instructions, latency); }
  };
  std::vector<Outlier> outliers;
  for (const auto& [label, statistics] : now) {
    const auto found = other.find(label);
    if (found == other.end()) continue;
    const Outlier each = {label, ratio(statistics.instructions, found->second.instructions),
                          ratio(statistics.latency, found->second.latency)};
    if (each.worst() > limit) outliers.push_back(each);
  }
  std::stable_sort(outliers.begin(), outliers.end(),
                   [](const Outlier& a, const Outlier& b) { return a.worst() > b.worst(); });
  std::string text = format("%zu shaders above %.2f in instructions or latency\n", outliers.size(), limit);
  for (const Outlier& each : outliers) {
    text += format("%6.2f %6.2f  %s\n", each.instructions, each.latency, each.label.c_str());
  }
  return text;
}

bool has_risen(const ShaderStatistics& now, const ShaderStatistics& recorded) {
  constexpr uint64_t kLeastRise = 3;
  return now.instructions >= recorded.instructions + kLeastRise &&
         ratio(now.instructions, recorded.instructions) > kLimit;
}

std::string find_rises(const StatisticsTable& now, const StatisticsTable& recorded) {
  std::string text;
  const Totals totals = add_up(now, recorded);
  for (const auto member :
       {&ShaderStatistics::instructions, &ShaderStatistics::vgprs, &ShaderStatistics::latency}) {
    const double rise = ratio(totals.now.*member, totals.other.*member);
    const auto* column = std::find_if(std::begin(kColumns), std::end(kColumns),
                                      [member](const Column& other) { return other.member == member; });
    if (rise > kLimit) text += format("all shaders: %s, %.3f times what is recorded\n", column->name, rise);
  }
  for (const auto& [label, statistics] : now) {
    const auto found = recorded.find(label);
    if (found == recorded.end()) {
      text += label + ": not recorded\n";
      continue;
    }
    const uint64_t then = found->second.instructions;
    if (has_risen(statistics, found->second)) {
      text += format("%s: %llu instructions, recorded are %llu\n", label.c_str(),
                     static_cast<unsigned long long>(statistics.instructions),
                     static_cast<unsigned long long>(then));
    }
  }
  return text;
}

}  // namespace trellis::gpu_compiler
