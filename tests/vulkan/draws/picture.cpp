#include "tests/vulkan/draws/picture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace trellis::vulkan {
namespace {

enum class Channel : uint8_t { kFloat, kUnorm, kUint, kSint };

struct Layout {
  VkFormat format;
  Channel channel;
  uint8_t bytes;  // Size of a channel in bytes.
  uint8_t count;
};

constexpr Layout kLayouts[] = {
    {VK_FORMAT_R32G32B32A32_SFLOAT, Channel::kFloat, 4, 4},
    {VK_FORMAT_R32G32_SFLOAT, Channel::kFloat, 4, 2},
    {VK_FORMAT_R32_SFLOAT, Channel::kFloat, 4, 1},
    {VK_FORMAT_R16G16B16A16_SFLOAT, Channel::kFloat, 2, 4},
    {VK_FORMAT_R16G16_SFLOAT, Channel::kFloat, 2, 2},
    {VK_FORMAT_R16_SFLOAT, Channel::kFloat, 2, 1},
    {VK_FORMAT_R8G8B8A8_UNORM, Channel::kUnorm, 1, 4},
    {VK_FORMAT_R8_UNORM, Channel::kUnorm, 1, 1},
    {VK_FORMAT_R32G32B32A32_UINT, Channel::kUint, 4, 4},
    {VK_FORMAT_R32G32_UINT, Channel::kUint, 4, 2},
    {VK_FORMAT_R32_UINT, Channel::kUint, 4, 1},
    {VK_FORMAT_R16G16B16A16_UINT, Channel::kUint, 2, 4},
    {VK_FORMAT_R8_UINT, Channel::kUint, 1, 1},
    {VK_FORMAT_R8G8B8A8_UINT, Channel::kUint, 1, 4},
    {VK_FORMAT_R32G32B32A32_SINT, Channel::kSint, 4, 4},
    {VK_FORMAT_R32G32_SINT, Channel::kSint, 4, 2},
    {VK_FORMAT_R32_SINT, Channel::kSint, 4, 1},
    {VK_FORMAT_R16G16B16A16_SINT, Channel::kSint, 2, 4},
    {VK_FORMAT_R64_UINT, Channel::kUint, 8, 1},
    {VK_FORMAT_R64_SINT, Channel::kSint, 8, 1},
    {VK_FORMAT_D32_SFLOAT, Channel::kFloat, 4, 1},
};

const Layout* layout_of(VkFormat format) {
  for (const Layout& layout : kLayouts) {
    if (layout.format == format) return &layout;
  }
  return nullptr;
}

double half_value(uint32_t half) {
  const double sign = (half & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>(half >> 10 & 31);
  const double mantissa = half & 0x3FF;
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024.0 + mantissa, exponent - 25);
}

double channel_value(const Layout& layout, const uint8_t* bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, layout.bytes);
  const uint32_t unused = 64u - 8u * layout.bytes;
  switch (layout.channel) {
    case Channel::kFloat:
      return layout.bytes == 2 ? half_value(static_cast<uint32_t>(bits))
                               : static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case Channel::kUnorm:
      return static_cast<double>(bits) / static_cast<double>(UINT64_MAX >> unused);
    case Channel::kUint:
      return static_cast<double>(bits);
    case Channel::kSint:
      return static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
  }
  return 0;
}

std::string text_of(const Texel& texel) {
  std::string text = "(";
  for (size_t n = 0; n < texel.size(); ++n) {
    char number[40];
    std::snprintf(number, sizeof number, "%s%.9g", n == 0 ? "" : ", ", texel[n]);
    text += number;
  }
  return text + ")";
}

bool is_close(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= tolerance;
}

void write_for_eyes(const Picture& picture, uint32_t layer) {
  const char* folder = std::getenv("TRELLIS_PICTURES");
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  if (folder == nullptr || test == nullptr) return;
  const std::vector<uint8_t> png = encode_png(picture, layer);
  std::ofstream file(std::string(folder) + "/" + test->test_suite_name() + "." + test->name() + ".png",
                     std::ios::binary);
  file.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
}

void put_u32(std::vector<uint8_t>& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<uint8_t>(value >> shift));
}

