// Translates a file, or a group of shipped shaders, many times and prints only how many shaders there are:
// for profilers and instruction counters.
//   trellis-repeat FILE TIMES
//   trellis-repeat --group NAME TIMES    a group of that name (stage_report.hpp)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

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

int repeat(const Group& group, int times) {
  trellis::Translator translator;
  for (int i = 0; i < times; ++i) {
    for (const Input& input : group.inputs) {
      const auto translation = translator.translate(input.bytes);
      if (!translation) {
        std::fprintf(stderr, "trellis-repeat: %s: %s\n", input.name.c_str(),
                     translation.error().to_string().c_str());
        return 1;
      }
    }
  }
  std::printf("%zu\n", group.inputs.size());
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const bool is_group = argument_count == 4 && std::strcmp(arguments[1], "--group") == 0;
  if (!is_group && argument_count != 3) {
    std::fputs("usage: trellis-repeat FILE TIMES\n       trellis-repeat --group NAME TIMES\n", stderr);
    return 2;
  }
  const auto group = is_group ? load_group(arguments[2]) : file_group(arguments[1]);
  if (!group) {
    std::fprintf(stderr, "trellis-repeat: %s\n", group.error().to_string().c_str());
    return 1;
  }
  return repeat(*group, std::atoi(arguments[argument_count - 1]));
}
