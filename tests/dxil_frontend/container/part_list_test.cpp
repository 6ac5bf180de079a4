// Tests of listing a file's parts.
#include "dxil_frontend/container/part_list.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/digest.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/container/msf_writer.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;
using container_testing::make_container;
using container_testing::make_program;
using container_testing::PartSource;

std::vector<uint8_t> small_program() { return make_program(container_testing::bitcode_magic()); }

/// Returns the line of a part, which follows that of the container.
PartLine line_of(const PartSource& part) {
  const auto lines = list_parts(make_container({part}));
  EXPECT_TRUE(lines) << lines.error().to_string();
  return lines && lines->size() == 2 ? lines->back() : PartLine{};
}

std::string meaning_of(const std::string& name, const std::vector<uint8_t>& data) {
  const PartLine line = line_of({name, data});
  EXPECT_EQ(line.name, name);
  EXPECT_EQ(line.size, data.size());
  EXPECT_EQ(line.offset, 44u);
  EXPECT_FALSE(line.is_damaged) << line.meaning;
  return line.meaning;
}

TEST(PartList, SaysWhatEachPartIs) {
  EXPECT_EQ(meaning_of("DXIL", small_program()), "program, cs_6_0, DXIL 1.0, 4 bytes of bitcode");
  EXPECT_EQ(meaning_of("ILDB", small_program()),
            "program with debug information, cs_6_0, DXIL 1.0, 4 bytes of bitcode");
  EXPECT_EQ(meaning_of("STAT", small_program()),
            "reflection (the module without code), cs_6_0, DXIL 1.0, 4 bytes of bitcode");
  EXPECT_EQ(meaning_of("SFI0", Bytes().u32s({0x4001, 0}).data), "feature flags: doubles, wave_ops");
  EXPECT_EQ(meaning_of("SFI0", Bytes().u32s({0, 0}).data), "feature flags, none set");
  EXPECT_EQ(meaning_of("ISG1", Bytes().u32s({0, 8}).data), "input signature, 0 rows");
  EXPECT_EQ(
      meaning_of(
          "OSG1",
          Bytes().u32s({1, 8, 0, 40, 2, 64, 3, 2}).u8(15).u8(0).u16(0).u32(0).text("SV_Target").u8(0).data),
      "output signature, 1 row: SV_Target2");
  EXPECT_EQ(meaning_of("PSG1", Bytes().u32s({0, 8}).data),
            "signature of patch constants or primitives, 0 rows");
  EXPECT_EQ(meaning_of("HASH", Bytes().u32s({0, 0x04030201, 0, 0, 0xff000000}).data),
            "hash of the bitcode: 010203040000000000000000000000ff");
  EXPECT_EQ(meaning_of("HASH", Bytes().u32s({1, 0, 0, 0, 0}).data),
            "hash of the program with its source: 00000000000000000000000000000000");
  EXPECT_EQ(meaning_of("RTS0", Bytes().u32s({2, 0, 24, 0, 24, 0}).data),
            "root signature 1.1, 0 parameters, 0 static samplers");
  EXPECT_EQ(meaning_of("ILDN", Bytes().u16(0).u16(5).text("a.pdb").u8(0).u16(0).data),
            "name of the debug information: a.pdb");
  EXPECT_EQ(
      meaning_of("VERS", Bytes().u16(1).u16(8).u32s({0, 0, 8}).text("abc").u8(0).text("1.8").u8(0).data),
      "compiler version 1.8 (1.8), commit abc");
  EXPECT_EQ(meaning_of("SRCI", Bytes().u32(8).u32(0).data), "source, names only");
  EXPECT_EQ(meaning_of("PDBI", Bytes().u16(0).u16(1).u32s({4, 1}).text("zzzz").data),
            "PDB information, version 0, compressed, 1 byte");
  EXPECT_EQ(meaning_of("RDAT", Bytes().u32s({0x10, 1, 12, 3, 8, 0, 32}).data), "runtime data: resources (0)");
  EXPECT_EQ(meaning_of("PRIV", Bytes().text("odd").data), "private data");
  EXPECT_EQ(meaning_of("SHEX", Bytes().text("old").data), "shader model 5 bytecode");
  EXPECT_EQ(meaning_of("QQQQ", Bytes().text("new").data), "not known");
}

TEST(PartList, PipelineStateOfEveryVersion) {
  constexpr std::array<uint32_t, 5> kSizes = {24, 36, 48, 52, 56};
  for (uint32_t version = 0; version < kSizes.size(); ++version) {
    Bytes part;
    part.u32(kSizes[version]).u32s({0, 0, 0, 0, 4, 64});
    if (version >= 1) part.u8(5).u8(0).u16(0).u32s({0, 0});
    part.data.resize(4 + kSizes[version]);
    part.u32(0);
    if (version >= 1) part.u32s({4, 0, 0});  // The empty string; no semantic indices.
    const auto lines = list_parts(make_container({{"PSV0", part.data}, {"DXIL", small_program()}}));
    ASSERT_TRUE(lines) << lines.error().to_string();
    EXPECT_EQ((*lines)[1].meaning,
              "pipeline state validation, version " + std::to_string(version) + ", compute, 0 resources");
  }
}

