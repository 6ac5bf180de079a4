// Thread IDs, barriers, and queries about the invocation.
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv_backend/operations/operation_runner.hpp"
#include "tests/spirv_backend/operations/values.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_ops {
namespace {

class ThreadOps : public OperationTest {
 protected:
  std::vector<uint64_t> run_all(const OperationProgram& program) {
    const auto got = run(program);
    EXPECT_TRUE(got);
    return got ? *got : std::vector<uint64_t>(output_size(program) / 8);
  }

  /// Returns the operands of the only barrier in the module: {execution scope,} memory scope, semantics.
  /// Empty if there is none.
  std::vector<uint32_t> barrier_of(const OperationProgram& program) {
    const std::vector<uint32_t> words = translate(program);
    std::vector<uint32_t> operands;
    for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
      const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
      if (opcode != spv::Op::OpControlBarrier && opcode != spv::Op::OpMemoryBarrier) continue;
      EXPECT_TRUE(operands.empty()) << "two barriers";
      for (uint32_t n = 1; n < words[at] >> 16; ++n) operands.push_back(constant_of(words, words[at + n]));
    }
    return operands;
  }

 private:
  static uint32_t constant_of(const std::vector<uint32_t>& words, uint32_t id) {
    for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
      if (static_cast<spv::Op>(words[at] & 0xFFFF) == spv::Op::OpConstant && words[at + 2] == id)
        return words[at + 3];
    }
    return UINT32_MAX;
  }
};

TEST_F(ThreadOps, IdsOfThreads) {
  for (const Op op : {Op::kThreadId, Op::kThreadIdInGroup}) {
    for (uint32_t component = 0; component < 3; ++component) {
      const auto got =
          run_all({.op = op, .arguments = {constant(kI32, component)}, .results = {kI32}, .group_height = 4});
      for (uint32_t lane = 0; lane < 64; ++lane) {
        EXPECT_EQ(got[lane], component == 0 ? lane % 16 : component == 1 ? lane / 16 : 0) << name_of(op);
      }
    }
  }
  const auto flat = run_all({.op = Op::kFlattenedThreadIdInGroup, .results = {kI32}, .group_height = 4});
  for (uint32_t lane = 0; lane < 64; ++lane) EXPECT_EQ(flat[lane], lane);
  EXPECT_EQ(run_all({.op = Op::kGroupId, .arguments = {constant(kI32, 1)}, .results = {kI32}})[5], 0u);
}

TEST_F(ThreadOps, ComponentChosenAtRunTime) {
  std::vector<uint64_t> components;
  for (uint32_t lane = 0; lane < 64; ++lane) components.push_back(lane % 3);
  const auto got = run_all({.op = Op::kThreadIdInGroup,
                            .arguments = {lanes(kI32, components)},
                            .results = {kI32},
                            .group_height = 4});
  for (uint32_t lane = 0; lane < 64; ++lane)
    EXPECT_EQ(got[lane], lane % 3 == 0 ? lane % 16 : lane % 3 == 1 ? lane / 16 : 0);
}

TEST_F(ThreadOps, ComponentThatDoesNotExistIsZero) {
  for (const Op op : {Op::kThreadId, Op::kThreadIdInGroup, Op::kGroupId}) {
    const auto got =
        run_all({.op = op, .arguments = {constant(kI32, 3)}, .results = {kI32}, .group_height = 4});
    for (const uint64_t value : got) EXPECT_EQ(value, 0u) << name_of(op);
  }
}

constexpr uint32_t kDevice = 1, kGroup = 2;                                                     // Scopes.
constexpr uint32_t kUavs = 0x8 | 0x40 | 0x800, kShared = 0x8 | 0x100, kBoth = kUavs | kShared;  // Semantics.

TEST_F(ThreadOps, BarrierModes) {
  const auto barrier = [&](uint32_t mode) {
    return barrier_of({.op = Op::kBarrier, .arguments = {constant(kI32, mode)}});
  };
  using Operands = std::vector<uint32_t>;
  EXPECT_EQ(barrier(8), (Operands{kGroup, kShared}));
  EXPECT_EQ(barrier(9), (Operands{kGroup, kGroup, kShared}));
  EXPECT_EQ(barrier(2), (Operands{kDevice, kUavs}));
  EXPECT_EQ(barrier(3), (Operands{kGroup, kDevice, kUavs}));
  EXPECT_EQ(barrier(4), (Operands{kGroup, kUavs}));
  EXPECT_EQ(barrier(5), (Operands{kGroup, kGroup, kUavs}));
  EXPECT_EQ(barrier(10), (Operands{kDevice, kBoth}));
  EXPECT_EQ(barrier(11), (Operands{kGroup, kDevice, kBoth}));
  EXPECT_EQ(barrier(1), (Operands{kGroup, kGroup, 0}));
  for (uint32_t mode : {0u, 16u}) {
    EXPECT_NE(translation_error({.op = Op::kBarrier, .arguments = {constant(kI32, mode)}})
                  .find("the barrier mode is not a known constant"),
              std::string::npos);
  }
}

