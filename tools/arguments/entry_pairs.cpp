#include "tools/arguments/entry_pairs.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace trellis::tools {
namespace {

/// An option with one value. All its spellings are known: "-Tps_6_6", "-T ps_6_6", "--profile=ps_6_6".
struct Spelling {
  std::string_view letter, word;
};
constexpr Spelling kProfile = {"-T", "--profile"}, kEntry = {"-E", "--entry"};

/// Returns the option's value if words[at] is that option, and moves `at` to the option's last word. Returns
/// nothing for any other word.
std::optional<std::string> value_at(const std::vector<std::string>& words, size_t& at,
                                    const Spelling& option) {
  const std::string& word = words[at];
  const std::string with_equals = std::string(option.word) + "=";
  if (word.starts_with(with_equals)) return word.substr(with_equals.size());
  if (word == option.letter || word == option.word) {
    if (at + 1 == words.size()) return std::nullopt;  // The parser reports that the value is missing.
    return words[++at];
  }
  if (word.starts_with(option.letter)) return word.substr(option.letter.size());
  return std::nullopt;
}

}  // namespace

std::string split_entries(const std::vector<std::string>& words, std::vector<EntryCall>& calls) {
  std::vector<std::string> profiles, entries, others, behind;
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "--") {
      behind.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
      break;
    }
    if (auto profile = value_at(words, at, kProfile)) {
      profiles.push_back(std::move(*profile));
    } else if (auto entry = value_at(words, at, kEntry)) {
      entries.push_back(std::move(*entry));
    } else {
      others.push_back(words[at]);
    }
  }
  const size_t count = std::max(profiles.size(), entries.size());
  if (count <= 1) return {};
  if ((profiles.size() != count && profiles.size() > 1) || (entries.size() != count && entries.size() > 1)) {
    return "-T is given " + std::to_string(profiles.size()) + " times and -E " +
           std::to_string(entries.size()) +
           " times: give both for each entry point, or one of them once for all";
  }
  for (size_t n = 0; n < count; ++n) {
    EntryCall call{others, {}};
    if (!profiles.empty()) call.words.push_back("--profile=" + profiles[profiles.size() == 1 ? 0 : n]);
    if (!entries.empty()) call.words.push_back("--entry=" + entries[entries.size() == 1 ? 0 : n]);
    call.name = entries.size() > 1 ? entries[n] : profiles[n];
    call.words.insert(call.words.end(), behind.begin(), behind.end());
    calls.push_back(std::move(call));
  }
  return {};
}

}  // namespace trellis::tools
