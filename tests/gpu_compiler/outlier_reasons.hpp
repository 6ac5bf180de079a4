// The reasons why some shaders are more expensive than the other translator's modules for them.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "tests/gpu_compiler/statistics_table.hpp"

namespace trellis::gpu_compiler {

/// Shader label to reason.
using Reasons = std::map<std::string, std::string>;

/// Reads a CSV file: the heading "shader,reason", then one line per shader; reasons may contain commas. An
/// error names the line that is malformed or repeats a shader.
Result<Reasons> read_reasons(const std::filesystem::path& file);

/// Returns whether the instructions or the latency of `now` exceed `limit` times those of `other`.
bool is_above(const ShaderStatistics& now, const ShaderStatistics& other, double limit);

/// Functions that compile a shader above the limit again: unchanged, with loops marked [loop] free to be
/// unrolled, and with the device's D3D guarantees in addition.
struct Recompile {
  std::function<Result<ShaderStatistics>(const std::string&label)> plainly, loops_free,
      loops_free_and_promises;
};

struct Explained {
  std::string text;         ///< One line for each shader above the limit, with its reason.
  std::string unexplained;  ///< One line for each shader without a reason.
};

/// Explains the shaders above the limit. If a shader stays within it with its loops free, or with the
/// guarantees in addition, that is the reason. For the others, `reasons` has it.
Result<Explained> explain_above(const StatisticsTable& now, const StatisticsTable& other, double limit,
                                const Recompile& recompile, const Reasons& reasons);

}  // namespace trellis::gpu_compiler
