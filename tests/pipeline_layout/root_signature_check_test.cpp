// Breaks each of D3D12's rules for root signatures once, and reads root signatures from all kinds of files.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

using namespace container_testing;
using Type = DescriptorRangeType;

/// Returns a valid root signature: a table of every type of view, a table of samplers, constants, two root
/// descriptors and two static samplers.
RootSignature good_signature(uint32_t version = 2) {
  RootSignature signature;
  signature.version = version;
  signature.flags = kRootAllowInputLayout;
  signature.parameters = {
      table({range(Type::kSrv, 0, 4), range(Type::kUav, 2, 3, 1, 10),
             range(Type::kSrv, 0, kUnboundedDescriptors, 2)}),
      table({range(Type::kSampler, 0, 2)}, ShaderVisibility::kPixel),
      constants(0, 8),
      descriptor(RootDescriptorType::kCbv, 1),
      descriptor(RootDescriptorType::kUav, 0),
  };
  signature.static_samplers = {static_sampler(2), static_sampler(0, 1)};
  return signature;
}

std::string error_of(const RootSignature& signature) {
  const auto read = read_root_signature(write_root_signature(signature));
  return read ? "" : read.error().to_string();
}

DescriptorTable& table_of(RootSignature& signature, size_t parameter) {
  return std::get<DescriptorTable>(signature.parameters[parameter].value);
}

struct BrokenRule {
  const char* name;
  const char* message;
  std::function<void(RootSignature&)> change;
};
void PrintTo(const BrokenRule& rule, std::ostream* out) { *out << rule.name; }

class RootSignatureRule : public testing::TestWithParam<BrokenRule> {};

TEST_P(RootSignatureRule, IsCheckedAndNamed) {
  RootSignature signature = good_signature(3);
  ASSERT_EQ(error_of(signature), "");
  GetParam().change(signature);
  const std::string error = error_of(signature);
  EXPECT_NE(error.find(GetParam().message), std::string::npos) << "said: " << error;
  EXPECT_NE(error.find("part RTS0, offset"), std::string::npos) << "said: " << error;
}

