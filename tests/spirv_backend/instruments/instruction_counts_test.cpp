// Runs programs with block counters, which contain how many lanes ran each block.
#include <numeric>

#include "tests/spirv_backend/instruments/checked_case.hpp"

namespace trellis::test_instruments {
namespace {

using dxil::BlockId;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ResourceClass;
using spirv::CounterWords;

class InstructionCounts : public CheckedCase {
 protected:
  void SetUp() override {
    CheckedCase::SetUp();
    options.instrumentation.check_descriptors = false;
    options.instrumentation.count_instructions = true;
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
  }
  /// Runs a group of 64 threads, and returns the contents of `capacity` counters; `before` is the initial low
  /// word of each.
  std::vector<uint64_t> counts(const dxil::Shader& shader, uint32_t capacity, uint32_t before = 0) {
    std::vector<uint32_t> words(CounterWords::kFirstCounter + capacity * CounterWords::kSize + 4, 0);
    words[CounterWords::kCapacity] = capacity;
    for (uint32_t n = 0; n < capacity; ++n) {
      words[CounterWords::kFirstCounter + n * CounterWords::kSize] = before;
    }
    vulkan::Dispatch dispatch;
    dispatch.resources = {output(), storage_buffer(5006, words)};
    const auto results = run(shader, options, dispatch);
    if (results.size() != 2) return {};
    const std::vector<uint32_t>& after = results[1];
    for (size_t n = after.size() - 4; n < after.size(); ++n) EXPECT_EQ(after[n], 0u) << "beyond the room";
    std::vector<uint64_t> counters;
    for (uint32_t n = 0; n < capacity; ++n) {
      const uint32_t* at = &after[CounterWords::kFirstCounter + n * CounterWords::kSize];
      counters.push_back(at[0] | uint64_t{at[1]} << 32);
    }
    return counters;
  }
  /// Returns a loop that thread t runs t + 1 times.
  dxil::Shader loop() {
    const BlockId body = b.block(), exit = b.block();
    b.branch(body);
    b.at(body);
    const V n = b.phi(i32);
    const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
    b.add_incoming(n, 0, b.i32(0));
    b.add_incoming(n, body, next);
    b.branch_if(b.compare(Predicate::kUle, next, thread), body, exit);
    b.at(exit);
    return end(next);
  }
};

constexpr uint64_t kLoopRuns = 64 * 65 / 2;

TEST_F(InstructionCounts, OfALoopWithDifferentEnds) {
  EXPECT_EQ(counts(loop(), 3), (std::vector<uint64_t>{64, kLoopRuns, 64}));
}

TEST_F(InstructionCounts, OfDivergentBranches) {
  const BlockId odd = b.block(), even = b.block(), both = b.block(), few = b.block(), exit = b.block(),
                nobody = b.block();
  b.branch_if(b.compare(Predicate::kNe, b.op(Opcode::kAnd, i32, {thread, b.i32(1)}), b.i32(0)), odd, even);
  b.at(odd);
  b.branch(both);
  b.at(even);
  b.branch(both);
  b.at(both);
  b.branch_if(b.compare(Predicate::kUlt, thread, b.i32(10)), few, exit);
  b.at(few);
  b.branch_if(b.compare(Predicate::kUgt, thread, b.i32(10)), nobody, exit);
  b.at(nobody);
  b.branch(exit);
  b.at(exit);
  EXPECT_EQ(counts(end(thread), 7), (std::vector<uint64_t>{64, 32, 32, 64, 10, 64, 0}));
}

TEST_F(InstructionCounts, OfCyclesWithTwoEntries) {
  // The structurizer may have to duplicate a block: each copy counts toward it.
  const BlockId first = b.block(), second = b.block(), exit = b.block();
  b.branch_if(b.compare(Predicate::kNe, b.op(Opcode::kAnd, i32, {thread, b.i32(1)}), b.i32(0)), first,
              second);
  b.at(first);
  const V n1 = b.phi(i32);
  const V next1 = b.op(Opcode::kAdd, i32, {n1, b.i32(1)});
  b.branch_if(b.compare(Predicate::kUgt, next1, thread), exit, second);
  b.at(second);
  const V n2 = b.phi(i32);
  const V next2 = b.op(Opcode::kAdd, i32, {n2, b.i32(2)});
  b.branch_if(b.compare(Predicate::kUgt, next2, thread), exit, first);
  b.add_incoming(n1, 0, b.i32(0));
  b.add_incoming(n1, second, next2);
  b.add_incoming(n2, 0, b.i32(0));
  b.add_incoming(n2, first, next1);
  b.at(exit);
  uint64_t runs[2] = {};
  for (uint32_t t = 0; t < 64; ++t) {
    bool is_first = (t & 1) != 0;
    for (uint32_t n = 0; n <= t; is_first = !is_first) {
      ++runs[is_first ? 0 : 1];
      n += is_first ? 1 : 2;
    }
  }
  EXPECT_EQ(counts(end(thread), 4), (std::vector<uint64_t>{64, runs[0], runs[1], 64}));
}

TEST_F(InstructionCounts, Have64Bits) {
  EXPECT_EQ(counts(loop(), 3, UINT32_MAX - 100),
            (std::vector<uint64_t>{UINT32_MAX - 36ull, UINT32_MAX - 100ull + kLoopRuns, UINT32_MAX - 36ull}));
}

TEST_F(InstructionCounts, BeginAtANumberAndStopAtTheEndOfTheBuffer) {
  options.instrumentation.first_counter = 2;
  EXPECT_EQ(counts(loop(), 4), (std::vector<uint64_t>{0, 0, 64, kLoopRuns}));
}

TEST_F(InstructionCounts, HaveABufferOfTheirOwn) {
  options.instrumentation.counters = {0, 2000};
  const auto module = test_backend::translate(loop(), options);
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().to_string().find("the buffer of counters"), std::string::npos)
      << module.error().to_string();
}

}  // namespace
}  // namespace trellis::test_instruments
