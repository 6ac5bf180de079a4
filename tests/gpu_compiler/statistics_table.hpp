// Reads, writes and compares the statistics of many shaders.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/gpu_compiler/shader_statistics.hpp"

namespace trellis::gpu_compiler {

/// Statistics by label, such as "control_flow/nested_breaks".
using StatisticsTable = std::map<std::string, ShaderStatistics>;

/// Reads the rows of one family from a CSV file: a heading, then rows of family, shader and the columns. An
/// error names the malformed line, or says that the file has no row of that family.
Result<StatisticsTable> read_table(const std::filesystem::path& file, const std::string& family);

/// Replaces the family's rows in the file, which need not exist yet.
Result<void> write_table(const std::filesystem::path& file, const std::string& family,
                         const StatisticsTable& table);

/// Returns the totals over the shaders that both tables have, column by column, with the ratio.
std::string compare_totals(const StatisticsTable& now, const StatisticsTable& other,
                           const std::string& other_name);

/// Returns the shaders whose instructions or latency exceed `limit` times those of the other table, the worst
/// first.
std::string list_above(const StatisticsTable& now, const StatisticsTable& other, double limit);

/// Returns whether the instructions of a single shader have risen by over 1 % and by at least three.
bool has_risen(const ShaderStatistics& now, const ShaderStatistics& recorded);

/// Returns what has risen by over 1 %, one line each: the totals of instructions, registers and latency, and
/// the instructions of single shaders (by at least three). Also lists the shaders that `recorded` lacks.
/// Empty if nothing has risen.
std::string find_rises(const StatisticsTable& now, const StatisticsTable& recorded);

}  // namespace trellis::gpu_compiler
