#include "dxil_frontend/container/container.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "dxil_frontend/container/digest.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;
using container_testing::make_container;
using container_testing::make_program;
using container_testing::put_u32;

std::vector<uint8_t> small_bitcode() {
  std::vector<uint8_t> bitcode = container_testing::bitcode_magic();
  bitcode.resize(20, 0x5a);
  return bitcode;
}

/// A container with SFI0 and DXIL, at 0x28 and 0x38.
std::vector<uint8_t> small_container() {
  return make_container({{"SFI0", std::vector<uint8_t>(8)}, {"DXIL", make_program(small_bitcode())}});
}

constexpr std::size_t kFirstPart = 0x28, kProgramPart = 0x38, kProgramData = 0x40;

std::string error_of(std::span<const uint8_t> file, const ContainerOptions& options = {}) {
  const Result<Container> container = parse_container(file, options);
  return container ? "" : container.error().to_string();
}

TEST(Container, LocatesPartsAndProgram) {
  const std::vector<uint8_t> file = small_container();
  const Result<Container> container = parse_container(file);
  ASSERT_TRUE(container) << container.error().to_string();
  ASSERT_EQ(container->parts.size(), 2u);
  EXPECT_EQ(container->parts[0].name, fourcc("SFI0"));
  EXPECT_EQ(container->parts[0].offset, kFirstPart + 8);
  EXPECT_EQ(container->parts[0].data.size(), 8u);
  EXPECT_EQ(container->digest, DigestState::kAbsent);
  EXPECT_FALSE(container->raw_bitcode);
  ASSERT_TRUE(container->dxil);
  EXPECT_EQ(container->dxil->kind, ShaderKind::kCompute);
  EXPECT_EQ(container->dxil->shader_model_major, 6u);
  EXPECT_EQ(container->dxil->shader_model_minor, 0u);
  EXPECT_EQ(container->dxil->dxil_major, 1u);
  EXPECT_EQ(container->dxil->bitcode_offset, kProgramData + 24);
  EXPECT_TRUE(std::ranges::equal(container->dxil->bitcode, small_bitcode()));
  EXPECT_EQ(container->dxil->bitcode.data(), file.data() + kProgramData + 24);
  EXPECT_FALSE(container->ildb);
  EXPECT_EQ(container->find(fourcc("SFI0")), &container->parts[0]);
  EXPECT_EQ(container->find(fourcc("PSV0")), nullptr);
}

TEST(Container, KeepsBothPrograms) {
  const auto container = parse_container(
      make_container({{"ILDB", make_program(small_bitcode())}, {"DXIL", make_program(small_bitcode())}}));
  ASSERT_TRUE(container);
  EXPECT_TRUE(container->dxil);
  EXPECT_TRUE(container->ildb);
}

TEST(Container, AcceptsContainerWithOnlyTheDebugProgram) {
  const auto container = parse_container(make_container({{"ILDB", make_program(small_bitcode())}}));
  ASSERT_TRUE(container);
  EXPECT_FALSE(container->dxil);
  EXPECT_TRUE(container->ildb);
}

TEST(Container, AcceptsBytesAfterTheContainer) {
  std::vector<uint8_t> file = small_container();
  file.resize(file.size() + 7, 0xee);
  EXPECT_EQ(error_of(file), "");
}

TEST(Container, AcceptsRawBitcode) {
  const std::vector<uint8_t> bitcode = small_bitcode();
  const auto container = parse_container(bitcode);
  ASSERT_TRUE(container);
  EXPECT_TRUE(container->raw_bitcode);
  EXPECT_TRUE(container->parts.empty());
  EXPECT_EQ(container->digest, DigestState::kNoContainer);
  ASSERT_TRUE(container->dxil);
  EXPECT_EQ(container->dxil->kind, ShaderKind::kInvalid);
  EXPECT_EQ(container->dxil->bitcode.size(), bitcode.size());
}

std::vector<uint8_t> wrapped(uint32_t offset, uint32_t size) {
  Bytes file;
  file.u32s({0x0b17c0de, 0, offset, size, 0}).append(small_bitcode());
  return file.data;
}

TEST(Container, AcceptsWrappedBitcode) {
  const std::vector<uint8_t> file = wrapped(20, 20);
  const auto container = parse_container(file);
  ASSERT_TRUE(container) << container.error().to_string();
  EXPECT_EQ(container->dxil->bitcode_offset, 20u);
  EXPECT_TRUE(std::ranges::equal(container->dxil->bitcode, small_bitcode()));
}

TEST(Container, RefusesWrapperThatPointsOutside) {
  const std::vector<uint8_t> short_wrapper = wrapped(20, 20);
  EXPECT_NE(error_of(wrapped(20, 21)).find("bitcode wrapper"), std::string::npos);
  EXPECT_NE(error_of(wrapped(0, 20)).find("bitcode wrapper"), std::string::npos);
  EXPECT_NE(error_of(wrapped(0xffffffff, 0xffffffff)).find("bitcode wrapper"), std::string::npos);
  EXPECT_NE(error_of(wrapped(24, 16)).find("does not contain bitcode"), std::string::npos);
  EXPECT_NE(error_of(std::vector<uint8_t>(short_wrapper.begin(), short_wrapper.begin() + 12))
                .find("bitcode wrapper"),
            std::string::npos);
}

