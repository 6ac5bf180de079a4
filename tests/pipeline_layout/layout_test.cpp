// Layouts made from hand-written root signatures: sets, bindings, root data and samplers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"

namespace trellis {
namespace {

using namespace container_testing;
using dxil::RootDescriptorType;
using dxil::RootSignature;
using dxil::ShaderVisibility;
using Range = dxil::DescriptorRangeType;

RootSignature signature_of(std::vector<dxil::RootParameter> parameters, uint32_t flags = 0) {
  RootSignature signature;
  signature.version = 2;
  signature.flags = flags;
  signature.parameters = std::move(parameters);
  return signature;
}

PipelineLayout layout_of(const RootSignature& signature, const PipelineLayoutOptions& options = {}) {
  EXPECT_TRUE(dxil::check_root_signature(signature));
  auto layout = make_pipeline_layout(signature, options);
  EXPECT_TRUE(layout) << layout.error().to_string();
  return layout ? std::move(*layout) : PipelineLayout{};
}

std::string error_of(const RootSignature& signature, const PipelineLayoutOptions& options) {
  const auto layout = make_pipeline_layout(signature, options);
  return layout ? "" : layout.error().to_string();
}

/// Returns the bindings of a set as text, such as "0:SAMPLED_IMAGE*3 ...".
std::string bindings_text(const LayoutSet& set) {
  std::string text;
  for (const LayoutBinding& binding : set.bindings) {
    const std::string type = name_of(binding.type);
    text += (text.empty() ? "" : " ") + std::to_string(binding.binding) + ":" +
            type.substr(std::string("VK_DESCRIPTOR_TYPE_").size());
    if (binding.count != 1) text += "*" + std::to_string(binding.count);
  }
  return text;
}

/// Returns a root signature with one parameter of each kind.
RootSignature one_of_each() {
  RootSignature signature = signature_of(
      {constants(0, 3, 1), descriptor(RootDescriptorType::kCbv, 1),
       table({range(Range::kSrv, 0, 3), range(Range::kUav, 0, 1), range(Range::kCbv, 2, 2, 0, 9)}),
       descriptor(RootDescriptorType::kUav, 7), table({range(Range::kSampler, 0, 2)})});
  signature.static_samplers = {static_sampler(8), static_sampler(7), static_sampler(9, 1)};
  return signature;
}

TEST(PipelineLayout, PutsAddressesBeforeWordsIntoPushConstants) {
  const PipelineLayout layout = layout_of(one_of_each());
  ASSERT_EQ(layout.push_constants.size(), 1u);
  EXPECT_EQ(layout.push_constants[0].size, 28u);
  EXPECT_EQ(layout.push_constants[0].stages, kAllStages);
  EXPECT_FALSE(layout.root_data.is_uniform_block);
  ASSERT_EQ(layout.root_members.size(), 3u);
  EXPECT_EQ(layout.root_members[0].parameter, 1u);
  EXPECT_EQ(layout.root_members[0].kind, RootMemberKind::kAddress);
  EXPECT_EQ(layout.root_members[0].offset, 0u);
  EXPECT_EQ(layout.root_members[1].parameter, 3u);
  EXPECT_EQ(layout.root_members[1].offset, 8u);
  EXPECT_EQ(layout.root_members[2].parameter, 0u);
  EXPECT_EQ(layout.root_members[2].kind, RootMemberKind::kConstants);
  EXPECT_EQ(layout.root_members[2].offset, 16u);
  EXPECT_EQ(layout.root_members[2].size, 12u);
}

TEST(PipelineLayout, GivesEachTableASetAndStaticSamplersOne) {
  const PipelineLayout layout = layout_of(one_of_each());
  ASSERT_EQ(layout.sets.size(), 3u);
  EXPECT_EQ(
      bindings_text(layout.sets[0]),
      "0:SAMPLED_IMAGE*3 1:UNIFORM_TEXEL_BUFFER*3 2:STORAGE_BUFFER*3 4:STORAGE_IMAGE 5:STORAGE_TEXEL_BUFFER "
      "6:STORAGE_BUFFER 7:STORAGE_BUFFER 8:UNIFORM_BUFFER*2");
  EXPECT_EQ(bindings_text(layout.sets[1]), "0:SAMPLER*2");
  // s7 and s8 are adjacent; s9 is in another space.
  EXPECT_EQ(bindings_text(layout.sets[2]), "0:SAMPLER*2 1:SAMPLER");
  const LayoutBinding& samplers = layout.sets[2].bindings[0];
  ASSERT_EQ(samplers.immutable_samplers.size(), 2u);
  EXPECT_EQ(samplers.immutable_samplers[0].static_sampler, 1u);
  EXPECT_EQ(samplers.immutable_samplers[1].static_sampler, 0u);
  ASSERT_EQ(layout.tables.size(), 2u);
  EXPECT_EQ(layout.tables[0].parameter, 2u);
  EXPECT_EQ(layout.tables[1].set, 1u);
  EXPECT_TRUE(layout.tables[1].is_sampler);
  EXPECT_EQ(layout.sets[0].bindings.back().table_offset, 9u);
  EXPECT_EQ(layout.sets[0].bindings[6].purpose, BindingPurpose::kCounters);
}

TEST(PipelineLayout, CanPutAllTablesIntoOneSet) {
  PipelineLayoutOptions options;
  options.tables = TableForm::kOneSet;
  const PipelineLayout layout = layout_of(one_of_each(), options);
  ASSERT_EQ(layout.sets.size(), 2u);
  EXPECT_EQ(layout.sets[0].bindings.back().binding, 9u);
  EXPECT_EQ(layout.sets[0].bindings.back().type, DescriptorType::kSampler);
  EXPECT_EQ(layout.tables[1].set, 0u);
}

TEST(PipelineLayout, CanPutTablesIntoHeaps) {
  PipelineLayoutOptions options;
  options.tables = TableForm::kHeap;
  options.resource_heap_descriptors = 100;
  options.sampler_heap_descriptors = 10;
  const PipelineLayout layout = layout_of(one_of_each(), options);
  ASSERT_EQ(layout.sets.size(), 3u);
  EXPECT_EQ(bindings_text(layout.sets[0]),
            "0:SAMPLED_IMAGE*100 1:STORAGE_IMAGE*100 2:UNIFORM_TEXEL_BUFFER*100 3:STORAGE_TEXEL_BUFFER*100 "
            "4:STORAGE_BUFFER*100 5:UNIFORM_BUFFER*100 7:STORAGE_BUFFER*100");
  EXPECT_EQ(bindings_text(layout.sets[1]), "0:SAMPLER*10");
  EXPECT_EQ(layout.sets[0].flags, kUpdateAfterBindPool);
  EXPECT_EQ(layout.sets[0].bindings.back().flags,
            kUpdateAfterBind | kPartiallyBound | kVariableDescriptorCount);
  EXPECT_EQ(layout.sets[0].bindings.back().purpose, BindingPurpose::kCounterHeap);
  ASSERT_EQ(layout.tables.size(), 2u);
  EXPECT_TRUE(layout.tables[0].is_heap);
  EXPECT_EQ(layout.tables[0].root_offset, 28u);  // After two addresses and three constants.
  EXPECT_EQ(layout.tables[1].root_offset, 32u);
  EXPECT_EQ(layout.tables[1].set, 1u);
  EXPECT_EQ(layout.root_data.size, 36u);
}

TEST(PipelineLayout, CanMakeDescriptorsMutable) {
  PipelineLayoutOptions options;
  options.types = TypeForm::kMutable;
  options.acceleration_structures = true;
  const PipelineLayout layout = layout_of(one_of_each(), options);
  EXPECT_EQ(
      bindings_text(layout.sets[0]),
      "0:MUTABLE_EXT*3 1:ACCELERATION_STRUCTURE_KHR*3 2:MUTABLE_EXT 3:STORAGE_BUFFER 4:UNIFORM_BUFFER*2");
  EXPECT_EQ(layout.sets[0].bindings[0].mutable_types,
            (std::vector<DescriptorType>{DescriptorType::kSampledImage, DescriptorType::kUniformTexelBuffer,
                                         DescriptorType::kStorageBuffer}));
  options.tables = TableForm::kHeap;
  const PipelineLayout heaps = layout_of(one_of_each(), options);
  EXPECT_EQ(bindings_text(heaps.sets[0]),
            "0:MUTABLE_EXT*65536 1:STORAGE_BUFFER*65536 2:ACCELERATION_STRUCTURE_KHR*65536");
  EXPECT_EQ(heaps.sets[0].bindings[0].mutable_types.size(), 6u);
  options.acceleration_structures = false;
  EXPECT_EQ(bindings_text(layout_of(one_of_each(), options).sets[0]),
            "0:MUTABLE_EXT*65536 1:STORAGE_BUFFER*65536");
}

TEST(PipelineLayout, CanMakeRootDescriptorsDescriptors) {
  PipelineLayoutOptions options;
  options.root_cbvs = options.root_uavs = RootDescriptorForm::kDescriptor;
  const PipelineLayout layout = layout_of(one_of_each(), options);
  ASSERT_EQ(layout.sets.size(), 4u);
  EXPECT_EQ(bindings_text(layout.sets[0]), "0:UNIFORM_BUFFER 1:STORAGE_BUFFER");
  EXPECT_EQ(layout.sets[0].bindings[1].parameter, 3u);
  EXPECT_EQ(layout.root_data.size, 12u);
}

TEST(PipelineLayout, RootDataThatIsTooLongGoesIntoABlock) {
  const RootSignature signature =
      signature_of({constants(0, 30), descriptor(RootDescriptorType::kCbv, 1), constants(2, 1)});
  PipelineLayoutOptions options;
  // It has 132 bytes, more than the default of 128.
  EXPECT_TRUE(layout_of(signature, options).root_data.is_uniform_block);
  options.push_constant_bytes = 132;
  EXPECT_FALSE(layout_of(signature, options).root_data.is_uniform_block);
  options.push_constant_bytes = 0;
  options.root_set = 2;
  const PipelineLayout layout = layout_of(signature, options);
  EXPECT_TRUE(layout.push_constants.empty());
  ASSERT_EQ(layout.sets.size(), 3u);
  EXPECT_TRUE(layout.sets[0].bindings.empty());
  EXPECT_EQ(bindings_text(layout.sets[2]), "0:INLINE_UNIFORM_BLOCK*132");
  EXPECT_EQ(layout.root_data.set, 2u);
  options.root_block = RootBlockForm::kUniformBufferDynamic;
  EXPECT_EQ(bindings_text(layout_of(signature, options).sets[2]), "0:UNIFORM_BUFFER_DYNAMIC");
}

TEST(PipelineLayout, LeavesTheCallerItsRootBytes) {
  PipelineLayoutOptions options;
  options.reserved_root_bytes = 12;
  const PipelineLayout layout = layout_of(one_of_each(), options);
  EXPECT_EQ(layout.root_members[0].offset, 16u);  // Rounded up to a multiple of 8.
  EXPECT_EQ(layout.push_constants[0].size, 44u);
  options.reserved_root_bytes = 3;
  EXPECT_NE(error_of(one_of_each(), options).find("options.reserved_root_bytes"), std::string::npos);
}

TEST(PipelineLayout, StagesFollowVisibilityAndDenial) {
  const RootSignature signature =
      signature_of({constants(0, 1, 0, ShaderVisibility::kPixel), table({range(Range::kCbv, 1, 1)}),
                    table({range(Range::kCbv, 2, 1)}, ShaderVisibility::kMesh)},
                   dxil::kRootDenyHull | dxil::kRootDenyDomain);
  const PipelineLayout layout = layout_of(signature);
  EXPECT_EQ(layout.push_constants[0].stages, 0x10u);
  EXPECT_EQ(layout.sets[0].bindings[0].stages, 0x39u);  // Vertex, geometry, pixel, compute.
  EXPECT_EQ(layout.sets[1].bindings[0].stages, 0x80u);
  PipelineLayoutOptions options;
  options.stages = 0x13;
  EXPECT_EQ(layout_of(signature, options).sets[0].bindings[0].stages, 0x11u);
  const PipelineLayout open = layout_of(signature_of({table({range(Range::kCbv, 1, 1)})}));
  EXPECT_EQ(open.sets[0].bindings[0].stages, kAllStages);
}

TEST(PipelineLayout, DescriptorsThatMayChangeLateAreUpdatedAfterBind) {
  RootSignature signature = signature_of(
      {table({range(Range::kCbv, 0, 1), range(Range::kCbv, 1, 1, 0, 5, dxil::kDescriptorsVolatile),
              range(Range::kCbv, 0, dxil::kUnboundedDescriptors, 1, 0)})});
  PipelineLayoutOptions options;
  options.unbounded_descriptors = 77;
  const auto flags = [&](size_t binding) {
    return layout_of(signature, options).sets[0].bindings[binding].flags;
  };
  EXPECT_EQ(flags(0), uint32_t{kPartiallyBound});
  EXPECT_EQ(flags(1), kPartiallyBound | kUpdateAfterBind);
  EXPECT_EQ(flags(2), kPartiallyBound | kUpdateAfterBind | kVariableDescriptorCount);
  EXPECT_EQ(layout_of(signature, options).sets[0].bindings[2].count, 77u);
  EXPECT_EQ(layout_of(signature, options).sets[0].flags, kUpdateAfterBindPool);
  options.update_after_bind = UpdateAfterBind::kNever;
  EXPECT_EQ(flags(1), uint32_t{kPartiallyBound});
  EXPECT_EQ(layout_of(signature, options).sets[0].flags, 0u);
  options.update_after_bind = UpdateAfterBind::kAsFlagged;
  signature.version = 1;
  std::get<dxil::DescriptorTable>(signature.parameters[0].value).ranges[1].flags = 0;
  EXPECT_EQ(flags(0), kPartiallyBound | kUpdateAfterBind);
}

TEST(PipelineLayout, HeapsIndexedDirectlyAreThereWithoutTables) {
  const RootSignature signature =
      signature_of({constants(0, 1)}, dxil::kRootResourceHeapIndexed | dxil::kRootSamplerHeapIndexed);
  PipelineLayoutOptions options;
  options.sampler_heap_set = 0;
  const PipelineLayout layout = layout_of(signature, options);
  ASSERT_EQ(layout.sets.size(), 2u);
  EXPECT_EQ(layout.resource_heap_set, 1u);
  EXPECT_EQ(layout.sampler_heap_set, 0u);
  options.resource_heap_set = 0;
  EXPECT_NE(error_of(signature, options).find("set 0 is used for two kinds"), std::string::npos);
}

TEST(PipelineLayout, SaysWhenSetsDoNotSuffice) {
  std::vector<dxil::RootParameter> tables;
  for (uint32_t i = 0; i < 9; ++i) tables.push_back(table({range(Range::kCbv, i, 1)}));
  PipelineLayoutOptions options;
  const std::string error = error_of(signature_of(tables), options);
  EXPECT_NE(error.find("needs 9 descriptor sets, but only 8 are allowed"), std::string::npos) << error;
  options.most_sets = 9;
  EXPECT_EQ(error_of(signature_of(tables), options), "");
  options.most_sets = 1;
  options.tables = TableForm::kOneSet;
  EXPECT_EQ(error_of(signature_of(tables), options), "");
}

TEST(PipelineLayout, RefusesNonsensicalLayouts) {
  PipelineLayoutOptions options;
  EXPECT_NE(error_of(signature_of({}, dxil::kRootLocal), options).find("local root signature"),
            std::string::npos);
  options.unbounded_descriptors = 0;
  EXPECT_NE(error_of(one_of_each(), options).find("options.unbounded_descriptors"), std::string::npos);
  options = {};
  options.root_set = 0xfffffff0;
  options.push_constant_bytes = 0;
  EXPECT_NE(error_of(one_of_each(), options).find("options.root_set"), std::string::npos);
  const PipelineLayout nothing = layout_of(signature_of({}));
  EXPECT_TRUE(nothing.sets.empty() && nothing.push_constants.empty());
}

TEST(PipelineLayout, ReportsAllSamplerState) {
  dxil::StaticSampler sampler = static_sampler(0);
  sampler.filter = 0x94;  // Comparison, min and mag linear, mip point.
  sampler.comparison = 7;
  sampler.address_u = 1;
  sampler.address_v = 4;
  sampler.address_w = 5;
  sampler.border_color = 2;
  sampler.mip_lod_bias = -0.5f;
  sampler.min_lod = 1;
  sampler.max_lod = 6;
  ImmutableSampler made = immutable_sampler(sampler);
  EXPECT_EQ(made.mag_filter, 1u);
  EXPECT_EQ(made.min_filter, 1u);
  EXPECT_EQ(made.mipmap_mode, 0u);
  EXPECT_TRUE(made.compare);
  EXPECT_EQ(made.compare_op, 6u);  // VK_COMPARE_OP_GREATER_OR_EQUAL.
  EXPECT_EQ(made.address_u, 0u);
  EXPECT_EQ(made.address_v, 3u);
  EXPECT_EQ(made.address_w, 4u);
  EXPECT_EQ(made.border_color, 4u);
  EXPECT_EQ(made.mip_lod_bias, -0.5f);
  EXPECT_EQ(made.min_lod, 1.0f);
  EXPECT_EQ(made.max_lod, 6.0f);
  EXPECT_FALSE(made.anisotropy);
  sampler.filter = 0x55;
  sampler.max_anisotropy = 4;
  sampler.flags = dxil::kSamplerUintBorder;
  made = immutable_sampler(sampler);
  EXPECT_TRUE(made.anisotropy);
  EXPECT_EQ(made.max_anisotropy, 4.0f);
  EXPECT_FALSE(made.compare);
  EXPECT_EQ(made.border_color, 5u);
  sampler.filter = 0x115;
  EXPECT_EQ(immutable_sampler(sampler).reduction_mode, 1u);
  sampler.filter = 0x195;
  EXPECT_EQ(immutable_sampler(sampler).reduction_mode, 2u);
  sampler.min_lod = 9;
  EXPECT_EQ(immutable_sampler(sampler).min_lod, 6.0f);  // Vulkan requires minLod <= maxLod.
}

TEST(PipelineLayout, IsJsonOfTheSameThings) {
  const auto json = nlohmann::json::parse(pipeline_layout_text(layout_of(one_of_each())), nullptr, false);
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["root_signature"]["version"], "1.1");
  EXPECT_EQ(json["sets"].size(), 3u);
  EXPECT_EQ(json["sets"][0]["bindings"][0]["type"], "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE");
  EXPECT_EQ(json["sets"][0]["bindings"][0]["register"], "t0");
  EXPECT_EQ(json["sets"][2]["bindings"][0]["immutable_samplers"][0]["static_sampler"], 1);
  EXPECT_EQ(json["push_constant_ranges"][0]["size"], 28);
  EXPECT_EQ(json["root_data"]["members"][2]["kind"], "constants");
  EXPECT_EQ(json["tables"][1]["descriptors"], "samplers");
}

TEST(PipelineLayout, IsTheSameEveryTime) {
  EXPECT_EQ(pipeline_layout_text(layout_of(one_of_each())), pipeline_layout_text(layout_of(one_of_each())));
}

}  // namespace
}  // namespace trellis