TEST(PartList, StatisticsOfOldBytecodeAreNotReflection) {
  const auto lines =
      list_parts(make_container({{"SHEX", {1, 2, 3, 4}}, {"STAT", std::vector<uint8_t>(116)}}));
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->back().meaning, "statistics of shader model 5 bytecode");
  EXPECT_FALSE(lines->back().is_damaged);
}

TEST(PartList, DamagedPartsDoNotHideTheOthers) {
  const auto lines = list_parts(
      make_container({{"DXIL", {1, 2, 3}}, {"VERS", {1}}, {"RTS0", {9}}, {"SFI0", std::vector<uint8_t>(8)}}));
  ASSERT_TRUE(lines) << lines.error().to_string();
  ASSERT_EQ(lines->size(), 5u);
  EXPECT_EQ((*lines)[1].meaning, "damaged: part has 3 bytes, a program header needs 24");
  EXPECT_TRUE((*lines)[1].is_damaged);
  EXPECT_EQ((*lines)[2].meaning, "damaged: part ends before the header");
  EXPECT_TRUE((*lines)[3].is_damaged);
  EXPECT_FALSE((*lines)[4].is_damaged);
}

TEST(PartList, LaterVersionsAreNotDamaged) {
  const PartLine line = line_of({"RTS0", Bytes().u32s({7, 0, 24, 0, 24, 0}).data});
  EXPECT_FALSE(line.is_damaged);
  EXPECT_EQ(line.meaning.find("unknown: root signature version 7"), 0u) << line.meaning;
}

TEST(PartList, SaysWhatTheDigestIs) {
  std::vector<uint8_t> file = make_container({{"DXIL", small_program()}});
  const auto first = [&] { return list_parts(file)->front(); };
  EXPECT_EQ(first().name, "DXBC");
  EXPECT_EQ(first().size, file.size());
  EXPECT_EQ(first().meaning, "container 1.0, no digest");
  const Digest digest = container_digest(std::span(file).subspan(20), DigestVariant::kRetail);
  std::copy(digest.begin(), digest.end(), file.begin() + 4);
  EXPECT_EQ(first().meaning, "container 1.0, digest verified");
  file[4] ^= 1;
  EXPECT_TRUE(first().is_damaged);
  EXPECT_EQ(first().meaning.find("damaged: container digest does not match"), 0u);
  std::fill(file.begin() + 4, file.begin() + 20, uint8_t{1});
  EXPECT_EQ(first().meaning, "container 1.0, signed, without a digest");
}

TEST(PartList, PdbFilesAndBitcode) {
  container_testing::MsfSource source;
  source.streams = {{}, make_container({{"ILDB", small_program()}})};
  const std::vector<uint8_t> pdb = container_testing::make_msf(source).bytes;
  const auto lines = list_parts(pdb);
  ASSERT_TRUE(lines) << lines.error().to_string();
  ASSERT_EQ(lines->size(), 3u);
  EXPECT_EQ(lines->front().name, "MSF");
  EXPECT_EQ(lines->front().size, pdb.size());
  EXPECT_EQ(lines->front().meaning, "PDB file, 2 streams in blocks of 512 bytes; the container is stream 1");
  EXPECT_EQ(list_parts(container_testing::bitcode_magic())->front().meaning,
            "LLVM bitcode without a container");
  const auto wrapped =
      list_parts(Bytes().u32s({0x0b17c0de, 0, 20, 4, 0}).append(container_testing::bitcode_magic()).data);
  ASSERT_TRUE(wrapped);
  EXPECT_EQ(wrapped->front().meaning, "LLVM bitcode without a container, in a wrapper");
  EXPECT_EQ(wrapped->front().offset, 20u);
}

TEST(PartList, IsATable) {
  const auto lines = list_parts(make_container({{"PRIV", {1, 2, 3}}}));
  ASSERT_TRUE(lines);
  EXPECT_EQ(part_table(*lines),
            "DXBC          0        47  container 1.0, no digest\n"
            "PRIV       0x2c         3  private data\n");
}

// The parts of every container that dxc wrote are known and undamaged.
TEST(PartList, KnowsAllOfTheShippedContainers) {
  std::size_t files = 0;
  std::string unknown;
  for (const auto& entry : std::filesystem::directory_iterator(test_support::corpus_root() / "containers")) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".dxil" && kind != ".pdb") continue;
    const auto bytes = test_support::read_binary_file(entry.path());
    ASSERT_TRUE(bytes);
    const auto lines = list_parts(*bytes);
    ASSERT_TRUE(lines) << entry.path() << ": " << lines.error().to_string();
    ++files;
    for (const PartLine& line : *lines) {
      if (line.is_damaged || line.meaning.find("not known") == 0) {
        unknown += entry.path().filename().string() + " " + line.name + ": " + line.meaning + "\n";
      }
    }
  }
  EXPECT_EQ(unknown, "");
  EXPECT_GE(files, 300u);
}

}  // namespace
}  // namespace trellis::dxil
