// Where the time of a translation goes, over groups of shaders.
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

/// Shaders measured together; the figures are for one of them on average.
struct Group {
  std::string name;
  std::vector<Input> inputs;

  uint64_t total_bytes() const;
};

/// A shader of about 4 KB, one of about 7 KB, the 29 largest (without the folder large), all of programs, and
/// each of large. Shaders that do not translate are left out.
Result<std::vector<Group>> load_groups();

/// A group by a short name: `largest` (the 29 largest of programs and control_flow) or a folder of the corpus. Shaders
/// that do not translate are left out. Errors: there is no such folder, or nothing in it translates.
Result<Group> load_group(const std::string& name);

/// The least time of each stage over `rounds` translations of the whole group, divided by its shaders.
StageTimes measure(Translator& translator, const Group& group, int rounds);

/// A table: one row a group, one column a stage, in microseconds; the last column is everything after LLVM's
/// reader divided by LLVM's reader.
std::string stage_table(Translator& translator, const std::vector<Group>& groups);

}  // namespace trellis::benchmark_tools
