// check_operation: calls that fit the table, and one fault at a time.
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

  const char* check(uint32_t opcode, TypeId result, const std::vector<TypeId>& arguments) {
    Function function;
    function.first_local = 0;
    function.argument_types = function.local_types = arguments;
    Instruction call;
    call.opcode = Opcode::kDxOp;
    call.aux = opcode;
    call.type = result;
    call.operand_count = static_cast<uint32_t>(arguments.size());
    for (ValueId n = 0; n < arguments.size(); ++n) function.operands.push_back(n);
    return check_operation(module_, function, call);
  }

  Module module_;
};

TEST_F(DxilOpCheck, FittingCalls) {
  EXPECT_EQ(check(6, kFloat, {kFloat}), nullptr);                          // FAbs
  EXPECT_EQ(check(6, kF4, {kF4}), nullptr);                                // FAbs, vector
  EXPECT_EQ(check(8, kI1, {kHalf}), nullptr);                              // IsNaN
  EXPECT_EQ(check(8, kI1x4, {kF4}), nullptr);                              // IsNaN, vector
  EXPECT_EQ(check(31, kI32, {kI64}), nullptr);                             // Countbits
  EXPECT_EQ(check(31, kI32x4, {kI64x4}), nullptr);                         // Countbits, vector
  EXPECT_EQ(check(41, kTwoI32, {kI32, kI32}), nullptr);                    // IMul
  EXPECT_EQ(check(44, kCarry, {kI32, kI32}), nullptr);                     // UAddc
  EXPECT_EQ(check(57, kHandle, {kI8, kI32, kI32, kI1}), nullptr);          // CreateHandle
  EXPECT_EQ(check(59, kCBufRetFloat, {kHandle, kI32}), nullptr);           // CBufferLoadLegacy
  EXPECT_EQ(check(68, kResRetFloat, {kHandle, kI32, kI32}), nullptr);      // BufferLoad
  EXPECT_EQ(check(80, kVoidType, {kI32}), nullptr);                        // Barrier
  EXPECT_EQ(check(116, kFourI32, {kI1}), nullptr);                         // WaveActiveBallot
  EXPECT_EQ(check(303, kResRetF4, {kHandle, kI32, kI32, kI32}), nullptr);  // RawBufferVectorLoad
  EXPECT_EQ(check(310, kI1, {kI1x4}), nullptr);                            // VectorReduceOr
  EXPECT_EQ(check(165, kFourI32, {kDouble}), nullptr);                     // WaveMatch
}

TEST_F(DxilOpCheck, OperationsThatDoNotExist) {
  EXPECT_STREQ(check(4711, kFloat, {kFloat}), "there is no such DXIL operation");
  EXPECT_STREQ(check(226, kVoidType, {}), "the DXIL operation is reserved");
}

TEST_F(DxilOpCheck, ArgumentCount) {
  const char* message = "the DXIL operation takes another number of arguments";
  EXPECT_STREQ(check(6, kFloat, {}), message);
  EXPECT_STREQ(check(6, kFloat, {kFloat, kFloat}), message);
}

TEST_F(DxilOpCheck, ArgumentTypes) {
  const char* message = "an argument of the DXIL operation has the wrong type";
  EXPECT_STREQ(check(6, kI32, {kI32}), message);                        // FAbs of an integer
  EXPECT_STREQ(check(12, kDouble, {kDouble}), message);                 // Cos of a double
  EXPECT_STREQ(check(41, kTwoI32, {kI64, kI64}), message);              // IMul of 64 bits
  EXPECT_STREQ(check(35, kFloat, {kFloat, kHalf}), message);            // FMax of two types
  EXPECT_STREQ(check(54, kF4, {kF4, kF4, kF4, kF4}), message);          // Dot2 of vectors
  EXPECT_STREQ(check(57, kHandle, {kI8, kI32, kFloat, kI1}), message);  // CreateHandle with a float index
  EXPECT_STREQ(check(68, kResRetFloat, {kI32, kI32, kI32}), message);   // BufferLoad of no handle
  EXPECT_STREQ(check(101, kDouble, {kI64, kI64}), message);             // MakeDouble
  EXPECT_STREQ(check(6, kPointer, {kPointer}), message);                // FAbs of a pointer
  EXPECT_STREQ(check(310, kI1, {kI1}), message);                        // VectorReduceOr of a scalar
}

TEST_F(DxilOpCheck, ResultTypes) {
  const char* message = "the result of the DXIL operation has the wrong type";
  EXPECT_STREQ(check(6, kDouble, {kFloat}), message);  // FAbs
  EXPECT_STREQ(check(8, kI1, {kF4}), message);         // IsNaN of a vector gives a vector
  EXPECT_STREQ(check(8, kI32, {kFloat}), message);
  EXPECT_STREQ(check(31, kI64, {kI64}), message);                     // Countbits gives i32
  EXPECT_STREQ(check(44, kTwoI32, {kI32, kI32}), message);            // UAddc gives a carry
  EXPECT_STREQ(check(68, kFourI32, {kHandle, kI32, kI32}), message);  // BufferLoad gives a status
  EXPECT_STREQ(check(116, kTwoI32, {kI1}), message);                  // WaveActiveBallot
  EXPECT_STREQ(check(80, kI32, {kI32}), message);                     // Barrier
  EXPECT_STREQ(check(310, kI32, {kI1x4}), message);                   // VectorReduceOr
}

}  // namespace
}  // namespace trellis::dxil
