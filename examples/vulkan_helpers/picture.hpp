// Pictures of 8-bit RGBA, and their PNG files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace example {

struct Picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;  ///< Rows from top to bottom.
};

void write_png(const std::string& path, const Picture& picture);
Picture read_png(const std::string& path);

/// The difference between two pictures of the same size.
struct Difference {
  uint32_t largest = 0;  ///< The largest difference in any channel of any pixel.
  /// The number of pixels that differ by more than the tolerance in some channel.
  uint32_t pixels_beyond = 0;
};
/// Compares two pictures. Fails if their sizes differ.
Difference compare(const Picture& a, const Picture& b, uint32_t tolerance);

}  // namespace example
