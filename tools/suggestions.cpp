#include "tools/suggestions.hpp"

#include <algorithm>
#include <vector>

namespace trellis::tools {
namespace {

/// None of Trellis' names is longer, but a user's word may be.
constexpr size_t kMaxLetters = 64;

/// The number of letters to change, remove or insert, or of neighbours to swap, that turns one word into the
/// other (the restricted Damerau-Levenshtein distance).
size_t distance(std::string_view a, std::string_view b) {
  // Rows of the table: the one before the last, the last, and the current one.
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view written, std::span<const std::string> names) {
  if (written.size() > kMaxLetters) return {};
  size_t least = std::max<size_t>(written.size() / 3, 1) + 1;
  std::string nearest;
  for (const std::string& name : names) {
    const size_t d = distance(written, name);
    if (d >= least || d >= name.size()) continue;
    least = d;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view written, std::span<const std::string> names) {
  const std::string name = nearest_name(written, names);
  return name.empty() ? std::string() : " (did you mean " + name + "?)";
}

}  // namespace trellis::tools
