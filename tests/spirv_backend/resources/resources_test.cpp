// Resources: the variables that they become, their decorations, and how they are addressed.
#include <algorithm>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/device_test.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;

std::vector<uint32_t> must_translate(const dxil::Shader& shader, const spirv::EmitOptions& options = {}) {
  const auto module = translate(shader, options);
  if (!module) {
    ADD_FAILURE() << module.error().to_string();
    return {};
  }
  EXPECT_EQ(validate(*module, options.target), "") << disassemble(*module);
  return *module;
}

uint32_t decorations(const std::vector<uint32_t>& module, spv::Decoration decoration) {
  uint32_t count = 0;
  for (size_t at = 5; at < module.size() && module[at] >> 16 != 0; at += module[at] >> 16) {
    const bool is_it = (module[at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpDecorate) &&
                       module[at + 2] == static_cast<uint32_t>(decoration);
    count += is_it ? 1 : 0;
  }
  return count;
}

bool has_capability(const std::vector<uint32_t>& module, spv::Capability capability) {
  for (size_t at = 5; at < module.size() && module[at] >> 16 != 0; at += module[at] >> 16) {
    if (module[at] == (2u << 16 | static_cast<uint32_t>(spv::Op::OpCapability)) &&
        module[at + 1] == static_cast<uint32_t>(capability)) {
      return true;
    }
  }
  return false;
}

TEST(Resources, DeclareTheirAccesses) {
  ProgramBuilder b;
  const TypeId i32 = b.int_type(32);
  const uint32_t source = b.raw_buffer(ResourceClass::kSrv, 0), sink = b.raw_buffer(ResourceClass::kUav, 0),
                 both = b.raw_buffer(ResourceClass::kUav, 1);
  b.raw_buffer(ResourceClass::kUav, 2);  // Not used.
  b.shader().resources[2].globally_coherent = true;
  b.begin_function("main", b.void_type(), {});
  const V value = b.load(i32, b.handle(ResourceClass::kSrv, source), b.i32(0));
  b.store(i32, b.handle(ResourceClass::kUav, sink), b.i32(0), value);
  const V other = b.handle(ResourceClass::kUav, both, b.i32(1));
  b.store(i32, other, b.i32(8), b.load(i32, other, b.i32(4)));
  b.finish();
  b.end_function();
  const auto module = must_translate(b.take());
  EXPECT_EQ(decorations(module, spv::Decoration::NonWritable), 1u) << "the SRV";
  EXPECT_EQ(decorations(module, spv::Decoration::NonReadable), 1u) << "the UAV only stored to";
  EXPECT_EQ(decorations(module, spv::Decoration::Coherent), 1u);
  EXPECT_EQ(decorations(module, spv::Decoration::Aliased), 2u) << "two UAVs may be one buffer";
  EXPECT_EQ(decorations(module, spv::Decoration::Restrict), 0u);
  EXPECT_EQ(decorations(module, spv::Decoration::Binding), 3u) << "unused resources are left out";
}

TEST(Resources, AreRestrictWhenTheyCannotOverlap) {
  for (const bool flagged : {false, true}) {
    ProgramBuilder b;
    const TypeId i32 = b.int_type(32);
    const uint32_t first = b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    b.store(i32, b.handle(ResourceClass::kUav, first), b.i32(0), b.i32(1));
    if (flagged) {
      const uint32_t second = b.raw_buffer(ResourceClass::kUav, 1);
      b.store(i32, b.handle(ResourceClass::kUav, second, b.i32(1)), b.i32(0), b.i32(1));
    }
    b.finish();
    b.end_function();
    dxil::Shader shader = b.take();
    if (flagged) shader.entry_points[0].flags |= uint64_t{1} << 33;
    EXPECT_EQ(decorations(must_translate(shader), spv::Decoration::Restrict), flagged ? 2u : 1u);
  }
}

TEST(Resources, ViewsOfOneBufferAreAliased) {
  ProgramBuilder b;
  const TypeId i32 = b.int_type(32), i16 = b.int_type(16);
  const uint32_t buffer = b.raw_buffer(ResourceClass::kUav, 0);
  b.begin_function("main", b.void_type(), {});
  const V handle = b.handle(ResourceClass::kUav, buffer);
  const V narrow = b.load(i16, handle, b.i32(6));
  b.store(i32, handle, b.i32(8), b.op(Opcode::kZExt, i32, {narrow}));
  b.finish();
  b.end_function();
  const auto module = must_translate(b.take());
  EXPECT_EQ(decorations(module, spv::Decoration::Aliased), 2u);
  EXPECT_TRUE(has_capability(module, spv::Capability::StorageBuffer16BitAccess));
}

enum class Index { kConstant, kGroup, kThread };

dxil::Shader array_program(uint32_t count, Index kind, bool non_uniform) {
  ProgramBuilder b;
  const TypeId i32 = b.int_type(32);
  const uint32_t buffers = b.raw_buffer(ResourceClass::kUav, 3, count);
  b.begin_function("main", b.void_type(), {});
  V index = b.i32(5);
  if (kind == Index::kThread) index = b.op(Opcode::kAdd, i32, {b.thread_id(), b.i32(3)});
  if (kind == Index::kGroup) index = b.op(Opcode::kAdd, i32, {b.dx(Op::kGroupId, i32, {b.i32(0)}), b.i32(3)});
  const V handle =
      b.dx(Op::kCreateHandle, b.handle_type(), {b.i8(1), b.i32(buffers), index, b.i1(non_uniform)});
  b.store(i32, handle, b.i32(0), b.load(i32, handle, b.i32(4)));
  b.finish();
  b.end_function();
  return b.take();
}

TEST(Resources, ArraysDeclareWhatTheirIndexNeeds) {
  using spv::Capability;
  const auto constant = must_translate(array_program(8, Index::kConstant, false));
  EXPECT_FALSE(has_capability(constant, Capability::StorageBufferArrayDynamicIndexing));
  const auto dynamic = must_translate(array_program(8, Index::kGroup, false));
  EXPECT_TRUE(has_capability(dynamic, Capability::StorageBufferArrayDynamicIndexing));
  EXPECT_FALSE(has_capability(dynamic, Capability::ShaderNonUniform));
  const auto non_uniform = must_translate(array_program(8, Index::kThread, true));
  EXPECT_TRUE(has_capability(non_uniform, Capability::StorageBufferArrayNonUniformIndexing));
  EXPECT_EQ(decorations(non_uniform, spv::Decoration::NonUniform), 3u) << "two pointers, one loaded value";
  EXPECT_FALSE(has_capability(non_uniform, Capability::RuntimeDescriptorArray));
  const auto unbounded = must_translate(array_program(UINT32_MAX, Index::kThread, true));
  EXPECT_TRUE(has_capability(unbounded, Capability::RuntimeDescriptorArray));
}

TEST(Resources, NonUniformAsDeclaredOrInferred) {
  using enum spirv::NonUniformIndices;
  const auto has_it = [](spirv::NonUniformIndices mode, Index index, bool declared) {
    spirv::EmitOptions options;
    options.non_uniform = mode;
    const auto module = translate(array_program(8, index, declared), options);
    EXPECT_TRUE(module.ok());
    if (!module) return false;
    EXPECT_EQ(validate(*module), "");
    EXPECT_EQ(has_capability(*module, spv::Capability::ShaderNonUniform),
              decorations(*module, spv::Decoration::NonUniform) > 0);
    return has_capability(*module, spv::Capability::ShaderNonUniform);
  };
  for (const bool declared : {false, true}) {
    for (const auto mode : {kDeclared, kInferred, kInferredOrDeclared, kAlways}) {
      EXPECT_FALSE(has_it(mode, Index::kConstant, declared));
    }
    EXPECT_EQ(has_it(kDeclared, Index::kGroup, declared), declared);
    EXPECT_EQ(has_it(kDeclared, Index::kThread, declared), declared);
    EXPECT_FALSE(has_it(kInferred, Index::kGroup, declared));
    EXPECT_TRUE(has_it(kInferred, Index::kThread, declared));
    EXPECT_EQ(has_it(kInferredOrDeclared, Index::kGroup, declared), declared);
    EXPECT_TRUE(has_it(kInferredOrDeclared, Index::kThread, declared));
    EXPECT_TRUE(has_it(kAlways, Index::kGroup, declared));
    EXPECT_TRUE(has_it(kAlways, Index::kThread, declared));
  }
}

TEST(Resources, ArraysWorkForEveryTarget) {
  for (const spirv::Target target :
       {spirv::Target::kVulkan1_1, spirv::Target::kVulkan1_2, spirv::Target::kVulkan1_3}) {
    spirv::EmitOptions options;
    options.target = target;
    must_translate(array_program(UINT32_MAX, Index::kThread, true), options);
  }
}

TEST(Resources, RegistersOutsideTheRangeAreBadInput) {
  ProgramBuilder b;
  const uint32_t buffers = b.raw_buffer(ResourceClass::kUav, 3, 2);
  b.begin_function("main", b.void_type(), {});
  b.handle(ResourceClass::kUav, buffers, b.i32(2));
  b.finish();
  b.end_function();
  const auto module = translate(b.take());
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::kBadInput);
}

