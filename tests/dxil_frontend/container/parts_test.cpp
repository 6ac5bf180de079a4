#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/parts/pipeline_state_part.hpp"
#include "dxil_frontend/container/parts/signature_part.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;
using container_testing::put_u32;

/// Two elements: COLOR1 in register 3, columns xyz, and SV_Target without a register. The names start at
/// 0x48.
std::vector<uint8_t> make_signature() {
  Bytes part;
  part.u32s({2, 8});
  part.u32s({1, 0x48, 1, 0, 3, 3}).u8(7).u8(3).u16(0).u32(1);
  part.u32s({0, 0x4e, 0, 64, 1, kUnallocatedRegister}).u8(1).u8(0).u16(0).u32(0);
  part.text("COLOR").u8(0).text("SV_Target").u8(0);
  return part.data;
}

std::string signature_error(std::span<const uint8_t> part) {
  const auto rows = parse_signature_part(part, "ISG1");
  return rows ? "" : rows.error().to_string();
}

TEST(SignaturePart, ReadsAllFields) {
  const std::vector<uint8_t> part = make_signature();
  const auto rows = parse_signature_part(part, "ISG1");
  ASSERT_TRUE(rows) << rows.error().to_string();
  ASSERT_EQ(rows->size(), 2u);
  const SignatureRow& color = (*rows)[0];
  EXPECT_EQ(color.semantic, "COLOR");
  EXPECT_EQ(color.semantic_index, 1u);
  EXPECT_EQ(color.stream, 1u);
  EXPECT_EQ(color.system_value, 0u);
  EXPECT_EQ(color.component, SignatureComponent::kF32);
  EXPECT_EQ(color.register_index, 3u);
  EXPECT_EQ(color.mask, 7);
  EXPECT_EQ(color.read_write_mask, 3);
  EXPECT_EQ(color.minimum_precision, 1u);
  const SignatureRow& target = (*rows)[1];
  EXPECT_EQ(target.semantic, "SV_Target");
  EXPECT_EQ(target.system_value, 64u);
  EXPECT_EQ(target.register_index, kUnallocatedRegister);
}

TEST(SignaturePart, ReadsAnEmptyOne) {
  const auto rows = parse_signature_part(Bytes().u32s({0, 8}).data, "OSG1");
  ASSERT_TRUE(rows);
  EXPECT_TRUE(rows->empty());
}

TEST(SignaturePart, RefusesEveryTruncation) {
  const std::vector<uint8_t> part = make_signature();
  for (std::size_t length = 0; length < part.size(); ++length) {
    EXPECT_NE(signature_error(std::span(part).first(length)), "") << length;
  }
}

TEST(SignaturePart, SaysWhichFieldIsWrong) {
  const auto with = [](std::size_t offset, uint32_t value) {
    std::vector<uint8_t> part = make_signature();
    put_u32(part, offset, value);
    return signature_error(part);
  };
  EXPECT_NE(with(0, 0xffffffff).find("4294967295 signature elements"), std::string::npos);
  EXPECT_NE(with(4, 0xffffffff).find("2 signature elements at offset 0xffffffff"), std::string::npos);
  EXPECT_NE(with(8, 4).find("signature element 0 is in stream 4"), std::string::npos);
  EXPECT_NE(with(12, 0xffffffff).find("semantic name of signature element 0"), std::string::npos);
  EXPECT_NE(with(12, 0x58).find("part ISG1"), std::string::npos);
  EXPECT_NE(with(24, 10).find("unknown component type 10"), std::string::npos);
  EXPECT_NE(with(32, 0x1f).find("beyond four columns"), std::string::npos);
}

TEST(SignaturePart, RefusesNamesWithoutEnd) {
  Bytes part;
  part.u32s({1, 8}).u32s({0, 40, 0, 0, 3, 0}).u32s({1, 0}).text(std::string(5000, 'A')).u8(0);
  EXPECT_NE(signature_error(part.data).find("does not end"), std::string::npos);
}

