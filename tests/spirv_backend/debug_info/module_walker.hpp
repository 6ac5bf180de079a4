// Runs a thread group of a compute module, and keeps what the debug instructions say line by line.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace trellis::test_backend {

/// A variable of the source, or a part of it, by its row in Walk::names; and its value.
using NamedValue = std::pair<uint32_t, uint64_t>;

/// Where a line begins to run. Variables of a scope around the line alone, if they are declared before it.
struct WalkedLine {
  uint32_t line = 0;
  bool has_effects = false;  ///< Writes memory that others see, or waits for others.
  /// What the debug instructions that ran said last.
  std::vector<NamedValue> variables;
  /// What is said last before the line in the order of the module's text, if that value has been computed:
  /// debuggers that read the instructions once, beforehand, show this.
  std::vector<NamedValue> in_text_order;
};

struct Memory {
  std::map<std::string, std::vector<uint32_t>>* buffers = nullptr;  ///< Words by OpName.
  std::map<std::string, uint32_t> texel_words;                      ///< Of typed buffers.
};

struct Walk {
  std::vector<std::string> names;              ///< "acc", "id.0"
  std::vector<std::vector<WalkedLine>> lanes;  ///< By invocation; empty of those that are not traced.
  std::vector<std::set<NamedValue>> said;      ///< The same: all that is ever said, or seen in memory.
  std::string fault;                           ///< Why the run stopped early; empty if all returned.
};

Walk walk_group(const std::vector<uint32_t>& module, const uint32_t (&group)[3], const Memory& memory,
                const std::set<uint32_t>& traced);

}  // namespace trellis::test_backend
