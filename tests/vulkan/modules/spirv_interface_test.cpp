#include "tools/gpu_compiler/module_interface.hpp"

#include <gtest/gtest.h>

#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/modules/test_modules.hpp"

namespace trellis::vulkan {
namespace {

using namespace gpu_compiler;

std::vector<uint32_t> assembled(const std::string& text) {
  auto words = assemble(text);
  EXPECT_TRUE(words) << words.error().to_string();
  return words ? *words : std::vector<uint32_t>();
}

ModuleText many_resources() {
  ModuleText parts;
  parts.capabilities =
      "OpCapability SampledBuffer\nOpCapability ImageBuffer\nOpCapability RuntimeDescriptorArray\n";
  parts.interface = "%b %t %u %v %array %runtime %alias %sampler";
  parts.local_size = "4 3 2";
  parts.decorations = at("%b", 2, 7) + at("%t", 0, 1001) + at("%u", 0, 2000) + at("%v", 200, 2005) +
                      at("%array", 1, 1000) + at("%runtime", 1, 1006) + at("%alias", 0, 2000) +
                      at("%sampler", 0, 3000) +
                      "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n";
  parts.declarations = R"(
%block = OpTypeStruct %v4uint
%p_block = OpTypePointer Uniform %block
%b = OpVariable %p_block Uniform
%t_type = OpTypeImage %uint Buffer 2 0 0 1 R32ui
%p_t = OpTypePointer UniformConstant %t_type
%t = OpVariable %p_t UniformConstant
%u = OpVariable %p_raw StorageBuffer
%alias = OpVariable %p_raw StorageBuffer
%v_type = OpTypeImage %uint Buffer 2 0 0 2 R32ui
%p_v = OpTypePointer UniformConstant %v_type
%v = OpVariable %p_v UniformConstant
%six = OpTypeArray %raw %c6
%p_six = OpTypePointer StorageBuffer %six
%array = OpVariable %p_six StorageBuffer
%endless = OpTypeRuntimeArray %raw
%p_endless = OpTypePointer StorageBuffer %endless
%runtime = OpVariable %p_endless StorageBuffer
%sampler_type = OpTypeSampler
%p_sampler = OpTypePointer UniformConstant %sampler_type
%sampler = OpVariable %p_sampler UniformConstant
)";
  return parts;
}

TEST(SpirvInterface, FindsEveryKindOfResource) {
  const auto words = assembled(module_text(many_resources()));
  const auto interface = read_module_interface(words);
  ASSERT_TRUE(interface) << interface.error().to_string();
  const std::vector<ResourceVariable> expected = {
      {0, 1001, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1, true},
      {0, 2000, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
      {0, 3000, VK_DESCRIPTOR_TYPE_SAMPLER, 1},
      {1, 1000, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 6},
      {1, 1006, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0},
      {2, 7, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1},
      {200, 2005, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 1, true}};
  EXPECT_EQ(interface->variables, expected);
  const auto local_size = read_local_size(words);
  ASSERT_TRUE(local_size) << local_size.error().to_string();
  EXPECT_EQ(*local_size, (std::array<uint32_t, 3>{4, 3, 2}));
}

TEST(SpirvInterface, SetsAreRenumberedDensely) {
  auto words = assembled(module_text(many_resources()));
  const auto sets = compact_descriptor_sets(words);
  ASSERT_TRUE(sets) << sets.error().to_string();
  EXPECT_EQ(*sets, (std::vector<uint32_t>{0, 1, 2, 200}));
  const auto interface = read_module_interface(words);
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->variables.back(),
            (ResourceVariable{3, 2005, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 1, true}));
}

TEST(SpirvInterface, DifferentKindsOnOneBindingAreRefused) {
  ModuleText parts = many_resources();
  parts.decorations += at("%clash", 0, 1001);
  parts.interface += " %clash";
  parts.declarations += "%clash = OpVariable %p_raw StorageBuffer\n";
  const auto interface = read_module_interface(assembled(module_text(parts)));
  ASSERT_FALSE(interface);
  EXPECT_NE(interface.error().message.find("set 0 binding 1001 has descriptors of two types"),
            std::string::npos);
}

TEST(SpirvInterface, RefusesInvalidModules) {
  EXPECT_FALSE(read_module_interface({}));
  EXPECT_FALSE(read_local_size({}));
  const auto words = assembled(copy_module());
  // Wherever the words are cut off, the reader must return; a cut inside an instruction before the functions
  // is an error.
  size_t refused = 0;
  for (size_t length = 0; length < words.size(); ++length) {
    if (!read_module_interface(std::span(words).first(length))) ++refused;
  }
  EXPECT_GT(refused, 20u);
  auto bad = words;
  bad[3] = 0xffffffffu;
  EXPECT_FALSE(read_module_interface(bad));
  bad = words;
  bad[5] = 0x00000011u;  // An instruction with a length of 0 words.
  EXPECT_FALSE(read_module_interface(bad));
}

TEST(SpirvInterface, ReaderSurvivesAnyWrongWord) {
  const auto words = assembled(module_text(many_resources()));
  for (size_t i = 0; i < words.size(); ++i) {
    for (const uint32_t value : {0u, 1u, 0xffffu, 0xffffffffu, words[i] ^ 0x10u, words[i] + 1}) {
      auto bad = words;
      bad[i] = value;
      // Any result is correct; the test is that there is one, without accesses out of bounds (run it with the
      // sanitizers).
      const auto interface = read_module_interface(bad);
      const auto needs = read_pipeline_needs(bad);
      if (interface) {
        EXPECT_LE(interface->variables.size(), 8u);
      }
      auto moved = bad;
      const auto sets = compact_descriptor_sets(moved);
      EXPECT_LE(static_cast<int>(sets.ok()), static_cast<int>(needs.ok()));
    }
  }
}

}  // namespace
}  // namespace trellis::vulkan