TEST(Resources, HandlesMayBeChosenWithinTheirRange) {
  ProgramBuilder b;
  const TypeId i32 = b.int_type(32);
  const uint32_t buffers = b.raw_buffer(ResourceClass::kUav, 0, 4),
                 other = b.raw_buffer(ResourceClass::kUav, 9);
  b.begin_function("main", b.void_type(), {});
  const V condition = b.op(Opcode::kTrunc, b.int_type(1), {b.thread_id()});
  const V one = b.handle(ResourceClass::kUav, buffers, b.i32(1)),
          three = b.handle(ResourceClass::kUav, buffers, b.i32(3));
  const V chosen = b.op(Opcode::kSelect, b.handle_type(), {condition, one, three});
  b.store(i32, chosen, b.i32(0), b.i32(1));
  b.store(i32, b.handle(ResourceClass::kUav, other, b.i32(9)), b.i32(0), b.i32(1));
  b.finish();
  b.end_function();
  EXPECT_EQ(count_of(must_translate(b.take()), spv::Op::OpSelect), 1u);
}

class BuffersOnDevice : public DeviceTest {
 protected:
  /// Starts a program with u0 as a structured buffer of this stride; its word n initially contains n.
  void begin(uint32_t stride) {
    i32 = b.int_type(32);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.shader().resources[0].kind = ResourceKind::kStructuredBuffer;
    b.shader().resources[0].stride = stride;
    b.raw_buffer(ResourceClass::kUav, 1);
    b.begin_function("main", b.void_type(), {});
    from_ = b.handle(ResourceClass::kUav, 0);
    to_ = b.handle(ResourceClass::kUav, 1, b.i32(1));
    thread = b.thread_id();
  }
  V load_structured(TypeId type, V element, V offset) {
    const V all = b.dx(Op::kRawBufferLoad, b.load_result(type), {from_, element, offset, b.i8(1), b.i32(2)});
    return b.op(Opcode::kExtractValue, type, {all}, 0);
  }
  void output(V value) { b.store(i32, to_, b.op(Opcode::kMul, i32, {thread, b.i32(4)}), value); }
  std::vector<uint32_t> results() {
    b.finish();
    b.end_function();
    std::vector<uint32_t> words(1024), out(64, 0);
    for (uint32_t n = 0; n < 1024; ++n) words[n] = n | (n + 1) << 16;
    auto all = run(b.take(), {words, out});
    return all.size() < 2 ? std::vector<uint32_t>(64, 0xDEAD) : all[1];
  }

