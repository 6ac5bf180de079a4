// Why single shaders take more than the other translator's modules of them.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "tests/gpu_compiler/statistics_table.hpp"

namespace trellis::gpu_compiler {

/// By label.
using Reasons = std::map<std::string, std::string>;

/// A CSV file: a heading "shader,reason", then a line for each shader; reasons may hold commas. An error
/// names the line that is none of that, or names a shader again.
Result<Reasons> read_reasons(const std::filesystem::path& file);

/// Whether its instructions or its latency are more than `limit` times the other's.
bool is_above(const ShaderStatistics& now, const ShaderStatistics& other, double limit);

/// What to ask of a shader that is above the limit: its statistics if the compiler may unroll loops marked
/// [loop], and if besides the device promises what D3D asks for.
struct Recompile {
  std::function<Result<ShaderStatistics>(const std::string&label)> plainly, loops_free,
      loops_free_and_promises;
};

struct Explained {
  std::string text;         ///< A line for each shader above the limit, with its reason.
  std::string unexplained;  ///< Those for which there is none, a line each.
};

/// Shaders above the limit. One that no longer is with its loops free, or with the promises too, is explained
/// by that; the others by `reasons`.
Result<Explained> explain_above(const StatisticsTable& now, const StatisticsTable& other, double limit,
                                const Recompile& recompile, const Reasons& reasons);

}  // namespace trellis::gpu_compiler
