// The bitstream format of bitcode: blocks, abbreviations, lengths.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/bitcode/codes.hpp"
#include "tests/dxil_frontend/bitcode/module_builder.hpp"

namespace trellis::dxil {
namespace {

using namespace bitcode;
using container_testing::BitstreamBuilder;
using container_testing::small_module;

std::string error_of_structure(std::span<const uint8_t> bitcode) {
  const auto checked = check_bitcode(bitcode);
  return checked ? "" : checked.error().to_string();
}

std::string error_of_stream(const std::function<void(BitstreamBuilder&)>& write) {
  BitstreamBuilder builder;
  write(builder);
  return error_of_structure(builder.finish());
}

TEST(BitstreamStructure, RefusesWhatIsNotBitcode) {
  EXPECT_NE(error_of_structure({}).find("does not start with"), std::string::npos);
  EXPECT_NE(error_of_structure(std::array<uint8_t, 4>{'B', 'C', 0xc0, 0xdf}).find("does not start with"),
            std::string::npos);
  std::vector<uint8_t> bitcode = small_module().build();
  bitcode.push_back(0);
  EXPECT_NE(error_of_structure(bitcode).find("whole number of words"), std::string::npos);
}

TEST(BitstreamStructure, RefusesNoModuleAndTwoModules) {
  EXPECT_NE(error_of_structure(container_testing::bitcode_magic()).find("no module"), std::string::npos);
  EXPECT_NE(error_of_stream([](BitstreamBuilder& builder) {
              for (int i = 0; i < 2; ++i) {
                builder.begin_block(kModuleBlock);
                builder.record(kModuleVersion, {1});
                builder.end_block();
              }
            }).find("second module"),
            std::string::npos);
}

TEST(BitstreamStructure, RefusesRecordsOutsideBlocks) {
  EXPECT_NE(error_of_stream([](BitstreamBuilder& builder) {
              builder.record(1, {1, 2, 3, 4, 5, 6, 7, 8});
            }).find("record outside any block"),
            std::string::npos);
}

/// Returns the error for a module block with the contents that `write` makes.
std::string error_of_module(const std::function<void(BitstreamBuilder&)>& write) {
  return error_of_stream([&](BitstreamBuilder& builder) {
    builder.begin_block(kModuleBlock, 3);
    builder.record(kModuleVersion, {1});
    write(builder);
    builder.end_block();
  });
}

TEST(BitstreamStructure, AcceptsAbbreviations) {
  EXPECT_EQ(error_of_module([](BitstreamBuilder& builder) {
              builder.fixed(2, 3);  // Define: literal 16, array of char6.
              builder.vbr(3, 5);
              builder.fixed(1, 1);
              builder.vbr(16, 8);
              builder.fixed(0, 1);
              builder.fixed(3, 3);
              builder.fixed(0, 1);
              builder.fixed(4, 3);
              builder.fixed(4, 3);  // Use it: three characters.
              builder.vbr(3, 6);
              for (int i = 0; i < 3; ++i) builder.fixed(7, 6);
            }),
            "");
}

struct BrokenStream {
  const char* name;
  void (*write)(BitstreamBuilder& builder);
  const char* message;
};

void PrintTo(const BrokenStream& broken, std::ostream* out) { *out << broken.name; }

class BitstreamStructureOf : public testing::TestWithParam<BrokenStream> {};

TEST_P(BitstreamStructureOf, IsRefusedWithItsReason) {
  const std::string error = error_of_module(GetParam().write);
  EXPECT_NE(error.find(GetParam().message), std::string::npos) << "said: " << error;
}

/// One operand of an abbreviation: an encoding and, if it has one, its width.
void encoding(BitstreamBuilder& builder, unsigned which, int width = -1) {
  builder.fixed(0, 1);
  builder.fixed(which, 3);
  if (width >= 0) builder.vbr(static_cast<uint64_t>(width), 5);
}

void define(BitstreamBuilder& builder, unsigned operands) {
  builder.fixed(2, 3);
  builder.vbr(operands, 5);
}

INSTANTIATE_TEST_SUITE_P(
    Broken, BitstreamStructureOf,
    testing::Values(BrokenStream{"UndefinedAbbreviation", [](BitstreamBuilder& b) { b.fixed(7, 3); },
                                 "abbreviation 7 is not defined"},
                    BrokenStream{"AbbreviationWithoutOperands", [](BitstreamBuilder& b) { define(b, 0); },
                                 "abbreviation of 0 operands"},
                    BrokenStream{"AbbreviationOfTooManyOperands",
                                 [](BitstreamBuilder& b) { define(b, 100000); },
                                 "abbreviation of 100000 operands"},
                    BrokenStream{"UnknownEncoding",
                                 [](BitstreamBuilder& b) {
                                   define(b, 1);
                                   encoding(b, 6);
                                 },
                                 "unknown encoding 6"},
                    BrokenStream{"FixedTooWide",
                                 [](BitstreamBuilder& b) {
                                   define(b, 1);
                                   encoding(b, 1, 33);
                                 },
                                 "operand of 33 bits"},
                    BrokenStream{"VbrOfOneBit",
                                 [](BitstreamBuilder& b) {
                                   define(b, 1);
                                   encoding(b, 2, 1);
                                 },
                                 "operand of 1 bits"},
                    BrokenStream{"ArrayFirst",
                                 [](BitstreamBuilder& b) {
                                   define(b, 2);
                                   encoding(b, 3);
                                   encoding(b, 4);
                                 },
                                 "array or blob that is not its last"},
                    BrokenStream{"ArrayNotLast",
                                 [](BitstreamBuilder& b) {
                                   define(b, 4);
                                   encoding(b, 1, 3);
                                   encoding(b, 3);
                                   encoding(b, 4);
                                   encoding(b, 4);
                                 },
                                 "array or blob that is not its last"},
                    BrokenStream{"ArrayOfBlobs",
                                 [](BitstreamBuilder& b) {
                                   define(b, 3);
                                   encoding(b, 1, 3);
                                   encoding(b, 3);
                                   encoding(b, 5);
                                 },
                                 "array of blobs"},
                    BrokenStream{"ArrayOfLiterals",
                                 [](BitstreamBuilder& b) {
                                   define(b, 3);
                                   encoding(b, 1, 3);
                                   encoding(b, 3);
                                   encoding(b, 1, 0);
                                 },
                                 "array of literals"},
                    BrokenStream{"ArrayTooLong",
                                 [](BitstreamBuilder& b) {
                                   define(b, 3);
                                   encoding(b, 1, 3);
                                   encoding(b, 3);
                                   encoding(b, 4);
                                   b.fixed(4, 3);
                                   b.fixed(0, 3);
                                   b.vbr(0xffffffff, 6);
                                 },
                                 "array of 4294967295 elements does not fit"},
                    BrokenStream{"BlobTooLong",
                                 [](BitstreamBuilder& b) {
                                   define(b, 2);
                                   encoding(b, 1, 3);
                                   encoding(b, 5);
                                   b.fixed(4, 3);
                                   b.fixed(0, 3);
                                   b.vbr(1000, 6);
                                 },
                                 "blob of 1000 bytes does not fit"},
                    BrokenStream{"RecordTooLong",
                                 [](BitstreamBuilder& b) {
                                   b.fixed(3, 3);
                                   b.vbr(2, 6);
                                   b.vbr(1000000, 6);
                                 },
                                 "record of 1000000 operands does not fit"},
                    BrokenStream{"RecordCodeTooLarge",
                                 [](BitstreamBuilder& b) {
                                   b.record(2, {});
                                   b.fixed(3, 3);
                                   b.vbr(uint64_t{1} << 32, 6);
                                   b.vbr(0, 6);
                                 },
                                 "record code is out of range"},
                    BrokenStream{"NumberTooLong",
                                 [](BitstreamBuilder& b) {
                                   b.fixed(3, 3);
                                   b.vbr(2, 6);
                                   b.vbr(1, 6);
                                   for (int i = 0; i < 40; ++i) b.fixed(0x3f, 6);
                                 },
                                 "more than 64 bits"},
                    BrokenStream{"UnknownBlock",
                                 [](BitstreamBuilder& b) {
                                   b.begin_block(77);
                                   b.end_block();
                                 },
                                 "block 77: block does not occur in DXIL"},
                    BrokenStream{"BlockIdWidthZero",
                                 [](BitstreamBuilder& b) {
                                   b.fixed(1, 3);
                                   b.vbr(kTypeBlock, 8);
                                   b.vbr(0, 4);
                                   b.align32();
                                   b.fixed(0, 32);
                                 },
                                 "TYPE_BLOCK has abbreviation ids of 0 bits"},
                    BrokenStream{"BlockTooLong",
                                 [](BitstreamBuilder& b) {
                                   b.fixed(1, 3);
                                   b.vbr(kTypeBlock, 8);
                                   b.vbr(4, 4);
                                   b.align32();
                                   b.fixed(100, 32);
                                 },
                                 "TYPE_BLOCK of 100 words goes past the end"},
                    BrokenStream{"BlockLengthTooShort",
                                 [](BitstreamBuilder& b) {
                                   b.fixed(1, 3);
                                   b.vbr(kTypeBlock, 8);
                                   b.vbr(4, 4);
                                   b.align32();
                                   b.fixed(0, 32);
                                   b.fixed(0, 32);
                                 },
                                 "block does not end where its length says"},
                    BrokenStream{"BlockLengthTooLong",
                                 [](BitstreamBuilder& b) {
                                   b.fixed(1, 3);
                                   b.vbr(kOperandBundleTagsBlock, 8);
                                   b.vbr(4, 4);
                                   b.align32();
                                   b.fixed(2, 32);
                                   b.fixed(0, 32);
                                   b.fixed(0, 32);
                                 },
                                 "its length says"},
                    BrokenStream{"BundleTagOfAnotherKind",
                                 [](BitstreamBuilder& b) {
                                   b.begin_block(kOperandBundleTagsBlock);
                                   b.record(2, {'a'});
                                   b.end_block();
                                 },
                                 "record is not a name"},
                    BrokenStream{"BundleTagsTwice",
                                 [](BitstreamBuilder& b) {
                                   for (int n = 0; n < 2; ++n) {
                                     b.begin_block(kOperandBundleTagsBlock);
                                     b.record(1, {'a'});
                                     b.end_block();
                                   }
                                 },
                                 "second block of its kind"},
                    BrokenStream{"NoScopeNames",
                                 [](BitstreamBuilder& b) {
                                   b.begin_block(kSyncScopeNamesBlock);
                                   b.end_block();
                                 },
                                 "without a name"},
                    BrokenStream{"BlockInfoAfterAnotherBlock",
                                 [](BitstreamBuilder& b) {
                                   b.begin_block(kOperandBundleTagsBlock);
                                   b.end_block();
                                   b.begin_block(kBlockInfoBlock, 2);
                                   b.end_block();
                                 },
                                 "BLOCKINFO is not the first block"},
                    BrokenStream{"BlockInfoAbbreviationOfNothing",
                                 [](BitstreamBuilder& b) {
                                   b.begin_block(kBlockInfoBlock, 2);
                                   b.fixed(2, 2);
                                   b.vbr(1, 5);
                                   encoding(b, 1, 3);
                                   b.end_block();
                                 },
                                 "abbreviation before SETBID"}),
    [](const testing::TestParamInfo<BrokenStream>& test_case) { return test_case.param.name; });

}  // namespace
}  // namespace trellis::dxil
