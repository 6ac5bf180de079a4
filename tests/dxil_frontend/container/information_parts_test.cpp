#include "dxil_frontend/container/parts/information_parts.hpp"

#include <gtest/gtest.h>

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;
using container_testing::put_u32;

/// Returns the error message of a parser, or "" if it accepts the part.
template <class Parse>
std::string error_of(Parse parse, std::span<const uint8_t> part) {
  const auto read = parse(part, 0x40);
  return read ? "" : read.error().to_string();
}

template <class Parse>
void refuses_truncations(Parse parse, const std::vector<uint8_t>& part, std::size_t needed) {
  for (std::size_t length = 0; length < needed; ++length) {
    EXPECT_NE(error_of(parse, std::span(part).first(length)), "") << length;
  }
}

TEST(DebugName, IsReadAndChecked) {
  const std::vector<uint8_t> part = Bytes().u16(0).u16(5).text("a.pdb").u8(0).u16(0).data;
  const auto name = parse_debug_name(part);
  ASSERT_TRUE(name) << name.error().to_string();
  EXPECT_EQ(*name, "a.pdb");
  refuses_truncations(parse_debug_name, part, 10);
  EXPECT_NE(error_of(parse_debug_name, Bytes().u16(0).u16(6).text("a.pdb").u8(0).data), "");
}

std::vector<uint8_t> make_version() {
  Bytes part;
  part.u16(1).u16(9).u32s({3, 77, 17}).text("0123abcd").u8(0).text("1.9.0.1").u8(0).u8(0).u16(0);
  return part.data;
}

TEST(CompilerVersion, IsRead) {
  const std::vector<uint8_t> part = make_version();
  const auto version = parse_compiler_version(part);
  ASSERT_TRUE(version) << version.error().to_string();
  EXPECT_EQ(version->major, 1u);
  EXPECT_EQ(version->minor, 9u);
  EXPECT_EQ(version->flags, 3u);
  EXPECT_EQ(version->commit_count, 77u);
  EXPECT_EQ(version->commit, "0123abcd");
  EXPECT_EQ(version->version, "1.9.0.1");
  refuses_truncations(parse_compiler_version, part, 33);
}

TEST(CompilerVersion, WithoutTexts) {
  const auto version = parse_compiler_version(Bytes().u16(1).u16(7).u32s({0, 0, 0}).data);
  ASSERT_TRUE(version) << version.error().to_string();
  EXPECT_TRUE(version->commit.empty());
  EXPECT_TRUE(version->version.empty());
}

TEST(CompilerVersion, SaysWhichFieldIsWrong) {
  std::vector<uint8_t> part = make_version();
  put_u32(part, 12, 0xffffffff);
  EXPECT_NE(error_of(parse_compiler_version, part).find("texts of 4294967295 bytes"), std::string::npos);
  put_u32(part, 12, 5);
  EXPECT_NE(
      error_of(parse_compiler_version, part).find("a string is not terminated (part VERS, offset 0x50)"),
      std::string::npos)
      << error_of(parse_compiler_version, part);
}

/// An SRCI part: names at 8, contents after them, arguments at the end.
std::vector<uint8_t> make_sources() {
  Bytes names, contents, arguments;
  names.u32s({8 + 10 + 24, 1u << 16}).u32s({0, 1}).u16(24).u32s({24, 0, 7, 1000}).text("a.hlsl").u8(0).u8(0);
  contents.u32s({8 + 20 + 12, 0}).u32(0).u16(0).u16(1).u32s({12, 1016, 1}).text("compressed! ");
  arguments.u32s({8 + 12 + 11, 2u << 16})
      .u32s({0, 11, 2})
      .text("T")
      .u8(0)
      .text("ps_6")
      .u8(0)
      .text("Zi")
      .u8(0);
  arguments.u8(0);
  Bytes part;
  const auto size =
      static_cast<uint32_t>(8 + names.data.size() + contents.data.size() + arguments.data.size());
  part.u32(size).u16(0).u16(3).append(names.data).append(contents.data).append(arguments.data);
  return part.data;
}

constexpr std::size_t kNames = 8, kContents = 8 + 42, kArguments = kContents + 40;

TEST(SourceInfo, IsRead) {
  const std::vector<uint8_t> part = make_sources();
  const auto info = parse_source_info(part);
  ASSERT_TRUE(info) << info.error().to_string();
  ASSERT_EQ(info->files.size(), 1u);
  EXPECT_EQ(info->files[0].name, "a.hlsl");
  EXPECT_EQ(info->files[0].size, 1000u);
  EXPECT_TRUE(info->has_contents);
  EXPECT_TRUE(info->is_compressed);
  EXPECT_EQ(info->stored_bytes, 12u);
  ASSERT_EQ(info->arguments.size(), 2u);
  EXPECT_EQ(info->arguments[0].name, "T");
  EXPECT_EQ(info->arguments[0].value, "ps_6");
  EXPECT_EQ(info->arguments[1].name, "Zi");
  EXPECT_EQ(info->arguments[1].value, "");
  refuses_truncations(parse_source_info, part, part.size());
}

TEST(SourceInfo, SkipsSectionsOfLaterCompilers) {
  const auto info = parse_source_info(Bytes().u32(24).u16(0).u16(1).u32s({16, 9u << 16, 1, 2}).data);
  ASSERT_TRUE(info) << info.error().to_string();
  EXPECT_FALSE(info->has_contents);
}

