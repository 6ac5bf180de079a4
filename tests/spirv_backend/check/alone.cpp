// The check of finished modules, linked without the backend: that this program links proves that the check
// shares no code with emission. Given files, it prints which of them the check refuses, and why.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

#include "spirv_backend/check/check.hpp"

int main(int count, char** arguments) {
  if (count < 2) return trellis::module_check::check_module({}).ok() ? 1 : 0;
  int refused = 0;
  for (int n = 1; n < count; ++n) {
    std::ifstream file(arguments[n], std::ios::binary | std::ios::ate);
    const std::streamoff size = file.tellg();
    std::vector<uint32_t> words(size > 0 ? static_cast<size_t>(size) / 4 : 0);
    file.seekg(0);
    file.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size() * 4));
    const auto sound = trellis::module_check::check_module(words);
    if (sound) continue;
    ++refused;
    std::printf("%s: %s\n", arguments[n], sound.error().message.c_str());
  }
  return refused == 0 ? 0 : 1;
}
