#include "tests/gpu_compiler/outlier_reasons.hpp"

#include <cstdio>
#include <fstream>

namespace trellis::gpu_compiler {
namespace {

double share(uint64_t now, uint64_t other) {
  return static_cast<double>(now) / static_cast<double>(other == 0 ? 1 : other);
}

std::string line_of(const std::string& label, const ShaderStatistics& now, const ShaderStatistics& other,
                    const std::string& reason) {
  char numbers[32];
  std::snprintf(numbers, sizeof numbers, "%6.2f %6.2f  ", share(now.instructions, other.instructions),
                share(now.latency, other.latency));
  return numbers + label + (reason.empty() ? "" : ": " + reason) + "\n";
}

/// Compiles the shader up to `tries` times, and returns whether it ever stays within the limit: Mesa's
/// compiler occasionally generates different code for the same module.
Result<bool> comes_below(const std::function<Result<ShaderStatistics>(const std::string&)>& compile,
                         const std::string& label, const ShaderStatistics& other, double limit,
                         int tries = 3) {
  for (int n = 0; n < tries; ++n) {
    const auto found = compile(label);
    if (!found) return found.error();
    if (!is_above(*found, other, limit)) return true;
  }
  return false;
}

}  // namespace

Result<Reasons> read_reasons(const std::filesystem::path& file) {
  std::ifstream text(file);
  std::string line;
  if (!std::getline(text, line) || line != "shader,reason")
    return bad_input(file.string() + ": the first line is not shader,reason");
  Reasons reasons;
  for (size_t number = 2; std::getline(text, line); ++number) {
    const size_t comma = line.find(',');
    const bool is_row = comma != std::string::npos && comma != 0 && comma + 1 < line.size();
    if (!is_row || !reasons.emplace(line.substr(0, comma), line.substr(comma + 1)).second)
      return bad_input(file.string() + ": line " + std::to_string(number) + " is not a row of its own");
  }
  return reasons;
}

bool is_above(const ShaderStatistics& now, const ShaderStatistics& other, double limit) {
  return share(now.instructions, other.instructions) > limit || share(now.latency, other.latency) > limit;
}

Result<Explained> explain_above(const StatisticsTable& now, const StatisticsTable& other, double limit,
                                const Recompile& recompile, const Reasons& reasons) {
  Explained explained;
  for (const auto& [label, statistics] : now) {
    const auto beside = other.find(label);
    if (beside == other.end() || !is_above(statistics, beside->second, limit)) continue;
    std::string reason;
    const auto is_reason = [&](const auto& compile, const char* words) -> Result<bool> {
      if (!reason.empty()) return true;
      const auto below = comes_below(compile, label, beside->second, limit);
      if (!below) return below.error();
      if (*below) reason = words;
      return true;
    };
    const auto asked = is_reason(recompile.loops_free, "[loop]");
    if (!asked) return asked.error();
    const auto promised =
        is_reason(recompile.loops_free_and_promises, "what D3D defines and SPIR-V does not");
    if (!promised) return promised.error();
    if (const auto known = reasons.find(label); reason.empty() && known != reasons.end())
      reason = known->second;
    if (reason.empty()) {
      // Few shaders get here: those for which the compiler occasionally generates different code.
      constexpr int kPatience = 16;
      bool is_below = false;
      for (const auto* compile :
           {&recompile.plainly, &recompile.loops_free, &recompile.loops_free_and_promises}) {
        const auto below = comes_below(*compile, label, beside->second, limit, kPatience);
        if (!below) return below.error();
        is_below = is_below || *below;
      }
      if (is_below) continue;
      explained.unexplained += line_of(label, statistics, beside->second, reason);
    }
    explained.text += line_of(label, statistics, beside->second, reason);
  }
  return explained;
}

}  // namespace trellis::gpu_compiler