TEST_F(ThreadOps, BarrierByMemoryType) {
  const auto barrier = [&](uint32_t memory, uint32_t semantics) {
    return barrier_of(
        {.op = Op::kBarrierByMemoryType, .arguments = {constant(kI32, memory), constant(kI32, semantics)}});
  };
  using Operands = std::vector<uint32_t>;
  EXPECT_EQ(barrier(2, 3), (Operands{kGroup, kGroup, kShared}));
  EXPECT_EQ(barrier(1, 4), (Operands{kDevice, kUavs}));
  EXPECT_EQ(barrier(15, 3), (Operands{kGroup, kGroup, kBoth}));
  EXPECT_EQ(barrier(3, 5), (Operands{kGroup, kDevice, kBoth}));
  EXPECT_EQ(barrier(2, 1), (Operands{kGroup, kGroup, kShared}));
  EXPECT_EQ(barrier(3, 0), Operands{});   // Without a scope there is nothing to wait for.
  EXPECT_EQ(barrier(12, 2), Operands{});  // This memory exists only in work graphs.
  for (const auto& [memory, semantics] : {std::pair{16u, 1u}, {1u, 16u}}) {
    EXPECT_NE(translation_error({.op = Op::kBarrierByMemoryType,
                                 .arguments = {constant(kI32, memory), constant(kI32, semantics)}})
                  .find("the flags of a barrier are not a known constant"),
              std::string::npos);
  }
}

TEST_F(ThreadOps, IdsAlongOneThreadAreKnown) {
  test_backend::ProgramBuilder b;
  const dxil::TypeId i32 = b.int_type(32);
  b.raw_buffer(dxil::ResourceClass::kUav, 0);
  b.begin_function("main", b.void_type(), {});
  const auto id = [&](Op op, uint32_t axis) { return b.dx(op, i32, {b.i32(axis)}); };
  const test_backend::V values[] = {id(Op::kThreadIdInGroup, 1), id(Op::kThreadId, 1), id(Op::kGroupId, 1)};
  const test_backend::V output = b.handle(dxil::ResourceClass::kUav, 0);
  for (uint32_t n = 0; n < 3; ++n) b.store(i32, output, b.i32(4 * n), values[n]);
  b.finish();
  b.end_function();
  const auto module = test_backend::translate(b.take());
  ASSERT_TRUE(module) << module.error().to_string();
  const std::string text = test_backend::disassemble(*module);
  EXPECT_EQ(text.find("InvocationId"), std::string::npos) << text;
  EXPECT_NE(text.find("WorkgroupId"), std::string::npos) << text;
}

TEST_F(ThreadOps, ComputeShadersHaveNoHelperLanes) {
  const auto got = run_all({.op = Op::kIsHelperLane, .results = {kI1}});
  for (uint64_t lane : got) EXPECT_EQ(lane, 0u);
}

TEST_F(ThreadOps, DebuggingIsNeverEnabled) {
  const auto got = run_all({.op = Op::kIsDebuggingEnabled, .results = {kI1}});
  for (uint64_t lane : got) EXPECT_EQ(lane, 0u);
}

/// Translates a program with `count` calls of the operation.
Result<Vector<uint32_t>> program_with(Op op, uint32_t count) {
  test_backend::ProgramBuilder b;
  b.begin_function("main", b.void_type(), {});
  for (uint32_t n = 0; n < count; ++n) b.dx(op, b.void_type(), {});
  b.finish();
  b.end_function();
  return test_backend::translate(b.take());
}

TEST_F(ThreadOps, NopsAreNothing) {
  const auto module = program_with(Op::kExperimentalNop, 1), empty = program_with(Op::kExperimentalNop, 0);
  ASSERT_TRUE(module) << module.error().to_string();
  EXPECT_EQ(*module, *empty);
}

TEST_F(ThreadOps, BreakpointsAreForTools) {
  const auto module = program_with(Op::kDebugBreak, 2);
  ASSERT_TRUE(module) << module.error().to_string();
  const std::string text = test_backend::disassemble(*module);
  const auto count_of = [&text](const std::string& what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(count_of("OpExtInstImport \"NonSemantic.DebugBreak\""), 1u) << text;
  // In SPIR-V 1.6, non-semantic instruction sets need no extension.
  EXPECT_EQ(count_of("OpExtension"), 0u) << text;
  EXPECT_EQ(count_of("OpExtInst %"), 2u) << text;
}

TEST_F(ThreadOps, CycleCounterReadsTheClock) {
  const auto words =
      translate({.op = Op::kCycleCounterLegacy, .results = {kI32, kI32}, .result_is_struct = true});
  EXPECT_TRUE(has_instruction(words, static_cast<uint32_t>(spv::Op::OpReadClockKHR)));
}

}  // namespace
}  // namespace trellis::test_ops
