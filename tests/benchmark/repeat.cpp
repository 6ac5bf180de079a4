// Translates one file many times and prints nothing: for profilers and instruction counters.
//   trellis-repeat FILE TIMES
#include <cstdio>
#include <cstdlib>

#include "api/translator.hpp"
#include "tests/support/files.hpp"

int main(int argument_count, char** arguments) {
  if (argument_count != 3) {
    std::fputs("usage: trellis-repeat FILE TIMES\n", stderr);
    return 2;
  }
  const auto bytes = trellis::test_support::read_binary_file(arguments[1]);
  if (!bytes) {
    std::fprintf(stderr, "trellis-repeat: %s\n", bytes.error().to_string().c_str());
    return 1;
  }
  trellis::Translator translator;
  const int times = std::atoi(arguments[2]);
  for (int i = 0; i < times; ++i) {
    const auto translation = translator.translate(*bytes);
    if (!translation) {
      std::fprintf(stderr, "trellis-repeat: %s\n", translation.error().to_string().c_str());
      return 1;
    }
  }
  return 0;
}
