// Runs a thread group of a compute module, and records what the debug instructions describe at each line.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace trellis::test_backend {

/// A variable of the source or a part of it, as an index in Walk::names, and its value.
using NamedValue = std::pair<uint32_t, uint64_t>;

/// A line that begins to run. Lists only variables that are declared before it in an enclosing scope.
struct WalkedLine {
  uint32_t line = 0;
  bool has_effects = false;  ///< Whether it writes memory that other lanes see, or waits for other lanes.
  /// The values given by the debug instructions that ran last.
  std::vector<NamedValue> variables;
  /// The values given by the last debug instructions before the line in the module's text, if they have been
  /// computed: debuggers that read the instructions once in advance show these.
  std::vector<NamedValue> in_text_order;
};

struct Memory {
  std::map<std::string, std::vector<uint32_t>>* buffers = nullptr;  ///< Words of each buffer, by its OpName.
  std::map<std::string, uint32_t> texel_words;                      ///< Words per texel, for typed buffers.
};

struct Walk {
  std::vector<std::string> names;              ///< For example "acc" or "id.0".
  std::vector<std::vector<WalkedLine>> lanes;  ///< By invocation; empty for those that are not traced.
  std::vector<std::set<NamedValue>> said;  ///< By invocation: all values ever described, or read from memory.
  std::string fault;  ///< The reason why the run stopped early; empty if all invocations returned.
};

Walk walk_group(const std::vector<uint32_t>& module, const uint32_t (&group)[3], const Memory& memory,
                const std::set<uint32_t>& traced);

}  // namespace trellis::test_backend
