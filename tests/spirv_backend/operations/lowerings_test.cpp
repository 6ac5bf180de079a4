// The table of lowerings.
#include <gtest/gtest.h>

#include <set>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/instructions/operations.hpp"

namespace trellis::spirv {
namespace {

TEST(Lowerings, NoOperationHasTwo) {
  std::set<dxil::Op> seen;
  for (const std::span<const LoweringEntry> group : lowering_groups()) {
    EXPECT_FALSE(group.empty());
    for (const LoweringEntry& entry : group) {
      EXPECT_TRUE(seen.insert(entry.op).second) << dxil::describe_op(entry.op) << " twice";
      EXPECT_EQ(lowering_of(entry.op), entry.lower) << dxil::describe_op(entry.op);
    }
  }
}

TEST(Lowerings, OnlyOperationsThatThereAre) {
  for (const std::span<const LoweringEntry> group : lowering_groups()) {
    for (const LoweringEntry& entry : group) {
      const dxil::DxilOp* op = dxil::find_op(entry.op);
      ASSERT_NE(op, nullptr);
      EXPECT_FALSE(op->is_reserved()) << op->name;
    }
  }
  EXPECT_EQ(lowering_of(static_cast<dxil::Op>(4711)), nullptr);
  EXPECT_EQ(lowering_of(static_cast<dxil::Op>(UINT32_MAX)), nullptr);
}

}  // namespace
}  // namespace trellis::spirv
