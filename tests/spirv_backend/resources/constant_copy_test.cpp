// Local arrays that copy a part of a constant buffer: accesses read the buffer instead, unless that is
// impossible.
#include <algorithm>
#include <functional>

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;

constexpr uint32_t kWords = 32, kThreads = 64;

uint32_t content(uint32_t word) { return 1000 + word * 17; }

/// A program that fills an array with words of b0, and returns to each thread the element that it indexes.
struct Program {
  std::vector<uint32_t> words;  ///< By element: the index of the word of b0 that it copies.
  /// Emits the code that computes the index from the thread.
  std::function<V(ProgramBuilder&, V)> index;
  bool overwrites = false;  ///< Whether the program stores 5 to element 1.
  bool in_loop = false;
};

class ConstantCopies : public DeviceTest {
 protected:
  static V element(ProgramBuilder& b, TypeId array, V object, V index) {
    return b.op(Opcode::kGep, b.pointer(), {object, b.i32(0), index}, array);
  }

  static void fill(ProgramBuilder& b, const Program& program, TypeId array, V object) {
    const TypeId i32 = b.int_type(32);
    const TypeId row_type = b.record({i32, i32, i32, i32}, "dx.types.CBufRet.i32");
    const V constants = b.handle(ResourceClass::kCbv, 0);
    for (uint32_t n = 0; n < program.words.size(); ++n) {
      const uint32_t word = program.words[n];
      const V row = b.dx(Op::kCBufferLoadLegacy, row_type, {constants, b.i32(word / 4)});
      const V value = b.op(Opcode::kExtractValue, i32, {row}, word % 4);
      const V place = element(b, array, object, b.i32(n));
      b.op(Opcode::kStore, b.void_type(), {value, place}, 4);
    }
    if (program.overwrites) {
      const V place = element(b, array, object, b.i32(1));
      b.op(Opcode::kStore, b.void_type(), {b.i32(5), place}, 4);
    }
  }

  static dxil::Shader shader_of(const Program& program) {
    ProgramBuilder b;
    const TypeId i32 = b.int_type(32), array = b.array(i32, program.words.size());
    b.raw_buffer(ResourceClass::kCbv, 0);
    b.shader().resources[0].kind = dxil::ResourceKind::kCBuffer;
    b.shader().resources[0].size = 4 * kWords;
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V object = b.op(Opcode::kAlloca, b.pointer(), std::vector<V>(), array);
    const V thread = b.thread_id();
    fill(b, program, array, object);
    BlockId loop = 0, after = 0;
    if (program.in_loop) {
      loop = b.block();
      after = b.block();
      b.branch(loop);
      b.at(loop);
    }
    const V place = element(b, array, object, program.index(b, thread));
    const V value = b.op(Opcode::kLoad, i32, {place}, 4);
    const V byte = b.op(Opcode::kMul, i32, {thread, b.i32(4)});
    b.store(i32, b.handle(ResourceClass::kUav, 0), byte, value);
    if (program.in_loop) {
      b.branch_if(b.compare(dxil::Predicate::kUlt, value, b.i32(0)), loop, after);
      b.at(after);
    }
    b.finish();
    b.end_function();
    return b.take();
  }

  /// Returns the elements that the threads read. b0 is a uniform buffer, or root constants if `from_root` is
  /// set.
  std::vector<uint32_t> results(const Program& program, bool from_root) {
    std::vector<uint32_t> constants(kWords);
    for (uint32_t n = 0; n < kWords; ++n) constants[n] = content(n);
    vulkan::Dispatch dispatch;
    if (from_root) {
      options.root_data.size = 4 * kWords;
      options.bind = [](const spirv::ResourceUse& use, spirv::Binding& binding) {
        if (use.info->resource_class != ResourceClass::kCbv) return true;
        binding.kind = spirv::BindingKind::kRootConstants;
        binding.root_size = 4 * kWords;
        return true;
      };
      dispatch.push_constants = vulkan::bytes_of(constants);
    } else {
      dispatch.resources.push_back(bound(0, 0, constants));
      dispatch.resources[0].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    }
    dispatch.resources.push_back(bound(2000, 0, std::vector<uint32_t>(kThreads, 0)));
    const Result<Vector<uint32_t>> module = translate(shader_of(program), options);
    if (!module) {
      ADD_FAILURE() << module.error().to_string();
      return {};
    }
    text_ = disassemble(*module);
    EXPECT_EQ(validate(*module), "") << text_;
    dispatch.words = *module;
    dispatch.entry = "main";
    const auto found = runner().dispatch(dispatch);
    if (!found) {
      ADD_FAILURE() << found.error().to_string() << "\n" << text_;
      return {};
    }
    return vulkan::words_of(*found).back();
  }

