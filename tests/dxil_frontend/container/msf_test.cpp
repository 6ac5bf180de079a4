// PDB files: the container inside is found, and every number is checked.
#include "dxil_frontend/container/msf.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/container/msf_writer.hpp"

namespace trellis::dxil {
namespace {

using container_testing::make_container;
using container_testing::make_msf;
using container_testing::MsfFile;
using container_testing::MsfSource;
using container_testing::put_u32;

constexpr std::size_t kBlockSize = 32, kBlockCount = 40, kDirectorySize = 44, kBlockMap = 52;

std::vector<uint8_t> container_of(const char* part) {
  std::vector<uint8_t> bitcode = container_testing::bitcode_magic();
  bitcode.resize(3000);
  for (std::size_t i = 4; i < bitcode.size(); ++i) bitcode[i] = static_cast<uint8_t>(i * 7);
  return make_container(
      {{"HASH", std::vector<uint8_t>(20)}, {part, container_testing::make_program(bitcode)}});
}

/// The streams that dxc writes: five that do not matter, and the container.
MsfSource source_of(const char* part = "ILDB") {
  MsfSource source;
  source.streams = {{}, std::vector<uint8_t>(56, 1), {}, {}, {}, container_of(part)};
  return source;
}

std::string error_of_pdb(std::span<const uint8_t> file) {
  const auto found = find_msf_container(file);
  return found ? "" : found.error().to_string();
}

TEST(Msf, FindsTheContainer) {
  for (const uint32_t block_size : {512u, 1024u, 4096u, 32768u}) {
    MsfSource source = source_of();
    source.block_size = block_size;
    const MsfFile file = make_msf(source);
    ASSERT_TRUE(is_msf(file.bytes));
    const auto found = find_msf_container(file.bytes);
    ASSERT_TRUE(found) << found.error().to_string();
    EXPECT_EQ(found->stream, 5u);
    EXPECT_EQ(found->stream_count, 6u);
    EXPECT_EQ(found->block_size, block_size);
    EXPECT_TRUE(std::ranges::equal(found->bytes, source.streams[5]));
    EXPECT_EQ(found->copy, nullptr) << "the blocks are in a row";
    EXPECT_GE(found->bytes.data(), file.bytes.data());
    EXPECT_LT(found->bytes.data(), file.bytes.data() + file.bytes.size());
  }
}

TEST(Msf, PutsScatteredBlocksTogether) {
  MsfSource source = source_of();
  source.scattered = true;
  const MsfFile file = make_msf(source);
  const auto found = find_msf_container(file.bytes);
  ASSERT_TRUE(found) << found.error().to_string();
  ASSERT_NE(found->copy, nullptr);
  EXPECT_TRUE(std::ranges::equal(found->bytes, source.streams[5]));
}

TEST(Msf, ContainerSurvivesACopyOfItself) {
  MsfSource source = source_of();
  source.scattered = true;
  const MsfFile file = make_msf(source);
  Container copy;
  {
    const auto container = parse_container(file.bytes);
    ASSERT_TRUE(container) << container.error().to_string();
    copy = *container;
  }
  ASSERT_TRUE(copy.ildb);
  EXPECT_TRUE(std::ranges::equal(copy.bytes, source.streams[5]));
  EXPECT_EQ(copy.ildb->bitcode.size(), 3000u);
  EXPECT_EQ(copy.ildb->bitcode[2999], static_cast<uint8_t>(2999 * 7));
}

TEST(Msf, TakesAnyStreamThatBeginsAsAContainer) {
  MsfSource source = source_of();
  std::swap(source.streams[5], source.streams[3]);
  source.streams[5].assign(700, 2);
  const auto found = find_msf_container(make_msf(source).bytes);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(found->stream, 3u);
}

TEST(Msf, SkipsDeletedStreams) {
  MsfSource source = source_of();
  source.deleted_stream = 1;
  EXPECT_EQ(error_of_pdb(make_msf(source).bytes), "");
}

TEST(Msf, ReadsDirectoriesOfSeveralBlocks) {
  MsfSource source = source_of();
  source.streams.insert(source.streams.begin(), 400, std::vector<uint8_t>(600, 9));
  const auto found = find_msf_container(make_msf(source).bytes);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(found->stream, 405u);
}

TEST(Msf, SaysThatThereIsNoContainer) {
  MsfSource source = source_of();
  source.streams.pop_back();
  EXPECT_NE(error_of_pdb(make_msf(source).bytes).find("contains no DXBC container: none of its 5 streams"),
            std::string::npos);
}

// dxc's block count is one too small: its files also use the block after the counted ones.
TEST(Msf, AcceptsTheBlockAfterThoseThatAreCounted) {
  MsfFile file = make_msf(source_of());
  put_u32(file.bytes, kBlockCount, static_cast<uint32_t>(file.bytes.size() / 512 - 1));
  EXPECT_EQ(error_of_pdb(file.bytes), "");
}

TEST(Msf, RefusesEveryTruncation) {
  const MsfFile file = make_msf(source_of());
  for (std::size_t length = 32; length < file.bytes.size(); ++length) {
    EXPECT_NE(error_of_pdb(std::span(file.bytes).first(length)), "") << length;
  }
}

TEST(Msf, SaysWhichFieldIsWrong) {
  const MsfFile good = make_msf(source_of());
  const auto with = [&](std::size_t offset, uint32_t value) {
    std::vector<uint8_t> bytes = good.bytes;
    put_u32(bytes, offset, value);
    return error_of_pdb(bytes);
  };
  for (const uint32_t size : {0u, 256u, 513u, 65536u, UINT32_MAX}) {
    EXPECT_NE(with(kBlockSize, size).find("blocks of " + std::to_string(size) + " bytes"), std::string::npos);
  }
  EXPECT_NE(with(kBlockCount, UINT32_MAX).find("truncated: 4294967295 blocks"), std::string::npos);
  for (const uint32_t size : {0u, 3u, UINT32_MAX}) {
    EXPECT_NE(with(kDirectorySize, size).find("a stream directory of " + std::to_string(size)),
              std::string::npos);
  }
  EXPECT_NE(with(kDirectorySize, 20).find("no room for 6 streams"), std::string::npos);
  EXPECT_NE(with(kDirectorySize, 32).find("ends before the blocks of stream"), std::string::npos);
  EXPECT_NE(with(kBlockMap, UINT32_MAX).find("list of blocks is outside"), std::string::npos);
  EXPECT_NE(with(good.block_map_at, UINT32_MAX).find("the stream directory has block 4294967295"),
            std::string::npos);
  EXPECT_NE(with(good.directory_at, UINT32_MAX).find("no room for 4294967295 streams"), std::string::npos);
  // The size of the container's stream, and the number of its second block.
  EXPECT_NE(with(good.directory_at + 24, 0x7fffffff).find("stream 5 has 2147483647 bytes"),
            std::string::npos);
  EXPECT_NE(with(good.directory_at + 28 + 8, 0x00ffffff).find("stream 5 has block 16777215"),
            std::string::npos);
  EXPECT_NE(with(good.directory_at + 28 + 8, 0x00ffffff).find("part MSF"), std::string::npos);
}

// A directory that lists the same block many times must not turn a file of a few KB into gigabytes.
TEST(Msf, TakesNoMoreMemoryThanTheFile) {
  const MsfFile good = make_msf(source_of());
  std::vector<uint8_t> bytes = good.bytes;
  put_u32(bytes, good.directory_at + 24, static_cast<uint32_t>(bytes.size()));
  EXPECT_NE(error_of_pdb(bytes).find("ends before the blocks of stream 5"), std::string::npos);
}

TEST(Msf, SurvivesDamage) {
  const MsfFile good = make_msf(source_of());
  std::size_t read = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const std::vector<uint8_t> bytes = container_testing::mutate(good.bytes, seed);
    if (const auto found = find_msf_container(bytes)) {
      ++read;
      EXPECT_LE(found->bytes.size(), bytes.size());
    }
  }
  EXPECT_GT(read, 100u);
  EXPECT_LT(read, 3000u);
}

TEST(PdbFile, GivesTheProgramWithDebugInformation) {
  const auto container = parse_container(make_msf(source_of()).bytes);
  ASSERT_TRUE(container) << container.error().to_string();
  EXPECT_TRUE(container->pdb);
  EXPECT_FALSE(container->dxil);
  ASSERT_TRUE(container->ildb);
  EXPECT_EQ(container->ildb->bitcode.size(), 3000u);
}

TEST(PdbFile, HasBitcodeInTheCallersBytesIfItIsInOnePiece) {
  MsfSource source = source_of();
  MsfFile file = make_msf(source);
  const auto bitcode = find_bitcode(file.bytes);
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  EXPECT_EQ(bitcode->size(), 3000u);
  EXPECT_GT(bitcode->data(), file.bytes.data());
  EXPECT_LT(bitcode->data(), file.bytes.data() + file.bytes.size());
  source.scattered = true;
  file = make_msf(source);
  const auto pieces = find_bitcode(file.bytes);
  ASSERT_FALSE(pieces);
  EXPECT_EQ(pieces.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(pieces.error().message.find("in pieces"), std::string::npos);
}

TEST(PdbFile, WithoutAProgramSaysWhatItHolds) {
  MsfSource source = source_of();
  source.streams[5] = make_container({{"HASH", std::vector<uint8_t>(20)}, {"SRCI", std::vector<uint8_t>(8)}});
  const auto container = parse_container(make_msf(source).bytes);
  ASSERT_FALSE(container);
  EXPECT_EQ(container.error().code, ErrorCode::kBadInput);
  EXPECT_NE(container.error().message.find("contains no program (DXIL or ILDB)"), std::string::npos);
  EXPECT_NE(container.error().message.find("HASH, SRCI"), std::string::npos);
}

TEST(PdbFile, SaysWhereItsContainerIsWrong) {
  MsfSource source = source_of();
  put_u32(source.streams[5], 28, 1000000);
  const auto container = parse_container(make_msf(source).bytes);
  ASSERT_FALSE(container);
  EXPECT_EQ(container.error().message.find("in the PDB file, stream 5: part count 1000000"), 0u)
      << container.error().message;
}

}  // namespace
}  // namespace trellis::dxil
