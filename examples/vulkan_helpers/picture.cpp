#include "vulkan_helpers/picture.hpp"

#include <png.h>

#include <algorithm>
#include <cstdlib>

#include "vulkan_helpers/gpu.hpp"

namespace example {

void write_png(const std::string& path, const Picture& picture) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&image, path.c_str(), 0, picture.rgba.data(), 0, nullptr) == 0) {
    fail(path + ": " + image.message);
  }
}

Picture read_png(const std::string& path) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) fail(path + ": " + image.message);
  image.format = PNG_FORMAT_RGBA;
  Picture picture = {image.width, image.height, std::vector<uint8_t>(PNG_IMAGE_SIZE(image))};
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
    fail(path + ": " + image.message);
  return picture;
}

Difference compare(const Picture& a, const Picture& b, uint32_t tolerance) {
  if (a.width != b.width || a.height != b.height) fail("the pictures differ in size");
  Difference difference;
  for (size_t pixel = 0; pixel < a.rgba.size(); pixel += 4) {
    uint32_t largest = 0;
    for (size_t i = pixel; i < pixel + 4; ++i) {
      largest = std::max(largest, static_cast<uint32_t>(std::abs(a.rgba[i] - b.rgba[i])));
    }
    difference.largest = std::max(difference.largest, largest);
    difference.pixels_beyond += largest > tolerance;
  }
  return difference;
}

}  // namespace example
