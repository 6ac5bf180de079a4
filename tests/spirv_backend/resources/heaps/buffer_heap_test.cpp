// Descriptor heaps: the bindings that their descriptors become, how handles from them are passed around, and
// what is refused.
#include <algorithm>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/device_test.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;

constexpr uint32_t kHeap = 5000, kCounters = 5001, kU0 = 2000;
// First words of handle properties: resource kinds and flags.
constexpr uint32_t kTypedBuffer = 10, kRawBuffer = 11, kStructured = 12, kConstants = 13, kSampler = 14,
                   kUav = 1 << 12, kHasCounter = 1 << 15;

class Heap : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    i32 = b.int_type(32);
    properties_ = b.record({i32, i32}, "dx.types.ResourceProperties");
  }
  V from_heap(V index, bool non_uniform = false, bool is_sampler = false) {
    return b.dx(Op::kCreateHandleFromHeap, b.handle_type(), {index, b.i1(is_sampler), b.i1(non_uniform)});
  }
  V annotated(V handle, uint32_t first, uint32_t second = 0) {
    return b.dx(Op::kAnnotateHandle, b.handle_type(),
                {handle, b.aggregate(properties_, {b.i32(first), b.i32(second)})});
  }
  void begin() {
    output_ = b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
  }
  /// Stores `value` for each thread, and ends the program.
  dxil::Shader end(V value) {
    const V byte = b.op(Opcode::kShl, i32, {thread, b.i32(2)});
    b.store(i32, b.handle(ResourceClass::kUav, output_), byte, value);
    b.finish();
    b.end_function();
    return b.take();
  }
  /// Runs the program with raw buffers in the heap, and returns the contents of u0.
  std::vector<uint32_t> results(const dxil::Shader& shader, const std::vector<std::vector<uint32_t>>& heap) {
    std::vector<vulkan::BoundResource> bindings = {bound(kU0, 0, std::vector<uint32_t>(64, 0))};
    for (uint32_t n = 0; n < heap.size(); ++n) bindings.push_back(bound(kHeap, n, heap[n]));
    const auto all = run_bound(shader, bindings);
    return all.empty() ? std::vector<uint32_t>(64, 0xDEAD) : all[0];
  }
  Diagnostic refusal(V value) {
    const auto module = translate(end(value));
    EXPECT_FALSE(module.ok());
    return module ? Diagnostic{} : module.error();
  }

  ProgramBuilder b;
  TypeId i32 = 0;
  V thread;

 private:
  TypeId properties_ = 0;
  uint32_t output_ = 0;
};

TEST_F(Heap, EachLaneReadsItsBuffer) {
  begin();
  const V which = b.op(Opcode::kAnd, i32, {thread, b.i32(3)});
  const V buffer = annotated(from_heap(which, true), kRawBuffer);
  const auto shader = end(b.load(i32, buffer, b.op(Opcode::kShl, i32, {thread, b.i32(2)})));
  std::vector<std::vector<uint32_t>> heap(4, std::vector<uint32_t>(64));
  for (uint32_t n = 0; n < 4; ++n) {
    for (uint32_t t = 0; t < 64; ++t) heap[n][t] = n * 1000 + t;
  }
  const auto words = results(shader, heap);
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], (t & 3) * 1000 + t);
  EXPECT_NE(disassemble(*translate(shader)).find("NonUniform"), std::string::npos);
}

