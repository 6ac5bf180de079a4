// `trellis NAME ...`: commands that are not translations and have their own options.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace trellis::tools {

/// Returns true if the program was called as `trellis NAME ...`.
bool is_subcommand(int argument_count, const char* const* arguments, std::string_view name);

/// Prints what is wrong with the command line and where to find help. Returns the exit code.
int usage_error(const std::string& text, const std::string& program = "trellis");

/// Returns CLI11's error in words. Adds suggestions to options that do not exist.
std::string message_of(const CLI::Error& error, const CLI::App& app);

/// Parses what follows the name into `app` (called "trellis NAME"). Returns nothing on success; otherwise the
/// exit code, after printing the help or the usage error.
std::optional<int> parse_subcommand(CLI::App& app, int argument_count, const char* const* arguments);

}  // namespace trellis::tools
