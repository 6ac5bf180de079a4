// Findings as SARIF 2.1.0, a format that code hosts and editors read.
#pragma once

#include <span>

#include "api/findings/findings.hpp"

namespace trellis {

/// Returns the location as text: "line 12, function main, block 3, instruction 0". Unknown parts are left
/// out.
String place_text(const uniformity::Step& place);

/// Returns a file's name as a URI reference (RFC 3986). A relative name stays relative to the folder that the
/// program runs in; an absolute name becomes file:///...
String uri_of(std::string_view file);

/// Like uri_of(), for a source file as a compiler named it: on Windows or elsewhere, with slashes of either
/// kind.
String uri_of_source(std::string_view file);

/// Returns the findings of one input as an array of `result` objects, on one line.
String sarif_results(const String& file, std::span<const CheckFinding> findings);

/// Returns a fingerprint that identifies a result within a log and from run to run. It depends only on what
/// does not change when lines are added above the result. `number`, counted from 1, distinguishes results
/// with the same identity.
String sarif_fingerprint(std::string_view identity, uint32_t number);

/// Combines such arrays into one log with one run. Results refer to `rules` by index.
String sarif_log(std::span<const Rule> rules, std::span<const String> parts);

}  // namespace trellis