TEST_F(Heap, HandlesJoinInPhis) {
  // Handles meet in a phi before they are annotated, and after.
  for (const bool annotate_first : {false, true}) {
    b = ProgramBuilder();
    SetUp();
    begin();
    const BlockId yes = b.block(), no = b.block(), join = b.block();
    b.branch_if(b.op(Opcode::kTrunc, b.int_type(1), {thread}), yes, no);
    const auto make = [&](V index) {
      const V handle = from_heap(index);
      return annotate_first ? annotated(handle, kStructured, 4) : handle;
    };
    b.at(yes);
    const V one = make(b.i32(2));
    b.branch(join);
    b.at(no);
    const V other = make(b.op(Opcode::kLShr, i32, {thread, b.i32(5)}));
    b.branch(join);
    b.at(join);
    const V both = b.phi(b.handle_type());
    b.add_incoming(both, yes, one);
    b.add_incoming(both, no, other);
    const V buffer = annotate_first ? both : annotated(both, kStructured, 4);
    const V loaded =
        b.dx(Op::kRawBufferLoad, b.load_result(i32), {buffer, thread, b.i32(0), b.i8(1), b.i32(4)});
    const auto shader = end(b.op(Opcode::kExtractValue, i32, {loaded}, 0));
    std::vector<std::vector<uint32_t>> heap(3, std::vector<uint32_t>(64));
    for (uint32_t n = 0; n < 3; ++n) {
      for (uint32_t t = 0; t < 64; ++t) heap[n][t] = n * 1000 + t;
    }
    const auto words = results(shader, heap);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], ((t & 1) != 0 ? 2 : t >> 5) * 1000 + t);
  }
}

TEST_F(Heap, ALoopReplacesAHandle) {
  // Each buffer contains the heap index of the next one; 0 ends the chain.
  begin();
  const BlockId loop = b.block(), done = b.block();
  const V first = from_heap(b.i32(1));
  b.branch(loop);
  b.at(loop);
  const V handle = b.phi(b.handle_type()), sum = b.phi(i32);
  const V buffer = annotated(handle, kRawBuffer);
  const V next = b.load(i32, buffer, b.i32(0));
  const V more = b.op(Opcode::kAdd, i32, {sum, b.load(i32, buffer, b.i32(4))});
  const V following = from_heap(next, true);
  b.add_incoming(handle, 0, first);
  b.add_incoming(handle, loop, following);
  b.add_incoming(sum, 0, thread);
  b.add_incoming(sum, loop, more);
  b.branch_if(b.compare(dxil::Predicate::kEq, next, b.i32(0)), done, loop);
  b.at(done);
  const auto words = results(end(more), {{0, 1}, {3, 10}, {0, 100}, {2, 1000}});
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], t + 1110);
}

TEST_F(Heap, CountersAreBesideTheirBuffers) {
  begin();
  const V buffer = annotated(from_heap(b.i32(1)), kStructured | kUav | kHasCounter, 4);
  const V at = b.dx(Op::kBufferUpdateCounter, i32, {buffer, b.i8(1)});
  const auto shader = end(at);
  const auto all = run_bound(shader, {bound(kU0, 0, std::vector<uint32_t>(64, 0)), bound(kCounters, 0, {7}),
                                      bound(kCounters, 1, {1000})});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1][0], 7u);
  EXPECT_EQ(all[2][0], 1064u);
  uint64_t sum = 0;
  for (uint32_t value : all[0]) sum += value;
  EXPECT_EQ(sum, 64u * 1000 + 63 * 32);
}

TEST_F(Heap, FormsOfDescriptorsShareTheBinding) {
  begin();
  const TypeId row = b.record({i32, i32, i32, i32}, "dx.types.CBufRet.i32");
  const auto constant = [&](uint32_t slot, uint32_t size) {
    const V loaded =
        b.dx(Op::kCBufferLoadLegacy, row, {annotated(from_heap(b.i32(slot)), kConstants, size), b.i32(0)});
    return b.op(Opcode::kExtractValue, i32, {loaded}, 0);
  };
  const V both = b.op(Opcode::kAdd, i32, {constant(0, 16), constant(1, 256)});
  // One typed buffer is accessed atomically, the other one is not: only the first one needs a format.
  constexpr uint32_t kWords = 5 | 1 << 8;
  const V counts = annotated(from_heap(b.i32(2)), kTypedBuffer | kUav, kWords);
  const V texels = annotated(from_heap(b.i32(3)), kTypedBuffer | kUav, kWords);
  b.dx(Op::kAtomicBinOp, i32, {counts, b.i32(0), thread, b.undef_i32(), b.undef_i32(), both});
  const V texel = b.dx(Op::kBufferLoad, b.load_result(i32), {texels, thread, b.undef_i32()});
  const auto module = translate(end(b.op(Opcode::kExtractValue, i32, {texel}, 0)));
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_EQ(validate(*module), "");
  const std::string text = disassemble(*module);
  size_t places = 0;
  for (size_t at = 0; (at = text.find("Binding 5000", at)) != std::string::npos; ++at) ++places;
  EXPECT_EQ(places, 4u) << text;
  EXPECT_NE(text.find("Buffer 0 0 0 2 R32ui"), std::string::npos) << text;
  EXPECT_NE(text.find("Buffer 0 0 0 2 Unknown"), std::string::npos) << text;
}

