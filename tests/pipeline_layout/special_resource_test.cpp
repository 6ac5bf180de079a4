// Hidden counters and acceleration structures in layouts of every kind: they are bound only by the layout,
// and the program must compute the expected results.
#include <cstring>
#include <numeric>
#include <set>

#include "tests/c_api/binding_modes/case_results.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/pipeline_layout/layout_binder.hpp"
#include "tests/vulkan/heaps/device_heaps.hpp"
#include "tests/vulkan/rays/acceleration_structures.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_layout {
namespace {

using container_testing::constants;
using container_testing::descriptor;
using container_testing::range;
using container_testing::table;
using dxil::DescriptorRangeType;
using dxil::RootDescriptorType;
using test_support::RegisterClass;
using vulkan::BoundResource;

using WordList = std::vector<uint32_t>;

class SpecialResources : public vulkan::RunnerTest, public testing::WithParamInterface<LayoutMode> {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(RunnerTest::SetUp());
    if (GetParam().types == TRELLIS_TYPES_MUTABLE &&
        !device().has_extension("VK_EXT_mutable_descriptor_type")) {
      GTEST_SKIP() << "the device has no mutable descriptors";
    }
    if (has_device_heaps() && !vulkan::DeviceHeaps::are_supported(device())) {
      GTEST_SKIP() << "the device has no VK_EXT_descriptor_heap";
    }
  }
  static bool has_device_heaps() { return GetParam().tables == TRELLIS_TABLES_EXTENSION; }

  /// Makes the layout, and the module translated for it.
  void translate(const char* label) {
    TrellisPipelineLayoutOptions options = options_of(GetParam());
    options.acceleration_structures = 1;
    options.unbounded_descriptors = options.resource_heap_descriptors = 512;
    layout_ = make_layout(translator_, signature_, options);
    ASSERT_NE(layout_, nullptr) << test_c_api::error_text(translator_);
    const test_c_api::Program program = test_c_api::read_shader(translator_, label);
    TrellisTranslateOptions translate_options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    translate_options.layout = layout_.get();
    TrellisHeapOptions heaps = TRELLIS_HEAP_OPTIONS_INIT;
    if (has_device_heaps()) heaps.counter_distance = kCounterDistance;
    translate_options.heaps = &heaps;
    const test_c_api::Module module = test_c_api::translate(translator_, program, &translate_options);
    ASSERT_NE(module, nullptr) << test_c_api::error_text(translator_);
    size_t count = 0;
    const uint32_t* words = trellis_module_words(module.get(), &count);
    // The validator that is linked here does not know heaps.
    EXPECT_EQ(has_device_heaps() ? "" : test_c_api::validate_words(words, count), "");
    dispatch_.words.assign(words, words + count);
    binder_.emplace(layout_.get(), signature_, has_device_heaps());
  }

  size_t add(RegisterClass register_class, uint32_t index, uint32_t space, const WordList& words) {
    size_t at = SIZE_MAX;
    BoundResource resource;
    resource.buffer = vulkan::bytes_of(words);
    if (register_class == RegisterClass::kConstantBuffer) resource.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    EXPECT_EQ(binder_->add({register_class, index, space}, std::move(resource), at), "");
    return at;
  }
  size_t add_uav(uint32_t index, uint32_t space, const WordList& words) {
    return add(RegisterClass::kUnorderedAccess, index, space, words);
  }
  size_t add_counter(uint32_t index, uint32_t space, uint32_t value) {
    size_t at = SIZE_MAX;
    EXPECT_EQ(binder_->add_counter({RegisterClass::kUnorderedAccess, index, space}, value, at), "");
    return at;
  }

  void run() {
    binder_->finish(dispatch_);
    auto results = runner().dispatch(dispatch_);
    ASSERT_TRUE(results) << results.error().to_string();
    results_ = std::move(*results);
  }
  WordList result(size_t at) const {
    return at < results_.size() ? vulkan::words_of(results_[at]) : WordList();
  }

  test_c_api::Translator translator_ = test_c_api::make_translator();
  dxil::RootSignature signature_;
  Layout layout_;
  vulkan::Dispatch dispatch_;
  std::optional<LayoutBinder> binder_;
  std::vector<std::vector<uint8_t>> results_;
};

