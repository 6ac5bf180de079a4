// `trellis tinywgsl`: the uniformity analysis of the TinyWGSL calculus, and its semantics.
#pragma once

#include <span>

#include "option_table/row.hpp"

namespace trellis::tools {

/// Returns true if the first argument is "tinywgsl". (A file of that name can be given as ./tinywgsl.)
bool is_tinywgsl_command(int argument_count, const char* const* arguments);

/// Runs the command and returns the program's exit code.
int run_tinywgsl_command(int argument_count, const char* const* arguments);

/// The command's options.
std::span<const option_table::Section> tinywgsl_sections();

}  // namespace trellis::tools
