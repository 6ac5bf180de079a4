// Runs a thread group of compiled HLSL, and records the value of each variable at each line, per invocation.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "tests/spirv_backend/debug_info/hlsl_code.hpp"

namespace trellis::test_backend::hlsl {

/// The words of each buffer, by its name in the source.
using Buffers = std::map<std::string, std::vector<uint32_t>>;

/// The values of variables right before and right after a line, for each time it runs.
struct LineValues {
  std::set<uint32_t> lines;
  std::set<std::tuple<uint32_t, uint32_t, uint64_t>> values;  ///< Line, part, value.

  /// Returns whether the part has this value at the line. Also true if the source leaves it undefined.
  bool has(uint32_t line, uint32_t part, uint64_t value) const;
  /// Returns whether the part belongs to a variable that is in scope at the line.
  bool sees(uint32_t line, uint32_t part) const;
};

/// A line, and a part of a variable.
using PartAtLine = std::pair<uint32_t, uint32_t>;

struct SourceRun {
  LineValues ran;
  /// What the lines of untaken arms would do, starting when the condition is computed: compilers run such
  /// lines early if they only compute values.
  LineValues supposed;
  /// For the requested parts: at each run of the line, the current value, the one before it, and so on; the
  /// second map is for untaken arms.
  std::map<PartAtLine, std::set<std::vector<uint64_t>>> histories, supposed_histories;
};

/// What to record of a run.
struct Tracing {
  std::set<uint32_t> lanes;
  std::set<PartAtLine> histories;
};

/// Runs all invocations of one group. If the run fails, `fault` has the reason.
std::vector<SourceRun> run_group(const Program& program, const uint32_t (&group)[3], Buffers& buffers,
                                 const Tracing& tracing, std::string& fault);

}  // namespace trellis::test_backend::hlsl
