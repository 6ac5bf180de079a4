#include <gtest/gtest.h>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;
using container_testing::put_u32;

/// Three parameters (table of two ranges, constants, a UAV) and one static sampler, in any version.
///
/// 0x00 header; 0x18 parameters; 0x3c table; 0x44 ranges; then constants, descriptor, sampler.
std::vector<uint8_t> make_signature(uint32_t version) {
  const bool flags = version >= 2;
  const uint32_t range_size = flags ? 24 : 20;
  const uint32_t constants = 0x44 + 2 * range_size;
  const uint32_t descriptor = constants + 12;
  const uint32_t sampler = descriptor + (flags ? 12 : 8);
  Bytes part;
  part.u32s({version, 3, 0x18, 1, sampler, 0x401});
  part.u32s({0, 5, 0x3c}).u32s({1, 0, constants}).u32s({4, 1, descriptor});
  part.u32s({2, 0x44});
  part.u32s({0, 4, 10, 2});
  if (flags) part.u32(8);
  part.u32(0);
  part.u32s({3, kUnboundedDescriptors, 0, 1});
  if (flags) part.u32(1);
  part.u32(kAppendDescriptors);
  part.u32s({7, 3, 16});
  part.u32s({9, 4});
  if (flags) part.u32(2);
  part.u32s({0x15, 1, 2, 3}).f32(-1.5f).u32s({16, 4, 2}).f32(0.25f).f32(12.0f).u32s({6, 7, 5});
  if (version >= 3) part.u32(1);
  return part.data;
}

constexpr std::size_t kParameters = 0x18, kTable = 0x3c, kRanges = 0x44;

std::string error_of_signature(std::span<const uint8_t> part) {
  const auto signature = parse_root_signature(part);
  return signature ? "" : signature.error().to_string();
}

class RootSignatureVersion : public testing::TestWithParam<uint32_t> {};

TEST_P(RootSignatureVersion, ReadsAllFields) {
  const uint32_t version = GetParam();
  const auto signature = parse_root_signature(make_signature(version));
  ASSERT_TRUE(signature) << signature.error().to_string();
  EXPECT_EQ(signature->version, version);
  EXPECT_EQ(signature->flags, 0x401u);
  ASSERT_EQ(signature->parameters.size(), 3u);

  const RootParameter& table = signature->parameters[0];
  EXPECT_EQ(table.visibility, ShaderVisibility::kPixel);
  const auto& ranges = std::get<DescriptorTable>(table.value).ranges;
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].type, DescriptorRangeType::kSrv);
  EXPECT_EQ(ranges[0].count, 4u);
  EXPECT_EQ(ranges[0].base_register, 10u);
  EXPECT_EQ(ranges[0].space, 2u);
  EXPECT_EQ(ranges[0].flags, version >= 2 ? 8u : 0u);
  EXPECT_EQ(ranges[0].table_offset, 0u);
  EXPECT_EQ(ranges[1].type, DescriptorRangeType::kSampler);
  EXPECT_EQ(ranges[1].count, kUnboundedDescriptors);
  EXPECT_EQ(ranges[1].flags, version >= 2 ? 1u : 0u);
  EXPECT_EQ(ranges[1].table_offset, kAppendDescriptors);

  const RootConstants& constants = std::get<RootConstants>(signature->parameters[1].value);
  EXPECT_EQ(constants.register_index, 7u);
  EXPECT_EQ(constants.space, 3u);
  EXPECT_EQ(constants.dword_count, 16u);

  const RootDescriptor& descriptor = std::get<RootDescriptor>(signature->parameters[2].value);
  EXPECT_EQ(descriptor.type, RootDescriptorType::kUav);
  EXPECT_EQ(descriptor.register_index, 9u);
  EXPECT_EQ(descriptor.space, 4u);
  EXPECT_EQ(descriptor.flags, version >= 2 ? 2u : 0u);

  ASSERT_EQ(signature->static_samplers.size(), 1u);
  const StaticSampler& sampler = signature->static_samplers[0];
  EXPECT_EQ(sampler.filter, 0x15u);
  EXPECT_EQ(sampler.address_u, 1u);
  EXPECT_EQ(sampler.address_v, 2u);
  EXPECT_EQ(sampler.address_w, 3u);
  EXPECT_EQ(sampler.mip_lod_bias, -1.5f);
  EXPECT_EQ(sampler.max_anisotropy, 16u);
  EXPECT_EQ(sampler.comparison, 4u);
  EXPECT_EQ(sampler.border_color, 2u);
  EXPECT_EQ(sampler.min_lod, 0.25f);
  EXPECT_EQ(sampler.max_lod, 12.0f);
  EXPECT_EQ(sampler.register_index, 6u);
  EXPECT_EQ(sampler.space, 7u);
  EXPECT_EQ(sampler.visibility, ShaderVisibility::kPixel);
  EXPECT_EQ(sampler.flags, version >= 3 ? 1u : 0u);
}