TEST_F(Heap, HoldsDescriptorsOfAllKinds) {
  // A constant buffer contains the heap index of a structured buffer. An element of that one is added to a
  // texel and to a counter in another buffer.
  begin();
  const TypeId row = b.record({i32, i32, i32, i32}, "dx.types.CBufRet.i32");
  const V names =
      b.dx(Op::kCBufferLoadLegacy, row, {annotated(from_heap(b.i32(3)), kConstants, 16), b.i32(0)});
  const V second = b.op(Opcode::kExtractValue, i32, {names}, 1);
  const V elements = annotated(from_heap(second), kStructured, 4);
  const V loaded =
      b.dx(Op::kRawBufferLoad, b.load_result(i32), {elements, thread, b.i32(0), b.i8(1), b.i32(4)});
  const V element = b.op(Opcode::kExtractValue, i32, {loaded}, 0);
  constexpr uint32_t kWords = 5 | 1 << 8;
  const V read = b.dx(Op::kBufferLoad, b.load_result(i32),
                      {annotated(from_heap(b.i32(0)), kTypedBuffer, kWords), thread, b.undef_i32()});
  const V texel = b.op(Opcode::kExtractValue, i32, {read}, 0);
  const V counts = annotated(from_heap(b.i32(2)), kTypedBuffer | kUav, kWords);
  b.dx(Op::kAtomicBinOp, i32, {counts, b.i32(0), b.i32(1), b.undef_i32(), b.undef_i32(), element});
  const auto shader = end(b.op(Opcode::kAdd, i32, {element, texel}));
  std::vector<uint32_t> texels(64), words(64);
  for (uint32_t t = 0; t < 64; ++t) {
    texels[t] = t * 1000;
    words[t] = t;
  }
  std::vector<vulkan::BoundResource> bindings = {bound(kU0, 0, std::vector<uint32_t>(64, 0)),
                                                 bound(kHeap, 0, texels), bound(kHeap, 1, words),
                                                 bound(kHeap, 2, {7, 100}), bound(kHeap, 3, {9, 1, 9, 9})};
  bindings[1].type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  bindings[3].type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
  bindings[1].buffer_format = bindings[3].buffer_format = VK_FORMAT_R32_UINT;
  bindings[4].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  const auto all = run_bound(shader, bindings);
  ASSERT_EQ(all.size(), 5u);
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(all[0][t], t * 1001);
  EXPECT_EQ(all[3], (std::vector<uint32_t>{7, 100 + 63 * 32}));
}

