// Errors and warnings for programs that read them: editors, build servers.
#pragma once

#include <string>
#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

/// "bad-input", "unsupported", "internal-check-failed", "usage".
const char* kind_of(int exit_code);

/// A JSON object a line for each error and each warning: file, severity, kind, message, text (the message with its
/// place), and what is known of part, offset, function, block, instruction, operation.
std::string problem_lines(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes);

/// The same as one SARIF 2.1.0 log.
std::string problem_log(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes);

}  // namespace trellis::tools