  bool has_array() const { return text_.find("OpTypePointer Function") != std::string::npos; }

  /// Checks the elements; `at` returns the index of the element that a thread should get.
  void expect(const Program& program, bool has_array, const std::function<uint32_t(uint32_t)>& at) {
    for (const bool from_root : {false, true}) {
      const auto values = results(program, from_root);
      ASSERT_EQ(values.size(), kThreads);
      EXPECT_EQ(this->has_array(), has_array) << text_;
      for (uint32_t t = 0; t < kThreads; ++t) {
        const bool is_changed = program.overwrites && at(t) == 1;
        EXPECT_EQ(values[t], is_changed ? 5 : content(program.words[at(t)])) << t << "\n" << text_;
      }
      options = {};
    }
  }

  static V masked(ProgramBuilder& b, V thread, uint32_t mask) {
    return b.op(Opcode::kAnd, b.int_type(32), {thread, b.i32(mask)});
  }
  static V by_3(ProgramBuilder& b, V thread) { return masked(b, thread, 3); }

 private:
  std::string text_;
};

TEST_F(ConstantCopies, OfARow) {
  expect({{8, 9, 10, 11}, by_3}, false, [](uint32_t t) { return t & 3; });
}

TEST_F(ConstantCopies, OfAColumn) {
  expect({{6, 10, 14, 18}, by_3}, false, [](uint32_t t) { return t & 3; });
  expect({{3, 11, 19, 27}, by_3}, false, [](uint32_t t) { return t & 3; });
}

TEST_F(ConstantCopies, OfWordsInSeveralRows) {
  expect({{2, 5, 8, 11}, by_3}, false, [](uint32_t t) { return t & 3; });
  const auto by_7 = [](ProgramBuilder& b, V thread) { return masked(b, thread, 7); };
  expect({{5, 6, 7, 8, 9, 10, 11, 12}, by_7}, false, [](uint32_t t) { return t & 7; });
}

// The result is undefined; the last element is as good as any other, and does not read out of bounds.
TEST_F(ConstantCopies, IndicesBeyondTheEndStayInside) {
  const auto thread_itself = [](ProgramBuilder&, V thread) { return thread; };
  expect({{4, 5, 6, 7}, thread_itself}, false, [](uint32_t t) { return std::min(t, 3u); });
}

TEST_F(ConstantCopies, AtKnownIndices) {
  const auto second = [](ProgramBuilder& b, V) { return b.i32(2); };
  expect({{1, 5, 9, 13}, second}, false, [](uint32_t) { return 2u; });
}

TEST_F(ConstantCopies, ThatChangeAreArrays) {
  Program program{{8, 9, 10, 11}, by_3};
  program.overwrites = true;
  expect(program, true, [](uint32_t t) { return t & 3; });
}

TEST_F(ConstantCopies, WithoutEvenSpacingAreArrays) {
  expect({{8, 9, 11, 12}, by_3}, true, [](uint32_t t) { return t & 3; });
  expect({{8, 8, 8, 8}, by_3}, true, [](uint32_t t) { return t & 3; });
  expect({{11, 10, 9, 8}, by_3}, true, [](uint32_t t) { return t & 3; });
}

TEST_F(ConstantCopies, ReadInLoopsAreArraysIfTheyAreSmall) {
  Program program{{8, 9, 10, 11}, by_3};
  program.in_loop = true;
  expect(program, true, [](uint32_t t) { return t & 3; });
  program.words.clear();
  for (uint32_t n = 0; n < 32; ++n) program.words.push_back(n);
  program.index = [](ProgramBuilder& b, V thread) { return masked(b, thread, 31); };
  expect(program, false, [](uint32_t t) { return t & 31; });
}

}  // namespace
}  // namespace trellis::test_backend
