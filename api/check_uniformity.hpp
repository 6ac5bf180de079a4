// The uniformity check finds what a shader does that needs control flow, or descriptor indices, to be the
// same for invocations for which they may differ. See docs/uniformity.md.
#pragma once

#include <span>

#include "api/translator.hpp"
#include "support/containers.hpp"
#include "uniformity/analysis.hpp"

namespace trellis {

/// The findings, over all entry points of the program. Errors: kBadInput for recursion, kUnsupported for
/// calls of functions without a body.
Result<Vector<uniformity::Finding>> check_uniformity(const Program& program,
                                                     const uniformity::Options& options = {});

/// The findings of one input, a paragraph each, with an empty line after every one:
///
///   FILE: barrier-divergence: some threads of a group may come to this barrier without the others
///     where  line 12, function main, block 3, instruction 0: dx.op.barrier (Barrier, 80)
///     why    whether block 3 is run is decided at the end of block 1
///            ...
///     do     move the barrier to ...
String findings_as_text(const String& file, std::span<const uniformity::Finding> findings);

/// The same as a JSON object: {"file", "findings": [{"rule", "message", "operation", "scope", "where",
/// "also", "why", "advice"}]}, on one line.
String findings_as_json(const String& file, std::span<const uniformity::Finding> findings);
/// Such objects as one document: {"check": "uniformity", "inputs": [...]}.
String json_document(std::span<const String> inputs);

/// The same as an array of results of SARIF 2.1.0, on one line.
String findings_as_sarif(const String& file, std::span<const uniformity::Finding> findings);
/// Such arrays as one log, with one run.
String sarif_document(std::span<const String> inputs);

}  // namespace trellis
