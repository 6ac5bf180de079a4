// Errors and warnings in machine-readable form, for editors and build servers.
#pragma once

#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

/// Returns "bad-input", "unsupported", "internal-check-failed", "usage" and the like.
const char* kind_of(int exit_code);

/// Returns one line per error or warning, each a JSON object: file, severity, kind, message, text (the
/// message with its location), and as far as known part, offset, function, block, instruction and operation.
std::string problem_lines(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes);

/// Prints an error that belongs to no input, in the format of the call: "trellis: error: ..." for text.
void print_general_error(ErrorFormat format, int exit_code, const std::string& text);

/// Returns the same messages as one SARIF 2.1.0 log.
std::string problem_log(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes);

}  // namespace trellis::tools
