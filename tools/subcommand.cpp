#include "tools/subcommand.hpp"

#include <algorithm>
#include <cstdio>

#include "tools/arguments/familiar_words.hpp"
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

namespace {

/// A single letter is not a misspelling of another.
std::string suggestion_on(const std::string& name, std::span<const std::string> names) {
  std::string hint = hint_on(name);
  return hint.empty() && name.size() > 2 ? did_you_mean(name, names) : hint;
}

/// Makes "0.01 to 1000000" from "0.010000 to 1000000.000000".
std::string without_zeros(std::string range) {
  for (size_t dot = range.find('.'); dot != std::string::npos; dot = range.find('.', dot)) {
    const size_t end = std::min(range.find(' ', dot), range.size());
    const size_t last = range.find_last_not_of('0', end - 1);
    const size_t kept = last == dot ? dot : last + 1;
    range.erase(kept, end - kept);
    dot = std::min(kept, range.size());
  }
  return range;
}

/// Turns CLI11's messages into sentences.
std::string plain(const std::string& text) {
  const size_t colon = text.find(": ");
  if (colon == std::string::npos) return text;
  const std::string name = text.substr(0, colon), rest = text.substr(colon + 2);
  if (rest.starts_with("At Most 1 required")) return name + " is given more than once";
  constexpr std::string_view kMissing = "1 required ", kRange = "Value ";
  if (rest.starts_with(kMissing) && rest.ends_with(" missing")) {
    return name + " needs a value: " + rest.substr(kMissing.size(), rest.size() - kMissing.size() - 8);
  }
  if (const size_t at = rest.find(" not in range "); rest.starts_with(kRange) && at != std::string::npos) {
    return name + ": '" + rest.substr(kRange.size(), at - kRange.size()) + "' is not in the range " +
           without_zeros(rest.substr(at + 14));
  }
  if (const size_t at = rest.find(" not in {"); at != std::string::npos && rest.ends_with('}')) {
    std::string words = rest.substr(at + 9, rest.size() - at - 10), spaced;
    for (const char c : words) spaced += c == ',' ? std::string(", ") : std::string(1, c);
    return name + ": '" + rest.substr(0, at) + "' is not one of " + spaced;
  }
  return text;
}

}  // namespace

std::string message_of(const CLI::Error& error, const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || left.empty()) {
    return plain(error.what());
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
    text += word.starts_with('-') && word.size() > 1 ? "unknown option " + name + suggestion_on(name, names)
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