TEST_F(Heap, IsBoundWhereTheOptionsSay) {
  begin();
  const V buffer = annotated(from_heap(thread), kStructured | kUav | kHasCounter, 4);
  b.dx(Op::kRawBufferStore, b.void_type(),
       {buffer, thread, b.i32(0), thread, b.undef_i32(), b.undef_i32(), b.undef_i32(), b.i8(1), b.i32(4)});
  const auto shader = end(b.dx(Op::kBufferUpdateCounter, i32, {buffer, b.i8(1)}));
  spirv::EmitOptions options;
  options.heaps.resources = {2, 17};
  options.heaps.counters = {3, 18};
  const auto module = translate(shader, options);
  ASSERT_TRUE(module.ok());
  const std::string text = disassemble(*module);
  for (const char* part : {"DescriptorSet 2", "Binding 17", "DescriptorSet 3", "Binding 18"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  options.heaps.resources = {0, kU0};
  const auto collision = translate(shader, options);
  ASSERT_FALSE(collision.ok());
  EXPECT_NE(collision.error().message.find("ResourceDescriptorHeap"), std::string::npos);
}

TEST_F(Heap, RefusesNonsensicalProperties) {
  struct Case {
    uint32_t first, second;
    const char* part;
  };
  for (const Case& c : {Case{0, 0, "no kind"}, Case{99, 0, "no kind"}, Case{kStructured, 0, "stride"},
                        Case{kStructured, 4000, "stride"}, Case{kConstants, 1 << 20, "size"},
                        Case{kTypedBuffer, 0, "component type"}, Case{kTypedBuffer, 9, "component type"},
                        Case{kSampler, 0, "heap of resources"}}) {
    b = ProgramBuilder();
    SetUp();
    begin();
    const Diagnostic error = refusal(b.load(i32, annotated(from_heap(thread), c.first, c.second), b.i32(0)));
    EXPECT_EQ(error.code, ErrorCode::kBadInput) << c.part;
    EXPECT_NE(error.message.find(c.part), std::string::npos) << error.message;
    EXPECT_EQ(error.where.function, "main");
    EXPECT_EQ(error.where.block, "0");
    EXPECT_EQ(error.where.instruction, "instruction 2");
    EXPECT_NE(error.where.operation.find("AnnotateHandle"), std::string::npos);
  }
}

TEST_F(Heap, RefusesHandlesWithoutAResource) {
  begin();
  const Diagnostic error = refusal(b.load(i32, from_heap(thread), b.i32(0)));
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("never annotated"), std::string::npos) << error.message;
}

TEST_F(Heap, RefusesABoundHandleAnnotatedAsAnotherKind) {
  begin();
  const Diagnostic error =
      refusal(b.load(i32, annotated(b.handle(ResourceClass::kUav, 0), kRawBuffer), b.i32(0)));
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("is annotated as"), std::string::npos) << error.message;
}

TEST_F(Heap, RefusesPhisOfBoundAndHeapHandles) {
  begin();
  const V condition = b.op(Opcode::kTrunc, b.int_type(1), {thread});
  const V heap = annotated(from_heap(thread), kRawBuffer | kUav);
  const V either =
      b.op(Opcode::kSelect, b.handle_type(), {condition, b.handle(ResourceClass::kUav, 0), heap});
  const Diagnostic error = refusal(b.load(i32, either, b.i32(0)));
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("different resource ranges"), std::string::npos) << error.message;
}

dxil::Shader corpus_shader(const char* name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "resources" / name);
  auto shader = dxil::read_shader(bytes.value());
  EXPECT_TRUE(shader.ok());
  return shader ? std::move(*shader) : dxil::Shader{};
}

TEST_F(Heap, TheCorpusChainOfBuffers) {
  // Words of a block: payload, next, kind, count, values. The walk starts at the root and ends at kind 0.
  const std::vector<std::vector<uint32_t>> heap = {
      {5, 0, 0, 0}, {7, 3, 1, 0}, {11, 0, 0, 0}, {13, 2, 2, 2, 0x55, 0xF0}};
  std::vector<vulkan::BoundResource> bindings = {bound(kU0, 0, std::vector<uint32_t>(64, 0))};
  bindings.push_back(bound(0, 0, {1, 10, 0, 0}));
  bindings[1].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  for (uint32_t n = 0; n < heap.size(); ++n) bindings.push_back(bound(kHeap, n, heap[n]));
  const auto all = run_bound(corpus_shader("heap_handle_loop_carried.dxil"), bindings);
  ASSERT_FALSE(all.empty());
  for (uint32_t t = 0; t < 32; ++t) {
    const uint32_t second = (t * 31 + 7) * 31 + 13;
    EXPECT_EQ(all[0][2 * t], (second ^ 0x55 ^ 0xF0) * 31 + 11);
    EXPECT_EQ(all[0][2 * t + 1], 2u);
  }
}