  ProgramBuilder b;
  TypeId i32 = 0;
  V thread;

 private:
  V from_, to_;
};

TEST_F(BuffersOnDevice, StructuredElementsOfWholeWords) {
  begin(20);
  output(load_structured(i32, thread, b.i32(8)));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t] & 0xFFFF, t * 5 + 2);
}

TEST_F(BuffersOnDevice, StructuredElementsOfOddStride) {
  begin(6);
  const V half_word = load_structured(b.int_type(16), thread, b.i32(4));
  output(b.op(Opcode::kZExt, i32, {half_word}));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) {
    const uint32_t at = (t * 6 + 4) / 2;
    EXPECT_EQ(words[t], at / 2 + at % 2) << t;
  }
}

TEST_F(BuffersOnDevice, StructuredElementsAtDynamicOffsets) {
  begin(16);
  const V offset = b.op(Opcode::kShl, i32, {b.op(Opcode::kAnd, i32, {thread, b.i32(3)}), b.i32(2)});
  output(load_structured(i32, thread, offset));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t] & 0xFFFF, t * 4 + (t & 3));
}

TEST_F(BuffersOnDevice, CountersGoUpAndDown) {
  // Counting up returns the old value, counting down the new one, as append and consume buffers require.
  for (const bool up : {true, false}) {
    b = ProgramBuilder();
    begin(4);
    output(b.dx(Op::kBufferUpdateCounter, i32, {b.handle(ResourceClass::kUav, 0), b.i8(up ? 1 : 0xFF)}));
    b.finish();
    b.end_function();
    const auto all = run_bound(
        b.take(), {bound(2000, 0, {0}), bound(2001, 0, std::vector<uint32_t>(64, 0)), bound(4000, 0, {100})});
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[2][0], up ? 164u : 36u);
    std::vector<uint32_t> given = all[1];
    std::sort(given.begin(), given.end());
    for (uint32_t n = 0; n < 64; ++n) EXPECT_EQ(given[n], (up ? 100 : 36) + n);
  }
}

