// The bindings of a shader's resources in a layout, and the messages about those that the layout does not
// contain.
#include <gtest/gtest.h>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/translator.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

using namespace container_testing;
using dxil::ResourceClass;
using dxil::ResourceKind;
using dxil::RootDescriptorType;
using dxil::ShaderVisibility;
using spirv::BindingKind;
using Range = dxil::DescriptorRangeType;

dxil::Resource resource(ResourceClass resource_class, ResourceKind kind, uint32_t first, uint32_t count = 1,
                        uint32_t space = 0) {
  dxil::Resource made;
  made.resource_class = resource_class;
  made.kind = kind;
  made.lower_bound = first;
  made.count = count;
  made.space = space;
  return made;
}
dxil::Resource srv(ResourceKind kind, uint32_t first, uint32_t count = 1, uint32_t space = 0) {
  return resource(ResourceClass::kSrv, kind, first, count, space);
}
dxil::Resource uav(ResourceKind kind, uint32_t first) { return resource(ResourceClass::kUav, kind, first); }
dxil::Resource cbv(uint32_t first) { return resource(ResourceClass::kCbv, ResourceKind::kCBuffer, first); }

class Places : public testing::Test {
 protected:
  Places() {
    signature.version = 2;
    signature.parameters = {
        constants(0, 4),
        descriptor(RootDescriptorType::kSrv, 9),
        descriptor(RootDescriptorType::kUav, 9),
        table({range(Range::kSrv, 2, 4), range(Range::kUav, 0, 2, 0, 10), range(Range::kCbv, 1, 1)}),
        table({range(Range::kSrv, 0, 1)}, ShaderVisibility::kPixel),
        table({range(Range::kSrv, 5, dxil::kUnboundedDescriptors, 3)}),
    };
    signature.static_samplers = {static_sampler(3), static_sampler(4)};
  }

  Result<spirv::Binding> place(const dxil::Resource& of, dxil::ShaderKind stage = dxil::ShaderKind::kCompute,
                               bool uses_counter = false) {
    const auto layout = make_pipeline_layout(signature, options);
    EXPECT_TRUE(layout) << layout.error().to_string();
    spirv::ResourceUse use;
    use.info = &of;
    use.stage = stage;
    use.uses_counter = uses_counter;
    return place_resource(*layout, use);
  }
  std::string error(const dxil::Resource& of, dxil::ShaderKind stage = dxil::ShaderKind::kCompute,
                    bool uses_counter = false) {
    const auto binding = place(of, stage, uses_counter);
    return binding ? "" : binding.error().to_string();
  }

  dxil::RootSignature signature;
  PipelineLayoutOptions options;
};

TEST_F(Places, InSets) {
  auto binding = place(srv(ResourceKind::kTexture2D, 3, 2));
  ASSERT_TRUE(binding);
  EXPECT_EQ(binding->kind, BindingKind::kDescriptor);
  EXPECT_EQ(binding->set, 0u);
  EXPECT_EQ(binding->binding, 0u);
  EXPECT_EQ(binding->first_element, 1u);
  EXPECT_EQ(place(srv(ResourceKind::kTypedBuffer, 3))->binding, 1u);
  EXPECT_EQ(place(srv(ResourceKind::kRawBuffer, 3))->binding, 2u);
  binding = place(uav(ResourceKind::kStructuredBuffer, 1));
  EXPECT_EQ(binding->binding, 6u);
  EXPECT_EQ(binding->first_element, 1u);
  EXPECT_EQ(binding->counter.binding, 7u);
  EXPECT_EQ(binding->counter.first_element, 1u);
  EXPECT_EQ(place(cbv(1))->binding, 8u);
  EXPECT_EQ(place(srv(ResourceKind::kTexture2D, 7, UINT32_MAX, 3))->set, 2u);
  EXPECT_EQ(place(srv(ResourceKind::kTexture2D, 7, UINT32_MAX, 3))->first_element, 2u);
  binding = place(resource(ResourceClass::kSampler, ResourceKind::kSampler, 4));
  EXPECT_EQ(binding->set, 3u);
  EXPECT_EQ(binding->first_element, 1u);
}

TEST_F(Places, InRootData) {
  auto binding = place(cbv(0));
  EXPECT_EQ(binding->kind, BindingKind::kRootConstants);
  EXPECT_EQ(binding->root_offset, 16u);
  EXPECT_EQ(binding->root_size, 16u);
  binding = place(uav(ResourceKind::kRawBuffer, 9));
  EXPECT_EQ(binding->kind, BindingKind::kAddress);
  EXPECT_EQ(binding->root_offset, 8u);
}

