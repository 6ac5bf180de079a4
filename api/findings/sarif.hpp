// Findings as SARIF 2.1.0, the format in which code hosts and editors read them.
#pragma once

#include <span>

#include "api/findings/findings.hpp"

namespace trellis {

/// "line 12, function main, block 3, instruction 0"; what is unknown is left out.
String place_text(const uniformity::Step& place);

/// A file's name as a URI reference (RFC 3986): a relative name stays relative to the folder that the program
/// runs in; an absolute one becomes file:///...
String uri_of(std::string_view file);

/// The same of a source file, as a compiler named it: on Windows or elsewhere, with slashes of either kind.
String uri_of_source(std::string_view file);

/// The findings of one input as an array of `result` objects, on one line.
String sarif_results(const String& file, std::span<const CheckFinding> findings);

/// What tells a result from the others of a log, and from run to run that it is the same: of what does not change when
/// lines are added above it. `number`: from 1 on, among the results of that identity.
String sarif_fingerprint(std::string_view identity, uint32_t number);

/// Such arrays as one log with one run. Results refer to `rules` by index.
String sarif_log(std::span<const Rule> rules, std::span<const String> parts);

}  // namespace trellis
