// Compares the results of the analysis for operations on thread ids with the computed numbers.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/spirv_backend/program_builder.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::uniformity {
namespace {

using dxil::Opcode;
using dxil::Predicate;
using test_backend::ProgramBuilder;
using test_backend::V;
using Compute = uint32_t (*)(uint32_t, uint32_t);

struct Operation {
  Opcode opcode;
  Predicate predicate;  // Only for kICmp.
  Compute compute;
};

int32_t as_signed(uint32_t number) { return static_cast<int32_t>(number); }

const Operation kOperations[] = {
    {Opcode::kICmp, Predicate::kEq, [](uint32_t a, uint32_t b) { return uint32_t{a == b}; }},
    {Opcode::kICmp, Predicate::kNe, [](uint32_t a, uint32_t b) { return uint32_t{a != b}; }},
    {Opcode::kICmp, Predicate::kUlt, [](uint32_t a, uint32_t b) { return uint32_t{a < b}; }},
    {Opcode::kICmp, Predicate::kUle, [](uint32_t a, uint32_t b) { return uint32_t{a <= b}; }},
    {Opcode::kICmp, Predicate::kUgt, [](uint32_t a, uint32_t b) { return uint32_t{a > b}; }},
    {Opcode::kICmp, Predicate::kUge, [](uint32_t a, uint32_t b) { return uint32_t{a >= b}; }},
    {Opcode::kICmp, Predicate::kSlt,
     [](uint32_t a, uint32_t b) { return uint32_t{as_signed(a) < as_signed(b)}; }},
    {Opcode::kICmp, Predicate::kSle,
     [](uint32_t a, uint32_t b) { return uint32_t{as_signed(a) <= as_signed(b)}; }},
    {Opcode::kICmp, Predicate::kSgt,
     [](uint32_t a, uint32_t b) { return uint32_t{as_signed(a) > as_signed(b)}; }},
    {Opcode::kICmp, Predicate::kSge,
     [](uint32_t a, uint32_t b) { return uint32_t{as_signed(a) >= as_signed(b)}; }},
    {Opcode::kLShr, {}, [](uint32_t a, uint32_t b) { return a >> b; }},
    {Opcode::kAShr, {}, [](uint32_t a, uint32_t b) { return static_cast<uint32_t>(as_signed(a) >> b); }},
    {Opcode::kUDiv, {}, [](uint32_t a, uint32_t b) { return a / b; }},
    {Opcode::kSDiv,
     {},
     [](uint32_t a, uint32_t b) { return static_cast<uint32_t>(as_signed(a) / as_signed(b)); }},
    {Opcode::kURem, {}, [](uint32_t a, uint32_t b) { return a % b; }},
    {Opcode::kAnd, {}, [](uint32_t a, uint32_t b) { return a & b; }},
    {Opcode::kSub, {}, [](uint32_t a, uint32_t b) { return a - b; }},
};
constexpr uint32_t kNumbers[] = {0,  1,  2,  3,  4,  5,  6,          7,          8,          9,         11,
                                 12, 13, 15, 16, 17, 24, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF};

bool is_defined(const Operation& operation, uint32_t left, uint32_t right) {
  if (operation.opcode == Opcode::kLShr || operation.opcode == Opcode::kAShr) return right < 32;
  const bool divides = operation.opcode == Opcode::kUDiv || operation.opcode == Opcode::kSDiv ||
                       operation.opcode == Opcode::kURem;
  return !divides || (right != 0 && !(left == 0x80000000 && right == UINT32_MAX));
}

/// One operation on an id and a number.
struct Asked {
  const Operation* operation;
  uint32_t number;
  bool is_in_group, is_number_left;
  V value;

  /// Returns whether all threads of a group get the same result, in each of the first groups. Ignores
  /// undefined results.
  bool is_same(uint32_t size) const {
    for (uint32_t first = 0; first < (is_in_group ? 1 : 20 * size); first += size) {
      std::vector<uint32_t> results;
      for (uint32_t id = first; id < first + size; ++id) {
        const uint32_t left = is_number_left ? number : id, right = is_number_left ? id : number;
        if (is_defined(*operation, left, right)) results.push_back(operation->compute(left, right));
      }
      for (const uint32_t result : results) {
        if (result != results[0]) return false;
      }
    }
    return true;
  }
  std::string name(uint32_t size) const {
    return std::string(is_in_group ? "in a group of " : "global, groups of ") + std::to_string(size) +
           ", opcode " + std::to_string(static_cast<int>(operation->opcode)) + ", predicate " +
           std::to_string(static_cast<int>(operation->predicate)) +
           (is_number_left ? ", after " : ", before ") + std::to_string(number);
  }
};

std::vector<Asked> ask_all(ProgramBuilder& b) {
  const dxil::TypeId i32 = b.int_type(32);
  std::vector<Asked> all;
  for (const bool is_in_group : {false, true}) {
    const V id = b.dx(is_in_group ? dxil::Op::kThreadIdInGroup : dxil::Op::kThreadId, i32, {b.i32(0)});
    for (const Operation& operation : kOperations) {
      for (const uint32_t number : kNumbers) {
        for (const bool is_number_left : {false, true}) {
          const V left = is_number_left ? b.i32(number) : id, right = is_number_left ? id : b.i32(number);
          const V value = operation.opcode == Opcode::kICmp ? b.compare(operation.predicate, left, right)
                                                            : b.op(operation.opcode, i32, {left, right});
          all.push_back({&operation, number, is_in_group, is_number_left, value});
        }
      }
    }
  }
  return all;
}

/// Counts the operations that the analysis found to be uniform within a group.
uint32_t count_same(uint32_t size) {
  ProgramBuilder b;
  b.begin_function("main", b.void_type(), {});
  const std::vector<Asked> all = ask_all(b);
  b.finish();
  b.end_function();
  dxil::Shader shader = b.take();
  shader.entry_points[0].thread_group_size = {size, 1, 1};
  const auto analysis = analyse(shader, AnalysisRequest{});
  EXPECT_TRUE(analysis.ok());
  if (!analysis.ok()) return 0;
  uint32_t found = 0;
  for (const Asked& asked : all) {
    const auto& values = analysis->functions[shader.entry_points[0].function].values;
    if (values[asked.value.index] != kNoScope) continue;
    EXPECT_TRUE(asked.is_same(size)) << asked.name(size);
    ++found;
  }
  return found;
}

TEST(ThreadIds, OperationsThatAreUniformInAGroup) {
  // Out of 1428 operations. In groups of one thread, all are uniform.
  EXPECT_EQ(count_same(1), 1428u);
  EXPECT_EQ(count_same(3), 560u);
  EXPECT_EQ(count_same(6), 442u);
  EXPECT_EQ(count_same(8), 446u);
}

}  // namespace
}  // namespace trellis::uniformity
