// Statistics of many shaders: as files, and compared.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/gpu_compiler/shader_statistics.hpp"

namespace trellis::gpu_compiler {

/// By label: "control_flow/nested_breaks".
using StatisticsTable = std::map<std::string, ShaderStatistics>;

/// The rows of one family of a CSV file: a heading, then family, shader, and the columns. An error names the
/// line that is none of that, or says that the file has no row of the family.
Result<StatisticsTable> read_table(const std::filesystem::path& file, const std::string& family);

/// Replaces the family's rows of the file, which need not exist yet.
Result<void> write_table(const std::filesystem::path& file, const std::string& family,
                         const StatisticsTable& table);

/// The totals of both over the shaders that both have, column by column, with the ratio.
std::string compare_totals(const StatisticsTable& now, const StatisticsTable& other,
                           const std::string& other_name);

/// The shaders whose instructions or latency are more than `limit` times the other's, the worst first.
std::string list_above(const StatisticsTable& now, const StatisticsTable& other, double limit);

/// Whether a single shader has risen: by over 1 % in instructions, and by three at least.
bool has_risen(const ShaderStatistics& now, const ShaderStatistics& recorded);

/// What has risen by over 1 %: the totals of instructions, registers and latency, and the instructions of
/// single shaders (by three at least), a line each. Empty: nothing. Shaders that `recorded` lacks are told
/// of, too.
std::string find_rises(const StatisticsTable& now, const StatisticsTable& recorded);

}  // namespace trellis::gpu_compiler
