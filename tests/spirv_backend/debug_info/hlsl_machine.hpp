// Runs a thread group of compiled HLSL, and keeps what each variable is at each line, invocation by
// invocation.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "tests/spirv_backend/debug_info/hlsl_code.hpp"

namespace trellis::test_backend::hlsl {

/// Words of buffers, by the names of the source.
using Buffers = std::map<std::string, std::vector<uint32_t>>;

/// Which values variables have right before and right after a line, each time it runs.
struct LineValues {
  std::set<uint32_t> lines;
  std::set<std::tuple<uint32_t, uint32_t, uint64_t>> values;  ///< Line, part, value.

  /// True too of what the source leaves undefined.
  bool has(uint32_t line, uint32_t part, uint64_t value) const;
  /// Whether the part is a variable that is in view there.
  bool sees(uint32_t line, uint32_t part) const;
};

/// A part of a variable at a line.
using PartAtLine = std::pair<uint32_t, uint32_t>;

struct SourceRun {
  LineValues ran;
  /// What the lines of arms would do whose condition did not hold, from where it was computed on: compilers
  /// run such lines early if nothing but values comes of it.
  LineValues supposed;
  /// Of parts that are asked for: each time the line runs, the value, the one before it, and so on; of
  /// supposed runs too.
  std::map<PartAtLine, std::set<std::vector<uint64_t>>> histories, supposed_histories;
};

/// What to keep of a run.
struct Tracing {
  std::set<uint32_t> lanes;
  std::set<PartAtLine> histories;
};

/// All invocations of one group. `fault` says why, if the run fails.
std::vector<SourceRun> run_group(const Program& program, const uint32_t (&group)[3], Buffers& buffers,
                                 const Tracing& tracing, std::string& fault);

}  // namespace trellis::test_backend::hlsl
