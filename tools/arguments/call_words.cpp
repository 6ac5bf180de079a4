#include "tools/arguments/call_words.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

namespace trellis::tools {
namespace {

constexpr std::string_view kNone[] = {"output",  "manifest",       "write-ninja",  "print-cache-key",
                                      "watch",   "depfile",        "jobs",         "report",
                                      "layout",  "dump-cfg",       "dump-program", "time",
                                      "verbose", "keep-unchanged", "quiet"};
constexpr std::string_view kRun[] = {"time-limit", "gpu-time-limit", "memory-limit", "no-isolation",
                                     "error-format"};

bool is_of(std::span<const std::string_view> names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Appends "--name=value", "--name first second", or "--name" for each use of the option.
void add_words(const CLI::Option& option, const std::string& name, std::vector<std::string>& words) {
  const bool is_flag = option.get_items_expected_max() == 0;
  const auto group = static_cast<size_t>(std::max(1, option.get_type_size()));
  const std::vector<std::string> values = option.reduced_results();
  for (size_t at = 0; at < values.size(); at += group) {
    if (is_flag) {
      words.push_back("--" + name + (values[at] == "true" ? "" : "=" + values[at]));
    } else if (group == 1) {
      words.push_back("--" + name + "=" + values[at]);
    } else {
      words.push_back("--" + name);
      for (size_t n = at; n < std::min(at + group, values.size()); ++n) words.push_back(values[n]);
    }
  }
}

}  // namespace

std::vector<std::string> canonical_words(const CLI::App& app, Purpose purpose) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    const bool is_run = is_of(kRun, name);
    if (is_of(kNone, name) || is_run != (purpose == Purpose::kRun)) continue;
    add_words(*option, name, words);
  }
  return words;
}

void let_last_win(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw &&
        option->get_items_expected_max() == 1) {
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
}

}  // namespace trellis::tools
