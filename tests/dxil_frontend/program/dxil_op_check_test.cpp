// Tests of check_operation(): calls that fit the table, and calls with one fault each.
#include <gtest/gtest.h>

#include "dxil_frontend/program/dxil_ops.hpp"

namespace trellis::dxil {
namespace {

/// A module with the types the tests need, and a function whose arguments are the operands.
class DxilOpCheck : public testing::Test {
 protected:
  enum : TypeId {
    kVoidType,
    kI1,
    kI8,
    kI16,
    kI32,
    kI64,
    kHalf,
    kFloat,
    kDouble,
    kPointer,
    kHandle,
    kF4,
    kI32x4,
    kI1x4,
    kI64x4,
    kResRetFloat,
    kResRetF4,
    kTwoI32,
    kFourI32,
    kCarry,
    kCBufRetFloat
  };

  DxilOpCheck() {
    const auto scalar = [this](TypeKind kind, int bits) {
      Type type;
      type.kind = kind;
      type.bits = static_cast<uint8_t>(bits);
      module_.types.push_back(type);
    };
    const auto vector = [this](TypeId element) {
      Type type;
      type.kind = TypeKind::kVector;
      type.element = element;
      type.count = 4;
      module_.types.push_back(type);
    };
    const auto record = [this](std::vector<TypeId> members) {
      Type type;
      type.kind = TypeKind::kStruct;
      type.members = std::move(members);
      module_.types.push_back(type);
    };
    scalar(TypeKind::kVoid, 0);
    for (int bits : {1, 8, 16, 32, 64}) scalar(TypeKind::kInt, bits);
    for (int bits : {16, 32, 64}) scalar(TypeKind::kFloat, bits);
    scalar(TypeKind::kPointer, 0);
    record({kPointer});
    for (TypeId element : {kFloat, kI32, kI1, kI64}) vector(element);
    record({kFloat, kFloat, kFloat, kFloat, kI32});
    record({kF4, kI32});
    record({kI32, kI32});
    record({kI32, kI32, kI32, kI32});
    record({kI32, kI1});
    record({kFloat, kFloat, kFloat, kFloat});
  }

  const char* check(Op op, TypeId result, const std::vector<TypeId>& arguments) {
    Function function;
    function.first_local = 0;
    function.argument_types = function.local_types = arguments;
    Instruction call;
    call.opcode = Opcode::kDxOp;
    call.aux = number_of(op);
    call.type = result;
    call.operand_count = static_cast<uint32_t>(arguments.size());
    for (ValueId n = 0; n < arguments.size(); ++n) function.operands.push_back(n);
    return check_operation(module_, function, call);
  }

