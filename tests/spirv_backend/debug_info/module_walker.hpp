// Runs one invocation of a compute module whose buffers are words, and keeps what the debug instructions say
// line by line.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trellis::test_backend {

/// The source's variables where a line begins to run: "acc", "id.0". Those of a scope around the line alone.
struct WalkedLine {
  uint32_t line = 0;
  std::map<std::string, uint32_t> variables;
};

struct Walk {
  std::vector<WalkedLine> lines;
  std::vector<uint32_t> output;
  std::string fault;  ///< Why the run stopped early; empty if it returned.
};

/// `input` is what the variable named Src holds, `output` what Dst holds; all of the module's other memory is
/// the invocation's number, in x.
Walk walk_module(const std::vector<uint32_t>& module, uint32_t invocation, const std::vector<uint32_t>& input,
                 size_t output_words);

}  // namespace trellis::test_backend
