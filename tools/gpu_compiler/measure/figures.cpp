#include "tools/gpu_compiler/measure/figures.hpp"

#include <algorithm>

namespace trellis::gpu_compiler {
namespace {

/// How many instructions the first translator's code has in addition.
int64_t excess(const Row& row) {
  return static_cast<int64_t>(row.first.figures.instructions) -
         static_cast<int64_t>(row.second.figures.instructions);
}

}  // namespace

const char* name_of(Fate fate) {
  switch (fate) {
    case Fate::kMeasured:
      return "measured";
    case Fate::kUnreadable:
      return "unreadable";
    case Fate::kRefused:
      return "refused by the translator";
    case Fate::kCrashed:
      return "crashed the translator";
    case Fate::kLate:
      return "too slow in the translator";
    case Fate::kNoModule:
      return "without a SPIR-V module";
    case Fate::kInvalid:
      return "invalid";
    case Fate::kDriverRefused:
      return "refused by the driver";
    case Fate::kDriverCrashed:
      return "crashed the driver";
    case Fate::kDriverLate:
      return "too slow in the driver";
  }
  return "";
}

double ratio(uint64_t first, uint64_t second) {
  if (first == second) return 1;
  return second == 0 ? 1e9 : static_cast<double>(first) / static_cast<double>(second);
}

double median(std::vector<double> values) {
  if (values.empty()) return 1;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Totals add_up(const std::vector<Row>& rows, bool pairs) {
  Totals totals;
  for (const Row& row : rows) {
    if (pairs ? !row.is_pair() : row.first.fate != Fate::kMeasured) continue;
    ++totals.shaders;
    totals.ratios.push_back(ratio(row.first.figures.instructions, row.second.figures.instructions));
    for (const Measured& measured : kMeasured) {
      totals.first.*measured.member += row.first.figures.*measured.member;
      totals.second.*measured.member += row.second.figures.*measured.member;
    }
  }
  return totals;
}

std::map<std::string, std::vector<Row>> by_code_base(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<Row>> sorted;
  for (const Row& row : rows) {
    const size_t slash = row.shader.find('/');
    sorted[slash == std::string::npos ? "." : row.shader.substr(0, slash)].push_back(row);
  }
  return sorted;
}

std::vector<Row> beyond(const std::vector<Row>& rows, double limit) {
  std::vector<Row> found;
  for (const Row& row : rows) {
    const Figures &first = row.first.figures, &second = row.second.figures;
    const bool exceeds = ratio(first.instructions, second.instructions) > limit ||
                         ratio(first.latency, second.latency) > limit;
    if (row.is_pair() && exceeds) found.push_back(row);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Row& a, const Row& b) { return excess(a) > excess(b); });
  return found;
}

}  // namespace trellis::gpu_compiler
