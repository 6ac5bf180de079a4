#include "tools/inputs/manifest.hpp"

#include <algorithm>
#include <cctype>

#include "tools/inputs/response_files.hpp"

namespace trellis::tools {
namespace {

constexpr size_t kMostEntries = 1'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// A line in which some braces have been expanded.
struct Draft {
  std::string text;
  size_t from = 0;  ///< Braces before this position have been expanded.
  std::string permutation;
};

/// The position of the next {a,b}; npos if there is none.
struct Braces {
  size_t open = std::string::npos, close = std::string::npos;
};

Braces find_braces(const std::string& text, size_t from) {
  for (size_t at = from; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
      continue;
    }
    if (text[at] != '{') continue;
    const size_t close = text.find('}', at);
    if (close == std::string::npos) return {};
    const std::string_view inside = std::string_view(text).substr(at + 1, close - at - 1);
    if (inside.find(',') != std::string_view::npos && std::none_of(inside.begin(), inside.end(), is_blank))
      return {at, close};
  }
  return {};
}

/// Returns a choice's part of the file's name: "QUALITY_2" for -D QUALITY={1,2}, otherwise just the choice.
std::string name_of_choice(const std::string& text, size_t open, std::string_view choice) {
  size_t begin = open;
  while (begin > 0 && !is_blank(text[begin - 1])) --begin;
  std::string_view word = std::string_view(text).substr(begin, open - begin);
  if (word.starts_with("-D")) word.remove_prefix(2);
  std::string name =
      word.ends_with('=') && !word.starts_with('-') ? std::string(word.substr(0, word.size() - 1)) + "_" : "";
  name += choice;
  std::string kept;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-') kept += c;
  }
  return kept.empty() ? kept : "." + kept;
}

/// Expands all braces of a line; the last braces vary fastest. Returns false if there are too many results.
bool permute(std::string line, std::vector<Draft>& all) {
  std::vector<Draft> open = {{std::move(line), 0, {}}};
  while (!open.empty()) {
    const Draft draft = std::move(open.back());
    open.pop_back();
    const Braces braces = find_braces(draft.text, draft.from);
    if (braces.open == std::string::npos) {
      all.push_back(draft);
      if (all.size() + open.size() > kMostEntries) return false;
      continue;
    }
    std::vector<Draft> chosen;
    for (size_t begin = braces.open + 1; begin <= braces.close;) {
      const size_t end = std::min(draft.text.find(',', begin), braces.close);
      const std::string choice = draft.text.substr(begin, end - begin);
      chosen.push_back({draft.text.substr(0, braces.open) + choice + draft.text.substr(braces.close + 1),
                        braces.open + choice.size(),
                        draft.permutation + name_of_choice(draft.text, braces.open, choice)});
      begin = end + 1;
    }
    open.insert(open.end(), std::make_move_iterator(chosen.rbegin()), std::make_move_iterator(chosen.rend()));
  }
  return true;
}

/// Removes a comment from the line. It begins with # at the start of a word, outside quotes.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (quote != 0) {
      if (line[at] == quote) quote = 0;
    } else if (line[at] == '"' || line[at] == '\'') {
      quote = line[at];
    } else if (line[at] == '#' && (at == 0 || is_blank(line[at - 1]))) {
      return line.substr(0, at);
    }
  }
  return line;
}

/// Removes -o NAME and its other spellings from the words. Returns false if the name is missing or there are
/// two.
bool take_output(std::vector<std::string>& words, std::string& output) {
  std::vector<std::string> kept;
  for (size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--") {
      kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
      break;
    }
    std::string value;
    if (word == "-o" || word == "--output") {
      if (++at == words.size()) return false;
      value = words[at];
    } else if (word.starts_with("--output=")) {
      value = word.substr(9);
    } else if (word.starts_with("-o")) {
      value = word.substr(2);
    } else {
      kept.push_back(word);
      continue;
    }
    if (value.empty() || !output.empty()) return false;
    output = value;
  }
  words = std::move(kept);
  return true;
}

}  // namespace

std::string read_manifest(std::string_view text, std::vector<ManifestEntry>& entries) {
  for (size_t begin = 0, number = 1; begin < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = without_comment(text.substr(begin, end - begin));
    begin = end + 1;
    const std::string where = std::to_string(number) + ": ";
    if (line.find('\0') != std::string_view::npos)
      return where + "the line contains a zero byte: the manifest must be a text file";
    std::vector<Draft> drafts;
    if (!permute(std::string(line), drafts) || entries.size() + drafts.size() > kMostEntries) {
      return where + "more than a million shaders and permutations, the most in one manifest";
    }
    for (const Draft& draft : drafts) {
      ManifestEntry entry;
      entry.line = number;
      entry.permutation = draft.permutation;
      if (!split_words(draft.text, entry.words)) return where + "a quotation mark is not closed";
      if (entry.words.empty()) continue;
      if (!take_output(entry.words, entry.output)) return where + "-o must be given once, with a file name";
      entries.push_back(std::move(entry));
    }
  }
  return {};
}

}  // namespace trellis::tools
