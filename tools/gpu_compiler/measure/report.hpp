// Reports of measured shaders, as text and as CSV.
#pragma once

#include <string>
#include <vector>

#include "tools/gpu_compiler/measure/figures.hpp"

namespace trellis::gpu_compiler {

/// The rows of one family.
struct FamilyRows {
  std::string family;
  std::vector<Row> rows;
};

struct ReportStyle {
  bool has_second = false;  ///< There is a second translator.
  bool lists_shaders = true;
  double limit = 1.03;  ///< Lists pairs with a higher ratio of instructions or latency.
};

/// Returns a line for each shader, the totals, those of each code base, the shaders beyond the limit, and for
/// each fate the number of shaders and their names.
std::string text_report(const FamilyRows& measured, const ReportStyle& style);

/// Returns a heading and a line for each family and shader. Figures are empty where there are none.
std::string csv_report(const std::vector<FamilyRows>& measured);

}  // namespace trellis::gpu_compiler