/// The state of a compute shader, in version `version`: two resources, group size 8 x 4 x 2, entry "main".
std::vector<uint8_t> make_pipeline_state(uint32_t version) {
  constexpr std::array<uint32_t, 5> kSizes = {24, 36, 48, 52, 56};
  Bytes part;
  part.u32(kSizes[version]).u32s({0, 0, 0, 0}).u32s({4, 64});
  if (version >= 1) part.u8(5).u8(0).u16(0).u8(0).u8(0).u8(0).u8(0).u32(0);
  if (version >= 2) part.u32s({8, 4, 2});
  if (version >= 3) part.u32(1);
  if (version >= 4) part.u32(1024);
  part.u32(2).u32(version >= 2 ? 24 : 16);
  part.u32s({2, 1, 3, 3});
  if (version >= 2) part.u32s({13, 0});
  part.u32s({8, 0, 0, UINT32_MAX});
  if (version >= 2) part.u32s({12, 1});
  if (version >= 1) part.u32(8).u8(0).text("main").u8(0).u16(0).u32(0);
  return part.data;
}

std::string state_error(std::span<const uint8_t> part, ShaderKind kind = ShaderKind::kCompute) {
  const auto state = parse_pipeline_state(part, kind);
  return state ? "" : state.error().to_string();
}

class PipelineStateVersion : public testing::TestWithParam<uint32_t> {};

TEST_P(PipelineStateVersion, ReadsItsFields) {
  const uint32_t version = GetParam();
  const std::vector<uint8_t> part = make_pipeline_state(version);
  const auto state = parse_pipeline_state(part, ShaderKind::kCompute);
  ASSERT_TRUE(state) << state.error().to_string();
  EXPECT_EQ(state->version, version);
  EXPECT_EQ(state->kind, ShaderKind::kCompute);
  EXPECT_EQ(state->min_wave_lanes, 4u);
  EXPECT_EQ(state->max_wave_lanes, 64u);
  const std::array<uint32_t, 3> group = {8, 4, 2};
  EXPECT_EQ(state->thread_group_size, version >= 2 ? group : (std::array<uint32_t, 3>{}));
  EXPECT_EQ(state->entry_name, version >= 3 ? "main" : "");
  EXPECT_EQ(state->groupshared_bytes, version >= 4 ? 1024u : 0u);
  ASSERT_EQ(state->resources.size(), 2u);
  EXPECT_EQ(state->resources[0].type, 2u);
  EXPECT_EQ(state->resources[0].space, 1u);
  EXPECT_EQ(state->resources[0].lower, 3u);
  EXPECT_EQ(state->resources[0].upper, 3u);
  EXPECT_EQ(state->resources[1].upper, UINT32_MAX);
  EXPECT_EQ(state->resources[1].kind, version >= 2 ? 12u : 0u);
  EXPECT_EQ(state->resources[1].flags, version >= 2 ? 1u : 0u);
}

TEST_P(PipelineStateVersion, RefusesEveryTruncation) {
  const std::vector<uint8_t> part = make_pipeline_state(GetParam());
  for (std::size_t length = 0; length < part.size(); ++length) {
    EXPECT_NE(state_error(std::span(part).first(length)), "") << length;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, PipelineStateVersion, testing::Range(0u, 5u),
                         [](const testing::TestParamInfo<uint32_t>& test_case) {
                           return "Version" + std::to_string(test_case.param);
                         });

TEST(PipelineState, SaysWhichFieldIsWrong) {
  const auto with = [](std::size_t offset, uint32_t value) {
    std::vector<uint8_t> part = make_pipeline_state(4);
    put_u32(part, offset, value);
    return state_error(part);
  };
  constexpr std::size_t kResources = 60, kStrings = kResources + 8 + 48;
  EXPECT_NE(with(0, 20).find("runtime information has 20 bytes"), std::string::npos);
  EXPECT_NE(with(0, 0xffffffff).find("runtime information has 4294967295 bytes"), std::string::npos);
  EXPECT_NE(with(28, 16).find("unknown shader kind 16"), std::string::npos);
  EXPECT_NE(with(28, 0).find("shader kind 0, but the program header says 5"), std::string::npos);
  EXPECT_NE(with(kResources, 0xffffffff).find("4294967295 resource records"), std::string::npos);
  EXPECT_NE(with(kResources + 4, 12).find("resource records have 12 bytes"), std::string::npos);
  EXPECT_NE(with(kResources + 8, 10).find("resource 0 has unknown type 10"), std::string::npos);
  EXPECT_NE(with(kResources + 16, 4).find("resource 0 has registers 4 to 3"), std::string::npos);
  EXPECT_NE(with(kStrings, 0x1000).find("4096 string table bytes"), std::string::npos);
  EXPECT_NE(with(52, 8).find("entry name at offset 0x8"), std::string::npos);
  EXPECT_NE(with(kStrings + 12, 0x40000000).find("1073741824 semantic indices"), std::string::npos);
}

TEST(PipelineState, ReadsSignatureElementsOfDxc) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "stages" / "vs_all_ids_sm68.dxil");
  ASSERT_TRUE(bytes);
  const auto container = parse_container(*bytes);
  ASSERT_TRUE(container);
  const Part* part = container->find(fourcc("PSV0"));
  ASSERT_NE(part, nullptr);
  const auto state = parse_pipeline_state(part->data, ShaderKind::kVertex, part->offset);
  ASSERT_TRUE(state) << state.error().to_string();
  EXPECT_EQ(state->version, 4u);
  EXPECT_EQ(state->entry_name, "main");
  EXPECT_TRUE(state->stage.writes_position);
  const bool position = std::any_of(state->outputs.begin(), state->outputs.end(), [](const auto& element) {
    return element.semantic_kind == 3 && element.rows == 1 && element.columns == 4 && element.allocated;
  });
  EXPECT_TRUE(position);
}