/// Sorts 60 items by key into 4 bins with room for 12 each. Items whose bin is full go to one of two lists.
/// Word 1 of an item, the bits of a float, identifies it.
TEST_P(SpecialResources, CountersOfArraysCount) {
  signature_.version = 2;
  signature_.parameters = {
      table({range(DescriptorRangeType::kUav, 0, UINT32_MAX, 1, 2)}),
      table({range(DescriptorRangeType::kUav, 7, 2, 9), range(DescriptorRangeType::kUav, 0, 2, 2)}),
      descriptor(RootDescriptorType::kSrv, 0), constants(0, 3)};
  translate("resources/rw_structured_counter_array_nonuniform");
  constexpr uint32_t kItems = 60, kCapacity = 12, kBins = 4;
  const auto key_of = [](uint32_t n) { return n * n + n / 3; };
  const auto weight_of = [](uint32_t n) { return (n % 4 == 0 ? 0xC0000000 : 0x40000000) + n; };
  std::array<uint32_t, kBins> wanted = {};
  WordList items;
  for (uint32_t n = 0; n < 64; ++n) {
    items.insert(items.end(), {key_of(n), weight_of(n)});
    if (n < kItems) ++wanted[key_of(n) % kBins];
  }
  add(RegisterClass::kShaderResource, 0, 0, items);
  add(RegisterClass::kConstantBuffer, 0, 0, {kItems, kBins - 1, kCapacity});
  std::array<size_t, kBins> bins, bin_counters;
  for (uint32_t b = 0; b < kBins; ++b) {
    bins[b] = add_uav(b, 1, WordList(2 * kCapacity, 99));
    bin_counters[b] = add_counter(b, 1, 0);
  }
  constexpr uint32_t kFirst = 3;
  std::array<size_t, 2> lists, list_counters;
  for (uint32_t l = 0; l < 2; ++l) {
    lists[l] = add_uav(l, 2, WordList(64, 99));
    list_counters[l] = add_counter(l, 2, kFirst);
  }
  run();

  std::multiset<uint32_t> seen;
  for (uint32_t b = 0; b < kBins; ++b) {
    EXPECT_EQ(result(bin_counters[b]), WordList{wanted[b]}) << b;
    const WordList bin = result(bins[b]);
    for (uint32_t at = 0; at < std::min(wanted[b], kCapacity); ++at) {
      const uint32_t item = bin[2 * at + 1] & 0x3FFFFFFF;
      EXPECT_EQ(bin[2 * at], key_of(item)) << b;
      EXPECT_EQ(key_of(item) % kBins, b);
      seen.insert(item);
    }
  }
  for (uint32_t l = 0; l < 2; ++l) {
    const WordList list = result(lists[l]);
    const uint32_t end = result(list_counters[l])[0];
    ASSERT_LE(end, 64u);
    for (uint32_t at = 0; at < 64; ++at) {
      if (at < kFirst || at >= end) {
        EXPECT_EQ(list[at], 99u) << l << " " << at;
        continue;
      }
      const bool is_light = list[at] >= 0x80000000;
      const uint32_t item = is_light ? ~list[at] : list[at];
      EXPECT_EQ(is_light, item % 4 == 0);
      EXPECT_EQ(l, is_light ? key_of(item) % kBins % 2 : 0u) << item;
      seen.insert(item);
    }
  }
  ASSERT_EQ(seen.size(), kItems);
  for (uint32_t n = 0; n < kItems; ++n) EXPECT_EQ(seen.count(n), 1u) << n;
}

TEST_P(SpecialResources, CountersOfTheHeapCount) {
  signature_.version = 2;
  signature_.flags = dxil::kRootResourceHeapIndexed;
  signature_.parameters = {table({range(DescriptorRangeType::kUav, 0, 1, 3)}),
                           descriptor(RootDescriptorType::kCbv, 0)};
  translate("resources/heap_counter_and_coherent_uav");
  constexpr uint32_t kPool = 41, kFlags = 17, kList = 300, kCount = 50;
  add(RegisterClass::kConstantBuffer, 0, 0, {kPool, kFlags, kList, kCount});
  const auto in_heap = [&](uint32_t index, const WordList& words) {
    size_t at = SIZE_MAX;
    BoundResource resource;
    resource.buffer = vulkan::bytes_of(words);
    EXPECT_EQ(binder_->add_to_heap(index, std::move(resource), at), "");
    return at;
  };
  const auto counter_in_heap = [&](uint32_t index, uint32_t value) {
    size_t at = SIZE_MAX;
    EXPECT_EQ(binder_->add_counter_to_heap(index, value, at), "");
    return at;
  };
  WordList taken(64, 0);
  uint32_t taken_before = 0;
  for (uint32_t at = 0; at < kCount; at += 3, ++taken_before) taken[at] = 7;
  const size_t pool = in_heap(kPool, WordList(128, 99)), flags = in_heap(kFlags, taken);
  const size_t list = in_heap(kList, WordList(64, 99));
  const size_t pool_counter = counter_in_heap(kPool, 0), list_counter = counter_in_heap(kList, 5);
  run();

  EXPECT_EQ(result(pool_counter), WordList{kCount});
  EXPECT_EQ(result(list_counter), WordList{5 + taken_before});
  const WordList pairs = result(pool), used = result(flags), appended = result(list);
  std::set<uint32_t> threads, slots;
  for (uint32_t at = 0; at < 64; ++at) {
    EXPECT_EQ(used[at], at < kCount ? 1u : 0u);
    if (at >= kCount) continue;
    EXPECT_EQ(pairs[2 * at + 1], at ^ pairs[2 * at]);
    threads.insert(pairs[2 * at]);
  }
  EXPECT_EQ(threads.size(), kCount);
  for (uint32_t n = 5; n < 5 + taken_before; ++n) {
    EXPECT_EQ(appended[n] % 3, 0u);
    slots.insert(appended[n]);
  }
  EXPECT_EQ(slots.size(), taken_before);
}

