// Bounded little-endian reads from bytes that someone else owns. Offsets need not be aligned.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trellis::dxil {

/// A window on bytes. Nothing past its end is ever read: ask fits() first, or use string(), which tells.
class ByteView {
 public:
  explicit ByteView(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t size() const { return bytes_.size(); }

  /// Whether `length` bytes from `offset` on are inside. Does not overflow, whatever the arguments.
  bool fits(uint64_t offset, uint64_t length) const {
    return offset <= bytes_.size() && length <= bytes_.size() - offset;
  }
  /// Whether `count` records of `stride` bytes from `offset` on are inside. `stride` must fit in 32 bits.
  bool fits_array(uint64_t offset, uint32_t count, uint32_t stride) const {
    return fits(offset, uint64_t{count} * stride);
  }

  /// The number at `offset`; 0 if it is not inside, so callers ask fits() first.
  uint8_t u8(uint64_t offset) const { return fits(offset, 1) ? bytes_[offset] : uint8_t{0}; }
  uint16_t u16(uint64_t offset) const { return static_cast<uint16_t>(read(offset, 2)); }
  uint32_t u32(uint64_t offset) const { return static_cast<uint32_t>(read(offset, 4)); }
  uint64_t u64(uint64_t offset) const { return read(offset, 8); }

  /// The longest text that string() reads. Many records may point at one text, so the input must not choose
  /// its length.
  static constexpr uint64_t kMaxStringLength = 4096;

  /// The text from `offset` to the next NUL. Nothing if that is outside, or too far away.
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