TEST_F(BuffersOnDevice, LibrariesNameThemByGlobals) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "ops" / "library_compute_entries.dxil");
  const auto shader = dxil::read_shader(bytes.value());
  ASSERT_TRUE(shader.ok());
  std::vector<uint32_t> source(64);
  for (uint32_t n = 0; n < 64; ++n) source[n] = n * 0x01234567;
  const auto all = run_bound(*shader, {bound(1000, 0, source), bound(2000, 0, std::vector<uint32_t>(64, 0))});
  ASSERT_EQ(all.size(), 2u);
  for (uint32_t t = 0; t < 64; ++t) {
    uint32_t v = source[(t + 1) & 63];
    v ^= v >> 15;
    v *= 0x2c1b3c6du;
    EXPECT_EQ(all[1][t], v ^ (v >> 12));
  }
}

TEST_F(BuffersOnDevice, SizesAreInElements) {
  begin(16);
  const TypeId dimensions = b.record({i32, i32, i32, i32}, "dx.types.Dimensions");
  const V size = b.dx(Op::kGetDimensions, dimensions, {b.handle(ResourceClass::kUav, 0), b.undef_i32()});
  const V bytes =
      b.dx(Op::kGetDimensions, dimensions, {b.handle(ResourceClass::kUav, 1, b.i32(1)), b.undef_i32()});
  const V elements = b.op(Opcode::kExtractValue, i32, {size}, 0);
  const V length = b.op(Opcode::kExtractValue, i32, {bytes}, 0);
  output(b.op(Opcode::kAdd, i32, {b.op(Opcode::kMul, i32, {elements, b.i32(1000)}), length}));
  EXPECT_EQ(results()[0], 256u * 1000 + 256);
}

}  // namespace
}  // namespace trellis::test_backend
