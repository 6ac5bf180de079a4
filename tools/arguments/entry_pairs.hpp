// Splits a call with several entry points: -T vs_6_6 -E vsmain -T ps_6_6 -E psmain.
#pragma once

#include <string>
#include <vector>

namespace trellis::tools {

/// The call for one of the entry points.
struct EntryCall {
  /// The program's name and the options, with only this entry's profile and entry point.
  std::vector<std::string> words;
  std::string name;  ///< The entry point's name, which tells its output from the others'.
};

/// Makes one call for each entry point in `words`; makes none if there is at most one. Returns an error
/// message, or an empty string.
std::string split_entries(const std::vector<std::string>& words, std::vector<EntryCall>& calls);

}  // namespace trellis::tools
