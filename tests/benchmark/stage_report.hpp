// Measures the time of each stage of a translation, over groups of shaders.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "support/result.hpp"

namespace trellis::benchmark_tools {

struct Input {
  std::string name;
  std::vector<uint8_t> bytes;
};

/// Shaders that are measured together; results are averages per shader.
struct Group {
  std::string name;
  std::vector<Input> inputs;

  uint64_t total_bytes() const;
};

/// Returns these groups: a shader of about 4 KB, one of about 7 KB, the 29 largest of programs and
/// control_flow, all of programs, and each shader of the folder large. Leaves out shaders that do not
/// translate.
Result<std::vector<Group>> load_groups();

/// Returns a group by its short name: `largest` (the 29 largest of programs and control_flow) or a folder of
/// the corpus. Leaves out shaders that do not translate. Returns an error if there is no such folder or
/// nothing in it translates.
Result<Group> load_group(const std::string& name);

/// Returns the shortest time of each stage over `rounds` translations of the whole group, divided by the
/// number of shaders.
StageTimes measure(Translator& translator, const Group& group, int rounds);

/// Returns a table of microseconds with one row per group and one column per stage. The last column is the
/// time of everything after LLVM's reader, divided by that of the reader.
std::string stage_table(Translator& translator, const std::vector<Group>& groups);

}  // namespace trellis::benchmark_tools
