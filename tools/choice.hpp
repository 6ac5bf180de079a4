// Options of the command line that are one of a few words.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace trellis::tools {

/// The help shows the default, which is what `value` holds. `type`: what stands for the word in the help.
inline CLI::Option* add_choice(CLI::App& app, const char* name, std::string& value, const char* type,
                               const std::vector<std::string>& words, const char* text) {
  return app.add_option(name, value, text)
      ->type_name(type)
      ->check(CLI::IsMember(words).description(""))
      ->capture_default_str();
}

}  // namespace trellis::tools