  Module module_;
};

TEST_F(DxilOpCheck, FittingCalls) {
  EXPECT_EQ(check(Op::kFAbs, kFloat, {kFloat}), nullptr);
  EXPECT_EQ(check(Op::kFAbs, kF4, {kF4}), nullptr);
  EXPECT_EQ(check(Op::kIsNaN, kI1, {kHalf}), nullptr);
  EXPECT_EQ(check(Op::kIsNaN, kI1x4, {kF4}), nullptr);
  EXPECT_EQ(check(Op::kCountbits, kI32, {kI64}), nullptr);
  EXPECT_EQ(check(Op::kCountbits, kI32x4, {kI64x4}), nullptr);
  EXPECT_EQ(check(Op::kIMul, kTwoI32, {kI32, kI32}), nullptr);
  EXPECT_EQ(check(Op::kUAddc, kCarry, {kI32, kI32}), nullptr);
  EXPECT_EQ(check(Op::kCreateHandle, kHandle, {kI8, kI32, kI32, kI1}), nullptr);
  EXPECT_EQ(check(Op::kCBufferLoadLegacy, kCBufRetFloat, {kHandle, kI32}), nullptr);
  EXPECT_EQ(check(Op::kBufferLoad, kResRetFloat, {kHandle, kI32, kI32}), nullptr);
  EXPECT_EQ(check(Op::kBarrier, kVoidType, {kI32}), nullptr);
  EXPECT_EQ(check(Op::kWaveActiveBallot, kFourI32, {kI1}), nullptr);
  EXPECT_EQ(check(Op::kRawBufferVectorLoad, kResRetF4, {kHandle, kI32, kI32, kI32}), nullptr);
  EXPECT_EQ(check(Op::kVectorReduceOr, kI1, {kI1x4}), nullptr);
  EXPECT_EQ(check(Op::kWaveMatch, kFourI32, {kDouble}), nullptr);
}

TEST_F(DxilOpCheck, OperationsThatDoNotExist) {
  EXPECT_STREQ(check(static_cast<Op>(4711), kFloat, {kFloat}), "no such DXIL operation");
  EXPECT_STREQ(check(Op::kReserved0, kVoidType, {}), "reserved DXIL operation");
}

TEST_F(DxilOpCheck, ArgumentCount) {
  const char* message = "the DXIL operation has the wrong number of arguments";
  EXPECT_STREQ(check(Op::kFAbs, kFloat, {}), message);
  EXPECT_STREQ(check(Op::kFAbs, kFloat, {kFloat, kFloat}), message);
}

TEST_F(DxilOpCheck, ArgumentTypes) {
  const char* message = "an argument of the DXIL operation has the wrong type";
  EXPECT_STREQ(check(Op::kFAbs, kI32, {kI32}), message);               // An integer argument.
  EXPECT_STREQ(check(Op::kCos, kDouble, {kDouble}), message);          // A double argument.
  EXPECT_STREQ(check(Op::kIMul, kTwoI32, {kI64, kI64}), message);      // 64-bit arguments.
  EXPECT_STREQ(check(Op::kFMax, kFloat, {kFloat, kHalf}), message);    // Two different types.
  EXPECT_STREQ(check(Op::kDot2, kF4, {kF4, kF4, kF4, kF4}), message);  // Vector arguments.
  EXPECT_STREQ(check(Op::kCreateHandle, kHandle, {kI8, kI32, kFloat, kI1}),
               message);                                                            // A float index.
  EXPECT_STREQ(check(Op::kBufferLoad, kResRetFloat, {kI32, kI32, kI32}), message);  // No handle argument.
  EXPECT_STREQ(check(Op::kMakeDouble, kDouble, {kI64, kI64}), message);
  EXPECT_STREQ(check(Op::kFAbs, kPointer, {kPointer}), message);  // A pointer argument.
  EXPECT_STREQ(check(Op::kVectorReduceOr, kI1, {kI1}), message);  // A scalar argument.
}

TEST_F(DxilOpCheck, ResultTypes) {
  const char* message = "the result of the DXIL operation has the wrong type";
  EXPECT_STREQ(check(Op::kFAbs, kDouble, {kFloat}), message);
  EXPECT_STREQ(check(Op::kIsNaN, kI1, {kF4}), message);  // A vector argument needs a vector result.
  EXPECT_STREQ(check(Op::kIsNaN, kI32, {kFloat}), message);
  EXPECT_STREQ(check(Op::kCountbits, kI64, {kI64}), message);       // The result is i32.
  EXPECT_STREQ(check(Op::kUAddc, kTwoI32, {kI32, kI32}), message);  // The result has a carry.
  EXPECT_STREQ(check(Op::kBufferLoad, kFourI32, {kHandle, kI32, kI32}),
               message);  // The result has a status.
  EXPECT_STREQ(check(Op::kWaveActiveBallot, kTwoI32, {kI1}), message);
  EXPECT_STREQ(check(Op::kBarrier, kI32, {kI32}), message);
  EXPECT_STREQ(check(Op::kVectorReduceOr, kI32, {kI1x4}), message);
}

}  // namespace
}  // namespace trellis::dxil
