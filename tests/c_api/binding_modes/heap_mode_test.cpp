// Runs descriptor heaps that are split by type, and indices that are clamped to the heap's size.
#include "spirv_backend/options/heap_options.hpp"
#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_c_api {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::BindingPlace;
using spirv::BufferForm;
using spirv::HeapOptions;
using spirv::HeapType;

// First words of handle properties: resource kinds and the UAV flag.
constexpr uint32_t kTypedBuffer = 10, kRawBuffer = 11, kStructured = 12, kConstants = 13, kUav = 1 << 12;
constexpr uint32_t kWords = 5 | 1 << 8;  // Second word of a typed buffer's properties: one u32.

class HeapModes : public BoundProgram {
 protected:
  void begin() {
    i32 = b.int_type(32);
    properties_ = b.record({i32, i32}, "dx.types.ResourceProperties");
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
  }
  V from_heap(V index, uint32_t first, uint32_t second = 0) {
    const V handle =
        b.dx(dxil::Op::kCreateHandleFromHeap, b.handle_type(), {index, b.i1(false), b.i1(false)});
    return b.dx(dxil::Op::kAnnotateHandle, b.handle_type(),
                {handle, b.aggregate(properties_, {b.i32(first), b.i32(second)})});
  }
  V field(V result, uint32_t n) { return b.op(Opcode::kExtractValue, i32, {result}, n); }
  dxil::Shader end(V value) {
    b.store(i32, b.handle(ResourceClass::kUav, 0), b.op(Opcode::kShl, i32, {thread, b.i32(2)}), value);
    b.finish();
    b.end_function();
    return b.take();
  }
  static vulkan::BoundResource output() { return storage_buffer(2000, std::vector<uint32_t>(64, 99)); }

  ProgramBuilder b;
  dxil::TypeId i32 = 0;
  V thread;

 private:
  dxil::TypeId properties_ = 0;
};

TEST_F(HeapModes, HaveAnArrayForEachType) {
  // A constant buffer contains the heap index of a structured buffer. An element of that one is added to a
  // texel and to a counter in another buffer.
  begin();
  const dxil::TypeId row = b.record({i32, i32, i32, i32}, "dx.types.CBufRet.i32");
  const V names = b.dx(dxil::Op::kCBufferLoadLegacy, row, {from_heap(b.i32(3), kConstants, 16), b.i32(0)});
  const V elements = from_heap(field(names, 1), kStructured, 4);
  const V element = field(
      b.dx(dxil::Op::kRawBufferLoad, b.load_result(i32), {elements, thread, b.i32(0), b.i8(1), b.i32(4)}), 0);
  const V texel = field(b.dx(dxil::Op::kBufferLoad, b.load_result(i32),
                             {from_heap(b.i32(0), kTypedBuffer, kWords), thread, b.undef_i32()}),
                        0);
  const V counts = from_heap(b.i32(2), kTypedBuffer | kUav, kWords);
  b.dx(dxil::Op::kAtomicBinOp, i32, {counts, b.i32(0), b.i32(1), b.undef_i32(), b.undef_i32(), element});
  const auto shader = end(b.op(Opcode::kAdd, i32, {element, texel}));

  spirv::EmitOptions options;
  HeapOptions& heaps = options.heaps;
  const auto apart = [&](HeapType type, uint32_t set, uint32_t binding) {
    heaps.by_type[static_cast<size_t>(type)] = BindingPlace{set, binding};
  };
  apart(HeapType::kConstantBuffer, 1, 0);
  apart(HeapType::kReadBuffer, 1, 1);
  apart(HeapType::kReadTexels, 1, 2);
  apart(HeapType::kWriteTexels, 2, 0);
  for (const BufferForm constants : {BufferForm::kUniform, BufferForm::kStorage}) {
    heaps.constant_buffers = constants;
    std::vector<uint32_t> texels(64), words(64);
    for (uint32_t t = 0; t < 64; ++t) {
      texels[t] = t * 1000;
      words[t] = t;
    }
    vulkan::Dispatch dispatch;
    dispatch.resources = {output(), storage_buffer(0, {9, 1, 9, 9}, 3), storage_buffer(1, words, 1),
                          storage_buffer(2, texels, 0), storage_buffer(0, {7, 100}, 2)};
    if (constants == BufferForm::kUniform) dispatch.resources[1].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    dispatch.resources[3].type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    dispatch.resources[4].type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    for (uint32_t n = 1; n < 5; ++n) {
      dispatch.resources[n].set = n < 4 ? 1 : 2;
      dispatch.resources[n].is_late = true;
    }
    dispatch.resources[3].buffer_format = dispatch.resources[4].buffer_format = VK_FORMAT_R32_UINT;
    const auto results = run(shader, options, dispatch);
    ASSERT_EQ(results.size(), 5u);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], t * 1001);
    EXPECT_EQ(results[4], (std::vector<uint32_t>{7, 100 + 63 * 32}));
  }
}

TEST_F(HeapModes, IndicesBeyondTheHeapAreTheLastOne) {
  constexpr uint32_t kCount = 4;
  begin();
  const V word = b.load(i32, from_heap(thread, kRawBuffer), b.i32(0));
  const V known = b.load(i32, from_heap(b.i32(50), kRawBuffer), b.i32(4));
  const auto shader = end(b.op(Opcode::kAdd, i32, {word, known}));
  for (const bool is_root : {false, true}) {
    spirv::EmitOptions options;
    options.root_data.size = 8;
    if (is_root) {
      options.heaps.resource_count.root_offset = 4;
    } else {
      options.heaps.resource_count.count = kCount;
    }
    vulkan::Dispatch dispatch;
    dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, kCount});
    dispatch.resources = {output()};
    for (uint32_t n = 0; n < kCount; ++n)
      dispatch.resources.push_back(storage_buffer(5000, {10 * n, n * 1000}, n));
    const auto results = run(shader, options, dispatch);
    ASSERT_EQ(results.size(), 1 + kCount);
    for (uint32_t t = 0; t < 64; ++t)
      EXPECT_EQ(results[0][t], 10 * std::min(t, kCount - 1) + 3000) << is_root;
  }
}