const BrokenRule kRules[] = {
    {"RootFlags", "unknown root signature flags 4096", [](RootSignature& s) { s.flags |= 0x1000; }},
    {"EmptyRange", "range 0 of root parameter 0 has no descriptors",
     [](RootSignature& s) { table_of(s, 0).ranges[0].count = 0; }},
    {"SamplersAmongOthers", "samplers and other descriptors cannot share a table",
     [](RootSignature& s) { table_of(s, 0).ranges[1].type = Type::kSampler; }},
    {"OthersAmongSamplers", "cannot share a table",
     [](RootSignature& s) { table_of(s, 1).ranges.push_back(range(Type::kCbv, 9, 1)); }},
    {"AfterUnbounded", "range 3 of root parameter 0 is appended to an unbounded range",
     [](RootSignature& s) { table_of(s, 0).ranges.push_back(range(Type::kCbv, 9, 1)); }},
    {"TableTooLong", "past the last descriptor",
     [](RootSignature& s) { table_of(s, 0).ranges[1].table_offset = 0xfffffffd; }},
    {"RegistersTooMany", "10 registers from t4294967290 on are out of range",
     [](RootSignature& s) {
       table_of(s, 0).ranges[0].count = 10;
       table_of(s, 0).ranges[0].base_register = 0xfffffffa;
     }},
    {"ReservedSpace", "register space 4294967280 is reserved",
     [](RootSignature& s) { table_of(s, 0).ranges[0].space = 0xfffffff0; }},
    {"RangeFlags", "has unknown flags 16", [](RootSignature& s) { table_of(s, 0).ranges[0].flags = 16; }},
    {"RangeData", "volatile or static, not both",
     [](RootSignature& s) { table_of(s, 0).ranges[0].flags = kDataStatic | kDataVolatile; }},
    {"RangePromises", "volatile descriptors",
     [](RootSignature& s) { table_of(s, 0).ranges[0].flags = kDescriptorsVolatile | kDataStatic; }},
    {"SamplerData", "samplers have no data",
     [](RootSignature& s) { table_of(s, 1).ranges[0].flags = kDataStatic; }},
    {"RootDescriptorFlags", "root parameter 3 has flags 1, which are not allowed for root descriptors",
     [](RootSignature& s) { std::get<RootDescriptor>(s.parameters[3].value).flags = 1; }},
    {"NoConstants", "root parameter 2 has no constants",
     [](RootSignature& s) { std::get<RootConstants>(s.parameters[2].value).dword_count = 0; }},
    {"TooManyConstants", "root parameters up to 2 take more than 64 dwords",
     [](RootSignature& s) { std::get<RootConstants>(s.parameters[2].value).dword_count = 63; }},
    {"ConstantsThatWrap", "more than 64 dwords",
     [](RootSignature& s) { std::get<RootConstants>(s.parameters[2].value).dword_count = 0xffffffff; }},
    {"TooManyParameters", "more than 64 dwords",
     [](RootSignature& s) { s.parameters.resize(60, table({})); }},
    {"SameRegister", "b0 of space 0 is in root parameter 2 and in root parameter 3",
     [](RootSignature& s) { std::get<RootDescriptor>(s.parameters[3].value).register_index = 0; }},
    {"RangesOverlap", "t3 of space 0 is in root parameter 0 and in root parameter 0",
     [](RootSignature& s) { table_of(s, 0).ranges[2] = range(Type::kSrv, 3, 2); }},
    {"UnboundedOverlaps", "t7 of space 2 is in root parameter 0 and in root parameter 5",
     [](RootSignature& s) { s.parameters.push_back(descriptor(RootDescriptorType::kSrv, 7, 2)); }},
    {"PixelAndAll", "t7 of space 2",
     [](RootSignature& s) {
       s.parameters.push_back(descriptor(RootDescriptorType::kSrv, 7, 2, ShaderVisibility::kPixel));
     }},
    {"StaticSamplerInTable", "s1 of space 0 is in root parameter 1 and in static sampler 0",
     [](RootSignature& s) { s.static_samplers[0].register_index = 1; }},
    {"StaticSamplersTwice", "static sampler 0 and in static sampler 1",
     [](RootSignature& s) { s.static_samplers[1] = s.static_samplers[0]; }},
    {"FilterBits", "static sampler 0 has an unknown filter",
     [](RootSignature& s) { s.static_samplers[0].filter = 0x22; }},
    {"NoComparison", "static sampler 1 has a comparison filter, but no comparison function",
     [](RootSignature& s) { s.static_samplers[1].filter = 0x95; }},
    {"Anisotropy", "maximum anisotropy above 16",
     [](RootSignature& s) { s.static_samplers[0].max_anisotropy = 17; }},
    {"Bias", "LOD bias outside", [](RootSignature& s) { s.static_samplers[0].mip_lod_bias = 16; }},
    {"BiasNoNumber", "LOD bias outside",
     [](RootSignature& s) { s.static_samplers[0].mip_lod_bias = std::numeric_limits<float>::quiet_NaN(); }},
    {"LevelNoNumber", "LOD that is not a number",
     [](RootSignature& s) { s.static_samplers[0].max_lod = std::numeric_limits<float>::quiet_NaN(); }},
    {"SamplerFlags", "unknown flags", [](RootSignature& s) { s.static_samplers[0].flags = 4; }},
    {"Unnormalized", "unnormalized coordinates",
     [](RootSignature& s) { s.static_samplers[0].flags = kSamplerUnnormalized; }},
};

INSTANTIATE_TEST_SUITE_P(Broken, RootSignatureRule, testing::ValuesIn(kRules),
                         [](const auto& test_case) { return test_case.param.name; });

TEST(RootSignatureRules, AllowWhatD3DAllows) {
  RootSignature signature = good_signature(3);
  // Each stage may have its own parameter for a register; ranges may share descriptors; an unbounded range
  // need not be last.
  signature.parameters = {
      descriptor(RootDescriptorType::kSrv, 0, 0, ShaderVisibility::kVertex),
      descriptor(RootDescriptorType::kSrv, 0, 0, ShaderVisibility::kPixel),
      table({range(Type::kSrv, 0, kUnboundedDescriptors, 1, 0),
             range(Type::kSrv, 0, kUnboundedDescriptors, 2, 0), range(Type::kUav, 0, 5, 0, 0)}),
      constants(0, 50),
  };
  signature.static_samplers[0].flags = kSamplerUnnormalized;
  signature.static_samplers[0].max_lod = 0;
  EXPECT_EQ(error_of(signature), "");
}

