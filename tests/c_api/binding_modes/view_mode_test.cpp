// Views of a part of the bound buffer: nothing beyond the part is read or written, and the size is that of
// the view.
#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_c_api {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;
using spirv::RangeKind;

constexpr uint32_t kFirstWord = 5, kViewWords = 30, kBufferWords = 128;
constexpr uint32_t kCounted = 18, kStored = 20;
constexpr uint32_t kAtomics = 64, kSize = 128, kAlpha = 192, kOutputWords = 256;

class ViewModes : public BoundProgram {
 protected:
  /// Each of 64 threads loads from, stores to and counts in u0, every other one out of bounds. u1 receives
  /// the results.
  dxil::Shader program(bool is_typed) {
    ProgramBuilder b;
    const dxil::TypeId i32 = b.int_type(32);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.raw_buffer(ResourceClass::kUav, 1);
    if (is_typed) {
      b.shader().resources[0].kind = dxil::ResourceKind::kTypedBuffer;
      b.shader().resources[0].component_type = dxil::ComponentType::kU32;
    }
    b.begin_function("main", b.void_type(), {});
    const V view = b.handle(ResourceClass::kUav, 0), output = b.handle(ResourceClass::kUav, 1, b.i32(1));
    const V thread = b.thread_id();
    const auto bytes = [&](V word) { return b.op(Opcode::kShl, i32, {word, b.i32(2)}); };
    const auto place = [&](V word) { return is_typed ? word : bytes(word); };
    const auto put = [&](uint32_t first, V value) {
      b.store(i32, output, bytes(b.op(Opcode::kAdd, i32, {thread, b.i32(first)})), value);
    };
    const V odd = b.op(Opcode::kAnd, i32, {thread, b.i32(1)});
    // Words 0 .. 15; words 64 .. 79 for odd threads.
    const V low = b.op(Opcode::kAnd, i32, {thread, b.i32(15)});
    const V far = b.op(Opcode::kShl, i32, {odd, b.i32(6)});
    const V loaded = b.dx(dxil::Op::kBufferLoad, b.load_result(i32),
                          {view, place(b.op(Opcode::kAdd, i32, {low, far})), b.undef_i32()});
    put(0, b.op(Opcode::kExtractValue, i32, {loaded}, 0));
    if (is_typed) put(kAlpha, b.op(Opcode::kExtractValue, i32, {loaded}, 3));
    // Words 20 .. 83.
    const V stored = place(b.op(Opcode::kAdd, i32, {thread, b.i32(kStored)}));
    b.dx(dxil::Op::kBufferStore, b.void_type(),
         {view, stored, b.undef_i32(), thread, thread, thread, thread, b.i8(is_typed ? 15 : 1)});
    // Word 18; words 82 .. for odd threads.
    const V counted = place(b.op(Opcode::kAdd, i32, {far, b.i32(kCounted)}));
    put(kAtomics,
        b.dx(dxil::Op::kAtomicBinOp, i32, {view, b.i32(0), counted, b.undef_i32(), b.undef_i32(), b.i32(1)}));
    const dxil::TypeId sizes = b.record({i32, i32, i32, i32}, "dx.types.Dimensions");
    const V size = b.dx(dxil::Op::kGetDimensions, sizes, {view, b.undef_i32()});
    put(kSize, b.op(Opcode::kExtractValue, i32, {size}, 0));
    b.finish();
    b.end_function();
    return b.take();
  }