/// Returns the buffer that gives the heap's size: a uniform block with the number of descriptors, or a buffer
/// that contains the heap.
vulkan::BoundResource size_source(spirv::HeapSizeForm form, uint32_t count, spirv::HeapSize& size) {
  constexpr uint32_t kBinding = 70, kStride = 16;
  size.form = form;
  size.place = {0, kBinding};
  size.stride = kStride;
  const bool is_block = form == spirv::HeapSizeForm::kUniformBlock;
  vulkan::BoundResource source = vulkan::buffer_at(
      0, kBinding,
      is_block ? vulkan::bytes_of(std::vector<uint32_t>{count}) : std::vector<uint8_t>(kStride * count));
  if (is_block) source.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  return source;
}

constexpr spirv::HeapSizeForm kForms[] = {spirv::HeapSizeForm::kUniformBlock, spirv::HeapSizeForm::kBuffer};

TEST_F(HeapModes, TheSizeIsInABuffer) {
  constexpr uint32_t kCount = 4;
  begin();
  const V word = b.load(i32, from_heap(thread, kRawBuffer), b.i32(0));
  const V known = b.load(i32, from_heap(b.i32(50), kRawBuffer), b.i32(4));
  const auto shader = end(b.op(Opcode::kAdd, i32, {word, known}));
  for (const spirv::HeapSizeForm form : kForms) {
    for (const bool has_null : {false, true}) {
      spirv::EmitOptions options;
      options.heaps.ends_with_null = has_null;
      vulkan::Dispatch dispatch;
      dispatch.resources = {output(), size_source(form, kCount, options.heaps.resource_count)};
      for (uint32_t n = 0; n < kCount; ++n)
        dispatch.resources.push_back(storage_buffer(5000, {10 * n, n * 1000}, n));
      // Stands in for a null descriptor.
      dispatch.resources.push_back(storage_buffer(5000, {7, 70000}, kCount));
      const auto results = run(shader, options, dispatch);
      ASSERT_EQ(results.size(), 3 + kCount);
      for (uint32_t t = 0; t < 64; ++t) {
        const uint32_t last = has_null ? 7 : 10 * (kCount - 1);
        EXPECT_EQ(results[0][t], (t < kCount ? 10 * t : last) + (has_null ? 70000 : 3000)) << has_null;
      }
    }
  }
}

// The root data contains the index of the table's first descriptor.
TEST_F(HeapModes, IndicesOfSlicesStayWithinTheHeap) {
  constexpr uint32_t kCount = 6, kTable = 2, kFirst = 1;
  begin();
  const uint32_t buffers = b.raw_buffer(ResourceClass::kUav, 5, UINT32_MAX);
  const V word = b.load(
      i32, b.handle(ResourceClass::kUav, buffers, b.op(Opcode::kAdd, i32, {thread, b.i32(5)})), b.i32(0));
  const V known = b.load(i32, b.handle(ResourceClass::kUav, buffers, b.i32(5 + 40)), b.i32(4));
  const auto shader = end(b.op(Opcode::kAdd, i32, {word, known}));
  for (const spirv::HeapSizeForm form : kForms) {
    spirv::EmitOptions options;
    options.root_data.size = 8;
    options.heaps.bounds_slices = options.heaps.ends_with_null = true;
    options.bind = [](const spirv::ResourceUse& use, spirv::Binding& place) {
      if (use.info->lower_bound != 5) return true;
      place = {};
      place.kind = spirv::BindingKind::kHeap;
      place.binding = 40;
      place.first_element = kFirst;
      place.table_offset = 4;
      return true;
    };
    vulkan::Dispatch dispatch;
    dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, kTable});
    dispatch.resources = {output(), size_source(form, kCount, options.heaps.resource_count)};
    for (uint32_t n = 0; n <= kCount; ++n) {
      dispatch.resources.push_back(storage_buffer(
          40, n == kCount ? std::vector<uint32_t>{0, 0} : std::vector<uint32_t>{10 * n, 99}, n));
    }
    const auto results = run(shader, options, dispatch);
    ASSERT_EQ(results.size(), 3 + kCount);
    for (uint32_t t = 0; t < 64; ++t) {
      const uint32_t index = kTable + kFirst + t;
      EXPECT_EQ(results[0][t], index < kCount ? 10 * index : 0);
    }
  }
}

TEST_F(HeapModes, ABufferOfDescriptorsHasAStride) {
  begin();
  const auto shader = end(b.load(i32, from_heap(thread, kRawBuffer), b.i32(0)));
  for (const uint32_t stride : {0u, 6u}) {
    spirv::EmitOptions options;
    options.heaps.resource_count.form = spirv::HeapSizeForm::kBuffer;
    options.heaps.resource_count.stride = stride;
    const auto module = test_backend::translate(shader, options);
    ASSERT_FALSE(module);
    EXPECT_EQ(module.error().where.part, "heaps.resource_count");
  }
}

}  // namespace
}  // namespace trellis::test_c_api
