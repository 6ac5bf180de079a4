#include "dxil_frontend/container/inflate.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace trellis::dxil {

namespace {

/// Deflate makes 258 bytes of 2 bits at the least.
constexpr uint64_t kMostBytesOfOne = 1032;
constexpr uint32_t kLongestCode = 15;

class BitReader {
 public:
  explicit BitReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  /// The next bits, the first the lowest; past the end they are 0, and has_ended() says so.
  uint32_t take(uint32_t count) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; ++i) value |= take_bit() << i;
    return value;
  }
  bool has_ended() const { return has_ended_; }
  /// Goes on with a whole byte.
  void align() { bit_ = (bit_ + 7) / 8 * 8; }

 private:
  uint32_t take_bit() {
    if (bit_ / 8 >= bytes_.size()) {
      has_ended_ = true;
      return 0;
    }
    const uint32_t value = bytes_[bit_ / 8] >> (bit_ % 8) & 1u;
    ++bit_;
    return value;
  }

  std::span<const uint8_t> bytes_;
  uint64_t bit_ = 0;
  bool has_ended_ = false;
};

/// A prefix code, from the lengths of its words: those of one length follow one another in the order of their symbols.
class PrefixCode {
 public:
  static constexpr uint32_t kNoSymbol = 0xffffffff;

  /// False: there are more words than fit.
  bool make(std::span<const uint8_t> lengths) {
    counts_.fill(0);
    symbols_.clear();
    for (const uint8_t length : lengths) ++counts_[length];
    counts_[0] = 0;
    int64_t free = 1;
    std::array<uint32_t, kLongestCode + 2> first = {};
    for (uint32_t length = 1; length <= kLongestCode; ++length) {
      free = 2 * free - counts_[length];
      if (free < 0) return false;
      first[length + 1] = first[length] + counts_[length];
    }
    symbols_.resize(first[kLongestCode + 1]);
    for (uint32_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] != 0) symbols_[first[lengths[symbol]]++] = symbol;
    }
    return true;
  }

  uint32_t take(BitReader& bits) const {
    uint32_t word = 0, first = 0, index = 0;
    for (uint32_t length = 1; length <= kLongestCode; ++length) {
      word |= bits.take(1);
      const uint32_t count = counts_[length];
      if (word - first < count) return symbols_[index + word - first];
      index += count;
      first = (first + count) << 1;
      word <<= 1;
    }
    return kNoSymbol;
  }

 private:
  std::array<uint32_t, kLongestCode + 1> counts_ = {};
  Vector<uint32_t> symbols_;
};

class Inflater {
 public:
  Inflater(std::span<const uint8_t> stream, uint32_t size) : bits_(stream), size_(size) {
    // Most texts come to less than that; data that is damaged may say anything.
    out_.reserve(std::min<uint64_t>(size, 8 * stream.size()));
  }

  Result<Vector<uint8_t>> run() {
    const uint32_t method = bits_.take(8), flags = bits_.take(8);
    if ((method & 15) != 8 || (method * 256 + flags) % 31 != 0 || (flags & 32) != 0) {
      return bad_input("the compressed data does not begin as a zlib stream does");
    }
    for (bool is_last = false; !is_last;) {
      is_last = bits_.take(1) != 0;
      const uint32_t type = bits_.take(2);
      const char* wrong = type == 0   ? copy_stored()
                          : type == 1 ? read_fixed()
                          : type == 2 ? read_dynamic()
                                      : "a block of the compressed data has an unknown type";
      if (wrong == nullptr && bits_.has_ended()) wrong = kEnds;
      if (wrong != nullptr) return bad_input(wrong);
    }
    if (out_.size() != size_) {
      return bad_input("the compressed data comes to " + decimal(out_.size()) + " bytes, not to " + decimal(size_));
    }
    if (!has_right_sum()) return bad_input("the compressed data has another checksum than it says");
    return std::move(out_);
  }

 private:
  static constexpr const char* kEnds = "the compressed data ends too early";
  static constexpr const char* kTooLong = "the compressed data comes to more bytes than it says";
  static constexpr const char* kNoCode = "the compressed data has a word that is not in its code";
  static constexpr const char* kBadCode = "the compressed data has a code that is none";