TEST(Container, SaysWhatIsWrongWithTheFile) {
  EXPECT_EQ(error_of({}), "file is empty (offset 0x0)");
  EXPECT_EQ(error_of(std::array<uint8_t, 3>{'D', 'X', 'B'}),
            "file of 3 bytes is too short for any magic number (offset 0x0)");
  EXPECT_EQ(error_of(std::array<uint8_t, 4>{'H', 'L', 'S', 'L'}),
            "file starts with \"HLSL\", expected a DXBC container, a PDB file or LLVM bitcode ('BC' C0 DE) "
            "(offset 0x0)");
}

TEST(Container, RefusesEveryTruncation) {
  const std::vector<uint8_t> file = small_container();
  for (std::size_t length = 0; length < file.size(); ++length) {
    const std::string error = error_of(std::span(file).first(length));
    EXPECT_FALSE(error.empty()) << "accepted " << length << " of " << file.size() << " bytes";
    EXPECT_TRUE(length < 4 || error.find("truncated") != std::string::npos) << error;
  }
}

/// A new value for one field of the small container, and the expected error message.
struct BrokenField {
  const char* name;
  std::size_t offset;
  uint32_t value;
  const char* message;
};

void PrintTo(const BrokenField& field, std::ostream* out) { *out << field.name; }

class ContainerField : public testing::TestWithParam<BrokenField> {};

TEST_P(ContainerField, IsRefusedWithItsReason) {
  std::vector<uint8_t> file = small_container();
  put_u32(file, GetParam().offset, GetParam().value);
  const std::string error = error_of(file);
  EXPECT_NE(error.find(GetParam().message), std::string::npos) << "said: " << error;
}

INSTANTIATE_TEST_SUITE_P(
    Broken, ContainerField,
    testing::Values(
        BrokenField{"Version", 20, 2, "container version 2.0, expected 1.0"},
        BrokenField{"MinorVersion", 20, 0x00070001, "container version 1.7"},
        BrokenField{"SizeZero", 24, 0, "container size field 0x0 is outside"},
        BrokenField{"SizeTooLarge", 24, 0xffffffff, "container size field 0xffffffff is outside"},
        BrokenField{"SizeBeyondFile", 24, 0x1000, "its header says 4096 bytes"},
        BrokenField{"SizeCutsLastPart", 24, 0x50, "part 1 has 44 bytes, but only 16 follow its header"},
        BrokenField{"NoParts", 28, 0, "container has no DXIL part; its parts: none"},
        BrokenField{"OnlyFirstPart", 28, 1, "container has no DXIL part; its parts: SFI0"},
        BrokenField{"TooManyParts", 28, 0xffffffff, "part count 4294967295 is too large"},
        BrokenField{"OneMorePart", 28, 3, "outside"},
        BrokenField{"PartInsideHeader", 32, 0, "part 0 starts at 0x0, outside"},
        BrokenField{"PartInsideTable", 32, 0x24, "part 0 starts at 0x24, outside"},
        BrokenField{"PartBeyondEnd", 36, 0x7fffffff, "part 1 starts at 0x7fffffff, outside"},
        BrokenField{"PartAtLastBytes", 36, 0x68, "part 1 starts at 0x68, outside"},
        BrokenField{"PartsOverlap", 32, 0x40, "part starts at 0x40, before part DXIL ends at 0x6c"},
        BrokenField{"SamePartTwice", 32, 0x38, "before part DXIL ends"},
        BrokenField{"PartSizeTooLarge", kFirstPart + 4, 0xffffffff, "part 0 has 4294967295 bytes"},
        BrokenField{"PartSizeReachesNext", kFirstPart + 4, 12,
                    "part starts at 0x38, before part SFI0 ends at 0x3c"},
        BrokenField{"PartNameDuplicate", kFirstPart, fourcc("DXIL"), "second part of this name"},
        BrokenField{"ShaderKind", kProgramData, 0x00100060, "unknown shader kind 16"},
        BrokenField{"ShaderModel5", kProgramData, 0x00050051, "shader model 5.1; 6.x is supported"},
        BrokenField{"ProgramSizeZero", kProgramData + 4, 0, "program size of 0 bytes"},
        BrokenField{"ProgramSizeTooLarge", kProgramData + 4, 0xffffffff, "program size of 17179869180 bytes"},
        BrokenField{"ProgramMagic", kProgramData + 8, fourcc("DXBC"), "program header holds \"DXBC\""},
        BrokenField{"BitcodeOffsetInsideHeader", kProgramData + 16, 8, "bitcode at 0x10"},
        BrokenField{"BitcodeOffsetTooLarge", kProgramData + 16, 0xffffffff, "bitcode at 0x100000007"},
        BrokenField{"BitcodeSizeTooLarge", kProgramData + 20, 0x15, "with 0x15 bytes does not fit"},
        BrokenField{"BitcodeEmpty", kProgramData + 20, 0, "bitcode starts with 0x00000000"},
        BrokenField{"BitcodeMagic", kProgramData + 24, 0x0b17c0de, "bitcode starts with 0x0b17c0de"}),
    [](const testing::TestParamInfo<BrokenField>& test_case) { return test_case.param.name; });

