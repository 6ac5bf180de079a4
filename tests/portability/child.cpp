// The program that platform_test.cpp runs: prints its arguments to standard error and copies its input to its
// output, or waits longer than the time limit.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "tools/platform/files.hpp"

int main(int count, char** arguments) {
  using namespace trellis::tools::platform;
  if (count > 1 && std::strcmp(arguments[1], "wait") == 0)
    std::this_thread::sleep_for(std::chrono::seconds(60));
  for (int n = 1; n < count; ++n) std::fprintf(stderr, "[%s]", arguments[n]);
  char bytes[4096];
  while (true) {
    const int64_t count_read = read_some(standard_input(), bytes, sizeof bytes);
    if (count_read <= 0) break;
    for (int64_t at = 0; at < count_read;) {
      const int64_t written = write_some(standard_output(), bytes + at, static_cast<size_t>(count_read - at));
      if (written <= 0) return 1;
      at += written;
    }
  }
  return 7;
}