TEST(RootSignatureRules, LocalOnesMayBeAsLongAsAShaderRecord) {
  RootSignature signature;
  signature.version = 2;
  signature.flags = kRootLocal;
  signature.parameters = {constants(0, 500)};
  EXPECT_EQ(error_of(signature), "");
  signature.parameters.push_back(constants(1, 600));
  EXPECT_NE(error_of(signature), "");
}

TEST(RootSignatureRules, BoundTheRanges) {
  RootSignature signature;
  signature.version = 1;
  std::vector<DescriptorRange> ranges;
  for (uint32_t i = 0; i < 70000; ++i) ranges.push_back(range(Type::kSrv, i, 1));
  signature.parameters = {table(ranges)};
  EXPECT_NE(error_of(signature).find("more than 65536 descriptor ranges"), std::string::npos);
}

TEST(RootSignatureRules, ResolveAppending) {
  const DescriptorTable all = {{range(Type::kSrv, 0, 4), range(Type::kUav, 0, 2),
                                range(Type::kCbv, 0, 1, 0, 20), range(Type::kCbv, 5, 3)}};
  EXPECT_EQ(table_offsets(all), (std::vector<uint32_t>{0, 4, 20, 21}));
}

TEST(RootSignatureFile, IsReadFromAPartOrItsOwnContainer) {
  const std::vector<uint8_t> part = write_root_signature(good_signature(2));
  const auto raw = read_root_signature(part);
  ASSERT_TRUE(raw) << raw.error().to_string();
  EXPECT_EQ(raw->parameters.size(), 5u);
  const auto wrapped = read_root_signature(make_container({{"RTS0", part}}));
  ASSERT_TRUE(wrapped) << wrapped.error().to_string();
  EXPECT_EQ(wrapped->parameters.size(), 5u);
  EXPECT_EQ(wrapped->static_samplers.size(), 2u);
  EXPECT_GT(wrapped->parameters[0].at, raw->parameters[0].at);
}

TEST(RootSignatureFile, IsReadFromEveryShaderOfTheCorpusThatHasOne) {
  for (const char* name :
       {"rootsig_constants_cbv_and_table", "rootsig_directly_indexed_heaps",
        "rootsig_mesh_flags_and_ranges_vs", "rootsig_root_descriptors_buffers", "rootsig_static_samplers"}) {
    const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "resources" /
                                                      (std::string(name) + ".dxil"));
    ASSERT_TRUE(bytes) << name;
    const auto read = read_root_signature(*bytes);
    EXPECT_TRUE(read) << name << ": " << (read ? "" : read.error().to_string());
  }
}

TEST(RootSignatureFile, OtherInputIsRefused) {
  const auto error = [](std::span<const uint8_t> bytes) {
    const auto read = read_root_signature(bytes);
    return read ? String() : read.error().to_string();
  };
  EXPECT_NE(error({}), "");
  const std::vector<uint8_t> no_part = make_container({{"SFI0", std::vector<uint8_t>(8)}});
  EXPECT_NE(error(no_part).find("no root signature"), std::string::npos);
  const std::vector<uint8_t> text = {'D', 'X', 'B', 'C'};
  EXPECT_NE(error(text), "");
  const std::vector<uint8_t> magic = bitcode_magic();
  EXPECT_NE(error(magic), "");
}

TEST(RootSignatureFile, SurvivesDamage) {
  const std::vector<uint8_t> part = write_root_signature(good_signature(3));
  const std::vector<uint8_t> file = make_container({{"RTS0", part}});
  size_t refused = 0;
  constexpr uint64_t kTrials = 20000;
  for (uint64_t seed = 0; seed < kTrials; ++seed) {
    refused += read_root_signature(mutate(part, seed)).ok() ? 0 : 1;
    refused += read_root_signature(mutate(file, seed)).ok() ? 0 : 1;
  }
  EXPECT_GT(refused, kTrials / 2);
  EXPECT_LT(refused, 2 * kTrials);
}

}  // namespace
}  // namespace trellis::dxil