uint32_t crc32(const uint8_t* bytes, size_t count) {
  uint32_t crc = UINT32_MAX;
  for (size_t n = 0; n < count; ++n) {
    crc ^= bytes[n];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

void put_chunk(std::vector<uint8_t>& out, const char* type, const std::vector<uint8_t>& data) {
  put_u32(out, static_cast<uint32_t>(data.size()));
  const size_t start = out.size();
  out.insert(out.end(), type, type + 4);
  out.insert(out.end(), data.begin(), data.end());
  put_u32(out, crc32(out.data() + start, out.size() - start));
}

/// Returns the data in zlib's format, without compression.
std::vector<uint8_t> stored_zlib(const std::vector<uint8_t>& data) {
  constexpr size_t kMaxBlock = 65535;
  std::vector<uint8_t> out = {0x78, 0x01};
  uint32_t a = 1, b = 0;
  for (size_t at = 0; at < data.size(); at += kMaxBlock) {
    const size_t count = std::min(kMaxBlock, data.size() - at);
    out.push_back(at + count == data.size() ? 1 : 0);
    for (const size_t number : {count, ~count}) {
      out.push_back(static_cast<uint8_t>(number));
      out.push_back(static_cast<uint8_t>(number >> 8));
    }
    out.insert(out.end(), data.begin() + static_cast<std::ptrdiff_t>(at),
               data.begin() + static_cast<std::ptrdiff_t>(at + count));
  }
  for (const uint8_t byte : data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  put_u32(out, b << 16 | a);
  return out;
}

}  // namespace

uint32_t texel_bytes(VkFormat format) {
  const Layout* layout = layout_of(format);
  return layout == nullptr ? 0 : uint32_t{layout->bytes} * layout->count;
}

bool is_integer_format(VkFormat format) {
  const Layout* layout = layout_of(format);
  return layout != nullptr && (layout->channel == Channel::kUint || layout->channel == Channel::kSint);
}

Texel Picture::at(uint32_t x, uint32_t y, uint32_t layer) const {
  Texel texel = {0, 0, 0, 1};
  const Layout* layout = layout_of(format);
  if (layout == nullptr || x >= width || y >= height || layer >= layers) return texel;
  const uint8_t* first = bytes.data() + ((size_t{layer} * height + y) * width + x) * texel_bytes(format);
  for (uint32_t n = 0; n < layout->count; ++n) texel[n] = channel_value(*layout, first + n * layout->bytes);
  return texel;
}

testing::AssertionResult matches(const Picture& picture, const Formula& expected, double tolerance,
                                 uint32_t layer, uint32_t channels) {
  constexpr uint32_t kShown = 6;
  write_for_eyes(picture, layer);
  const Layout* layout = layout_of(picture.format);
  if (layout == nullptr || layer >= picture.layers)
    return testing::AssertionFailure() << "there is no such picture";
  std::string differences;
  uint32_t count = 0;
  for (uint32_t y = 0; y < picture.height; ++y) {
    for (uint32_t x = 0; x < picture.width; ++x) {
      const Texel got = picture.at(x, y, layer), want = expected(x, y);
      bool same = true;
      for (size_t n = 0; n < std::min<size_t>(layout->count, channels); ++n)
        same &= is_close(got[n], want[n], tolerance);
      if (same || count++ >= kShown) continue;
      differences += "\n  pixel (" + std::to_string(x) + ", " + std::to_string(y) + "): expected " +
                     text_of(want) + ", got " + text_of(got);
    }
  }
  if (count == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << count << " of " << picture.width * picture.height
                                     << " pixels differ by more than " << tolerance << ":" << differences;
}

std::vector<uint8_t> encode_png(const Picture& picture, uint32_t layer) {
  std::vector<uint8_t> rows;
  const bool integers = is_integer_format(picture.format);
  for (uint32_t y = 0; y < picture.height; ++y) {
    rows.push_back(0);  // Filter type: none.
    for (uint32_t x = 0; x < picture.width; ++x) {
      for (const double value : picture.at(x, y, layer)) {
        const double clamped = std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0);
        rows.push_back(integers ? static_cast<uint8_t>(static_cast<int64_t>(value))
                                : static_cast<uint8_t>(std::lround(clamped * 255)));
      }
    }
  }
  std::vector<uint8_t> header;
  put_u32(header, picture.width);
  put_u32(header, picture.height);
  header.insert(header.end(), {8, 6, 0, 0, 0});  // 8 bits per channel; red, green, blue and alpha.
  std::vector<uint8_t> png = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  put_chunk(png, "IHDR", header);
  put_chunk(png, "IDAT", stored_zlib(rows));
  put_chunk(png, "IEND", {});
  return png;
}

}  // namespace trellis::vulkan