TEST_F(Places, InHeaps) {
  options.tables = TableForm::kHeap;
  const auto binding = place(uav(ResourceKind::kStructuredBuffer, 1));
  EXPECT_EQ(binding->kind, BindingKind::kHeap);
  EXPECT_EQ(binding->binding, 4u);
  EXPECT_EQ(binding->first_element, 11u);
  EXPECT_EQ(binding->table_offset, 32u);
  EXPECT_EQ(binding->counter.binding, 7u);
  EXPECT_EQ(binding->counter.table_offset, 32u);
  EXPECT_EQ(place(cbv(1))->first_element, 12u);
}

TEST_F(Places, InHeapsOfTheDevice) {
  options.tables = TableForm::kExtension;
  const auto binding = place(uav(ResourceKind::kStructuredBuffer, 1));
  EXPECT_EQ(binding->kind, BindingKind::kDeviceHeap);
  EXPECT_EQ(binding->first_element, 11u);
  EXPECT_EQ(binding->table_offset, 32u);
  EXPECT_EQ(binding->counter.kind, BindingKind::kDeviceHeap);
  EXPECT_EQ(binding->counter.table_offset, 32u);
  EXPECT_EQ(place(cbv(1))->first_element, 12u);
}

TEST_F(Places, InMutableBindings) {
  options.types = TypeForm::kMutable;
  const auto binding = place(srv(ResourceKind::kTypedBuffer, 3));
  // A separate runtime array next to those of the other types.
  EXPECT_EQ(binding->kind, BindingKind::kHeap);
  EXPECT_EQ(binding->table_offset, spirv::kNoOffset);
  EXPECT_EQ(binding->binding, 0u);
  EXPECT_EQ(place(uav(ResourceKind::kRawBuffer, 0))->binding, 1u);
}

TEST_F(Places, AreRefusedByName) {
  const auto says = [](const std::string& error, const char* text) {
    EXPECT_NE(error.find(text), std::string::npos) << "said: " << error;
  };
  says(error(srv(ResourceKind::kTexture2D, 1)), "the root signature does not contain t1, space0");
  says(error(srv(ResourceKind::kTexture2D, 0)), "root parameter 4, which is not visible to compute shaders");
  EXPECT_EQ(error(srv(ResourceKind::kTexture2D, 0), dxil::ShaderKind::kPixel), "");
  says(error(srv(ResourceKind::kTexture2D, 4, 3)), "t4, space0 has 3 registers, but root parameter 3 ends");
  says(error(srv(ResourceKind::kTexture2D, 9)), "is a Texture2D, but root parameter 1 is a root descriptor");
  says(error(srv(ResourceKind::kRawBuffer, 9, UINT32_MAX)), "is an array");
  says(error(uav(ResourceKind::kStructuredBuffer, 9), dxil::ShaderKind::kCompute, true),
       "has a hidden counter");
  says(error(resource(ResourceClass::kCbv, ResourceKind::kCBuffer, 0, UINT32_MAX)), "is an array");
  dxil::Resource coherent = uav(ResourceKind::kRawBuffer, 9);
  coherent.globally_coherent = true;
  EXPECT_EQ(error(coherent), "");
  says(error(srv(ResourceKind::kAccelerationStructure, 2)), "acceleration_structures");
  options.stages = 0x10;
  says(error(cbv(1)), "does not include compute shaders");
  signature.flags = dxil::kRootDenyVertex;
  says(error(cbv(0), dxil::ShaderKind::kVertex), "denies vertex shaders access");
}

Result<Program> read_corpus(Translator& translator, const char* name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "resources" /
                                                    (std::string(name) + ".dxil"));
  if (!bytes) return bytes.error();
  return translator.read(*bytes);
}

