// Bounds-checked little-endian reads from borrowed bytes. Offsets need not be aligned.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trellis::dxil {

/// A view of bytes. Nothing past its end is ever read. Call fits() before the integer reads; string() reports
/// failure itself.
class ByteView {
 public:
  explicit ByteView(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t size() const { return bytes_.size(); }

  /// Whether `length` bytes from `offset` on are inside. Never overflows.
  bool fits(uint64_t offset, uint64_t length) const {
    return offset <= bytes_.size() && length <= bytes_.size() - offset;
  }
  /// Whether `count` records of `stride` bytes from `offset` on are inside. `stride` must fit in 32 bits.
  bool fits_array(uint64_t offset, uint32_t count, uint32_t stride) const {
    return fits(offset, uint64_t{count} * stride);
  }

  /// Returns the number at `offset`, or 0 if it is not inside; call fits() to tell the difference.
  uint8_t u8(uint64_t offset) const { return fits(offset, 1) ? bytes_[offset] : uint8_t{0}; }
  uint16_t u16(uint64_t offset) const { return static_cast<uint16_t>(read(offset, 2)); }
  uint32_t u32(uint64_t offset) const { return static_cast<uint32_t>(read(offset, 4)); }
  uint64_t u64(uint64_t offset) const { return read(offset, 8); }

  /// The longest text that string() reads. Many records may point at the same text, so its length must be
  /// bounded independently of the input.
  static constexpr uint64_t kMaxStringLength = 4096;

  /// Returns the text from `offset` to the next NUL, or nothing if there is no NUL inside or the text is too
  /// long.
  std::optional<std::string_view> string(uint64_t offset) const {
    const uint64_t limit = std::min<uint64_t>(bytes_.size(), offset + kMaxStringLength + 1);
    for (uint64_t end = offset; end < limit; ++end) {
      if (bytes_[end] == 0) {
        return std::string_view(reinterpret_cast<const char*>(bytes_.data() + offset), end - offset);
      }
    }
    return std::nullopt;
  }

 private:
  uint64_t read(uint64_t offset, unsigned length) const {
    if (!fits(offset, length)) return 0;
    uint64_t value = 0;
    for (unsigned i = 0; i < length; ++i) value |= uint64_t{bytes_[offset + i]} << (8 * i);
    return value;
  }

  std::span<const uint8_t> bytes_;
};

}  // namespace trellis::dxil