/// Returns a scene in which triangle number `which` is the only one that covers the origin in the plane z =
/// 0.
std::vector<vulkan::RayInstance> numbered_scene(uint32_t which) {
  vulkan::RayGeometry geometry;
  for (uint32_t n = 0; n < which; ++n) geometry.triangles.push_back({900, 900, 0, 901, 900, 0, 900, 901, 0});
  geometry.triangles.push_back({-50, -50, 0, 100, -50, 0, -50, 100, 0});
  vulkan::RayInstance instance;
  instance.geometries = {geometry};
  return {instance};
}

/// Each of 32 threads queries a single structure and an element of an array and, if the results differ, an
/// element of an unbounded array.
TEST_P(SpecialResources, AccelerationStructuresAreFound) {
  signature_.version = 2;
  signature_.parameters = {
      descriptor(RootDescriptorType::kSrv, 0), descriptor(RootDescriptorType::kUav, 0),
      table({range(DescriptorRangeType::kSrv, 1, 1), range(DescriptorRangeType::kSrv, 4, 3, 0, 11)}),
      table({range(DescriptorRangeType::kSrv, 0, UINT32_MAX, 5)})};
  translate("resources/acceleration_structure_binding_array");
  std::vector<std::unique_ptr<vulkan::RayScene>> scenes;
  const auto add_scene = [&](uint32_t index, uint32_t space, uint32_t which) {
    auto scene = vulkan::RayScene::build(device(), numbered_scene(which));
    if (!scene) return std::string(scene.error().to_string());
    BoundResource resource;
    resource.type = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    resource.structure = (*scene)->top();
    resource.structure_address = (*scene)->top_address();
    scenes.push_back(std::move(*scene));
    size_t at = 0;
    return binder_->add({RegisterClass::kShaderResource, index, space}, std::move(resource), at);
  };
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  ASSERT_EQ(add_scene(0, 0, 2), "");
  for (uint32_t n = 0; n < 3; ++n) ASSERT_EQ(add_scene(4 + n, 0, 3 + n), "");
  for (uint32_t n = 0; n < 8; ++n) ASSERT_EQ(add_scene(n, 5, 6 + n), "");
  // A ray starts at (x, y, z) for the first and third structure, and at (y, z, x) for the second. It hits if
  // the start is in front of z = 0.
  std::vector<float> rays;
  for (uint32_t n = 0; n < 32; ++n) {
    rays.insert(rays.end(), {n % 3 == 0 ? 1.0f : -1.0f, 2.0f, n % 5 < 2 ? 1.0f : -1.0f, 50.0f});
  }
  WordList ray_words(rays.size());
  std::memcpy(ray_words.data(), rays.data(), rays.size() * 4);
  add(RegisterClass::kShaderResource, 1, 0, ray_words);
  const size_t output = add_uav(0, 0, WordList(96, 99));
  run();

  const WordList hits = result(output);
  ASSERT_EQ(hits.size(), 96u);
  for (uint32_t n = 0; n < 32; ++n) {
    const uint32_t single = n % 5 < 2 ? UINT32_MAX : 2, element = n % 3 == 0 ? UINT32_MAX : 4;
    const bool asks_more = single != element && single != UINT32_MAX;
    EXPECT_EQ(hits[3 * n], single) << n;
    EXPECT_EQ(hits[3 * n + 1], element) << n;
    EXPECT_EQ(hits[3 * n + 2], asks_more ? 6 + n % 8 : UINT32_MAX) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(All, SpecialResources,
                         testing::Values(LayoutMode{"Sets", TRELLIS_TABLES_SETS, TRELLIS_TYPES_SEPARATE,
                                                    TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 256},
                                         LayoutMode{"SetsMutable", TRELLIS_TABLES_SETS, TRELLIS_TYPES_MUTABLE,
                                                    TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR, 256},
                                         LayoutMode{"SetsInUniformBuffer", TRELLIS_TABLES_SETS,
                                                    TRELLIS_TYPES_SEPARATE, TRELLIS_ROOT_DESCRIPTOR_ADDRESS,
                                                    0, TRELLIS_ROOT_BLOCK_UNIFORM_BUFFER_DYNAMIC},
                                         LayoutMode{"OneSet", TRELLIS_TABLES_ONE_SET, TRELLIS_TYPES_SEPARATE,
                                                    TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR, 0},
                                         LayoutMode{"Heap", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_SEPARATE,
                                                    TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 0},
                                         LayoutMode{"HeapMutable", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_MUTABLE,
                                                    TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR, 256},
                                         kDeviceHeapMode),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace trellis::test_layout
