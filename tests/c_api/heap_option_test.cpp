// Runs reference shaders with descriptor heaps placed through the C interface, by the options and by the
// callback.
#include <algorithm>

#include "tests/c_api/shared_program.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_c_api {
namespace {

class HeapOptions : public vulkan::RunnerTest {
 protected:
  static vulkan::BoundResource buffer(uint32_t set, uint32_t binding, uint32_t element,
                                      const std::vector<uint32_t>& words) {
    return vulkan::buffer_at(set, binding, vulkan::bytes_of(words), element);
  }
  /// Returns the module's bindings that belong to a heap.
  static std::vector<TrellisBinding> heap_bindings(const Module& module) {
    std::vector<TrellisBinding> found;
    for (uint32_t n = 0; n < trellis_module_binding_count(module.get()); ++n) {
      TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
      TrellisBinding binding = TRELLIS_BINDING_INIT;
      EXPECT_EQ(trellis_module_binding(module.get(), n, &use, &binding), TRELLIS_SUCCESS);
      if (use.heap == TRELLIS_HEAP_NONE) continue;
      EXPECT_EQ(use.heap, static_cast<uint32_t>(TRELLIS_HEAP_RESOURCES));
      EXPECT_EQ(use.resource, UINT32_MAX);
      EXPECT_EQ(use.info->space, UINT32_MAX);
      EXPECT_EQ(use.info->first_register, UINT32_MAX);
      EXPECT_EQ(use.info->count, TRELLIS_UNBOUNDED);
      found.push_back(binding);
    }
    return found;
  }
  std::vector<std::vector<uint32_t>> run(const Module& module, vulkan::Dispatch dispatch) {
    size_t count = 0;
    const uint32_t* words = trellis_module_words(module.get(), &count);
    dispatch.words.assign(words, words + count);
    return dispatched(dispatch);
  }

  Translator translator = make_translator();
};

TEST_F(HeapOptions, ATypeMayHaveItsOwnPlace) {
  const Program program = read_shader(translator, "resources/heap_handle_loop_carried");
  ASSERT_NE(program, nullptr);
  TrellisHeapOptions heaps = TRELLIS_HEAP_OPTIONS_INIT;
  heaps.types_apart = 1u << TRELLIS_HEAP_READ_BUFFER;
  heaps.by_type[TRELLIS_HEAP_READ_BUFFER] = {1, 3};
  heaps.resource_count_offset = 4;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.heaps = &heaps;
  options.root_data_size = 8;
  options.validate = 1;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  const std::vector<TrellisBinding> bindings = heap_bindings(module);
  ASSERT_EQ(bindings.size(), 1u);
  EXPECT_EQ(bindings[0].set, 1u);
  EXPECT_EQ(bindings[0].binding, 3u);
  EXPECT_NE(std::string(trellis_module_reflection(module.get())).find("\"heap\": \"resources\""),
            std::string::npos);

  // Words of a block: payload, next, kind, count, values. The walk starts at the root and ends at kind 0. The
  // third block refers to one far beyond the heap, which is clamped to the last one.
  const std::vector<std::vector<uint32_t>> blocks = {
      {5, 0, 0, 0}, {7, 3, 1, 0}, {11, 0, 0, 0}, {13, 1000, 2, 2, 0x55, 0xF0}, {17, 0, 0, 0}};
  vulkan::Dispatch dispatch;
  dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, static_cast<uint32_t>(blocks.size())});
  dispatch.resources = {buffer(0, 2000, 0, std::vector<uint32_t>(64, 0)), buffer(0, 0, 0, {1, 10, 0, 0})};
  dispatch.resources[1].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  for (uint32_t n = 0; n < blocks.size(); ++n) dispatch.resources.push_back(buffer(1, 3, n, blocks[n]));
  const auto results = run(module, dispatch);
  ASSERT_FALSE(results.empty());
  for (uint32_t t = 0; t < 32; ++t) {
    const uint32_t second = (t * 31 + 7) * 31 + 13;
    EXPECT_EQ(results[0][2 * t], (second ^ 0x55 ^ 0xF0) * 31 + 17);
    EXPECT_EQ(results[0][2 * t + 1], 2u);
  }
}

TEST_F(HeapOptions, TheCallbackPlacesDescriptorsAndCounters) {
  const Program program = read_shader(translator, "resources/heap_counter_and_coherent_uav");
  ASSERT_NE(program, nullptr);
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.validate = 1;
  options.bind = [](void*, const TrellisResourceUse* use, TrellisBinding* binding) -> uint32_t {
    if (use->heap == TRELLIS_HEAP_NONE) return 1;
    EXPECT_EQ(binding->kind, static_cast<uint32_t>(TRELLIS_BIND_HEAP));
    EXPECT_EQ(binding->binding, 5000u);
    binding->set = 1;
    binding->binding = 0;
    binding->counter_form = TRELLIS_BUFFER_ADDRESSES;
    binding->counter_set = 2;
    binding->counter_binding = 4;
    binding->counter_address_stride = 16;
    return 1;
  };
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(heap_bindings(module).size(), 3u);

  // Threads below `count` allocate a slot of the pool; slots whose flag was set are appended to the list.
  constexpr uint32_t kCount = 40;
  std::vector<uint32_t> flags(64, 0);
  for (uint32_t n = 0; n < 64; n += 3) flags[n] = 5;
  vulkan::Dispatch dispatch;
  dispatch.resources = {buffer(0, 0, 0, {0, 1, 2, kCount}),
                        buffer(1, 0, 0, std::vector<uint32_t>(128, 0)),
                        buffer(1, 0, 1, flags),
                        buffer(1, 0, 2, std::vector<uint32_t>(64, 0xFFFF)),
                        buffer(0, 0, 0, {0}),
                        buffer(0, 0, 0, {0}),
                        buffer(2, 4, 0, std::vector<uint32_t>(12, 0))};
  dispatch.resources[0].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  for (uint32_t n : {4u, 5u}) {
    dispatch.resources[n].is_addressed = true;
    vulkan::PlacedAddress address;
    address.offset = n == 4 ? 0 : 32;
    address.resource = n;
    address.table = 6;
    dispatch.addresses.push_back(address);
  }
  const auto all = run(module, dispatch);
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all[4][0], kCount);
  std::vector<uint32_t> threads, listed, wanted;
  for (uint32_t at = 0; at < kCount; ++at) {
    threads.push_back(all[1][2 * at]);
    EXPECT_EQ(all[1][2 * at + 1], at ^ all[1][2 * at]);
    EXPECT_EQ(all[2][at], 1u);
  }
  std::sort(threads.begin(), threads.end());
  for (uint32_t t = 0; t < kCount; ++t) EXPECT_EQ(threads[t], t);
  ASSERT_LE(all[5][0], 64u);
  for (uint32_t n = 0; n < all[5][0]; ++n) listed.push_back(all[3][n]);
  std::sort(listed.begin(), listed.end());
  for (uint32_t n = 0; n < kCount; n += 3) wanted.push_back(n);
  EXPECT_EQ(listed, wanted);
}

}  // namespace
}  // namespace trellis::test_c_api