TEST_F(Heap, TheCorpusPoolWithCounters) {
  // Threads below `count` allocate a slot of the pool; slots whose flag was set are appended to the list.
  constexpr uint32_t kCount = 40;
  std::vector<uint32_t> flags(64, 0);
  for (uint32_t n = 0; n < 64; n += 3) flags[n] = 5;
  std::vector<vulkan::BoundResource> bindings = {
      bound(0, 0, {0, 1, 2, kCount}), bound(kHeap, 0, std::vector<uint32_t>(128, 0)),
      bound(kHeap, 1, flags),         bound(kHeap, 2, std::vector<uint32_t>(64, 0xFFFF)),
      bound(kCounters, 0, {0}),       bound(kCounters, 2, {0}),
  };
  bindings[0].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  const auto all = run_bound(corpus_shader("heap_counter_and_coherent_uav.dxil"), bindings);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[4][0], kCount);
  std::vector<uint32_t> threads, listed;
  for (uint32_t at = 0; at < kCount; ++at) {
    threads.push_back(all[1][2 * at]);
    EXPECT_EQ(all[1][2 * at + 1], at ^ all[1][2 * at]);
    EXPECT_EQ(all[2][at], 1u);
  }
  std::sort(threads.begin(), threads.end());
  for (uint32_t t = 0; t < kCount; ++t) EXPECT_EQ(threads[t], t);
  for (uint32_t n = 0; n < all[5][0]; ++n) listed.push_back(all[3][n]);
  std::sort(listed.begin(), listed.end());
  std::vector<uint32_t> wanted;
  for (uint32_t n = 0; n < kCount; n += 3) wanted.push_back(n);
  EXPECT_EQ(listed, wanted);
}

TEST_F(Heap, TheCorpusChoiceOfBuffers) {
  // control[id] selects the source and the destination of a thread.
  constexpr uint32_t kFirst = 1, kSecond = 2, kThird = 4, kThreshold = 1000;
  std::vector<uint32_t> control(64);
  for (uint32_t n = 0; n < 64; ++n) control[n] = (n & 1 ? 2000 & ~0x30Fu : 0) | (n & 6) << 7 | (n >> 3);
  std::vector<vulkan::BoundResource> bindings = {bound(0, 0, {kFirst, kSecond, kThird, kThreshold}),
                                                 bound(1000, 0, control)};
  bindings[0].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  // Any of the 64 buffers may be a source; two of them are destinations.
  for (uint32_t n = 0; n < 64; ++n) {
    std::vector<uint32_t> words(64, 0);
    const bool is_target = n == kThird || n == kThird + 1;
    for (uint32_t w = 0; w < 64 && !is_target; ++w) words[w] = n * 100 + w;
    bindings.push_back(bound(kHeap, n, words));
  }
  const auto all = run_bound(corpus_shader("heap_handle_select_branch.dxil"), bindings);
  ASSERT_EQ(all.size(), 66u);
  for (uint32_t n = 0; n < 64; ++n) {
    const uint32_t k = control[n];
    uint32_t source = k > kThreshold ? kFirst : kSecond, target = kThird;
    if ((k & 0x100) != 0 && (k & 0x200) != 0) source = k & 63;
    if ((k & 0x100) != 0 && (k & 0x200) == 0) target = kThird + 1;
    // The buffer would be read and written at the same time.
    if (source == kThird || source == kThird + 1) continue;
    EXPECT_EQ(all[2 + target][n], source * 200 + (k & 15)) << n;
    EXPECT_EQ(all[2 + (2 * kThird + 1 - target)][n], 0u) << n;
  }
}

}  // namespace
}  // namespace trellis::test_backend
