// `trellis cfg`: runs the structurizer on its own, for people who debug control flow.
#pragma once

#include <span>

#include "option_table/row.hpp"

namespace trellis::tools {

/// Returns true if the first argument is "cfg". (A file of that name can be given as ./cfg.)
bool is_cfg_command(int argument_count, const char* const* arguments);

/// Runs the command and returns the program's exit code.
int run_cfg_command(int argument_count, const char* const* arguments);

/// The command's options.
std::span<const option_table::Section> cfg_sections();

}  // namespace trellis::tools