TEST_P(RootSignatureVersion, RefusesEveryTruncation) {
  const std::vector<uint8_t> part = make_signature(GetParam());
  for (std::size_t length = 0; length < part.size(); ++length) {
    EXPECT_NE(error_of_signature(std::span(part).first(length)), "") << length;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RootSignatureVersion, testing::Values(1u, 2u, 3u),
                         [](const testing::TestParamInfo<uint32_t>& test_case) {
                           return "Version1Point" + std::to_string(test_case.param - 1);
                         });

struct BrokenSignatureField {
  const char* name;
  std::size_t offset;
  uint32_t value;
  const char* message;
};

void PrintTo(const BrokenSignatureField& field, std::ostream* out) { *out << field.name; }

class RootSignatureField : public testing::TestWithParam<BrokenSignatureField> {};

TEST_P(RootSignatureField, IsRefusedWithItsReason) {
  std::vector<uint8_t> part = make_signature(2);
  put_u32(part, GetParam().offset, GetParam().value);
  const std::string error = error_of_signature(part);
  EXPECT_NE(error.find(GetParam().message), std::string::npos) << "said: " << error;
}

constexpr std::size_t kSampler = kRanges + 2 * 24 + 12 + 12;

INSTANTIATE_TEST_SUITE_P(
    Broken, RootSignatureField,
    testing::Values(
        BrokenSignatureField{"VersionZero", 0, 0, "root signature version 0"},
        BrokenSignatureField{"VersionFour", 0, 4, "root signature version 4"},
        BrokenSignatureField{"ParameterCount", 4, 0x10000000, "268435456 root parameters"},
        BrokenSignatureField{"ParameterOffset", 8, 0xfffffff0, "3 root parameters"},
        BrokenSignatureField{"SamplerCount", 12, 2, "2 static samplers"},
        BrokenSignatureField{"SamplerOffset", 16, 0xffffffff, "1 static samplers"},
        BrokenSignatureField{"ParameterType", kParameters, 5, "root parameter 0 has unknown type 5"},
        BrokenSignatureField{"Visibility", kParameters + 4, 8, "unknown shader visibility 8"},
        BrokenSignatureField{"TableOffset", kParameters + 8, 0xfffffffc, "1 descriptor table"},
        BrokenSignatureField{"ConstantsOffset", kParameters + 20, 0xfffffffc, "1 root constants"},
        BrokenSignatureField{"DescriptorOffset", kParameters + 32, 0xfffffffc, "1 root descriptor"},
        BrokenSignatureField{"RangeCount", kTable, 0xffffffff, "4294967295 descriptor ranges"},
        BrokenSignatureField{"RangeOffset", kTable + 4, 0x1000, "2 descriptor ranges"},
        BrokenSignatureField{"RangeType", kRanges, 4, "descriptor range 0 has unknown type 4"},
        BrokenSignatureField{"Filter", kSampler, 0x200, "unknown filter 0x200"},
        BrokenSignatureField{"AddressU", kSampler + 4, 0, "unknown address mode 0"},
        BrokenSignatureField{"AddressW", kSampler + 12, 6, "unknown address mode 6"},
        BrokenSignatureField{"Comparison", kSampler + 24, 9, "unknown comparison 9"},
        BrokenSignatureField{"BorderColor", kSampler + 28, 5, "unknown border colour 5"},
        BrokenSignatureField{"SamplerVisibility", kSampler + 48, 9, "unknown shader visibility 9"}),
    [](const testing::TestParamInfo<BrokenSignatureField>& test_case) { return test_case.param.name; });

TEST(RootSignature, UnknownVersionIsUnsupportedNotBad) {
  std::vector<uint8_t> part = make_signature(1);
  put_u32(part, 0, 9);
  const auto signature = parse_root_signature(part, 0x100);
  ASSERT_FALSE(signature);
  EXPECT_EQ(signature.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(signature.error().where.part, "RTS0");
  EXPECT_EQ(signature.error().where.offset, 0x100u);
}

TEST(RootSignature, RefusesTablesThatShareTooManyRanges) {
  // 60,000 tables that all point at the same 60 ranges.
  constexpr uint32_t kTables = 60000, kShared = 60;
  const uint32_t table = 24 + 12 * kTables;
  Bytes part;
  part.u32s({1, kTables, 24, 0, 0, 0});
  for (uint32_t i = 0; i < kTables; ++i) part.u32s({0, 0, table});
  part.u32s({kShared, table + 8});
  for (uint32_t i = 0; i < kShared; ++i) part.u32s({0, 1, 0, 0, 0});
  EXPECT_NE(error_of_signature(part.data).find("descriptor ranges"), std::string::npos);
}

std::vector<uint8_t> corpus_signature(const char* name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "resources" / name);
  EXPECT_TRUE(bytes);
  const auto container = parse_container(*bytes);
  EXPECT_TRUE(container);
  const Part* part = container->find(fourcc("RTS0"));
  EXPECT_NE(part, nullptr);
  return {part->data.begin(), part->data.end()};
}

TEST(RootSignature, ReadsDxcsStaticSamplers) {
  const auto signature = parse_root_signature(corpus_signature("rootsig_static_samplers.dxil"));
  ASSERT_TRUE(signature) << signature.error().to_string();
  EXPECT_EQ(signature->version, 2u);
  EXPECT_EQ(signature->parameters.size(), 2u);
  EXPECT_EQ(signature->static_samplers.size(), 5u);
}

TEST(RootSignature, ReadsDxcsRootDescriptors) {
  const auto signature = parse_root_signature(corpus_signature("rootsig_root_descriptors_buffers.dxil"));
  ASSERT_TRUE(signature) << signature.error().to_string();
  ASSERT_EQ(signature->parameters.size(), 6u);
}

TEST(RootSignature, SurvivesDamagedParts) {
  const std::vector<uint8_t> part = corpus_signature("rootsig_constants_cbv_and_table.dxil");
  std::size_t refused = 0;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    refused += parse_root_signature(container_testing::mutate(part, seed)).ok() ? 0 : 1;
  }
  EXPECT_GT(refused, 2000u);
}

}  // namespace
}  // namespace trellis::dxil
