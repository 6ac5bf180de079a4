// Tests of the source texts in the part SRCI.
#include "dxil_frontend/container/parts/source_texts.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;

/// The zlib stream of the entries of "a.hlsl" and "./b.hlsli".
const std::vector<uint8_t> kCompressed = {0x78, 0xda, 0x93, 0x60, 0x80, 0x00, 0x4e, 0x20, 0xce,
                                          0x4d, 0xcc, 0xcc, 0xd3, 0xd0, 0x54, 0xa8, 0xae, 0x05,
                                          0xb2, 0x45, 0xa0, 0xe2, 0xac, 0x40, 0x9c, 0x99, 0x57,
                                          0xa2, 0x90, 0x09, 0xa4, 0x01, 0x68, 0x73, 0x05, 0x1d};
constexpr uint32_t kUnpacked = 44;

struct Contents {
  std::vector<uint8_t> bytes;
  uint32_t compression = 1, unpacked = kUnpacked, count = 2;
};

std::vector<uint8_t> make_part(const Contents& contents) {
  Bytes names, texts;
  names.u32s({8 + 10 + 24 + 28, 1u << 16}).u32s({0, 2}).u16(52);
  names.u32s({24, 0, 7, 9}).text("a.hlsl").u8(0).u8(0);
  names.u32s({28, 0, 10, 5}).text(".\\b.hlsli").u8(0).u8(0).u8(0);
  const auto size = static_cast<uint32_t>(contents.bytes.size());
  texts.u32s({8 + 20 + size, 0, 0}).u16(0).u16(contents.compression);
  texts.u32s({size, contents.unpacked, contents.count}).append(contents.bytes);
  Bytes part;
  part.u32(static_cast<uint32_t>(8 + names.data.size() + texts.data.size())).u16(0).u16(2);
  return part.append(names.data).append(texts.data).data;
}

/// Returns the texts of /folder/a.hlsl, b.hlsli and c.hlsli after add_source_texts().
std::array<std::string, 3> texts_of(const Contents& contents, std::string* error = nullptr) {
  const std::vector<uint8_t> bytes = make_part(contents);
  Container container;
  container.parts.push_back({fourcc("SRCI"), 64, bytes});
  Module module;
  module.source_files = {{"a.hlsl", {}}, {"./b.hlsli", {}}, {"c.hlsli", "has one"}};
  const auto done = add_source_texts(container, module);
  EXPECT_EQ(done.ok(), error == nullptr);
  if (!done && error != nullptr) *error = done.error().to_string();
  return {module.source_files[0].text, module.source_files[1].text, module.source_files[2].text};
}

std::string damage_found(const Contents& contents) {
  std::string error;
  texts_of(contents, &error);
  return error;
}

std::vector<uint8_t> plain_entries() {
  Bytes made;
  made.u32s({24, 0, 9}).text("main() {}").u8(0).u8(0).u8(0);
  return made.u32s({20, 0, 5}).text("int i").u8(0).u8(0).u8(0).data;
}

TEST(SourceTexts, AreFoundByName) {
  const std::array<std::string, 3> wanted = {"main() {}", "int i", "has one"};
  EXPECT_EQ(texts_of({kCompressed}), wanted);
  EXPECT_EQ(texts_of({plain_entries(), 0}), wanted);
}

TEST(SourceTexts, AreNotNeeded) {
  Container container;
  Module module;
  module.source_files = {{"a.hlsl", {}}};
  EXPECT_TRUE(add_source_texts(container, module));
  const std::array<std::string, 3> wanted = {"", "", "has one"};
  EXPECT_EQ(texts_of({{}, 0, 0, 0}), wanted);
}

TEST(SourceTexts, DamageIsAnError) {
  std::vector<uint8_t> bytes = kCompressed;
  bytes[8] ^= 4;
  EXPECT_NE(damage_found({bytes}).find("(part SRCI, offset 0x40)"), std::string::npos)
      << damage_found({bytes});
  EXPECT_NE(damage_found({kCompressed, 1, 1000000}).find("cannot expand to 1000000"), std::string::npos);
  EXPECT_NE(damage_found({plain_entries(), 0, 0, 3}).find("source 2 of 3 does not end"), std::string::npos);
  for (const size_t field : {0, 8}) {
    for (const uint32_t value : {4u, 25u, 45u, 0xffffffffu}) {
      if (field == 8 && value == 4) continue;  // Describes a shorter text, which is valid.
      bytes = plain_entries();
      container_testing::put_u32(bytes, field, value);
      EXPECT_NE(damage_found({bytes, 0}), "") << field << " " << value;
    }
  }
}

}  // namespace
}  // namespace trellis::dxil