TEST(Container, NamesOldBytecode) {
  const auto container = parse_container(make_container({{"SHEX", std::vector<uint8_t>(16)}}));
  ASSERT_FALSE(container);
  EXPECT_EQ(container.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(container.error().message.find("shader model 5"), std::string::npos);
}

TEST(Container, NamesPartsThatAreNotText) {
  EXPECT_EQ(fourcc_name(fourcc("PSV0")), "PSV0");
  EXPECT_EQ(fourcc_name(0x01020304), "0x01020304");
}

TEST(Container, RefusesShortProgramPart) {
  const std::string error = error_of(make_container({{"DXIL", std::vector<uint8_t>(23)}}));
  EXPECT_NE(error.find("part has 23 bytes, a program header needs 24"), std::string::npos) << error;
}

TEST(Container, NeedsNoProgramUnlessRequired) {
  const std::vector<uint8_t> file = make_container({{"RTS0", std::vector<uint8_t>(24)}});
  EXPECT_NE(error_of(file), "");
  EXPECT_EQ(error_of(file, {.require_program = false}), "");
}

TEST(Container, NeverAcceptsGarbageInAField) {
  const std::vector<uint8_t> good = small_container();
  // Bytes with arbitrary values: digest, contents of SFI0, DXIL version, bitcode after its magic.
  const auto is_free = [](std::size_t at) {
    return (at >= 4 && at < 20) || (at >= kFirstPart && at < kFirstPart + 4) ||
           (at >= kFirstPart + 8 && at < kProgramPart) || at == kProgramData || at == kProgramData + 2 ||
           (at >= kProgramData + 12 && at < kProgramData + 16) || at >= kProgramData + 28;
  };
  for (std::size_t at = 0; at < good.size(); ++at) {
    if (is_free(at)) continue;
    for (const uint8_t value : std::array<uint8_t, 3>{0x80, 0x7f, 0xff}) {
      std::vector<uint8_t> file = good;
      if (file[at] == value) continue;
      file[at] = value;
      // A smaller size or offset may still be valid, but the parts must then be inside the file.
      const auto container = parse_container(file);
      if (!container) continue;
      for (const Part& part : container->parts) EXPECT_LE(part.offset + part.data.size(), file.size());
      ASSERT_TRUE(container->dxil) << "byte " << at;
      EXPECT_LE(container->dxil->bitcode_offset + container->dxil->bitcode.size(), file.size());
    }
  }
}

/// Signs a container in place.
void sign(std::vector<uint8_t>& file, DigestVariant variant) {
  const Digest digest = container_digest(std::span(file).subspan(20), variant);
  std::copy(digest.begin(), digest.end(), file.begin() + 4);
}

TEST(Container, VerifiesDigestOfBothVariants) {
  std::vector<uint8_t> file = small_container();
  sign(file, DigestVariant::kRetail);
  EXPECT_EQ(parse_container(file)->digest, DigestState::kVerified);
  sign(file, DigestVariant::kDebug);
  EXPECT_EQ(parse_container(file)->digest, DigestState::kVerifiedDebug);
}

TEST(Container, AcceptsBypassDigests) {
  std::vector<uint8_t> file = small_container();
  for (const uint8_t value : std::array<uint8_t, 2>{1, 2}) {
    std::fill_n(file.begin() + 4, 16, value);
    EXPECT_EQ(parse_container(file)->digest, DigestState::kBypass);
  }
}

TEST(Container, RefusesWrongDigestIfItIsVerified) {
  std::vector<uint8_t> file = small_container();
  sign(file, DigestVariant::kRetail);
  file.back() ^= 1;
  EXPECT_NE(error_of(file).find("container digest does not match its contents"), std::string::npos);
  const auto container = parse_container(file, {.verify_digest = false});
  ASSERT_TRUE(container);
  EXPECT_EQ(container->digest, DigestState::kNotChecked);
}

TEST(Container, AcceptsTheCorpus) {
  constexpr std::array<std::string_view, 10> kFolders = {
      "control_flow",  "large",     "ops",    "programs",   "raytracing",
      "reconvergence", "resources", "stages", "uniformity", "variants"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto bytes = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(bytes);
    const auto container = parse_container(*bytes);
    ASSERT_TRUE(container) << shader.label() << ": " << container.error().to_string();
    EXPECT_TRUE(container->dxil) << shader.label();
  }
}

TEST(Container, SurvivesDamagedFiles) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "resources" /
                                                    "rootsig_static_samplers.dxil");
  ASSERT_TRUE(bytes);
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    const std::vector<uint8_t> file = container_testing::mutate(*bytes, seed);
    const auto container = parse_container(file);
    if (!container) {
      EXPECT_FALSE(container.error().message.empty());
      continue;
    }
    for (const Part& part : container->parts) ASSERT_LE(part.offset + part.data.size(), file.size());
  }
}

}  // namespace
}  // namespace trellis::dxil
