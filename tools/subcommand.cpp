#include "tools/subcommand.hpp"

#include <cstdio>

#include "tools/settings.hpp"
#include "tools/suggestions.hpp"

namespace trellis::tools {

bool is_subcommand(int argument_count, const char* const* arguments, std::string_view name) {
  return argument_count > 1 && arguments[1] == name;
}

int usage_error(const std::string& text, const std::string& program) {
  std::fprintf(stderr, "trellis: error: %s\ntrellis: `%s --help` lists the options, with examples\n",
               text.c_str(), program.c_str());
  return kExitBadUsage;
}

std::string message_of(const CLI::Error& error, const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || left.empty()) {
    return error.what();
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  std::string text;
  for (const std::string& word : left) {
    if (!text.empty()) text += ", and ";
    const std::string name = word.substr(0, word.find('='));
    text += word.starts_with('-') && word.size() > 1
                ? "unknown option " + name + did_you_mean(name, names)
                : "unexpected argument '" + word + "'";
  }
  return text;
}

std::optional<int> parse_subcommand(CLI::App& app, int argument_count, const char* const* arguments) {
  try {
    app.parse(argument_count - 1, arguments + 1);
  } catch (const CLI::Success& success) {  // --help
    return app.exit(success);
  } catch (const CLI::Error& error) {
    return usage_error(message_of(error, app), app.get_name());
  }
  return {};
}

}  // namespace trellis::tools
