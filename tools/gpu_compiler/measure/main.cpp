// Measures a folder of shaders with Mesa's compiler for AMD GPUs, which needs no GPU. scripts/measure-engines
// runs this program, and its heading describes the options.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "tools/gpu_compiler/measure/measure.hpp"
#include "tools/gpu_compiler/measure/report.hpp"
#include "tools/platform/processes.hpp"

namespace {

using namespace trellis;
using namespace trellis::gpu_compiler;

constexpr int kWrongUse = 2;

struct Arguments {
  std::string folder, first, second, csv;
  Conditions conditions;
  ReportStyle style;
};

int fail(const std::string& what, int status = 1) {
  std::fprintf(stderr, "trellis-measure-engines: %s\n", what.c_str());
  return status;
}

/// Reads a positive number.
bool read_number(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && number > 0 && number < 1e6;
}

std::vector<std::string> read_list(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) {
    if (!word.empty()) list.push_back(word);
  }
  return list;
}

/// Returns what is wrong with the option; empty if nothing is.
std::string read_option(const std::string& option, const std::string& value, Arguments& arguments) {
  if (option == "--first") {
    arguments.first = value;
  } else if (option == "--with") {
    arguments.second = value;
    arguments.style.has_second = true;
  } else if (option == "--csv") {
    arguments.csv = value;
  } else if (option == "--families") {
    arguments.conditions.families = read_list(value);
    if (arguments.conditions.families.empty()) return "--families names no GPU";
  } else if (option == "--limit") {
    if (!read_number(value, arguments.style.limit)) return "--limit: '" + value + "' is not a ratio";
  } else if (option == "--seconds") {
    if (!read_number(value, arguments.conditions.seconds)) return "--seconds: '" + value + "' is not a time";
  } else {
    return "there is no option " + option;
  }
  return {};
}

std::string read_arguments(int count, char** words, Arguments& arguments) {
  arguments.conditions.families = {"navi31", "navi21", "vega10", "gfx1200"};
  for (int n = 1; n < count; ++n) {
    const std::string word = words[n];
    if (word == "--totals") {
      arguments.style.lists_shaders = false;
    } else if (word.starts_with("--")) {
      if (++n == count) return word + " needs a value";
      if (const std::string wrong = read_option(word, words[n], arguments); !wrong.empty()) return wrong;
    } else if (arguments.folder.empty()) {
      arguments.folder = word;
    } else {
      return "only one folder can be measured, not " + word + " in addition";
    }
  }
  if (arguments.folder.empty()) return "which folder?";
  return arguments.first.empty() ? "--first is missing" : "";
}

/// Leaves out the families that the installed driver does not know. Fails if there is none.
Result<void> keep_known_families(Conditions& conditions) {
  std::vector<std::string> known;
  Result<void> last;
  for (const std::string& family : conditions.families) {
    last = probe(family, conditions);
    if (last) {
      known.push_back(family);
    } else {
      std::fprintf(stderr, "trellis-measure-engines: left out: %s\n", last.error().to_string().c_str());
    }
  }
  if (known.empty()) return last;
  conditions.families = known;
  return {};
}

/// Measures all shaders and returns the rows of each family.
std::vector<FamilyRows> measure_all(const Arguments& arguments, const std::vector<std::string>& containers,
                                    const Command& first, const Command* second) {
  const auto scratch = std::filesystem::temp_directory_path() /
                       ("trellis-measure-" + std::to_string(tools::platform::process_number()) + ".spv");
  Measurer measurer(arguments.conditions, scratch);
  std::vector<FamilyRows> measured;
  for (const std::string& family : arguments.conditions.families) measured.push_back({family, {}});
  for (size_t n = 0; n < containers.size(); ++n) {
    std::fprintf(stderr, "%zu/%zu %s\n", n + 1, containers.size(), containers[n].c_str());
    const auto file = std::filesystem::path(arguments.folder) / containers[n];
    const auto ours = measurer.measure(file, first);
    auto theirs = std::vector<Measurement>(ours.size());
    if (second != nullptr) theirs = measurer.measure(file, *second);
    for (size_t family = 0; family < measured.size(); ++family)
      measured[family].rows.push_back({containers[n], ours[family], theirs[family]});
  }
  return measured;
}

int report(const Arguments& arguments, const std::vector<FamilyRows>& measured) {
  size_t shaders = 0;
  for (const FamilyRows& family : measured) {
    std::fputs(text_report(family, arguments.style).c_str(), stdout);
    shaders += add_up(family.rows, arguments.style.has_second).shaders;
  }
  if (!arguments.csv.empty()) {
    std::ofstream file(arguments.csv);
    file << csv_report(measured);
    if (!file.flush()) return fail("cannot write " + arguments.csv);
  }
  return shaders == 0 ? fail("no shader could be measured") : 0;
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  if (const std::string wrong = read_arguments(count, words, arguments); !wrong.empty())
    return fail(wrong, kWrongUse);
  const auto first = Command::parse(arguments.first);
  if (!first) return fail("--first: " + std::string(first.error().to_string()), kWrongUse);
  const auto second = Command::parse(arguments.style.has_second ? arguments.second : arguments.first);
  if (!second) return fail("--with: " + std::string(second.error().to_string()), kWrongUse);
  const auto containers = list_containers(arguments.folder);
  if (!containers) return fail(std::string(containers.error().to_string()));
  if (const auto known = keep_known_families(arguments.conditions); !known)
    return fail(std::string(known.error().to_string()));
  return report(arguments,
                measure_all(arguments, *containers, *first, arguments.style.has_second ? &*second : nullptr));
}