TEST(LayoutTranslation, RefinesToWhatModulesUse) {
  Translator translator;
  auto program = read_corpus(translator, "rootsig_constants_cbv_and_table");
  ASSERT_TRUE(program) << program.error().to_string();
  for (const TypeForm types : {TypeForm::kSeparate, TypeForm::kMutable}) {
    PipelineLayoutOptions layout_options;
    layout_options.types = types;
    const auto layout = make_pipeline_layout(*program->shader.root_signature, layout_options);
    ASSERT_TRUE(layout) << layout.error().to_string();
    TranslateOptions options;
    options.validate = true;
    options.layout = &*layout;
    const auto module = translator.translate(*program, options);
    ASSERT_TRUE(module) << module.error().to_string();
    const Translation* modules[] = {&*module};
    const auto refined = refine_pipeline_layout(*layout, modules);
    ASSERT_TRUE(refined) << refined.error().to_string();
    ASSERT_EQ(refined->sets.size(), 3u);
    ASSERT_EQ(refined->sets[0].bindings.size(), 2u);  // Textures of two ranges: t0, and those from t5 on.
    EXPECT_EQ(refined->sets[0].bindings[1].type, DescriptorType::kSampledImage);
    EXPECT_TRUE((refined->sets[0].bindings[1].flags & kVariableDescriptorCount) != 0);
    ASSERT_EQ(refined->sets[1].bindings.size(), 2u);  // The range of b2 and b3, and u1.
    EXPECT_EQ(refined->sets[1].bindings[1].type, DescriptorType::kStorageImage);
    // A layout made with other options does not fit the module.
    layout_options.tables = TableForm::kOneSet;
    const auto other = make_pipeline_layout(*program->shader.root_signature, layout_options);
    EXPECT_FALSE(refine_pipeline_layout(*other, modules).ok());
  }
}

TEST(LayoutTranslation, IsRefusedForTheWrongRootSignature) {
  Translator translator;
  auto program = read_corpus(translator, "rootsig_constants_cbv_and_table");
  auto other = read_corpus(translator, "rootsig_root_descriptors_buffers");
  ASSERT_TRUE(program && other);
  const auto layout = make_pipeline_layout(*other->shader.root_signature);
  ASSERT_TRUE(layout);
  TranslateOptions options;
  options.layout = &*layout;
  const auto module = translator.translate(*program, options);
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().where.part, "root signature") << module.error().to_string();
  // A callback may bind what the layout does not contain.
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& binding) {
    binding.set = 7;
    binding.binding = use.resource;
    return true;
  };
  const auto helped = translator.translate(*program, options);
  EXPECT_TRUE(helped) << helped.error().to_string();
  const Translation* modules[] = {&*helped};
  EXPECT_TRUE(refine_pipeline_layout(*layout, modules).ok());
  options.bind = nullptr;
  options.layout = nullptr;
  EXPECT_TRUE(translator.translate(*program, options));
  options.layout = &*layout;
  options.root_data.size = 4;
  EXPECT_FALSE(translator.translate(*other, options));
}

TEST(LayoutTranslation, WorksForEveryRootSignatureOfTheCorpus) {
  Translator translator;
  for (const char* name :
       {"rootsig_constants_cbv_and_table", "rootsig_directly_indexed_heaps",
        "rootsig_mesh_flags_and_ranges_vs", "rootsig_root_descriptors_buffers", "rootsig_static_samplers"}) {
    auto program = read_corpus(translator, name);
    ASSERT_TRUE(program) << name;
    for (const TableForm tables : {TableForm::kSets, TableForm::kOneSet, TableForm::kHeap}) {
      for (const TypeForm types : {TypeForm::kSeparate, TypeForm::kMutable}) {
        PipelineLayoutOptions layout_options;
        layout_options.tables = tables;
        layout_options.types = types;
        const auto layout = make_pipeline_layout(*program->shader.root_signature, layout_options);
        ASSERT_TRUE(layout) << name << ": " << layout.error().to_string();
        TranslateOptions options;
        options.validate = true;
        options.layout = &*layout;
        const auto module = translator.translate(*program, options);
        EXPECT_TRUE(module) << name << ": " << module.error().to_string();
      }
    }
  }
}

TEST(LayoutTranslation, HeapsNeedTheRootSignaturesLeave) {
  Translator translator;
  auto program = read_corpus(translator, "rootsig_directly_indexed_heaps");
  ASSERT_TRUE(program);
  dxil::RootSignature signature = *program->shader.root_signature;
  signature.flags = 0;
  const auto layout = make_pipeline_layout(signature);
  TranslateOptions options;
  options.layout = &*layout;
  const auto module = translator.translate(*program, options);
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().message.find("heap of"), std::string::npos) << module.error().to_string();
}

}  // namespace
}  // namespace trellis
