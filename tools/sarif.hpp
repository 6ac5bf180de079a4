// Findings as SARIF 2.1.0, the format in which code hosts and editors read them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/findings.hpp"

namespace trellis::tools {

/// "line 12, function main, block 3, instruction 0"; what is unknown is left out.
std::string place_text(const uniformity::Step& place);

/// A file's name as a URI reference (RFC 3986): a relative name stays relative to the folder that the program
/// runs in; an absolute one becomes file:///...
std::string uri_of(std::string_view file);

/// The same of a source file, as a compiler named it: on Windows or elsewhere, with slashes of either kind.
std::string uri_of_source(std::string_view file);

/// The findings of one input as an array of `result` objects, on one line.
std::string sarif_results(const std::string& file, std::span<const CheckFinding> findings);

/// Such arrays as one log with one run.
std::string sarif_log(std::span<const std::string> parts);

}  // namespace trellis::tools
