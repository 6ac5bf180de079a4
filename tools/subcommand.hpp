// `trellis NAME ...`: commands that are not translations, each with options of its own.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace trellis::tools {

/// True if the program was called as `trellis NAME ...`.
bool is_subcommand(int argument_count, const char* const* arguments, std::string_view name);

/// Says what is wrong with the command line, and where help is. Returns the exit code.
int usage_error(const std::string& text, const std::string& program = "trellis");

/// An error of CLI11 in words: options that do not exist with the ones they may stand for.
std::string message_of(const CLI::Error& error, const CLI::App& app);

/// Reads what follows the name into `app` (called "trellis NAME"). Empty: all is well; otherwise the exit
/// code: help was asked for and printed, or the usage is wrong and that was said.
std::optional<int> parse_subcommand(CLI::App& app, int argument_count, const char* const* arguments);

}  // namespace trellis::tools
