// Manifests: files that list shaders, each line with a shader and its own options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// A shader of a manifest, or one permutation of it.
struct ManifestEntry {
  size_t line = 0;                 ///< Counted from 1.
  std::vector<std::string> words;  ///< The words of the line, without its output.
  std::string output;              ///< The output that the line names with -o; empty if none.
  std::string permutation;         ///< Before the output's suffix: ".QUALITY_2.SHADOWS_0".
};

/// Reads the entries of a manifest, in order. The words of a line follow the rules of a command line. {a,b}
/// makes one entry with a and one with b. # begins a comment. Returns what is wrong, with the line's number,
/// or an empty string.
std::string read_manifest(std::string_view text, std::vector<ManifestEntry>& entries);

}  // namespace trellis::tools
