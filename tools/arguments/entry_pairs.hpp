// Several entry points in one call: -T vs_6_6 -E vsmain -T ps_6_6 -E psmain.
#pragma once

#include <string>
#include <vector>

namespace trellis::tools {

/// A call for one of the entry points.
struct EntryCall {
  std::vector<std::string> words;  ///< With its profile and entry point alone; the program's name in front.
  std::string name;                ///< What tells its output from the others': the entry point's name.
};

/// One call for each entry point that `words` asks for; none if it asks for one at most. What is wrong, or nothing.
std::string split_entries(const std::vector<std::string>& words, std::vector<EntryCall>& calls);

}  // namespace trellis::tools