TEST(SmallParts, ReadFeatureFlags) {
  const auto flags = parse_feature_flags(Bytes().u32s({0x4001, 1}).data);
  ASSERT_TRUE(flags);
  EXPECT_EQ(*flags, 0x100004001u);
  EXPECT_FALSE(parse_feature_flags(Bytes().u32(1).data));
  EXPECT_FALSE(parse_feature_flags(Bytes().u32s({1, 0, 0}).data));
}

TEST(SmallParts, ReadHash) {
  Bytes part;
  part.u32(1);
  for (uint32_t i = 0; i < 16; ++i) part.u8(i);
  const auto hash = parse_shader_hash(part.data);
  ASSERT_TRUE(hash);
  EXPECT_TRUE(hash->includes_source);
  EXPECT_EQ(hash->digest[15], 15);
  put_u32(part.data, 0, 2);
  EXPECT_FALSE(parse_shader_hash(part.data));
  EXPECT_FALSE(parse_shader_hash(std::span(part.data).first(19)));
}

TEST(Parts, AreAllReadFromTheCorpus) {
  constexpr std::array<std::string_view, 4> kFolders = {"stages", "resources", "raytracing", "variants"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders);
  std::size_t states = 0;
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto bytes = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(bytes);
    const auto container = parse_container(*bytes);
    ASSERT_TRUE(container);
    for (const Part& part : container->parts) {
      const std::string name = fourcc_name(part.name);
      const std::string where = shader.label() + " " + name;
      if (name == "ISG1" || name == "OSG1" || name == "PSG1") {
        EXPECT_TRUE(parse_signature_part(part.data, name, part.offset)) << where;
      } else if (name == "PSV0") {
        EXPECT_TRUE(parse_pipeline_state(part.data, container->dxil->kind, part.offset)) << where;
        ++states;
      } else if (name == "SFI0") {
        EXPECT_TRUE(parse_feature_flags(part.data, part.offset)) << where;
      } else if (name == "HASH") {
        const auto hash = parse_shader_hash(part.data, part.offset);
        ASSERT_TRUE(hash) << where;
        EXPECT_EQ(hash->digest, md5(container->dxil->bitcode)) << where;
      }
    }
  }
  EXPECT_GT(states, 200u);
}

TEST(Parts, SurviveDamage) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "stages" / "vs_all_ids_sm68.dxil");
  ASSERT_TRUE(bytes);
  const auto container = parse_container(*bytes);
  ASSERT_TRUE(container);
  std::size_t refused = 0;
  for (uint64_t seed = 0; seed < 10000; ++seed) {
    for (const char* name : {"ISG1", "OSG1"}) {
      const Part* part = container->find(name[0] == 'I' ? fourcc("ISG1") : fourcc("OSG1"));
      refused += parse_signature_part(container_testing::mutate(part->data, seed), name).ok() ? 0 : 1;
    }
    const Part* part = container->find(fourcc("PSV0"));
    refused +=
        parse_pipeline_state(container_testing::mutate(part->data, seed), ShaderKind::kVertex).ok() ? 0 : 1;
  }
  EXPECT_GT(refused, 3000u);
}

}  // namespace
}  // namespace trellis::dxil