  /// Runs the program with u0 bound at `place`. This function also makes the words that describe the range.
  void check(Binding place, bool is_typed) {
    const bool is_table = place.range.kind == RangeKind::kTable;
    const bool is_heap = place.kind == BindingKind::kHeap;
    place.binding = 7;
    place.range.binding = 8;
    place.range.layout = {12, 4};
    place.range.root_offset = 8;
    if (is_heap) place.table_offset = 4;
    spirv::EmitOptions options;
    options.root_data.size = 16;
    options.bind = [&](const spirv::ResourceUse& use, Binding& binding) {
      if (use.resource == 0) binding = place;
      return true;
    };
    const uint32_t unit = is_typed ? 1 : 4, element = place.first_element + (is_heap ? 3 : 0);
    const std::vector<uint32_t> range = {kFirstWord * unit, kViewWords * unit};

    vulkan::Dispatch dispatch;
    std::vector<uint32_t> root = {0, 3, range[0], range[1]};
    if (is_table) root[2] = root[3] = 0;
    dispatch.push_constants = vulkan::bytes_of(root);
    std::vector<uint32_t> before(kBufferWords);
    for (uint32_t n = 0; n < kBufferWords; ++n) before[n] = 1000 + n;
    vulkan::BoundResource buffer = storage_buffer(place.binding, before, element);
    if (is_typed || place.form == BufferForm::kTexel) {
      buffer.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
      buffer.buffer_format = VK_FORMAT_R32_UINT;
    }
    std::vector<uint32_t> table(3 * element + 3, 0);
    table[3 * element + 1] = range[0];
    table[3 * element + 2] = range[1];
    dispatch.resources = {buffer, storage_buffer(2001, std::vector<uint32_t>(kOutputWords, 0xDEAD))};
    if (is_table) dispatch.resources.push_back(storage_buffer(place.range.binding, table));
    const auto results = run(program(is_typed), options, dispatch);
    ASSERT_GE(results.size(), 2u);
    expect_output(results[1], is_typed ? kViewWords : kViewWords * 4);
    if (is_typed) expect_alpha(results[1]);
    expect_buffer(results[0], before);
  }

 private:
  static void expect_output(const std::vector<uint32_t>& output, uint32_t size) {
    uint32_t counted = 0;
    for (uint32_t t = 0; t < 64; ++t) {
      const bool is_inside = t % 2 == 0;
      EXPECT_EQ(output[t], is_inside ? 1000 + kFirstWord + (t & 15) : 0) << "loaded by " << t;
      if (is_inside) counted += output[kAtomics + t] - (1000 + kFirstWord + kCounted);
      if (!is_inside) {
        EXPECT_EQ(output[kAtomics + t], 0u) << "counted by " << t;
      }
      EXPECT_EQ(output[kSize + t], size) << "size seen by " << t;
    }
    EXPECT_EQ(counted, 31u * 32 / 2) << "each old value once";
  }
  /// The view's format has no alpha, so alpha reads as 1, also out of bounds.
  static void expect_alpha(const std::vector<uint32_t>& output) {
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(output[kAlpha + t], 1u) << "loaded by " << t;
  }
  static void expect_buffer(const std::vector<uint32_t>& after, std::vector<uint32_t> expected) {
    expected[kFirstWord + kCounted] += 32;
    for (uint32_t n = kStored; n < kViewWords; ++n) expected[kFirstWord + n] = n - kStored;
    EXPECT_EQ(after, expected);
  }
};

Binding ranged(RangeKind range, BindingKind kind = BindingKind::kDescriptor,
               BufferForm form = BufferForm::kDefault) {
  Binding place;
  place.kind = kind;
  place.form = form;
  place.range.kind = range;
  if (kind == BindingKind::kHeap) place.first_element = 1;
  return place;
}

TEST_F(ViewModes, RangeInTheRootData) { check(ranged(RangeKind::kRootData), false); }
TEST_F(ViewModes, RangeInATable) { check(ranged(RangeKind::kTable), false); }
TEST_F(ViewModes, RangeInATableOfAHeap) { check(ranged(RangeKind::kTable, BindingKind::kHeap), false); }
TEST_F(ViewModes, TexelsOfAHeap) {
  check(ranged(RangeKind::kTable, BindingKind::kHeap, BufferForm::kTexel), false);
}
TEST_F(ViewModes, TexelsWithARangeInTheRootData) {
  check(ranged(RangeKind::kRootData, BindingKind::kDescriptor, BufferForm::kTexel), false);
}
TEST_F(ViewModes, TypedBuffer) { check(ranged(RangeKind::kRootData), true); }
TEST_F(ViewModes, TypedBufferOfAHeap) { check(ranged(RangeKind::kTable, BindingKind::kHeap), true); }

}  // namespace
}  // namespace trellis::test_c_api
