// Translates a file or a group of corpus shaders many times with one translator, and prints only the number
// of shaders: for profilers and instruction counters.
//   trellis-repeat FILE TIMES
//   trellis-repeat --group NAME TIMES            a group of that name (stage_report.hpp)
//   trellis-repeat --group NAME TIMES --growth   fails if memory grows after the first tenth of TIMES
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "api/translator.hpp"
#include "tests/benchmark/stage_report.hpp"
#include "tests/support/files.hpp"

namespace {

using trellis::Result;
using namespace trellis::benchmark_tools;

Result<Group> file_group(const char* path) {
  auto bytes = trellis::test_support::read_binary_file(path);
  if (!bytes) return bytes.error();
  return Group{path, {{path, std::move(*bytes)}}};
}

/// Returns the resident memory of this process, in KiB.
uint64_t resident_memory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word == "VmRSS:" && status >> word) return std::strtoull(word.c_str(), nullptr, 10);
  }
  return 0;
}

bool translate_all(trellis::Translator& translator, const Group& group) {
  for (const Input& input : group.inputs) {
    const auto translation = translator.translate(input.bytes);
    if (translation) continue;
    std::fprintf(stderr, "trellis-repeat: %s: %s\n", input.name.c_str(),
                 translation.error().to_string().c_str());
    return false;
  }
  return true;
}

bool repeat(const Group& group, int times) {
  trellis::Translator translator;
  for (int i = 0; i < times; ++i) {
    if (!translate_all(translator, group)) return false;
  }
  std::printf("%zu\n", group.inputs.size());
  return true;
}

/// Returns whether memory stays the same after the first tenth of the translations, up to 1 MiB: by then, a
/// translator has allocated everything that it keeps.
bool check_growth(const Group& group, int times) {
  constexpr uint64_t kMost = 1024;
  trellis::Translator translator;
  uint64_t before = 0;
  for (int i = 0; i < times; ++i) {
    if (i == times / 10) before = resident_memory();
    if (!translate_all(translator, group)) return false;
  }
  const uint64_t after = resident_memory();
  std::printf("%zu translations: %llu KiB after a tenth, %llu KiB at the end\n", group.inputs.size() * times,
              static_cast<unsigned long long>(before), static_cast<unsigned long long>(after));
  return before != 0 && after <= before + kMost;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string_view first = argument_count > 1 ? arguments[1] : "";
  const bool is_group = first == "--group" && (argument_count == 4 || argument_count == 5);
  const bool is_growth = is_group && argument_count == 5 && std::string_view(arguments[4]) == "--growth";
  if (argument_count != (is_growth ? 5 : is_group ? 4 : 3)) {
    std::fputs("usage: trellis-repeat FILE TIMES\n       trellis-repeat --group NAME TIMES [--growth]\n",
               stderr);
    return 2;
  }
  const auto group = is_group ? load_group(arguments[2]) : file_group(arguments[1]);
  if (!group) {
    std::fprintf(stderr, "trellis-repeat: %s\n", group.error().to_string().c_str());
    return 1;
  }
  const int times = std::atoi(arguments[is_group ? 3 : 2]);
  return (is_growth ? check_growth(*group, times) : repeat(*group, times)) ? 0 : 1;
}
