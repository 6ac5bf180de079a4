#include "tools/arguments/familiar_words.hpp"

#include <algorithm>
#include <iterator>

namespace trellis::tools {
namespace {

/// dxc's options whose value may be a separate word.
constexpr std::string_view kWithValue[] = {"-I",  "-D",   "-HV",  "-Vn", "-exports", "-default-linkage",
                                           "-Fd", "-Fre", "-Frs", "-Fsh"};
/// Prefixes of dxc's other options. No option of Trellis begins like this.
constexpr std::string_view kStarts[] = {"-I",       "-D",        "-HV",      "-Z",         "-Q",
                                        "-W",       "-G",        "-Vd",      "-enable-",   "-disable-",
                                        "-exports", "-res-may-", "-all-res", "-fvk-",      "-fspv-",
                                        "-no-warn", "-not_use_", "-Od",      "-default-l", "-ffinite-math",
                                        "-Fd",      "-Fre",      "-Frs",     "-Fsh"};

bool starts_like_dxc(std::string_view word) {
  return std::any_of(std::begin(kStarts), std::end(kStarts),
                     [word](std::string_view start) { return word.starts_with(start); });
}

/// Returns true for -O0 to -O3, which dxc has as well.
bool is_level(std::string_view word) {
  return word.size() == 3 && word.starts_with("-O") && word[2] >= '0' && word[2] <= '3';
}

bool has_profile(const std::vector<const char*>& words, size_t end) {
  return std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end),
                     [](std::string_view word) {
                       // A line of the manifest may have a profile.
                       return word.starts_with("-T") || word == "--profile" ||
                              word.starts_with("--profile=") || word.starts_with("--manifest");
                     });
}

}  // namespace

std::vector<std::string> take_words_for_dxc(std::vector<const char*>& words) {
  const auto is_separator = [](std::string_view word) { return word == "--"; };
  const auto separator = std::find_if(words.begin(), words.end(), is_separator);
  const auto end = static_cast<size_t>(separator - words.begin());
  if (!has_profile(words, end)) return {};
  std::vector<std::string> for_dxc;
  std::vector<const char*> left;
  for (size_t at = 0; at < end; ++at) {
    const std::string_view word = words[at];
    if (at == 0 || !(starts_like_dxc(word) || is_level(word))) {
      left.push_back(words[at]);
      continue;
    }
    for_dxc.emplace_back(word);
    const bool takes_next =
        std::find(std::begin(kWithValue), std::end(kWithValue), word) != std::end(kWithValue);
    if (takes_next && at + 1 < end) for_dxc.emplace_back(words[++at]);
  }
  if (separator != words.end()) for_dxc.insert(for_dxc.end(), separator + 1, words.end());
  words = std::move(left);
  return for_dxc;
}

void respell(std::vector<const char*>& words) {
  for (size_t at = 1; at < words.size(); ++at) {
    const std::string_view word = words[at], next = at + 1 < words.size() ? words[at + 1] : "";
    if (word == "--") return;
    const bool is_bare = word == "-O" && next != "performance" && next != "size";
    if (word == "-O0" || word == "-Od") {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at--));
    } else if (is_bare || is_level(word)) {
      words[at] = "--optimize=performance";
    } else if (word == "-Os" || word == "-Oz") {
      words[at] = "--optimize=size";
    }
  }
}

std::string hint_on(std::string_view option) {
  if (option == "-Fo" || option == "-Fc") return " (use -o FILE)";
  if (option == "-V") return " (--version prints the version; the output is SPIR-V in any case)";
  if (option == "-spirv") return " (not needed: the output is SPIR-V)";
  if (starts_like_dxc(option)) return " (dxc's options need -T PROFILE, which compiles HLSL)";
  return {};
}

}  // namespace trellis::tools
