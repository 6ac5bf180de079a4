#include "tools/build_systems/depfile.hpp"

#include <algorithm>

namespace trellis::tools {
namespace {

/// Escapes a file's name for a Makefile rule.
std::string escaped(const std::string& file) {
  std::string text;
  for (const char letter : file) {
    if (letter == ' ' || letter == '#') text += '\\';
    if (letter == '$') text += '$';
    text += letter;
  }
  return text;
}

}  // namespace

std::string dependency_rules(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes,
                             const std::vector<std::string>& always) {
  std::string rules;
  for (size_t n = 0; n < jobs.size(); ++n) {
    if (!outcomes[n].done() || jobs[n].output.empty() || jobs[n].output == "-") continue;
    std::vector<std::string> files = always;
    if (jobs[n].input != "-") files.insert(files.begin(), jobs[n].input);
    for (const std::string& file : outcomes[n].dependencies) {
      if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
    rules += escaped(jobs[n].output) + ":";
    for (const std::string& file : files) rules += " \\\n  " + escaped(file);
    rules += "\n";
  }
  return rules;
}

}  // namespace trellis::tools
