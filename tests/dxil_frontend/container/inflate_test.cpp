// Decompression of zlib streams that zlib made, and of damaged ones.
#include "dxil_frontend/container/inflate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trellis::dxil {
namespace {

constexpr std::string_view kText =
    "float4 main(float4 c : COLOR) : SV_Target { return c * 2 + c * 2 + c * 2; }\n";
/// kText, compressed with the fixed Huffman code and back references.
const std::vector<uint8_t> kFixed = {
    0x78, 0x01, 0x4b, 0xcb, 0xc9, 0x4f, 0x2c, 0x31, 0x51, 0xc8, 0x4d, 0xcc, 0xcc, 0xd3, 0x48, 0x83, 0xb0,
    0x93, 0x15, 0xac, 0x14, 0x9c, 0xfd, 0x7d, 0xfc, 0x83, 0x34, 0x81, 0x8c, 0xe0, 0xb0, 0xf8, 0x90, 0xc4,
    0xa2, 0xf4, 0xd4, 0x12, 0x85, 0x6a, 0x85, 0xa2, 0xd4, 0x92, 0xd2, 0xa2, 0x3c, 0xa0, 0xbc, 0x96, 0x82,
    0x91, 0x82, 0x36, 0x2a, 0x6d, 0xad, 0x50, 0xcb, 0x05, 0x00, 0x88, 0x67, 0x15, 0x40};
constexpr std::string_view kLetters =
    "abdccaaabcbbbacaabadaabccacbaccabaaaaabbaabaacabacbbbaaabacbaaadbbaabcdaacaccbabdbaaabbdbabdabaccaab"
    "aabccbcaabbbacabdaab";
/// kLetters, compressed with a dynamic Huffman code.
const std::vector<uint8_t> kDynamic = {
    0x78, 0xda, 0x1d, 0x8d, 0xd1, 0x15, 0x00, 0x00, 0x08, 0x01, 0x67, 0x3d, 0xec, 0x3f, 0x43,
    0xd1, 0x0f, 0xba, 0x5e, 0x50, 0x6c, 0x40, 0x96, 0xc4, 0x3b, 0x91, 0x26, 0xe3, 0x8f, 0xfe,
    0xd8, 0x79, 0x54, 0xd7, 0xb8, 0x3b, 0x66, 0x5e, 0x32, 0xe2, 0x94, 0xf9, 0x37, 0xca, 0x60,
    0x45, 0x61, 0x1f, 0xd8, 0x85, 0x55, 0xb7, 0x0a, 0xb5, 0xe0, 0x00, 0xd8, 0x52, 0x2d, 0xe2};

std::string text_of(const Result<Vector<uint8_t>>& unpacked) {
  return unpacked ? std::string(unpacked->begin(), unpacked->end()) : std::string(unpacked.error().message);
}
std::string inflated(const std::vector<uint8_t>& stream, size_t size) {
  return text_of(inflate_zlib(stream, static_cast<uint32_t>(size)));
}

TEST(Inflate, UnpacksBlocksOfEachKind) {
  EXPECT_EQ(inflated(kFixed, kText.size()), kText);
  EXPECT_EQ(inflated(kDynamic, kLetters.size()), kLetters);
}

TEST(Inflate, SaysWhatIsWrong) {
  const std::string damaged = "the compressed data are damaged, or do not expand to ";
  EXPECT_EQ(inflated({}, 0), damaged + "0 bytes");
  EXPECT_EQ(inflated(kFixed, kText.size() - 1), damaged + "75 bytes");
  EXPECT_EQ(inflated(kFixed, kText.size() + 1), damaged + "77 bytes");
  EXPECT_EQ(inflated(kFixed, 0xffffffff),
            std::to_string(kFixed.size()) + " bytes of compressed data cannot expand to 4294967295");
}

/// Streams have a checksum, so damage anywhere is detected.
TEST(Inflate, RefusesDamage) {
  for (const auto& [stream, text] : {std::pair(kFixed, kText), std::pair(kDynamic, kLetters)}) {
    for (size_t size = 0; size < stream.size(); ++size) {
      EXPECT_FALSE(inflate_zlib(std::span(stream).first(size), static_cast<uint32_t>(text.size()))) << size;
    }
    for (size_t bit = 0; bit < 8 * stream.size(); ++bit) {
      std::vector<uint8_t> damaged = stream;
      damaged[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
      const std::string got = inflated(damaged, text.size());
      // The spare bits after the last block have no meaning.
      EXPECT_TRUE(got != text || bit / 8 + 5 == stream.size()) << bit;
      EXPECT_TRUE(got == text || got.find("compressed data") != std::string::npos) << got;
    }
  }
}

}  // namespace
}  // namespace trellis::dxil
