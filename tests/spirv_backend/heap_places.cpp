#include "tests/spirv_backend/heap_places.hpp"

#include <gtest/gtest.h>

#include "api/pipeline_layout/pipeline_layout.hpp"

namespace trellis::test_backend {
namespace {

using test_support::RegisterClass;
using vulkan::TestPlaces;

RegisterClass register_class(dxil::ResourceClass resource_class) {
  switch (resource_class) {
    case dxil::ResourceClass::kSrv:
      return RegisterClass::kShaderResource;
    case dxil::ResourceClass::kUav:
      return RegisterClass::kUnorderedAccess;
    case dxil::ResourceClass::kCbv:
      return RegisterClass::kConstantBuffer;
    case dxil::ResourceClass::kSampler:
      return RegisterClass::kSampler;
  }
  return RegisterClass::kConstantBuffer;
}

spirv::BindAnswer bind(const spirv::ResourceUse& use, spirv::Binding& binding) {
  if (use.heap != spirv::DescriptorHeap::kNone) return true;
  const dxil::Resource& resource = *use.info;
  binding.kind = binding.counter.kind = spirv::BindingKind::kDeviceHeap;
  binding.first_element =
      vulkan::heap_place(register_class(resource.resource_class), resource.space) + resource.lower_bound;
  binding.counter.first_element = binding.first_element + vulkan::kCounterDistance;
  return true;
}

/// A root signature with every register of the spaces that tests use: b0 as a root descriptor, all others in
/// tables.
dxil::RootSignature universal_signature() {
  dxil::RootSignature signature;
  signature.version = 2;
  signature.flags = dxil::kRootResourceHeapIndexed | dxil::kRootSamplerHeapIndexed;
  signature.parameters.push_back(
      {dxil::ShaderVisibility::kAll, dxil::RootDescriptor{dxil::RootDescriptorType::kCbv, 0, 0, 0}, 0});
  using Type = dxil::DescriptorRangeType;
  for (uint32_t space = 0; space < vulkan::kHeapSpaces; ++space) {
    for (const Type type : {Type::kCbv, Type::kSrv, Type::kUav, Type::kSampler}) {
      const uint32_t first = type == Type::kCbv && space == 0 ? 1 : 0;
      const dxil::DescriptorRange range = {type, dxil::kUnboundedDescriptors, first, space, 0, first, 0};
      signature.parameters.push_back({dxil::ShaderVisibility::kAll, dxil::DescriptorTable{{range}}, 0});
    }
  }
  return signature;
}

PipelineLayout make_universal_layout() {
  PipelineLayoutOptions options;
  options.tables = TableForm::kExtension;
  options.push_constant_bytes = 256;
  const dxil::RootSignature signature = universal_signature();
  auto layout = make_pipeline_layout(signature, options);
  EXPECT_TRUE(layout) << layout.error().to_string();
  if (!layout) return {};
  EXPECT_FALSE(layout->root_data.is_uniform_block);
  EXPECT_EQ(layout->root_data.size, vulkan::table_root_data().size());
  for (const RootMember& member : layout->root_members) {
    const uint32_t offset = member.parameter == 0 ? vulkan::kRootAddressOffset
                                                  : vulkan::kFirstTableOffset + (member.parameter - 1) * 4;
    EXPECT_EQ(member.offset, offset) << member.parameter;
  }
  return std::move(*layout);
}

}  // namespace

TestPlaces place_in_heaps(TranslateOptions& options) {
  const TestPlaces chosen = vulkan::chosen_places();
  // Checks of descriptors need tables that describe what is in the heaps.
  const bool keeps_sets =
      options.bind || options.layout != nullptr || options.instrumentation.check_descriptors;
  if (chosen == TestPlaces::kSets || keeps_sets) return TestPlaces::kSets;
  options.heaps.form = spirv::HeapForm::kExtension;
  options.heaps.counter_distance = vulkan::kCounterDistance;
  // A layout has its own root data, and cannot be combined with that of a test.
  if (chosen == TestPlaces::kTables && options.root_data.size == 0) {
    static const PipelineLayout kLayout = make_universal_layout();
    options.layout = &kLayout;
    return chosen;
  }
  options.bind = bind;
  return TestPlaces::kHeaps;
}

}  // namespace trellis::test_backend