  const char* copy_stored() {
    bits_.align();
    const uint32_t count = bits_.take(16), inverse = bits_.take(16);
    if ((count ^ inverse) != 0xffff) return bits_.has_ended() ? kEnds : "a stored block has a damaged size";
    for (uint32_t i = 0; i < count; ++i) {
      if (bits_.has_ended()) return kEnds;
      if (out_.size() == size_) return kTooLong;
      out_.push_back(static_cast<uint8_t>(bits_.take(8)));
    }
    return nullptr;
  }

  const char* read_fixed() {
    std::array<uint8_t, 288> lengths;
    for (uint32_t i = 0; i < lengths.size(); ++i) {
      lengths[i] = static_cast<uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    }
    std::array<uint8_t, 30> distances;
    distances.fill(5);
    words_.make(lengths);
    distances_.make(distances);
    return read_words();
  }

  const char* read_dynamic() {
    static constexpr uint8_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const uint32_t words = bits_.take(5) + 257, distances = bits_.take(5) + 1, in_header = bits_.take(4) + 4;
    std::array<uint8_t, 19> of_header = {};
    for (uint32_t i = 0; i < in_header; ++i) of_header[kOrder[i]] = static_cast<uint8_t>(bits_.take(3));
    if (!words_.make(of_header)) return kBadCode;
    std::array<uint8_t, 320> lengths = {};
    for (uint32_t at = 0; at < words + distances;) {
      const uint32_t symbol = words_.take(bits_);
      if (symbol == PrefixCode::kNoSymbol) return bits_.has_ended() ? kEnds : kNoCode;
      if (symbol == 16 && at == 0) return kBadCode;
      const uint8_t length = symbol < 16 ? static_cast<uint8_t>(symbol) : symbol == 16 ? lengths[at - 1] : uint8_t{0};
      const uint32_t times = symbol < 16    ? 1
                             : symbol == 16 ? 3 + bits_.take(2)
                             : symbol == 17 ? 3 + bits_.take(3)
                                            : 11 + bits_.take(7);
      if (times > words + distances - at) return kBadCode;
      for (uint32_t i = 0; i < times; ++i) lengths[at++] = length;
    }
    const std::span<const uint8_t> all = lengths;
    if (!words_.make(all.first(words)) || !distances_.make(all.subspan(words, distances))) return kBadCode;
    return read_words();
  }

  const char* read_words() {
    static constexpr uint16_t kLengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                            31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr uint16_t kDistances[] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
                                              193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    constexpr uint32_t kEndOfBlock = 256;
    for (;;) {
      const uint32_t symbol = words_.take(bits_);
      if (bits_.has_ended()) return kEnds;
      if (symbol == kEndOfBlock) return nullptr;
      if (symbol < kEndOfBlock) {
        if (out_.size() == size_) return kTooLong;
        out_.push_back(static_cast<uint8_t>(symbol));
        continue;
      }
      const uint32_t number = symbol - kEndOfBlock - 1;
      if (number >= std::size(kLengths)) return kNoCode;
      const uint32_t more_length = number < 8 || number == 28 ? 0 : number / 4 - 1;
      const uint32_t length = kLengths[number] + bits_.take(more_length);
      const uint32_t far = distances_.take(bits_);
      if (far >= std::size(kDistances)) return bits_.has_ended() ? kEnds : kNoCode;
      const uint32_t distance = kDistances[far] + bits_.take(far < 4 ? 0 : far / 2 - 1);
      if (distance > out_.size()) return "the compressed data repeats what is before its beginning";
      if (length > size_ - out_.size()) return kTooLong;
      for (uint32_t i = 0; i < length; ++i) out_.push_back(out_[out_.size() - distance]);
    }
  }

  /// Adler-32, the highest byte first.
  bool has_right_sum() {
    bits_.align();
    uint32_t wanted = 0, a = 1, b = 0;
    for (int i = 0; i < 4; ++i) wanted = wanted << 8 | bits_.take(8);
    for (const uint8_t byte : out_) {
      a = (a + byte) % 65521;
      b = (b + a) % 65521;
    }
    return !bits_.has_ended() && wanted == (b << 16 | a);
  }

  BitReader bits_;
  uint32_t size_;
  Vector<uint8_t> out_;
  PrefixCode words_, distances_;
};

}  // namespace

Result<Vector<uint8_t>> inflate_zlib(std::span<const uint8_t> stream, uint32_t size) {
  if (size > stream.size() * kMostBytesOfOne) {
    return bad_input(decimal(stream.size()) + " bytes of compressed data cannot come to " + decimal(size));
  }
  return Inflater(stream, size).run();
}

}  // namespace trellis::dxil