TEST(SourceInfo, SaysWhichFieldIsWrong) {
  const auto with = [](std::size_t offset, uint32_t value) {
    std::vector<uint8_t> part = make_sources();
    put_u32(part, offset, value);
    return error_of(parse_source_info, part);
  };
  EXPECT_NE(with(0, 4).find("a size of 4 bytes"), std::string::npos);
  EXPECT_NE(with(0, 0xffffffff).find("a size of 4294967295 bytes"), std::string::npos);
  EXPECT_NE(with(4, 0xffff0000).find("part ends before a section"), std::string::npos);
  EXPECT_NE(with(kNames, 4).find("section 0 has 4 bytes"), std::string::npos);
  EXPECT_NE(with(kNames, 0xffffffff).find("section 0 has 4294967295 bytes"), std::string::npos);
  EXPECT_NE(with(kNames, 9).find("part ends before the header of the names"), std::string::npos);
  EXPECT_NE(with(kNames + 8 + 4, 0xffffffff).find("part ends before a file's name"), std::string::npos);
  EXPECT_NE(with(kNames + 18, 12).find("the entry of a file's name has 12 bytes"), std::string::npos);
  EXPECT_NE(with(kNames + 18, 0x80000000).find("the entry of a file's name has 2147483648"),
            std::string::npos);
  EXPECT_NE(with(kNames + 18, 20).find("is not terminated inside its entry"), std::string::npos);
  EXPECT_NE(with(kContents, 12).find("part ends before the header of the contents"), std::string::npos);
  EXPECT_NE(with(kContents + 12, 9u << 16).find("compression 9"), std::string::npos);
  EXPECT_NE(with(kContents + 16, 13).find("contents of 13 bytes, 12 are left"), std::string::npos);
  EXPECT_NE(with(kArguments, 12).find("part ends before the header of the arguments"), std::string::npos);
  EXPECT_NE(with(kArguments + 16, 0xffffffff).find("argument 2 of 4294967295"), std::string::npos);
}

std::vector<uint8_t> make_runtime_data() {
  // Strings at 20, functions (two records of 8 bytes) at 36, and a table of a later version at 68.
  Bytes part;
  part.u32s({0x10, 3, 20, 36, 68});
  part.u32s({1, 8}).text("abcdefg").u8(0);
  part.u32s({4, 24, 2, 8, 1, 2, 3, 4});
  part.u32s({99, 8, 0, 4});
  return part.data;
}

TEST(RuntimeData, IsRead) {
  const std::vector<uint8_t> part = make_runtime_data();
  const auto data = parse_runtime_data(part);
  ASSERT_TRUE(data) << data.error().to_string();
  EXPECT_EQ(data->version, 0x10u);
  ASSERT_EQ(data->tables.size(), 3u);
  EXPECT_EQ(data->tables[0].type, 1u);
  EXPECT_EQ(data->tables[0].count, 8u);
  EXPECT_EQ(data->tables[0].stride, 0u);
  EXPECT_EQ(data->tables[1].type, 4u);
  EXPECT_EQ(data->tables[1].count, 2u);
  EXPECT_EQ(data->tables[1].stride, 8u);
  EXPECT_EQ(data->tables[2].type, 99u);
  refuses_truncations(parse_runtime_data, part, part.size());
}

TEST(RuntimeData, SaysWhichFieldIsWrong) {
  const auto with = [](std::size_t offset, uint32_t value) {
    std::vector<uint8_t> part = make_runtime_data();
    put_u32(part, offset, value);
    return error_of(parse_runtime_data, part);
  };
  EXPECT_NE(with(4, 0xffffffff).find("4294967295 tables"), std::string::npos);
  EXPECT_NE(with(8, 0xfffffffc).find("table 0 goes past the end"), std::string::npos);
  EXPECT_NE(with(24, 0xffffffff).find("table 0 goes past the end"), std::string::npos);
  EXPECT_NE(with(40, 4).find("table 1 ends before its header"), std::string::npos);
  EXPECT_NE(with(44, 3).find("table 1 has 3 records of 8 bytes in 24"), std::string::npos);
  EXPECT_NE(with(48, 0xffffffff).find("table 1 has 2 records of 4294967295 bytes"), std::string::npos);
}

TEST(PdbInfo, IsReadAndChecked) {
  const std::vector<uint8_t> packed = Bytes().u16(0).u16(1).u32s({4, 100}).text("zzzz").data;
  const auto info = parse_pdb_info(packed);
  ASSERT_TRUE(info) << info.error().to_string();
  EXPECT_TRUE(info->is_compressed);
  EXPECT_EQ(info->size, 4u);
  EXPECT_EQ(info->unpacked_size, 100u);
  refuses_truncations(parse_pdb_info, packed, packed.size());
  EXPECT_NE(error_of(parse_pdb_info, Bytes().u16(0).u16(2).u32s({0, 0}).data).find("compression 2"),
            std::string::npos);
}

TEST(PdbInfo, ChecksRuntimeDataThatIsNotCompressed) {
  std::vector<uint8_t> data = make_runtime_data();
  const auto make = [&] {
    const auto size = static_cast<uint32_t>(data.size());
    return Bytes().u16(0).u16(0).u32s({size, size}).append(data).data;
  };
  EXPECT_EQ(error_of(parse_pdb_info, make()), "");
  put_u32(data, 4, 1000);
  EXPECT_NE(error_of(parse_pdb_info, make()).find("1000 tables go past the end of the part (part PDBI"),
            std::string::npos);
}

}  // namespace
}  // namespace trellis::dxil
