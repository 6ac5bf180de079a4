// Lists of shaders: a file that has, in each line, a shader and options of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// A shader of a manifest, or one permutation of it.
struct ManifestEntry {
  size_t line = 0;                  ///< From 1 on.
  std::vector<std::string> words;   ///< Of the line, without its output.
  std::string output;               ///< As the line says (-o); empty: it does not.
  std::string permutation;          ///< Stands before the output's suffix: ".QUALITY_2.SHADOWS_0"; may be empty.
};

/// The entries of a manifest's text, in order. Each line has words as a command line has them; {a,b} stands for a and for b, each in
/// an entry of its own; what follows # is left out. What is wrong, with the line's number, or nothing.
std::string read_manifest(std::string_view text, std::vector<ManifestEntry>& entries);

}  // namespace trellis::tools
