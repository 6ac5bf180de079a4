// Pictures of 8-bit RGBA, and their PNG files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace example {

struct Picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;  ///< Rows from the top.
};

void write_png(const std::string& path, const Picture& picture);
Picture read_png(const std::string& path);

/// How two pictures of one size differ.
struct Difference {
  uint32_t largest = 0;        ///< Of any channel of any pixel.
  uint32_t pixels_beyond = 0;  ///< That differ by more than the tolerance in some channel.
};
/// Fails if the sizes differ.
Difference compare(const Picture& a, const Picture& b, uint32_t tolerance);

}  // namespace example
